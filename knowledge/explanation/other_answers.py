"""What else is answered than `can`: matters, scenarios and calculations; and where the law of another day differs."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from knowledge.data.language import LANGUAGES, Both, both, listed
from knowledge.data.law import Cite, Gate
from knowledge.data.profile import Card
from knowledge.desk import Answer, Desk, MatterAnswer, WindowAnswer
from knowledge.explanation import answer_records as told
from knowledge.explanation.answer_records import Branch, Law, LawDiffers, Matter, MatterAsked, MatterReply, StatsAnswer
from knowledge.explanation.can_answer import assumed_facts, branch, card_identity, card_names, moment, precedent
from knowledge.explanation.citations import cited
from knowledge.explanation.effect_sentences import words
from knowledge.explanation.reason_tree import because_of
from knowledge.phrases import effect_named, fact_in_words, outcome_in_words, phrase, phrases
from knowledge.play import Played, Scenario
from knowledge.play.board.game import Answered, Decided, StepReport
from knowledge.problems import BadInput
from knowledge.rules.book import Book
from knowledge.rules.gates import Reason
from knowledge.stats import Calculation, Request, answer_of, load_rulebook


def matter_reply(desk: Desk, answer: MatterAnswer) -> MatterReply:
    """A matter that was decided, with everything the decision rests on."""
    book, shown = desk.book, answer.deciding
    return {
        "verdict": answer.verdict,
        "outcome": _outcome_said(answer.gate, answer.verdict),
        "outcomes": {v: _outcome_said(answer.gate, v) for v in _verdicts(answer)},
        "basis": shown.basis,
        "sentence": _sentence(answer),
        "question": _question(book, answer),
        "windows": {w.window: w.verdict for w in answer.windows if w.window},
        "because": [n for d in shown.judgement.decisions if d.outcome for n in because_of(book, d)],
        "rulings": [precedent(book, p) for p in shown.precedents],
        "assumed": assumed_facts(book, shown),
        "branches": _branches(book, answer, shown),
        "missing": both(book.library.facts[shown.judgement.missing].question) if shown.judgement.missing else None,
    }


def matter_listed(desk: Desk, gate: Gate) -> Matter:
    """One thing that can be asked: what it asks, of what, how it can come out, and a question to try."""
    rulings = [r for r in desk.book.library.rulings.values() if any(c.asks == gate.gate for c in r.cases)]
    tried = next((c for r in sorted(rulings, key=lambda r: r.id) for c in r.cases if c.asks == gate.gate), None)
    example: dict[str, object] = {"matter": gate.gate}
    if tried is not None:
        told = {"of": tried.of, "about": tried.about, "at": tried.at, "turn": tried.turn, "given": tried.given}
        example |= {key: msgspec.to_builtins(value) for key, value in told.items() if value}
    return {
        "matter": gate.gate,
        "names": both(gate.names),
        "asks": both(gate.asks),
        "outcomes": {o: _outcome_said(gate, o) for o in gate.outcomes},
        "about": {word: phrase(f"about.{word}") for word in gate.about},
        "rules": len(gate.rules),
        "rulings": len(rulings),
        "example": example,
    }


def _outcome_said(gate: Gate, outcome: str) -> Both:
    return outcome_in_words(gate, outcome) or phrase(f"matter.{outcome}")


def _verdicts(answer: MatterAnswer) -> list[str]:
    """Every verdict that occurs in an answer, each once."""
    waiting, found = [w.judgement for w in answer.windows], [answer.verdict, *(w.verdict for w in answer.windows)]
    while waiting:
        judgement = waiting.pop()
        found.append(judgement.verdict)
        waiting += [b.judgement for b in judgement.branches]
    return list(dict.fromkeys(found))


def _sentence(answer: MatterAnswer) -> Both:
    """The first line: of what, and how it comes out; where it is open, what was asked."""
    gate, verdict = answer.gate, answer.verdict
    told = outcome_in_words(gate, verdict)
    lead = phrase("matter.sentence", subject=_subject(answer), outcome=told) if told else None
    return lead or phrase(f"matter.sentence.{verdict}", subject=_subject(answer), asks=both(gate.asks))


def _subject(answer: MatterAnswer) -> Both:
    """What a sentence is about, ready to stand before it; nothing where the table as a whole is asked about."""
    if answer.card is not None:
        named = phrase("matter.card", card=card_names(answer.card), effect=effect_named(answer.effect))
        parts = [{lang: text.strip() for lang, text in named.items()}]
    else:
        parts = []
    if answer.about:
        key = f"about.{answer.about}"
        parts.append(phrase(key) if key in phrases() else dict.fromkeys(LANGUAGES, answer.about))
    return phrase("matter.subject", of=listed(parts)) if parts else dict.fromkeys(LANGUAGES, "")


def _question(book: Book, answer: MatterAnswer) -> MatterAsked:
    asks = both(answer.gate.asks)
    at = moment(book, answer.at, answer.turn) if answer.at else None
    understood = phrase("matter.understood.at", subject=_subject(answer), asks=asks, at=at) if at else None
    return {
        "kind": "matter",
        "matter": answer.gate.gate,
        "asks": asks,
        "card": card_identity(answer.card) if answer.card else None,
        "effect": answer.effect.number if answer.effect else None,
        "about": answer.about or None,
        "at": answer.at or None,
        "turn": answer.turn,
        "understood": understood or phrase("matter.understood", subject=_subject(answer), asks=asks),
    }


def _branches(book: Book, answer: MatterAnswer, shown: WindowAnswer) -> list[Branch]:
    """The values of the missing fact; where the windows differ among themselves, the windows."""
    if shown.judgement.branches:
        return [branch(book, b) for b in shown.judgement.branches]
    if answer.verdict != "depends":
        return []
    ask = both(book.library.facts["timing"].question)
    return [
        {
            "if": both(book.library.timings[w.window].names),
            "verdict": w.verdict,
            "fact": "timing",
            "value": w.window,
            "question": ask,
            "branches": [],
        }
        for w in answer.windows
    ]


@dataclass(frozen=True)
class Difference:
    """Another time's verdict: it held until a day, or holds from a day (or edition), by the desk of that time."""

    until: str
    from_: str
    verdict: str
    desk: Desk


def differences(desk: Desk, verdict: str, verdict_by: Callable[[Desk], str]) -> list[Difference]:
    """The other times whose law gives another verdict, the oldest first; nothing where the first edition's agrees."""
    history = desk.laws.history
    first, last = desk.under(history[0][1]), desk.under(history[-1][1])
    others = [other for other in (first, last) if other is not desk]
    if all(verdict_by(other) == verdict for other in others):
        return []
    told = [(day, desk.under(book)) for day, book in history]
    verdicts = [verdict if other is desk else verdict_by(other) for _, other in told]
    asked = next((n for n, (_, other) in enumerate(told) if other is desk), len(told) - 1)
    found: list[Difference] = []
    for n, (day, other) in enumerate(told):
        if verdicts[n] == verdict or (n and verdicts[n - 1] == verdicts[n] and (n - 1 < asked) == (n < asked)):
            continue
        after = next((m for m in range(n, len(told)) if verdicts[m] != verdicts[n]), None)
        until = told[after][0] if n < asked and after is not None else ""
        found.append(Difference(until, day if n > asked else "", verdicts[n], other))
    return found


def same_question(answer: Answer) -> Callable[[Desk], str]:
    """The verdict of another desk on the very question that was answered."""

    def ask(other: Desk) -> str:
        return other.verdict_on(answer)

    return ask


def law_of(desk: Desk, answer: Answer) -> Law:
    """Where another day's law answers this question otherwise, and how new the newest source of the answer is."""
    differs = differences(desk, answer.verdict, same_question(answer))
    return {"differs": [_told(desk, answer, d) for d in differs], "newest": _newest(desk, answer)}


def _told(desk: Desk, answer: Answer, difference: Difference) -> LawDiffers:
    other = difference.desk.can(answer.card, answer.effect, answer.at, answer.turn, answer.table, answer.strangers)
    changed = desk.book.ended ^ difference.desk.book.ended
    cites = [*_sources(difference.desk, other, changed), *_sources(desk, answer, changed)]
    says = _said(desk, difference, phrase(f"short.{difference.verdict}"))
    return _when(difference, {"verdict": difference.verdict, "says": says, "cites": list(dict.fromkeys(cites))})


def _when(difference: Difference, told: LawDiffers) -> LawDiffers:
    """What held at another time, until or from when first."""
    if difference.until:
        return {"until": difference.until, **told}
    return {"from": difference.from_, **told}


def differing(
    desk: Desk,
    verdict: str,
    verdict_by: Callable[[Desk], str],
    words: dict[str, dict[str, str]],
    rules_by: Callable[[Desk], Collection[str]] = lambda _: (),
) -> list[LawDiffers]:
    """Where another day's law decides a matter otherwise, with the sources of the rules that changed and decided."""
    return [
        _when(
            d,
            {
                "verdict": d.verdict,
                "says": _said(desk, d, words.get(d.verdict) or {"zh": d.verdict, "en": d.verdict}),
                "cites": [
                    cited(other.book, cite)
                    for other in (d.desk, desk)
                    for rule in sorted(set(rules_by(other)))
                    if ("rules", rule) in desk.book.ended ^ d.desk.book.ended and rule in other.book.rules
                    for cite in other.book.rules[rule].cites
                ],
            },
        )
        for d in differences(desk, verdict, verdict_by)
    ]


def _said(desk: Desk, difference: Difference, verdict: dict[str, str]) -> dict[str, str]:
    """Until or from when another verdict held, as a sentence."""
    edition = desk.book.library.editions.get(difference.until or difference.from_)
    day = both(edition.names) if edition else difference.until or difference.from_
    key = "law.until" if difference.until else "law.from"
    return phrase(key + (".edition" if edition else ""), day=day, verdict=verdict)


def _sources(desk: Desk, answer: Answer, changed: frozenset[tuple[str, str]]) -> list[str]:
    """Where what decided stands: the rules and rulings that changed, or all that decided where none of them did."""
    shown = answer.deciding.deciding if answer.deciding else None
    if shown is None:
        return []
    rules = sorted(shown.judgement.rules_that_decided())
    rulings = [p.ruling for p in shown.precedents if p.agrees is not None and ("rulings", p.ruling.id) in changed]
    new = [rule for rule in rules if ("rules", rule) in changed]
    found = [desk.book.rules[rule] for rule in new] + rulings
    return [cited(desk.book, cite) for record in found for cite in record.cites]


def _newest(desk: Desk, answer: Answer) -> str | None:
    """The day of the newest source the verdict rests on; of a document without a date, of its edition."""
    shown = answer.deciding.deciding if answer.deciding else None
    if shown is None:
        return None
    days = [_newest_of_rule(desk, rule) for rule in shown.judgement.rules_that_decided()]
    days += [_day_of(desk, cite) for p in shown.precedents if p.agrees is not None for cite in p.ruling.cites]
    return max(days, default="") or None


@lru_cache(4096)
def _newest_of_rule(desk: Desk, rule: str) -> str:
    return max((_day_of(desk, cite) for cite in desk.book.rules[rule].cites), default="")


def _day_of(desk: Desk, cite: Cite) -> str:
    library = desk.book.library
    document = library.documents.get(cite.doc)
    edition = library.editions.get(document.edition) if document else None
    return cite.date or (edition.day if edition else "")


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
