"""Rulings and rules by their words: what is filed where; pairs of characters for Chinese and Japanese, else words."""

import hashlib
import json
import os
import re
import shutil
import tempfile
import zlib
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from math import log
from pathlib import Path
from typing import NamedTuple

import msgspec
from whoosh.scoring import bm25
from whoosh.util.numeric import byte_to_length, length_to_byte

from knowledge.data.cache import remove_leftovers
from knowledge.data.cases import Case, Ruling
from knowledge.data.law import Cite, Gate, Rule
from knowledge.names.fold import fold
from knowledge.rules.book import Book
from knowledge.rules.precedents import cards_of_ruling

VERDICTS = ("yes", "no", "must", "depends", "undetermined")
FACETS = ("kind", "document", "section", "timing", "gate", "category", "verdict")


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One ruling or rule: its sentences, its numbers, and the values of each facet."""

    kind: str
    id: str
    texts: tuple[str, ...]
    numbers: tuple[str, ...]  # ids it may be asked by
    cards: tuple[str, ...] = ()
    facets: dict[str, tuple[str, ...]] = {}
    date: str = ""

    @property
    def key(self) -> str:
        """The name of the entry in the index."""
        return f"{self.kind}:{self.id}"


def entries_of(book: Book) -> list[Entry]:
    """Every ruling and every rule, in the order of ids."""
    rulings = [_of_ruling(book, ruling) for _, ruling in sorted(book.library.rulings.items())]
    gates = book.library.gates
    rules = [_of_rule(book, rule, gates[book.gate_of[name]]) for name, rule in sorted(book.rules.items())]
    return [*rulings, *rules]


def _of_ruling(book: Book, ruling: Ruling) -> Entry:
    told = [case for case in ruling.cases if not case.near_miss]
    gates = {book.gate_of[case.because] for case in told if case.because in book.gate_of}
    gates |= {case.asks for case in told if case.asks}
    verdicts = {"undetermined"} if ruling.status == "undetermined" else {_verdict(case) for case in told}
    cards = cards_of_ruling(book, ruling)
    names = [card.names for name in cards if (card := book.identified(name))]
    return Entry(
        kind="ruling",
        id=ruling.id,
        texts=(ruling.says.zh, ruling.says.en, *(name for n in names for name in (n.zh, n.en, n.ja) if name)),
        numbers=_numbers(ruling.id, ruling.cites),
        cards=tuple(cards),
        date=max((cite.date for cite in ruling.cites), default=""),
        facets={
            **_places(book, ruling.cites),
            "kind": ("ruling",),
            "timing": _timings(book, [case.at for case in told if case.at]),
            "gate": tuple(sorted(gates)),
            "category": tuple(sorted({c for case in told for c in _categories(book, case)})),
            "verdict": tuple(sorted(verdicts - {""})),
        },
    )


def _verdict(case: Case) -> str:
    return case.expect if case.expect in VERDICTS else ""


def _categories(book: Book, case: Case) -> Iterable[str]:
    name, _, number = case.activate.partition("/")
    card = book.card_named(name) if name else None
    effects = [e for e in card.effects if str(e.number) == number.removeprefix("p")] if card else []
    return [c for effect in effects if card for c in book.categories_of(card, effect) if c in book.library.categories]


def _of_rule(book: Book, rule: Rule, gate: Gate) -> Entry:
    spoken = _spoken(rule.when)
    return Entry(
        kind="rule",
        id=rule.id,
        texts=(rule.says.zh, rule.says.en, gate.names.zh, gate.names.en),
        numbers=_numbers(rule.id, rule.cites),
        date=max((cite.date for cite in rule.cites), default=""),
        facets={
            **_places(book, rule.cites),
            "kind": ("rule",),
            "timing": _timings(book, [word for word in spoken if word in book.library.timings]),
            "gate": (gate.gate,),
            "category": tuple(sorted(word for word in spoken if word in book.library.categories)),
            "verdict": (rule.then,) if rule.then in VERDICTS else (),
        },
    )


def _spoken(condition: object) -> set[str]:
    """Every word a condition holds."""
    if isinstance(condition, dict):
        return {word for part in condition.values() for word in _spoken(part)}
    if isinstance(condition, list | tuple):
        return {word for part in condition for word in _spoken(part)}
    return {condition} if isinstance(condition, str) else set()


def _numbers(name: str, cites: Iterable[Cite]) -> tuple[str, ...]:
    entries = [entry for cite in cites for entry in cite.faq]
    return tuple(dict.fromkeys((name, *entries, *(entry.partition(":")[2] for entry in entries))))


def _places(book: Book, cites: Iterable[Cite]) -> dict[str, tuple[str, ...]]:
    documents, sections = [], []
    for cite in cites:
        documents.append(cite.doc)
        document = book.library.documents.get(cite.doc)
        for section in document.sections if document else ():
            if section.lines[0] <= cite.first <= section.lines[1]:
                sections.append(f"{cite.doc}/{section.id}")
    return {"document": tuple(dict.fromkeys(documents)), "section": tuple(dict.fromkeys(sections))}


def _timings(book: Book, moments: Iterable[str]) -> tuple[str, ...]:
    """Windows asked about with what contains them, so that a facet can be as wide or as narrow as wanted."""
    windows = {window for moment in moments for window in book.windows_of(moment)}
    around = {outer for window in windows for outer in book.timings_around[window]} - {"turn"}
    return tuple(sorted(windows | around))


VERSION = 2  # raise when the same sentence would be cut otherwise
_MANIFEST, _WEIGHED = "manifest.json", "words.msgpack"
_KEPT = 2
_FIELDS = ("text", "cards", "numbers")
_BM25 = (0.75, 1.2)  # how much the length of a sentence counts, and how soon a repeated word counts no more
_AS_GOOD = 5e-4  # scores so near may count alike once they are rounded
_FREQUENT = 4 * 64  # bytes: a term in more than 64 documents, of which the last ones are kept unpacked
_MOST_FREQUENT = 256
_MOST_PIECES = 96  # of all words together: nobody tells more, and each piece costs time
_JOINED = re.compile(r"(?<=[A-Za-z0-9])[^\w\s]+(?=[A-Za-z0-9])")  # what parts English words; Chinese names ignore it
_RUNS = re.compile(r"[a-z0-9]+|[^\W_a-z0-9]+")
Weights = Mapping[int, float]  # by the number of a document


@dataclass(frozen=True)
class Wanted:
    """What is looked for: words, cards that must be concerned, values of facets, and the span of dates."""

    words: tuple[str, ...] = ()
    cards: tuple[tuple[str, str], ...] = ()  # the card's id, and the name it was called by
    facets: Mapping[str, str] = field(default_factory=dict)
    since: str = ""
    until: str = ""


@dataclass(frozen=True)
class Results:
    """The entries found, best first, each with a score from 0 to 1, and how many lie under each value of a facet."""

    hits: list[tuple[Entry, float]]  # all of them, or the best
    total: int
    facets: dict[str, dict[str, int]]
    loosened: bool = False  # nothing had all of the words: these have some


class _Document(NamedTuple):
    """A document of the index: where its entry comes among all, and the entry."""

    order: int
    entry: Entry


def pieces(text: str, *, asked: bool = False) -> list[str]:
    """A text cut for the index; of what is asked, only the pairs count, so that single characters do not find all."""
    cut: list[str] = []
    for run in _RUNS.findall(" ".join(fold(word) for word in _JOINED.sub(" ", text).split())):
        if run.isascii():
            cut.append(run)
            continue
        pairs = [run[at : at + 2] for at in range(len(run) - 1)]
        cut += pairs if asked and pairs else [*pairs, *run]
    return cut


class _Weighed(msgspec.Struct):
    """What the entries are found by: their keys by the number of the document, and by field what each term weighs.

    Of a term the numbers of the documents it stands in, four bytes each, and its weight in each of them, eight.
    """

    keys: list[str]
    terms: dict[str, dict[str, tuple[bytes, bytes]]]


class WordIndex:
    """The index over all entries, kept in the data directory, or in memory where nothing can be kept.

    What a term weighs in each document is worked out with the index; a search puts these weights together.
    """

    def __init__(self, entries: Sequence[Entry], directory: Path | None = None) -> None:
        by_key = {entry.key: entry for entry in sorted(entries, key=lambda entry: entry.key)}
        self._fingerprint = hashlib.sha256(f"{VERSION}|".encode() + msgspec.json.encode(list(entries))).hexdigest()[:24]
        kept = _opened(directory, self._fingerprint, entries)
        self._terms = kept.terms
        self._frequent = lru_cache(_MOST_FREQUENT)(_unpacked)
        self._shelves, shelves = _shelves_by_number(by_key)
        order = {key: at for at, key in enumerate(by_key)}
        self._documents = {at: _Document(order[key], by_key[key]) for at, key in enumerate(kept.keys)}
        self._shelves_of = {at: shelves[key] for at, key in enumerate(kept.keys)}

    @property
    def entries(self) -> Iterator[Entry]:
        """Everything that can be found."""
        return (document.entry for document in self._documents.values())

    def search(self, wanted: Wanted, most: int | None = None) -> Results:
        """The entries that have all of the words; where none has, those that have some; all of them, or the best."""
        narrowed = bool(wanted.facets or wanted.since or wanted.until)
        for loosened in (False, True):
            if not loosened and any(map(self._is_nowhere, wanted.words)):
                continue  # nothing can have all of the words
            found = self._weighed(wanted, loosened)
            if narrowed:
                found = {at: w for at, w in found.items() if _within(self._documents[at].entry, wanted)}
            if found or not wanted.words:
                break
        return Results(self._ranked(found, most), len(found), self._counted(found), loosened and bool(wanted.words))

    def _ranked(self, found: Weights, most: int | None) -> list[tuple[Entry, float]]:
        """The documents found, best first; of many the best, and those that are as good as the last of them."""
        best = max(found.values(), default=1.0) or 1.0
        least = 0.0
        if most is not None and most < len(found):
            least = best * (sorted(found.values(), reverse=True)[most] / best - _AS_GOOD)
        documents = self._documents
        ranked = sorted((-round(w / best, 4), documents[at]) for at, w in found.items() if w >= least)
        return [(document.entry, -score) for score, document in ranked]

    def _is_nowhere(self, word: str) -> bool:
        """Whether no entry can have this word: it is no number of one, and some piece of it stands in none."""
        cut = pieces(word, asked=True)
        return (
            bool(cut)
            and _as_number(word) not in self._terms["numbers"]
            and not all(p in self._terms["text"] for p in cut)
        )

    def _counted(self, found: Iterable[int]) -> dict[str, dict[str, int]]:
        """How many of these documents lie under each value of each facet, the most frequent first."""
        counts: dict[str, dict[str, int]] = {facet: {} for facet in FACETS}
        under = Counter(chain.from_iterable(map(self._shelves_of.__getitem__, found)))
        for number in sorted(sorted(under), key=under.__getitem__, reverse=True):  # of equals in their order
            facet, value = self._shelves[number]
            counts[facet][value] = under[number]
        return counts

    def _weighed(self, wanted: Wanted, loosened: bool) -> Weights:
        """What each document weighs for what is wanted: words are looked for as they are, none is a language."""
        needed = [
            _any([self._of("cards", card, 4.0), _all([self._of("text", piece) for piece in pieces(name)])])
            for card, name in wanted.cards
        ]
        words: list[Weights] = []
        left = _MOST_PIECES
        for word in wanted.words:
            cut = list(dict.fromkeys(pieces(word, asked=True)))[:left]
            words += [self._word(word, cut, loosened)] if cut else []
            left -= len(cut)
        if not words and not needed:
            return {} if wanted.words else dict.fromkeys(self._documents, 1.0)
        if words:
            needed.append(_any(words) if loosened else _all(words))
        return _all(needed)

    def _word(self, word: str, cut: list[str], loosened: bool) -> Weights:
        terms = [self._of("text", piece) for piece in cut]
        return _any([self._of("numbers", _as_number(word), 8.0), _any(terms) if loosened else _all(terms)])

    def _of(self, field: str, text: str, boost: float = 1.0) -> Weights:
        found = self._terms[field].get(text)
        if found is None:
            return {}
        return self._frequent(*found, boost) if len(found[0]) > _FREQUENT else _unpacked(*found, boost)


def _unpacked(documents: bytes, weights: bytes, boost: float) -> Weights:
    each = memoryview(weights).cast("d")
    return dict(zip(memoryview(documents).cast("I"), each if boost == 1 else [w * boost for w in each], strict=True))


def _all(parts: Sequence[Weights]) -> Weights:
    """What stands in each of the parts, with the weights of all."""
    if len(parts) < 2:
        return parts[0] if parts else {}
    shared = set.intersection(*map(set, parts))
    return {at: sum(part[at] for part in parts) for at in shared}


def _any(parts: Sequence[Weights]) -> Weights:
    """What stands in some of the parts, with the weights of those."""
    parts = [part for part in parts if part]
    if len(parts) < 2:
        return parts[0] if parts else {}
    found = dict(parts[0])
    for part in parts[1:]:
        for at, weight in part.items():
            found[at] = found.get(at, 0.0) + weight
    return found


def _shelves_by_number(entries: Mapping[str, Entry]) -> tuple[list[tuple[str, str]], dict[str, tuple[int, ...]]]:
    """Every value of every facet, in order, and the places of those each entry lies under: numbers are counted fast."""
    under = {
        key: [(facet, value) for facet in FACETS for value in entry.facets.get(facet, ())]
        for key, entry in entries.items()
    }
    shelves = sorted(set(chain.from_iterable(under.values())))
    number = {shelf: at for at, shelf in enumerate(shelves)}
    return shelves, {key: tuple(number[shelf] for shelf in found) for key, found in under.items()}


def _within(entry: Entry, wanted: Wanted) -> bool:
    if (wanted.since or wanted.until) and not entry.date:
        return False
    if entry.date < wanted.since or (wanted.until and entry.date > wanted.until):
        return False
    return all(value in entry.facets.get(facet, ()) for facet, value in wanted.facets.items())


def _as_number(word: str) -> str:
    return word.strip().lower()


def _weighed(entries: Sequence[Entry]) -> _Weighed:
    """What each term weighs in each entry as whoosh weighs it: how often, how rare, in how much.

    Its index is not made for that: the same weights without one take a seventh of the time.
    """
    cut: dict[str, list[list[str]]] = {
        "text": [pieces(" ".join(entry.texts)) for entry in entries],
        "cards": [" ".join(entry.cards).split() for entry in entries],
        "numbers": [" ".join(entry.numbers).lower().split() for entry in entries],
    }
    return _Weighed([entry.key for entry in entries], {field: dict(_terms_of(cut[field])) for field in _FIELDS})


def _terms_of(documents: list[list[str]]) -> Iterator[tuple[str, tuple[bytes, bytes]]]:
    """Every term of a field with the documents it stands in and what it weighs there."""
    usual = sum(map(len, documents)) / (len(documents) or 1) or 1
    lengths = [byte_to_length(length_to_byte(len(words))) for words in documents]  # as coarse as whoosh keeps them
    found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for at, words in enumerate(documents):
        for word, times in Counter(words).items():
            found[word].append((at, times))
    for word, places in sorted(found.items()):
        rare = log(len(documents) / (len(places) + 1)) + 1
        weights = [bm25(rare, times, lengths[at], usual, *_BM25) for at, times in places]
        yield word, (array("I", [at for at, _ in places]).tobytes(), array("d", weights).tobytes())


def _opened(directory: Path | None, fingerprint: str, entries: Sequence[Entry]) -> _Weighed:
    if directory is None:
        return _weighed(entries)
    folder = directory / f"words-{fingerprint}"
    with suppress(Exception):  # a broken index may fail in any way at all; it is rebuilt
        if _is_own(folder) and _is_whole(folder, fingerprint):
            return msgspec.msgpack.decode((folder / _WEIGHED).read_bytes(), type=_Weighed)
    made = _weighed(entries)
    with suppress(OSError):
        _keep(directory, folder, fingerprint, made)
    return made


def _is_own(folder: Path) -> bool:
    """Whether nobody else can have written it."""
    about = folder.stat()
    return not hasattr(os, "geteuid") or (about.st_uid in (os.geteuid(), 0) and not about.st_mode & 0o022)


def _is_whole(folder: Path, fingerprint: str) -> bool:
    manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
    return bool(manifest == {"fingerprint": fingerprint, "files": dict(_sums(folder))})


def _sums(folder: Path) -> Iterator[tuple[str, int]]:
    for path in sorted(folder.iterdir()):
        if path.name != _MANIFEST:
            yield path.name, zlib.crc32(path.read_bytes())


def _keep(directory: Path, folder: Path, fingerprint: str, made: _Weighed) -> None:
    """Write the index beside its place and move it there whole."""
    directory.mkdir(parents=True, exist_ok=True)
    unfinished = Path(tempfile.mkdtemp(prefix="words-unfinished-", dir=directory))
    try:
        (unfinished / _WEIGHED).write_bytes(msgspec.msgpack.encode(made))
        manifest = {"fingerprint": fingerprint, "files": dict(_sums(unfinished))}
        (unfinished / _MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
        remove_leftovers(unfinished, "words-unfinished-*")
        shutil.rmtree(folder, ignore_errors=True)
        os.replace(unfinished, folder)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    # the present one stays whatever the clock says: where it was set back, it looks oldest
    others = (path for path in directory.glob("words-[0-9a-f]*") if path != folder)
    for path in sorted(others, key=lambda path: path.stat().st_mtime_ns, reverse=True)[_KEPT - 1 :]:
        shutil.rmtree(path, ignore_errors=True)
