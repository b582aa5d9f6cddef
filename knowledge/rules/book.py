"""The knowledge compiled: the graph walked once into plain indexes, so that a verdict costs microseconds.

The law of a day is the same book with the rules and rulings that held then; today's is the book itself.
"""

from collections.abc import Collection, Iterable
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from knowledge.data.cases import UNKNOWN, Link
from knowledge.data.dates import LATEST, Day, dates_of
from knowledge.data.law import Gate, Rule
from knowledge.data.library import Library, every_rule
from knowledge.data.profile import Card, Effect, Filter, Response
from knowledge.rules import graph as graphs
from knowledge.rules.categories import categories_of, parts_of, speed_of
from knowledge.rules.conditions import Condition, Test, compiled, every_test
from knowledge.rules.damage import COMPUTED, Reckoning
from knowledge.rules.facts import finders
from knowledge.rules.gates import CompiledGate, CompiledRule
from knowledge.rules.gates import decided as decide
from knowledge.spelling import folded
from knowledge.table.responses import answers_link, effects_of_link, is_printed, places_of
from knowledge.table.situation import CALCULATED, TOLD, Absent, Fact, NeedsFact, Question, Situation, Truth
from knowledge.table.state import State, state_of

DOES = "does"  # before an act, where a fact hangs on what a text does
MOST_FOREIGN = 1024  # effects of cards that are not the book's, kept with card and effect: no others take their place
MOST_ABSENT = 4096  # kinds of tables and texts of which is kept what they lack
MOST_WIDER = 256  # books with a few further cards in them, kept for the many questions of one answer


class Book:
    """Everything the engine needs to answer by one law, read-only after it is built.

    A new book is by today's law. `ended` names the rules and rulings that are not in force: they can be read, but
    decide nothing.
    """

    def __init__(self, library: Library) -> None:
        self.library = library
        self.base = self  # of a book by another law or with further cards: the one it was made from
        self.derived = finders(library.facts)
        self.assumes = {fact: record.assume for fact, record in library.facts.items()}
        self.absences = {fact: _absences(record.without) for fact, record in library.facts.items() if record.without}
        self._absent: dict[tuple[frozenset[str], frozenset[str]], Absent] = {}
        named = {subject for these in self.absences.values() for subjects, _ in these for subject in subjects}
        self._of_texts = frozenset(named - set(TOLD))  # what a text may have or do, and some fact hangs on
        self.ended = dates_of(library).out_of_force(LATEST, late=True)
        self.windows = [t.id for t in sorted(library.timings.values(), key=lambda t: t.order) if t.kind == "window"]
        inside = list(graphs.timings_inside(library))
        walk_in, walk_out = graphs.reached(inside), graphs.reached((b, a) for a, b in inside)
        self.timings_around = {t: walk_out(("timing", t)) for t in library.timings}
        self._windows_of = {
            t: frozenset(w for w in walk_in(("timing", t)) if library.timings[w].kind == "window")
            for t in library.timings
        }
        self._windows_in_order = {t: [w for w in self.windows if w in ws] for t, ws in self._windows_of.items()}
        walk_wider = graphs.reached(graphs.wider_words(library))
        self._wider = {
            kind: {w: walk_wider((kind, w)) for w in getattr(library, shelf)} for kind, shelf in graphs.WORDS.items()
        }
        self.rules: dict[str, Rule] = {rule.id: rule for _, rule in every_rule(library)}
        self.gate_of = {rule.id: gate.gate for gate, rule in every_rule(library)}
        self._conditions: dict[str, tuple[Condition, frozenset[str] | None, str]] = {}  # the same by every law
        self.gates: dict[str, CompiledGate] = {}
        self._compiled: dict[str, CompiledRule] = {}
        self._compile_gates(library.gates)
        self._by_name = _by_names(sorted(library.cards.values(), key=lambda c: c.id))
        self._knowing: dict[tuple[int, ...], tuple[tuple[Card, ...], Book]] = {}
        self._changed: dict[frozenset[tuple[str, str]], dict[str, list[CompiledRule]]] = {}
        self._of_effect: dict[tuple[int, str, int, str], tuple[frozenset[str], frozenset[str], frozenset[str]]] = {}
        self._of_foreign: dict[
            tuple[int, int], tuple[Card, Effect, tuple[frozenset[str], frozenset[str], frozenset[str]]]
        ] = {}
        self._strangers: tuple[tuple[Card, ...], ...] = ()  # cards beside those of the library, as they were added
        self.wider_acts = lru_cache(4096)(lambda words: self._widened("act", words))
        self.spoken_of = lru_cache(256)(lambda gate: self._subjects(gate, ()))
        self.spoken_of_acts = lru_cache(4096)(lambda acts: self._subjects("", acts))
        self.wider_events = lru_cache(4096)(lambda words: self._widened("event", words))

    def _subjects(self, gate: str, acts: tuple[str, ...]) -> frozenset[str]:
        """What a clause must speak of to bear on this matter, or on an activation that includes these acts."""
        wider = self.wider_acts(acts) if acts else frozenset()
        every = self.library.subjects.values()
        return frozenset(x.id for x in every if gate in x.matters or not wider.isdisjoint(x.acts))

    def _compile_gates(self, names: Collection[str]) -> None:
        """These gates of the rules in force; an exception to nothing but rules that have ended has ended with them."""
        every = [(gate, rule) for gate, rule in every_rule(self.library) if gate.gate in names]
        in_force = [(gate, rule) for gate, rule in every if ("rules", rule.id) not in self.ended]
        others = {name: rule for name, rule in self._compiled.items() if rule.gate not in names}
        self._compiled = others | {rule.id: self._compiled_rule(gate, rule) for gate, rule in in_force}
        for _, rule in in_force:
            for other in rule.except_:
                if other in self._compiled:
                    self._compiled[other].exceptions.append(self._compiled[rule.id])
        self.gates = {
            name: self._compiled_gate(gate) if name in names else self.gates[name]
            for name, gate in sorted(self.library.gates.items())
        }
        self.activation_gates = sorted(
            (g for g in self.gates.values() if g.gate.decides == "activation"),
            key=lambda g: (g.gate.order, g.gate.gate),
        )

    def under(self, ended: frozenset[tuple[str, str]]) -> "Book":
        """The same book by another law."""
        other = copy(self)
        other.ended = ended
        other._knowing, other._changed = {}, {}  # those with further cards in them are by this law too
        # what a gate says follows from its rules and from facts alone: one in which no rule differs is the same
        other._compile_gates({self.gate_of[name] for shelf, name in self.ended ^ ended if shelf == "rules"})
        return other

    def changed_by(self, other: "Book") -> dict[str, list[CompiledRule]]:
        """Gate → the rules of this law and another's that are not in both."""
        if other.ended not in self._changed:
            found: dict[str, list[CompiledRule]] = {}
            for shelf, name in self.ended ^ other.ended:
                rule = self._compiled.get(name) or other._compiled.get(name) if shelf == "rules" else None
                if rule is not None:
                    found.setdefault(rule.gate, []).append(rule)
            self._changed[other.ended] = found
        return self._changed[other.ended]

    def in_force(self, shelf: str, name: str) -> bool:
        """Whether a rule or ruling holds by this law."""
        return (shelf, name) not in self.ended

    @cached_property
    def graph(self) -> graphs.Graph:
        """The knowledge as one graph, built when somebody looks at it."""
        return graphs.built(self.library)

    def exceptions_to(self, rule: str) -> list[Rule]:
        """The rules that except a rule directly."""
        return [compiled.rule for compiled in self._compiled[rule].exceptions] if rule in self._compiled else []

    def _compiled_rule(self, gate: Gate, rule: Rule) -> CompiledRule:
        known = self._conditions.get(rule.id)
        if known is None:
            condition = compiled(rule.when, lambda fact: fact in self.library.facts)
            known = self._conditions[rule.id] = (condition, *self._found_by(condition))
        return CompiledRule(rule, gate.gate, *known)

    def _found_by(self, condition: Condition) -> tuple[frozenset[str] | None, str]:
        """By which windows and which category or act a rule is found: only what its condition demands outright."""
        windows, key = None, ""
        for part in condition.parts if condition.mode == "all" else ():
            if not isinstance(part, Test) or not part.positive:
                continue
            if part.fact == "timing":
                wanted = part.wanted if isinstance(part.wanted, tuple) else (part.wanted,)
                windows = frozenset(w for t in wanted for w in self.windows_of(str(t)))
            elif part.fact in ("effect", "effect.does") and isinstance(part.wanted, str):
                key = part.wanted
        return windows, key

    def _compiled_gate(self, gate: Gate) -> CompiledGate:
        inside = [self._compiled[r.id] for r in sorted(gate.rules, key=lambda r: r.id) if r.id in self._compiled]
        roots = [c for c in inside if not c.rule.except_]
        facts = frozenset(test.fact for c in inside for test in every_test(c.condition))
        facts |= {c.rule.then_as for c in inside if c.rule.then_as}
        return CompiledGate(gate, roots, facts)

    def _widened(self, kind: str, words: tuple[str, ...]) -> frozenset[str]:
        wider = self._wider[kind]
        return frozenset(w for word in words for w in wider.get(word, (word,)))

    def windows_of(self, timing: str) -> frozenset[str]:
        """The windows inside a timing; a window is inside itself."""
        return self._windows_of.get(timing, frozenset())

    def windows_in_order(self, timing: str) -> list[str]:
        """The same in the order of the turn; read, never changed."""
        return self._windows_in_order.get(timing, [])

    def categories_of(self, card: Card, effect: Effect) -> frozenset[str]:
        """All categories of an effect, wider ones included."""
        return self._known_of(card, effect)[0]

    def keys_of(self, card: Card, effect: Effect) -> frozenset[str]:
        """Categories and acts of an effect: the words by which rules about it are found."""
        return self._known_of(card, effect)[1]

    def without_subject(self, told: frozenset[str], card: Card | None, effect: Effect | None) -> Absent:
        """What facts are where the table tells of no more and the text has no more.

        A fact that hangs on a calculated battle is so only at a moment before there can be one. Where no effect is
        named, it is not known what the text has, and nothing of it is missing.
        """
        of_text = self._known_of(card, effect)[2] if card and effect else self._of_texts
        if (told, of_text) not in self._absent:
            absent, there = Absent(), told | of_text
            for fact, absences in self.absences.items():
                missing = next(((named, value) for named, value in absences if there.isdisjoint(named)), None)
                if missing is not None:
                    kind = absent.before_calculation if CALCULATED in missing[0] else absent.always
                    kind[fact] = missing[1]
            if len(self._absent) >= MOST_ABSENT:
                self._absent.clear()
            self._absent[told, of_text] = absent
            return absent
        return self._absent[told, of_text]

    def _known_of(self, card: Card, effect: Effect) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
        at = (id(card), effect.part, effect.number, effect.kind)
        kept = self._of_foreign.get((id(card), id(effect)))
        if kept is not None:
            return kept[2]
        ours = self.has_profile(card) and any(e is effect for e in card.effects)  # not a part of it asked for alone
        if ours and at in self._of_effect:
            return self._of_effect[at]
        categories = self._widened("category", tuple(categories_of(card, effect)))
        acts = [a.act for a in effect.does] + [a.act for choice in effect.choices for a in choice.does]
        wider = self._widened("act", tuple(acts))
        subjects = (parts_of(card, effect) | {f"{DOES} {act}" for act in wider}) & self._of_texts
        known = (categories, categories | wider, subjects)
        if ours:
            self._of_effect[at] = known
        else:
            if len(self._of_foreign) >= MOST_FOREIGN:
                self._of_foreign.clear()
            self._of_foreign[id(card), id(effect)] = (card, effect, known)
        return known

    def knowing(self, cards: tuple[Card, ...]) -> "Book":
        """This book with further cards in it, which give way to its own where a name is the same."""
        at = tuple(map(id, cards))
        kept = self._knowing.get(at)
        if kept is not None:
            return kept[1]
        wider = Book.__new__(Book)
        wider.__dict__.update(self.__dict__)  # a copy: every question about a foreign card makes one
        wider._strangers = (*self._strangers, cards)
        wider.__dict__.pop("_strangers_by_name", None)
        if len(self._knowing) >= MOST_WIDER:
            self._knowing.clear()
        self._knowing[at] = (cards, wider)  # with the cards themselves, so that no other can take their place in memory
        return wider

    @cached_property
    def _strangers_by_name(self) -> dict[str, list[Card]]:
        """The further cards by their names, found out when one is looked for; those added first stay."""
        found: dict[str, list[Card]] = {}
        for cards in self._strangers:
            found = _by_names(cards) | found
        return found

    def without(self, rules: frozenset[str]) -> "Book":
        """This book as it would be if these rules had never been written; their exceptions go with them."""
        poorer = copy(self)
        poorer.gates = dict(self.gates)
        for name in sorted({self.gate_of[rule] for rule in rules}):
            gate = self.gates[name]
            inside = [self._compiled[r.id] for r in gate.gate.rules if r.id in self._compiled]
            left = {c.rule.id: replace(c, exceptions=[], found_by={}) for c in inside}
            for rule in sorted(rules & left.keys()):
                del left[rule]
            for compiled_rule in left.values():
                for other in compiled_rule.rule.except_:
                    if other in left:
                        left[other].exceptions.append(compiled_rule)
            roots = [left[name] for name in sorted(left) if not left[name].rule.except_]
            poorer.gates[name] = CompiledGate(gate.gate, roots, gate.facts)
        poorer.activation_gates = [poorer.gates[g.gate.gate] for g in self.activation_gates]
        return poorer

    @cached_property
    def names_of_others(self) -> frozenset[str]:
        """What cases call the cards that have no profile."""
        return frozenset(other.names.zh for other in self.library.other_cards.values())

    @cached_property
    def _others(self) -> dict[str, Card]:
        return {folded(name): card for card in bare_others(self.library) for name in spellings(card)}

    def identified(self, name: str) -> Card | None:
        """The one card of this name, to be shown or looked up: of one without a profile no more than its names."""
        return self.card_named(name) or (self._others.get(folded(name)) if name else None)

    def cards_named(self, name: str) -> list[Card]:
        """The cards of exactly this name, in any language, or of this official id or password."""
        key = folded(name)
        found = self._by_name.get(key)
        return (self._strangers_by_name.get(key, []) if self._strangers else []) if found is None else found

    def card_named(self, name: str) -> Card | None:
        """The one card of this name, or nothing."""
        found = self.cards_named(name)
        return found[0] if len(found) == 1 else None

    def has_profile(self, card: Card) -> bool:
        """Whether what a card's text says was written down here, not read from a database."""
        return self.library.cards.get(card.id) is card

    def link_speeds(self, link: Link) -> set[int]:
        """The spell speeds a link of the chain may have; all of them where its card is not known."""
        card = self.card_named(link.card)
        return {speed_of(card, e) for e in effects_of_link(link, card)} if card else {1, 2, 3}

    def answers(self, response: Response, link: Link, card: Card, s: Situation | None = None) -> Truth:
        """Whether a link of the chain is what an effect's text answers; on a table, by what that tells of the link."""
        return answers_link(self, response, link, card, s)

    def places_of(self, link: Link, card: Card) -> tuple[str, ...]:
        """Where a link was activated; nothing where its effects differ in that."""
        places = {places_of(link, card, e) for e in effects_of_link(link, card)}
        return next(iter(places)) if len(places) == 1 else ()

    def is_printed(self, which: Filter, card: Card) -> bool:
        """Whether a card is of the kind a text names, by what is printed on it."""
        return is_printed(which, card)

    def state_of(self, s: Situation) -> State:
        """What applies on the table in question."""
        return state_of(s)

    def reckoned(self, what: str, s: Situation) -> Reckoning | None:
        """The damage worked out for the table in question, or nothing where the table does not tell enough."""
        s.asked_gates.update(self.gates)  # whichever of them it asks
        try:
            return COMPUTED[what](self, s.question)
        except NeedsFact:
            return None

    def settled(self, gate: str, s: Situation, about: str) -> str:
        """What another gate says on the same table, or "" where the table does not tell enough."""
        try:
            return self.decided(gate, s, about)
        except NeedsFact:
            return ""

    def settled_of(self, gate: str, s: Situation, card: Card, effect: Effect, about: str) -> str:
        """What another gate says of another card's effect, or "" where not enough is told."""
        q = s.question
        s.asked_gates.add(gate)
        inner = s.inside(Question(q.window, q.turn, card, effect, q.table, about=about))
        try:
            return decide(self.gates[gate], inner).outcome
        except NeedsFact:
            return ""

    def decided(self, gate: str, s: Situation, about: str) -> str:
        """What another gate says on the same table."""
        q = s.question
        s.asked_gates.add(gate)
        inner = s.inside(Question(q.window, q.turn, q.card, q.effect, q.table, about=about))
        return decide(self.gates[gate], inner).outcome


def _absences(without: dict[str, str]) -> tuple[tuple[frozenset[str], Fact], ...]:
    """What a fact hangs on, and what it is where that is not there."""
    values = {"unknown": UNKNOWN}
    return tuple((frozenset(subjects_in(named)), values.get(value, value)) for named, value in without.items())


def subjects_in(named: str) -> list[str]:
    """The subjects of which one is enough, as `without` names them: `trigger or requirements`."""
    return named.split(" or ")


def bare_others(library: Library) -> list[Card]:
    """The cards rulings speak of that have no profile, as cards of which no more than the names is known."""
    others = library.other_cards.values()
    return [Card(id=str(o.password), names=o.names, type="", cid=o.cid, password=o.password) for o in others]


def _by_names(cards: Iterable[Card]) -> dict[str, list[Card]]:
    found: dict[str, list[Card]] = {}
    for card in cards:
        for name in {folded(n) for n in (card.id, *spellings(card))}:
            found.setdefault(name, []).append(card)
    return found


def spellings(card: Card) -> list[str]:
    """Every name and number a card is known by."""
    names, cid = card.names, f"cid:{card.cid}" if card.cid else None
    return [str(x) for x in (names.zh, names.en, names.ja, *card.aliases, card.password, cid) if x]


@dataclass(frozen=True)
class Change:
    """A rule or ruling that began, and what it replaced: one entry of what has changed."""

    shelf: str
    id: str
    replaces: tuple[str, ...]
    day: str  # "" where the source gives none
    edition: str  # the edition that first has it, where there is no day


class Laws:
    """Every law a library knows, each made at its first need."""

    def __init__(self, today: Book) -> None:
        self.library = today.library
        self.dates = dates_of(today.library)
        self.today = today
        self._books = {self.today.ended: self.today}

    def on(self, day: str, *, late: bool = False) -> Book:
        """The book of a day; changes without a day have not come yet, or with `late` have come already."""
        ended = self.dates.out_of_force(day, late=late)
        if ended not in self._books:
            self._books[ended] = self.today.under(ended)
        return self._books[ended]

    def of(self, day: Day | None) -> list[Book]:
        """The book of the day asked for; two where a change lies, or may lie, within what was asked."""
        if day is None:
            return [self.today]
        early, late = self.on(day.first), self.on(day.last, late=True)
        return [early] if early is late else [early, late]

    def of_edition(self, edition: str) -> Book:
        """The book of the day an edition tells of."""
        return self.on(self.library.editions[edition].day)

    @cached_property
    def history(self) -> list[tuple[str, Book]]:
        """Each law in turn with the day it began, the oldest first; changes without a day begin with their edition."""
        editions = {e.day: e.id for e in self.library.editions.values()}
        found: list[tuple[str, Book]] = []
        for day in ["", *self.dates.days_of_change()]:
            book = self.on(day)
            if not found or found[-1][1] is not book:
                found.append((editions.get(day, day), book))
        return found

    def changes(self) -> list[Change]:
        """What began on a day or between two editions, the newest first; changes without a day come last."""
        found = []
        for (shelf, name), span in self.dates.spans.items():
            if not span.start.latest:
                continue
            record = self.library.rulings[name] if shelf == "rulings" else self.today.rules[name]
            edition = record.from_ if record.from_ in self.library.editions else ""
            found.append(Change(shelf, name, record.replaces, span.start.day, edition))
        return sorted(sorted(found, key=lambda c: (c.shelf, c.id)), key=lambda c: c.day, reverse=True)
