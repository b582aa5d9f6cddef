"""Short questions, in which much is left unsaid: what is meant is found, or the answer stays open."""

import pytest


@pytest.mark.parametrize("way", ["特殊召唤成功的时候", "从手卡特殊召唤成功的时候"])
def test_who_says_i_asks_to_answer_what_the_other_player_summons(asked, way):
    answer = asked(f"电子龙{way} 我能开奈落的落穴吗")
    assert answer["verdict"] == "yes"
    [told] = answer["question"]["form"]["given"]["happened"]
    assert (told["card"], told["side"]) == ("电子龙", "opponent")


def test_a_place_right_before_a_summon_is_where_the_card_came_from(asked):
    given = asked("电子龙从手卡特殊召唤成功的时候 我能开奈落的落穴吗")["question"]["form"]["given"]
    assert "hand" not in {card.get("zone") for card in given.get("cards", [])}


def test_what_waits_for_an_event_is_not_chained_at_will(asked):
    assert asked("红莲魔龙能连锁吗")["verdict"] == "depends"  # to be chained to may be meant as well
    assert asked("旋风能连锁吗")["verdict"] == "yes"


def test_a_verb_is_a_card_where_the_opponent_plays_it(asked):
    assert asked("对面开融合 我能用灰流丽康吗")["verdict"] == "no"


def test_a_card_the_opponent_does_not_have_is_on_no_field_of_theirs(asked):
    answer = asked("对面没有技能抽取 我能发动旋风吗")
    assert not answer["not_considered"]
    assert [branch["verdict"] for branch in answer["branches"]] == ["yes"]  # of texts nobody has, one may name it


@pytest.mark.parametrize(
    ("verdict", "question"),
    [
        ("must", "三眼怪被黑洞破坏了能发动吗"),
        ("must", "三眼怪被黑洞破坏能检索吗"),
        ("no", "三眼怪被奈落的落穴除外还能发动效果吗"),
        ("no", "三眼怪在场上被除外 能检索吗"),  # where it lay, and not a card that is there
        ("must", "ダンディライオンがシンクロ素材になった時トークンは出ますか"),
    ],
)
def test_what_befell_a_card_and_what_is_asked_of_it_may_stand_in_one_breath(asked, verdict, question):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("verdict", "question"),
    [
        ("yes", "技能抽取在场 墓地的效果能发吗"),
        ("yes", "技能抽取在场 效果怪在手里能发效果吗"),
        ("no", "魔封的芳香在场 这回合盖的魔法能发吗"),
        ("yes", "魔封的芳香在场 上回合盖的魔法能发吗"),
    ],
)
def test_effects_elsewhere_and_cards_that_were_set_are_asked_about_under_a_card(asked, verdict, question):
    assert asked(question)["verdict"] == verdict


def test_a_card_in_force_may_itself_be_what_an_effect_asks_not_to_be_there(asked):
    assert asked("黄泉青蛙 我场上有技能抽取 能复活吗")["verdict"] == "no"
    assert asked("黄泉青蛙 对面场上有技能抽取 能复活吗")["verdict"] == "yes"


def test_kinds_told_in_one_breath_are_what_lies_there_and_what_would_come(asked):
    assert asked("群雄割据在场 我有战士族 能出机械族吗")["verdict"] == "no"
    assert asked("群雄割据和御前试合都在能盖怪吗")["verdict"] == "yes"


def test_what_an_activation_comes_to_is_not_whether_it_may_be_made(asked):
    assert asked("哥布林德伯格用了效果会变守备吗")["verdict"] not in ("no", "must")


def test_uses_are_counted_over_the_duel_where_the_text_does_so(asked):
    for question in ("成长的鳞茎一局决斗能用几次", "How many times per duel can I use Glow-Up Bulb"):
        assert asked(question)["figure"] == "1"
    assert asked("灰流丽一场决斗能用几次").get("figure") is None  # its limit is of the turn


def test_a_fall_in_battle_is_sent_elsewhere_like_any_other(asked):
    assert asked("大宇宙在场 我的怪被战破 会除外吗")["verdict"] == "yes"


def test_a_card_that_stays_is_in_force_once_something_else_has_happened(asked):
    assert asked("对面开大宇宙 我的三眼怪被炸了能检索吗")["verdict"] == "no"
    assert asked("对面开增援 我的三眼怪被炸了能检索吗")["verdict"] != "no"  # used up, and out of the way


@pytest.mark.parametrize(
    ("verdict", "question"),
    [
        ("no", "月镜盾能装备给里侧的怪吗"),
        ("yes", "月镜盾能装备给对面的怪吗"),
        ("no", "can Moon Mirror Shield be equipped to a face-down monster"),
        ("no", "天命の聖剣は魔法使い族に装備できますか"),
    ],
)
def test_what_a_card_may_be_equipped_to_is_what_its_text_takes(asked, verdict, question):
    assert asked(question)["verdict"] == verdict


def test_it_is_asked_of_the_monster_that_wears_a_card(asked):
    answer = asked("装备了魔导师之力的怪兽会成为效果的对象吗")
    assert answer["verdict"] == "yes"
    assert "装备了魔导师之力的怪兽" in answer["sentence"]["zh"]
    assert asked("装备了魔导师之力的怪兽会被战斗破坏吗")["verdict"] == "depends"


def test_the_turn_a_card_went_to_the_gy_is_told_by_its_going_there(asked):
    assert asked("突破技能这回合被送去墓地 能除外发动②吗")["verdict"] == "no"


@pytest.mark.parametrize(
    ("verdict", "question"),
    [
        ("yes", "星尘龙能被同调召唤吗"),
        ("no", "星尘龙能被超量召唤吗"),
        ("no", "星尘龙能通常召唤吗"),
        ("yes", "灰流丽能通常召唤吗"),
        ("no", "三眼怪能上级召唤吗"),  # of Level 3
        ("yes", "can Sangan be Pendulum Summoned"),
        ("no", "スターダスト・ドラゴンは通常召喚できますか"),
    ],
)
def test_a_kind_of_summon_brings_only_monsters_of_its_kind(asked, verdict, question):
    answer = asked(question)
    assert (answer["verdict"], answer["question"]["kind"]) == (verdict, "outcome")
    assert verdict == "yes" or "a-kind-of-summon-brings-only-its-kind" in {r["rule"] for r in answer["because"]}


def test_a_summon_of_a_monster_may_ask_what_it_is_used_for(asked):
    answer = asked("幽鬼兔能同调召唤吗")
    assert (answer["verdict"], answer["question"]["kind"]) == ("depends", "outcome")


@pytest.mark.parametrize(
    "name", ["Chaos Emperor Dragon - Envoy of the End", "Black Luster Soldier - Envoy of the Beginning"]
)
def test_a_monster_with_a_way_of_its_own_is_never_surely_summoned_otherwise(asked, name):
    for way in ("Normal", "Pendulum", "Tribute"):
        assert asked(f"can {name} be {way} Summoned")["verdict"] in ("no", "depends")


def test_what_a_card_does_to_the_one_told_is_no_question_of_its_activation(asked):
    assert asked("对面场上有三眼怪 我的雷击能炸他吗")["question"]["kind"] == "outcome"
