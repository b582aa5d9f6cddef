"""The store everyone reads: where it lies, one import into it at a time, and a sqlite file that is replaced whole."""

import os
import sqlite3
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import IO, Any
from urllib.parse import quote

import msgspec
import platformdirs

from knowledge.cards.record import StoredCard
from knowledge.problems import BadInput, bad_input

VARIABLE = "OCG_RULINGS_DATA"
LOCK_NAME = "import.lock"
_PAUSE = 0.1


def data_directory(told: str | Path | None = None) -> Path:
    """The user's data directory; it need not exist yet."""
    named = told or os.environ.get(VARIABLE)
    place = Path(named).expanduser() if named else Path(platformdirs.user_data_dir("ocg-rulings", appauthor=False))
    if place.exists() and not place.is_dir():
        raise bad_input(
            "data-directory.no-folder", field="data", value=str(place), accepted=["a folder"], place=str(place)
        )
    return place


def made_data_directory(told: str | Path | None = None) -> Path:
    """The user's data directory, created where it is missing."""
    place = data_directory(told)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as refused:
        raise bad_input(
            "data-directory.not-created",
            field="data",
            value=str(place),
            place=str(place),
            strerror=refused.strerror or "",
        ) from refused
    return place


def _try_lock(file: IO[bytes]) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows has no fcntl
        return _try_lock_on_windows(file)
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _try_lock_on_windows(file: IO[bytes]) -> bool:
    import msvcrt

    with suppress(OSError):
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        return True
    return False


def cannot_write(directory: Path, fault: Exception) -> BadInput:
    """The sentence for a data directory that takes nothing: full, or only to be read."""
    return bad_input(
        "store.cannot-write",
        field="data",
        value=str(directory),
        status=507,
        kind="cannot-write",
        directory=str(directory),
        fault=str(fault),
    )


@contextmanager
def one_import_at_a_time(directory: Path, wait_seconds: float) -> Iterator[None]:
    """Hold the import lock of a data directory; refuse when another import holds it longer than `wait_seconds`."""
    try:
        lock = open(directory / LOCK_NAME, "ab")  # noqa: SIM115 - closed below, when the import is done
    except OSError as fault:
        raise cannot_write(directory, fault) from fault
    with lock as file:
        pauses_left = int(wait_seconds / _PAUSE)
        while not _try_lock(file):
            if pauses_left <= 0:
                raise bad_input(
                    "import.busy",
                    field="data",
                    value=str(directory),
                    status=409,
                    kind="busy",
                    directory=str(directory),
                )
            pauses_left -= 1
            time.sleep(_PAUSE)
        yield  # closing the file drops the lock; the file itself stays, for removing it would let two imports in


STORE_NAME = "cards.sqlite"
FORMAT = 1
APPLICATION_ID = 0x4F434743  # "OCGC", tells our file from other people's sqlite

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(StoredCard)


class ImportedFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file that was imported, recognised by its content."""

    sha256: str
    name: str
    source: str
    lang: str
    cards: int
    skipped: dict[str, int] = {}


def encoded(card: StoredCard) -> bytes:
    """A card as the store keeps it: with a checksum behind it, for sqlite would not notice a changed letter."""
    return with_sum(_encoder.encode(card))


def with_sum(content: bytes) -> bytes:
    """A content followed by its checksum."""
    return content + b"\n%08x" % zlib.crc32(content)


def without_sum(kept: bytes) -> bytes:
    """The content as it was written; one without a checksum is older than them and taken as it is."""
    content, line, told = kept[:-9], kept[-9:-8], kept[-8:]
    if line != b"\n":
        return kept
    if told != b"%08x" % zlib.crc32(content):
        raise ValueError("checksum differs")
    return content


PAUSE = 0.005  # seconds in which a store is not looked for again
MOST_LAST = 16  # cards kept as they were looked up last


class CardStore:
    """Read-only view of one generation of the imported cards; safe to share between threads."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._last = lru_cache(MOST_LAST)(self._looked_up)
        try:
            self._connection, self._opened_by = _connected(path), os.getpid()
            application = self._one("PRAGMA application_id")
            version = self._one("PRAGMA user_version")
            if (application, version) != (APPLICATION_ID, FORMAT):
                raise sqlite3.DatabaseError("not a card store of this version")
            told = int(str(self._one("PRAGMA page_count"))) * int(str(self._one("PRAGMA page_size")))
            if path.stat().st_size < told:
                raise sqlite3.DatabaseError("the end of the file is missing")
            self.generation = str(self._one("SELECT value FROM meta WHERE key = 'generation'"))
            self.derived_by = str(self._one("SELECT value FROM meta WHERE key = 'derived_by'"))
            self.count = int(str(self._one("SELECT value FROM meta WHERE key = 'cards'")))
        except (sqlite3.Error, OSError, TypeError, ValueError) as fault:
            raise damaged(path) from fault

    def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            with self._lock:
                if self._opened_by != os.getpid():  # a connection is not carried over a fork
                    self._connection, self._opened_by = _connected(self.path), os.getpid()
                return self._connection.execute(sql, values).fetchall()
        except (sqlite3.DatabaseError, UnicodeDecodeError, OverflowError) as fault:
            raise damaged(self.path) from fault

    def _one(self, sql: str, *values: object) -> object:
        rows = self._rows(sql, *values)
        return rows[0][0] if rows else None

    def _card(self, record: object) -> StoredCard | None:
        if not isinstance(record, bytes):
            return None
        try:
            return _decoder.decode(without_sum(record))
        except (msgspec.MsgspecError, ValueError) as fault:
            raise damaged(self.path) from fault

    def by_key(self, key: str) -> StoredCard | None:
        """The card of that key."""
        return self.with_derived(key)[0]

    def with_derived(self, key: str) -> tuple[StoredCard | None, bytes | None]:
        """The card of that key, and what the import's `derive` hook made of it.

        The last ones are kept, for a page asks for its card three times; a store never changes, so they stay true.
        """
        return self._last(key)

    def _looked_up(self, key: str) -> tuple[StoredCard | None, bytes | None]:
        rows = self._rows("SELECT record, derived FROM card WHERE key = ?", key)
        return (self._card(rows[0][0]), _unsummed(rows[0][1])) if rows else (None, None)

    def by_password(self, password: int) -> StoredCard | None:
        """The card with that password, under whichever artwork."""
        return self._by_mark(f"password:{password}")

    def by_cid(self, cid: int) -> StoredCard | None:
        """The card with that official id."""
        return self._by_mark(f"cid:{cid}")

    def _by_mark(self, mark: str) -> StoredCard | None:
        return self._card(self._one("SELECT record FROM card JOIN mark USING (number) WHERE mark = ?", mark))

    def derived(self, key: str) -> bytes | None:
        """What the import's `derive` hook made of the card."""
        return self.with_derived(key)[1]

    def cards(self) -> Iterator[StoredCard]:
        """Every card, in the order of keys."""
        records = self._rows("SELECT record FROM card ORDER BY number")
        return (card for (record,) in records if (card := self._card(record)) is not None)

    def files(self) -> list[ImportedFile]:
        """The files these cards came from, in the order they were imported."""
        rows = self._rows("SELECT record FROM file ORDER BY number")
        try:
            return [msgspec.json.decode(record, type=ImportedFile) for (record,) in rows]
        except (msgspec.MsgspecError, TypeError, ValueError) as fault:
            raise damaged(self.path) from fault

    def check_whole(self) -> None:
        """Refuse a store with a damaged page, a damaged or a missing card."""
        if self._one("PRAGMA quick_check(1)") != "ok" or sum(1 for _ in self.cards()) != self.count:
            raise damaged(self.path)
        self.files()

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()


def _unsummed(found: object) -> bytes | None:
    try:
        return without_sum(found) if isinstance(found, bytes) else None
    except ValueError:
        return None  # it can be made again


def _connected(path: Path) -> sqlite3.Connection:
    # The file is never written again once it bears its name, so sqlite need not look for changes.
    where = f"file:{quote(os.fsencode(path.resolve()))}?mode=ro&immutable=1"
    return sqlite3.connect(where, uri=True, check_same_thread=False)


def damaged(path: Path) -> BadInput:
    """The sentence for a store that cannot be used."""
    return bad_input(
        "store.damaged",
        field="data",
        value=str(path),
        status=409,
        kind="store-damaged",
        name=path.name,
    )


def open_store(directory: Path) -> CardStore | None:
    """The store of a data directory, or None where nothing was imported."""
    path = directory / STORE_NAME
    return CardStore(path) if path.is_file() else None


class StoreWatch:
    """Gives the present generation of a directory's store; a finished import is noticed by the next request.

    A request asks for it some ten times: it is looked for once.
    """

    def __init__(self, directory: Path) -> None:
        self._path = directory / STORE_NAME
        self._seen: tuple[int, int, int] | None = None
        self._look_again = 0.0
        self._store: CardStore | None = None
        self.problem: BadInput | None = None
        self._lock = threading.Lock()

    def current(self) -> CardStore | None:
        """The store as it is now, or None where nothing is imported or `problem` tells why it cannot be used."""
        now = monotonic()
        if now < self._look_again:
            return self._store
        try:
            stat = os.stat(self._path)
            seen = (stat.st_ino, stat.st_mtime_ns, stat.st_size)
        except OSError:
            seen = None
        with self._lock:
            if seen != self._seen:
                # The old connection is left to those who still read from it; it closes with its last user.
                self._store, self.problem, self._seen = None, None, seen
                try:
                    self._store = CardStore(self._path) if seen else None
                except BadInput as fault:  # a damaged import must not take the built-in cards away
                    self.problem = fault
            self._look_again = now + PAUSE
            return self._store
