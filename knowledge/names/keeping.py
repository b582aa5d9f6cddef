"""The index kept in the data directory: opened when it fits the cards, built anew when it does not."""

import hashlib
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from knowledge.cardstore.store import CardStore, StoreWatch
from knowledge.model.profile import Card
from knowledge.names.index import NameIndex
from knowledge.names.indexfile import VERSION, BrokenIndex
from knowledge.names.nicknames import Nickname

INDEX_NAME = "names.index"
FOLDING_VERSION = 1  # raise when the same name would be folded, grouped or spelled in pinyin differently


def fingerprint_of(profiles: Sequence[Card], nicknames: Sequence[Nickname], store: CardStore | None) -> str:
    """What an index is built from, in one short word."""
    known = [(card.id, card.names, card.aliases, card.cid, card.password, card.groups, card.type) for card in profiles]
    content = msgspec.json.encode((known, list(nicknames)))
    generation = store.generation if store else ""
    return hashlib.sha256(f"{VERSION}|{FOLDING_VERSION}|{generation}|".encode() + content).hexdigest()[:32]


def index_kept_in(
    directory: Path, profiles: Sequence[Card], nicknames: Sequence[Nickname], store: CardStore | None
) -> NameIndex:
    """The index over profiles and imported cards; a missing, broken, foreign or outdated file is replaced."""
    fingerprint = fingerprint_of(profiles, nicknames, store)
    path = directory / INDEX_NAME
    try:
        return NameIndex.open(path, fingerprint)
    except BrokenIndex:
        index = NameIndex.build([*profiles, *(store.cards() if store else ())], nicknames, fingerprint)
    with suppress(OSError):  # a data directory that cannot be written costs time at the next start, nothing else
        directory.mkdir(parents=True, exist_ok=True)
        index.save(path)
    return index


class NameWatch:
    """Gives the index that fits the present store; a finished import is noticed at the next call."""

    def __init__(self, directory: Path, profiles: Sequence[Card], nicknames: Sequence[Nickname]) -> None:
        self.store = StoreWatch(directory)
        self._directory = directory
        self._profiles = profiles
        self._nicknames = nicknames
        self._lock = threading.Lock()
        self._built_for: str | None = None
        self._index: NameIndex | None = None

    def current(self) -> NameIndex:
        """The index as it is now; while a new one is built, others go on with the old one."""
        store = self.store.current()
        wanted = store.generation if store else ""
        index = self._index
        if index is not None and (self._built_for == wanted or not self._lock.acquire(blocking=False)):
            return index
        if index is None:
            self._lock.acquire()
        try:
            if self._index is None or self._built_for != wanted:
                self._index = index_kept_in(self._directory, self._profiles, self._nicknames, store)
                self._built_for = wanted
            return self._index
        finally:
            self._lock.release()
