"""Gates: the default speaks unless an applicable exception, recursively, speaks for it; and the tree of reasons.

What a gate says follows from the facts its rules look at, and from nothing else. So each gate keeps which facts it
asked for, one after the other, and what it came to: where the same answers are given again, no rule is heard again.
Facts whose subject is missing are not asked for one by one: they count as looked at, all at once.
The tree is built where somebody wants to know it; text, JSON and pages only read it.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import cast

from knowledge.data.cases import UNKNOWN
from knowledge.data.law import Gate, Rule
from knowledge.rules.conditions import Condition, Facts, Test, every_test
from knowledge.rules.facts import MADE_SO
from knowledge.table.situation import Absent, Fact, NeedsFact, Passed, Situation


@dataclass(slots=True)
class Held:
    """A test that was looked at: the fact, its value, whether it was as wanted, and what on the table made it so."""

    test: Test
    value: Fact | None
    truth: bool
    by: tuple[str, ...] = ()  # cards by name, printed conditions and moments by id


@dataclass(slots=True, eq=False)
class Told:
    """What a rule looked at, and which exceptions were tried in vain: where the same is so, it is the same record."""

    facts: tuple[Held, ...] = ()
    tried: "tuple[Reason, ...]" = ()


@dataclass(slots=True)
class _Telling:
    """The exceptions that did not speak, the facts that they and their rule look at, and what was told by their values.

    Of a set of words only those count that one of them wants.
    """

    rest: list["CompiledRule"]
    asked: list[tuple[str, frozenset[str] | None]]
    told: dict[tuple[object, ...], Told] = field(default_factory=dict)


@dataclass(slots=True)
class Reason:
    """A rule that decided, was defeated by an exception, or was tried and did not apply.

    What it looked at and which exceptions were tried in vain is worked out when somebody asks, from the very situation
    it was decided in: most verdicts are never explained.
    """

    rule: str
    gate: str
    role: str  # decides, defeated, tried
    outcome: str
    because: list["Reason"] = field(default_factory=list)  # the exceptions that spoke
    tell: Callable[[], Told] | None = None
    told: Told | None = None

    @property
    def facts(self) -> tuple[Held, ...]:
        """The facts that made the rule apply, or kept it from applying."""
        return self.looked_at().facts

    @property
    def tried(self) -> "tuple[Reason, ...]":
        """The exceptions that did not apply, those that came nearest first."""
        return self.looked_at().tried

    def looked_at(self) -> Told:
        """Both together."""
        if self.told is None:
            self.told = self.tell() if self.tell else Told()
        return self.told


@dataclass(slots=True)
class Decision:
    """What one gate says, and why."""

    gate: str
    outcome: str  # "" when the gate is silent
    spoken: "tuple[_Spoken, ...]"
    s: Situation  # in which it was decided
    bound: list[Reason] | None = None

    @property
    def reasons(self) -> list[Reason]:
        """The rules that spoke, with what they looked at here."""
        if self.bound is None:
            self.bound = [_reason(one, self.s) for one in self.spoken]
        return self.bound


class Clash(Exception):
    """Two rules that are not exceptions of one another disagree: a fault of the data."""

    def __init__(self, gate: str, rules: list[str]) -> None:
        super().__init__(f"{gate}: {', '.join(rules)}")
        self.gate, self.rules = gate, rules


@dataclass(slots=True)
class CompiledRule:
    """A rule with its condition, and its exceptions found by window and by what the effect is or does."""

    rule: Rule
    gate: str
    condition: Condition
    windows: frozenset[str] | None  # None: any window
    key: str  # the category or act it governs; "" for any
    exceptions: list["CompiledRule"] = field(default_factory=list)
    found_by: dict[str, dict[str, list["CompiledRule"]]] = field(default_factory=dict)  # window → key → exceptions
    tellings: dict[tuple[str, tuple[str, ...], bool], _Telling] = field(default_factory=dict)

    def then(self, s: Facts) -> str:
        """What the rule comes to: its outcome, or what a fact tells where it speaks of a whole row of cases."""
        then_as = self.rule.then_as
        return str(s.value(then_as)) if then_as else self.rule.then  # a rule of a calculation has neither

    def candidates(self, window: str, keys: frozenset[str] | None) -> list["CompiledRule"]:
        """The exceptions that bear on a question, found without scanning the others; all where no effect is named."""
        if window not in self.found_by:
            self.found_by[window] = index_of(self.exceptions, window)
        by_key = self.found_by[window]
        found = by_key.get("", _NONE)
        if len(by_key) > (1 if "" in by_key else 0):
            fitting = by_key.keys() - {""} if keys is None else keys & by_key.keys()
            if fitting:
                found = [*found, *(rule for key in fitting for rule in by_key[key])]
                found.sort(key=_in_order)
        return found


_NONE: list[CompiledRule] = []


def _in_order(rule: CompiledRule) -> str:
    return rule.rule.id


@dataclass(slots=True)
class _Spoken:
    """A rule that spoke, and the exceptions that did; the same wherever its gate gets the same answers."""

    rule: CompiledRule
    role: str
    outcome: str
    because: "tuple[_Spoken, ...]"
    heard: tuple[str, ...]  # exceptions that spoke and changed nothing
    deciding: frozenset[str]  # the rules that decided, here and below

    @property
    def exceptional(self) -> bool:
        """Whether an exception overruled it, or one below that led back to it."""
        return self.role == "defeated" or any(below.role == "defeated" for below in self.because)


@dataclass(slots=True)
class _Heard:
    """What a gate came to: an outcome and who spoke; or what kept it from one."""

    outcome: str
    spoken: tuple[_Spoken, ...]
    needs: str = ""
    clash: tuple[str, ...] = ()
    passed: Passed | None = None  # looked at last, of what is missing


@dataclass(slots=True)
class _Asked:
    """A fact a gate asks for, and where each answer leads; of a set of words only those count that a rule wants."""

    fact: str
    words: frozenset[str] | None
    passed: Passed | None  # looked at before, of what is missing
    answers: "dict[Hashable, _Asked | _Heard]" = field(default_factory=dict)


_Place = tuple[int, frozenset[str] | None, frozenset[tuple[str, Fact]]]  # kind of window, keys, what is missing
MOST_HEARINGS = 1024  # kept by a gate
MOST_TRIED = 32  # exceptions told of as tried in vain, however many there are
MOST_TOLD = 64  # ways to tell what a rule looked at, kept by window and by which of its exceptions spoke
_NOT_YET, _MISSING = object(), object()


@dataclass(slots=True)
class CompiledGate:
    """A gate with the rules that stand at its root, and every fact one of its rules asks about."""

    gate: Gate
    roots: list[CompiledRule]
    facts: frozenset[str]
    kinds: dict[str, int] = field(default_factory=dict)  # window → the kind it is of
    keys: frozenset[str] = frozenset()  # the categories and acts its rules govern
    words: dict[str, frozenset[str]] = field(default_factory=dict)  # fact → the words of it that its rules want
    hearings: dict[Hashable, _Asked | _Heard] = field(default_factory=dict)  # by place → asked first
    count: int = 0  # of the hearings kept
    lacks: dict[Absent, frozenset[tuple[str, Fact]]] = field(default_factory=dict)  # of what is missing, what matters
    alike: dict[frozenset[tuple[str, Fact]], frozenset[tuple[str, Fact]]] = field(default_factory=dict)  # each once

    def kind_of_window(self, window: str) -> int:
        """Windows are of one kind to a gate where the same rules can apply in them."""
        if not self.kinds:
            self._look_through()
        return self.kinds.get(window, 0)

    def _look_through(self) -> None:
        below = {id(rule): rule for rule in self.roots}
        waiting = [*self.roots]
        while waiting:
            new = {id(c): c for c in waiting.pop().exceptions if id(c) not in below}
            below |= new
            waiting += new.values()
        self.keys = frozenset(rule.key for rule in below.values() if rule.key)
        words: dict[str, set[str]] = {}
        for test in (test for rule in below.values() for test in every_test(rule.condition)):
            words.setdefault(test.fact, set()).update(test.words)
        whole = {rule.rule.then_as for rule in below.values()}  # told as they are
        self.words = {fact: frozenset(wanted) for fact, wanted in words.items() if fact not in whole}
        of_windows = [rule.windows for rule in below.values() if rule.windows is not None]
        every = sorted({w for windows in of_windows for w in windows})
        found = {w: tuple(w in windows for windows in of_windows) for w in every}
        numbers = {bears: n for n, bears in enumerate(dict.fromkeys(found.values()), 1)}
        self.kinds = {w: numbers[bears] for w, bears in found.items()} | {"": -1}

    def heard(self, s: Situation, window: str, keys: frozenset[str] | None) -> _Heard:
        """What the gate says: led by the answers of this situation to where others with the same answers came."""
        kind = self.kinds.get(window)
        if kind is None:
            kind = self.kind_of_window(window)
        absent = s.certainly_absent()
        lacks = self.lacks.get(absent)
        if lacks is None:
            lacks = self._lacks(absent)
        at = (kind, keys & self.keys if keys is not None else None, lacks)
        known, looked_up = self.hearings.get(at), s.looked_up
        while isinstance(known, _Asked):
            if known.passed is not None:
                s.passes(known.passed)
            value = looked_up.get(known.fact, _NOT_YET)
            if value is _NOT_YET:
                try:
                    value = s.value(known.fact)
                except NeedsFact as missing:
                    value = (_MISSING, missing.fact)
            if value.__class__ is frozenset and known.words is not None:
                value &= known.words
            known = known.answers.get(value)
        if known is None:
            return self._hear(s, window, keys, at)
        if known.passed is not None:
            s.passes(known.passed)
        return known

    def _lacks(self, absent: Absent) -> frozenset[tuple[str, Fact]]:
        if len(self.lacks) >= MOST_HEARINGS:
            self.lacks, self.alike = {}, {}
        lacks = frozenset((fact, value) for fact, value in absent.always.items() if fact in self.facts)
        self.lacks[absent] = lacks = self.alike.setdefault(lacks, lacks)  # one, so that it is found fast
        return lacks

    def _hear(self, s: Situation, window: str, keys: frozenset[str] | None, first: _Place) -> _Heard:
        """Hear the rules, and keep what they asked for."""
        noted = _Noted(s, frozenset(fact for fact, _ in first[2]))
        try:
            spoken = tuple(_speak(root, noted, window, keys) for root in self.roots if root.condition.holds(noted))
            came_to = _Heard(_agreed(self.gate.gate, spoken) if spoken else "", spoken)
        except NeedsFact as missing:
            came_to = _Heard("", (), needs=missing.fact)
        except Clash as clash:
            came_to = _Heard("", (), clash=(clash.gate, *clash.rules))
        came_to.passed = noted.passed()
        if self.count >= MOST_HEARINGS:
            self.hearings, self.count = {}, 0
        place, at = self.hearings, cast(Hashable, first)
        for passed, fact, value in noted.asked:
            asked = place.get(at)
            if not isinstance(asked, _Asked):
                asked = place[at] = _Asked(fact, self.words.get(fact), passed)
            place, words = asked.answers, asked.words
            at = value & words if value.__class__ is frozenset and words is not None else value
        place[at] = came_to
        self.count += 1
        return came_to


class _Noted:
    """A situation that notes which facts are asked for, each once; those whose subject is missing apart."""

    def __init__(self, s: Situation, missing: frozenset[str]) -> None:
        self._s, self._missing = s, missing
        self.looked_up: dict[str, Fact] = {}
        # what was passed before it, fact, value
        self.asked: list[tuple[Passed | None, str, Fact | tuple[object, str]]] = []
        self._needs: dict[str, str] = {}
        self._passed: dict[str, Fact] = {}

    def value(self, fact: str) -> Fact:
        """The value of a fact."""
        if fact in self.looked_up:
            return self.looked_up[fact]
        if fact in self._needs:
            raise NeedsFact(self._needs[fact])
        try:
            value = self._s.looked_up[fact] if fact in self._s.looked_up else self._s.value(fact)
        except NeedsFact as missing:
            self._needs[fact] = missing.fact
            self.asked.append((self.passed(), fact, (_MISSING, missing.fact)))
            raise
        if fact in self._missing:
            self._passed[fact] = value
        else:
            self.asked.append((self.passed(), fact, value))
        self.looked_up[fact] = value
        return value

    def passed(self) -> Passed | None:
        """The facts looked at since the last one that was asked for."""
        if not self._passed:
            return None
        always = self._s.absent.always
        passed = Passed(self._passed, [fact for fact in self._passed if always[fact] is UNKNOWN])
        self._passed = {}
        return passed

    def wider(self, fact: str, value: str) -> frozenset[str]:
        """A word with all words wider than it."""
        return self._s.wider(fact, value)


def index_of(rules: list[CompiledRule], window: str) -> dict[str, list[CompiledRule]]:
    """The rules that can apply in a window, by the category or act they govern."""
    found: dict[str, list[CompiledRule]] = {}
    for rule in rules:
        if rule.windows is None or not window or window in rule.windows:  # without a window its rules ask for it
            found.setdefault(rule.key, []).append(rule)
    for some in found.values():
        some.sort(key=_in_order)
    return found


def decided(gate: CompiledGate, s: Situation) -> Decision:
    """What a gate says about a situation."""
    heard = gate.heard(s, s.question.window, s.known_keys or s.keys())
    if heard.needs or heard.clash:
        _settled(heard)
    return Decision(gate.gate.gate, heard.outcome, heard.spoken, s)


def outcome_of(gate: CompiledGate, s: Situation, window: str, keys: frozenset[str] | None) -> str:
    """What a gate says, alone."""
    return _settled(gate.heard(s, window, keys)).outcome


def _settled(heard: _Heard) -> _Heard:
    if heard.needs:
        raise NeedsFact(heard.needs)
    if heard.clash:
        raise Clash(heard.clash[0], list(heard.clash[1:]))
    return heard


def _speak(rule: CompiledRule, s: Facts, window: str, keys: frozenset[str] | None) -> _Spoken:
    """What a rule whose condition holds comes to, after its exceptions have been heard."""
    candidates = rule.candidates(window, keys) if rule.exceptions else _NONE
    spoken = tuple(_speak(c, s, window, keys) for c in candidates if c.condition.holds(s))
    then = rule.then(s)
    winners = tuple(r for r in spoken if r.outcome != then)
    outcome = _agreed(rule.gate, winners) if winners else then
    # an exception that is itself defeated leads back to this rule: it is told, but it does not win
    heard = () if winners else tuple(r.rule.rule.id for r in spoken)
    told = winners or spoken
    deciding = frozenset().union(() if winners else (rule.rule.id,), *(below.deciding for below in told))
    return _Spoken(rule, "defeated" if winners else "decides", outcome, told, heard, deciding)


def _agreed(gate: str, speaking: tuple[_Spoken, ...]) -> str:
    """The one outcome of all who speak."""
    outcome = speaking[0].outcome
    if len(speaking) > 1 and any(r.outcome != outcome for r in speaking):
        raise Clash(gate, [r.rule.rule.id for r in speaking])
    return outcome


def _reason(spoken: _Spoken, s: Situation) -> Reason:
    rule = spoken.rule
    because = [_reason(one, s) for one in spoken.because]
    tell = partial(_told, rule, s, spoken.heard, spoken.role == "defeated")
    return Reason(rule.rule.id, rule.gate, spoken.role, spoken.outcome, because, tell)


def _told(rule: CompiledRule, s: Situation, spoken: tuple[str, ...], defeated: bool) -> Told:
    """What a rule that applied looked at, and the exceptions that did not speak, unless one of them won."""
    at = (s.question.window, spoken, defeated)
    telling = rule.tellings.get(at)
    if telling is None:
        telling = rule.tellings[at] = _telling(rule, s, spoken, defeated)
    if len(telling.rest) > MOST_TRIED:  # those about effects like this one can have come near
        keys = s.keys() or frozenset()
        rest = sorted(telling.rest, key=lambda c: (c.key != "" and c.key not in keys, c.rule.id))[:MOST_TRIED]
        return Told(tuple(looked_at(rule.condition, s, wanted=True)), _tried(rest, s))
    values = tuple([_value_of(s, fact, words) for fact, words in telling.asked])
    told = telling.told.get(values)
    if told is None:
        told = Told(tuple(looked_at(rule.condition, s, wanted=True, by=False)), _tried(telling.rest, s))
        if len(telling.told) >= MOST_TOLD:
            telling.told.clear()
        telling.told[values] = told
    if any(held.test.fact in MADE_SO for held in told.facts):
        facts = tuple(looked_at(rule.condition, s, wanted=True))
        if any(held.by for held in facts):
            return Told(facts, told.tried)
    return told


def _telling(rule: CompiledRule, s: Situation, spoken: tuple[str, ...], defeated: bool) -> _Telling:
    window, known = s.question.window, s.book.library.facts
    rest = [c for c in rule.exceptions if c.rule.id not in spoken and (c.windows is None or window in c.windows)]
    rest = [] if defeated else rest
    wanted: dict[str, set[str]] = {}
    for test in (test for one in (rule, *rest) for test in every_test(one.condition)):
        wanted.setdefault(test.fact, set()).update(test.words)
    sets = {fact for fact in wanted if known[fact].type in ("set", "category")}  # never told as a whole
    return _Telling(rest, [(fact, frozenset(words) if fact in sets else None) for fact, words in wanted.items()])


def _value_of(s: Situation, fact: str, words: frozenset[str] | None) -> object:
    value = s.looked_up.get(fact, _NOT_YET)
    if value is _NOT_YET:
        try:
            value = s.value(fact)
        except NeedsFact:
            return _MISSING
    return value & words if words is not None and isinstance(value, frozenset) else value


def _tried(rules: list[CompiledRule], s: Situation) -> tuple[Reason, ...]:
    """The exceptions that did not apply, those that came nearest first: "why not" is the player's real question."""
    nearness = {}
    tried = []
    for rule in rules:
        failed: list[Held] = []
        held = _missed(rule.condition, s, failed)
        nearness[rule.rule.id] = held / (held + len(failed) or 1)
        tried.append(Reason(rule.rule.id, rule.gate, "tried", rule.rule.then, told=Told(tuple(failed))))
    return tuple(sorted(tried, key=lambda r: (-nearness[r.rule], r.rule)))


def _missed(condition: Condition, s: Situation, failed: list[Held]) -> int:
    """How many tests of a condition held; those that did not are added to `failed`."""
    held = 0
    for part in condition.parts:
        if not isinstance(part, Test):
            held += _missed(part, s, failed)
            continue
        try:
            truth = part.holds(s)
        except NeedsFact:
            continue
        if truth:
            held += 1
        else:
            failed.append(Held(part, s.looked_up.get(part.fact), truth))
    return held


def looked_at(condition: Condition, s: Situation, *, wanted: bool, by: bool = True) -> list[Held]:
    """The tests of a condition that came out as wanted, or as not wanted; by what they are so unless told not to."""
    found: list[Held] = []
    for part in condition.parts:
        if isinstance(part, Test):
            try:
                truth = part.holds(s)
            except NeedsFact:
                continue
            if truth is wanted:
                made_so = MADE_SO[part.fact](s) if by and wanted and part.fact in MADE_SO else ()
                found.append(Held(part, s.looked_up.get(part.fact), truth, made_so))
        else:
            found += looked_at(part, s, wanted=wanted, by=by)
    return found
