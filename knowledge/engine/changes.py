"""What would change a verdict: the single facts whose other value flips it."""

from dataclasses import dataclass
from typing import Any

from knowledge.engine.book import Book
from knowledge.engine.situation import NeedsFact, Question, Situation
from knowledge.engine.verdicts import domain, facts_looked_at, judged_with

MOST_CHANGES = 8


@dataclass(frozen=True, slots=True)
class Change:
    """One fact, the value it would need, and the verdict then."""

    fact: str
    value: Any
    verdict: str


def changes_that_flip(book: Book, question: Question, verdict: str) -> list[Change]:
    """The smallest changes: one fact of the table or the chain each, in the order the gates ask for them."""
    found = []
    stated = dict(question.table.known)
    facts, assumed = facts_looked_at(book, question)
    for fact in facts:
        record = book.library.facts[fact]
        if verdict != "no" and fact not in assumed:
            continue  # what stands in favour by the table itself is not in doubt
        if record.type not in ("yes-no", "choice") or (record.assume is None and fact not in ("turn",)):
            continue  # what the card's own text says does not change
        current = _current(book, question, fact)
        for value in domain(book, fact):
            if value == current:
                continue
            other = judged_with(book, question, {**stated, fact: value}).verdict
            if other != verdict and {other, verdict} != {"yes", "must"}:
                found.append(Change(fact, value, other))
    return found[:MOST_CHANGES]


def _current(book: Book, question: Question, fact: str) -> Any:
    try:
        return Situation(book, question, dict(question.table.known)).value(fact)
    except NeedsFact:
        return None
