"""The patterns of one language, loaded from `rulings/wording/<language>.yaml` and what adds to it, and compiled once.

A file has `characters` (single characters written the same way everywhere), `words` (named pieces that patterns use as
`{NAME}`) and `families`: lists of patterns, each with the meaning it reveals (`is`) and the expression (`find`).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from knowledge.data.folder import yaml_of
from knowledge.text.needed_words import PatternsByWords

_NAMED = re.compile(r"\{([A-Z][A-Z_0-9]*)\}")
_PLAIN = re.compile(r"[^\W_]|[ ,:;'\"·「」●=]")


class Pattern(NamedTuple):
    """One expression and the meaning it reveals."""

    hint: str  # a run of characters every match contains; looking for it first is many times quicker
    reveals: str
    search: Callable[[str], re.Match[str] | None]
    finditer: Callable[[str], Iterator[re.Match[str]]]
    regex: re.Pattern[str]


# hint, meaning, search, finditer and place in the file
_Row = tuple[str, str, Callable[[str], re.Match[str] | None], Callable[[str], Iterator[re.Match[str]]], int]


class Found(NamedTuple):
    """A meaning and the span of text that reveals it."""

    reveals: str
    start: int
    end: int


class Wording:
    """All patterns of one language."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.language: str = raw["language"]
        self.lower_case: bool = raw.get("lower-case", False)
        self.punctuated: bool = raw.get("punctuated", False)  # colon and semicolon tell condition, cost and resolution
        self.longest_sentence: int = raw.get("longest-sentence", 300)  # twice the longest on any card
        self.state_reach: int = raw.get("state-reach", 80)  # how far before an event a word can make it a mere state
        self.characters: dict[int, str] = str.maketrans({k: str(v) for k, v in raw.get("characters", {}).items()})
        words: dict[str, str] = {}
        for name, value in raw.get("words", {}).items():
            words[name] = _spell_out(str(value), words)
        self._families: dict[str, tuple[Pattern, ...]] = {
            family: tuple(pattern for entry in entries for pattern in _patterns(entry, words))
            for family, entries in raw["families"].items()
        }
        self._rows: dict[str, list[_Row]] = {
            family: [(p.hint, p.reveals, p.search, p.finditer, place) for place, p in enumerate(patterns)]
            for family, patterns in self._families.items()
        }
        self._in_text: dict[str, dict[str, list[_Row]]] = {}  # of the texts being read, the rows they can hold

    def patterns(self, family: str) -> tuple[Pattern, ...]:
        """The patterns of a family, in the order of the file; none where the language has no such family."""
        return self._families.get(family, ())

    def families(self) -> tuple[str, ...]:
        """The names of all families of the language."""
        return tuple(self._families)

    @cached_property
    def _by_words(self) -> PatternsByWords[str, _Row]:
        """The patterns by the words a text must hold for them."""
        expressions = {family: [p.regex.pattern for p in patterns] for family, patterns in self._families.items()}
        rows = {family: list(zip(expressions[family], rows, strict=True)) for family, rows in self._rows.items()}
        return PatternsByWords(rows, run=3 if self.lower_case else 2)  # letters tell less than characters

    def look_through(self, *texts: str) -> None:
        """Find out at once which patterns these texts can hold: they are about to be asked for many families."""
        held = self._by_words.in_text("\n".join(dict.fromkeys(texts)))
        self._in_text = dict.fromkeys(texts, held)

    def first(self, family: str, text: str, start: int = 0, end: int | None = None) -> Found | None:
        """The first pattern of the family, in the order of the file, that is found in that stretch of the text."""
        held = self._in_text.get(text)
        rows = self._rows.get(family) if held is None else held.get(family)
        if not rows:
            return None
        piece = text[start:end]
        for hint, reveals, search, _, _ in rows:
            if hint in piece:
                match = search(piece)
                if match:
                    return Found(reveals, start + match.start(), start + match.end())
        return None

    def has(self, family: str, text: str, start: int = 0, end: int | None = None) -> bool:
        """Whether some pattern of the family is found in that stretch of the text."""
        held = self._in_text.get(text)
        rows = self._rows.get(family) if held is None else held.get(family)
        if not rows:
            return False
        piece = text[start:end]
        for hint, _, search, _, _ in rows:  # noqa: SIM110 - any() takes twice as long
            if hint in piece and search(piece):
                return True
        return False

    def each(self, family: str, text: str, start: int = 0, end: int | None = None) -> Iterator[Found]:
        """Every meaning of the family that is found, each at most once, in the order of the file."""
        held = self._in_text.get(text)
        rows = self._rows.get(family) if held is None else held.get(family)
        return _each(rows, text[start:end], start) if rows else iter(())

    def all(self, family: str, text: str, start: int = 0, end: int | None = None) -> list[Found]:
        """Every place where a pattern of the family is found, in the order of the text."""
        held = self._in_text.get(text)
        rows = self._rows.get(family) if held is None else held.get(family)
        if not rows:
            return []
        piece = text[start:end]
        matched = [
            (match.start(), -match.end(), place, reveals)
            for hint, reveals, _, finditer, place in rows
            if hint in piece
            for match in finditer(piece)
        ]
        if len(matched) > 1:
            matched.sort()
        return [Found(reveals, start + begin, start - stop) for begin, stop, _, reveals in matched]


def _each(rows: Sequence[_Row], piece: str, start: int) -> Iterator[Found]:
    seen: set[str] = set()
    for hint, reveals, search, _, _ in rows:
        if hint in piece:
            match = None if reveals in seen else search(piece)
            if match:
                seen.add(reveals)
                yield Found(reveals, start + match.start(), start + match.end())


@cache
def wording_of(language: str) -> Wording:
    """The compiled patterns of a language: zh, ja or en."""
    folder = _folder()
    raw = yaml_of(folder / f"{language}.yaml")
    for file in sorted(folder.glob(f"{language}-*.yaml")):
        further = yaml_of(file)
        raw["words"] |= further.get("words", {})
        raw["families"] |= further["families"]
    return Wording(raw)


def _folder() -> Path:
    here = Path(__file__).resolve()
    inside_package, beside_package = here.parents[1] / "rulings" / "wording", here.parents[2] / "rulings" / "wording"
    return inside_package if inside_package.is_dir() else beside_package


def _spell_out(expression: str, words: dict[str, str]) -> str:
    return _NAMED.sub(lambda named: words[named.group(1)], expression)


def _patterns(entry: dict[str, Any], words: dict[str, str]) -> list[Pattern]:
    """One pattern for each alternative of an entry, so that each has a run of characters of its own to look for."""
    expression = _spell_out(str(entry["find"]), words)
    reveals = str(entry.get("is", ""))
    compiled = [(re.compile(one), _required_run(one)) for one in _alternatives(expression)]
    return [Pattern(hint, reveals, regex.search, regex.finditer, regex) for regex, hint in compiled]


def _alternatives(expression: str) -> list[str]:
    found, depth, place, begin = [], 0, 0, 0
    while place < len(expression):
        char = expression[place]
        if char == "\\":
            place += 1
        elif char == "[":
            place = expression.index("]", place + 2)
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        elif char == "|" and depth == 0:
            found.append(expression[begin:place])
            begin = place + 1
        place += 1
    return [*found, expression[begin:]]


def _required_run(expression: str) -> str:
    """The longest run of plain characters outside brackets that every match must contain; empty where there is none."""
    runs, run, depth, place = [], "", 0, 0
    while place < len(expression):
        char = expression[place]
        following = expression[place + 1 : place + 2]
        if char == "\\":
            runs.append(run)
            run, place = "", place + 2
            continue
        if char == "[":
            closing = expression.index("]", place + 2)
            runs.append(run)
            run, place = "", closing + 1
            continue
        if char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        elif char == "|" and depth == 0:
            return ""
        if depth == 0 and _PLAIN.fullmatch(char) and following not in ("?", "*", "{"):
            run += char
        else:
            if char == "{":
                place = expression.index("}", place)
            runs.append(run)
            run = ""
        place += 1
    runs.append(run)
    return max(runs, key=len)
