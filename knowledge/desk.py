"""The one door of the knowledge: `can`, `matter`, `battle`, `values`, `scenario`, `table` → typed answers.

Command line, API, pages and questions in plain words translate to and from it, and ask nothing else for a verdict.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from knowledge.data.cases import UNKNOWN, CardOnTable, Table
from knowledge.data.dates import Day
from knowledge.data.law import Gate
from knowledge.data.profile import ACTIVATED as ACTIVATED
from knowledge.data.profile import Card, Effect, Filter, Requirement
from knowledge.data.records import nearest
from knowledge.problems import bad_input
from knowledge.rules.book import Book, Laws
from knowledge.rules.damage_step import damage_step_judge
from knowledge.rules.precedents import Precedent, Precedents
from knowledge.rules.verdicts import Judgement, Moments, matter_judged, of_several_effects, strongest
from knowledge.table.cards import figure, part_in_the_battle
from knowledge.table.filters import matches
from knowledge.table.in_force import InForce, is_about, kept_off
from knowledge.table.requirements import met
from knowledge.table.situation import NOTHING_STATED, Question, Situation

if TYPE_CHECKING:
    from knowledge.play import Played, Scenario
    from knowledge.stats import Calculation, Request

BY_CHOICE = ("activate", "ignition", "quick")  # no event sets them off

# an effect and the rules that have ended → window and turn → verdict with nothing stated, where it is known
PlainLine = Callable[[Card, Effect, frozenset[tuple[str, str]]], dict[tuple[str, str], str] | None]

# a card → those most like it, and how alike they are, where it is known
MostAlike = Callable[[Card], list[tuple[Card, float]] | None]

MOST_MOMENTS = 1024  # effects whose verdicts with nothing stated are kept
MOST_STATED = 32  # effects on stated tables: an answer, its other laws and its page ask for the same ones


@dataclass(slots=True)
class WindowAnswer:
    """The verdict for one effect in one window, on the turn that is most favourable if none was stated."""

    window: str
    turn: str
    verdict: str
    hear: Callable[[], Judgement]  # the gates with their reasons, worked out where somebody wants to know them
    precedents: list[Precedent]
    turn_matters: bool = False
    heard: Judgement | None = None

    @property
    def judgement(self) -> Judgement:
        """What the gates say, with reasons."""
        if self.heard is None:
            self.heard = self.hear()
        return self.heard

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
    moments: Moments
    likeliest: WindowAnswer | None = None  # of a no: where and on whose turn it is used when nothing is stated
    near: bool = False  # of a no: whether it is used in the phase or step asked about
    verdict: str = field(init=False)  # what may be done in one of the windows may be done

    def __post_init__(self) -> None:
        self.verdict = strongest([w.verdict for w in self.windows])

    def same_by(self, law: Book, window: str, turn: str) -> str:
        """What the rules say at a moment, where another law surely says the same."""
        heard = next((w.heard for w in self.windows if (w.window, w.turn) == (window, turn)), None)
        return self.moments.verdict(window, turn) if self.moments.is_same_by(law, window, turn, heard) else ""

    @property
    def deciding(self) -> WindowAnswer:
        """The window the explanation is about: one with a ruling on point, the likeliest, or the first there is."""
        fitting = [w for w in self.windows if w.verdict == self.verdict]
        return next((w for w in fitting if w.basis != "rule"), self.likeliest or fitting[0])


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
    windows: dict[str, str] = field(init=False)  # for the card at each window asked about, in their order
    verdict: str = field(init=False)  # for the card: yes if some effect may
    deciding: EffectAnswer | None = field(init=False)  # the effect the explanation is about

    def __post_init__(self) -> None:
        self.windows = {
            row[0].window: of_several_effects([one.verdict for one in row])
            for row in zip(*(e.windows for e in self.effects), strict=True)
        }
        self.verdict = of_several_effects([e.verdict for e in self.effects])
        fitting = [e for e in self.effects if e.verdict == self.verdict]
        likely = max(fitting, key=lambda e: (e.likeliest is not None, e.near)) if fitting else None
        self.deciding = next((e for e in fitting if e.deciding.basis != "rule"), likely)


@dataclass(slots=True)
class MatterAnswer:
    """What the rules say about another matter: whether, where, how much; per window where several were asked about."""

    gate: Gate
    card: Card | None
    effect: Effect | None
    about: str  # a word of the gate, a handle of the table, or a part of the effect
    at: str
    turn: str | None
    table: Table
    strangers: tuple[Card, ...]
    windows: list[WindowAnswer]

    def by(self, other: "Desk") -> "MatterAnswer":
        """The same question put to the desk of another law."""
        asked = (self.card, self.effect, self.about, self.at, self.turn, self.table, self.strangers)
        return other.matter(self.gate.gate, *asked)

    @property
    def verdict(self) -> str:
        """An outcome of the gate, or depends, undetermined, unknown; of several windows what may be in one of them."""
        said = list(dict.fromkeys(w.verdict for w in self.windows))
        if len(said) == 1:
            return said[0]
        return strongest(said) if set(self.gate.outcomes) <= {"yes", "no", "undetermined"} else "depends"

    @property
    def deciding(self) -> WindowAnswer:
        """The window the explanation is about."""
        fitting = [w for w in self.windows if w.verdict == self.verdict] or self.windows
        return next((w for w in fitting if w.basis != "rule"), fitting[0])


@dataclass(slots=True)
class BattleAnswer:
    """A battle at its damage calculation: who is destroyed, and how much damage each player takes."""

    destroyed: dict[str, MatterAnswer]  # attacker, and target unless it is a direct attack
    damage: MatterAnswer


_ANYONES = ("", "both")


@dataclass(slots=True)
class TableAnswer:
    """What is so on a table: the values and marks of its cards, and what effects in force keep from them."""

    s: Situation

    def figure(self, lying: CardOnTable, stat: str) -> int | None:
        """The ATK, DEF or level a card has now; nothing where the table does not tell."""
        return figure(self.s, lying, stat)

    def fits(self, lying: CardOnTable, which: Filter, ignore: tuple[str, ...] = ()) -> str | None:
        """Whether a card is what a text speaks of; nothing where the table does not tell."""
        found = matches(self.s, lying, which, ignore=ignore)
        return None if found is UNKNOWN else str(found)

    def meets(self, requirement: Requirement, lying: CardOnTable) -> str | None:
        """Whether what a text of this card requires is so; nothing where the table does not tell."""
        found = met(self.s, requirement, lying, lying.side)
        return None if found is UNKNOWN else str(found)

    def acts_of(self, card: Card) -> list[InForce]:
        """What this card does as it lies there: in force, or with a condition that the table leaves open."""
        state = self.s.state
        return [a for a in (*state.in_force, *state.in_doubt, *state.possible) if a.card is card]

    def is_negated(self, lying: CardOnTable) -> bool:
        """Whether it is certain that the effects of a card are negated."""
        return self.s.state.is_negated(lying)

    def applies(self, word: str) -> bool:
        """Whether an act of this name, or with this word in what it forbids or gives, is in force."""
        return any(word == a.act.act or word in a.act.to for a in self.s.state.in_force)

    def kept_from(self, lying: CardOnTable, doer: Card, side: str, *shields: str) -> str:
        """Whether effects in force keep a card from what another one, used by this side, would do: yes, no, perhaps.

        `shields` names the acts that would: `unaffected` is looked for in any case.
        """
        state = self.s.state
        if (found := state.unaffected_by(lying, doer, side)) is not None and found.sure:
            return "yes"
        told = [a for a in state.in_force if a.act.act in shields and is_about(self.s, a, lying)]
        answers = [_holds(a, doer, theirs=lying.side != side) for a in told]
        opened = [a for a in state.open_acts if a.act.act in ("unaffected", *shields) and is_about(self.s, a, lying)]
        perhaps = opened or "perhaps" in answers or state.perhaps_unaffected_by(lying, doer, side)
        return "yes" if "yes" in answers else "perhaps" if perhaps else "no"


def _holds(shield: InForce, doer: Card, *, theirs: bool) -> str:
    """Whether a shield in force is one against what this card, of the other player or not, activates."""
    told = kept_off(shield.act.to)
    if told is not None and not told.covers(doer.type.partition(" / ")[0], theirs=theirs, activated=True):
        return "no"
    return "yes" if (told is not None or shield.act.to in _ANYONES) and shield.sure else "perhaps"


class Desk:
    """A book with its precedents, ready to answer by one law; `by` leads to the desks of other days."""

    def __init__(self, book: Book, origin: "Desk | None" = None) -> None:
        self.book = book
        self.origin = origin or self  # the desk of today's law
        self.laws: Laws = origin.laws if origin else Laws(book)
        self.precedents = Precedents(book)
        self._of_other_laws: dict[frozenset[tuple[str, str]], Desk] = {book.ended: self} if origin is None else {}
        self._moments: dict[tuple[int, int, bool], Moments] = {}  # with nothing stated
        self._stated: dict[tuple[int, ...], Moments] = {}  # on stated tables, the last few
        self.plain: PlainLine | None = None  # of the desk of today's law: verdicts on imported cards worked out before
        self.alike: MostAlike | None = None  # of the same desk: the cards most like an imported one, found before
        self.damage_step = damage_step_judge(book)  # of an effect that was read

    def under(self, book: Book) -> "Desk":
        """The desk of another law."""
        known = self.origin._of_other_laws
        if book.ended not in known:
            known[book.ended] = Desk(book, self.origin)
        return known[book.ended]

    def other_days(self) -> "list[Desk]":
        """The desks of every law there was and will be: the first answer that differs between them asks each."""
        return [self.under(book) for _, book in self.laws.history]

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
        asked = [effect] if effect else card.activated_effects
        windows = self.book.windows_in_order(at)
        turn = turn or table.turn
        several = len(windows) * len(asked) > 1
        effects = []
        for e in asked:
            moments = self._moments_of(card, e, table, strangers, every=several)
            found = [self._at(moments, w, turn, several) for w in windows]
            effects.append(EffectAnswer(e, found, moments))
        refused = effects if (several or turn is None) and all(e.verdict == "no" for e in effects) else []
        for one in refused:
            one.likeliest = self._likeliest(card, one, turn, table, strangers)
            one.near = len(refused) > 1 and self._is_used_near(card, one, strangers)
        return Answer(card, at, turn, effect, effects, table, strangers=strangers)

    def _likeliest(
        self, card: Card, refused: EffectAnswer, turn: str | None, table: Table, strangers: tuple[Card, ...]
    ) -> WindowAnswer | None:
        """Where and on whose turn the effect is used when nothing is stated: a no there tells what is against it."""
        if table is NOTHING_STATED:
            return None
        usual = self._verdicts(card, refused.effect, NOTHING_STATED, tuple(c for c in strangers if c is card))
        for window in refused.windows:
            for side in (window.turn, "opponent" if window.turn == "own" else "own"):
                if turn in (None, side) and usual(window.window, side) in ("yes", "must"):
                    moments = self._moments_of(card, refused.effect, table, strangers)
                    found = window if side == window.turn else self._one(moments, window.window, side, True)
                    return found if found.verdict == "no" else None
        return None

    def _is_used_near(self, card: Card, refused: EffectAnswer, strangers: tuple[Card, ...]) -> bool:
        """Whether the effect is used in the phase or step asked about, if not in these windows of it."""
        step = self.book.library.timings[refused.windows[0].window].parent
        if not step:
            return refused.effect.kind in BY_CHOICE  # what waits for an event is used in no phase of its own
        verdict = self._verdicts(card, refused.effect, NOTHING_STATED, tuple(c for c in strangers if c is card))
        return any(
            verdict(window, side) in ("yes", "must")
            for side in ("own", "opponent")
            for window in self.book.windows_of(step)
        )

    def _at(self, moments: Moments, window: str, turn: str | None, several: bool) -> WindowAnswer:
        if turn:
            return self._one(moments, window, turn, several)
        answers = [self._one(moments, window, side, True) for side in ("own", "opponent")]
        best = strongest([a.verdict for a in answers])
        chosen = next(a for a in answers if a.verdict == best)
        chosen.turn_matters = len({a.verdict for a in answers}) > 1
        return chosen

    def verdict_on(self, answer: Answer) -> str:
        """This desk's verdict on a question that was answered by another law, without what it rests on."""
        windows = self.book.windows_of(answer.at)
        sides = [answer.turn] if answer.turn else ["own", "opponent"]

        card, is_alone = answer.card, len(answer.strangers) == 1 and answer.strangers[0] is answer.card
        plain = self.origin.plain if is_alone and answer.table is NOTHING_STATED else None
        plain = plain if plain and not self.precedents.has(card) else None

        def verdicts(answered: EffectAnswer) -> list[str]:
            line = plain(card, answered.effect, self.book.ended) if plain else None
            if line is not None:
                return [line[window, side] for window in windows for side in sides]
            verdict = self._verdicts(answer.card, answered.effect, answer.table, answer.strangers, answered)
            return [verdict(window, side) for window in windows for side in sides]

        return of_several_effects([strongest(verdicts(answered)) for answered in answer.effects])

    def _one(self, moments: Moments, window: str, turn: str, verdict_first: bool) -> WindowAnswer:
        """The verdict in one window; where it is one of many, its reasons wait until somebody asks for them."""
        heard = None if verdict_first else moments.judged(window, turn)
        verdict = heard.verdict if heard else moments.verdict(window, turn)
        precedents = []
        if self.precedents.has(moments.card):
            precedents = self.precedents.about(moments.question(window, turn), verdict)
            overruling = next((p for p in precedents if p.agrees is False), None)
            if overruling is not None:  # about this very card and moment: the ruling wins
                verdict = overruling.case.expect
        return WindowAnswer(window, turn, verdict, partial(moments.explained, window, turn), precedents, heard=heard)

    def matters(self) -> list[Gate]:
        """Every other question the rules decide, in the order of their names."""
        return [g.gate for _, g in sorted(self.book.gates.items()) if g.gate.decides == "matter"]

    def matter(
        self,
        name: str,
        card: Card | None = None,
        effect: Effect | None = None,
        about: str = "",
        at: str = "",
        turn: str | None = None,
        table: Table = NOTHING_STATED,
        strangers: tuple[Card, ...] = (),
    ) -> MatterAnswer:
        """Decide a matter, such as `battle-destruction`: of a card or one of its effects, or of what `about` names.

        `about` is a word of the gate (`attacker`), a handle of the table, or a part of the effect; where it is left
        out and the card fights in the battle of the table, its part there is meant.
        """
        gate = self.gate_named(name)
        about = about or part_in_the_battle(gate, card, table)
        turn = turn or table.turn
        windows = self.book.windows_in_order(at) if at else [""]
        found = []
        for window in windows:
            sides = [turn] if turn else ["own", "opponent"]
            answers = [
                self._matter(gate, Question(window, side, card, effect, table, about, strangers)) for side in sides
            ]
            answers[0].turn_matters = len({a.verdict for a in answers}) > 1
            found.append(answers[0])
        return MatterAnswer(gate, card, effect, about, at, turn, table, strangers, found)

    def gate_named(self, name: str) -> Gate:
        """The matter of this name, or a refusal with the nearest."""
        compiled = self.book.gates.get(name)
        if compiled is not None and compiled.gate.decides == "matter":
            return compiled.gate
        known = [gate.gate for gate in self.matters()]
        near = nearest(name, known) or "-"
        raise bad_input("unknown-matter", field="matter", value=name, accepted=known, near=near, status=404)

    def _matter(self, gate: Gate, question: Question) -> WindowAnswer:
        judgement = matter_judged(self.book, gate.gate, question)
        precedents = self.precedents.about_matter(gate.gate, question, judgement)
        overruling = next((p for p in precedents if p.agrees is False), None)
        verdict = overruling.case.expect if overruling else judgement.verdict
        return WindowAnswer(question.window, question.turn, verdict, lambda: judgement, precedents)

    def battle(
        self, table: Table, at: str = "damage.calculation", turn: str | None = None, strangers: tuple[Card, ...] = ()
    ) -> BattleAnswer:
        """What becomes of the battle of this table."""
        roles = ["attacker", "target"] if table.battle is not None and table.battle.defender else ["attacker"]
        fates = {
            role: self.matter("battle-destruction", about=role, at=at, turn=turn, table=table, strangers=strangers)
            for role in roles
        }
        damage = self.matter("battle-damage-amount", at=at, turn=turn, table=table, strangers=strangers)
        return BattleAnswer(fates, damage)

    def table(
        self,
        table: Table,
        at: str = "main1",
        turn: str = "own",
        card: Card | None = None,
        effect: Effect | None = None,
        strangers: tuple[Card, ...] = (),
    ) -> TableAnswer:
        """What is so on a table by itself, before anything is asked to be done."""
        return TableAnswer(Situation(self.book, Question(at, turn, card, effect, table, strangers=strangers), {}))

    def values(self, request: "Request", card_of: Callable[[str], Card]) -> "Calculation":
        """ATK and DEF of a monster after every step; `card_of` finds the cards its steps name."""
        from knowledge.stats import calculate, load_rulebook  # here: a verdict needs no calculator

        order, gone = load_rulebook().by(self.book.ended)
        return calculate(request, order, card_of, gone)

    def scenario(self, scenario: "Scenario", strangers: tuple[Card, ...] = ()) -> "Played":
        """A scenario played step by step to its answers."""
        from knowledge.play import play  # here: a verdict needs no player

        return play(self.book.knowing(strangers) if strangers else self.book, scenario)

    def timeline(
        self, card: Card, effect: Effect, table: Table = NOTHING_STATED, strangers: tuple[Card, ...] = ()
    ) -> dict[str, dict[str, str]]:
        """The verdict of every window, in one's own turn and in the opponent's."""
        if not self.precedents.has(card):
            return self._moments_of(card, effect, table, strangers, every=True).timeline()
        verdict = self._verdicts(card, effect, table, strangers, every=True)
        return {side: {window: verdict(window, side) for window in self.book.windows} for side in ("own", "opponent")}

    def _verdicts(
        self,
        card: Card,
        effect: Effect,
        table: Table,
        strangers: tuple[Card, ...],
        by_another_law: EffectAnswer | None = None,
        *,
        every: bool = False,
    ) -> Callable[[str, str], str]:
        """The verdict on one effect at a moment; what another law surely says alike is taken over."""
        moments = None
        if by_another_law is None or (strangers and table is NOTHING_STATED):
            moments = self._moments_of(card, effect, table, strangers, every=every)
            if moments.is_known:
                by_another_law = None  # there is nothing to save
        has_rulings = self.precedents.has(card)

        def verdict(window: str, turn: str) -> str:
            nonlocal moments
            by_rules = by_another_law.same_by(self.book, window, turn) if by_another_law else ""
            if not by_rules:
                moments = moments or self._moments_of(card, effect, table, strangers)
                by_rules = moments.verdict(window, turn)
            if not has_rulings or not self.precedents.may_overrule(card, effect, window, turn):
                return by_rules
            asked = Question(window, turn, card, effect, table, strangers=strangers)
            return self.precedents.overruling(asked, by_rules)

        return verdict

    def _moments_of(
        self, card: Card, effect: Effect, table: Table, strangers: tuple[Card, ...], *, every: bool = False
    ) -> Moments:
        """What the rules say of an effect, moment by moment; with nothing stated it is kept, else for a while.

        Of a card with a profile written by hand, what was worked out at an import is looked up for every moment alone.
        What is kept is found by the very records it is about, which it holds.
        """
        if table is not NOTHING_STATED or any(one is not card for one in strangers):
            of = (id(card), id(effect), id(table), *map(id, strangers))
            moments = self._stated.get(of)
            if moments is None:
                if len(self._stated) >= MOST_STATED:
                    self._stated.clear()
                moments = self._stated[of] = Moments(self.book, card, effect, table, strangers)
            return moments
        at = (id(card), id(effect), bool(strangers) or every)
        moments = self._moments.get(at)
        if moments is None:
            if len(self._moments) >= MOST_MOMENTS:
                self._moments.clear()
            plain = self.origin.plain if strangers or every else None
            known = plain(card, effect, self.book.ended) if plain else None
            moments = self._moments[at] = Moments(self.book, card, effect, table, strangers, known)
        return moments
