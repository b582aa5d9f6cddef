"""Rulings that bear on a question: about the same card and moment, about the card, or decided by the same rule."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import msgspec

from knowledge.data.cases import CardOnTable, Case, Link, Ruling, Table
from knowledge.data.profile import Card, Effect, number_of
from knowledge.rules.book import Book
from knowledge.rules.verdicts import Judgement
from knowledge.table.situation import NOTHING_STATED, Question

RELATIONS = ("same-card-same-moment", "same-card", "same-rule")
MOST_LIKE_IT = 5


@dataclass(frozen=True, slots=True)
class Precedent:
    """A ruling and how it bears on the question."""

    ruling: Ruling
    case: Case
    relation: str
    agrees: bool | None  # None where it speaks of another moment


@dataclass(frozen=True, slots=True)
class _Activation:
    """A case about the activation of an effect: of which card, and the words rules find the effect by."""

    ruling: Ruling
    case: Case
    card: str
    keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class _OfCase:
    """A case that was ruled on, the card it is about, whether or not that has a profile, and the effect it numbers."""

    ruling: Ruling
    case: Case
    number: str
    named: str  # the card, "" where it is of none
    card: str  # the same where it has a profile
    has_effect: bool
    keys: frozenset[str]  # the words rules find the effect by


@lru_cache(8)
def _every_case(book: Book) -> list[_OfCase]:
    """The cases of all rulings, whenever they held, in order; not those of our own that test a rule."""
    found = []
    for ruling in sorted(book.library.rulings.values(), key=lambda r: r.id):
        for case in ruling.cases:
            if case.near_miss:
                continue  # the document does not say it
            name, _, number = (case.activate or case.of).partition("/")
            named, card = book.identified(name), book.card_named(name)
            effect = next((e for e in card.effects if number_of(e) == number), None) if card else None
            keys = book.keys_of(card, effect) if card and effect and case.activate else frozenset[str]()
            ids = (named.id if named else "", card.id if card else "")
            found.append(_OfCase(ruling, case, number, *ids, effect is not None, keys))
    return found


class Precedents:
    """The rulings of a book, found by card and by deciding rule."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._by_card: dict[str, list[tuple[Ruling, Case, str]]] = defaultdict(list)
        self._by_rule: dict[str, list[tuple[Ruling, Case, frozenset[str]]]] = defaultdict(list)
        self._by_matter: dict[str, list[tuple[Ruling, Case]]] = defaultdict(list)
        self._activations: list[_Activation] = []
        self._in_window: dict[tuple[str, bool], list[_Activation]] = {}  # window, whether it may → activations ruled on
        self._nearest = lru_cache(8192)(self._found_nearest)
        self._settled = lru_cache(4096)(self._came_out)  # rule and verdict → the rulings it settled so
        for of in _every_case(book.base):
            ruling, case = of.ruling, of.case
            if not book.in_force("rulings", ruling.id):
                continue
            if case.asks:
                self._by_matter[case.asks].append((ruling, case))
            if of.named:
                self._by_card[of.named].append((ruling, case, of.number))
            if not (of.card and case.activate and case.because):
                continue
            if _says_something(book, case.because):
                self._by_rule[case.because].append((ruling, case, of.keys))
            if of.has_effect and not ruling.exception and not ruling.precedent:
                self._activations.append(_Activation(ruling, case, of.card, of.keys))

    def about(self, question: Question, verdict: str) -> list[Precedent]:
        """What was ruled on the card, beside the verdict the rules gave; nearest first."""
        found: dict[str, Precedent] = {}
        for ruling, case, number in self._by_card.get(question.card.id if question.card else "", []):
            asked = bool(case.activate) and _same_effect(question.effect, number)
            same = asked and self._same_moment(question, case)
            agrees = _agree(case.expect, verdict) if same else None
            if agrees is False and case.given and question.table == NOTHING_STATED and not _marked(ruling):
                same, agrees = False, None  # what it states is why it came out otherwise
            if asked and not same and _agree(case.expect, verdict) and self._includes(question, case):
                same, agrees = True, True  # more is told than the ruling knew of: it can confirm, not overrule
            if agrees and question.card is not None and not _speaks_of(ruling, question.card):
                same, agrees = False, None  # it tests the rule on this card and says nothing of it
            relation = RELATIONS[0] if same else RELATIONS[1]
            known = found.get(ruling.id)
            if known is None or (same and known.relation != RELATIONS[0]):
                found[ruling.id] = Precedent(ruling, case, relation, agrees)
        return sorted(found.values(), key=lambda p: (RELATIONS.index(p.relation), p.agrees is None, p.ruling.id))

    def about_matter(self, gate: str, question: Question, judgement: Judgement) -> list[Precedent]:
        """What was ruled on a matter: of this card on this very table, of this card, or decided by the same rule."""
        deciding = judgement.rules_that_decided()
        found: dict[str, Precedent] = {}
        for ruling, case in self._by_matter.get(gate, ()):
            name, _, number = case.of.partition("/")
            card = self._book.card_named(name)
            same_card = card is not None and question.card is not None and card.id == question.card.id
            same = (
                (same_card or (card is None and question.card is None))
                and (case.about if card else case.of) == question.about
                and _is_about_the_effect(question, number)
                and (not case.at or question.window in self._book.windows_of(case.at))
                and case.turn in (None, question.turn)
                and self._same_table(case.given or NOTHING_STATED, question.table)
            )
            if same:
                found[ruling.id] = Precedent(ruling, case, RELATIONS[0], case.expect == judgement.verdict)
            elif same_card and ruling.id not in found:
                found[ruling.id] = Precedent(ruling, case, RELATIONS[1], None)
            elif case.because in deciding and ruling.id not in found and case.expect == judgement.verdict:
                found[ruling.id] = Precedent(ruling, case, RELATIONS[2], None)
        ranked = sorted(found.values(), key=lambda p: (RELATIONS.index(p.relation), p.ruling.id))
        near = [p for p in ranked if p.relation != RELATIONS[2]]
        return near + [p for p in ranked if p.relation == RELATIONS[2]][:MOST_LIKE_IT]

    def most_like(
        self, card: Card, effect: Effect, verdict: str, deciding: set[str], named: set[str]
    ) -> list[Precedent]:
        """Rulings on other cards that a deciding rule settled the same way, the effects most like this one first."""
        keys = self._book.keys_of(card, effect)
        alike: dict[str, tuple[float, str, Ruling, Case]] = {}  # by ruling: less the more it is like it
        for rule in deciding:
            for ruling, case, other_keys in self._settled(rule, verdict):
                name = ruling.id
                if name not in named:
                    unlike = -_likeness(keys, other_keys)
                    known = alike.get(name)
                    if known is None or unlike < known[0]:
                        alike[name] = (unlike, name, ruling, case)
        nearest = sorted(alike.values())[:MOST_LIKE_IT]  # by likeness, then by id: no two rulings share one
        return [Precedent(ruling, case, RELATIONS[2], None) for _, _, ruling, case in nearest]

    def _came_out(self, rule: str, verdict: str) -> list[tuple[Ruling, Case, frozenset[str]]]:
        return [one for one in self._by_rule.get(rule, ()) if _agree(one[1].expect, verdict)]

    def has(self, card: Card) -> bool:
        """Whether anything was ruled on a card."""
        return card.id in self._by_card

    def may_overrule(self, card: Card, effect: Effect, window: str, turn: str) -> bool:
        """Whether there is a ruling on this card at this moment, whatever it says and states."""
        return any(
            case.activate
            and case.turn in (None, turn)
            and window in self._book.windows_of(case.at)
            and _same_effect(effect, number)
            for _, case, number in self._by_card.get(card.id, ())
        )

    def overruling(self, question: Question, verdict: str) -> str:
        """What a ruling about this very card and moment says against the rules, or the verdict itself."""
        if question.card is None or not self.has(question.card):
            return verdict
        contradicting = (p for p in self.about(question, verdict) if p.agrees is False)
        return next((p.case.expect for p in contradicting), verdict)

    def opposite(self, question: Question, verdict: str) -> Precedent | None:
        """The look-alike: the ruling with the opposite verdict whose effect is most like the one asked about."""
        card, effect = question.card, question.effect
        if card is None or effect is None or verdict not in ("yes", "must", "no"):
            return None
        return self._nearest(question.window, verdict == "no", card.id, self._book.keys_of(card, effect))

    def _found_nearest(self, window: str, may: bool, card: str, keys: frozenset[str]) -> Precedent | None:
        best, nearest = None, 0.0
        for activation in self._ruled_on(window, may):
            if activation.card != card:
                likeness = _likeness(keys, activation.keys)
                if likeness > nearest:
                    best, nearest = activation, likeness
        return Precedent(best.ruling, best.case, "look-alike", None) if best else None

    def _ruled_on(self, window: str, may: bool) -> "list[_Activation]":
        if (window, may) not in self._in_window:
            wanted = ("yes", "must") if may else ("no",)
            self._in_window[window, may] = [
                a for a in self._activations if a.case.expect in wanted and window in self._book.windows_of(a.case.at)
            ]
        return self._in_window[window, may]

    def of_card(self, card: Card) -> list[Ruling]:
        """Every ruling that names a card, also superseded ones, the newest first."""
        return self._naming.get(card.id, [])

    @cached_property
    def _naming(self) -> dict[str, list[Ruling]]:
        """Card → the rulings that name it, the newest first and those without a day last."""
        found: dict[str, list[Ruling]] = defaultdict(list)
        rulings = sorted(self._book.library.rulings.values(), key=lambda r: r.id)
        for ruling in sorted(rulings, key=day_of, reverse=True):
            for card in cards_of_ruling(self._book, ruling):
                found[card].append(ruling)
        return dict(found)

    def _same_moment(self, question: Question, case: Case) -> bool:
        if question.window not in self._book.windows_of(case.at) or case.turn not in (None, question.turn):
            return False
        if question.table is NOTHING_STATED or question.table == NOTHING_STATED:
            return _only_own_condition(self._book, case, question.effect)
        return case.given is not None and self._same_table(case.given, question.table)

    def _same_table(self, one: Table, other: Table) -> bool:
        """Whether two tables say the same, by whichever of their names they call the cards."""
        if one == other:
            return True
        if len(one.cards) != len(other.cards) or len(one.chain) != len(other.chain):
            return False
        return bool(self._by_ids(msgspec.to_builtins(one)) == self._by_ids(msgspec.to_builtins(other)))

    def _by_ids(self, told: object) -> object:
        """Plain data with every name of a card replaced by its id; a handle that is only its name says nothing."""
        if isinstance(told, dict):
            named = {key: self._by_ids(value) for key, value in told.items()}
            return {k: v for k, v in named.items() if k != "called" or v != named.get("card")}
        if isinstance(told, list | tuple):
            return [self._by_ids(value) for value in told]
        card = self._book.card_named(told) if isinstance(told, str) else None
        return card.id if card else told

    def _includes(self, question: Question, case: Case) -> bool:
        """Whether the case is about this moment and all it tells of the table is told in the question too."""
        if question.window not in self._book.windows_of(case.at) or case.turn not in (None, question.turn):
            return False
        given, table = case.given, question.table
        if given is None or given.applied or given.known or len(given.chain) > len(table.chain):
            return False
        if given.chain and not all(map(_part_of, given.chain, table.chain[-len(given.chain) :])):
            return False
        if not _counts_alike(given, table):
            return False
        own = None if table.self is None and _only_its_place(given.self) else given.self
        told: list[tuple[msgspec.Struct | None, Sequence[msgspec.Struct | None]]]
        told = [(own, [table.self]), *((card, table.cards) for card in given.cards)]
        told += [(happening, table.happened) for happening in given.happened]
        told += [(happening, (*table.earlier, *table.happened)) for happening in given.earlier]
        told += [(given.battle, [table.battle])]
        return all(part is None or any(w is not None and _part_of(part, w) for w in wholes) for part, wholes in told)


_ITS_PLACE = frozenset(("zone", "face", "position"))  # of the card asked about: where and how its effect is used


def _only_its_place(own: CardOnTable | None) -> bool:
    """Whether no more is told of the card than where it lies, which is assumed where nobody says it."""
    return own is not None and {f for f in _stated(own) if f != "called"} <= _ITS_PLACE


def _counts_alike(given: Table, table: Table) -> bool:
    """Whether the figures of a case, and what it says lies nowhere else, are told in the question too."""
    figures = all(
        getattr(table, name) == getattr(given, name) for name in ("lp", "hand", "deck") if getattr(given, name)
    )
    numbered = given.turn_number in (None, table.turn_number)
    return figures and numbered and set(given.nothing_else_in) <= set(table.nothing_else_in)


def _stated(part: msgspec.Struct) -> list[str]:
    return [name for name, unsaid in _fields_of(type(part)) if (said := getattr(part, name)) and said != unsaid]


@cache
def _fields_of(kind: type[msgspec.Struct]) -> tuple[tuple[str, object], ...]:
    """The fields of a kind of record, each with what it is where nothing is said."""
    return tuple((field.name, field.default) for field in msgspec.structs.fields(kind))


def _part_of(part: msgspec.Struct, whole: msgspec.Struct) -> bool:
    """Whether everything a record states is stated alike in another; what it leaves at its default says nothing.

    Where a card lies that the other merely names is not told there, and taken to be so.
    """
    left_open = {"called"} | ({"zone"} if getattr(whole, "zone", "") is None else set())
    return all(getattr(part, name) == getattr(whole, name) for name in _stated(part) if name not in left_open)


def _speaks_of(ruling: Ruling, card: Card) -> bool:
    """Whether the sentence of a ruling names the card."""
    return any(name in ruling.says.zh for name in (card.names.zh, *card.aliases) if name)


def cards_of_ruling(book: Book, ruling: Ruling) -> list[str]:
    """Ids of the cards a ruling concerns: asked about, lying on the table, in the chain, or named besides."""
    spoken = [name for case in ruling.cases for name in _cards_of_case(case)] + list(ruling.cards)
    return list(dict.fromkeys(card.id for name in spoken if name and (card := book.identified(name))))


def _cards_of_case(case: Case) -> list[str]:
    found = [(case.activate or case.of).partition("/")[0]]
    if case.given:
        lying = [case.given.self] if case.given.self else []
        found += [card.card for card in (*lying, *case.given.cards)]
        found += [link.card for link in (*case.given.chain, *case.given.applied)]
        found += [happening.source for happening in (*case.given.happened, *case.given.earlier)]
    for step in (case.stats or {}).get("steps", []):
        found += [str(step[key]) for key in ("use", "by") if isinstance(step, dict) and step.get(key)]
    found.append(str((case.stats or {}).get("monster", {}).get("name", "")))
    return found


def day_of(ruling: Ruling) -> str:
    """The day of a ruling: that of the first of its sources that has one, the one it is shown with; or nothing."""
    return next((cite.date for cite in ruling.cites if cite.date), "")


def _marked(ruling: Ruling) -> bool:
    """Whether a ruling is acknowledged as one that the rules do not reach."""
    return bool(ruling.precedent or ruling.exception)


def _agree(expected: str, verdict: str) -> bool:
    return expected == verdict or {expected, verdict} == {"yes", "must"}


def _likeness(keys: frozenset[str], others: frozenset[str]) -> float:
    shared = len(keys & others)
    return shared / (len(keys) + len(others) - shared or 1)


def _says_something(book: Book, rule: str) -> bool:
    """Whether the rule has a condition: one that merely lets everything pass makes no two questions alike."""
    return rule in book.rules and bool(book.rules[rule].when)


def _is_about_the_effect(question: Question, number: str) -> bool:
    """Whether a case about an effect is about what is asked: what holds of one of several need not hold of the card."""
    if number and question.effect is None:
        return question.card is not None and len(question.card.effects) < 2
    return not number or _same_effect(question.effect, number)


def _same_effect(effect: Effect | None, number: str) -> bool:
    return effect is None or not number or number_of(effect) == number


def _answered(book: Book, chain: tuple[Link, ...], effect: Effect) -> bool:
    """Whether the chain is one activation, and one that the effect answers."""
    card, response = book.card_named(chain[0].card), effect.responds_to
    if response is None or card is None or len(chain) > 1:
        return False
    return bool(book.answers(response, chain[0], card) == "yes")


def _only_own_condition(book: Book, case: Case, effect: Effect | None) -> bool:
    """Whether a case states no more than what is assumed anyway: the effect's trigger, the activation it answers."""
    given = case.given
    if given is None:
        return True
    stated = {name for name, _ in _fields_of(Table) if getattr(given, name) != getattr(NOTHING_STATED, name)}
    if stated - {"turn", "chain", "happened"} or effect is None:
        return False
    if given.chain and not _answered(book, given.chain, effect):
        return False
    own = frozenset(effect.trigger.events) if effect.trigger else frozenset()
    plain = [h for h in given.happened if not (h.by or h.source or h.origin)]
    return len(plain) == len(given.happened) and all(book.wider_events((h.event,)) & own for h in plain)
