"""One import, all or nothing: files merge into cards, the new store is written beside the old and takes its name."""

import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from knowledge.cards.card_files import GZIP_MAGIC, MAGIC, Progress, file_refused, read_cards_json, read_cdb
from knowledge.cards.record import Reading, StoredCard, key_of, most_common_reason, why_left_out
from knowledge.cards.store import (
    APPLICATION_ID,
    FORMAT,
    STORE_NAME,
    CardStore,
    ImportedFile,
    cannot_write,
    encoded,
    one_import_at_a_time,
    open_store,
    with_sum,
)
from knowledge.problems import BadInput, bad_input

COMMUNITY = "zh"  # the one language only ygopro's files carry, so that a later file of theirs renews it


def _identities(card: StoredCard) -> list[str]:
    marks = [f"password:{number}" for number in (card.password, *card.other_passwords) if number is not None]
    marks += [f"cid:{card.cid}"] if card.cid is not None else []
    return marks + ([f"page:{card.page}"] if card.page is not None else [])


def _twin(card: StoredCard, mark: str, by_identity: dict[str, StoredCard]) -> StoredCard | None:
    """The card known under a mark; a page number counts only while one of the two has no number of its own."""
    twin = by_identity.get(mark)
    if twin is not None and mark.startswith("page:"):
        unnumbered = any(one.cid is None and one.password is None for one in (card, twin))
        return twin if unnumbered else None
    return twin


def _joined_words(older: dict[str, str], newer: dict[str, str], newer_wins: bool) -> dict[str, str]:
    if newer_wins:
        return {**older, **newer}
    return {**newer, **older, **{lang: words for lang, words in newer.items() if lang == COMMUNITY}}


def _fuller_type(leading: str, other: str) -> str:
    """The leading file's kind line, unless the other has every word of it and more (old lines leave words out)."""
    return other if set(leading.split(" / ")) < set(other.split(" / ")) else leading


def joined(older: StoredCard, newer: StoredCard) -> StoredCard:
    """Two descriptions of one card as one; the official-language file outranks ygopro's, else the newer one wins."""
    newer_wins = newer.described_by == "yaml-yugi" or older.described_by == "ygopro"
    leading, other = (newer, older) if newer_wins else (older, newer)
    names = _joined_words(older.names, newer.names, newer_wins)
    passwords = [leading.password, other.password, *leading.other_passwords, *other.other_passwords]
    numbers = list(dict.fromkeys(number for number in passwords if number is not None))
    spellings = [*older.aliases, *newer.aliases, *older.names.values(), *newer.names.values()]
    card = msgspec.structs.replace(
        leading,
        type=_fuller_type(leading.type, other.type),
        cid=leading.cid if leading.cid is not None else other.cid,
        password=numbers[0] if numbers else None,
        other_passwords=tuple(numbers[1:]),
        names=names,
        aliases=tuple(sorted(set(spellings) - set(names.values()))),
        reading=leading.reading or other.reading,
        texts=_joined_words(older.texts, newer.texts, newer_wins),
        pendulum_texts=_joined_words(older.pendulum_texts, newer.pendulum_texts, newer_wins),
        groups=tuple(sorted({*older.groups, *newer.groups})),
        page=min((page for page in (older.page, newer.page) if page is not None), default=None),
    )
    card.key = key_of(card)
    return card


def merged(known: Iterable[StoredCard], incoming: Iterable[StoredCard]) -> list[StoredCard]:
    """All cards, each once, ordered by key."""
    by_identity: dict[str, StoredCard] = {}
    leading_to: dict[int, list[str]] = {}  # every mark under which a card is known, also those it lost when joined
    for card in (*known, *_first_printing_last(incoming)):
        found = {id(twin): twin for mark in _identities(card) if (twin := _twin(card, mark, by_identity))}
        marks = _identities(card)
        for twin in found.values():
            card = joined(twin, card)
            marks += leading_to.pop(id(twin))
        leading_to[id(card)] = marks = list(dict.fromkeys(marks))
        for mark in marks:
            by_identity[mark] = card
    unique = {id(card): card for card in by_identity.values()}
    return sorted(unique.values(), key=lambda card: (len(card.key), card.key))


def _first_printing_last(cards: Iterable[StoredCard]) -> list[StoredCard]:
    """Newer wins when joined, so of one file's cards with the same official id the first printing comes last."""
    return sorted(cards, key=lambda card: -(card.page or 0))


Derive = Callable[[dict[str, object]], bytes]  # a card as plain data -> what to keep with it
Prepare = Callable[[CardStore], None]  # the new store, whole but not yet seen by others

LARGEST_FILE = 256 * 1024 * 1024
_UNFINISHED = "cards-unfinished-"
_MADE_OF_THE_STORE = ("names-*", "verdicts-*")  # caches that are worthless without the cards

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE file (number INTEGER PRIMARY KEY, record BLOB NOT NULL);
CREATE TABLE card (number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, record BLOB NOT NULL, derived BLOB);
CREATE TABLE mark (mark TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
"""


class Summary(msgspec.Struct, kw_only=True):
    """What an import did."""

    file: ImportedFile
    already_known: bool = False  # the same content was imported before; nothing changed
    rows: int = 0
    total: int = 0  # cards in the store afterwards
    added: int = 0
    without_text: int = 0
    cleaned: int = 0
    replaced_damaged: bool = False
    generation: str = ""


def _silent(stage: str, done: int, total: int) -> None:
    del stage, done, total


def _checked(path: Path) -> bytes:
    """The first bytes of a file that may be imported."""
    try:
        if not path.is_file():
            raise file_refused(path, "file.missing")
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(4096)
    except OSError as fault:
        raise file_refused(path, "file.unreadable.why", strerror=fault.strerror or "") from fault
    if size > LARGEST_FILE:
        limit = LARGEST_FILE >> 20
        raise file_refused(path, "file.too-large", size=size >> 20, limit=limit)
    if not head.strip():
        raise file_refused(path, "file.empty")
    return head


def _fingerprint(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _read(path: Path, head: bytes, progress: Progress) -> Reading:
    if head.startswith(MAGIC):
        reading = read_cdb(path, progress)
    elif (
        head.startswith(GZIP_MAGIC)
        or head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"[", b"{")
        or head[:1] in b"\xff\xfe"
    ):
        reading = read_cards_json(path, progress)
    else:
        raise file_refused(path, "file.no-database")
    left_out = sum(reading.skipped.values())
    if not reading.cards or left_out > len(reading.cards):
        why, usable = why_left_out(most_common_reason(reading)), len(reading.cards)
        raise file_refused(path, "file.mostly-unusable", left_out=left_out, usable=usable, why=why)
    return reading


def _remove_leftovers(directory: Path) -> None:
    for pattern in (f"{_UNFINISHED}*", *(f"{made}.tmp" for made in _MADE_OF_THE_STORE)):
        for left in directory.glob(pattern):
            with suppress(OSError):
                left.unlink()


def _present(directory: Path) -> tuple[CardStore | None, bool]:
    """The store as it is, and whether a damaged one lies there."""
    try:
        store = open_store(directory)
        if store is not None:
            store.check_whole()
        return store, False
    except BadInput:
        return None, True


def _still_there(path: Path) -> BadInput:
    """The refusal to put a few cards in the place of a damaged store, which may have held many more."""
    return bad_input(
        "import.store-damaged",
        field="data",
        value=str(path),
        status=409,
        kind="store-damaged",
        accepted=["--replace", "--forget"],
        name=path.name,
    )


def _write(
    path: Path,
    cards: list[StoredCard],
    files: list[ImportedFile],
    meta: dict[str, str],
    derive: Derive | None,
    progress: Progress,
) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        # No journal: the file has no readers until it is renamed, and is thrown away on any fault.
        connection.executescript(
            f"PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA application_id={APPLICATION_ID};"
        )
        connection.executescript(f"PRAGMA user_version={FORMAT}; BEGIN; {_SCHEMA}")
        connection.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
        connection.executemany("INSERT INTO file (record) VALUES (?)", [(msgspec.json.encode(file),) for file in files])
        for number, card in enumerate(cards):
            if number % 250 == 0:
                progress("write", number, len(cards))
            derived = derive(msgspec.to_builtins(card)) if derive else None
            kept = with_sum(derived) if derived else None
            connection.execute("INSERT INTO card VALUES (?, ?, ?, ?)", (number, card.key, encoded(card), kept))
            marks = [f"password:{value}" for value in (card.password, *card.other_passwords) if value is not None]
            marks += [f"cid:{card.cid}"] if card.cid is not None else []
            connection.executemany("INSERT INTO mark VALUES (?, ?)", [(mark, number) for mark in marks])
        connection.execute("COMMIT")
        progress("write", len(cards), len(cards))
    finally:
        connection.close()


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _flush_directory(directory: Path) -> None:
    with suppress(OSError):  # not every platform can open a folder; the rename itself is done
        _flush(directory)


def import_file(
    path: Path,
    directory: Path,
    *,
    progress: Progress = _silent,
    derive: Derive | None = None,
    derived_by: str = "",
    prepare: Prepare | None = None,
    wait_seconds: float = 10,
    replace_damaged: bool = False,
) -> Summary:
    """Add a file's cards to the store; after any fault the old store is untouched.

    `derive` makes of each card what is to be kept with it, and `derived_by` names the version that made it. `prepare`
    builds what depends on the new store (an index) before a running service can notice it.
    """
    head = _checked(path)
    with one_import_at_a_time(directory, wait_seconds):
        _remove_leftovers(directory)
        sha256 = _fingerprint(path)
        store, was_damaged = _present(directory)
        if was_damaged and not replace_damaged:
            raise _still_there(directory / STORE_NAME)
        files = store.files() if store else []
        known = next((file for file in files if file.sha256 == sha256), None)
        if store and known and store.derived_by == derived_by:
            return Summary(file=known, already_known=True, total=store.count, generation=store.generation)
        reading = _read(path, head, progress)
        if _fingerprint(path) != sha256:
            raise file_refused(path, "file.changed")
        before = store.count if store else 0
        cards = merged(store.cards() if store else (), reading.cards)
        file = ImportedFile(
            sha256=sha256,
            name=path.name,
            source=reading.source,
            lang=reading.lang,
            cards=len(reading.cards),
            skipped=reading.skipped,
        )
        files = [*(other for other in files if other.sha256 != sha256), file]
        lineage = f"{FORMAT}|{derived_by}|{store.generation if store else ''}|{sha256}"
        generation = hashlib.sha256(lineage.encode()).hexdigest()[:16]
        meta = {"generation": generation, "derived_by": derived_by, "cards": str(len(cards))}
        _replace(directory, cards, files, meta, derive, prepare, progress)
        return Summary(
            file=file,
            rows=reading.rows,
            total=len(cards),
            added=len(cards) - before,
            without_text=reading.without_text,
            cleaned=reading.cleaned,
            replaced_damaged=was_damaged,
            generation=generation,
        )


def read_again(directory: Path, derive: Derive, derived_by: str) -> int:
    """Make anew what is kept with each card where another version made it; how many cards were read, 0 for none.

    The cards stay what they are, and so does the store's generation: an index of their names is still right.
    """
    store = open_store(directory)
    if store is None or store.derived_by == derived_by:
        return 0
    with one_import_at_a_time(directory, 10):
        store, _ = _present(directory)
        if store is None or store.derived_by == derived_by:
            return 0  # damaged, or somebody else has done it
        cards, files = list(store.cards()), store.files()
        meta = {"generation": store.generation, "derived_by": derived_by, "cards": str(len(cards))}
        _replace(directory, cards, files, meta, derive, None, _silent)
        return len(cards)


def _replace(
    directory: Path,
    cards: list[StoredCard],
    files: list[ImportedFile],
    meta: dict[str, str],
    derive: Derive | None,
    prepare: Prepare | None,
    progress: Progress,
) -> None:
    unfinished: Path | None = None
    try:
        unfinished = directory / f"{_UNFINISHED}{os.getpid()}.tmp"  # not mkstemp: others may read the finished store
        _write(unfinished, cards, files, meta, derive, progress)
        _flush(unfinished)
        if prepare:
            _prepared(unfinished, prepare)
        os.replace(unfinished, directory / STORE_NAME)
        _flush_directory(directory)
    except (OSError, sqlite3.Error) as fault:
        raise cannot_write(directory, fault) from fault
    finally:
        if unfinished is not None:
            unfinished.unlink(missing_ok=True)


def _prepared(unfinished: Path, prepare: Prepare) -> None:
    store = CardStore(unfinished)
    try:
        prepare(store)
    finally:
        store.close()


def forget(directory: Path, *, wait_seconds: float = 10) -> bool:
    """Remove everything imported; False where there was nothing."""
    if not directory.is_dir():
        return False
    with one_import_at_a_time(directory, wait_seconds):
        _remove_leftovers(directory)
        store = directory / STORE_NAME
        there = store.exists()
        store.unlink(missing_ok=True)
        for pattern in _MADE_OF_THE_STORE:
            for cache in directory.glob(pattern):
                with suppress(OSError):
                    cache.unlink()
        _flush_directory(directory)
    return there
