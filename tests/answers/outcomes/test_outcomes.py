"""What becomes of a card that was answered: the chain is played, in three languages alike."""

import pytest

NOT_NEGATED = "对面发动强欲之壶 我连锁旋风把它炸了 他还抽吗"
STAYS_NO_MORE = "我发动炎舞天玑 对面连锁旋风把它炸了 还能检索吗"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        (NOT_NEGATED, "yes"),
        (STAYS_NO_MORE, "no"),
        ("灰流丽无效了增援 增援会被破坏吗", "no"),
        ("増援が灰流うららで無効になりました。増援は破壊されますか", "no"),
        ("Ash Blossom negated my Reinforcement of the Army. Is Reinforcement of the Army destroyed?", "no"),
        ("增援被神之宣告康了 增援会被破坏吗", "yes"),
        ("炎舞天玑被灰流丽康了 还留在场上吗", "yes"),
    ],
)
def test_the_chain_told_is_played(asked, question, verdict):
    answer = asked(question)
    assert answer["question"]["kind"] == "outcome"
    assert answer["verdict"] == verdict, answer["sentence"]


def test_where_a_negated_card_goes_is_said(asked):
    assert "除外" in asked("海龟坏兽 加美西耶勒康掉了增援 增援是送墓还是除外")["sentence"]["zh"]


def test_two_things_told_one_after_the_other_are_no_chain(asked):
    assert asked("我发动增援 下回合对面发动旋风 增援还会处理吗")["question"]["kind"] != "outcome"


def test_what_else_is_told_leaves_no_sure_verdict(asked):
    assert asked("增援被神之宣告康了 我咕噜了一张卡 增援会被破坏吗")["verdict"] == "depends"


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        ("超重力网在 4星能打吗", "yes"),
        ("超重力网在 3星能打吗", "no"),
        ("超重力网在 4星能打吗\n超量怪呢", "no"),
        ("Gravity Bind is on the field. Can my Number 39: Utopia attack?", "no"),
        ("光之护封剑在 我怪能攻击吗", "yes"),
    ],
)
def test_whether_it_may_attack_is_never_answered_the_wrong_way_round(asked, question, wrong):
    assert asked(question)["verdict"] != wrong


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("鸟铳士 卡斯泰尔这回合取除1个素材盖了怪，还能再取2个洗一张回卡组吗", "no"),
        ("Castel used its first effect this turn. Can it still use its second effect this turn?", "no"),
    ],
)
def test_one_of_several_effects_that_share_a_use_uses_up_the_others(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("我召唤被神之警告，我连锁盗贼的七道具康神之警告，召唤还成功吗", "yes"),
        ("My summon was hit by Solemn Judgment and I chained MST. Does the summon go through?", "no"),
        ("御前试合在场 我场上有光属性怪 暗属性怪能盖放吗", "yes"),
        ("自然兽在场 我卡组只剩1张 对面开魔法还能康吗", "no"),
        ("自然兽在场 我卡组还剩2张 对面开魔法还能康吗", "yes"),
    ],
)
def test_what_the_table_told_makes_of_it(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_discarded_spell_is_no_activation(asked):
    told = asked("我开魔力抽取 对面丢了一张魔法卡 他那张魔法还会被无效吗")
    assert told["verdict"] not in ("yes", "no", "must")


def test_what_was_negated_does_not_befall_the_monsters_it_was_meant_for(asked):
    told = asked("Mirror Force got negated by Solemn Judgment, are the attacking monsters destroyed?")
    assert told["verdict"] == "no"
    assert asked("激流葬被神之宣告无效了，我召唤的怪会被破坏吗")["verdict"] not in ("yes", "must")


@pytest.mark.parametrize(
    "question",
    [
        "对面用增殖的G，我连锁墓穴的指名者把它除外，对面这回合还能靠它抽卡吗",
        "对面发动增殖的G，我连锁灰流丽，对面这回合还能抽卡吗",
    ],
)
def test_what_was_negated_brings_nothing_through_the_turn_it_lasts(asked, question):
    assert asked(question)["verdict"] == "no"


def test_a_card_chained_to_another_copy_of_itself_saves_what_that_one_answered(asked):
    assert asked("连锁1强欲之壶，连锁2神之宣告，连锁3神之宣告，强欲之壶还能抽吗")["verdict"] == "yes"
    assert asked("连锁1强欲之壶，连锁2神之宣告，强欲之壶还能抽吗")["verdict"] == "no"


def test_a_cost_of_half_the_lp_is_told(asked):
    assert "half" in asked("神之宣告要付多少LP")["sentence"]["en"]
