"""What must stand in a text for a pattern to be found in it, and which patterns a text can hold at all.

Of every pattern the words are worked out of which one at least stands in all it matches: `(?:Level|Rank) \\d` needs
"Level " or "Rank ". A text is looked through once for all of them; most families have nothing to look for then.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from functools import cache
from itertools import compress, product
from re import _constants as code  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any, Generic, NamedTuple, TypeVar

Words = frozenset[str]
_Row = TypeVar("_Row")
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


class PatternsByWords(Generic[_Family, _Row]):
    """The patterns of all families by the words they need."""

    def __init__(self, families: dict[_Family, list[tuple[str, _Row]]], run: int) -> None:
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

    def in_text(self, text: str) -> dict[_Family, list[_Row]]:
        """The rows of each family that the text can hold, in their order; no family without any."""
        there = _runs(text, self._run)
        there.update([word for word in self._short if word in text])
        by_run = self._by_run
        found = [word for one in self._known & there for word in by_run[one] if word.run in there]
        first, second = self._always, self._for_sure
        for _, one, other in found:
            first |= one
            second |= other
        rows: dict[_Family, list[_Row]] = defaultdict(list)
        for family, row in compress(self._rows, f"{first & second:b}"[::-1].encode().translate(_FLAGS)):
            rows[family].append(row)
        return rows


def _runs(text: str, length: int) -> set[str]:
    return {text[at : at + length] for at in range(len(text) - length + 1)}
