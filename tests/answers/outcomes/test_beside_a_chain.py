"""A chain is told, and what becomes of a card beside it is asked: the links are played in their order."""

import pytest


@pytest.mark.parametrize(("question", "verdict"), [
    ("我方场上有「青眼白龙」，对方发动「雷击」，我连锁发动「旋风」破坏雷击。青眼白龙会被破坏吗", "yes"),
    ("我方场上有「青眼白龙」，对方发动「雷击」，我连锁发动「神之宣告」。青眼白龙会被破坏吗", "no"),
    ("对方发动黑洞，我连锁强制脱出装置把我的青眼白龙弹回手卡。青眼白龙会被破坏吗", "no"),
    ("对方以墓地的「电子龙」为对象发动「死者苏生」，我方连锁「旋风」破坏死者苏生。电子龙会被特殊召唤吗", "yes"),
    ("对方以墓地的「电子龙」为对象发动「死者苏生」，我方连锁「神之宣告」。电子龙会被特殊召唤吗", "no"),
    ("对方发动激流葬，我连锁神之宣告，对方再连锁魔宫的贿赂。我的青眼白龙会被破坏吗", "yes"),
    ("对方的电子龙直接攻击宣言时，我发动圣防护罩 -反射镜力-，对方连锁旋风破坏了它。电子龙会被破坏吗", "yes"),
    ("I activate Raigeki and my opponent chains Solemn Judgment. Is their Blue-Eyes White Dragon destroyed?", "no"),
    ("My opponent activates Dark Hole. I chain Book of Moon and turn my own Blue-Eyes White Dragon face-down. "
     "Is it still destroyed by Dark Hole?", "yes"),
    ("My opponent activates Monster Reborn targeting Blue-Eyes White Dragon in my graveyard. I chain D.D. Crow and "
     "banish that Blue-Eyes White Dragon. Is Blue-Eyes White Dragon Special Summoned?", "no"),
    ("相手がサンダー・ボルトを発動し、自分は神の宣告をチェーンしました。自分の青眼の白龍は破壊されますか", "no"),
    ("相手がブラック・ホールを発動し、自分はスケープ・ゴートをチェーンしました。青眼の白龍は破壊されますか", "yes"),
])  # fmt: skip
def test_what_becomes_of_a_card_beside_the_chain_is_played(asked, question, verdict):
    answer = asked(question)
    assert (answer["verdict"], answer["not_considered"]) == (verdict, [])


@pytest.mark.parametrize("question", [
    "我方场上有「青眼白龙」，对方发动「雷击」，我连锁发动「旋风」，青眼白龙装备着装备卡。青眼白龙会被破坏吗",
    "对方发动「雷击」，我连锁发动「旋风」，下个回合青眼白龙会被破坏吗",
    "我方场上有「青眼白龙」，对方发动「雷击」，我连锁发动「旋风」并咕噜了一张卡。青眼白龙会被破坏吗",
])  # fmt: skip
def test_what_a_play_would_leave_out_leaves_no_sure_verdict(asked, question):
    assert asked(question)["verdict"] not in ("yes", "no")


def test_a_chain_that_was_negated_counts_for_the_rest_of_the_turn_as_it_was_told(asked):
    told = "我方发动「光之护封剑」，对方连锁「神之宣告」把那个发动无效并破坏。"
    assert asked(told + "这个回合我能再发动一张光之护封剑吗")["verdict"] == "yes"


@pytest.mark.parametrize(
    ("question", "verdict", "moment"),
    [
        ("栗子球的效果能被灰流丽连锁吗", "no", "damage-step"),
        ("Can Honest be chained to Mystical Space Typhoon", "no", "main"),  # the spell does not come in the damage step
        ("欧尼斯特能被神之通告连锁吗", "yes", "main"),
    ],
)
def test_an_answer_is_looked_at_when_what_is_answered_can_come(asked, question, verdict, moment):
    answer = asked(question)
    assert (answer["verdict"], answer["question"]["at"]) == (verdict, moment)


@pytest.mark.parametrize(("question", "verdict"), [
    ("对方发动雷击，我连锁神之宣告，神之宣告会被无效吗", "no"),
    ("对方发动雷击，我连锁神之宣告，雷击会被无效吗", "yes"),
    ("对方发动强欲之壶，我连锁灰流丽，对方再连锁墓穴的指名者除外灰流丽，灰流丽的效果会被无效吗", "yes"),
    ("opponent activates raigeki, i chain solemn judgment, they chain dark bribe, is solemn judgment negated?", "yes"),
])  # fmt: skip
def test_the_link_that_is_asked_about_is_the_one_named_in_the_question(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict
    assert answer["because"][0]["cites"]


@pytest.mark.parametrize("question", [
    "我召唤的怪兽被激流葬破坏，它的召唤成功时的效果还能发动吗",
    "my monster was banished by bottomless trap hole, can it come back",
])  # fmt: skip
def test_what_did_it_is_not_taken_for_the_nameless_monster_asked_about(asked, question):
    assert asked(question)["verdict"] not in ("yes", "no", "must")
