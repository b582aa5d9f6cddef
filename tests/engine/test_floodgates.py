"""Locks and conditions on tables no ruling speaks of: what lies there decides, what is not shown is taken as met."""

import pytest

from service.asking import can_asked


def lies(card, side, zone="monster-zone"):
    return {"card": card, "side": side, "zone": zone, "face": "up"}


def verdict(desk, asked, *cards, at="main1", turn="own", **more):
    card, _, effect = asked.partition("/")
    question = {"card": card, "effect": effect or None, "at": at, "turn": turn, **more}
    if cards:
        question["given"] = {"cards": list(cards), **question.get("given", {})}
    return can_asked(desk, question).verdict


@pytest.mark.parametrize(
    ("asked", "lock", "expected"),
    [
        ("增援", lies("雷王", "opponent"), "no"),
        ("元素英雄 天空侠/1", lies("雷王", "opponent"), "yes"),  # it can still destroy
        ("D.D.乌鸦", lies("灵灭术师 海空", "opponent"), "no"),
        ("D.D.乌鸦", lies("灵灭术师 海空", "own"), "yes"),
        ("暗黑武装龙/1", lies("灵灭术师 海空", "opponent"), "no"),  # the cost is barred
        ("相剑大师－赤霄/2", lies("灵灭术师 海空", "opponent"), "yes"),  # the hand can pay
        ("D.D.乌鸦", lies("王家长眠之谷", "opponent", "field-zone"), "no"),
        ("死者苏生", lies("化石恐龙 肿头龙", "opponent"), "no"),
        ("死者苏生", lies("大天使 克里斯提亚", "own"), "no"),
    ],
)
def test_a_lock_stops_what_could_not_be_done(desk, asked, lock, expected):
    assert verdict(desk, asked, lock) == expected


def test_a_mandatory_effect_activates_though_a_lock_leaves_it_nothing_to_do(desk):
    assert verdict(desk, "三眼怪", lies("雷王", "opponent")) == "must"


@pytest.mark.parametrize(
    ("asked", "resolved", "expected"),
    [
        ("D.D.乌鸦", "古遗物-圣枪", "no"),
        ("强欲而贪欲之壶", "古遗物-圣枪", "no"),
        ("增援", "小丑与锁鸟", "no"),
        ("强欲之壶", "小丑与锁鸟", "no"),
        ("愚蠢的埋葬", "小丑与锁鸟", "yes"),
    ],
)
def test_what_a_hand_trap_left_behind_stops_it_for_the_turn(desk, asked, resolved, expected):
    assert verdict(desk, asked, given={"applied": [{"card": resolved, "by": "opponent"}]}) == expected


def test_an_empty_board_asked_for_is_not_one_with_a_monster(desk):
    monster = lies("青眼白龙", "own")
    assert verdict(desk, "PSY骨架装备·γ", monster, turn="opponent", respond_to="灰流丽") == "no"
    assert verdict(desk, "PSY骨架装备·γ", lies("青眼白龙", "opponent"), turn="opponent", respond_to="灰流丽") == "yes"
    assert verdict(desk, "多多迷宝・软绵雀精", monster, turn="opponent") == "no"


def test_one_card_in_the_gy_keeps_dimension_shifter_in_the_hand(desk):
    assert verdict(desk, "次元吸引者", lies("青眼白龙", "own", "gy"), turn="opponent") == "no"
    assert verdict(desk, "次元吸引者", lies("青眼白龙", "opponent", "gy"), turn="opponent") == "yes"


@pytest.mark.parametrize(("own", "theirs", "expected"), [(1, 2, "yes"), (2, 2, "no"), (2, 1, "no")])
def test_evenly_matched_counts_what_both_control(desk, own, theirs, expected):
    cards = [lies("青眼白龙", side) for side, many in (("own", own), ("opponent", theirs)) for _ in range(many)]
    given = {"cards": cards, "nothing_else_in": ["field"]}
    assert verdict(desk, "颉颃胜负/1", at="end-step", turn="opponent", given=given) == expected
