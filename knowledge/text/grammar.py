"""The patterns of one language, loaded from `rulings/wording/`; which a text can hit at all, by words they need."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import compress, product
from pathlib import Path
from re import _constants as code  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any, Generic, NamedTuple, TypeVar

from knowledge.data.yaml_files import yaml_of

Words = frozenset[str]
_NeededRow = TypeVar("_NeededRow")
_Family = TypeVar("_Family", bound=Hashable)

_SPELLINGS = 24  # of a piece of an expression that are written out, and of a class of characters
_CHOICES = 64  # words of which one is needed; of more than these one stands in every text
_NEAR_ENOUGH = 6  # characters: a longer word is hardly rarer
_TWO = 2  # words looked for of a pattern; a third spares next to nothing
_REPEATS = (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT)
_NO_WIDTH = (code.AT, code.ASSERT, code.ASSERT_NOT)
_FLAGS = bytes.maketrans(b"01", b"\0\1")
_NOTHING: Words = frozenset(("",))


class _Piece(NamedTuple):
    """All that a piece of an expression can match, where that is little; else what every match of it needs."""

    spellings: Words | None
    needs: tuple[Words, ...]


_ANYTHING = _Piece(None, ())


@cache
def needed(expression: str) -> tuple[Words, ...]:
    """Of each of these one word at least stands in whatever the expression matches, the rarest first."""
    tree = _parser.parse(expression)
    if tree.state.flags & (code.SRE_FLAG_IGNORECASE | code.SRE_FLAG_VERBOSE):
        return ()
    found = dict.fromkeys(_shortest(needs) for needs in _needs_of(_sequence(tree)))
    return tuple(sorted(found, key=_rarity, reverse=True)[:_TWO])


def _shortest(words: Words) -> Words:
    """Words without those that contain another of them."""
    return frozenset(word for word in words if not any(other != word and other in word for other in words))


def _rarity(words: Words) -> tuple[int, int, list[str]]:
    return min(min(map(len, words)), _NEAR_ENOUGH), -len(words), sorted(words)


def _needs_of(piece: _Piece) -> tuple[Words, ...]:
    if piece.spellings is None:
        return piece.needs
    return (piece.spellings,) if piece.spellings and "" not in piece.spellings else ()


def _sequence(tree: Iterable[tuple[Any, Any]]) -> _Piece:
    """Pieces one after the other: their spellings are put together as long as they are few."""
    spelled, needs, whole = _NOTHING, [], True
    for op, value in tree:
        piece = _piece(op, value)
        if piece.spellings is not None and len(spelled) * len(piece.spellings) <= _SPELLINGS:
            spelled = frozenset(map("".join, product(spelled, piece.spellings)))
            continue
        whole = False
        needs.append(spelled)
        needs.extend(piece.needs)
        spelled = piece.spellings if piece.spellings is not None else _NOTHING
    if whole:
        return _Piece(spelled, ())
    return _Piece(None, tuple(words for words in (*needs, spelled) if words and "" not in words))


def _piece(op: Any, value: Any) -> _Piece:
    if op is code.LITERAL:
        return _Piece(frozenset((chr(value),)), ())
    if op in _NO_WIDTH:
        return _Piece(_NOTHING, ())
    if op is code.IN:
        return _of_a_class(value)
    if op is code.BRANCH:
        return _of_a_choice([_sequence(one) for one in value[1]])
    if op is code.ATOMIC_GROUP:
        return _sequence(value)
    if op is code.SUBPATTERN:
        _, added, removed, inner = value
        return _ANYTHING if added or removed else _sequence(inner)
    if op in _REPEATS:
        least, most, inner = value
        piece = _sequence(inner)
        if most == 1 and piece.spellings is not None:
            return _Piece(piece.spellings | _NOTHING, ()) if least == 0 else piece
        return _Piece(None, _needs_of(piece)) if least else _ANYTHING
    return _ANYTHING


def _of_a_class(members: list[tuple[Any, Any]]) -> _Piece:
    characters: set[str] = set()
    for op, value in members:
        if op is code.LITERAL:
            characters.add(chr(value))
        elif op is code.RANGE and value[1] - value[0] < _SPELLINGS:
            characters.update(map(chr, range(value[0], value[1] + 1)))
        else:
            return _ANYTHING
    return _Piece(frozenset(characters), ()) if len(characters) <= _SPELLINGS else _ANYTHING


def _of_a_choice(ways: list[_Piece]) -> _Piece:
    spelled = [way.spellings for way in ways if way.spellings is not None]
    if len(spelled) == len(ways) and sum(map(len, spelled)) <= _SPELLINGS:
        return _Piece(frozenset().union(*spelled), ())
    each = [_needs_of(way) for way in ways]
    if not all(each):
        return _ANYTHING
    words: Words = frozenset().union(*(max(needs, key=_rarity) for needs in each))
    return _Piece(None, (words,)) if len(words) <= _CHOICES else _ANYTHING


class _Word(NamedTuple):
    """A word, by the second rarest of its runs of characters, and which patterns need it."""

    run: str
    first: int  # as the rarest they need: a bit for each pattern
    second: int  # as the next


class PatternsByWords(Generic[_Family, _NeededRow]):
    """The patterns of all families by the words they need."""

    def __init__(self, families: dict[_Family, list[tuple[str, _NeededRow]]], run: int) -> None:
        """Rows of a family with their expressions; words are looked up by runs of so many characters."""
        self._run = run
        self._rows = [(family, row) for family, rows in families.items() for _, row in rows]
        self._always = self._for_sure = 0
        needs = [needed(expression) for patterns in families.values() for expression, _ in patterns]
        bits: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        for number, of_one in enumerate(needs):
            for nth, choice in enumerate(of_one):
                for word in choice:
                    bits[word][nth] |= 1 << number
            self._always |= (not of_one) << number
            self._for_sure |= (len(of_one) < _TWO) << number
        common = Counter(one for word in bits for one in _runs(word, run))
        by_run: dict[str, list[_Word]] = defaultdict(list)
        for word, needing in bits.items():
            rarest = sorted(_runs(word, run), key=lambda one: (common[one], one)) or [word]
            by_run[rarest[0]].append(_Word(rarest[1 % len(rarest)], *needing))
        self._by_run = {one: tuple(found) for one, found in by_run.items()}
        self._known = frozenset(by_run)
        self._short = [word for word in bits if len(word) < run]

    def in_text(self, text: str) -> dict[_Family, list[_NeededRow]]:
        """The rows of each family that the text can hold, in their order; no family without any."""
        there = _runs(text, self._run)
        there.update([word for word in self._short if word in text])
        by_run = self._by_run
        found = [word for one in self._known & there for word in by_run[one] if word.run in there]
        first, second = self._always, self._for_sure
        for _, one, other in found:
            first |= one
            second |= other
        rows: dict[_Family, list[_NeededRow]] = defaultdict(list)
        for family, row in compress(self._rows, f"{first & second:b}"[::-1].encode().translate(_FLAGS)):
            rows[family].append(row)
        return rows


def _runs(text: str, length: int) -> set[str]:
    return {text[at : at + length] for at in range(len(text) - length + 1)}


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
