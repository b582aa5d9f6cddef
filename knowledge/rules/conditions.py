"""Conditions of rules: eight words (`is, in, within, includes, at_least, all, any, not`), compiled once."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from knowledge.data.cases import Unknown
from knowledge.table.situation import Fact, NeedsFact

_NOT_YET: Fact = Unknown()
Wanted = str | int | tuple[str | int, ...]  # a word, a number, or several of which one is enough
WORDS = ("is", "in", "within", "includes", "at_least")


class Facts(Protocol):
    """Where a condition gets its facts from."""

    looked_up: dict[str, Fact]

    def value(self, fact: str) -> Fact:
        """The value of a fact."""
        ...

    def wider(self, fact: str, value: str) -> frozenset[str]:
        """A word with all words wider than it."""
        ...


Check = Callable[[Facts], bool]


@dataclass(frozen=True, slots=True)
class Test:
    """One fact compared with what a rule wants; `holds` tells whether the fact is as wanted."""

    fact: str
    word: str
    wanted: Wanted
    positive: bool = True
    holds: Check = field(init=False, repr=False, compare=False)

    @property
    def words(self) -> tuple[str, ...]:
        """What is wanted, each word of it."""
        return tuple(map(str, self.wanted)) if isinstance(self.wanted, tuple) else (str(self.wanted),)

    def __post_init__(self) -> None:
        object.__setattr__(self, "holds", _test_held(self.fact, self.word, self.wanted, self.positive))


@dataclass(frozen=True, slots=True)
class Condition:
    """`all`, `any` of parts; a part is a test or a condition; `holds` tells whether the condition holds."""

    mode: str
    parts: tuple["Test | Condition", ...]
    holds: Check = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        checks = tuple(part.holds for part in self.parts)
        plain = [part for part in self.parts if isinstance(part, Test) and _is_plain(part.word, part.wanted)]
        if self.mode == "any":
            holds = _settled_by(True, checks)
        elif len(checks) == 1:
            holds = checks[0]
        else:
            holds = _as_wanted(plain) if len(plain) == len(checks) else _settled_by(False, checks)
        object.__setattr__(self, "holds", holds)


def _test_held(fact: str, word: str, wanted: Wanted, positive: bool) -> Check:
    """A comparison as one function of its own: a verdict makes hundreds of them."""
    matches = _matching(fact, word, wanted)

    def holds(facts: Facts) -> bool:
        value = facts.looked_up.get(fact, _NOT_YET)
        if value is _NOT_YET:
            value = facts.value(fact)
        return matches(facts, value) is positive

    def is_as_wanted(facts: Facts) -> bool:
        value = facts.looked_up.get(fact, _NOT_YET)
        if value is _NOT_YET:
            value = facts.value(fact)
        return (wanted in value if isinstance(value, frozenset) else value == wanted) is positive

    return is_as_wanted if _is_plain(word, wanted) else holds


def _is_plain(word: str, wanted: Wanted) -> bool:
    return word in ("is", "includes") and isinstance(wanted, str)


def _matching(fact: str, word: str, wanted: Wanted) -> Callable[[Facts, Fact], bool]:
    if word == "at_least" and isinstance(wanted, int):
        return lambda facts, value: isinstance(value, int) and value >= wanted
    if word == "in" and isinstance(wanted, tuple):
        return lambda facts, value: value in wanted

    def matches(facts: Facts, value: Fact) -> bool:
        if isinstance(value, frozenset):  # a set of words: asked for membership; it holds the wider words too
            return any(w in value for w in wanted) if isinstance(wanted, tuple) else wanted in value
        return wanted in facts.wider(fact, str(value)) if word == "within" else bool(value == wanted)

    return matches


def _as_wanted(tests: list[Test]) -> Check:
    """The same as `_settled_by` for plain comparisons that all have to hold: most rules are no more than that."""
    asked = tuple((test.fact, test.wanted, test.positive) for test in tests)

    def held(facts: Facts) -> bool:
        missing: NeedsFact | None = None
        looked_up = facts.looked_up
        for fact, wanted, positive in asked:
            value = looked_up.get(fact, _NOT_YET)
            if value is _NOT_YET:
                try:
                    value = facts.value(fact)
                except NeedsFact as needs:
                    missing = missing or needs
                    continue
            if (wanted in value if isinstance(value, frozenset) else value == wanted) is not positive:
                return False
        if missing is not None:
            raise missing
        return True

    return held


def _settled_by(outcome: bool, checks: tuple[Check, ...]) -> Check:
    """One part with this outcome settles it; a fact nobody stated is asked for only where no other part does."""

    def settled(facts: Facts) -> bool:
        missing: NeedsFact | None = None
        for holds in checks:
            try:
                if holds(facts) is outcome:
                    return outcome
            except NeedsFact as needs:
                missing = missing or needs
        if missing is not None:
            raise missing
        return not outcome

    return settled


class BadCondition(ValueError):
    """A condition that is not written in the language; says what was found and what is accepted."""

    def __init__(self, found: str, expected: str, word: str = "", known: tuple[str, ...] = ()) -> None:
        super().__init__(found)
        self.found, self.expected, self.word, self.known = found, expected, word, known


def compiled(when: object, known: Callable[[str], bool], positive: bool = True) -> Condition:
    """Turn a rule's `when` into a condition; `known` tells which facts exist."""
    if not isinstance(when, dict):
        raise BadCondition(f"`{when}`", "a mapping of facts to what is wanted of them")
    parts: list[Test | Condition] = []
    for key, wanted in when.items():
        if key in ("all", "any"):
            if not isinstance(wanted, list) or not wanted:
                raise BadCondition(f"`{key}: {wanted}`", "a list of conditions")
            inner = tuple(compiled(part, known, positive) for part in wanted)
            mode = key if positive else {"all": "any", "any": "all"}[key]
            parts.append(Condition(mode, inner))
        elif key == "not":
            parts.append(compiled(wanted, known, not positive))
        else:
            parts += _tests(key, wanted, known, positive)
    return Condition("all" if positive else "any", tuple(parts))


def _tests(fact: str, wanted: object, known: Callable[[str], bool], positive: bool) -> list[Test]:
    if not known(fact):
        raise BadCondition(f"the fact `{fact}`", "a fact of facts.yaml", fact)
    if not isinstance(wanted, dict):
        return [Test(fact, "is", _frozen(wanted), positive)]
    tests = []
    for word, value in wanted.items():
        if word not in WORDS:
            raise BadCondition(f"the word `{word}`", "one of: " + ", ".join((*WORDS, "all", "any", "not")), word, WORDS)
        tests.append(Test(fact, word, _frozen(value), positive))
    return tests


def _frozen(value: object) -> Wanted:
    if isinstance(value, str | int):
        return value
    if isinstance(value, list) and all(isinstance(one, str | int) for one in value):
        return tuple(value)
    raise BadCondition(f"`{value}`", "a word, a number, or a list of them")


def every_test(condition: Condition) -> list[Test]:
    """All tests of a condition, in order."""
    found: list[Test] = []
    for part in condition.parts:
        found += [part] if isinstance(part, Test) else every_test(part)
    return found
