"""Sentences of rulings, by the class of what they tell."""

import pytest


@pytest.mark.parametrize(("question", "verdict"), [
    ("银幕之镜壁把攻击无效，能发动翻倍机会吗", "yes"),
    ("对方无效了我的攻击，我能发动翻倍机会吗", "yes"),
    ("My attack was negated. Can I activate Double or Nothing!?", "yes"),
    ("攻撃が無効になった時、ダブル・アップ・チャンスを発動できますか？", "yes"),
])  # fmt: skip
def test_an_attack_that_was_negated_is_no_link_of_the_chain(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict
    assert [h["event"] for h in answer["question"]["form"]["given"]["happened"]] == ["attack-negated"]


def test_what_was_not_done_did_not_happen(asked):
    form = asked("对方无效了我的攻击，但没有特殊召唤怪兽，我能发动翻倍机会吗")["question"]["form"]
    assert [h["event"] for h in form["given"]["happened"]] == ["attack-negated"]


@pytest.mark.parametrize(("question", "verdict"), [
    ("召唤僧的效果能连锁对方的陷阱发动吗", "no"),
    ("魔导战士 破坏者的③效果能在连锁中发动吗", "no"),
    ("对方发动旋风，我的召唤僧的效果能在连锁中发动吗", "no"),
    ("对方发动效果，欧尼斯特的①能在连锁中发动吗", "no"),
])  # fmt: skip
def test_an_ignition_effect_is_chained_to_nothing(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(("question", "verdict"), [
    ("场上没有天空的圣域，对方发动旋风，我能连锁神罚吗", "no"),
    ("对方发动旋风，场上没有「天空的圣域」，能连锁神罚吗", "no"),
    ("对方发动死者苏生，墓地没有「青眼白龙」，能连锁灰流丽吗", "no"),
])  # fmt: skip
def test_a_card_that_is_told_not_to_be_there_stands_in_no_chain(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict
    assert "chain" not in answer["question"]["form"].get("given", {})


@pytest.mark.parametrize(("question", "verdict"), [
    ("对方发动死者苏生，能用凤翼的爆风把它弹回卡组吗", "no"),
    ("对方发动增援，我能用强制脱出装置把它弹回手卡吗", "no"),
])  # fmt: skip
def test_what_would_be_done_to_the_card_answered_is_aimed_at_it(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(("question", "side"), [
    ("对方唯一的手卡「黑洞」发动，手卡变成0张，我的PSY骨架王·Ω能连锁把他手牌除外吗", "opponent"),
    ("对方发动唯一的手牌「死者苏生」，我的PSY骨架王·Ω能连锁把他手牌除外吗", "opponent"),
])  # fmt: skip
def test_whose_hand_it_was_is_whose_hand_is_empty(asked, question, side):
    answer = asked(question)
    assert answer["question"]["form"]["given"]["hand"] == {side: 0}
    assert answer["verdict"] == "no"


@pytest.mark.parametrize(("question", "called"), [
    ("对方发动「强制转移」。对方发动强制转移时能连锁神之宣告吗", ["强制转移", "强制转移"]),
    ("「元素英雄 天空侠」召唤成功。天空侠的①能发动吗", ["元素英雄 天空侠", "天空侠"]),
    ("我方有「No.39 希望皇 霍普」。No.39①能发动吗", ["No.39 希望皇 霍普", "No.39"]),
])  # fmt: skip
def test_a_card_named_between_marks_is_known_again_without_them(asked, question, called):
    named = asked(question)["question"]["named"]
    assert [one["as"] for one in named][: len(called)] == called
    assert len({one["card"]["names"]["zh"] for one in named if one["as"] in called}) == 1


def test_a_token_that_is_doomed_is_one_that_the_cost_names(asked):
    assert asked("我的一只衍生物确定被战斗破坏，伤害计算后能发动弹幕回避吗")["verdict"] == "no"


@pytest.mark.parametrize("question", [
    "抽卡阶段开始时我能发动旋风吗",
    "准备阶段一开始能发动旋风吗",
])  # fmt: skip
def test_the_beginning_of_a_phase_is_in_it(asked, question):
    assert asked(question)["verdict"] == "yes"
