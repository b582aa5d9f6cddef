"""May X take Y: whether Y is what the text speaks of, and whether its own text keeps it from that."""

import pytest


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("增援能检索青眼白龙吗", "no"),
        ("增援能检索元素英雄 天空侠吗", "yes"),
        ("Can Reinforcement of the Army search Dark Magician?", "no"),
        ("増援でE・HERO エアーマンをサーチできますか", "yes"),
        ("死者苏生能拉电子龙吗", "yes"),
        ("雷击能炸掉青眼白龙吗", "yes"),
        ("银河剑圣②能以连接怪兽为对象发动吗", "no"),
        ("能以连接怪兽为对象发动「收缩」吗", "yes"),
    ],
)
def test_the_card_named_is_held_against_the_text(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    "question",
    [
        "Can my opponent target Lady Labrynth of the Silver Castle with Infinite Impermanence?",
        "Is Chaos Angel immune to Effect Veiler?",
        "死者苏生能拉星尘龙吗",
    ],
)
def test_what_hangs_on_the_table_is_no_sure_verdict(asked, question):
    assert asked(question)["verdict"] == "depends"


def test_a_place_told_of_the_card_answered_counts(asked):
    from_hand = "对方手卡的森之番人 绿狒狒发动①效果，能连锁屋敷童吗"
    assert asked(from_hand)["verdict"] == "no"
    assert asked(from_hand.replace("手卡", "墓地"))["verdict"] == "yes"


def test_a_card_taken_back_to_the_hand_left_the_field(asked):
    form = asked("场上的「元素英雄 绝对零度侠」回到手卡，离场的效果会发动吗")["question"]["form"]
    assert {"left-field"} <= {told["event"] for told in form["given"]["happened"]}


def test_what_only_applies_is_not_told_as_an_activation_that_fails(asked):
    assert asked("Will Skill Drain negate my monster's effect?")["verdict"] == "depends"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("精神操作夺来的怪兽可以攻击吗", "no"),
        ("Can the monster I took with Change of Heart be tributed?", "yes"),
        ("救援兔叫出来的怪兽结束阶段会被破坏吗", "yes"),
        ("do the monsters summoned by rescue cat stay on the field past the end phase?", "no"),
        ("死者蘇生で特殊召喚したモンスターは攻撃できますか", "yes"),
        ("are the effects of monsters summoned by rescue cat negated?\ncan they attack this turn?", "yes"),
    ],
)
def test_what_a_text_says_of_the_monster_it_brings_is_told(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_the_position_of_a_monster_brought_out_is_named(asked):
    assert "Defense Position" in asked("What position is the monster Goyo Guardian takes in?")["sentence"]["en"]


def test_a_table_told_besides_leaves_the_monster_brought_out_open(asked):
    told = asked("精神操作夺来的怪兽在对方回合可以攻击吗")
    assert told["verdict"] not in ("yes", "no", "must")


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("is book of moon a quick-play spell?", "yes"),
        ("激流葬是反击陷阱吗", "no"),
        ("神の宣告は通常罠ですか", "no"),
        ("is jinzo a trap", "no"),
        ("灰流丽是一回合一次的吗", "yes"),
        ("サイクロンは1ターンに1度ですか", "no"),
        ("is book of moon a quick-play spell while the moon is full", None),  # more is asked than what is printed
    ],
)
def test_what_is_printed_on_a_card_answers_what_kind_it_is(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    "question", ["增援能检索增援吗", "Can Reinforcement of the Army add Reinforcement of the Army from the deck?"]
)
def test_another_copy_of_itself_is_taken_like_any_card(asked, question):
    assert asked(question)["verdict"] == "no"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("我的青眼白龙被对面用月之书盖放了，还能拿它当融合素材吗", "yes"),
        ("My Blue-Eyes was flipped face-down. Can I use it for a Synchro Summon?", "no"),
        ("月の書で裏側にされた青眼の白龍はシンクロ素材にできますか", "no"),
        ("里侧的青眼白龙能解放吗", "yes"),
    ],
)
def test_a_monster_that_lies_face_down_is_used_where_its_face_is_not_asked_for(asked, question, verdict):
    assert asked(question)["verdict"] == verdict
