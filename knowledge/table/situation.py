"""A question on a table, and the facts a rule may ask of it: stated, derived from what is stated, or assumed."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from knowledge.data.cases import UNKNOWN, Battle, CardOnTable, Happening, Table, Unknown
from knowledge.data.profile import Card, Effect

if TYPE_CHECKING:
    from knowledge.rules.book import Book
    from knowledge.table.state import State

NOTHING_STATED = Table()
Truth = str | Unknown  # "yes", "no", or not known
Fact = Truth | int | frozenset[str]  # what a fact is: a word (yes, no, one of a choice), a number, a set of words
CALCULATED = "calculated battle"
TOLD = ("self", "cards", "battle", "chain", "happened", "account", "table", "anything", CALCULATED)  # of a table
_COUNTS = (
    "lp",
    "hand",
    "deck",
    "turn_number",
    "duels",
    "battle_phases",
    "nothing_else_in",
    "lacks",
)  # beside cards and events
_NOTHING: frozenset[str] = frozenset()
_MAYBE_CALCULATED = ("", "damage.calculation", "damage.after", "damage.end")


class NeedsFact(Exception):
    """A fact is needed that nobody has stated and nothing lets us assume."""

    def __init__(self, fact: str) -> None:
        super().__init__(fact)
        self.fact = fact


class NothingAsked(Exception):
    """A fact speaks of a card, effect or battle, and neither the question nor the table names one: it is not known."""


@dataclass(frozen=True)
class Question:
    """What is asked: an effect at a window of somebody's turn, on a table; or another matter about a card."""

    window: str
    turn: str = "own"
    card: Card | None = None
    effect: Effect | None = None
    table: Table = NOTHING_STATED
    about: str = ""  # which fighter, or which process, another matter is asked about
    strangers: tuple[Card, ...] = ()  # cards the table names that the book does not hold


@dataclass(frozen=True, eq=False, slots=True)
class Absent:
    """What facts are because the table tells of no more and the text has no more; one for each such lack."""

    always: dict[str, Fact] = field(default_factory=dict)  # at any moment; unknown where that is all that follows
    before_calculation: dict[str, Fact] = field(default_factory=dict)  # only where no damage can have been calculated


NOTHING_ABSENT = Absent()


@dataclass(frozen=True, slots=True)
class Passed:
    """Rules that are passed over because what they ask about is missing: the facts that say so, as they would ask."""

    facts: dict[str, Fact] = field(default_factory=dict)
    assumed: list[str] = field(default_factory=list)  # those of them that are unknown, and assumed


def told_by(table: Table) -> frozenset[str]:
    """What a table tells of."""
    account = bool(table.earlier or table.happened)
    lies = table.self is not None or table.battle is not None or bool(table.cards or table.chain or table.applied)
    told = {
        "self": table.self is not None,
        "cards": bool(table.cards),
        "battle": table.battle is not None,
        "chain": bool(table.chain),
        "happened": bool(table.happened),
        "account": account,
        "table": lies or account,
        "anything": lies or account or any(getattr(table, what) not in ({}, (), None) for what in _COUNTS),
    }
    return frozenset(subject for subject, is_told in told.items() if is_told)


def yes(claim: bool) -> str:
    """A claim as the value of a fact."""
    return "yes" if claim else "no"


def one_holds(answers: Collection[Fact]) -> Truth:
    """Whether one of several things holds: yes as soon as one does, unknown while one is not told."""
    return "yes" if "yes" in answers else UNKNOWN if UNKNOWN in answers else "no"


def all_hold(answers: Collection[Fact]) -> Truth:
    """Whether everything holds: no as soon as one does not, unknown while one is not told."""
    return "no" if "no" in answers else UNKNOWN if UNKNOWN in answers else "yes"


@dataclass(slots=True)
class Situation:
    """A question with its facts, each looked up once; it keeps which facts were looked for on the way to which."""

    book: "Book"
    question: Question
    stated: dict[str, Fact]  # answers to the engine's own questions, and the branch being tried
    looked_up: dict[str, Fact] = field(default_factory=dict)
    assumed: list[str] = field(default_factory=list)
    looked_for: list[str] = field(default_factory=list)  # in the order of asking, inner situations included
    spans: dict[str, tuple[int, int]] = field(default_factory=dict)  # fact → what was looked for to find it
    asked_gates: set[str] = field(default_factory=set)  # other gates heard on the way, by inner situations too
    settled: "State | None" = None  # what applies on the table, once somebody has asked
    before_the_fall: "State | None" = None  # and what applied when damage was calculated
    known_keys: frozenset[str] | None = None  # of the effect asked about, once a gate has looked
    lacking: Absent | None = None  # the facts that speak of what is missing here, once somebody has asked

    def __post_init__(self) -> None:
        if self.question.strangers:
            self.book = self.book.knowing(self.question.strangers)

    @property
    def absent(self) -> Absent:
        """What facts are here because what they speak of is missing."""
        if self.lacking is None:
            q = self.question
            told = told_by(q.table) if q.table is not NOTHING_STATED else _NOTHING
            self.lacking = self.book.without_subject(told, q.card, q.effect)
        return self.lacking

    def certainly_absent(self) -> Absent:
        """The same, where nothing was stated against it."""
        absent = self.absent
        return absent if not self.stated or absent.always.keys().isdisjoint(self.stated) else NOTHING_ABSENT

    def told_or_derived(self, fact: str) -> Fact:
        """What is stated of a fact, else what follows from the table; unknown where neither tells."""
        if self.stated and (stated := self.stated.get(fact, UNKNOWN)) is not UNKNOWN:
            return stated
        absent = self.lacking or self.absent
        if fact in absent.always:
            return absent.always[fact]
        if fact in absent.before_calculation and not self.may_be_calculated():
            return absent.before_calculation[fact]
        find = self.book.derived.get(fact)
        try:
            return UNKNOWN if find is None else find(self)
        except NothingAsked:
            return UNKNOWN

    def may_be_calculated(self) -> bool:
        """Whether damage may be calculated by now: there is a battle, or the moment is such a one or not told."""
        return self.question.table.battle is not None or self.question.window in _MAYBE_CALCULATED

    def value(self, fact: str) -> Fact:
        """The value of a fact: stated, else derived, else assumed, else asked for."""
        looked_for = self.looked_for
        looked_for.append(fact)
        known = self.looked_up.get(fact)
        if known is not None:
            return known
        start = len(looked_for)
        value = self.told_or_derived(fact)
        if len(looked_for) > start:
            self.spans[fact] = (start, len(looked_for))
        if value is UNKNOWN:
            value = self.book.assumes[fact]
            if value is None:
                self.spans.pop(fact, None)
                raise NeedsFact(fact)
            self.assumed.append(fact)
        self.looked_up[fact] = value
        return value

    def word(self, fact: str) -> str:
        """The value of a fact that is one word."""
        return str(self.value(fact))

    def words(self, fact: str) -> frozenset[str]:
        """The value of a fact that is a set of words."""
        value = self.value(fact)
        return value if isinstance(value, frozenset) else frozenset((str(value),))

    def passes(self, over: Passed) -> None:
        """Rules are passed over: the facts they would have asked about count as looked at."""
        if over.assumed:
            self.assumed += [fact for fact in over.assumed if fact not in self.looked_up]
        self.looked_up.update(over.facts)
        self.looked_for += over.facts

    @property
    def card(self) -> Card:
        """The card asked about, for what cannot be said without one."""
        if self.question.card is None:
            raise NothingAsked
        return self.question.card

    @property
    def effect(self) -> Effect:
        """The effect asked about, for what cannot be said without one."""
        if self.question.effect is None:
            raise NothingAsked
        return self.question.effect

    @property
    def own(self) -> CardOnTable:
        """The card asked about as it lies on the table, for what cannot be said without it."""
        if self.question.table.self is None:
            raise NothingAsked
        return self.question.table.self

    @property
    def battle(self) -> Battle:
        """The battle going on, for what cannot be said without one."""
        if self.question.table.battle is None:
            raise NothingAsked
        return self.question.table.battle

    @property
    def viewer(self) -> str:
        """The side the question is seen from: that of the card asked about, where it lies on the table."""
        own = self.question.table.self
        return own.side if own is not None else "own"

    @property
    def state(self) -> "State":
        """What applies on the table now."""
        if self.settled is None:
            self.settled = self.book.state_of(self)
        return self.settled

    def at_calculation(self) -> "Situation":
        """This situation as it was when damage was calculated: what the battle has beaten still applied then."""
        if self.state is self.before_the_fall or self.before_the_fall is None:  # the state is what finds both
            return self
        then = self.inside(self.question)
        then.settled = self.before_the_fall
        return then

    def inside(self, question: Question) -> "Situation":
        """Another question on the same table, on the way to a fact of this one."""
        inner = Situation(self.book, question, self.stated, looked_for=self.looked_for, asked_gates=self.asked_gates)
        inner.settled, inner.before_the_fall = self.settled, self.before_the_fall
        return inner

    def resting_on(self, wanted: Iterable[str], facts: Iterable[str]) -> dict[str, set[str]]:
        """Wanted fact → those of these facts, given in the order they were found, that rest on it, itself included."""
        basis: dict[str, set[str]] = {}
        resting = {fact: {fact} for fact in wanted}
        for fact in facts:
            span = self.spans.get(fact)
            if span is None:  # found without another
                continue
            below = {fact}
            for other in {*self.looked_for[span[0] : span[1]]}:
                found = basis.get(other)
                if found is None:
                    below.add(other)
                else:
                    below |= found
            basis[fact] = below
            for other in below & resting.keys():
                resting[other].add(fact)
        return resting

    def wider(self, fact: str, value: str) -> frozenset[str]:
        """A timing with everything that contains it."""
        return self.book.timings_around.get(value, frozenset((value,)))

    def keys(self) -> frozenset[str] | None:
        """The categories and acts by which rules about this effect are found; nothing where no effect is named."""
        if self.known_keys is None:
            card, effect = self.question.card, self.question.effect
            if card and effect:
                self.known_keys = self.book.keys_of(card, effect)
        return self.known_keys


def account(s: Situation) -> tuple[Happening, ...]:
    """Everything the table tells to have happened this turn, the newest last."""
    return (*s.question.table.earlier, *s.question.table.happened)
