"""How far the rules carry beyond the rulings they were written for, and the profiles beyond the hand that wrote them.

`strict` takes a ruling out together with its private rules; `read` puts what the reader makes of the card texts in the
place of the profiles. A case that comes out otherwise than ruled is wrong with confidence where the verdict is a sure
one, and undecided where the desk said that it does not know.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from knowledge.checks.evaluation import Count, Outcome, Strangers, law_of_its_time, nobody, others_of, outcome_of
from knowledge.data.cases import Case, Ruling, every_case
from knowledge.data.profile import Card
from knowledge.rules.book import Book, Laws
from knowledge.table.situation import NOTHING_STATED

NOT_SURE = frozenset({"depends", "unknown", "undetermined", "clash", ""})


@dataclass
class Measure(Count):
    """The figures of one measure; the last two count cases."""

    wrong_with_confidence: int = 0
    undecided: int = 0


def private_rules(book: Book, outcomes: Iterable[Outcome]) -> dict[str, frozenset[str]]:
    """Ruling → the rules it rests on that decide the rulings of one card, or of one pattern, only."""
    rests: dict[str, set[str]] = defaultdict(set)
    for outcome in outcomes:
        for rule in outcome.decided_by:
            rests[rule].add(outcome.ruling)
    about = {ruling.id: _subjects(book, ruling) for ruling in book.library.rulings.values()}
    found: dict[str, set[str]] = defaultdict(set)
    for rule, rulings in rests.items():
        if rule in book.gate_of and frozenset.intersection(*(about[r] for r in rulings)):
            for ruling in rulings:
                found[ruling].add(rule)
    return {ruling: frozenset(rules) for ruling, rules in found.items()}


def measured(
    book: Book,
    rulings: Iterable[Ruling],
    taken_out: Mapping[str, frozenset[str]] | None = None,
    strangers: Strangers = nobody,
) -> Measure:
    """Run these rulings by rules alone, each without the rules that are taken out for it."""
    result, laws = Measure(), Laws(book)
    for ruling in rulings:
        gone = (taken_out or {}).get(ruling.id, frozenset())
        others = others_of(book, ruling)
        read = tuple(card for other in others if (card := strangers(other)))
        if len(read) < len(others):
            result.rulings += 1
            result.skipped += 1
            continue
        outcomes = []
        for name, case in every_case(ruling):
            law = laws.on(case.as_of) if case.as_of else law_of_its_time(laws, ruling)
            law = law.without(gone) if gone else law
            outcomes.append(outcome_of(law.knowing(read) if read else law, ruling, name, case))
        _add(result, ruling, [_computed_without(o, gone) for o in outcomes], gone)
    return result


def _computed_without(outcome: Outcome, gone: frozenset[str]) -> Outcome:
    """A calculation cannot be run without its rules: one that used a rule which is taken out decides nothing."""
    if not gone & frozenset(outcome.decided_by):
        return outcome
    return Outcome(outcome.name, outcome.ruling, outcome.expected, "unknown", outcome.because, ())


def _add(result: Measure, ruling: Ruling, outcomes: list[Outcome], gone: frozenset[str]) -> None:
    result.rulings += 1
    result.cases += len(outcomes)
    result.exceptions += bool(ruling.exception)
    result.precedent_only += bool(ruling.precedent and not ruling.exception)
    for outcome in outcomes:
        if outcome.got != outcome.expected:
            sure = outcome.got not in NOT_SURE
            result.wrong_with_confidence += sure
            result.undecided += not sure
    if not ruling.exception and not ruling.precedent:
        result.derived += bool(outcomes) and all(
            o.got == o.expected and (o.right or o.because in gone) for o in outcomes
        )


def _subjects(book: Book, ruling: Ruling) -> frozenset[str]:
    """What a ruling is about: the cards its own cases ask about, or the matter and moment where none is named."""
    found = set()
    for case in ruling.cases:
        if case.near_miss:
            continue
        if told := case.stats or case.choose:
            named = [told["monster"].get("name"), told.get("by"), *(s.get("by") for s in told.get("steps", []))]
            found |= {str(name) for name in named if name}  # a monster without a name is no card of its own
        elif case.play:
            found |= {str(card["card"]) for card in case.play.get("cards", []) if card.get("card")}
        else:
            card = _card_asked_about(book, case)
            found.add(card.id if card else f"{case.asks} {case.of} {case.at}")
    return frozenset(found or {ruling.id})


def _card_asked_about(book: Book, case: Case) -> Card | None:
    """The card a case names, or that lies on its table under the word it asks about."""
    name = (case.activate or case.of).partition("/")[0]
    if not name or (card := book.card_named(name)):
        return card if name else None
    table = case.given or NOTHING_STATED
    fighters = {"attacker": table.battle.attacker, "target": table.battle.defender} if table.battle else {}
    handle = fighters.get(name, name)
    lying = next((c for c in table.cards if handle in (c.called, c.card)), table.self)
    return book.card_named(lying.card) if lying and lying.card else None
