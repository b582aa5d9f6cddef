"""Who did what was told: an activation behind the card it belongs to, a card of one's own that destroyed another."""

import pytest


@pytest.mark.parametrize(
    "question",
    [
        "对方通常召唤终末之骑士，发动效果，我能发动灰流丽吗",
        "opponent summons Armageddon Knight, activates its effect, can i use ash blossom",
        "相手が終末の騎士を召喚、効果を発動、灰流うららを使えますか",
    ],
)
def test_an_activation_without_a_name_is_of_the_card_told_before_it(asked, question):
    told = asked(question)
    assert told["verdict"] == "yes"
    assert told["question"]["respond_to"] is not None


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("没人攻击的时候能不能先把神圣防护罩翻开放着", "no"),
        ("can i flip mirror force when nobody is attacking", "no"),
        ("對面沒有攻擊的時候我能開神聖防護罩嗎", "no"),
    ],
)
def test_what_did_not_happen_is_no_moment(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("whose", "source"), [("我自己的", "own"), ("对面的", "opponent"), ("对方发动的", "opponent"), ("", None)]
)
def test_whose_card_did_it_is_told_on(asked, whose, source):
    told = asked(f"三眼怪被{whose}激流葬破坏送墓 能检索吗")["question"]["form"]["given"]["happened"]
    assert {event.get("caused_by") for event in told} == {source}


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("技能抽取在场 我的终末之骑士召唤成功还能堆墓吗", "no"),
        ("技能抽取在场 我的终末之骑士召唤成功能发动效果吗", "yes"),
        ("skill drain is up, can my armageddon knight still mill a monster when summoned", "no"),
        ("对面开着技能抽取 我的三眼怪在场上被炸了 还能检索吗", "must"),
    ],
)
def test_a_deed_asked_for_under_a_negation_comes_to_nothing(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    "question",
    ["can i chain raigeki to my opp's spell", "能连锁对面的魔法发动黑洞吗", "can i chain dark hole to raigeki"],
)
def test_a_slow_spell_is_chained_to_nothing(asked, question):
    assert asked(question)["verdict"] == "no"


def test_what_was_used_right_before_is_what_did_it(asked):
    told = asked("对方发动「雷击」，我的「三眼怪」被破坏送去墓地。三眼怪的效果能发动吗？")
    assert told["verdict"] == "must"
    [source] = {event["source"] for event in told["question"]["form"]["given"]["happened"]}
    assert source == "雷击"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("「蒲公英狮」为「冰帝 梅比乌斯」的上级召唤而被解放送去墓地。蒲公英狮的效果会发动吗？", "must"),
        ("「冰帝 梅比乌斯」上级召唤成功，它的效果必须发动吗？", "no"),
        ("氷帝メビウスの効果は強制ですか", "no"),
        ("三眼怪送墓的效果是强制发动的吗", "must"),
        ("月の書を裏側守備のモンスターに使える？", "no"),
        ("场上有表侧表示的「王宫的通告」时，对方发动「神之宣告」。神之宣告的效果会被无效吗？", "yes"),
    ],
)
def test_whom_it_befell_and_what_is_asked_of_it(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_what_left_the_graveyard_since_is_not_there(asked):
    told = "「星尘龙」解放自身无效了「雷击」，之后墓地的星尘龙被对方的「D.D.乌鸦」除外。结束阶段星尘龙还能特殊召唤吗？"
    assert asked(told)["verdict"] == "no"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("我的炎属性怪兽被对方的怪兽战斗破坏了，圣炎王 迦楼多尼克斯①能发动吗", "yes"),
        ("我的水属性怪兽被对方的怪兽战斗破坏了，圣炎王 迦楼多尼克斯①能发动吗", "no"),
        ("对方的炎属性怪兽被我的怪兽战斗破坏了，圣炎王 迦楼多尼克斯①能发动吗", "no"),
        ("我召唤了一只闪刀姬，闪刀姬－萝杰①能发动吗", "yes"),
        ("我召唤了一只北斗天熊，闪刀姬－萝杰①能发动吗", "no"),
        ("my fire monster was destroyed by battle, can i activate legendary fire king ponix", "yes"),
        ("my water monster was destroyed by battle, can i activate legendary fire king ponix", "no"),
        ("自分の炎属性モンスターが戦闘で破壊された時、聖炎王ガルドニクスの①の効果は使えますか", "yes"),
        ("相手の炎属性モンスターが戦闘で破壊された時、聖炎王ガルドニクスの①の効果は使えますか", "no"),
    ],
)
def test_a_monster_without_a_name_is_whose_and_what_it_is_told_to_be(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    "question",
    [
        "三眼怪被对面的黑洞炸了，三眼怪的效果能发动吗",
        "三眼怪被我自己的黑洞炸了 能检索吗",
        "我的三眼怪被对面的激流葬炸死了 还能检索吗",
    ],
)
def test_who_stands_before_a_passive_was_destroyed_by_the_other(asked, question):
    assert asked(question)["verdict"] == "must"


def test_what_is_paid_for_an_activation_is_no_link_of_the_chain(asked):
    answer = asked("我方发动「闪电漩涡」，把手卡的「栗子球」送去墓地作为发动的代价。对方能连锁「神之宣告」吗？")
    assert answer["verdict"] == "yes"
    assert answer["question"]["respond_to"]["names"]["en"] == "Lightning Vortex"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("If Sangan is banished, can I search?", "no"),
        ("If Sangan is destroyed by an effect, does its effect activate?", "must"),
        ("If Sangan gets bounced, does it search?", "no"),
    ],
)
def test_what_is_told_behind_if_has_happened(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_card_destroyed_face_down_lay_so_before(asked):
    assert asked("里侧的三眼怪被战斗破坏，能检索吗")["verdict"] == "must"
    assert asked("里侧的食人虫被黑洞破坏，效果会发动吗")["verdict"] == "no"
