"""What would change a verdict: the single facts whose other value flips it."""

from dataclasses import dataclass
from typing import Any

from knowledge.engine.book import Book
from knowledge.engine.conditions import NeedsFact
from knowledge.engine.gates import CompiledGate, decided
from knowledge.engine.reasons import Decision
from knowledge.engine.situation import Question, Situation
from knowledge.engine.verdicts import domain, judged_with, together

MOST_CHANGES = 8


@dataclass(frozen=True, slots=True)
class Change:
    """One fact, the value it would need, and the verdict then."""

    fact: str
    value: Any
    verdict: str


class _Watched(dict[str, Any]):
    """What is stated, noting every fact that is looked for; inner situations look here too."""

    def __init__(self, stated: dict[str, Any]) -> None:
        super().__init__(stated)
        self.looked_for: set[str] = set()

    def get(self, fact: str, default: Any = None) -> Any:
        self.looked_for.add(fact)
        return super().get(fact, default)


@dataclass(slots=True)
class _Heard:
    """What one gate said as things stand, and every fact that took part in it."""

    gate: CompiledGate
    decision: Decision | None  # None: it needs a fact nobody stated
    facts: set[str]


def changes_that_flip(book: Book, question: Question, verdict: str) -> list[Change]:
    """The smallest changes: one fact of the table or the chain each, in the order the gates ask for them."""
    found: list[Change] = []
    stated = dict(question.table.known)
    heard, values, assumed = _heard(book, question, stated)
    for fact, current in values.items():
        record = book.library.facts[fact]
        if verdict != "no" and fact not in assumed:
            continue  # what stands in favour by the table itself is not in doubt
        if record.type not in ("yes-no", "choice") or (record.assume is None and fact not in ("turn",)):
            continue  # what the card's own text says does not change
        for value in domain(book, fact):
            if value == current:
                continue
            other = _verdict_with(book, question, stated, heard, fact, value)
            if other != verdict and {other, verdict} != {"yes", "must"}:
                found.append(Change(fact, value, other))
        if len(found) >= MOST_CHANGES:
            break
    return found[:MOST_CHANGES]


def _heard(
    book: Book, question: Question, stated: dict[str, Any]
) -> tuple[list[_Heard], dict[str, Any], dict[str, None]]:
    """Every gate heard by itself; the facts looked at with their values, in order, and those assumed."""
    heard: list[_Heard] = []
    values: dict[str, Any] = {}
    assumed: dict[str, None] = {}
    for gate in book.activation_gates:
        watched = _Watched(stated)
        s = Situation(book, question, watched)
        try:
            decision: Decision | None = decided(gate, s, explain=False)
        except NeedsFact:
            decision = None
        heard.append(_Heard(gate, decision, watched.looked_for))
        values |= {fact: value for fact, value in s.looked_up.items() if fact not in values}
        assumed |= dict.fromkeys(s.assumed)
    return heard, values, assumed


def _verdict_with(
    book: Book, question: Question, stated: dict[str, Any], heard: list[_Heard], fact: str, value: Any
) -> str:
    """The verdict if one fact were otherwise: only the gates it takes part in are heard again."""
    unmoved = [h.decision for h in heard if fact not in h.facts]
    if any(d is not None and d.outcome == "no" for d in unmoved):
        return "no"  # a gate stays closed whatever the others say
    changed = {**stated, fact: value}
    s = Situation(book, question, changed)
    try:
        moved = [decided(h.gate, s, explain=False) for h in heard if fact in h.facts]
    except NeedsFact:
        return judged_with(book, question, changed).verdict
    decisions = [d for d in (*unmoved, *moved) if d is not None]
    if len(decisions) < len(heard):
        return judged_with(book, question, changed).verdict  # a gate waits for another fact: branches decide
    return together(question, decisions, book.activation_gates)
