"""What decides a question reaches the engine; what does not is said, and then no verdict is sure."""

import pytest

SURE = ("yes", "no", "must")

DECIDED = [
    ("灰流丽能对增援发动吗", "yes"),
    ("神之宣告能无效怪兽效果吗", "no"),
    ("我方场上有怪兽的时候能用PSY骨架装备·γ吗", "no"),
    ("闪刀姬-零衣攻击的时候对方能发动激流葬吗", "no"),
    ("我这回合已经用过灰流丽了，还能再用一张吗", "no"),
    ("盖放的回合能发动激流葬吗", "no"),
    ("盖放的回合能发动陷阱吗", "no"),
    ("对方场上没有怪兽我能发动无限泡影吗", "no"),
    ("can i flip mirror force when my own monster attacks", "no"),
    ("opp attacks can i mirror force", "yes"),
    ("超融合能不能被连锁", "no"),
    ("can I activate a quick-play spell from my hand on my opponent's turn", "no"),
    ("对方怪兽攻击宣言时能发动神圣防护罩-反射镜力-吗", "yes"),
    ("我的怪兽攻击宣言时能发动神圣防护罩-反射镜力-吗", "no"),
    ("My opponent special summoned a monster. Can I activate Torrential Tribute?", "yes"),
    ("Can I flip Mirror Force when my opponent's monster declares an attack?", "yes"),
    ("相手モンスターの攻撃宣言時に聖なるバリア －ミラーフォース－は発動できますか", "yes"),
    ("聖なるバリア －ミラーフォース－は自分のモンスターの攻撃宣言時に発動できますか", "no"),
    ("场上没有魔法陷阱时能发动旋风吗", "no"),
    ("Can Mystical Space Typhoon be activated with no spells or traps on the field?", "no"),
    ("Can I activate Reinforcement of the Army if there are no Warriors in my deck?", "no"),
    ("我的卡组里没有战士族怪兽，能发动增援吗", "no"),
    ("墓地里没有怪兽的时候能发动死者苏生吗", "no"),
    ("没有对象的时候强制脱出装置能发动吗", "no"),
    ("Can Infinite Impermanence be activated from the hand if I control a card?", "no"),
    ("Can Called by the Grave be chained to Ash Blossom & Joyous Spring?", "yes"),
    ("墓穴の指名者は灰流うららにチェーンできますか", "yes"),
    ("Can Super Polymerization be chained to?", "no"),
    ("神の宣告はモンスター効果を無効にできますか", "no"),
    ("Can I use a second Ash Blossom & Joyous Spring this turn if I used one already?", "no"),
    ("Does Dandylion activate when it is sent to the GY as a cost?", "must"),
    ("同归于尽的时候巨大老鼠能发动效果吗", "yes"),
    ("攻击宣言后攻击怪兽离场会卷回吗", "no"),
    ("1速效果能连锁吗", "no"),
    ("对方攻击我里侧守备的食人虫，反转效果什么时候发动", "must"),
]


@pytest.mark.parametrize(("question", "verdict"), DECIDED)
def test_the_clause_that_decides_reaches_the_engine(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict, (answer["question"], answer["not_considered"])
    assert answer["not_considered"] == []


@pytest.mark.parametrize(
    "question",
    [
        "对方的元素英雄 天空侠发动效果，灰流丽能连锁吗",  # of its two ways only one brings a card from the deck
        "对方回合我能从手卡发动渊兽 德尔伊德布鲁姆吗",  # fast only while the opponent has a monster
        "对方发动增援，旋风能检索吗",  # nothing it does
    ],
)
def test_what_the_asker_left_open_leaves_no_sure_verdict(asked, question):
    answer = asked(question)
    assert answer["verdict"] == "depends", answer["question"]
    assert answer["branches"]


@pytest.mark.parametrize("question", ["增援能吃灰流丽吗", "增援会不会吃灰流丽", "增援发动，能连锁灰流丽吗"])
def test_the_card_that_would_answer_is_the_one_asked_about(asked, question):
    answer = asked(question)
    assert (answer["question"]["card"]["id"], answer["verdict"]) == ("ash-blossom-and-joyous-spring", "yes")


@pytest.mark.parametrize("question", [q for q, _ in DECIDED[:5]])
@pytest.mark.parametrize("clause", ["，而且场上有奇跳板怪", "，上上回合乌拉拉被咕噜了"])
def test_a_clause_nobody_knows_leaves_no_sure_verdict(asked, question, clause):
    answer = asked(question + clause)
    assert answer["verdict"] not in SURE or answer["question"]["kind"] == "incomplete"


@pytest.mark.parametrize(("question", "verdict"), DECIDED[:6])
def test_polite_words_change_nothing(asked, question, verdict):
    assert asked(f"请问大佬，{question}？谢谢！")["verdict"] == verdict


def test_three_languages_give_one_verdict(asked):
    questions = (
        "灰流丽在伤害步骤能发动吗",
        "can Ash Blossom be activated in the damage step",
        "灰流うららはダメージステップに発動できますか",
    )
    assert {asked(question)["verdict"] for question in questions} == {"no"}


def test_what_the_desk_left_out_stands_first(asked):
    answer = asked("灰流丽能对增援发动吗，奇跳板怪在场")
    assert answer["not_considered"]
    assert answer["branches"][0]["verdict"] == "yes"
    assert answer["not_considered"][0]["text"] in answer["sentence"]["zh"]


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        ("灰流丽能连锁增援吗\n那黑洞呢", "no"),
        ("欧尼斯特能在伤害计算前发动吗\n那伤害计算后呢", "no"),
        ("Can Solemn Judgment be chained to Dark Hole?\nAnd Mystical Space Typhoon?", "yes"),
    ],
)
def test_a_follow_up_changes_one_thing(asked, lines, verdict):
    assert asked(lines)["verdict"] == verdict


def test_targets_and_costs_are_read_from_the_text(asked):
    assert asked("死者苏生取对象吗")["verdict"] == "yes"
    assert asked("黑洞取对象吗")["verdict"] == "no"
    assert asked("Does Raigeki target?")["verdict"] == "no"
    assert asked("雷破丢手卡是cost吗")["verdict"] in ("yes", "unknown", "depends")


def test_a_japanese_question_has_its_first_line_in_japanese(asked):
    assert "発動できません" in asked("灰流うららはダメージステップに発動できますか")["sentence"]["ja"]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("卡组一张卡都不剩了还能开强欲之壶吗", "no"),
        ("双方场上都没怪的时候黑洞可以开吗", "no"),
        ("对方场上一只怪都没有只有两张盖卡，雷击能发吗", "no"),
        ("怪兽区满了替罪羊能发动吗", "no"),
        ("主怪兽区还剩4个空格，替罪羊能发动吗", "yes"),
        ("魔陷区五格全满，手上的增援能发吗", "no"),
        ("Can I use Call of the Haunted if my graveyard has only spells in it?", "no"),
        ("opponent only has 1 card left in the deck, can he use Pot of Greed?", "no"),
        ("相手の墓地にモンスターがいない場合、墓穴の指名者は発動できますか", "no"),
    ],
)
def test_places_amounts_and_things_make_a_table(asked, question, verdict):
    answer = asked(question)
    assert (answer["verdict"], answer["not_considered"]) == (verdict, []), answer["question"]["form"]


@pytest.mark.parametrize("clause", ["墓地没有「青眼白龙」", "魔陷区卡不足3张", "他宣言了那张"])
def test_what_no_table_can_say_leaves_no_sure_verdict(asked, clause):
    assert asked(f"{clause}，灰流丽能对增援发动吗")["verdict"] == "depends"


def test_a_use_that_was_negated_counts_against_the_limit_of_a_name(asked):
    again = asked("灰流丽被神之通告无效了，这回合另一张灰流丽还能发动吗")
    assert (again["question"]["card"]["id"], again["verdict"]) == ("ash-blossom-and-joyous-spring", "no")


def test_a_name_of_several_cards_is_not_asked_about_where_all_agree(asked):
    assert asked("Can Solemn be activated in the damage step?")["verdict"] == "yes"


def test_what_a_card_would_do_is_no_event(asked):
    answer = asked("对面用死者苏生拉我墓地的青眼白龙，我能丢屋敷童吗")
    assert (answer["question"]["form"].get("respond_to"), answer["verdict"]) == ("死者苏生", "yes")


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("死者苏生能拉对面墓地的怪吗", "yes"),  # the GY is that of the target, not where the card lies
        ("对面只是盖了一只怪，激流葬可以开吗", "no"),
        ("Can I normal set Mirror Force and activate it the same turn?", "no"),
        ("神之通告我剩1400分还能发动吗", "no"),
        ("相手フィールドに魔法・罠カードしかない時、サンダー・ボルトは発動できる？", "no"),
    ],
)
def test_sets_points_and_places_of_others_are_told_apart(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("My only card in hand is Lightning Vortex. Can I activate it?", "no"),
        ("手札が1枚もない時にサンダー・ブレイクは発動できる？", "no"),
        ("对面召唤怪兽要发动效果，神之警告能无效那个召唤吗", "no"),  # the summon is done
        ("神之通告能康同调召唤吗", "yes"),
    ],
)
def test_hands_and_summons_are_counted_as_they_are_told(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("I have no other cards in hand, can I activate Twin Twisters", "no"),
        ("I have no cards in my hand. Can I activate Twin Twisters?", "no"),
        ("Twin Twisters is the only card in my hand, can I activate it", "no"),
        ("手札がツインツイスター1枚だけの時、発動できますか", "no"),
        ("手卡就一张双龙卷能发吗", "no"),
        ("I have no monsters in my graveyard, can I activate call of the haunted", "no"),
        ("I have no monsters in my hand, can I activate monster reborn", "yes"),
    ],
)
def test_a_hand_or_graveyard_told_as_had_is_not_the_field(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_kind_of_card_behind_a_place_and_none_is_lacking_there(asked):
    given = asked("自己墓地没有陷阱卡，能发动王家的神殿吗")["question"].get("form", {}).get("given", {})
    assert {"side": "own", "zones": ["gy"], "type": ["trap"]} in given.get("lacks", [])
    assert "own-gy" not in given.get("nothing_else_in", [])


def test_a_card_told_to_be_banished_does_not_lie_in_the_graveyard(asked):
    assert asked("「成长的鳞茎」被送去墓地了，主要阶段能发动效果吗")["verdict"] == "yes"
    assert asked("「成长的鳞茎」被除外了，主要阶段能发动效果吗")["verdict"] == "no"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("魔导战士 破坏者没有指示物的时候能炸卡吗", "no"),
        ("有一个魔力指示物的魔导战士 破坏者能发动③效果吗", "yes"),
        ("魔導戦士 ブレイカーに魔力カウンターが乗っていない時、効果は使えますか", "no"),
        ("breaker the magical warrior has no spell counter, can i activate its third effect", "no"),
    ],
)
def test_counters_told_lie_on_the_card_named_beside_them(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("对方场上有青眼白龙，我能对它发动效果遮蒙者吗", "no"),
        ("对方场上有星尘龙，我能对它发动效果遮蒙者吗", "yes"),
    ],
)
def test_it_is_the_card_told_to_lie_there(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("对方场上只有2只衍生物，我能发动颉颃胜负吗", "no"),
        ("Can I activate Evenly Matched if my opponent only controls tokens?", "no"),
        ("相手フィールドにトークンだけがいる時に拮抗勝負を発動できますか", "no"),
        ("对方场上有衍生物和怪兽，我能发动颉颃胜负吗", "yes"),
    ],
)
def test_tokens_alone_are_not_banished_face_down(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("旋风是场上唯一的魔陷，能发动吗", "no"),
        ("Mystical Space Typhoon is the only spell or trap on the field. Can I activate it?", "no"),
        ("フィールドの魔法・罠カードはサイクロンだけです。発動できますか", "no"),
        ("Twin Twisters is my last card in hand. Can I activate it?", "no"),
        ("Torrential Tribute is on the field. Can I activate it?", "yes"),
        ("场上只有里侧表示的怪兽，能发动月之书吗", "no"),
    ],
)
def test_a_card_that_is_all_there_is_has_nothing_beside_it(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Is Breaker's destruction effect once per turn?", "no"),
        ("灰流丽的效果是一回合一次吗", "yes"),
        ("对面场上没有表侧怪兽，能发动效果遮蒙者吗", "no"),
        ("Can I activate Effect Veiler if my opponent has no face-up monsters?", "no"),
        ("相手の墓地に魔法カードしかない時、墓穴の指名者を発動できますか", "no"),
        ("灰流丽能在对方抽卡阶段发动吗", "yes"),
    ],
)
def test_what_a_text_limits_and_what_it_finds_nowhere(asked, question, verdict):
    assert asked(question)["verdict"] == verdict
