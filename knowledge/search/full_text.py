"""Rulings and rules by their words: pairs of characters for Chinese and Japanese, whole words for English."""

import hashlib
import json
import os
import re
import shutil
import tempfile
import threading
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import msgspec
from whoosh import fields, index, query
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.filedb.filestore import FileStorage, RamStorage, copy_to_ram
from whoosh.searching import Searcher

from knowledge.data.cache import remove_leftovers
from knowledge.names.fold import fold
from knowledge.search.entries import FACETS, Entry

VERSION = 1  # raise when the same sentence would be cut otherwise
_MANIFEST = "manifest.json"
_KEPT = 2
_MOST_PIECES = 96  # of all words together: nobody tells more, and each piece costs time
_JOINED = re.compile(r"(?<=[A-Za-z0-9])[^\w\s]+(?=[A-Za-z0-9])")  # what parts English words; Chinese names ignore it
_RUNS = re.compile(r"[a-z0-9]+|[^\W_a-z0-9]+")


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

    hits: list[tuple[Entry, float]]
    facets: dict[str, dict[str, int]]
    loosened: bool = False  # nothing had all of the words: these have some


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
    """The index over all entries, kept in the data directory, or in memory where nothing can be kept."""

    def __init__(self, entries: Sequence[Entry], directory: Path | None = None) -> None:
        by_key = {entry.key: entry for entry in entries}
        self._fingerprint = hashlib.sha256(f"{VERSION}|".encode() + msgspec.json.encode(list(entries))).hexdigest()[:24]
        self._index = _opened(directory, self._fingerprint, entries)
        # read once: which document is which entry, and every word that stands in any
        with closing(self._index.reader()) as reader:
            self._documents = {at: by_key.get(str(kept["key"])) for at, kept in reader.iter_docs()}
            self._known = {field: frozenset(reader.field_terms(field)) for field in ("text", "numbers")}
        self._shelves = {entry.key: _shelves_of(entry) for entry in entries}
        self._kept = threading.local()  # a reader for each thread, opened once: opening one costs more than a search

    def search(self, wanted: Wanted) -> Results:
        """The entries that have all of the words; where none has, those that have some."""
        narrowed = bool(wanted.facets or wanted.since or wanted.until)
        for loosened in (False, True):
            if not loosened and any(map(self._is_nowhere, wanted.words)):
                continue  # nothing can have all of the words
            found = self._searcher().search(_query(wanted, loosened), limit=None).items()
            hits = [(entry, float(score or 0.0)) for at, score in found if (entry := self._documents[at]) is not None]
            if narrowed:
                hits = [(entry, score) for entry, score in hits if _within(entry, wanted)]
            if hits or not wanted.words:
                break
        best = max((score for _, score in hits), default=1.0) or 1.0
        ranked = sorted(((entry, round(score / best, 4)) for entry, score in hits), key=lambda h: (-h[1], h[0].key))
        return Results(ranked, self._counted(ranked), loosened and bool(wanted.words))

    def _is_nowhere(self, word: str) -> bool:
        """Whether no entry can have this word: it is no number of one, and some piece of it stands in none."""
        cut = pieces(word, asked=True)
        return bool(cut) and _as_number(word) not in self._known["numbers"] and not self._known["text"].issuperset(cut)

    def _counted(self, ranked: Iterable[tuple[Entry, float]]) -> dict[str, dict[str, int]]:
        """How many of these entries lie under each value of each facet, the most frequent first."""
        counts: dict[str, dict[str, int]] = {facet: {} for facet in FACETS}
        under = Counter(chain.from_iterable(self._shelves[entry.key] for entry, _ in ranked))
        for (facet, value), count in sorted(under.items(), key=lambda item: (-item[1], item[0])):
            counts[facet][value] = count
        return counts

    def _searcher(self) -> Searcher:
        searcher: Searcher | None = getattr(self._kept, "searcher", None)
        if searcher is None:
            searcher = self._kept.searcher = self._index.searcher()
        return searcher


def _within(entry: Entry, wanted: Wanted) -> bool:
    if (wanted.since or wanted.until) and not entry.date:
        return False
    if entry.date < wanted.since or (wanted.until and entry.date > wanted.until):
        return False
    return all(value in entry.facets.get(facet, ()) for facet, value in wanted.facets.items())


def _shelves_of(entry: Entry) -> tuple[tuple[str, str], ...]:
    return tuple((facet, value) for facet in FACETS for value in entry.facets.get(facet, ()))


def _query(wanted: Wanted, loosened: bool) -> query.Query:
    """Built from parts, never parsed: whatever a person types is words to look for, not a language."""
    concerned = [
        query.Or([query.Term("cards", card, boost=4.0), query.And([query.Term("text", p) for p in pieces(name)])])
        for card, name in wanted.cards
    ]
    words: list[query.Query] = []
    left = _MOST_PIECES
    for word in wanted.words:
        cut = list(dict.fromkeys(pieces(word, asked=True)))[:left]
        words += [_word(word, cut, loosened)] if cut else []
        left -= len(cut)
    if not words and not concerned:
        return query.NullQuery() if wanted.words else query.Every()
    together = query.Or(words) if loosened and words else query.And(words)
    return query.And([*concerned, together]) if words else query.And(concerned)


def _word(word: str, cut: list[str], loosened: bool) -> query.Query:
    number = query.Term("numbers", _as_number(word), boost=8.0)
    terms = [query.Term("text", piece) for piece in cut]
    return query.Or([number, query.Or(terms) if loosened else query.And(terms)])


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
