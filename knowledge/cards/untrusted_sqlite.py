"""Opening a sqlite file of unknown origin without trusting its schema: read-only, real tables, bounded work."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from knowledge.problems import BadInput

MAGIC = b"SQLite format 3\x00"
MOST_ROWS = 200_000
_MOST_BYTES_A_VALUE = 1_000_000
_MOST_STEPS = (
    2_000  # each of 100,000 virtual machine instructions: far above what reading the largest allowed file needs
)


def _refuse(path: Path, zh: str, en: str, *, kind: str = "bad-file") -> BadInput:
    return BadInput(
        f"{path.name} {zh}",
        f"{path.name} {en}",
        field="file",
        value=str(path),
        accepted=["*.cdb", "cards.json"],
        kind=kind,
    )


def _broken(path: Path, fault: sqlite3.Error) -> BadInput:
    return _refuse(path, f"是损坏或不完整的数据库（{fault}）。", f"is a damaged or incomplete database ({fault}).")


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
            raise _refuse(
                path,
                f"旁边有 {beside.name}：另一个程序正在写它，或上次没有写完。请先关闭那个程序。",
                f"has {beside.name} beside it: a program is writing it or did not finish; close it first.",
                kind="locked",
            )
    with closing(_connect(path, "mode=ro")) as asking:  # the only opening that looks at other programs' locks
        try:
            asking.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as held:
            if "locked" in str(held) or "busy" in str(held):
                raise _refuse(
                    path,
                    "正被另一个程序锁住，请先关闭那个程序。",
                    "is locked by another program; close that program first.",
                    kind="locked",
                ) from held
            raise


def _refuse_if_truncated(path: Path) -> None:
    head = path.open("rb").read(100)
    page_size = int.from_bytes(head[16:18], "big") or 0
    page_size = 65536 if page_size == 1 else page_size
    pages = int.from_bytes(head[28:32], "big") if head[24:28] == head[92:96] else 0
    if len(head) < 100 or path.stat().st_size < page_size * pages:
        raise _refuse(path, "不完整：文件比它自己声明的短。", "is incomplete: the file is shorter than it says itself.")


def _refuse_unless_plain_table(
    path: Path, connection: sqlite3.Connection, table: str, columns: tuple[str, ...]
) -> None:
    found = connection.execute("SELECT type, sql FROM sqlite_master WHERE name = ? COLLATE NOCASE", (table,)).fetchall()
    plain = (
        len(found) == 1 and found[0][0] == b"table" and not (found[0][1] or b"").upper().startswith(b"CREATE VIRTUAL")
    )
    if not plain:
        raise _refuse(
            path,
            f"不是 ygopro 数据库：没有数据表 {table}。",
            f"is not a ygopro database: it has no real table called {table}.",
        )
    ordinary = {
        row[1].decode("utf-8", "replace").lower()
        for row in connection.execute(f"PRAGMA table_xinfo({table})")
        if row[6] == 0
    }
    missing = [column for column in columns if column not in ordinary]
    if missing:
        raise _refuse(
            path,
            f"不是 ygopro 数据库：表 {table} 缺少列 {', '.join(missing)}。",
            f"is not a ygopro database: table {table} lacks the column {', '.join(missing)}.",
        )


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
                    raise _refuse(
                        path, f"的行数超过上限 {MOST_ROWS}。", f"has more rows than the limit of {MOST_ROWS}."
                    )
            verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if verdict != b"ok":
                raise _refuse(path, "是损坏的数据库。", "is a damaged database.")
            yield connection
    except sqlite3.Error as fault:
        raise _broken(path, fault) from fault
