"""What is looked for by its spelling: few ways to say something are written out, thousands are walked.

`(转移|改变)(了|)攻击` is four spellings; a dozen such choices in one phrase are a hundred thousand, and written out
they would be most of what the service keeps in memory and of the time it takes to start.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
_BEGINNING = 4  # so many characters tell most phrases apart
Choices = Sequence[Sequence[str]]  # what may stand in each place, one place behind the other


class _Many(NamedTuple, Generic[T]):
    rank: int
    choices: Choices
    means: Callable[[str], T | None]

    def ends(self, text: str, start: int) -> set[int]:
        """Where a spelling of it that begins here may end."""
        ends = {start}
        for some in self.choices:
            ends = {end + len(said) for end in ends for said in some if text.startswith(said, end)}
            if not ends:
                break
        return ends


class Spellings(Generic[T]):
    """What each spelling means; of two meanings that of the higher rank."""

    def __init__(self) -> None:
        self._single: dict[str, tuple[int, T]] = {}
        self._many: defaultdict[str, list[_Many[T]]] = defaultdict(list)  # by what a spelling begins with
        self._pairs: set[str] = set()  # the first two characters of those
        self._sizes: defaultdict[str, set[int]] = defaultdict(set)  # by the first two characters, or the only one

    def add(self, spellings: Iterable[str], meaning: T, rank: int) -> None:
        """Spellings that are each written out."""
        for spelling in spellings:
            known = self._single.get(spelling)
            if known is None or rank > known[0]:
                self._single[spelling] = (rank, meaning)
            if known is None:
                self._sizes[spelling[:2]].add(len(spelling))

    def add_many(self, choices: Choices, means: Callable[[str], T | None], rank: int) -> None:
        """All that the choices make, each of two characters at least; what none is meant by is left to others."""
        made = _Many(rank, [sorted(set(some)) for some in choices], means)
        for begun in _beginnings(choices):
            self._many[begun].append(made)
            self._pairs.add(begun[:2])

    def _many_at(self, text: str, start: int) -> Iterator[_Many[T]]:
        """What may begin here with one of its many spellings."""
        for size in range(2, min(_BEGINNING, len(text) - start) + 1):
            yield from self._many.get(text[start : start + size], ())

    def get(self, spelling: str) -> T | None:
        """What this spelling means."""
        rank, meaning = self._single.get(spelling, (None, None))
        for many in self._many_at(spelling, 0):
            if (rank is None or many.rank > rank) and len(spelling) in many.ends(spelling, 0):
                meant = many.means(spelling)
                rank, meaning = (many.rank, meant) if meant is not None else (rank, meaning)
        return meaning

    def __contains__(self, spelling: str) -> bool:
        return self.get(spelling) is not None

    def at(self, text: str, start: int) -> list[tuple[int, T]]:
        """How long the spellings are that begin here, and what each means; the longest first."""
        found: dict[int, tuple[int, T]] = {}
        pair, left = text[start : start + 2], len(text) - start
        for first in (pair, pair[:1]) if left > 1 else (pair,):
            for size in self._sizes.get(first, ()):
                if size <= left and (known := self._single.get(text[start : start + size])):
                    found[size] = known
        for many in self._many_at(text, start) if pair in self._pairs else ():
            for end in many.ends(text, start):
                known = found.get(end - start)
                if (known is None or many.rank > known[0]) and (meant := many.means(text[start:end])) is not None:
                    found[end - start] = (many.rank, meant)
        return [(size, found[size][1]) for size in sorted(found, reverse=True)] if found else []


def _beginnings(choices: Choices) -> set[str]:
    """The first characters of each spelling, or the whole of a short one."""
    begun = {""}
    for some in choices:
        begun = {(so_far + said)[:_BEGINNING] for so_far in begun for said in some}
        if min(map(len, begun)) == _BEGINNING:
            break
    return begun
