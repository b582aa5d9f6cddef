"""Rulings and rules by their words: pairs of characters for Chinese and Japanese, whole words for English."""

import hashlib
import json
import os
import re
import shutil
import tempfile
import threading
import zlib
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import msgspec
from whoosh import fields, index
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.filedb.filestore import FileStorage, RamStorage, copy_to_ram
from whoosh.scoring import bm25
from whoosh.searching import Searcher

from knowledge.data.cache import remove_leftovers
from knowledge.names.fold import fold
from knowledge.search.entries import FACETS, Entry

VERSION = 1  # raise when the same sentence would be cut otherwise
_MANIFEST = "manifest.json"
_KEPT = 2
_FIELDS = ("text", "cards", "numbers")
_BM25 = (0.75, 1.2)  # how much the length of a sentence counts, and how soon a repeated word counts no more
_AS_GOOD = 5e-4  # scores so near may count alike once they are rounded
_MOST_TERMS = 8192  # of the index, with the places they stand in: some hundred bytes each
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


class WordIndex:
    """The index over all entries, kept in the data directory, or in memory where nothing can be kept.

    What whoosh weighs a term by in each document is asked once for a term; a search puts these together.
    """

    def __init__(self, entries: Sequence[Entry], directory: Path | None = None) -> None:
        by_key = {entry.key: entry for entry in sorted(entries, key=lambda entry: entry.key)}
        self._fingerprint = hashlib.sha256(f"{VERSION}|".encode() + msgspec.json.encode(list(entries))).hexdigest()[:24]
        self._index = _opened(directory, self._fingerprint, entries)
        self._shelves, shelves = _shelves_by_number(by_key)
        order = {key: at for at, key in enumerate(by_key)}
        # read once: which document is which entry, and every word that stands in any
        with closing(self._index.reader()) as reader:
            keys = {at: key for at, kept in reader.iter_docs() if (key := str(kept["key"])) in by_key}
            self._known = {field: frozenset(reader.field_terms(field)) for field in _FIELDS}
            self._lengths = {field: {at: reader.doc_field_length(at, field, 1) for at in keys} for field in _FIELDS}
        self._documents = {at: _Document(order[key], by_key[key]) for at, key in keys.items()}
        self._shelves_of = {at: shelves[key] for at, key in keys.items()}
        self._kept = threading.local()  # a reader for each thread, opened once: opening one costs more than a search
        self._term = lru_cache(_MOST_TERMS)(self._read_term)

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
        return bool(cut) and _as_number(word) not in self._known["numbers"] and not self._known["text"].issuperset(cut)

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
        if text not in self._known[field]:
            return {}
        documents, weights = self._term(field, text)
        return dict(zip(documents, weights if boost == 1 else [weight * boost for weight in weights], strict=True))

    def _read_term(self, field: str, text: str) -> "tuple[array[int], array[float]]":
        """The documents a term stands in, and what it weighs in each: by how often, how rare, and how long they are."""
        searcher: Searcher | None = getattr(self._kept, "searcher", None)
        if searcher is None:
            searcher = self._kept.searcher = self._index.searcher()
        rare, usual, lengths = searcher.idf(field, text), searcher.avg_field_length(field) or 1, self._lengths[field]
        documents, weights = array("L"), array("d")
        found = searcher.reader().postings(field, text)
        while found.is_active():
            at = found.id()
            if at in lengths:
                documents.append(at)
                weights.append(bm25(rare, found.weight(), lengths[at], usual, *_BM25))
            found.next()
        return documents, weights


def _all(parts: Sequence[Weights]) -> Weights:
    """What stands in each of the parts, with the weights of all."""
    if len(parts) < 2:
        return parts[0] if parts else {}
    shared = set.intersection(*map(set, parts))
    return {at: sum(part[at] for part in parts) for at in shared}


def _any(parts: Sequence[Weights]) -> Weights:
    """What stands in some of the parts, with the weights of those."""
    found: dict[int, float] = {}
    for part in parts:
        if not found:
            found = dict(part)
            continue
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


def _schema() -> fields.Schema:
    spaced = SpaceSeparatedTokenizer()
    return fields.Schema(
        key=fields.ID(stored=True, unique=True),
        text=fields.TEXT(analyzer=spaced, phrase=False),
        cards=fields.TEXT(analyzer=spaced, phrase=False),
        numbers=fields.TEXT(analyzer=spaced, phrase=False),
    )


def _filled(storage: RamStorage | FileStorage, entries: Iterable[Entry]) -> index.Index:
    made = storage.create_index(_schema())
    writer = made.writer()
    for entry in entries:
        writer.add_document(
            key=entry.key,
            text=" ".join(pieces(" ".join(entry.texts))),
            cards=" ".join(entry.cards),
            numbers=" ".join(number.lower() for number in entry.numbers),
        )
    writer.commit()
    return made


def _opened(directory: Path | None, fingerprint: str, entries: Sequence[Entry]) -> index.Index:
    if directory is None:
        return _filled(RamStorage(), entries)
    folder = directory / f"words-{fingerprint}"
    with suppress(Exception):  # a broken index may fail in any way at all; it is rebuilt
        if _is_own(folder) and _is_whole(folder, fingerprint):
            return _in_memory(folder)
    with suppress(OSError):
        _keep(directory, folder, fingerprint, entries)
        return _in_memory(folder)
    return _filled(RamStorage(), entries)


def _in_memory(folder: Path) -> index.Index:
    """The index with its files in memory: one cut short while it is mapped would kill the process."""
    return copy_to_ram(FileStorage(str(folder))).open_index()


def _is_own(folder: Path) -> bool:
    """Whether nobody else can have written it: whoosh keeps pickles, and a foreign pickle could do anything."""
    about = folder.stat()
    return not hasattr(os, "geteuid") or (about.st_uid in (os.geteuid(), 0) and not about.st_mode & 0o022)


def _is_whole(folder: Path, fingerprint: str) -> bool:
    manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
    return bool(manifest == {"fingerprint": fingerprint, "files": dict(_sums(folder))})


def _sums(folder: Path) -> Iterator[tuple[str, int]]:
    for path in sorted(folder.iterdir()):
        if path.name != _MANIFEST and not path.name.endswith("LOCK"):
            yield path.name, zlib.crc32(path.read_bytes())


def _keep(directory: Path, folder: Path, fingerprint: str, entries: Sequence[Entry]) -> None:
    """Write the index beside its place and move it there whole."""
    directory.mkdir(parents=True, exist_ok=True)
    unfinished = Path(tempfile.mkdtemp(prefix="words-unfinished-", dir=directory))
    try:
        _filled(FileStorage(str(unfinished)), entries).close()
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
