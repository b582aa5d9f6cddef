"""Every ruling run as a scenario with itself removed: the outcome for the right reason; and how far rules carry."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from knowledge.data.cases import Case, Ruling, Table, every_case
from knowledge.data.profile import Card, Effect
from knowledge.play import Played, play, read_scenario
from knowledge.problems import BadInput
from knowledge.rules.book import Book, Laws
from knowledge.rules.gates import Clash
from knowledge.rules.verdicts import Judgement, judged, matter_judged, strongest
from knowledge.stats import value_reasons as r
from knowledge.stats.changes import Rulebook, load_rulebook
from knowledge.stats.request import Monster, Request, read_request
from knowledge.stats.value_answer import calculate
from knowledge.table.situation import NOTHING_STATED, Question


class Bounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The values an effect accepts."""

    at_least: int = 0
    at_most: int | None = None


class Choosing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A monster where it lies, and the bounds an effect puts on what it may choose."""

    monster: Monster
    by: str = ""
    atk: Bounds | None = None
    defence: Bounds | None = msgspec.field(name="def", default=None)
    same_atk_as: Monster | None = None  # a text that asks for the ATK of another monster
    same_values: bool = False  # a text that asks for an ATK and a DEF of one value


def may_choose(asked: Choosing) -> tuple[bool, str]:
    """Whether the monster meets every bound, and the rule that decides."""
    now = calculate(Request(monster=asked.monster), {}).final
    rule = r.PRINTED
    if asked.same_atk_as is not None:
        other = calculate(Request(monster=asked.same_atk_as), {}).final
        return now.atk == other.atk, rule if isinstance(now.atk, int) else r.SAME_UNKNOWN
    if asked.same_values:
        known = isinstance(now.atk, int) and isinstance(now.defence, int)
        return known and now.atk == now.defence, rule if known else r.UNKNOWN_STAYS
    for bounds, value in ((asked.atk, now.atk), (asked.defence, now.defence)):
        if bounds is None:
            continue
        if not isinstance(value, int):
            return False, r.UNKNOWN_STAYS
        if value < bounds.at_least or (bounds.at_most is not None and value > bounds.at_most):
            return False, rule
    return True, rule


class ValueOutcome(NamedTuple):
    """What a case came to: what was computed, what the ruling states, and the rules used."""

    got: Any
    expected: Any
    rules: frozenset[str]
    because: str

    @property
    def agrees(self) -> bool:
        """Whether the numbers are the ruling's and the rule it names was used."""
        return bool(self.got == self.expected) and (not self.because or self.because in self.rules)


def run_case(case: Mapping[str, Any], rulebook: Rulebook, ended: Collection[tuple[str, str]] = ()) -> ValueOutcome:
    """Run one case by the law that has not ended: values step by step, or whether a monster meets a bound."""
    because = case.get("because", "")
    if "choose" in case:
        met, rule = may_choose(msgspec.convert(case["choose"], Choosing))
        return ValueOutcome("yes" if met else "no", case["expect"], frozenset([rule]), because)
    order, gone = rulebook.by(ended)
    calculation = calculate(read_request(case["stats"]), order, ended=gone)
    rules = frozenset(reason.rule for values in calculation.values for reason in values.reasons)
    got = [[values.atk, values.defence] for values in calculation.values]
    expected: Any = [list(pair) for pair in case["expect"]]
    if "expect_calculation" in case:
        final = calculation.final
        used = (
            [final.original_atk, final.original_def] if final.calculates_with_original else [final.atk, final.defence]
        )
        got, expected = [*got, used], [*expected, list(case["expect_calculation"])]
    if "expect_original" in case:
        got = [*got, [calculation.final.original_atk, calculation.final.original_def]]
        expected = [*expected, list(case["expect_original"])]
    return ValueOutcome(got, expected, rules, because)


@dataclass(frozen=True)
class Outcome:
    """How one case came out."""

    name: str
    ruling: str
    expected: str
    got: str
    because: str
    decided_by: tuple[str, ...]

    @property
    def right(self) -> bool:
        """The expected outcome, and by the rule the case names."""
        return self.got == self.expected and (not self.because or self.because in self.decided_by)

    def __str__(self) -> str:
        why = f", decided by {', '.join(self.decided_by) or 'nothing'}"
        wanted = f"{self.expected}" + (f" by {self.because}" if self.because else "")
        return f"{self.name}: expected {wanted}; the rules say {self.got}{why}"


@dataclass
class Count:
    """The derivation figures of one document, or of all."""

    rulings: int = 0
    cases: int = 0
    derived: int = 0
    exceptions: int = 0
    precedent_only: int = 0
    skipped: int = 0  # their cards are in no database at hand

    @property
    def rate(self) -> float:
        """Derived rulings among those that were run and that the documents do not call exceptions."""
        rest = self.rulings - self.exceptions - self.skipped
        return self.derived / rest if rest else 1.0


@dataclass
class Evaluation:
    """All outcomes, the figures, and the rulings the rules do not reach."""

    outcomes: list[Outcome] = field(default_factory=list)
    total: Count = field(default_factory=Count)
    documents: dict[str, Count] = field(default_factory=dict)
    editions: dict[str, Count] = field(default_factory=dict)  # by the law of each edition
    not_derived: list[tuple[str, str]] = field(default_factory=list)  # ruling, why (acknowledged)
    skipped: list[tuple[str, str]] = field(default_factory=list)  # ruling, the cards that no database at hand tells of
    failures: list[str] = field(default_factory=list)  # neither reached nor acknowledged, or acknowledged but reached


Strangers = Callable[[Card], Card | None]  # a card of no profile, by its names → as the user's database tells it


def nobody(card: Card) -> Card | None:
    """What is known of other cards where no database is imported."""
    return None


def evaluated(book: Book, strangers: Strangers = nobody) -> Evaluation:
    """Run every case by rules alone, by the law of its ruling's time, and by today's while the ruling is in force."""
    laws = Laws(book)
    cited = {c.doc for r in book.library.rulings.values() for c in r.cites}
    result = Evaluation(
        documents={name: Count() for name in sorted(cited & book.library.documents.keys())},
        editions={name: Count() for name in sorted(book.library.editions)},
    )
    for ruling in sorted(book.library.rulings.values(), key=lambda r: r.id):
        others = others_of(book, ruling)
        read = [card for other in others if (card := strangers(other))]
        if len(read) < len(others):
            _skip(result, ruling, others)
            continue
        by_law = {
            edition: [
                outcome_of(_knowing(law, read), ruling, name, case)
                for name, case in every_case(ruling)
                if not case.as_of
            ]
            for edition, law in laws_of(laws, ruling).items()
        }
        for edition, outcomes in by_law.items():
            _add(result.editions[edition], ruling, outcomes) if edition in result.editions else None
        outcomes = [_worst(of_one_case) for of_one_case in zip(*by_law.values(), strict=True)]
        outcomes += [
            outcome_of(_knowing(laws.on(c.as_of), read), ruling, n, c) for n, c in every_case(ruling) if c.as_of
        ]
        result.outcomes += outcomes
        _count(result, ruling, outcomes, from_a_database=bool(others))
    return result


def others_of(book: Book, ruling: Ruling) -> list[Card]:
    """The cards without a profile that the cases of a ruling speak of."""
    found: dict[str, Card] = {}
    names = book.names_of_others
    waiting: list[Any] = [msgspec.to_builtins(case) for case in ruling.cases] if names else []
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            waiting += part.values()
        elif isinstance(part, list | tuple):
            waiting += part
        elif isinstance(part, str):
            name = part.partition("/")[0]
            if name in names and (card := book.identified(name)):
                found[card.id] = card
    return [found[name] for name in sorted(found)]


def _knowing(book: Book, read: list[Card]) -> Book:
    return book.knowing(tuple(read)) if read else book


def _skip(result: Evaluation, ruling: Ruling, others: list[Card]) -> None:
    for count in _counts(result, ruling):
        count.rulings += 1
        count.skipped += 1
    result.skipped.append((ruling.id, ", ".join(card.names.zh for card in others)))


def laws_of(laws: Laws, ruling: Ruling) -> dict[str, Book]:
    """The laws a ruling is checked by: that of its documents' edition, and today's while it is in force."""
    library = laws.library
    documents = [library.documents[c.doc] for c in ruling.cites if c.doc in library.documents]
    oldest = min((d.edition for d in documents if d.edition), default="")
    found = {oldest: laws.of_edition(oldest)} if oldest and not ruling.from_ else {}
    if laws.today.in_force("rulings", ruling.id):
        found[max(library.editions, default="")] = laws.today
    span = laws.dates.spans.get(("rulings", ruling.id))
    return found or {"": laws.on(span.start.latest) if span else laws.today}


def law_of_its_time(laws: Laws, ruling: Ruling) -> Book:
    """The law by which a ruling was given."""
    return next(iter(laws_of(laws, ruling).values()))


def _worst(outcomes: tuple[Outcome, ...]) -> Outcome:
    return next((o for o in outcomes if not o.right), outcomes[0])


def outcome_of(book: Book, ruling: Ruling, name: str, case: Case) -> Outcome:
    """Run one case."""
    if case.stats or case.choose:
        computed = run_case(msgspec.to_builtins(case), load_rulebook(), book.ended)
        said = str(computed.expected), str(computed.got)
        return Outcome(name, ruling.id, *said, case.because, tuple(sorted(computed.rules)))
    if case.play:
        return _played(book, ruling, name, case)
    try:
        judgement = run(book, case)
    except Clash as clash:
        return Outcome(name, ruling.id, case.expect, "clash", case.because, tuple(clash.rules))
    return Outcome(
        name, ruling.id, case.expect, judgement.verdict, case.because, tuple(sorted(judgement.rules_that_decided()))
    )


def _played(book: Book, ruling: Ruling, name: str, case: Case) -> Outcome:
    """Play a case; what the player leaves out, and a step nobody can place, decide nothing."""
    expected = _line(case.expect) if isinstance(case.expect, dict) else str(case.expect)
    try:
        played = play(book, read_scenario(case.play))
    except BadInput as refused:
        by_a_rule = refused.kind in book.rules
        return Outcome(
            name,
            ruling.id,
            expected,
            "refused" if by_a_rule else "unknown",
            case.because,
            (refused.kind,) if by_a_rule else (),
        )
    except Clash as clash:
        return Outcome(name, ruling.id, expected, "clash", case.because, tuple(clash.rules))
    rules = {r for step in played.steps for d in step.decided for r in d.judgement.rules_that_decided()}
    rules |= {r for answer in played.asked for d in answer.decided for r in d.judgement.rules_that_decided()}
    left_out = any(step.not_simulated for step in played.steps)
    got = "unknown" if left_out else _came_to(played, case)
    return Outcome(name, ruling.id, expected, got, case.because, tuple(sorted(rules)))


def _came_to(played: Played, case: Case) -> str:
    """What a scenario came to, told of the same cards and in the same words as what is expected."""
    if not isinstance(case.expect, dict):
        return str(played.asked[-1].got) if played.asked else ""
    told = {
        key: {of: played.answers[key].get(of, False) for of in wanted}
        if isinstance(wanted, dict)
        else played.answers.get(key)
        for key, wanted in case.expect.items()
    }
    return _line(told)


def _line(told: dict[str, Any]) -> str:
    spread = {key: found if isinstance(found, dict) else {"": found} for key, found in told.items()}
    pairs = [(key, of, value) for key, found in spread.items() for of, value in found.items()]
    return ", ".join(f"{key} {of}: {value}" if of else f"{key}: {value}" for key, of, value in sorted(pairs, key=str))


def run(book: Book, case: Case) -> Judgement:
    """The rules' judgement on a case; a group of windows counts as its strongest window."""
    table = case.given or NOTHING_STATED
    turn = case.turn or table.turn
    name, _, number = (case.activate or case.of).partition("/")
    card = book.card_named(name)
    if case.asks:
        effect = _effect_asked(book, card, number, table) if card and number else None
        if card and number and effect is None:
            return Judgement("unknown")  # its text, as read, has no such effect
        about = case.about if card else case.of
        return matter_judged(book, case.asks, Question(case.at, turn or "own", card, effect, table, about=about))
    assert card is not None  # the checks refuse a case about an unknown card
    judgements = [
        judged(book, Question(window, side, card, effect, table))
        for effect in effects_meant(card, number)
        for window in book.windows_in_order(case.at)
        for side in ([turn] if turn else ["own", "opponent"])
    ]
    if not judgements:
        return Judgement("unknown")  # its text, as read, has no such effect
    best = strongest([j.verdict for j in judgements])
    chosen = next(j for j in judgements if j.verdict == best)
    if best == "no":  # every window is closed: any of the reasons may be the one the ruling names
        chosen.decisions = [d for j in judgements for d in j.decisions]
    return chosen


def _effect_asked(book: Book, card: Card, number: str, table: Table) -> Effect | None:
    """The effect a matter is about: of bullets that are effects of one number, the one its link has chosen."""
    meant = effects_meant(card, number)
    chosen = next((x.choice for x in table.chain if x.choice and book.card_named(x.card) is card), 1)
    return meant[chosen - 1] if len(meant) >= chosen > 0 else next(iter(meant), None)


def effects_meant(card: Card, number: str) -> list[Effect]:
    """The effects a case speaks of: one by its number (p1 for a pendulum effect), or all that are activated."""
    part = "pendulum" if number.startswith("p") else ""
    digits = number.removeprefix("p")
    if not digits:
        return card.activated_effects
    return [e for e in card.effects if e.number == int(digits) and (e.part == "pendulum") == bool(part)]


def _add(count: Count, ruling: Ruling, outcomes: list[Outcome]) -> None:
    count.rulings += 1
    count.cases += len(outcomes)
    if ruling.exception:
        count.exceptions += 1
    elif ruling.precedent:
        count.precedent_only += 1
    elif all(o.right for o in outcomes):
        count.derived += 1


def _counts(result: Evaluation, ruling: Ruling) -> list[Count]:
    return [result.total, *(result.documents[d] for d in {c.doc for c in ruling.cites} & result.documents.keys())]


def _count(result: Evaluation, ruling: Ruling, outcomes: list[Outcome], *, from_a_database: bool) -> None:
    derived = bool(outcomes) and all(o.right for o in outcomes)
    for count in _counts(result, ruling):
        _add(count, ruling, outcomes)
    acknowledged = ruling.exception or ruling.precedent
    if (
        from_a_database
    ):  # what its cards say depends on the user's database and the reader: told, but no fault of the data
        if not derived:
            why = "; ".join(str(o) for o in outcomes if not o.right)
            result.not_derived.append((ruling.id, why))
    elif acknowledged and derived:
        result.failures.append(f"{ruling.id}: marked as not derivable, but the rules reach it")
    elif acknowledged:
        result.not_derived.append((ruling.id, acknowledged.en))
    elif not derived:
        result.failures += [str(o) for o in outcomes if not o.right]
        result.not_derived.append((ruling.id, "; ".join(str(o) for o in outcomes if not o.right)))


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
        _add_measured(result, ruling, [_computed_without(o, gone) for o in outcomes], gone)
    return result


def _computed_without(outcome: Outcome, gone: frozenset[str]) -> Outcome:
    """A calculation cannot be run without its rules: one that used a rule which is taken out decides nothing."""
    if not gone & frozenset(outcome.decided_by):
        return outcome
    return Outcome(outcome.name, outcome.ruling, outcome.expected, "unknown", outcome.because, ())


def _add_measured(result: Measure, ruling: Ruling, outcomes: list[Outcome], gone: frozenset[str]) -> None:
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
