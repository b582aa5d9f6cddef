"""Why: the rules that decided, with the exceptions that spoke and those that did not, as plain data."""

from functools import lru_cache

from knowledge.desk import WindowAnswer
from knowledge.explanation.answer_records import Reason as Told
from knowledge.explanation.card_reasons import said_of_this_card
from knowledge.explanation.citations import both, cited
from knowledge.explanation.premises import premises
from knowledge.phrases import fact_in_words
from knowledge.rules.book import Book
from knowledge.rules.reasons import Decision, Reason
from knowledge.table.situation import Situation

_OUTCOMES = {"yes": "permits", "no": "forbids"}


def because(book: Book, shown: WindowAnswer, now: dict[str, str] | None = None) -> list[Told]:
    """A no: the gates that closed. A yes: the exceptions that opened a gate, then what kept the others open."""
    decisions, hearing = shown.judgement.decisions, shown.judgement.hearing
    s = hearing.s if hearing else None
    closing = [d for d in decisions if d.outcome not in ("yes", "")]
    if closing:
        return [node for decision in closing for node in because_of(book, decision, s, now)]
    opened = [node for d in decisions if _exceptional(d) for node in because_of(book, d, s, now)]
    kept_open = premises(book, s, decisions) if s else []
    favouring = [reason(book, r, s) for d in decisions for root in d.reasons for r in root.because]
    told = [*opened, *kept_open]
    return _each_gate_once([*told, *(node for node in favouring if not told or _of_the_card(book, node))])


def _of_the_card(book: Book, node: Told) -> bool:
    """Whether a reason speaks of this card, and not of every card the rule is about."""
    return bool(node["says"] != _rule_told(book, node["rule"])[1])


def _each_gate_once(nodes: list[Told]) -> list[Told]:
    """An exception that opened a gate says more than what kept it open: of a gate told twice the first way stays."""
    told: dict[str, str] = {}
    return [node for node in nodes if told.setdefault(node["gate"], node["role"]) == node["role"]]


def because_of(
    book: Book, decision: Decision, s: Situation | None = None, now: dict[str, str] | None = None
) -> list[Told]:
    """The reasons of one gate; `now` is the moment asked about, where it is not the one window that was judged."""
    return [reason(book, r, s, now) for root in decision.reasons for r in _spoken(root)]


def _spoken(node: Reason) -> list[Reason]:
    """What is told of a gate: where an exception has spoken, however deep, that exception; else the rule itself."""
    if node.role != "defeated" and not _overruled(node):
        return [node]
    return [told for exception in node.because for told in _spoken(exception)] or [node]


def _overruled(node: Reason) -> bool:
    return any(below.role == "defeated" for below in node.because)


def _exceptional(decision: Decision) -> bool:
    return any(r.role == "defeated" or _overruled(r) for r in decision.reasons)


def reason(book: Book, node: Reason, s: Situation | None = None, now: dict[str, str] | None = None) -> Told:
    """One rule of the tree: what it says, of this card where it can, where that stands, what it looked at or tried."""
    outcome, says, cites = _rule_told(book, node.rule)
    of_card = said_of_this_card(s, node, now) if s is not None else None
    facts = [fact_in_words(book, held) for held in node.facts]
    return {
        "rule": node.rule,
        "gate": node.gate,
        "role": node.role,
        "outcome": outcome,
        "says": of_card or says,
        "cites": cites,
        "facts": [says, *facts] if of_card else facts,
        "children": [*(reason(book, child, s, now) for child in node.because), *(reason(book, c) for c in node.tried)],
    }


@lru_cache(4096)  # answers share these parts: they are read, never changed
def _rule_told(book: Book, name: str) -> tuple[str, dict[str, str], list[str]]:
    rule = book.rules[name]
    return _OUTCOMES.get(rule.then, rule.then), both(rule.says), [cited(book, c) for c in rule.cites]
