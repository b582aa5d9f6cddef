"""Verdicts of one effect on one table at many moments: what does not look at the moment is worked out once.

Nobody writes down which facts look at the moment. The question notices when its window or its turn is read, and a fact,
or a gate, that was found without that holds for every moment.
"""

from dataclasses import dataclass, field
from typing import Any

from knowledge.data.cases import UNKNOWN, Table
from knowledge.data.profile import Card, Effect
from knowledge.deadline import look_up
from knowledge.rules.book import Book
from knowledge.rules.facts.table_facts.unread import MET
from knowledge.rules.gates import CompiledGate, outcome_of
from knowledge.rules.verdicts import Judgement, judged, of_outcomes, open_clauses, verdict_alone
from knowledge.table.situation import NOTHING_STATED, NeedsFact, Question, Situation
from knowledge.table.state import State

_NOT_YET = object()


class _WatchedQuestion(Question):
    """A question that counts how often its moment was looked at."""

    looks: int

    def __init__(self, window: str, turn: str, asked: "Moments") -> None:
        told = {"card": asked.card, "effect": asked.effect, "table": asked.table, "strangers": asked.strangers}
        self.__dict__.update(told, about="", at=(window, turn), looks=0)

    @property
    def window(self) -> str:
        """The window, looked at."""
        self.__dict__["looks"] += 1
        return str(self.__dict__["at"][0])

    @property
    def turn(self) -> str:
        """Whose turn it is, looked at."""
        self.__dict__["looks"] += 1
        return str(self.__dict__["at"][1])

    def look(self) -> None:
        """Something is used that was found by looking at the moment."""
        self.__dict__["looks"] += 1


@dataclass(slots=True)
class _SharedSituation(Situation):
    """One moment: `looked_up` is common to all moments, `of_moment` has what was found by looking at this one.

    What rests on what is not kept: nobody explains a verdict that stands alone.
    """

    watched: _WatchedQuestion = field(kw_only=True)
    of_moment: dict[str, Any] = field(default_factory=dict)
    state_looks: bool = False  # whether what applies on the table was settled by looking at the moment

    def value(self, fact: str) -> Any:
        """The value of a fact: stated, else derived, else assumed, else asked for."""
        value = self.of_moment.get(fact, _NOT_YET)
        if value is not _NOT_YET:
            self.watched.look()
            return value
        value = self.looked_up.get(fact, _NOT_YET)
        if value is not _NOT_YET:
            return value
        before = self.watched.looks
        value = self.told_or_derived(fact)
        if value is UNKNOWN:
            value = self.book.library.facts[fact].assume
            if value is None:
                raise NeedsFact(fact)
        kept = self.looked_up if self.watched.looks == before else self.of_moment
        kept[fact] = value
        return value

    @property
    def state(self) -> State:
        """What applies on the table now."""
        if self.settled is None:
            before = self.watched.looks
            self.settled = self.book.state_of(self)
            self.state_looks = self.watched.looks > before
        elif self.state_looks:
            self.watched.look()
        return self.settled


class Moments:
    """The verdicts of the rules on one effect, each moment asked for once."""

    def __init__(
        self, book: Book, card: Card, effect: Effect, table: Table = NOTHING_STATED, strangers: tuple[Card, ...] = ()
    ) -> None:
        self.book = book.knowing(strangers) if strangers else book
        self.card, self.effect, self.table, self.strangers = card, effect, table, strangers
        self._keys = self.book.keys_of(card, effect)
        self._facts: dict[str, Any] = {}
        self._outcomes: dict[tuple[str, int], str] = {}  # gate and kind of window → what it says at any moment
        self._asked_gates: set[str] = set()
        self._verdicts: dict[tuple[str, str], str] = {}
        self._heard: dict[tuple[str, str], int] = {}  # how many gates were heard, where they alone decided
        self._open = False  # whether a clause of a card on the table that nobody has read may apply

    def verdict(self, window: str, turn: str) -> str:
        """The verdict at a moment, without what it rests on."""
        at = (window, turn)
        if at not in self._verdicts:
            self._verdicts[at] = self._verdict(window, turn)
        return self._verdicts[at]

    def judged(self, window: str, turn: str) -> Judgement:
        """The verdict at a moment with its reasons."""
        told = judged(self.book, self._question(window, turn))
        self._verdicts[window, turn] = told.verdict
        if not told.branches and not told.missing and not self.effect.unread:
            self._heard[window, turn] = len(self.book.activation_gates)
        return told

    def is_same_by(self, other: Book, window: str, turn: str, explained: Judgement | None) -> bool:
        """Whether another law surely has the same verdict: no rule that is not in both bears on what was heard.

        Nothing but the conditions of those rules is looked at; where one holds, the other law has to be asked.
        """
        heard = self._heard.get((window, turn))
        if heard is None:
            return False
        hearing = explained.hearing if explained else None
        s = hearing.s if hearing else self._situation(window, turn)
        changed = self.book.changed_by(other)
        if not s.asked_gates.isdisjoint(changed):
            return False
        bearing = [
            rule.condition
            for gate in self.book.activation_gates[:heard]
            for rule in changed.get(gate.gate.gate, ())
            if (rule.windows is None or window in rule.windows) and (not rule.key or rule.key in self._keys)
        ]
        try:
            return not any(condition.holds(s) for condition in bearing)
        except NeedsFact:
            return False

    def _verdict(self, window: str, turn: str) -> str:
        look_up()
        found = None if self._open else self._plain(window, turn)
        if found is None:
            return verdict_alone(self.book, self._question(window, turn))
        unread = self.effect.unread and MET not in self.table.known
        return "depends" if unread and found in ("yes", "must") else found

    def _question(self, window: str, turn: str) -> Question:
        return Question(window, turn, self.card, self.effect, self.table, strangers=self.strangers)

    def _plain(self, window: str, turn: str) -> str | None:
        """What the gates say; nothing where a fact is missing, or what nobody has read may apply."""
        s = self._situation(window, turn)
        outcomes = []
        for gate in self.book.activation_gates:
            try:
                outcome = self._said(gate, s, window)
            except NeedsFact:
                return None
            outcomes.append(outcome)
            if outcome == "no":
                break
        if s.settled is not None and open_clauses(s):
            self._open = True
            return None
        if not self.effect.unread:
            self._heard[window, turn] = len(outcomes)
        return of_outcomes(self.effect, self.table, outcomes)

    def _situation(self, window: str, turn: str) -> _SharedSituation:
        watched = _WatchedQuestion(window, turn, self)
        s = _SharedSituation(self.book, watched, self.table.known, looked_up=self._facts, watched=watched)
        s.known_keys, s.asked_gates = self._keys, self._asked_gates
        return s

    def _said(self, gate: CompiledGate, s: _SharedSituation, window: str) -> str:
        """What a gate says, closed gates first: the first that is closed decides."""
        kind = gate.kind_of_window(window)
        known = self._outcomes.get((gate.gate.gate, kind))
        if known is not None:
            return known
        before = s.watched.looks
        outcome = outcome_of(gate, s, window, self._keys)
        if s.watched.looks == before:
            self._outcomes[gate.gate.gate, kind] = outcome
        return outcome
