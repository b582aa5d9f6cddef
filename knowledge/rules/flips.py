"""What would change a verdict: the single facts whose other value flips it."""

from dataclasses import dataclass
from typing import Any

from knowledge.rules.gates import CompiledGate, decided
from knowledge.rules.reasons import Decision
from knowledge.rules.verdicts import Hearing, Judgement, domain, judged_with, together
from knowledge.table.situation import NeedsFact, Situation

MOST_CHANGES = 8


@dataclass(frozen=True, slots=True)
class Change:
    """One fact, the value it would need, and the verdict then."""

    fact: str
    value: Any
    verdict: str


def changes_that_flip(judgement: Judgement, verdict: str, most: int = MOST_CHANGES) -> list[Change]:
    """The smallest changes: one fact of the table or the chain each, in the order the gates ask for them."""
    found: list[Change] = []
    hearing = judgement.hearing
    if hearing is None:
        return found
    book, facts = hearing.s.book, hearing.facts()
    assumed, resting = set(hearing.s.assumed), hearing.s.resting_on(facts)
    closed = [book.gates[d.gate] for d in hearing.decisions if d.outcome == "no"]
    for fact, current in facts.items():
        record = book.library.facts[fact]
        if verdict != "no" and fact not in assumed:
            continue  # what stands in favour by the table itself is not in doubt
        if record.type not in ("yes-no", "choice") or (record.assume is None and fact not in ("turn",)):
            continue  # what the card's own text says does not change
        if verdict == "no" and any(gate.facts.isdisjoint(resting[fact]) for gate in closed):
            continue  # a gate stays closed whatever becomes of it
        others = [value for value in domain(book, fact) if value != current]
        for value, other in zip(others, _verdicts_with(hearing, facts, resting[fact], fact, others), strict=True):
            if other != verdict and {other, verdict} != {"yes", "must"}:
                found.append(Change(fact, value, other))
        if len(found) >= most:
            break
    return found[:most]


def _verdicts_with(
    hearing: Hearing, facts: dict[str, Any], resting: set[str], fact: str, values: list[Any]
) -> list[str]:
    """The verdict for each other value of a fact: only the gates that ask about what rests on it are heard again."""
    s, said = hearing.s, {d.gate: d for d in hearing.decisions}
    unmoved: list[Decision | None] = []
    moving: list[CompiledGate] = []
    for gate in s.book.activation_gates:
        if gate.facts.isdisjoint(resting):
            unmoved.append(said.get(gate.gate.gate))  # nothing said: it needs a fact nobody stated
        else:
            moving.append(gate)
    if any(d is not None and d.outcome == "no" for d in unmoved):
        return ["no"] * len(values)  # a gate stays closed whatever the others say
    untouched = {other: value for other, value in facts.items() if other not in resting}
    return [_verdict_with(s, unmoved, moving, untouched, {**s.stated, fact: value}) for value in values]


def _verdict_with(
    s: Situation,
    unmoved: list[Decision | None],
    moving: list[CompiledGate],
    untouched: dict[str, Any],
    stated: dict[str, Any],
) -> str:
    other = Situation(s.book, s.question, stated, dict(untouched))
    try:
        decisions = [*unmoved, *(decided(gate, other, explain=False) for gate in moving)]
    except NeedsFact:
        decisions = [None]
    spoken = [d for d in decisions if d is not None]
    if len(spoken) < len(decisions):
        return judged_with(s.book, s.question, stated).verdict  # a gate waits for another fact: branches decide
    return together(s.question, spoken, s.book.activation_gates)
