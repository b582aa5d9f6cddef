"""Scenarios and calculations as the contract shapes them, and where the law of another day ends otherwise."""

from collections.abc import Callable
from typing import Any

from knowledge.data.profile import Card
from knowledge.desk import Desk
from knowledge.explanation import answer_records as told
from knowledge.explanation.answer_records import StatsAnswer
from knowledge.explanation.citations import both, cited
from knowledge.explanation.effect_sentences import words
from knowledge.explanation.other_days import differing
from knowledge.phrases import fact_in_words, phrase, phrases
from knowledge.play import Played, Scenario
from knowledge.play.report import Answered, Decided, StepReport
from knowledge.problems import BadInput
from knowledge.rules.book import Book
from knowledge.rules.gates import Reason
from knowledge.stats import Calculation, Request, answer_of, load_rulebook

_QUIET = ("moment-of", "damage-step-goes-on", "what-follows")  # told only by the window they lead to


def scenario_answer(desk: Desk, scenario: Scenario, strangers: tuple[Card, ...] = ()) -> told.ScenarioAnswer:
    """Play a scenario; the state after every step, reasons, the answers, and where another day's law ends otherwise.

    `strangers` are cards it names that the book does not hold: of those no more is known than what was read.
    """
    answer = _played(desk, scenario, strangers)
    differs = differing(desk, _outcome(answer), lambda other: _outcome_by(other, scenario, strangers), {})
    return {**answer, "law": {"differs": differs}}


def _outcome_by(desk: Desk, scenario: Scenario, strangers: tuple[Card, ...]) -> str:
    """What the scenario comes to by another law; a step that law forbids ends it."""
    try:
        return _outcome(_played(desk, scenario, strangers))
    except BadInput:
        return "-"


def _outcome(answer: told.ScenarioAnswer) -> str:
    """What a scenario comes to: the LP, and where the cards lie."""
    final = answer["answers"]
    lying = [f"{name}: {zone}" for name, zone in final["zone"].items()]
    return " · ".join([f"LP {final['lp']['own']}/{final['lp']['opponent']}", *lying])


def _played(desk: Desk, scenario: Scenario, strangers: tuple[Card, ...]) -> told.ScenarioAnswer:
    played = desk.scenario(scenario, strangers)
    for card in strangers:
        played.steps[0].suppose("text.read", card={"zh": card.names.zh, "en": card.names.en or card.names.zh})
    return played_as_data(desk.book.knowing(strangers) if strangers else desk.book, played)


def played_as_data(book: Book, played: Played) -> told.ScenarioAnswer:
    """What was played, as the contract shapes it."""
    scenario = played.scenario
    title = scenario.title if isinstance(scenario.title, str) else both(scenario.title)
    return {
        "title": {"zh": title, "en": title} if isinstance(title, str) else title,
        "says": both(scenario.says) if scenario.says else None,
        "cites": [cited(book, c) for c in scenario.cites],
        "steps": [_step(book, s) for s in played.steps],
        "answers": played.answers,
        "asked": [_answered(book, a) for a in played.asked],
        "right": played.right,
    }


def _step(book: Book, step: StepReport) -> told.ScenarioStep:
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


def _decided(book: Book, decided: Decided) -> told.Decided:
    gate = book.gates[decided.gate].gate if decided.gate in book.gates else None
    words = gate.words.get(decided.outcome) if gate else None
    roots = [r for d in decided.judgement.decisions if _is_told(d.outcome, decided) for r in d.reasons]
    spoken = [r for r in roots if decided.gate != "activation" or decided.outcome == "no" or r.role == "defeated"]
    return {
        "gate": decided.gate,
        "about": decided.about or None,
        "asks": both(gate.asks) if gate else None,
        "outcome": decided.outcome,
        "in_words": both(words) if words else None,
        "course": decided.gate in _QUIET,
        "rules": [_spoken(book, r) for root in spoken for r in _innermost(root)],
    }


def _is_told(outcome: str, decided: Decided) -> bool:
    """Of an activation that was refused, only the gates that closed are told."""
    return decided.gate != "activation" or decided.outcome != "no" or outcome == "no"


def _innermost(root: Reason) -> list[Reason]:
    return [leaf for c in root.because for leaf in _innermost(c)] or [root]


def _spoken(book: Book, node: Reason) -> told.SpokenRule:
    rule = book.rules[node.rule]
    return {
        "rule": node.rule,
        "gate": node.gate,
        "outcome": rule.then or node.outcome,
        "says": both(rule.says),
        "cites": [cited(book, c) for c in rule.cites],
        "facts": [fact_in_words(book, held) for held in node.facts],
    }


def _rule_of_values(rule: str) -> told.Decided:
    known = load_rulebook().spoken[rule]
    return {
        "gate": "stats",
        "about": None,
        "asks": None,
        "outcome": "",
        "in_words": None,
        "course": False,
        "rules": [
            {"rule": rule, "gate": "stats", "outcome": "", "says": known["says"], "cites": known["cites"], "facts": []}
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


def _answered(book: Book, answered: Answered) -> told.ScenarioAsked:
    return {
        "says": answered.says,
        "verdict": answered.got,
        "in_words": _in_words(book, answered.got),
        "expect": answered.expect,
        "right": answered.right,
        "because": answered.because or None,
        "reasons": [_decided(book, d) for d in answered.decided],
    }


def stats_answer(desk: Desk, request: Request, card_of: Callable[[str], Card]) -> StatsAnswer:
    """The values after every step, with reasons; `card_of` finds the cards the steps name."""

    def made(by: Desk) -> Calculation:
        return by.values(request, card_of)

    def rules(by: Desk) -> set[str]:
        return {reason.rule for values in made(by).values for reason in values.reasons}

    own = made(desk)

    def final(by: Desk) -> str:
        return _final(own if _is_same_by(own, desk, by) else made(by))

    differs = differing(desk, _final(own), final, {}, rules)
    return {**answer_of(own, load_rulebook()), "law": {"differs": differs}}


def _is_same_by(made: Calculation, desk: Desk, other: Desk) -> bool:
    """Whether the law of another day surely gives the same: nothing that differs between the two was looked at."""
    order, gone = load_rulebook().by(desk.book.ended)
    other_order, other_gone = load_rulebook().by(other.book.ended)
    ranked = order is other_order or made.ranked.isdisjoint(order.keys() | other_order.keys())
    return ranked and made.dated.isdisjoint(gone ^ other_gone)


def _final(made: Calculation) -> str:
    """The values the monster ends with, as a word."""
    return "/".join("-" if value is None else str(value) for value in (made.final.atk, made.final.defence))
