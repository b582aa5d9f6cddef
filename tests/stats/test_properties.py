"""What holds for every sequence of effects."""

import string

from hypothesis import given
from hypothesis import strategies as st

from knowledge.stats import answer_of, calculate, load_rulebook, read_request

RULEBOOK = load_rulebook()
LAST = RULEBOOK.last_order

points = st.integers(min_value=0, max_value=5000)
printed = st.one_of(points, st.just("?"))
stats = st.sampled_from(["atk", "def", "both"])
any_stat = st.sampled_from(["atk", "def", "both", "original-atk", "original-def", "original-both"])
kinds = st.sampled_from(["activated", "continuous", "equip"])
monsters = st.fixed_dictionaries({"atk": printed, "def": printed})


@st.composite
def changes(draw, name):
    step = {"do": draw(st.sampled_from(["set", "gain", "lose", "halve", "double", "swap"])), "stat": draw(any_stat)}
    step |= {"by": name, "kind": draw(kinds), "own": draw(st.booleans())}
    step["affects"] = draw(st.sampled_from(["self-only", "others-too"]))
    if step["do"] in ("set", "gain", "lose"):
        step["value"] = draw(points)
    if not step["stat"].startswith("original") and draw(st.integers(0, 9)) == 0:
        step["reapply"] = True
    return step


@st.composite
def histories(draw, longest=10):
    """A monster and steps that may happen to it: changes, ends of applying effects, negations."""
    steps, lasting = [], []
    for name in string.ascii_lowercase[: draw(st.integers(1, longest))]:
        kind = draw(st.integers(0, 9))
        if kind < 7 or not lasting:
            steps.append(draw(changes(name)))
            lasting.append(name)
        elif kind < 8:
            steps.append({"end": lasting.pop(draw(st.integers(0, len(lasting) - 1)))})
        else:
            steps.append({"negate": "self"} if kind == 8 else {"restore": "self"})
    return draw(monsters), steps, lasting


def computed(monster, steps):
    return calculate(read_request({"monster": monster, "steps": steps}), LAST)


def final(monster, steps):
    values = computed(monster, steps).final
    return values.atk, values.defence, values.original_atk, values.original_def


def change(do, value, by, stat, kind="activated"):
    return {"do": do, "stat": stat, "by": by, "kind": kind, "value": value}


@given(histories(), points, stats, kinds)
def test_gaining_and_losing_the_same_changes_nothing(history, value, stat, kind):
    monster, steps, _ = history
    both = [change("gain", value, "up", stat, kind), change("lose", value, "down", stat, kind)]
    assert final(monster, steps + both) == final(monster, steps)


@given(histories(), points, points, stats, kinds)
def test_the_order_of_two_gains_does_not_matter(history, one, two, stat, kind):
    monster, steps, _ = history
    first, second = change("gain", one, "one", stat, kind), change("gain", two, "two", stat, kind)
    assert final(monster, [*steps, first, second]) == final(monster, [*steps, second, first])


@given(histories(), st.randoms(use_true_random=False))
def test_ending_all_effects_restores_the_printed_values(history, chance):
    monster, steps, lasting = history
    chance.shuffle(lasting)
    atk, defence = (0 if value == "?" else value for value in (monster["atk"], monster["def"]))
    assert final(monster, [*steps, *({"end": name} for name in lasting)]) == (atk, defence, atk, defence)


@given(histories(), st.sampled_from(["set", "halve", "double", "swap"]), points, st.randoms(use_true_random=False))
def test_a_fixed_value_is_not_changed_by_what_ends_before_or_after_it(history, do, value, chance):
    monster, steps, lasting = history
    steps = [step for step in steps if not step.get("reapply")]
    lasting = [name for name in lasting if any(step.get("by") == name for step in steps)]
    steps = [step for step in steps if "end" not in step or any(other.get("by") == step["end"] for other in steps)]
    fixing = change(do, value, "fix", "both")
    chance.shuffle(lasting)
    values = computed(monster, [*steps, fixing, *({"end": name} for name in lasting)]).values
    fixed = values[len(steps) + 1]
    assert all((later.atk, later.defence) == (fixed.atk, fixed.defence) for later in values[len(steps) + 1 :])


@given(histories())
def test_values_are_whole_numbers_from_zero_and_every_reason_is_a_rule(history):
    monster, steps, _ = history
    calculation = computed(monster, steps)
    assert len(calculation.values) == len(steps) + 1
    for values in calculation.values:
        assert min(values.atk, values.defence, values.original_atk, values.original_def) >= 0
        assert {reason.rule for reason in values.reasons} <= set(RULEBOOK.rules)


@given(histories())
def test_the_answer_speaks_both_languages_and_ends_with_the_final_values(history):
    monster, steps, _ = history
    answer = answer_of(computed(monster, steps), RULEBOOK)
    assert answer["final"]["atk"] == answer["values"][-1]["atk"]
    for values in answer["values"]:
        for reason in values["because"]:
            for sentences in (reason["says"], reason.get("here", reason["says"])):
                assert sentences["zh"]
                assert sentences["en"]
                assert "None" not in sentences["en"]
            assert reason["cites"]


@given(histories())
def test_a_negation_and_its_end_leave_other_cards_effects_alone(history):
    monster, steps, _ = history
    foreign = [{**step, "own": False} if "do" in step else step for step in steps]
    assert final(monster, [*foreign, {"negate": "self"}, {"restore": "self"}]) == final(monster, foreign)
