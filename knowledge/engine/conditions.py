"""Conditions of rules: eight words (`is, in, within, includes, at_least, all, any, not`), compiled once."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

WORDS = ("is", "in", "within", "includes", "at_least")


class NeedsFact(Exception):
    """A fact is needed that nobody has stated and nothing lets us assume."""

    def __init__(self, fact: str) -> None:
        super().__init__(fact)
        self.fact = fact


class Facts(Protocol):
    """Where a condition gets its facts from."""

    def value(self, fact: str) -> Any:
        """The value of a fact."""
        ...

    def wider(self, fact: str, value: str) -> frozenset[str]:
        """A word with all words wider than it."""
        ...


@dataclass(frozen=True, slots=True)
class Test:
    """One fact compared with what a rule wants."""

    fact: str
    word: str
    wanted: Any
    positive: bool = True

    def holds(self, facts: Facts) -> bool:
        """Whether the fact is as wanted."""
        return self._matches(facts, facts.value(self.fact)) is self.positive

    def _matches(self, facts: Facts, value: Any) -> bool:
        if self.word == "at_least":
            return isinstance(value, int) and value >= self.wanted
        if self.word == "in":
            return value in self.wanted
        if isinstance(value, frozenset):  # a set of words: `is` and `includes` ask for membership, with wider words
            return any(w in value for w in self.wanted) if isinstance(self.wanted, tuple) else self.wanted in value
        if self.word == "within":
            return self.wanted in facts.wider(self.fact, value)
        return bool(value == self.wanted)


@dataclass(frozen=True, slots=True)
class Condition:
    """`all`, `any` of parts; a part is a test or a condition."""

    mode: str
    parts: tuple["Test | Condition", ...]

    def holds(self, facts: Facts) -> bool:
        """Whether the condition holds; a fact nobody stated is asked for only where the other parts leave it open."""
        settles = self.mode == "any"
        missing: NeedsFact | None = None
        for part in self.parts:
            try:
                if part.holds(facts) is settles:
                    return settles
            except NeedsFact as needs:
                missing = missing or needs
        if missing is not None:
            raise missing
        return not settles


ALWAYS = Condition("all", ())


class BadCondition(ValueError):
    """A condition that is not written in the language; says what was found and what is accepted."""

    def __init__(self, found: str, expected: str, word: str = "", known: tuple[str, ...] = ()) -> None:
        super().__init__(found)
        self.found, self.expected, self.word, self.known = found, expected, word, known


def compiled(when: Any, known: Callable[[str], bool], positive: bool = True) -> Condition:
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


def _tests(fact: str, wanted: Any, known: Callable[[str], bool], positive: bool) -> list[Test]:
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


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def every_test(condition: Condition) -> list[Test]:
    """All tests of a condition, in order."""
    found: list[Test] = []
    for part in condition.parts:
        found += [part] if isinstance(part, Test) else every_test(part)
    return found
