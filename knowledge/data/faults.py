"""Faults of the data: where, what was found, what was expected, and the nearest right spelling."""

import dataclasses
from collections.abc import Iterable

from rapidfuzz import fuzz, process


@dataclasses.dataclass(frozen=True, order=True)
class Fault:
    """One mistake in the data."""

    file: str
    line: int
    check: str  # the name of the check that found it
    found: str
    expected: str
    near: str = ""
    level: str = "error"
    field: str = dataclasses.field(default="", compare=False)  # the key at fault, with the keys that lead to it
    value: str = dataclasses.field(default="", compare=False)  # what stands there
    accepted: tuple[str, ...] = dataclasses.field(default=(), compare=False)  # words, or JSON types

    def __str__(self) -> str:
        tip = f"; did you mean `{self.near}`?" if self.near else ""
        return f"{self.file}:{self.line}: [{self.check}] found {self.found}; expected {self.expected}{tip}"


def nearest(word: str, known: Iterable[str]) -> str:
    """The known spelling nearest to a word, or nothing when none is near."""
    best = process.extractOne(word, list(known), scorer=fuzz.ratio, score_cutoff=60)
    return str(best[0]) if best else ""
