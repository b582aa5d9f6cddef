"""The one door: a question about a card, an effect and a moment → the verdict with everything it rests on."""

from dataclasses import dataclass, field
from functools import lru_cache

from knowledge.data.cases import Table
from knowledge.data.dates import Day
from knowledge.data.profile import Card, Effect
from knowledge.rules.book import Book
from knowledge.rules.laws import Laws
from knowledge.rules.precedents import Precedent, Precedents
from knowledge.rules.verdicts import Judgement, judged, of_several_effects, strongest, verdict_alone
from knowledge.table.situation import NOTHING_STATED, Question

ACTIVATED = ("activate", "ignition", "trigger", "quick")


@dataclass(slots=True)
class WindowAnswer:
    """The verdict for one effect in one window, on the turn that is most favourable if none was stated."""

    window: str
    turn: str
    verdict: str
    judgement: Judgement
    precedents: list[Precedent]
    turn_matters: bool = False

    @property
    def basis(self) -> str:
        """What the verdict rests on."""
        on_point = [p for p in self.precedents if p.agrees is not None]
        if not on_point:
            return "rule"
        return "rule+ruling" if all(p.agrees for p in on_point) else "ruling"


@dataclass(slots=True)
class EffectAnswer:
    """The verdicts for one effect in every window asked about."""

    effect: Effect
    windows: list[WindowAnswer]

    @property
    def verdict(self) -> str:
        """What may be done in one of the windows may be done."""
        return strongest([w.verdict for w in self.windows])

    @property
    def deciding(self) -> WindowAnswer:
        """The window the explanation is about: the first with the verdict, one with a ruling on point before others."""
        fitting = [w for w in self.windows if w.verdict == self.verdict]
        return next((w for w in fitting if w.basis != "rule"), fitting[0])


@dataclass(slots=True)
class Answer:
    """The answer for a card: per effect, per window."""

    card: Card
    at: str
    turn: str | None
    effect: Effect | None
    effects: list[EffectAnswer]
    table: Table = NOTHING_STATED
    why: dict[str, str] = field(default_factory=dict)  # for what is not known
    strangers: tuple[Card, ...] = ()  # cards of the table that the book does not hold

    @property
    def verdict(self) -> str:
        """For the card: yes if some effect may."""
        return of_several_effects([e.verdict for e in self.effects])

    @property
    def windows(self) -> dict[str, str]:
        """For the card at each window of the moment asked about, in their order."""
        windows = [w.window for w in self.effects[0].windows] if self.effects else []
        return {
            w: of_several_effects([v.verdict for e in self.effects for v in e.windows if v.window == w])
            for w in windows
        }

    @property
    def deciding(self) -> EffectAnswer | None:
        """The effect the explanation is about."""
        fitting = [e for e in self.effects if e.verdict == self.verdict]
        return next((e for e in fitting if e.deciding.basis != "rule"), fitting[0]) if fitting else None


class Desk:
    """A book with its precedents, ready to answer by one law; `by` leads to the desks of other days."""

    def __init__(self, book: Book, origin: "Desk | None" = None) -> None:
        self.book = book
        self.origin = origin or self  # the desk of today's law
        self.laws: Laws = origin.laws if origin else Laws(book)
        self.precedents = Precedents(book)
        self._of_other_laws: dict[frozenset[tuple[str, str]], Desk] = {book.ended: self} if origin is None else {}
        self._plain_timeline = lru_cache(4096)(self._timeline_of)

    def under(self, book: Book) -> "Desk":
        """The desk of another law."""
        known = self.origin._of_other_laws
        if book.ended not in known:
            known[book.ended] = Desk(book, self.origin)
        return known[book.ended]

    def by(self, day: Day | None) -> "list[Desk]":
        """The desk of the law of a day; two where a change lies, or may lie, within the time asked for."""
        return [self.under(book) for book in self.laws.of(day)]

    def can(
        self,
        card: Card,
        effect: Effect | None,
        at: str,
        turn: str | None = None,
        table: Table = NOTHING_STATED,
        strangers: tuple[Card, ...] = (),
    ) -> Answer:
        """May the card, or this effect of it, be activated at this moment?"""
        asked = [effect] if effect else [e for e in card.effects if e.kind in ACTIVATED]
        windows = sorted(self.book.windows_of(at), key=self.book.windows.index)
        turn = turn or table.turn
        effects = [EffectAnswer(e, [self._at(card, e, w, turn, table, strangers) for w in windows]) for e in asked]
        return Answer(card, at, turn, effect, effects, table, strangers=strangers)

    def _at(
        self, card: Card, effect: Effect, window: str, turn: str | None, table: Table, strangers: tuple[Card, ...]
    ) -> WindowAnswer:
        sides = [turn] if turn else ["own", "opponent"]
        answers = [self._one(Question(window, side, card, effect, table, strangers=strangers)) for side in sides]
        best = strongest([a.verdict for a in answers])
        chosen = next(a for a in answers if a.verdict == best)
        chosen.turn_matters = len({a.verdict for a in answers}) > 1
        return chosen

    def _one(self, question: Question) -> WindowAnswer:
        judgement = judged(self.book, question)
        precedents = self.precedents.about(question, judgement.verdict)
        verdict = judgement.verdict
        for precedent in precedents:
            if precedent.agrees is False:  # about this very card and moment: the ruling wins
                verdict = precedent.case.expect
                break
        return WindowAnswer(question.window, question.turn, verdict, judgement, precedents)

    def timeline(
        self, card: Card, effect: Effect, table: Table = NOTHING_STATED, strangers: tuple[Card, ...] = ()
    ) -> dict[str, dict[str, str]]:
        """The verdict of every window, in one's own turn and in the opponent's; once where nothing is stated."""
        if table is NOTHING_STATED and self.book.library.cards.get(card.id) is card:
            return self._plain_timeline(card.id, card.effects.index(effect))
        return self._timeline(card, effect, table, strangers)

    def _timeline(
        self, card: Card, effect: Effect, table: Table, strangers: tuple[Card, ...] = ()
    ) -> dict[str, dict[str, str]]:
        return {
            side: {
                window: self._verdict(Question(window, side, card, effect, table, strangers=strangers))
                for window in self.book.windows
            }
            for side in ("own", "opponent")
        }

    def _timeline_of(self, card: str, place: int) -> dict[str, dict[str, str]]:
        profile = self.book.library.cards[card]
        return self._timeline(profile, profile.effects[place], NOTHING_STATED)

    def _verdict(self, question: Question) -> str:
        return self.precedents.overruling(question, verdict_alone(self.book, question))
