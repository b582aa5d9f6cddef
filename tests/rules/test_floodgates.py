"""Locks and conditions on tables no ruling speaks of: what lies there decides, what is not shown is taken as met."""

import pytest

from service.answers.ask_card import can_asked


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
        ("奈落的落穴", lies("人造人-念力震慑者", "opponent"), "no"),
        ("突破技能/2", lies("人造人-念力震慑者", "opponent"), "yes"),  # a trap in the GY is not on the field
        ("旋风", lies("人造人-念力震慑者", "opponent"), "yes"),
        ("蒲公英狮", lies("灵魂抽取", "opponent", "spell-zone"), "no"),
        ("增殖的G", lies("灵魂抽取", "opponent", "spell-zone"), "yes"),  # it is activated in the hand
        ("增殖的G", lies("精神抽取", "opponent", "spell-zone"), "no"),
        ("裁决之龙/1", lies("精神抽取", "opponent", "spell-zone"), "yes"),
        ("裁决之龙/1", lies("天岩户", "opponent"), "no"),
        ("月读命/1", lies("天岩户", "opponent"), "must"),  # a Spirit
        ("旋风", lies("星读之魔术师", "opponent", "pendulum-zone"), "yes"),  # nothing battles now
    ],
)
def test_a_lock_stops_what_could_not_be_done(desk, asked, lock, expected):
    assert verdict(desk, asked, lock) == expected


@pytest.mark.parametrize(
    ("asked", "lock", "expected"),
    [
        ("原始生命态 尼比鲁", lies("虚无空间", "opponent", "spell-zone"), "no"),  # the summon is one with the tributes
        ("渊兽 玛格纳姆特/11", lies("虚无空间", "opponent", "spell-zone"), "no"),
        ("原始生命态 尼比鲁", lies("烈风之结界像", "opponent"), "no"),
        ("原始生命态 尼比鲁", lies("闪光之结界像", "opponent"), "yes"),
        ("死者苏生", lies("烈风之结界像", "opponent"), "yes"),  # a WIND monster may be meant
        ("死者苏生", lies("虚无之统括者", "own"), "yes"),
        ("死者苏生", lies("虚无之统括者", "opponent"), "no"),
    ],
)
def test_a_lock_on_summons_stops_effects_that_have_to_summon(desk, asked, lock, expected):
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


MINE = lies("魔钟洞", "opponent", "field-zone")


@pytest.mark.parametrize(("own", "theirs", "expected"), [(2, 1, "no"), (1, 1, "yes"), (1, 2, "yes")])
def test_mystic_mine_binds_the_player_with_more_monsters(desk, own, theirs, expected):
    cards = [lies("青眼白龙", side) for side, many in (("own", own), ("opponent", theirs)) for _ in range(many)]
    given = {"cards": [MINE, *cards], "nothing_else_in": ["field"]}
    assert verdict(desk, "增殖的G", given=given) == expected


def test_a_lock_whose_condition_the_table_does_not_tell_makes_the_answer_depend(desk):
    assert verdict(desk, "增殖的G", MINE) == "depends"
    assert verdict(desk, "旋风", MINE) == "yes"


@pytest.mark.parametrize(
    ("own", "theirs", "expected"), [((), ("黑魔术师",), "no"), (("黑魔术师",), ("黑魔术师",), "yes")]
)
def test_the_village_asks_who_has_the_spellcasters(desk, own, theirs, expected):
    cards = [lies(c, side) for side, names in (("own", own), ("opponent", theirs)) for c in names]
    given = {"cards": [lies("魔法族之里", "opponent", "field-zone"), *cards], "nothing_else_in": ["field"]}
    assert verdict(desk, "增援", given=given) == expected


@pytest.mark.parametrize(
    ("asked", "link", "expected"),
    [
        ("灰流丽", "超融合", "no"),
        ("神之宣告", "超融合", "no"),
        ("效果遮蒙者", "冥王结界波", "no"),
        ("神之宣告", "冥王结界波", "yes"),  # only monsters may not answer
        ("神之通告", "访问码语者/2", "no"),
    ],
)
def test_a_text_that_admits_no_answer_says_by_what(desk, asked, link, expected):
    assert verdict(desk, asked, turn="opponent", respond_to=link) == expected


def test_a_prohibition_that_was_resolved_lasts(desk):
    dweller = {"applied": [{"card": "深渊的潜伏者", "by": "opponent"}]}
    assert verdict(desk, "蒲公英狮", given=dweller) == "no"
    assert verdict(desk, "灰流丽", given=dweller, turn="opponent", respond_to="增援") == "yes"
    wave = {"applied": [{"card": "大寒波", "by": "own"}]}
    assert verdict(desk, "旋风", given=wave) == "no"
