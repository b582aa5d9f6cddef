"""Why: the rules that decided, with the exceptions that spoke and those that did not, as plain data."""

from functools import lru_cache
from typing import Any

from knowledge.desk import WindowAnswer
from knowledge.phrases import fact_in_words
from knowledge.rules.book import Book
from knowledge.rules.reasons import Decision, Reason
from service.presentation.citations import both, cited

_OUTCOMES = {"yes": "permits", "no": "forbids"}


def because(book: Book, shown: WindowAnswer) -> list[dict[str, Any]]:
    """The reasons of the gates that decided; gates whose plain default is open are left out."""
    closing = [d for d in shown.judgement.decisions if d.outcome not in ("yes", "")]
    told = closing or [d for d in shown.judgement.decisions if _exceptional(d)]
    if told:
        return [node for decision in told for node in because_of(book, decision)]
    agreeing = [r for d in shown.judgement.decisions for root in d.reasons for r in root.because]
    if agreeing:  # nothing was closed to begin with: what speaks in favour of this very effect says more than defaults
        return [reason(book, r) for r in agreeing]
    return [node for d in shown.judgement.decisions if d.gate == "when" for node in because_of(book, d)]


def because_of(book: Book, decision: Decision) -> list[dict[str, Any]]:
    """The reasons of one gate."""
    return [reason(book, r) for root in decision.reasons for r in _spoken(root)]


def _spoken(node: Reason) -> list[Reason]:
    """What is told of a gate: where an exception has spoken, however deep, that exception; else the rule itself."""
    if node.role != "defeated" and not _overruled(node):
        return [node]
    return [told for exception in node.because for told in _spoken(exception)] or [node]


def _overruled(node: Reason) -> bool:
    return any(below.role == "defeated" for below in node.because)


def _exceptional(decision: Decision) -> bool:
    return any(r.role == "defeated" or _overruled(r) for r in decision.reasons)


def reason(book: Book, node: Reason) -> dict[str, Any]:
    """One rule of the tree: what it says, where that stands, what it looked at, what it was defeated by or tried."""
    outcome, says, cites = _rule_told(book, node.rule)
    return {
        "rule": node.rule,
        "gate": node.gate,
        "role": node.role,
        "outcome": outcome,
        "says": says,
        "cites": cites,
        "facts": [fact_in_words(book, held) for held in node.facts],
        "children": [reason(book, child) for child in (*node.because, *node.tried)],
    }


@lru_cache(4096)  # answers share these parts: they are read, never changed
def _rule_told(book: Book, name: str) -> tuple[str, dict[str, str], list[str]]:
    rule = book.rules[name]
    return _OUTCOMES.get(rule.then, rule.then), both(rule.says), [cited(book, c) for c in rule.cites]
