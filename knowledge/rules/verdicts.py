"""Verdicts: every gate must be open; a missing fact that matters splits the answer into branches; what flips it.

Verdicts of one effect on one table at many moments share what does not look at the moment. Nobody writes down which
facts do: the question notices when its window or its turn is read, and a fact, or a gate, that was found without that
holds for every moment.
"""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice

import msgspec

from knowledge.data.cases import UNKNOWN, Table, Unknown
from knowledge.data.profile import Card, Effect
from knowledge.deadline import look_up
from knowledge.rules.book import Book
from knowledge.rules.damage import COMPUTED
from knowledge.rules.gates import Clash, CompiledGate, Decision, decided, outcome_of
from knowledge.table.requirements import UNREAD
from knowledge.table.responses import effects_told
from knowledge.table.situation import NOTHING_STATED, Fact, NeedsFact, Question, Situation
from knowledge.table.state import State
from knowledge.table.unread_clauses import bearing_on_activation, bearing_on_matter, may_bear

STRONGEST_FIRST = ("must", "yes", "depends", "undetermined", "unknown", "no")
MOST_BRANCHES = 16
SURE = ("yes", "no", "must")
NOT_SURE = ("depends", "undetermined", "unknown")
# facts about clauses of a text that nobody has read
APPLIES, MET, BEARS = "unread.applies", "unread.met", "unread.bears"
TARGETED = "may-be-target"
USED = "may-be-used"
OF_ONE_EFFECT = ("effect-applies", "carried-out", TARGETED, USED)  # matters of an effect that is being used
_NOT_YET: Fact = Unknown()


@dataclass(slots=True)
class Branch:
    """One possible value of a missing fact and the verdict it leads to."""

    fact: str
    value: Fact
    judgement: "Judgement"
    clauses: tuple[str, ...] = ()  # what of a text was not read, where the branches are about that


@dataclass(slots=True)
class Hearing:
    """What the gates said as things stand, and the situation they looked at, with the number of facts it had then."""

    s: Situation
    decisions: list[Decision]
    found: int

    def facts(self) -> dict[str, Fact]:
        """The facts the gates looked at, in order; what an explanation looked up later is not among them."""
        return dict(islice(self.s.looked_up.items(), self.found))


@dataclass(slots=True)
class Judgement:
    """The outcome for one window of one turn, what the gates said, what was assumed, what is missing."""

    verdict: str
    decisions: list[Decision] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)
    missing: str = ""  # the fact that is asked for, where the verdict waits for one
    hearing: Hearing | None = None  # none where the verdict is reckoned
    amounts: dict[str, int] | None = None  # what each player takes, where damage is reckoned

    def rules_that_decided(self) -> set[str]:
        """Ids of the rules that decided, and of those they defeated on the way."""
        closed = [d for d in self.decisions if d.outcome == self.verdict] if self.verdict == "no" else self.decisions
        found: set[str] = set()
        for decision in closed:
            for one in decision.spoken:
                found |= one.deciding
        for branch in self.branches:
            found |= branch.judgement.rules_that_decided()
        return found


def judged(book: Book, question: Question) -> Judgement:
    """May this effect be activated in this window? Rules alone; precedents are looked at elsewhere."""
    stated = dict(question.table.known)
    spoken = _judged(book, question, stated, book.activation_gates)
    clauses = open_clauses(spoken.hearing.s) if spoken.hearing and APPLIES not in stated else ()
    if clauses:
        try:
            applied = _judged(book, question, {**stated, APPLIES: "yes"}, book.activation_gates)
        except Clash:
            applied = Judgement("unknown", missing=APPLIES)
        spoken = _unless(spoken, clauses, applied)
    unread = question.effect.unread if question.effect is not None else ()
    if unread and spoken.verdict in ("yes", "must") and MET not in stated:
        met, failed = Branch(MET, "yes", spoken, unread), Branch(MET, "no", replace(spoken, verdict="no"), unread)
        return replace(spoken, verdict="depends", branches=[met, failed], missing=MET)
    if not spoken.hearing or BEARS in stated or spoken.verdict not in SURE or question.table is NOTHING_STATED:
        return spoken
    closed = frozenset(d.gate for d in spoken.decisions if d.outcome == "no")
    return _unless_it_bears(spoken, bearing_on_activation(spoken.hearing.s, spoken.verdict, closed))


def _unless_it_bears(spoken: Judgement, clauses: tuple[str, ...]) -> Judgement:
    """The verdict, or that it hangs on clauses which nobody has read and which speak of what is asked."""
    if not clauses:
        return spoken
    changed = Branch(BEARS, "yes", replace(spoken, verdict="unknown", missing=BEARS), clauses)
    return replace(spoken, verdict="depends", branches=[changed, Branch(BEARS, "no", spoken, clauses)], missing=BEARS)


def _may_bear(s: Situation) -> bool:
    return s.question.table is not NOTHING_STATED and may_bear(s)


def open_clauses(s: Situation) -> tuple[str, ...]:
    """The clauses of cards on the table that were not read and may apply, where the gates looked at what applies."""
    if s.settled is None or not s.settled.possible:
        return ()
    asked = [r for a in s.settled.possible for r in (*a.effect.requires, *a.act.requires) if r.is_ == UNREAD]
    return tuple(dict.fromkeys(str(r.amount) for r in asked))


def _unless(spoken: Judgement, clauses: tuple[str, ...], applied: Judgement) -> Judgement:
    """The verdict, or both verdicts where a clause that was not read decides between them."""
    if applied.verdict == spoken.verdict:
        if spoken.verdict != "depends":
            return spoken
        shown = [replace(b, clauses=b.clauses or clauses) for b in spoken.branches]
        return replace(spoken, branches=shown)  # what it depends on is what the clause says
    branches = [Branch(APPLIES, "yes", applied, clauses), Branch(APPLIES, "no", spoken, clauses)]
    return replace(spoken, verdict="depends", branches=branches, missing=APPLIES)


def judged_with(book: Book, question: Question, stated: dict[str, Fact]) -> Judgement:
    """The verdict if these facts were so."""
    return _judged(book, question, stated, book.activation_gates)


def verdict_alone(book: Book, question: Question) -> str:
    """The verdict without what it rests on: the first gate that is closed decides, the others are not heard."""
    look_up()
    s = Situation(book, question, question.table.known)
    decisions = []
    for gate in book.activation_gates:
        try:
            decision = decided(gate, s)
        except NeedsFact:
            return judged(book, question).verdict
        if decision.outcome == "no":
            return judged(book, question).verdict if open_clauses(s) or _may_bear(s) else "no"
        decisions.append(decision)
    if (question.effect is not None and question.effect.unread) or open_clauses(s) or _may_bear(s):
        return judged(book, question).verdict
    return together(question, decisions, book.activation_gates)


def matter_judged(book: Book, gate: str, question: Question) -> Judgement:
    """What the rules say about another matter, such as whether a replay happens."""
    question = _of_its_only_effect(book, gate, question)
    spoken, s = _matter(book, gate, question)
    known = question.table.known
    clauses = open_clauses(s) if s else ()
    if clauses and APPLIES not in known:
        table = msgspec.structs.replace(question.table, known={**known, APPLIES: "yes"})
        spoken = _unless(spoken, clauses, _matter(book, gate, replace(question, table=table))[0])
    if s is None or BEARS in known or spoken.verdict in NOT_SURE:
        return spoken
    return _unless_it_bears(spoken, bearing_on_matter(s, gate, spoken.verdict))


def _of_its_only_effect(book: Book, gate: str, question: Question) -> Question:
    """The question with the effect that is meant, where a matter of one effect names its card alone.

    That is the one its link of the chain names, or the only one the card can activate.
    """
    card = question.card
    if card is None or question.effect is not None or gate not in OF_ONE_EFFECT:
        return question
    if gate == USED and card.effects_of("summoning"):
        return question  # its own procedure is meant
    links = [link for link in question.table.chain if book.card_named(link.card) is card]
    meant = [e for link in links for e in effects_told(book, link, card)] if links else list(card.effects)
    meant = [e for e in meant if e.is_activated]
    if len(meant) > 1 and gate in (TARGETED, USED):
        meant = [e for e in meant if (e.targets if gate == TARGETED else e.cost)]
    return replace(question, effect=meant[0]) if len(meant) == 1 else question


def _matter(book: Book, gate: str, question: Question) -> tuple[Judgement, Situation | None]:
    """What the rules say about a matter as things stand, and the situation they looked at."""
    compute = COMPUTED.get(book.gates[gate].gate.computes)
    if compute is None:
        spoken = _judged(book, question, dict(question.table.known), [book.gates[gate]])
        return spoken, spoken.hearing.s if spoken.hearing else None
    try:
        reckoning = compute(book, question)
    except NeedsFact as needs:
        return Judgement("unknown", missing=needs.fact), None
    return Judgement(str(reckoning), reckoning.decisions, amounts=reckoning.amounts), reckoning.s


def _judged(
    book: Book, question: Question, stated: dict[str, Fact], gates: list[CompiledGate], depth: int = 0
) -> Judgement:
    look_up()
    s = Situation(book, question, stated)
    decisions, needed = [], ""
    for gate in gates:
        try:
            decisions.append(decided(gate, s))
        except NeedsFact as missing:
            needed = needed or missing.fact
    hearing = Hearing(s, decisions, len(s.looked_up))
    spoken = Judgement(together(question, decisions, gates), decisions, list(s.assumed), hearing=hearing)
    if not needed or (spoken.verdict == "no" and len(gates) > 1):
        return spoken
    values = domain(book, needed)
    if depth >= MOST_BRANCHES or not values or needed in stated:
        return replace(spoken, verdict="unknown", missing=needed)
    branches = []
    for value in values:
        with suppress(Clash):  # supposed against the rest of the table, of which rules then say two things
            tried = _judged(book, question, {**stated, needed: value}, gates, depth + 1)
            branches.append(Branch(needed, value, tried))
    if not branches:
        return replace(spoken, verdict="unknown", missing=needed)
    if len({b.judgement.verdict for b in branches}) == 1:
        return replace(branches[0].judgement, hearing=hearing)  # unknown, but it changes nothing
    return replace(spoken, verdict="depends", branches=branches, missing=needed)


def together(question: Question, decisions: list[Decision], gates: list[CompiledGate]) -> str:
    """What the gates say together: one that is closed decides."""
    outcomes = [d.outcome for d in decisions]
    if gates and gates[0].gate.decides == "matter":
        return outcomes[0] if outcomes and outcomes[0] else "unknown"
    return of_outcomes(question.effect, question.table, outcomes)


def of_outcomes(effect: Effect | None, table: Table, outcomes: list[str]) -> str:
    """The verdict on an activation by what its gates say."""
    for closing in ("no", "undetermined"):
        if closing in outcomes:
            return closing
    return "must" if effect is not None and effect.mandatory and not _opens(table) else "yes"


def _opens(table: Table) -> bool:
    """Whether it would be used as its own Set card is opened: then even a mandatory effect is a matter of choice."""
    own = table.self
    return own is not None and own.face == "down" and own.zone == "spell-zone"


def domain(book: Book, fact: str) -> list[Fact]:
    """The values a missing fact can have."""
    record = book.library.facts[fact]
    if record.type == "yes-no":
        return ["yes", "no"]
    return list(record.values)


def strongest(verdicts: list[str]) -> str:
    """The verdict for several windows or effects together: what may be done in one of them may be done."""
    return next((v for v in STRONGEST_FIRST if v in verdicts), "unknown")


def of_several_effects(verdicts: list[str]) -> str:
    """The verdict for a card: one that has a choice beside a mandatory effect may be used, it is not forced."""
    return "yes" if "yes" in verdicts else strongest(verdicts)


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
    of_moment: dict[str, Fact] = field(default_factory=dict)
    state_looks: bool = False  # whether what applies on the table was settled by looking at the moment

    def value(self, fact: str) -> Fact:
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
            value = self.book.assumes[fact]
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
        self,
        book: Book,
        card: Card,
        effect: Effect,
        table: Table = NOTHING_STATED,
        strangers: tuple[Card, ...] = (),
        known: dict[tuple[str, str], str] | None = None,  # the verdicts at every moment, where they are known: not ours
    ) -> None:
        self._law, self.is_known = book, known is not None
        self.card, self.effect, self.table, self.strangers = card, effect, table, strangers
        self._facts: dict[str, Fact] = {}
        self._outcomes: dict[tuple[str, int], str] = {}  # gate and kind of window → what it says at any moment
        self._asked_gates: set[str] = set()
        self._verdicts: dict[tuple[str, str], str] = {} if known is None else known
        self._heard: dict[tuple[str, str], int] = {}  # how many gates were heard, where they alone decided
        self._open = False  # whether a clause of a card on the table that nobody has read may apply

    @cached_property
    def book(self) -> Book:
        """The book with the cards of the question in it."""
        return self._law.knowing(self.strangers) if self.strangers else self._law

    @cached_property
    def _keys(self) -> frozenset[str]:
        return self.book.keys_of(self.card, self.effect)

    def verdict(self, window: str, turn: str) -> str:
        """The verdict at a moment, without what it rests on."""
        at = (window, turn)
        if at not in self._verdicts:
            self._verdicts[at] = self._verdict(window, turn)
        return self._verdicts[at]

    def timeline(self) -> dict[str, dict[str, str]]:
        """The verdict of every window, in one's own turn and in the opponent's."""
        known, windows = self._verdicts, self.book.windows
        return {
            side: {window: known.get((window, side)) or self.verdict(window, side) for window in windows}
            for side in ("own", "opponent")
        }

    def judged(self, window: str, turn: str) -> Judgement:
        """The verdict at a moment with its reasons."""
        told = self.explained(window, turn)
        if not self.is_known:
            self._verdicts[window, turn] = told.verdict
        if not told.branches and not told.missing and not self.effect.unread:
            self._heard[window, turn] = len(self.book.activation_gates)
        return told

    def explained(self, window: str, turn: str) -> Judgement:
        """The same, not kept."""
        return judged(self.book, self.question(window, turn))

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
            return verdict_alone(self.book, self.question(window, turn))
        unread = self.effect.unread and MET not in self.table.known
        return "depends" if unread and found in ("yes", "must") else found

    def question(self, window: str, turn: str) -> Question:
        """The question at a moment."""
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
        if (s.settled is not None and open_clauses(s)) or _may_bear(s):
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
