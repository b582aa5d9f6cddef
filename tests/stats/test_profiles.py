"""Operations taken from a card's profile."""

import msgspec
import pytest

from knowledge.data.profile import Card, Effect
from knowledge.problems import BadInput
from knowledge.stats import calculate, load_rulebook, read_request
from knowledge.stats.profiles import steps_from_effect

RULEBOOK = load_rulebook()


def card(name, type_, *effects, **more):
    return msgspec.convert({"id": name, "names": {"zh": name}, "type": type_, "effects": list(effects), **more}, Card)


def act(word, what="target", **more):
    return {"act": f"{word}-atk-def", "what": what, **more}


SHRINK = card(
    "收缩",
    "Spell / Quick-Play",
    {"number": 1, "kind": "activate", "does": [act("halve", stat="original-atk", amount="half", until="end-of-turn")]},
)
LOST_WIND = card(
    "迷途风",
    "Trap / Normal",
    {
        "number": 1,
        "kind": "activate",
        "does": [{"act": "negate-effect", "what": "target"}, act("halve", stat="original-atk", joined="also")],
    },
)
REBELLION = card(
    "暗叛逆XYZ龙",
    "Monster / Dragon / Xyz / Effect",
    {
        "number": 1,
        "kind": "ignition",
        "does": [
            act("halve", stat="atk", amount="half"),
            act("gain", "self", stat="atk", amount="atk-lost-by-target", joined="and-if-you-do"),
        ],
    },
    atk=2500,
    defence=2000,
)
MEGAMORPH = card(
    "巨大化",
    "Spell / Equip",
    {"number": 0, "kind": "activate", "does": [{"act": "equip", "what": "self", "to": "target"}]},
    {
        "number": 1,
        "kind": "continuous",
        "choices": [
            {"bullet": 1, "does": [act("double", "equipped", stat="atk", amount="double-original-atk")]},
            {"bullet": 2, "does": [act("halve", "equipped", stat="atk", amount="half-original-atk")]},
        ],
    },
)
CAT_SHARK = card(
    "猫鲨",
    "Monster / Sea Serpent / Xyz / Effect",
    {"number": 2, "kind": "quick", "does": [act("double", stat="both", amount="double-original")]},
    atk=500,
    defence=500,
)
RELEASE = card(
    "野性解放",
    "Spell / Normal",
    {"number": 1, "kind": "activate", "does": [act("gain", stat="atk", amount="target-def")]},
)
GEH = card(
    "蛇神 格",
    "Monster / Divine-Beast / Effect",
    {"number": 3, "kind": "continuous", "does": [act("halve", "battled", stat="atk", amount="half-original-atk")]},
)
VICE = card(
    "清净恶龙",
    "Monster / Dragon / Effect",
    {"number": 2, "kind": "continuous", "does": [act("set", "self", stat="atk", amount="double-battled-atk")]},
    atk="?",
    defence=0,
)
FIELD = ["monster-zone", "spell-zone", "field-zone", "pendulum-zone"]
SCRIPTURE = card(
    "禁忌的圣典",
    "Spell / Quick-Play",
    {
        "number": 1,
        "kind": "activate",
        "does": [
            {"act": "negate-effect", "which": {"zones": FIELD, "other": True}, "count": "all"},
            {"act": "calculate-with-original-values", "joined": "also"},
        ],
    },
)
POISON = card(
    "紫毒之魔术师",
    "Monster / Spellcaster / Pendulum / Effect",
    {"number": 1, "kind": "trigger", "part": "pendulum", "does": [act("gain", "battler", stat="atk", amount=1200)]},
    {"number": 1, "kind": "trigger", "does": [{"act": "destroy", "what": "target"}]},
)
CARDS = {c.id: c for c in (SHRINK, LOST_WIND, REBELLION, MEGAMORPH, CAT_SHARK, RELEASE, GEH, VICE, SCRIPTURE, POISON)}


def values_after(monster, *steps):
    request = read_request({"monster": monster, "steps": list(steps)})
    return calculate(request, RULEBOOK.last_order, CARDS.__getitem__).values


def pairs(monster, *steps):
    return [f"{values.atk}/{values.defence}" for values in values_after(monster, *steps)]


BLUE_EYES = {"name": "青眼白龙", "atk": 3000, "def": 2500}


def test_shrink_is_used_and_ends():
    assert pairs(BLUE_EYES, {"use": "收缩"}, {"end": "收缩"}) == ["3000/2500", "1500/2500", "3000/2500"]


def test_lost_wind_negates_first_and_halves_then():
    stealth = {"name": "机壳别名 愚钝", "atk": 2800, "def": 1000}
    own = {"do": "set", "stat": "original-atk", "by": "机壳别名 愚钝", "kind": "continuous", "value": 1800}
    values = values_after(stealth, own, {"use": "迷途风"})
    assert [part.atk for part in values[-1].parts] == [2800, 1400]
    assert "effect-is-carried-out-in-the-order-of-its-text" in {reason.rule for reason in values[-1].reasons}


def test_dark_rebellion_halves_its_target_and_gains_itself():
    assert pairs(BLUE_EYES, {"use": "暗叛逆XYZ龙"})[-1] == "1500/2500"
    rebellion = {"name": "暗叛逆XYZ龙"}
    assert pairs(rebellion, {"use": "暗叛逆XYZ龙", "value": 1450}, {"negate": "self"})[-1] == "3950/2000"


def test_an_amount_only_the_table_knows_has_to_be_given():
    with pytest.raises(BadInput, match="Step 1: the amount of “暗叛逆XYZ龙” depends on the table"):
        pairs({"name": "暗叛逆XYZ龙"}, {"use": "暗叛逆XYZ龙"})
    with pytest.raises(BadInput, match="depends on the table"):
        pairs({"name": "清净恶龙"}, {"use": "清净恶龙"})
    assert pairs({"name": "清净恶龙"}, {"use": "清净恶龙", "value": 6000})[-1] == "6000/0"


def test_a_card_with_several_such_effects_asks_which():
    with pytest.raises(BadInput) as refused:
        pairs(BLUE_EYES, {"use": "巨大化"})
    assert refused.value.accepted == ["effect: 1, choice: 1", "effect: 1, choice: 2"]
    assert pairs(BLUE_EYES, {"use": "巨大化", "choice": 1}, {"end": "巨大化"})[1:] == ["6000/2500", "3000/2500"]
    assert pairs(BLUE_EYES, {"use": "巨大化", "choice": 2})[-1] == "1500/2500"


def test_cat_shark_may_choose_itself_and_keeps_it_when_negated():
    assert pairs({"name": "猫鲨"}, {"use": "猫鲨"}, {"negate": "self"})[-1] == "1000/1000"


def test_a_monster_called_by_another_name_still_uses_its_own_effect():
    named = {"name": "ダーク・リベリオン", "atk": 2500, "def": 2000}
    renamed = msgspec.structs.replace(REBELLION, aliases=("ダーク・リベリオン",))
    request = read_request({"monster": named, "steps": [{"use": "暗叛逆XYZ龙", "value": 1000}]})
    assert calculate(request, {}, lambda name: renamed).final.atk == 3500


def test_a_gain_may_be_read_from_another_value_of_the_target():
    assert pairs({"name": "兽", "atk": 1900, "def": 1200}, {"use": "野性解放"})[-1] == "3100/1200"


def test_a_card_known_to_apply_last_does_so_when_used():
    assert pairs(BLUE_EYES, {"use": "蛇神 格"}, {"use": "收缩"})[1:] == ["1500/2500", "750/2500"]


def test_a_card_that_changes_no_value_is_refused():
    with pytest.raises(BadInput, match="has no effect on this monster"):
        pairs(BLUE_EYES, {"use": "巨大化", "effect": 0})


def test_an_effect_becomes_steps_without_any_card():
    effect = msgspec.convert(
        {"number": 1, "kind": "trigger", "does": [act("gain", "self", stat="atk", amount=500)]}, Effect
    )
    (step,) = steps_from_effect(effect, by="甲", role="self", own=True)
    assert (step.do, step.stat, step.value, step.affects, step.own) == ("gain", "atk", 500, "self-only", True)


def test_forbidden_scripture_changes_what_damage_calculation_reads_and_no_value():
    values = values_after(BLUE_EYES, {"use": "收缩"}, {"use": "禁忌的圣典"})
    assert (values[-1].atk, values[-1].defence) == (1500, 2500)
    assert values[-1].calculates_with_original


def test_forbidden_scripture_negates_the_continuous_effects_on_the_field_until_it_ends():
    field = {"do": "gain", "stat": "atk", "by": "炎舞-「天玑」", "kind": "continuous", "value": 100}
    rush = {"do": "gain", "stat": "atk", "by": "突进", "kind": "activated", "value": 700}
    steps = [field, rush, {"use": "禁忌的圣典"}, {"end": "禁忌的圣典"}]
    assert pairs(BLUE_EYES, *steps)[2:] == ["3800/2500", "3700/2500", "3800/2500"]


def test_a_boost_paid_for_with_destruction_ends_for_a_survivor():
    boost = {"do": "gain", "stat": "atk", "by": "野性解放", "of": "def", "until": "its-destruction"}
    values = values_after({"name": "兽", "atk": 1900, "def": 1200}, boost, {"end": "野性解放"})
    assert [v.atk for v in values] == [1900, 3100, 1900]
    assert "survivor-of-its-own-price-returns-to-its-values" in {reason.rule for reason in values[-1].reasons}


def test_an_effect_that_waits_is_not_touched_when_the_value_is_fixed():
    waiting = {"do": "note", "by": "我我我枪手"}
    later = {"do": "gain", "stat": "atk", "by": "我我我枪手", "value": 1000}
    halved = {"do": "halve", "stat": "atk", "by": "真龙的默示录"}
    reasons = {reason.rule for reason in values_after(BLUE_EYES, waiting, halved, later)[-1].reasons}
    assert "effect-that-had-not-applied-yet-still-applies" in reasons
    reasons = {reason.rule for reason in values_after(BLUE_EYES, halved, later)[-1].reasons}
    assert "activated-set-leaves-later-activations-alone" in reasons


def test_a_pendulum_effect_is_named_by_its_number():
    spellcaster = {"name": "某魔法师", "atk": 1500, "def": 1000}
    assert pairs(spellcaster, {"use": "紫毒之魔术师", "effect": "p1"})[-1] == "2700/1000"
    with pytest.raises(BadInput) as wrong:
        pairs(spellcaster, {"use": "紫毒之魔术师", "effect": "p7"})
    assert wrong.value.accepted == ["effect: p1"]
