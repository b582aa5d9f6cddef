"""The index on disk, refused unless whole and up to date: sorted tables, ready as soon as the file is mapped."""

import os
import re
import sys
import threading
import unicodedata
import zlib
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from knowledge.data.cache import remove_leftovers
from knowledge.names.fold import fold, is_chinese, is_latin, pinyin_of
from knowledge.names.named_cards import NamedCard, groups_of

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


MAGIC = b"OCGNAMES"
VERSION = 3  # raise when the sections or what stands in them change
_ALIGNMENT = 8
_FIXED = len(MAGIC) + 4 + 4 + 4  # magic, version, length of the head, checksum of all that follows
MOST_BEARERS = 6  # a part that more cards share names none of them
_MOST_BY_A_WORD = 3  # the same for a part that no dash, dot or comma sets off
_CUTS = re.compile(r"[\s・·\-－—–―:：,，/]+")
_OF = re.compile(r"[之的の]")
_KATAKANA_TAIL = re.compile(r"(?<=[^ァ-ヶー・\s])([ァ-ヶー・]{3,})$")
_LATIN_CUTS = re.compile(r",| - |: | the ")
_LATIN_WORD = re.compile(r"[A-Za-zÀ-ÿ'’\-]{4,}")
_FEWEST_KANA = 3


class BrokenIndex(Exception):
    """A file that is not a whole index of this version."""


class _Head(msgspec.Struct):
    byteorder: str
    fingerprint: str
    sections: dict[str, tuple[int, int]]  # name -> start, length


def write_index(path: Path, sections: dict[str, bytes], fingerprint: str) -> None:
    """Write an index whole: beside the old one first, then under its name."""
    places: dict[str, tuple[int, int]] = {}
    place = 0
    for name, content in sections.items():
        places[name] = (place, len(content))
        place += len(content) + -len(content) % _ALIGNMENT
    head = msgspec.json.encode(_Head(byteorder=sys.byteorder, fingerprint=fingerprint, sections=places))
    head += b" " * (-(len(head) + _FIXED) % _ALIGNMENT)
    body = b"".join(content + b"\0" * (-len(content) % _ALIGNMENT) for content in sections.values())
    checksum = zlib.crc32(body, zlib.crc32(head))
    unfinished = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.tmp")
    try:
        with open(unfinished, "wb") as file:
            file.write(MAGIC + b"".join(n.to_bytes(4, "little") for n in (VERSION, len(head), checksum)) + head + body)
            file.flush()
            os.fsync(file.fileno())
        remove_leftovers(unfinished, "names-*.tmp")
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def read_index(path: Path) -> tuple[dict[str, memoryview], str]:
    """The sections of an index and its fingerprint; `BrokenIndex` unless every byte is as it was written."""
    try:
        # read, not mapped: a file cut short while it is mapped would kill the process; forks share the memory anyway
        mapped = memoryview(path.read_bytes())
    except (OSError, ValueError) as fault:
        raise BrokenIndex(str(fault)) from fault
    if len(mapped) < _FIXED or mapped[: len(MAGIC)] != MAGIC:
        raise BrokenIndex("not an index of names")
    numbers = (int.from_bytes(mapped[start : start + 4], "little") for start in range(len(MAGIC), _FIXED, 4))
    version, head_length, checksum = numbers
    if version != VERSION:
        raise BrokenIndex(f"version {version}, not {VERSION}")
    if zlib.crc32(mapped[_FIXED:]) != checksum:
        raise BrokenIndex("checksum differs")
    try:
        head = msgspec.json.decode(mapped[_FIXED : _FIXED + head_length], type=_Head)
    except msgspec.DecodeError as fault:
        raise BrokenIndex(str(fault)) from fault
    if head.byteorder != sys.byteorder:
        raise BrokenIndex("made on a machine of another byte order")
    start = _FIXED + head_length
    return {
        name: mapped[start + at : start + at + size] for name, (at, size) in head.sections.items()
    }, head.fingerprint


NAME, ALIAS, NICKNAME = range(3)
WHOLE, INITIALS = range(2)
KIND_BITS = 2
KIND_MASK = (1 << KIND_BITS) - 1
_FAR = {"ja": 1, "zh-TW": 2}
_SHORTEST_NEAR = {True: 4, False: 3}  # Latin or not: shorter names are one letter away from too much
LONGEST_NEAR = 64
_CHINESE = ("zh", "zh-CN", "zh-TW")
_SAME_WORDS = (("手札", "手牌", "手卡"), ("卡组", "牌组"))
_FEWEST_WITHOUT_OF = 4


def grams(text: str) -> list[str]:
    """The pieces under which a text is filed: two characters, three where they are Latin."""
    if text.isascii():
        return [text[at : at + 3] for at in range(len(text) - 2)]
    pairs = [text[at : at + 2] for at in range(len(text) - 1) if not text[at : at + 2].isascii()]
    return pairs + [text[at : at + 3] for at in range(len(text) - 2) if text[at : at + 3].isascii()]


def shorter_by_one(text: str) -> set[str]:
    """The text with any one character left out."""
    return {text[:at] + text[at + 1 :] for at in range(len(text))}


def may_be_near(text: str) -> bool:
    """Whether one wrong character in a text of this length still tells which name is meant."""
    return _SHORTEST_NEAR[is_latin(text)] <= len(text) <= LONGEST_NEAR


def _spellings(card: NamedCard) -> list[tuple[str, int]]:
    """Every spelling with its kind; the kind's higher bits tell how far its language is from what is mostly typed."""
    names = [(name, NAME | _FAR.get(lang, 0) << KIND_BITS) for lang, name in card.names.items()]
    return [*names, *((name, ALIAS) for name in card.aliases), *((name, NICKNAME) for name in card.nicknames)]


def _said_otherwise(name: str) -> set[str]:
    """A Chinese name with the words players take for one another, and without its 的: 手卡抹杀, 次元裂缝."""
    said = {name.replace(word, other) for same in _SAME_WORDS for word in same if word in name for other in same}
    said |= {short for each in (name, *said) if len(short := each.replace("的", "")) >= _FEWEST_WITHOUT_OF}
    return said - {name}


def _rows(cards: Sequence[NamedCard]) -> list[tuple[str, int, int]]:
    """(folded spelling, kind of spelling, card), each spelling of a card once, in order."""
    rows: dict[tuple[str, int], int] = {}
    for number, card in enumerate(cards):
        for spelling, kind in sorted(_spellings(card), key=lambda known: (known[1] & KIND_MASK, known[1])):
            rows.setdefault((fold(spelling), number), kind)
        for name in {fold(card.names[lang]) for lang in _CHINESE if lang in card.names}:
            for spelling in _said_otherwise(name):
                rows.setdefault((spelling, number), ALIAS)
    return sorted((spelling, kind, number) for (spelling, number), kind in rows.items() if spelling)


def _pinyin_rows(cards: Sequence[NamedCard]) -> list[tuple[str, int, int]]:
    rows: dict[tuple[str, int], int] = {}
    for number, card in enumerate(cards):
        names = [card.names[lang] for lang in _CHINESE if lang in card.names]
        for name in dict.fromkeys(map(fold, (*names, *card.aliases, *card.nicknames))):
            for whole, initials in pinyin_of(name):
                rows.setdefault((whole, number), WHOLE)
                rows.setdefault((initials, number), INITIALS)
    return sorted((typed, kind, number) for (typed, number), kind in rows.items())


def _table(prefix: str, rows: list[tuple[str, int, int]], near: Iterable[int]) -> dict[str, bytes]:
    texts = [text for text, _, _ in rows]
    joined, starts = SortedTexts.packed(texts)
    left_out = ((piece, row) for row in near for piece in (texts[row], *shorter_by_one(texts[row])))
    return {
        f"{prefix}.texts": joined,
        f"{prefix}.starts": starts,
        f"{prefix}.kinds": bytes(kind for _, kind, _ in rows),
        f"{prefix}.cards": array("I", (card for _, _, card in rows)).tobytes(),
        f"{prefix}.grams": HashTable.packed((gram, row) for row, text in enumerate(texts) for gram in grams(text)),
        f"{prefix}.near": HashTable.packed(left_out),
    }


def _short_table(rows: list[tuple[str, int]]) -> dict[str, bytes]:
    """Only looked up from where a sentence stands: no table of pieces or near forms is needed."""
    joined, starts = SortedTexts.packed([form for form, _ in rows])
    cards = array("I", (card for _, card in rows)).tobytes()
    return {"short.texts": joined, "short.starts": starts, "short.cards": cards}


def _known(card: NamedCard) -> int:
    """How much people talk of a card: it has a profile, it has nicknames, it is no mere token."""
    return 2 * card.profiled + 2 * bool(card.nicknames) + ("Token" not in card.type)


def sections_of(cards: Sequence[NamedCard]) -> dict[str, bytes]:
    """Every table of the index, by name."""
    records = [msgspec.json.encode(card) for card in cards]
    ends, place = array("I", [0]), 0
    for record in records:
        place += len(record)
        ends.append(place)
    names, pinyin = _rows(cards), _pinyin_rows(cards)
    numbers = [(f"cid:{card.cid}", row) for row, card in enumerate(cards) if card.cid is not None]
    for row, card in enumerate(cards):
        numbers.append((f"key:{card.key}", row))
        numbers += [(f"password:{n}", row) for n in (card.password, *card.other_passwords) if n is not None]
    return {
        "records": b"".join(records),
        "records.ends": ends.tobytes(),
        "numbers": HashTable.packed(numbers),
        "groups": msgspec.json.encode(groups_of(cards)),
        **_table("names", names, (row for row, (text, _, _) in enumerate(names) if may_be_near(text))),
        **_table(
            "pinyin",
            pinyin,
            (
                row
                for row, (text, kind, _) in enumerate(pinyin)
                if kind == WHOLE and len(text) >= 6 and may_be_near(text)
            ),
        ),
        **_short_table(short_rows(cards)),
        "known": bytes(_known(card) for card in cards),
    }


class Forms(NamedTuple):
    """Parts of a name set off by a sign or a change of script, and other parts that may be telling."""

    set_off: set[str]
    others: set[str]


def _parts_of(name: str) -> Forms:
    """Heads and tails of a Chinese or Japanese name at its dots and dashes; what stands before and after 之 or の."""
    cuts = [(match.start(), match.end()) for match in _CUTS.finditer(name)]
    set_off = {part for start, end in cuts for part in (name[:start], name[end:])}
    if len(cuts) > 1:
        set_off.add(name[cuts[0][1] : cuts[-1][0]])
    if tail := _KATAKANA_TAIL.search(name):
        set_off.add(tail[1])
    bare = name[cuts[-1][1] :] if cuts else name
    others = {part for m in _OF.finditer(bare) for part in (bare[: m.start()], bare[m.end() :])}
    return Forms(set_off, {part for part in others if len(part) >= _FEWEST_KANA})


def _latin_parts_of(name: str) -> Forms:
    """The parts of an English name between commas, dashes and articles; single words that may be telling."""
    parts = [part.strip() for part in _LATIN_CUTS.split(name)]
    words = {word for word in _LATIN_WORD.findall(name) if word[0].isupper()}
    return Forms(set(parts) if len(parts) > 1 else set(), words if len(words) > 1 or len(parts) > 1 else set())


def _may_stand_alone(folded: str, whole: str) -> bool:
    if not folded or folded == whole or folded.isdigit():
        return False
    if folded.isascii():
        return len(folded) >= 4
    if any(map(is_chinese, folded)):
        return len(folded) >= 2 or len(whole) > 2
    return len(folded) >= _FEWEST_KANA


def short_forms_of(card: NamedCard) -> Forms:
    """Every part of a card's names that people may call it by, folded."""
    forms = Forms(set(), set())
    for lang, name in card.names.items():
        plain = unicodedata.normalize("NFKC", name)
        whole = fold(plain)
        found = _latin_parts_of(plain) if lang == "en" else _parts_of(plain)
        for kept, parts in zip(forms, found, strict=True):
            kept |= {form for part in parts if part.strip() and _may_stand_alone(form := fold(part), whole)}
    return forms


def short_rows(cards: Sequence[NamedCard]) -> list[tuple[str, int]]:
    """(form, card) for every form that few enough cards share; a part set off by a sign counts before any other."""
    set_off: defaultdict[str, list[int]] = defaultdict(list)
    others: defaultdict[str, list[int]] = defaultdict(list)
    for number, card in enumerate(cards):
        forms = short_forms_of(card)
        for form in forms.set_off:
            set_off[form].append(number)
        for form in forms.others - forms.set_off:
            others[form].append(number)
    rows = [(form, number) for form, bearers in set_off.items() if len(bearers) <= MOST_BEARERS for number in bearers]
    rows += [
        (form, number)
        for form, bearers in others.items()
        if form not in set_off and len(bearers) <= _MOST_BY_A_WORD
        for number in bearers
    ]
    return sorted(rows)
