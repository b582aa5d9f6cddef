"""Every gate decides a situation, leaves a near miss alone, and names the fact it lacks when one is left out."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from knowledge.data.cases import Table
from knowledge.data.library import every_rule
from knowledge.data.profile import effects_numbered
from knowledge.data.yaml_files import read_yaml
from knowledge.problems import BadInput
from knowledge.rules.book import Laws
from knowledge.rules.conditions import every_test
from knowledge.rules.verdicts import Judgement, judged, matter_judged
from knowledge.stats import calculate, read_request
from knowledge.table.situation import Question
from service.loaded_desk import loaded_desk

BOOK = loaded_desk().book
LAWS = Laws(BOOK)
ASKED = ("activate", "of", "about", "at", "turn", "as_of")
# what the card's text, the window, the turn and the chain settle: nobody can leave it unknown
SETTLED = frozenset(
    (
        "effect", "effect.does", "trigger.event", "trigger.printed-event", "trigger.subject", "prints-damage-step",
        "timing", "turn", "printed-moment", "printed-turn-fits", "names-this-window", "names-whole-damage-step",
        "changes-values-on-the-field", "continuous-changes-values",
        "starts-by-hand", "who-starts-here", "chain-length", "chain-open", "opened-on-this-chain",
        "waits-for-activation", "answers-itself", "banishes-battled", "summon-can-come", "attacking-side-fits",
        "needs-battle-phase", "summons-first", "answered-summons-a-trap-alone",
        "needs-itself-on-the-field", "attack.turn-comes-first",
    )
)  # fmt: skip


def triples(decides: str) -> list[Any]:
    files = sorted((Path(__file__).parent / "triples").glob("*.yaml"))
    return [
        pytest.param(gate, triple, id=f"{gate}-{triple['rule']}-{n}")
        for file in files
        for gate, listed in read_yaml(file.read_text(encoding="utf-8")).value.items()
        for n, triple in enumerate(listed)
        if BOOK.gates[gate].gate.decides == decides
    ]


ACTIVATION, MATTERS = triples("activation"), triples("matter")
every_triple = pytest.mark.parametrize(("gate", "triple"), [*ACTIVATION, *MATTERS])


def variant(triple: dict[str, Any], which: str) -> dict[str, Any]:
    """The hit with what the variant changes; a part of the table that is null is taken away."""
    hit, changed = triple["hit"], triple[which]
    table = {**(hit.get("given") or {}), **(changed.get("given") or {})}
    return {**hit, **changed, "given": {k: v for k, v in table.items() if v is not None}}


def judgement(gate: str, told: dict[str, Any], **known: Any) -> Judgement:
    table = msgspec.convert(told.get("given") or {}, Table)
    table = msgspec.structs.replace(table, known={**table.known, **known})
    name, _, number = (told.get("activate") or told.get("of") or "").partition("/")
    card = BOOK.card_named(name)
    effect = effects_numbered(card, number)[0] if card and number else None
    about = told.get("about") or ("" if card else told.get("of") or "")
    question = Question(told.get("at") or "", told.get("turn") or "own", card, effect, table, about=about)
    book = LAWS.on(told["as_of"]) if told.get("as_of") else BOOK  # a rule that has ended is asked by its own law
    return judged(book, question) if told.get("activate") else matter_judged(book, told.get("asks") or gate, question)


@every_triple
def test_a_rule_decides_what_it_speaks_of(gate: str, triple: dict[str, Any]) -> None:
    got = judgement(gate, triple["hit"])
    assert got.verdict == triple["hit"]["expect"]
    assert triple["rule"] in got.rules_that_decided()
    assert BOOK.gate_of[triple["rule"]] == gate or BOOK.gates[gate].gate.computes


@every_triple
def test_one_thing_changed_takes_the_situation_out_of_the_rule(gate: str, triple: dict[str, Any]) -> None:
    hit, miss = triple["hit"], variant(triple, "near_miss")
    asked = [k for k in ASKED if hit.get(k) != miss.get(k)]
    tables = hit.get("given") or {}, miss["given"]
    assert len(asked) + sum(tables[0].get(k) != tables[1].get(k) for k in {*tables[0], *tables[1]}) == 1
    got = judgement(gate, miss)
    assert got.verdict == miss["expect"] != hit["expect"]
    assert triple["rule"] not in got.rules_that_decided()


@pytest.mark.parametrize(("gate", "triple"), [p for p in (*ACTIVATION, *MATTERS) if "unknown" in p.values[1]])
def test_what_is_left_out_is_asked_for_or_told_as_assumed(gate: str, triple: dict[str, Any]) -> None:
    told = variant(triple, "unknown")
    got, fact = judgement(gate, told), told["fact"]
    assert got.verdict == told["expect"]
    if got.verdict in ("depends", "unknown"):
        assert got.missing == fact
    else:
        assert fact in got.assumed
    if "value" in told:
        assert judgement(gate, told, **{fact: told["value"]}).verdict == triple["hit"]["expect"]
    else:
        assert got.verdict == "unknown"  # nothing a person could say in a word: the card or the moment itself


def test_every_gate_has_a_full_triple() -> None:
    full = {p.values[0] for p in (*ACTIVATION, *MATTERS) if "unknown" in p.values[1]}
    assert {name for name, g in BOOK.gates.items() if g.gate.decides != "calculation"} - full == set()


def test_every_rule_that_excepts_another_in_a_gate_of_activation_has_a_triple() -> None:
    rules = {r.id for g, r in every_rule(BOOK.library) if g.decides == "activation" and r.except_}
    assert rules - {p.values[1]["rule"] for p in ACTIVATION} == set()


def test_only_rules_that_nothing_unknown_can_turn_go_without_an_unknown() -> None:
    """Text and moment settle some rules; others only give the reason for what holds anyway."""
    without = {p.values[1]["rule"] for p in ACTIVATION} - {
        p.values[1]["rule"] for p in ACTIVATION if "unknown" in p.values[1]
    }
    asking = {}
    for name in without:
        rule = BOOK.rules[name]
        facts = {t.fact for t in every_test(compiled_rule(name).condition)} - SETTLED
        if facts and rule.then == "no":
            asking[name] = facts
    assert asking == {}


def compiled_rule(name: str) -> Any:
    """A rule as compiled, by the law of its time."""
    return BOOK._compiled.get(name) or LAWS.of_edition("2019-01")._compiled[name]


def halved(monster: dict[str, Any]) -> tuple[Any, set[str]]:
    steps = [{"do": "halve", "stat": "atk", "by": "盖尔", "kind": "activated"}]
    final = calculate(read_request({"monster": monster, "steps": steps}), {}).values[-1]
    return final.atk, {r.rule for r in final.reasons}


def test_the_calculation_rounds_half_a_point_leaves_whole_ones_alone_and_asks_for_a_value_nobody_told() -> None:
    rounded, whole = halved({"atk": 25}), halved({"atk": 26})
    assert (rounded[0], whole[0]) == (13, 13)
    assert "half-points-are-rounded-up" in rounded[1] - whole[1]
    with pytest.raises(BadInput) as wrong:
        halved({"name": "怪兽"})
    assert "ATK is not given" in wrong.value.says["en"]
