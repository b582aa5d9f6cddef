"""A scenario being played: the state, the rules, the report of the present step, and how the rules are asked."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypedDict, Unpack

import msgspec

from knowledge.data.cases import CardOnTable
from knowledge.data.language import both
from knowledge.data.profile import Action, Card, Effect, Filter
from knowledge.play.board import views
from knowledge.play.board.duel import OTHER, Entry, Link, Piece, State, plain_names
from knowledge.play.report import Both, Decided, StepReport, said
from knowledge.play.scenario import Step
from knowledge.rules.book import Book
from knowledge.rules.verdicts import APPLIES, BEARS, MET, Judgement, judged, matter_judged
from knowledge.table.filters import perhaps
from knowledge.table.situation import Question, Situation

# what was not read, and the value by which it changes nothing
NOT_READ = {BEARS: "no", APPLIES: "no", MET: "yes"}
ATTEMPTS = ("summon-attempted", "normal-summon-attempted")
_MARKERS = (
    "phase-entered",
    "chain-resolved",
    "normal-draw",
    "end-step-announced",
    "priority-passed",
    *ATTEMPTS,
)


class Matter(TypedDict, total=False):
    """Of what and by whom a matter is asked on the table as it is."""

    about: str
    account: views.Account | None
    piece: Piece | None
    effect: Effect | None
    side: str
    chain: list[Link]
    card: Card | None
    stated: dict[str, Any]  # facts for this question only


class Game:
    """The state with everything that is needed to play on it."""

    def __init__(self, book: Book, state: State, known: dict[str, Any]) -> None:
        self.book, self.state, self.known = book, state, known
        self.report = StepReport(0, said("start"))
        self.step = Step()  # the present one
        self.replaces: Callable[[Game, Piece, str], bool] = lambda *_: False  # whether a destruction is replaced
        self.falling: frozenset[str] = frozenset()  # what one effect destroys at once
        self.in_place = False  # whether something is being done in the place of a destruction
        self.upcoming: Step | None = None  # the step after it: a summon waits where it is answered

    def names(self, piece: Piece) -> Both:
        """How sentences call a piece."""
        names = plain_names(piece)
        return {"zh": f"「{names['zh']}」", "en": names["en"]}

    def word_for(self, act: Action) -> Both:
        """What an act is called."""
        return both(self.book.library.acts[act.act])

    def piece(self, handle: str) -> Piece | None:
        """The piece of this handle, if there is one."""
        return self.state.pieces.get(handle)

    # asking the rules

    def activation(self, piece: Piece, effect: Effect, by: str) -> Judgement:
        """May this player activate this effect now?"""
        return judged(self.book, self._asked(piece, effect, by))

    def _asked(self, piece: Piece, effect: Effect, by: str) -> Question:
        fresh = self.state.fresh()
        over = () if self.state.summoning else ATTEMPTS  # a summon that is done is about to happen no more
        told = [e for e in fresh if sets_off(self, effect, piece, by, e) or (_is_marker(e) and e.event not in over)]
        if fresh and told and fresh[-1].moment > told[-1].moment:
            told.append(replace(views.NOTHING_NEW, moment=fresh[-1].moment))
        account = views.moment(self.book, self.state, piece, effect, [*told, *self._passes(by)])
        table = views.as_table(self.book, self.state, by, piece, account, known=self.known)
        return Question(self.state.window, "own" if by == self.state.turn else "opponent", piece.card, effect, table)

    def _passes(self, by: str) -> list[Entry]:
        """Who starts a chain in the other player's turn does so when that player has passed."""
        if self.state.chain or by == self.state.turn:
            return []
        return [Entry("priority-passed", side=self.state.turn)]

    def matter(self, gate: str, **asked: Unpack[Matter]) -> str:
        """What the rules say about another matter; the decision goes into the report of the step."""
        judgement = self.asked_matter(gate, **asked)
        self.note(gate, judgement, asked.get("about", ""))
        return judgement.verdict

    def note(self, gate: str, judgement: Judgement, about: str = "") -> None:
        """Keep a decision for the report."""
        self.report.decided.append(Decided(gate, judgement.verdict, judgement, about))

    def asked_matter(self, gate: str, **asked: Unpack[Matter]) -> Judgement:
        """What a gate says on the table as it is; what nobody has read is told, and taken to change nothing."""
        return self.as_if_read(self.judgement_on(gate, **asked))

    def as_if_read(self, judgement: Judgement) -> Judgement:
        """A judgement that hangs on clauses nobody has read, as if they changed nothing; the report tells them."""
        while judgement.missing in NOT_READ and judgement.branches:
            without = next(b for b in judgement.branches if b.value == NOT_READ[judgement.missing])
            self.report.omit("not.read", clauses="；".join(without.clauses))
            judgement = without.judgement
        return judgement

    def judgement_on(self, gate: str, **asked: Unpack[Matter]) -> Judgement:
        """The judgement of a gate on the table as it is, with facts stated for this question only."""
        piece, side = asked.get("piece"), asked.get("side", "own")
        told = asked.get("account") or views.of_battle(self.book, self.state)
        known = self.known | asked.get("stated", {})
        table = views.as_table(self.book, self.state, side, piece, told, asked.get("chain"), known)
        turn = self.state.turn if side == "own" else OTHER[self.state.turn]
        card = asked.get("card") or (piece.card if piece else None)
        about = asked.get("about", "")
        return matter_judged(
            self.book, gate, Question(self.state.window, turn, card, asked.get("effect"), table, about=about)
        )

    # looking at the table through the engine

    def situation(self, piece: Piece | None = None, side: str = "own") -> Situation:
        """The table as it is, for looking at it rather than deciding."""
        told = views.of_battle(self.book, self.state)
        table = views.as_table(self.book, self.state, side, piece, told, known=self.known)
        turn = self.state.turn if side == "own" else OTHER[self.state.turn]
        card = piece.card if piece else None
        return Situation(self.book, Question(self.state.window, turn, card, None, table), {})

    def fits(self, piece: Piece, which: Filter, by: str, source: Piece | None = None, *, zones: bool = True) -> bool:
        """Whether a piece is what a text of a card that `by` controls speaks of; what is not known is no bar."""
        s = self.situation(source)
        found = s.question.table.self if piece is source else lying(s, piece)
        assert found is not None
        ignored = () if zones else ("zones", "face", "position")
        return perhaps(s, found, which, by, ignore=ignored)

    def is_negated(self, piece: Piece, s: Situation | None = None) -> bool:
        """Whether the effects of a piece on the field are negated now; by a look taken before, where there is one."""
        s = s or self.situation()
        found = lying(s, piece)
        return piece.on_field and found is not None and s.state.is_negated(found)


def lying(s: Situation, piece: Piece) -> CardOnTable | None:
    """A piece as it lies on the table the gates look at."""
    table = s.question.table
    own = [table.self] if table.self is not None else []
    return next((c for c in (*own, *table.cards) if c.called == piece.handle), None)


def _is_marker(e: Entry) -> bool:
    return e.event in _MARKERS


def _causer(game: Game, e: Entry) -> str | None:
    """Whose doing it was: of damage the other player's, unless one's own card inflicted it; else whose card it was."""
    if not e.event.endswith("damage-taken") or e.side is None:
        return e.side
    source = game.piece(e.source)
    return source.side if source is not None else OTHER[e.side]


def sets_off(game: Game, effect: Effect, piece: Piece, by: str, e: Entry) -> bool:
    """Whether what happened is what the text of an effect names: the event, to whom, and by whom."""
    trigger = effect.trigger
    if trigger is None or not game.book.wider_events((e.event,)) & frozenset(trigger.events):
        return False
    to_itself = e.handle == piece.handle
    if trigger.subject != "any" and to_itself != (trigger.subject == "self"):
        return False
    causer = _causer(game, e)
    if trigger.by in ("own", "opponent") and causer and (trigger.by == "own") != (causer == by):
        return False
    # what a text about its own card describes further is the other card, where there is one
    subject = game.piece(e.to if to_itself else e.handle)
    if to_itself and trigger.of and trigger.of.zones and e.origin and e.origin not in trigger.of.zones:
        return False
    if trigger.of is None or subject is None:
        return True
    if to_itself:
        return game.fits(subject, trigger.of, by, piece, zones=False)
    if trigger.of.zones and (e.origin or subject.zone) not in trigger.of.zones:
        return False
    side = trigger.of.side
    if side in ("own", "opponent") and e.side and (side == "own") != (e.side == by):
        return False
    return game.fits(subject, msgspec.structs.replace(trigger.of, side=None), by, piece, zones=False)
