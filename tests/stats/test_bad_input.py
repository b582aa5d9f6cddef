"""Bad input is refused in one sentence that names the step, the value and what is accepted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.problems import BadInput
from knowledge.stats import answer_of, calculate, load_rulebook, parse_request, read_request
from knowledge.stats.request import STEP_KEYS, USE_KEYS

RULEBOOK = load_rulebook()
MONSTER = {"name": "青眼白龙", "atk": 3000, "def": 2500}
GAIN = {"do": "gain", "stat": "atk", "by": "突进", "value": 700}


def refusal(*steps, monster=MONSTER):
    with pytest.raises(BadInput) as refused:
        calculate(read_request({"monster": monster, "steps": list(steps)}), RULEBOOK.last_order)
    return refused.value


def test_an_unknown_operation_is_refused_with_the_nearest_one():
    wrong = refusal(GAIN, {**GAIN, "do": "halv"})
    assert wrong.says["en"].startswith("Step 2: do cannot be “halv”, perhaps halve")
    assert wrong.says["zh"].startswith("第 2 步：")
    assert wrong.field == "steps[2].do"
    assert "swap" in wrong.accepted


@pytest.mark.parametrize("value", [-1, -800, 10**7 + 1, 10**400, "700", 7.5, True, [700]])
def test_an_absurd_amount_is_refused(value):
    wrong = refusal(GAIN, GAIN, {**GAIN, "value": value})
    assert wrong.says["en"].startswith("Step 3: value cannot be")
    assert "0–10000000" in wrong.says["en"]


@pytest.mark.parametrize("key", ["atk", "def"])
@pytest.mark.parametrize("value", [-1, 10**7 + 1, "many", 1.5])
def test_an_absurd_monster_is_refused(key, value):
    wrong = refusal(monster={**MONSTER, key: value})
    assert f"{key} cannot be" in wrong.says["en"]
    assert "?" in wrong.accepted


def test_the_largest_value_is_accepted():
    final = calculate(read_request({"monster": MONSTER, "steps": [{**GAIN, "value": 10**7}]}), {}).final
    assert final.atk == 10**7 + 3000


def test_the_end_of_an_effect_that_never_applied_is_refused():
    wrong = refusal(GAIN, {"end": "收缩"})
    assert wrong.says["en"] == "Step 2: “收缩” is not applying, so end is not possible; accepted: 突进."
    assert wrong.accepted == ["突进"]


def test_an_effect_cannot_end_twice():
    assert refusal(GAIN, {"end": "突进"}, {"end": "突进"}).says["en"].startswith("Step 3:")


def test_the_amount_of_an_activated_effect_cannot_be_updated():
    assert refusal(GAIN, {"update": "突进", "value": 100}).says["en"].startswith("Step 2:")


@pytest.mark.parametrize("step", [{}, {"stat": "atk", "by": "突进", "value": 700}, {"by": "突进"}])
def test_a_step_that_says_nothing_is_refused(step):
    wrong = refusal(step)
    assert wrong.says["en"].startswith("Step 1: does not say what happens; accepted: do, end, negate, restore")


def test_a_step_that_says_two_things_is_refused():
    assert "do and end" in refusal({**GAIN, "end": "突进"}).says["en"]


@pytest.mark.parametrize(("key", "near"), [("stats", "stat"), ("kinds", "kind"), ("vaule", "value"), ("unti", "until")])
def test_an_unknown_key_is_refused_with_the_nearest_spelling(key, near):
    wrong = refusal({**GAIN, key: 1})
    assert f"has no key “{key}”, perhaps {near};" in wrong.says["en"]


@pytest.mark.parametrize(
    ("step", "word"),
    [
        ({**GAIN, "stat": "attack"}, "original-both"),
        ({**GAIN, "kind": "permanent"}, "continuous"),
        ({**GAIN, "affects": "all"}, "others-too"),
        ({**GAIN, "own": "yes"}, "True"),
        ({"negate": "other"}, "self"),
        ({"do": "gain", "stat": "atk", "by": "突进"}, "value"),
        ({"do": "gain", "by": "突进", "value": 1}, "original-def"),
        ({"do": "halve", "stat": "original-atk", "reapply": True}, "both"),
        ({"update": "突进"}, "value"),
        ({"end": ""}, "1–200"),
        ({"end": 5}, "1–200"),
        (["do", "gain"], "negate"),
        ("gain", "negate"),
        (None, "negate"),
    ],
)
def test_a_wrong_word_is_refused_with_the_accepted_ones(step, word):
    wrong = refusal(step)
    assert wrong.says["en"].startswith("Step 1: ")
    assert word in wrong.says["en"]
    assert word in wrong.says["zh"]


def test_def_of_a_monster_without_def_is_refused():
    assert "has no DEF" in refusal({**GAIN, "stat": "def"}, monster={"atk": 2300}).says["en"]


def test_a_monster_without_atk_is_refused():
    assert refusal(monster={"name": "青眼白龙"}).field == "monster.atk"


def test_a_card_cannot_be_used_where_no_profiles_are_at_hand():
    assert refusal({"use": "收缩"}).says["en"].startswith("Step 1:")


@pytest.mark.parametrize(
    "text", ["", "[]", "3", "monster: [", "{", "monster: {atk: 1}\nsteps: 5", "stepps: []", "a: &a [*a]", "\x00"]
)
def test_text_that_is_no_request_is_refused(text):
    with pytest.raises(BadInput) as refused:
        parse_request(text)
    assert refused.value.says["zh"]


def test_a_very_long_input_is_refused():
    with pytest.raises(BadInput, match="too long"):
        parse_request("#" * 1_000_001)


def test_too_many_steps_are_refused():
    with pytest.raises(BadInput, match="at most 1000 steps"):
        read_request({"monster": MONSTER, "steps": [GAIN] * 1001})


def test_deep_nesting_is_refused():
    with pytest.raises(BadInput):
        parse_request("[" * 20_000)


def test_json_is_read_like_yaml():
    request = parse_request('{"monster": {"atk": "?", "def": 0}, "steps": [{"do": "gain", "stat": "atk", "value": 5}]}')
    assert calculate(request, {}).final.atk == 5


words = st.sampled_from([*STEP_KEYS, *USE_KEYS, "x"])
odd = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    words,
    st.sampled_from(["self", "gain", "atk"]),
)


@pytest.mark.slow
@given(st.lists(st.one_of(odd, st.dictionaries(words, odd, max_size=6)), max_size=4), st.one_of(odd, st.just(MONSTER)))
def test_odd_input_is_answered_or_refused_and_never_breaks(steps, monster):
    refused = None
    try:
        answer = answer_of(calculate(read_request({"monster": monster, "steps": steps}), RULEBOOK.last_order), RULEBOOK)
    except BadInput as wrong:
        refused = wrong
    if refused is None:
        assert len(answer["values"]) == len(steps) + 1
    else:
        assert refused.says["zh"].endswith("。")
        assert refused.says["en"].endswith(".")


def test_aliases_that_stand_for_millions_of_values_are_refused():
    bomb = "&a [x, x]"
    for before, name in zip("abcdefghijklmnopqrstuvwxy", "bcdefghijklmnopqrstuvwxyz", strict=True):
        bomb = f"&{name} [{bomb}, *{before}]"
    with pytest.raises(BadInput, match="alias"):
        parse_request(f"monster: {{atk: 3000, def: 2500}}\nsteps:\n  - {{do: set, stat: atk, value: {bomb}}}\n")
