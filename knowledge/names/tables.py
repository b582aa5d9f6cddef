"""Sorted hash tables and sorted texts that are ready as soon as the file is mapped: nothing is unpacked at opening."""

import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

_ROW_BITS = 32
_ROW_MASK = (1 << _ROW_BITS) - 1


def mark(piece: str) -> int:
    """A short stable number for a piece of text; equal numbers are always checked against the text itself."""
    return zlib.crc32(piece.encode("utf-8", "surrogatepass"))


class HashTable:
    """Piece of text -> rows, as one sorted array of (number of the piece, row)."""

    def __init__(self, pairs: Sequence[int]) -> None:
        self._pairs = pairs

    @staticmethod
    def packed(pieces: Iterable[tuple[str, int]]) -> bytes:
        """The table's bytes, from (piece, row)."""
        crc32 = zlib.crc32  # two million pieces of a database: `mark` without the call
        made = {crc32(piece.encode("utf-8", "surrogatepass")) << _ROW_BITS | row for piece, row in pieces}
        return array("Q", sorted(made)).tobytes()

    def span(self, piece: str) -> tuple[int, int]:
        """Where the rows of a piece stand in the table."""
        number = mark(piece) << _ROW_BITS
        first = bisect_left(self._pairs, number)
        if first == len(self._pairs) or self._pairs[first] > number | _ROW_MASK:
            return first, first
        return first, bisect_left(self._pairs, number + (1 << _ROW_BITS), first)

    def rows_in(self, span: tuple[int, int]) -> list[int]:
        """The rows of a span."""
        return [pair & _ROW_MASK for pair in self._pairs[span[0] : span[1]]]

    def rows(self, piece: str) -> list[int]:
        """The rows a piece may stand in."""
        return self.rows_in(self.span(piece))


class SortedTexts:
    """Texts in order, kept as one string and the places where they begin; `self[row]` is the row's text."""

    def __init__(self, joined: str, starts: Sequence[int]) -> None:
        self.joined = joined
        self._starts = starts

    @staticmethod
    def packed(texts: Sequence[str]) -> tuple[bytes, bytes]:
        """The bytes of the string and of the places."""
        starts, place = array("I"), 0
        for text in texts:
            starts.append(place)
            place += len(text) + 1
        starts.append(place)
        return "".join(f"{text}\n" for text in texts).encode("utf-8", "surrogatepass"), starts.tobytes()

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __getitem__(self, row: int) -> str:
        return self.joined[self._starts[row] : self._starts[row + 1] - 1]

    def length(self, row: int) -> int:
        """How many characters a row's text has."""
        return self._starts[row + 1] - self._starts[row] - 1

    def first_from(self, text: str, within: range | None = None) -> int:
        """The first row whose text is not before `text`; `within` tells between which rows it must lie."""
        low, high = (within.start, within.stop) if within is not None else (0, len(self))
        joined, starts = self.joined, self._starts
        while low < high:
            middle = (low + high) // 2
            if joined[starts[middle] : starts[middle + 1] - 1] < text:
                low = middle + 1
            else:
                high = middle
        return low

    def equal_to(self, text: str) -> Iterator[int]:
        """Rows whose text is `text`."""
        row = self.first_from(text)
        while row < len(self) and self[row] == text:
            yield row
            row += 1

    def starting_with(self, text: str, within: range | None = None) -> range:
        """Rows whose text begins with `text`; `within` tells among which they are."""
        first = self.first_from(text, within)
        rest = range(first, within.stop if within is not None else len(self))
        return range(first, self.first_from(text + "\U0010ffff", rest))

    def row_at(self, place: int) -> int:
        """The row a place of the joined string belongs to."""
        low, high = 0, len(self)
        while high - low > 1:
            middle = (low + high) // 2
            if self._starts[middle] <= place:
                low = middle
            else:
                high = middle
        return low


class Beginnings:
    """Which texts begin at a place of a sentence; what begins with the same two characters is looked up once."""

    _MOST_KEPT = 50_000

    def __init__(self, texts: SortedTexts) -> None:
        self._texts = texts
        self._kept: dict[str, tuple[tuple[int, ...], dict[str, range]]] = {}
        self._with_first: dict[str, range] = {}  # first character → the rows that begin with it

    def at(self, sentence: str, start: int) -> list[tuple[int, range]]:
        """(end, rows) of every text that stands at this place, the longest first."""
        lengths, rows = self._begun(sentence[start : start + 2])
        found = []
        for size in lengths:
            known = rows.get(sentence[start : start + size])
            if known is not None and start + size <= len(sentence):
                found.append((start + size, known))
        return found

    def _begun(self, pair: str) -> tuple[tuple[int, ...], dict[str, range]]:
        kept = self._kept.get(pair)
        if kept is None:
            texts = self._texts
            begun = self._with_first.get(pair[:1])
            if begun is None:
                begun = texts.starting_with(pair[:1])
                if len(self._with_first) < self._MOST_KEPT:
                    self._with_first[pair[:1]] = begun
            first = begun.start
            alone = [first] if first < len(texts) and texts[first] == pair[:1] else []
            rows: dict[str, range] = {}
            for row in (*alone, *(texts.starting_with(pair, begun) if len(pair) > 1 else ())):
                text = texts[row]
                rows[text] = range(rows[text].start, row + 1) if text in rows else range(row, row + 1)
            if alone:
                last = first
                while last + 1 < len(texts) and texts[last + 1] == pair[:1]:
                    last += 1
                rows[pair[:1]] = range(first, last + 1)
            kept = (tuple(sorted({len(text) for text in rows}, reverse=True)), rows)
            if len(self._kept) < self._MOST_KEPT:
                self._kept[pair] = kept
        return kept
