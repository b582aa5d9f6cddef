"""Gates: the default speaks unless an applicable exception, recursively, speaks for it; and the tree of reasons.

The tree is built once while reasoning; text, JSON and pages only read it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from knowledge.data.cases import UNKNOWN
from knowledge.data.law import Gate, Rule
from knowledge.rules.conditions import Condition, Test
from knowledge.rules.facts import MADE_SO
from knowledge.table.situation import Absent, NeedsFact, Passed, Situation


@dataclass(slots=True)
class Held:
    """A test that was looked at: the fact, its value, whether it was as wanted, and what on the table made it so."""

    test: Test
    value: Any
    truth: bool
    by: tuple[str, ...] = ()  # cards by name, printed conditions and moments by id


Told = tuple[list[Held], list["Reason"]]


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
    def facts(self) -> list[Held]:
        """The facts that made the rule apply, or kept it from applying."""
        return self._told()[0]

    @property
    def tried(self) -> list["Reason"]:
        """The exceptions that did not apply, those that came nearest first."""
        return self._told()[1]

    def _told(self) -> Told:
        if self.told is None:
            self.told = self.tell() if self.tell else ([], [])
        return self.told


@dataclass(slots=True)
class Decision:
    """What one gate says, and why."""

    gate: str
    outcome: str  # "" when the gate is silent
    reasons: list[Reason]


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
    heard: dict[tuple[str, frozenset[str] | None, Absent], list["Candidate"]] = field(default_factory=dict)

    def then(self, s: Situation) -> str:
        """What the rule comes to: its outcome, or what a fact tells where it speaks of a whole row of cases."""
        then_as = self.rule.then_as
        return str(s.value(then_as)) if then_as else self.rule.then  # a rule of a calculation has neither

    def candidates(self, s: Situation, window: str, keys: frozenset[str] | None) -> list["Candidate"]:
        """The exceptions that bear on a question, found without scanning the others; all where no effect is named."""
        by_key = self.found_by.get(window)
        if by_key is None:
            by_key = self.found_by[window] = index_of(self.exceptions, window)
        fitting = None if keys is None else keys.intersection(by_key)
        absent = s.certainly_absent()
        known = self.heard.get((window, fitting, absent))
        if known is not None:
            return known
        named = by_key.keys() if fitting is None else {"", *fitting}
        rules = sorted((rule for key in named for rule in by_key.get(key, ())), key=_in_order)
        if len(self.heard) >= MOST_HEARD:
            self.heard.clear()
        found = self.heard[window, fitting, absent] = _in_turn(rules, absent, s.book.assumes)
        return found


Candidate = tuple[Passed | None, CompiledRule | None]  # what is passed over first, then a rule to be asked
MOST_HEARD = 4096


class _IsThere(Exception):
    """A rule asks about something that is not missing."""


@dataclass(slots=True)
class _Missing:
    """Where a condition gets its facts from while all it asks about is missing."""

    absent: Absent
    assumes: dict[str, Any]
    looked_up: dict[str, Any] = field(default_factory=dict)
    assumed: list[str] = field(default_factory=list)

    def value(self, fact: str) -> Any:
        """What the fact is because its subject is missing."""
        value = self.absent.always.get(fact)
        if value is UNKNOWN:
            value = self.assumes[fact]
            self.assumed.append(fact)
        if value is None:
            raise _IsThere
        self.looked_up[fact] = value
        return value

    def wider(self, fact: str, value: str) -> frozenset[str]:
        """No moment is ever missing."""
        raise _IsThere


def _in_turn(rules: list[CompiledRule], absent: Absent, assumes: dict[str, Any]) -> list[Candidate]:
    """The rules to be asked one after another; those that fail by what is missing are passed over."""
    found: list[Candidate] = []
    passed = Passed()
    for rule in rules:
        missing = _Missing(absent, assumes)
        try:
            fails = not rule.condition.holds(missing)
        except _IsThere:
            fails = False
        if fails:
            passed.assumed.extend(fact for fact in missing.assumed if fact not in passed.facts)
            passed.facts.update(missing.looked_up)
        else:
            found.append((passed if passed.facts else None, rule))
            passed = Passed()
    return [*found, (passed, None)] if passed.facts else found


def _in_order(rule: CompiledRule) -> str:
    return rule.rule.id


@dataclass(slots=True)
class CompiledGate:
    """A gate with the rules that stand at its root, and every fact one of its rules asks about."""

    gate: Gate
    roots: list[CompiledRule]
    facts: frozenset[str]
    kinds: dict[str, int] = field(default_factory=dict)  # window → the kind it is of

    def kind_of_window(self, window: str) -> int:
        """Windows are of one kind to a gate where the same rules can apply in them."""
        if not self.kinds:
            below = {id(rule): rule for rule in self.roots}
            waiting = [*self.roots]
            while waiting:
                new = {id(c): c for c in waiting.pop().exceptions if id(c) not in below}
                below |= new
                waiting += new.values()
            of_windows = [rule.windows for rule in below.values() if rule.windows is not None]
            every = sorted({w for windows in of_windows for w in windows})
            found = {w: tuple(w in windows for windows in of_windows) for w in every}
            numbers = {bears: n for n, bears in enumerate(dict.fromkeys(found.values()), 1)}
            self.kinds = {w: numbers[bears] for w, bears in found.items()} | {"": -1}
        return self.kinds.get(window, 0)


def index_of(rules: list[CompiledRule], window: str) -> dict[str, list[CompiledRule]]:
    """The rules that can apply in a window, by the category or act they govern."""
    found: dict[str, list[CompiledRule]] = {}
    for rule in rules:
        if rule.windows is None or not window or window in rule.windows:  # without a window its rules ask for it
            found.setdefault(rule.key, []).append(rule)
    for some in found.values():
        some.sort(key=_in_order)
    return found


def decided(gate: CompiledGate, s: Situation, *, explain: bool = True) -> Decision:
    """What a gate says about a situation."""
    window, keys = s.question.window, s.keys()
    speaking = [_speak(root, s, window, keys, explain) for root in gate.roots if root.condition.holds(s)]
    return Decision(gate.gate.gate, _agreed(gate.gate.gate, speaking) if speaking else "", speaking)


def outcome_of(gate: CompiledGate, s: Situation, window: str, keys: frozenset[str] | None) -> str:
    """What a gate says, alone: the same rules are heard in the same order, and nothing is noted down."""
    said = [_come_to(root, s, window, keys) for root in gate.roots if root.condition.holds(s)]
    if not said:
        return ""
    if len(said) > 1 and any(outcome != said[0] for outcome in said):
        return decided(gate, s, explain=False).outcome  # likewise
    return said[0]


def _come_to(rule: CompiledRule, s: Situation, window: str, keys: frozenset[str] | None) -> str:
    then = outcome = rule.then(s)
    for passed, exception in rule.candidates(s, window, keys) if rule.exceptions else ():
        if passed is not None:
            s.passes(passed)
        if exception is not None and exception.condition.holds(s):
            said = _come_to(exception, s, window, keys)
            if said != then:
                if outcome not in (then, said):
                    _speak(rule, s, window, keys, False)  # it tells which rules clash
                outcome = said
    return outcome


def _speak(rule: CompiledRule, s: Situation, window: str, keys: frozenset[str] | None, explain: bool) -> Reason:
    """What a rule whose condition holds comes to, after its exceptions have been heard."""
    spoken = []
    for passed, exception in rule.candidates(s, window, keys) if rule.exceptions else ():
        if passed is not None:
            s.passes(passed)
        if exception is not None and exception.condition.holds(s):
            spoken.append(_speak(exception, s, window, keys, explain))
    then = rule.then(s)
    winners = [r for r in spoken if r.outcome != then] if spoken else []
    outcome = _agreed(rule.gate, winners) if winners else then
    # an exception that is itself defeated leads back to this rule: it is told, but it does not win
    reason = Reason(rule.rule.id, rule.gate, "defeated" if winners else "decides", outcome, winners or spoken)
    if explain:
        reason.tell = lambda: _told(rule, s, window, [] if winners else [r.rule for r in spoken], bool(winners))
    return reason


def _agreed(gate: str, speaking: list[Reason]) -> str:
    """The one outcome of all who speak."""
    outcome = speaking[0].outcome
    if len(speaking) > 1 and any(r.outcome != outcome for r in speaking):
        raise Clash(gate, [r.rule for r in speaking])
    return outcome


def _told(rule: CompiledRule, s: Situation, window: str, spoken: list[str], defeated: bool) -> Told:
    """What a rule that applied looked at, and the exceptions that did not speak, unless one of them won."""
    rest = [c for c in rule.exceptions if c.rule.id not in spoken and (c.windows is None or window in c.windows)]
    return looked_at(rule.condition, s, wanted=True), [] if defeated else _tried(rest, s)


def _tried(rules: list[CompiledRule], s: Situation) -> list[Reason]:
    """The exceptions that did not apply, those that came nearest first: "why not" is the player's real question."""
    nearness = {}
    tried = []
    for rule in rules:
        failed: list[Held] = []
        held = _missed(rule.condition, s, failed)
        nearness[rule.rule.id] = held / (held + len(failed) or 1)
        tried.append(Reason(rule.rule.id, rule.gate, "tried", rule.rule.then, told=(failed, [])))
    return sorted(tried, key=lambda r: (-nearness[r.rule], r.rule))


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


def looked_at(condition: Condition, s: Situation, *, wanted: bool) -> list[Held]:
    """The tests of a condition that came out as wanted, or as not wanted."""
    found: list[Held] = []
    for part in condition.parts:
        if isinstance(part, Test):
            try:
                truth = part.holds(s)
            except NeedsFact:
                continue
            if truth is wanted:
                by = MADE_SO[part.fact](s) if wanted and part.fact in MADE_SO else ()
                found.append(Held(part, s.looked_up.get(part.fact), truth, by))
        else:
            found += looked_at(part, s, wanted=wanted)
    return found
