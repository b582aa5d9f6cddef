"""The index kept in the data directory: opened when it fits the cards, built anew when it does not."""

import hashlib
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from knowledge.cards.store import CardStore, StoreWatch
from knowledge.data.profile import Card
from knowledge.names.index import NameIndex
from knowledge.names.index_file import VERSION, BrokenIndex
from knowledge.names.named_cards import Nickname
from knowledge.problems import BadInput

_KEPT = 2  # index files: the present one, and the one of the import just being made
FOLDING_VERSION = 2  # raise when the same name would be folded, grouped or spelled in pinyin differently


def fingerprint_of(profiles: Sequence[Card], nicknames: Sequence[Nickname], store: CardStore | None) -> str:
    """What an index is built from, in one short word."""
    known = [(card.id, card.names, card.aliases, card.cid, card.password, card.groups, card.type) for card in profiles]
    content = msgspec.json.encode((known, list(nicknames)))
    generation = store.generation if store else ""
    return hashlib.sha256(f"{VERSION}|{FOLDING_VERSION}|{generation}|".encode() + content).hexdigest()[:32]


def index_path(directory: Path, fingerprint: str) -> Path:
    """Where the index built from `fingerprint` is kept; each set of cards has its own file."""
    return directory / f"names-{fingerprint}.index"


def index_kept_in(
    directory: Path, profiles: Sequence[Card], nicknames: Sequence[Nickname], store: CardStore | None
) -> NameIndex:
    """The index over profiles and imported cards; a missing, broken, foreign or outdated file is replaced."""
    fingerprint = fingerprint_of(profiles, nicknames, store)
    path = index_path(directory, fingerprint)
    try:
        return NameIndex.open(path, fingerprint)
    except BrokenIndex:
        try:
            imported = list(store.cards()) if store else []
        except BadInput:  # a damaged import must not take the built-in cards away
            return NameIndex.build(profiles, nicknames, fingerprint)
        index = NameIndex.build([*profiles, *imported], nicknames, fingerprint)
    with suppress(OSError):  # a data directory that cannot be written costs time at the next start, nothing else
        directory.mkdir(parents=True, exist_ok=True)
        index.save(path)
        _remove_older(directory, path)
    return index


def _remove_older(directory: Path, present: Path) -> None:
    """Keep the present index and the newest of the others: where the clock was set back, the present looks oldest."""
    others = (path for path in directory.glob("names-*.index") if path != present)
    newest_first = sorted(others, key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for old in newest_first[_KEPT - 1 :]:
        old.unlink(missing_ok=True)


class NameWatch:
    """Gives the index that fits the present store; a finished import is noticed at the next call.

    Nobody waits for a new index: while it is built beside the requests, they are answered from the old one.
    """

    def __init__(self, directory: Path, profiles: Sequence[Card], nicknames: Sequence[Nickname]) -> None:
        self.store = StoreWatch(directory)
        self._directory = directory
        self._profiles = profiles
        self._nicknames = nicknames
        self._lock = threading.Lock()
        self._building: threading.Thread | None = None
        self._generation: str | None = None
        self._index: NameIndex | None = None

    def current(self) -> NameIndex:
        """The index as it is now; only the very first one is waited for."""
        store = self.store.current()
        wanted = store.generation if store else ""
        with self._lock:
            if self._index is None or (self._generation != wanted and self._is_ready(store)):
                self._take(store)
            elif self._generation != wanted and self._building is None:
                self._building = threading.Thread(target=self._build, args=(store,), daemon=True)
                self._building.start()
            assert self._index is not None
            return self._index

    @property
    def generations(self) -> tuple[str, str | None]:
        """The import there is now, and the one the index in use was built from; they differ while one is built."""
        store = self.store.current()
        return store.generation if store else "", self._generation

    def wait_until_built(self) -> None:
        """Return when no index is being built."""
        building = self._building
        if building is not None:
            building.join()

    def _is_ready(self, store: CardStore | None) -> bool:
        return index_path(self._directory, fingerprint_of(self._profiles, self._nicknames, store)).is_file()

    def _take(self, store: CardStore | None) -> None:
        self._index = index_kept_in(self._directory, self._profiles, self._nicknames, store)
        self._generation = store.generation if store else ""

    def _build(self, store: CardStore | None) -> None:
        try:
            index = index_kept_in(self._directory, self._profiles, self._nicknames, store)
            with self._lock:
                self._index, self._generation = index, store.generation if store else ""
        finally:
            self._building = None
