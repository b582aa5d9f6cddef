"""Scenarios: the player's report as plain data, for the command line, the API and the page."""

from contextlib import suppress
from typing import Any

import msgspec

from knowledge.data.law import Cite
from knowledge.data.profile import Card
from knowledge.desk import Desk
from knowledge.explanation.citations import both, cited
from knowledge.explanation.other_days import differing
from knowledge.phrases import fact_in_words, phrase, phrases
from knowledge.play import Played, Scenario, play
from knowledge.play.report import Answered, Decided, StepReport
from knowledge.play.scenario import Lying
from knowledge.problems import BadInput
from knowledge.rules.book import Book
from knowledge.rules.reasons import Reason
from knowledge.stats import load_rulebook
from service.lookup import card_by_name
from service.presentation.page_words import words

_QUIET = ("moment-of", "damage-step-goes-on", "what-follows")  # told only by the window they lead to


def scenario_answer(desk: Desk, scenario: Scenario) -> dict[str, Any]:
    """Play a scenario; the state after every step, reasons, the answers, and where another day's law ends otherwise."""
    answer = _played(desk, scenario)
    outcome = _outcome(answer)
    answer["law"] = {"differs": differing(desk, outcome, lambda other: _outcome_by(other, scenario), {})}
    return answer


def _outcome_by(desk: Desk, scenario: Scenario) -> str:
    """What the scenario comes to by another law; a step that law forbids ends it."""
    try:
        return _outcome(_played(desk, scenario))
    except BadInput:
        return "-"


def _outcome(answer: dict[str, Any]) -> str:
    """What a scenario comes to: the LP, and where the cards lie."""
    told = answer["answers"]
    lying = [f"{name}: {zone}" for name, zone in told["zone"].items()]
    return " · ".join([f"LP {told['lp']['own']}/{told['lp']['opponent']}", *lying])


def _played(desk: Desk, scenario: Scenario) -> dict[str, Any]:
    book, scenario, read = with_cards_found(desk, scenario)
    played = play(book, scenario)
    for card in read:
        played.steps[0].suppose("text.read", card={"zh": card.names.zh, "en": card.names.en or card.names.zh})
    return played_as_data(book, played)


def with_cards_found(desk: Desk, scenario: Scenario) -> tuple[Book, Scenario, list[Card]]:
    """The book with the imported cards a scenario names, and the scenario with nicknames spelt out."""
    found: dict[str, Card] = {}
    for name in {lying.card for lying in scenario.cards if lying.card and not desk.book.cards_named(lying.card)}:
        with suppress(BadInput):  # the player refuses what nobody knows, with the place where it stands
            found[name] = card_by_name(desk, name)
    if not found:
        return desk.book, scenario, []
    cards = tuple(_spelt_out(lying, found.get(lying.card)) for lying in scenario.cards)
    read = [c for c in dict.fromkeys(found.values()) if c.id not in desk.book.library.cards]
    return desk.book.knowing(tuple(read)), msgspec.structs.replace(scenario, cards=cards), read


def _spelt_out(lying: Lying, card: Card | None) -> Lying:
    if card is None:
        return lying
    return msgspec.structs.replace(lying, card=card.names.zh or card.id, called=lying.called or lying.card)


def played_as_data(book: Book, played: Played) -> dict[str, Any]:
    """What was played, as the contract shapes it."""
    scenario = played.scenario
    title = scenario.title if isinstance(scenario.title, str) else both(scenario.title)
    return {
        "title": {"zh": title, "en": title} if isinstance(title, str) else title,
        "says": both(scenario.says) if scenario.says else None,
        "cites": [_cite(book, c) for c in scenario.cites],
        "steps": [_step(book, s) for s in played.steps],
        "answers": played.answers,
        "asked": [_answered(book, a) for a in played.asked],
        "right": played.right,
    }


def _cite(book: Book, cite: Cite) -> str:
    return cited(book, cite)


def _step(book: Book, step: StepReport) -> dict[str, Any]:
    timing = book.library.timings[step.window]
    return {
        "step": step.number,
        "does": step.does,
        "at": step.window,
        "moment": both(timing.names),
        "happened": step.lines,
        "because": [_decided(book, d) for d in step.decided]
        + [_rule_of_values(rule) for rule in dict.fromkeys(step.rules)],
        "may_follow": [
            {"card": f.card, "called": f.handle, "effect": f.effect, "by": f.by, "verdict": f.verdict}
            for f in step.following
        ],
        "not_simulated": step.not_simulated,
        "assumed": step.assumed,
        "asked": [_answered(book, a) for a in step.answers],
        "state": step.state,
    }


def _decided(book: Book, decided: Decided) -> dict[str, Any]:
    gate = book.gates[decided.gate].gate if decided.gate in book.gates else None
    words = gate.words.get(decided.outcome) if gate else None
    roots = [r for d in decided.judgement.decisions if _is_told(d.outcome, decided) for r in d.reasons]
    told = [r for r in roots if decided.gate != "activation" or decided.outcome == "no" or r.role == "defeated"]
    return {
        "gate": decided.gate,
        "about": decided.about or None,
        "asks": both(gate.asks) if gate else None,
        "outcome": decided.outcome,
        "in_words": both(words) if words else None,
        "course": decided.gate in _QUIET,
        "rules": [_spoken(book, r) for root in told for r in _innermost(root)],
    }


def _is_told(outcome: str, decided: Decided) -> bool:
    """Of an activation that was refused, only the gates that closed are told."""
    return decided.gate != "activation" or decided.outcome != "no" or outcome == "no"


def _innermost(root: Reason) -> list[Reason]:
    return [leaf for c in root.because for leaf in _innermost(c)] or [root]


def _spoken(book: Book, node: Reason) -> dict[str, Any]:
    rule = book.rules[node.rule]
    return {
        "rule": node.rule,
        "gate": node.gate,
        "outcome": rule.then,
        "says": both(rule.says),
        "cites": [cited(book, c) for c in rule.cites],
        "facts": [fact_in_words(book, held) for held in node.facts],
    }


def _rule_of_values(rule: str) -> dict[str, Any]:
    told = load_rulebook().spoken[rule]
    return {
        "gate": "stats",
        "about": None,
        "asks": None,
        "outcome": "",
        "in_words": None,
        "course": False,
        "rules": [
            {"rule": rule, "gate": "stats", "outcome": "", "says": told["says"], "cites": told["cites"], "facts": []}
        ],
    }


def _in_words(book: Book, value: Any) -> dict[str, str]:
    """What was found, as a person says it: yes and no, a place, a cause, a moment, a verdict; figures stay figures."""
    if isinstance(value, bool):
        return words()["answer.yes" if value else "answer.no"]
    word = str(value)
    for key in (f"zone.{word}", f"cause.{word}", f"position.{word}", f"player.{word}", f"outcome.{word}"):
        if key in words():
            return words()[key]
    if word in book.library.timings:
        return both(book.library.timings[word].names)
    return phrase(f"short.{word}") if f"short.{word}" in phrases() else {"zh": word, "en": word}


def _answered(book: Book, answered: Answered) -> dict[str, Any]:
    return {
        "says": answered.says,
        "verdict": answered.got,
        "in_words": _in_words(book, answered.got),
        "expect": answered.expect,
        "right": answered.right,
        "because": answered.because or None,
        "reasons": [_decided(book, d) for d in answered.decided],
    }
