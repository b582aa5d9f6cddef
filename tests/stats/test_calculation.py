"""The calculation beyond the document's own examples, and its two best known ones line by line."""

import pytest

from knowledge.stats import calculate, load_rulebook, read_request


def gain(value, by, stat="atk", kind="activated", **more):
    return {"do": "gain", "stat": stat, "by": by, "kind": kind, "value": value, **more}


def lose(value, by, stat="atk", kind="activated", **more):
    return gain(value, by, stat, kind, **more) | {"do": "lose"}


def do(operation, by, stat="atk", kind="activated", **more):
    return {"do": operation, "stat": stat, "by": by, "kind": kind, **more}


def rules_of(monster, *steps):
    request = read_request({"monster": monster, "steps": list(steps)})
    return [{reason.rule for reason in values.reasons} for values in calculate(request, {}).values]


def test_the_official_question_has_answer_d(values_after):
    assert values_after(
        "2100/1600",
        do("halve", "黑羽-疾风之盖尔", "both"),
        do("swap", "反转世界", "both"),
        do("halve", "收缩", "original-atk", until="end-of-turn"),
        {"do": "note", "by": "禁忌的圣典"},
        {"end": "收缩"},
    ) == ["2100/1600", "1050/800", "800/1050", "1050/1050", "1050/1050", "2100/1050"]


def test_blue_eyes_after_gale_and_shrink_is_3000_1250_when_the_turn_ends(values_after):
    assert values_after(
        "3000/2500",
        do("halve", "黑羽-疾风之盖尔", "both"),
        do("halve", "收缩", "original-atk", until="end-of-turn"),
        {"end": "收缩"},
    ) == ["3000/2500", "1500/1250", "1500/1250", "3000/1250"]


def test_a_monster_without_def_is_computed_by_its_atk_alone(rulebook):
    request = read_request({"monster": {"atk": 2300}, "steps": [do("halve", "盖尔", "both")]})
    final = calculate(request, rulebook.last_order).final
    assert (final.atk, final.defence, final.original_def) == (1150, None, None)


def test_half_a_point_is_rounded_up(values_after):
    assert values_after("1425/0", do("halve", "收缩", "original-atk"))[-1] == "713/0"
    assert values_after("1425/0", do("halve", "盖尔"))[-1] == "713/0"


def test_rounding_is_told_as_an_assumption(rulebook):
    assert rulebook.rules["half-points-are-rounded-up"].assumed
    assert "half-points-are-rounded-up" in rules_of({"atk": 25}, do("halve", "盖尔"))[-1]
    assert "half-points-are-rounded-up" not in rules_of({"atk": 26}, do("halve", "盖尔"))[-1]


def test_a_gain_after_an_original_change_survives_its_end(values_after):
    assert values_after("3000/0", do("halve", "收缩", "original-atk"), gain(700, "突进"), {"end": "收缩"}) == [
        "3000/0",
        "1500/0",
        "2200/0",
        "3700/0",
    ]


def test_a_second_activated_set_does_not_bring_the_first_one_back(values_after):
    steps = [do("set", "甲", value=1000), do("set", "乙", value=2000), {"end": "乙"}]
    assert values_after("3000/0", *steps)[-1] == "3000/0"


def test_a_continuous_gain_rests_through_two_sets_and_returns_after_both(values_after):
    steps = [
        gain(500, "场地", kind="continuous"),
        do("set", "甲", value=1000),
        do("set", "乙", value=2000),
        {"end": "乙"},
    ]
    assert values_after("3000/0", *steps) == ["3000/0", "3500/0", "1000/0", "2000/0", "3500/0"]


def test_a_continuous_gain_that_rested_returns_through_an_original_change(values_after):
    steps = [gain(100, "天玑", kind="continuous"), do("halve", "暗叛逆"), do("halve", "收缩", "original-atk")]
    assert values_after("2800/0", *steps, {"end": "收缩"})[-2:] == ["1500/0", "2900/0"]


def test_an_original_change_under_a_fixed_value_shows_only_in_the_original_value(rulebook):
    steps = [do("set", "甲", value=1000), do("halve", "收缩", "original-atk"), do("set", "乙", value=5000)]
    request = read_request({"monster": {"atk": 3000, "def": 0}, "steps": steps})
    final = calculate(request, rulebook.last_order).final
    assert (final.atk, final.original_atk) == (5000, 1500)


def test_megamorph_is_counted_again_under_shrink_and_after_it(values_after):
    steps = [do("double", "巨大化", kind="equip"), do("halve", "收缩", "original-atk"), {"end": "收缩"}]
    assert values_after("3000/2500", *steps) == ["3000/2500", "6000/2500", "3000/2500", "6000/2500"]


def test_an_activated_gain_after_a_continuous_set_counts(values_after):
    assert values_after("3000/0", do("double", "巨大化", kind="equip"), gain(700, "突进"))[-1] == "6700/0"


def test_the_later_of_two_continuous_sets_counts_until_it_ends(values_after):
    steps = [
        do("set", "甲", kind="continuous", value=1000),
        do("set", "乙", kind="equip", value=2000),
        {"end": "乙"},
        {"end": "甲"},
    ]
    assert values_after("3000/0", *steps) == ["3000/0", "1000/0", "2000/0", "1000/0", "3000/0"]


def test_own_continuous_effects_return_after_the_negation(values_after):
    own = gain(1200, "怪兽", kind="continuous", own=True)
    assert values_after("1000/0", own, {"negate": "self"}, {"restore": "self"})[1:] == ["2200/0", "1000/0", "2200/0"]


def test_own_activated_effects_do_not_return_after_the_negation(values_after):
    own = gain(1200, "怪兽", own=True, affects="self-only")
    assert values_after("1000/0", own, {"negate": "self"}, {"restore": "self"})[1:] == ["2200/0", "1000/0", "1000/0"]


def test_an_effect_of_another_card_is_not_negated_with_the_monster(values_after):
    assert values_after("1000/0", gain(700, "突进"), {"negate": "self"})[-1] == "1700/0"


def test_a_negation_ends_with_the_effect_that_negates(values_after):
    own = gain(1200, "怪兽", kind="continuous", own=True)
    assert values_after("1000/0", own, {"negate": "self", "by": "圣杯"}, {"end": "圣杯"})[-1] == "2200/0"


def test_two_negations_must_both_end(values_after):
    own = gain(1200, "怪兽", kind="continuous", own=True)
    negations = [{"negate": "self", "by": "圣杯"}, {"negate": "self", "by": "宋虎"}]
    assert values_after("1000/0", own, *negations, {"end": "圣杯"}, {"end": "宋虎"})[-2:] == ["1000/0", "2200/0"]


def test_a_negated_monster_activates_in_vain(values_after):
    own = gain(1200, "怪兽", own=True)
    assert values_after("1000/0", {"negate": "self"}, own, {"restore": "self"})[-1] == "1000/0"


def test_what_negation_stopped_lets_continuous_effects_return(values_after):
    steps = [lose(500, "物质主义", kind="continuous"), do("set", "怪兽", value=5000, own=True), {"negate": "self"}]
    assert values_after("2500/0", *steps) == ["2500/0", "2000/0", "5000/0", "2000/0"]


def test_an_effect_that_was_over_already_may_still_be_told_to_end(values_after):
    assert values_after("3000/0", gain(700, "突进"), do("halve", "盖尔"), {"end": "突进"})[-1] == "1850/0"


@pytest.mark.parametrize("first", ["银幕之镜壁", "邪神 恐惧之源"])
def test_an_effect_known_to_apply_last_is_recognised_by_its_name(values_after, first):
    assert values_after("3000/0", do("halve", first, kind="continuous"), gain(700, "突进"))[-1] == "1850/0"


def test_a_last_effect_that_sets_a_value_has_the_last_word(values_after):
    steps = [
        do("set", "邪神 神之化身", "both", "continuous", value=3100),
        gain(1000, "突进"),
        do("halve", "盖尔", "both"),
    ]
    assert values_after("?/?", *steps)[-1] == "3100/3100"


def test_the_order_of_last_effects_is_data():
    order = {name: place.figure for name, place in load_rulebook().last_order.items()}
    assert order["清净恶龙"] < order["银幕之镜壁"] < order["地球巨人 盖亚板块"] < order["超级漏洞人"] < order["子机"]
    assert order["邪神 神之化身"] == order["邪神 恐惧之源"] < order["子机"]
    former = {name: place.figure for name, place in load_rulebook().former_order.items()}
    assert former["银幕之镜壁"] < former["清净恶龙"]
    assert former["子机"] == former["邪神 神之化身"]


def test_only_a_pair_that_stands_in_one_known_order_is_told_apart():
    places = load_rulebook().last_order
    violet = places["转生炎兽 堇色奇美拉"]
    assert violet.is_told_from(places["清净恶龙"])
    assert violet.is_told_from(places["超级漏洞人"])
    assert not violet.is_told_from(places["银幕之镜壁"])
    assert not violet.is_told_from(places["子机"])
    assert not places["水龙"].is_told_from(places["子机"])


def test_off_the_field_an_unknown_value_stays_unknown(values_after):
    assert values_after("?/0", where="gy") == ["?/0"]
    assert values_after("?/0", where="field") == ["0/0"]


def test_a_value_that_means_nothing_in_a_step_is_reported(rulebook):
    request = read_request({"monster": {"atk": 100, "def": 0}, "steps": [do("halve", "甲", value=500)]})
    final = calculate(request, rulebook.last_order).final
    assert (final.atk, final.ignored) == (50, ("value",))


def test_amounts_may_differ_for_the_two_values(values_after):
    assert values_after("1000/1000", gain({"atk": 300, "def": 100}, "甲", "both"))[-1] == "1300/1100"


def test_every_step_has_a_reason():
    steps = [gain(100, "甲"), do("swap", "乙", "both"), {"end": "乙"}, {"negate": "self"}]
    assert all(rules_of({"atk": 1000, "def": 0}, *steps))


def test_what_was_negated_when_the_value_was_fixed_applies_after_the_negation(values_after):
    steps = [
        gain(1200, "怪兽", kind="continuous", own=True),
        {"negate": "self"},
        do("halve", "盖尔"),
        {"restore": "self"},
    ]
    assert values_after("1000/0", *steps) == ["1000/0", "2200/0", "1000/0", "500/0", "1700/0"]


def test_an_own_continuous_set_that_resumes_leaves_out_what_was_gained_meanwhile(values_after):
    own = do("set", "怪兽", kind="continuous", value=1200, own=True)
    steps = [own, {"negate": "self"}, gain(1000, "突进"), {"restore": "self"}]
    assert values_after("?/0", *steps) == ["0/0", "1200/0", "0/0", "1000/0", "1200/0"]


def test_an_order_of_last_effects_that_is_not_known_is_told(rulebook):
    def told(*names):
        steps = [do("halve", name, kind="continuous") for name in names]
        request = read_request({"monster": {"atk": 4000, "def": 0}, "steps": steps})
        return {reason.rule for reason in calculate(request, rulebook.last_order).final.reasons}

    assert "last-effects-without-a-known-order" in told("邪神 恐惧之源", "邪神 神之化身")
    assert "last-effects-without-a-known-order" in told("蛇神 格", "银幕之镜壁")
    assert "last-effects-have-their-present-order" in told("邪神 恐惧之源", "银幕之镜壁")


def test_a_swap_named_by_one_value_still_concerns_both(rulebook):
    request = read_request({"monster": {"atk": 100, "def": 900}, "steps": [do("swap", "反转世界", "atk")]})
    final = calculate(request, rulebook.last_order).final
    assert (final.atk, final.defence, final.ignored) == (900, 100, ("stat",))


def test_a_lasting_gain_that_stood_before_stays_out_when_its_amount_changes(values_after):
    """A gain of 0 for an empty graveyard is covered by the set value too; a text that first applies later is not."""
    own = gain(0, "铠黑龙-电子暗黑龙", kind="continuous", own=True)
    grown = own | {"value": 500}
    assert values_after("1000/1000", own, do("set", "墓地墓地的怨恨", value=0), grown)[-1] == "0/1000"
    assert values_after("1000/1000", do("set", "墓地墓地的怨恨", value=0), grown)[-1] == "500/1000"
