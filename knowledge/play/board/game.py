"""A scenario being played: the state, how the rules are asked, and the report of each step: words, acts, decisions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypedDict, Unpack

import msgspec

from knowledge.data.cases import CardOnTable
from knowledge.data.language import Both, Part, both, catalogue, filled
from knowledge.data.profile import Action, Card, Effect, Filter
from knowledge.play.board import views
from knowledge.play.board.duel import OTHER, Entry, Link, Piece, State, plain_names
from knowledge.play.scenario import Step
from knowledge.problems import BadInput
from knowledge.rules.book import Book
from knowledge.rules.gates import Reason
from knowledge.rules.verdicts import APPLIES, BEARS, MET, Judgement, judged, matter_judged
from knowledge.table.filters import perhaps
from knowledge.table.situation import Question, Situation

__all__ = ["Both", "said", "words"]


def words() -> dict[str, Both]:
    """Every phrase by its key."""
    return catalogue("scenarios/words/play.yaml", "words")


def said(key: str, **parts: Part) -> Both:
    """A phrase in both languages with its blanks filled."""
    return filled(words()[key], parts)


@dataclass
class Decided:
    """One decision of the rules inside a step."""

    gate: str  # a gate's id, or "activation"
    outcome: str
    judgement: Judgement
    about: str = ""


@dataclass
class Following:
    """An effect that may or must be activated now."""

    card: str
    handle: str
    effect: int
    by: str
    verdict: str


Told = str | int | bool | None  # what can be read off a table after a step


@dataclass
class Answered:
    """A question with what came out, and whether that was expected."""

    says: Both
    got: Told
    expect: object = None
    because: str = ""
    decided: list[Decided] = field(default_factory=list)
    right: bool | None = None


@dataclass
class StepReport:
    """Everything there is to tell about one step."""

    number: int
    does: Both
    window: str = ""
    lines: list[Both] = field(default_factory=list)
    decided: list[Decided] = field(default_factory=list)
    following: list[Following] = field(default_factory=list)
    not_simulated: list[Both] = field(default_factory=list)
    assumed: list[Both] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)  # rules of the ATK/DEF calculation that were used
    answers: list[Answered] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    fates: dict[str, str] = field(default_factory=dict)  # of the links that resolved: carried-out, negated …, by handle

    def say(self, key: str, **parts: Both | str | int) -> None:
        """Tell something, in both languages."""
        self.lines.append(said(key, **parts))

    def omit(self, key: str, **parts: Both | str | int) -> None:
        """Tell what is not simulated."""
        line = said(key, **parts)
        if line not in self.not_simulated:
            self.not_simulated.append(line)

    def suppose(self, key: str, **parts: Both | str | int) -> None:
        """Tell what was taken for granted."""
        line = said(key, **parts)
        if line not in self.assumed:
            self.assumed.append(line)


class Illegal(Exception):
    """Something the rules do not allow; the player turns it into a refusal that names the step."""

    def __init__(self, says: Both, rule: str = "", value: object = None, accepted: Sequence[object] = ()) -> None:
        super().__init__(says["en"])
        self.says, self.rule, self.value, self.accepted = says, rule, value, list(accepted)


def closing_rule(judgement: Judgement, closed: str = "no") -> str:
    """The rule that closed a gate."""
    for decision in judgement.decisions:
        if decision.outcome == closed:
            for reason in decision.reasons:
                return _innermost(reason).rule
    return ""


def deciding_rule(judgement: Judgement) -> str:
    """The rule by which a matter came out as it did."""
    return closing_rule(judgement, judgement.verdict)


def _innermost(reason: Reason) -> Reason:
    """The rule that decided: the exception that spoke, and the exception to that."""
    return _innermost(reason.because[0]) if reason.because else reason


def refused(book: Book, number: int, wrong: Illegal) -> BadInput:
    """The refusal a person sees."""
    says = wrong.says
    if rule := book.rules.get(wrong.rule):
        told = said("refused.rule", rule=wrong.rule, says=both(rule.says))
        says = {lang: says[lang] + (" " if lang == "en" else "") + told[lang] for lang in says}
    shown = [str(one) for one in wrong.accepted[:12]]
    listed = said("refused.accepted", list={"zh": "、".join(shown), "en": ", ".join(shown)}) if shown else None
    step = said("refused.step", number=number) if number else said("refused.start")
    zh, en = (step[lang] + says[lang] + (listed[lang] if listed else "") for lang in ("zh", "en"))
    return BadInput(
        zh,
        en,
        field=f"steps[{number}]" if number else "cards",
        value=wrong.value,
        accepted=wrong.accepted,
        kind=wrong.rule or "illegal-step",
    )


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
