"""Opening a sqlite file of unknown origin without trusting its schema: read-only, real tables, bounded work."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from knowledge.data.language import Part
from knowledge.problems import BadInput, sentence

ACCEPTED = ("a ygopro *.cdb", "yaml-yugi's cards.json or cards.json.gz")


def file_refused(path: Path, key: str, *, kind: str = "bad-file", **parts: Part) -> BadInput:
    """The refusal of a file, told by the sentence of this key."""
    says = sentence(key, file=path.name, **parts)
    return BadInput(says["zh"], says["en"], field="file", value=str(path), accepted=ACCEPTED, kind=kind)


MAGIC = b"SQLite format 3\x00"
MOST_ROWS = 200_000
_MOST_BYTES_A_VALUE = 1_000_000
_MOST_STEPS = (
    2_000  # each of 100,000 virtual machine instructions: far above what reading the largest allowed file needs
)


def _broken(path: Path, fault: sqlite3.Error) -> BadInput:
    return file_refused(path, "file.incomplete-database", fault=str(fault))


def _connect(path: Path, how: str) -> sqlite3.Connection:
    # The path is percent-encoded, or a file called `x?mode=rw` could choose its own mode.
    connection = sqlite3.connect(
        f"file:{quote(os.fsencode(path.resolve()))}?{how}", uri=True, timeout=1, isolation_level=None
    )
    connection.text_factory = bytes  # wrong encodings are counted row by row, not thrown from inside sqlite
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_BYTES_A_VALUE)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    for guard in ("trusted_schema=OFF", "query_only=ON", "cell_size_check=ON", "mmap_size=0"):
        connection.execute(f"PRAGMA {guard}")
    return connection


def _refuse_if_being_written(path: Path) -> None:
    for suffix in ("-journal", "-wal"):
        beside = path.with_name(path.name + suffix)
        if beside.exists() and beside.stat().st_size > 0:
            raise file_refused(path, "file.being-written", kind="locked", name=beside.name)
    with closing(_connect(path, "mode=ro")) as asking:  # the only opening that looks at other programs' locks
        try:
            asking.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as held:
            if "locked" in str(held) or "busy" in str(held):
                raise file_refused(path, "file.locked", kind="locked") from held
            raise


def _refuse_if_truncated(path: Path) -> None:
    head = path.open("rb").read(100)
    page_size = int.from_bytes(head[16:18], "big") or 0
    page_size = 65536 if page_size == 1 else page_size
    pages = int.from_bytes(head[28:32], "big") if head[24:28] == head[92:96] else 0
    if len(head) < 100 or path.stat().st_size < page_size * pages:
        raise file_refused(path, "file.shorter-than-said")


def _refuse_unless_plain_table(
    path: Path, connection: sqlite3.Connection, table: str, columns: tuple[str, ...]
) -> None:
    found = connection.execute("SELECT type, sql FROM sqlite_master WHERE name = ? COLLATE NOCASE", (table,)).fetchall()
    plain = (
        len(found) == 1 and found[0][0] == b"table" and not (found[0][1] or b"").upper().startswith(b"CREATE VIRTUAL")
    )
    if not plain:
        raise file_refused(path, "file.no-table", table=table)
    ordinary = {
        row[1].decode("utf-8", "replace").lower()
        for row in connection.execute(f"PRAGMA table_xinfo({table})")
        if row[6] == 0
    }
    missing = [column for column in columns if column not in ordinary]
    if missing:
        raise file_refused(path, "file.no-column", table=table, listed=", ".join(missing))


@contextmanager
def opened_cdb(path: Path, tables: dict[str, tuple[str, ...]]) -> Iterator[sqlite3.Connection]:
    """A guarded connection to a foreign file that holds the named plain tables with the named columns."""
    steps = 0

    def enough() -> int:
        nonlocal steps
        steps += 1
        return int(steps > _MOST_STEPS)

    try:
        _refuse_if_truncated(path)
        _refuse_if_being_written(path)
        with closing(_connect(path, "mode=ro&immutable=1")) as connection:
            connection.set_progress_handler(enough, 100_000)
            for table, columns in tables.items():
                _refuse_unless_plain_table(path, connection, table, columns)
                if connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] > MOST_ROWS:
                    raise file_refused(path, "file.too-many-rows", most_rows=MOST_ROWS)
            verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if verdict != b"ok":
                raise file_refused(path, "file.damaged-database")
            yield connection
    except sqlite3.Error as fault:
        raise _broken(path, fault) from fault
