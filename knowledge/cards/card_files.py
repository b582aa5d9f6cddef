"""The files cards come in: yaml-yugi's `cards.json` and ygopro's `*.cdb`, whose schema nobody trusts."""

import gzip
import os
import re
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

import msgspec

from knowledge.cards.record import (
    LANGUAGES,
    LONGEST_NAME,
    LONGEST_TEXT,
    LeftOut,
    Points,
    Reading,
    StoredCard,
    clean_name,
    clean_text,
    has_markup,
    key_of,
    name_as_read,
)
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


Progress = Callable[[str, int, int], None]  # stage ("read" or "write"), rows done, rows in all

LARGEST_JSON = 256 * 1024 * 1024  # bytes, after unzipping
GZIP_MAGIC = b"\x1f\x8b"
KINDS = {"Monster", "Spell", "Trap"}
ARROWS = {
    "↖": "top-left", "⬆": "top", "↗": "top-right", "⬅": "left", "➡": "right", "↙": "bottom-left", "⬇": "bottom",
    "↘": "bottom-right",
}  # fmt: skip
_NEVER_WITHOUT_EFFECT = {"Gemini", "Spirit", "Union", "Toon", "Flip", "Tuner"}
_MAY_LACK_EFFECT = {"Ritual", "Fusion", "Synchro", "Xyz", "Link", "Token"}


class _Row(msgspec.Struct):
    card_type: str
    name: dict[str, str | None]
    text: dict[str, str | None] | None = None
    pendulum_effect: dict[str, str | None] | None = None
    konami_id: int | None = None
    password: int | None = None
    fake_password: int | list[int] | None = None
    property: str | None = None
    monster_type_line: str | None = None
    attribute: str | None = None
    level: int | None = None
    rank: int | None = None
    atk: int | str | None = None
    defence: int | str | None = msgspec.field(name="def", default=None)
    link_arrows: list[str] | None = None
    pendulum_scale: int | None = None
    series: list[str] | None = None
    yugipedia_page_id: int | None = None


def monster_line(line: str) -> str:
    """A printed monster line with the words the print leaves out (older lines omit Effect or Normal)."""
    words = [word.strip() for word in line.split("/") if word.strip()]
    if not {"Effect", "Normal"} & set(words):
        if _NEVER_WITHOUT_EFFECT & set(words) and not _MAY_LACK_EFFECT & set(words):
            words.append("Effect")
        elif not _MAY_LACK_EFFECT & set(words):
            words.append("Normal")
    return " / ".join(["Monster", *words])


def _points(value: int | str | None) -> Points | None:
    if value is None or isinstance(value, int):
        return value
    return int(value) if value.isdecimal() else "?"


def _cleaned(words: dict[str, str | None] | None, clean: Callable[[str], str]) -> dict[str, str]:
    kept = {lang: clean(words[lang] or "") for lang in LANGUAGES if words and words.get(lang)}
    return {lang: text for lang, text in kept.items() if text}


def _is_too_long(row: _Row) -> bool:
    names = max((len(name or "") for name in row.name.values()), default=0)
    texts = max((len(text or "") for text in (row.text or {}).values()), default=0)
    return texts > LONGEST_TEXT or names > LONGEST_NAME * 10  # ruby markup lengthens names


def _card(row: _Row, reading: Reading) -> StoredCard:
    if row.card_type not in KINDS:
        raise LeftOut("unknown-type")
    fakes = (
        row.fake_password if isinstance(row.fake_password, list) else [row.fake_password] if row.fake_password else []
    )
    passwords = [number for number in (row.password, *fakes) if number is not None]
    numbers = [number for number in (row.konami_id, *passwords, row.yugipedia_page_id) if number is not None]
    if not numbers or not all(0 < number <= LARGEST_ID for number in numbers):
        raise LeftOut("bad-id")
    if _is_too_long(row):
        raise LeftOut("too-long")
    names = _cleaned(row.name, clean_name)
    if not names:
        raise LeftOut("no-name")
    reading.cleaned += any(text and has_markup(text) for text in (row.text or {}).values())
    texts = _cleaned(row.text, clean_text)
    reading.without_text += not texts
    monster = row.card_type == "Monster"
    markers = tuple(ARROWS[arrow] for arrow in row.link_arrows or () if arrow in ARROWS)
    level = next((value for value in (row.level, row.rank, len(markers) or None) if value is not None), None)
    card = StoredCard(
        key="",
        type=monster_line(row.monster_type_line or "") if monster else f"{row.card_type} / {row.property or 'Normal'}",
        described_by="yaml-yugi",
        cid=row.konami_id,
        password=passwords[0] if passwords else None,
        other_passwords=tuple(passwords[1:]),
        names=names,
        reading=name_as_read(row.name.get("ja") or ""),
        texts=texts,
        pendulum_texts=_cleaned(row.pendulum_effect, clean_text),
        attribute=row.attribute or "",
        level=level if monster else None,
        atk=_points(row.atk),
        defence=_points(row.defence),
        scale=row.pendulum_scale,
        markers=markers,
        groups=tuple(row.series or ()),
        page=row.yugipedia_page_id,
    )
    card.key = key_of(card)
    return card


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            zipped = file.read(2) == GZIP_MAGIC
        with gzip.open(path) if zipped else path.open("rb") as stream:
            content = stream.read(LARGEST_JSON + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile) as fault:
        raise file_refused(path, "file.damaged-gzip") from fault
    if len(content) > LARGEST_JSON:
        limit = LARGEST_JSON >> 20
        raise file_refused(path, "file.too-large-unzipped", limit=limit)
    return content.removeprefix(b"\xef\xbb\xbf")


def _raw_rows(path: Path, content: bytes) -> list[msgspec.Raw]:
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise file_refused(path, "file.utf-16")
    try:
        rows = msgspec.json.decode(content, type=list[msgspec.Raw])
    except msgspec.ValidationError as fault:
        raise file_refused(path, "file.no-list") from fault
    except (msgspec.DecodeError, RecursionError) as fault:
        raise file_refused(path, "file.no-json", fault=str(fault)) from fault
    if len(rows) > MOST_ROWS:
        raise file_refused(path, "file.too-many-entries", most_rows=MOST_ROWS)
    return rows


def read_cards_json(path: Path, progress: Progress) -> Reading:
    """Every card of a yaml-yugi file; entries that cannot be used are counted, another kind of JSON is refused."""
    rows = _raw_rows(path, _content(path))
    reading = Reading(source="yaml-yugi", lang="all", rows=len(rows))
    decoder = msgspec.json.Decoder(_Row)
    by_password: set[int] = set()
    by_cid: dict[int, StoredCard] = {}
    for place, raw in enumerate(rows):
        if place % 500 == 0:
            progress("read", place, len(rows))
        try:
            card = _card(decoder.decode(raw), reading)
            twin = by_cid.get(card.cid) if card.cid is not None else None
            if card.password in by_password or (twin is not None and twin.names.get("en") != card.names.get("en")):
                raise LeftOut("duplicate-id")
        except LeftOut as left:
            reading.skip(left.reason)
            continue
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            reading.skip("bad-encoding" if "utf-8" in str(fault).lower() else "other-shape")
            continue
        if card.password is not None:
            by_password.add(card.password)
        if card.cid is not None and twin is None:
            by_cid[card.cid] = card
        reading.cards.append(card)
    progress("read", len(rows), len(rows))
    return reading


RACES = (
    "Warrior", "Spellcaster", "Fairy", "Fiend", "Zombie", "Machine", "Aqua", "Pyro", "Rock", "Winged Beast", "Plant",
    "Insect", "Thunder", "Dragon", "Beast", "Beast-Warrior", "Dinosaur", "Fish", "Sea Serpent", "Reptile", "Psychic",
    "Divine-Beast", "Creator God", "Wyrm", "Cyberse", "Illusion",
)  # fmt: skip
ATTRIBUTES = ("EARTH", "WATER", "FIRE", "WIND", "LIGHT", "DARK", "DIVINE")
MONSTER, SPELL, TRAP = 0x1, 0x2, 0x4
PENDULUM, LINK, TOKEN, EFFECT, NORMAL = 0x1000000, 0x4000000, 0x4000, 0x20, 0x10
MONSTER_WORDS = (  # in the order they are printed
    (0x80, "Ritual"), (0x40, "Fusion"), (0x2000, "Synchro"), (0x800000, "Xyz"), (LINK, "Link"), (PENDULUM, "Pendulum"),
    (0x200000, "Flip"), (0x400000, "Toon"), (0x200, "Spirit"), (0x400, "Union"), (0x800, "Gemini"), (0x1000, "Tuner"),
    (TOKEN, "Token"),
)  # fmt: skip
SPELL_TRAP_WORDS = (
    (0x80, "Ritual"), (0x10000, "Quick-Play"), (0x20000, "Continuous"), (0x40000, "Equip"), (0x80000, "Field"),
    (0x100000, "Counter"),
)  # fmt: skip
MARKERS = (
    (0x40, "top-left"), (0x80, "top"), (0x100, "top-right"), (0x8, "left"), (0x20, "right"), (0x1, "bottom-left"),
    (0x2, "bottom"), (0x4, "bottom-right"),
)  # fmt: skip
UNKNOWN_POINTS = -2
OTHER_ARTWORK_REACH = 20  # an alias this near to its card is the same card in another artwork
LARGEST_ID = 0xFFFFFFFF

_SCALE_HEADING = re.compile(
    r"←?\s{0,4}\d{0,3}\s{0,4}(?:【灵摆】|【靈擺】|【Ｐ[^】]{0,20}】|\[ ?Pendulum Effect ?\])\s{0,4}\d{0,3}\s{0,4}→?"
)
_MONSTER_HEADING = re.compile(r"【(?:怪[兽獸]|モンスター)[^】]{0,20}】|\[ ?(?:Monster Effect|Flavor Text) ?\]")
_RULE_BETWEEN = "- \t\n\r\u3000"  # what stands between the two parts: a line of hyphens, blank lines


def type_words(bits: int, race: int) -> str | None:
    """The printed kind line of a type field, or None where the field names no kind."""
    kinds = [word for bit, word in ((MONSTER, "Monster"), (SPELL, "Spell"), (TRAP, "Trap")) if bits & bit]
    if len(kinds) != 1:
        return None
    if kinds[0] != "Monster":
        named = [word for bit, word in SPELL_TRAP_WORDS if bits & bit]
        return f"{kinds[0]} / {named[0] if named else 'Normal'}"
    races = [word for number, word in enumerate(RACES) if race >> number & 1]
    words = [word for bit, word in MONSTER_WORDS if bits & bit]
    if bits & EFFECT:
        words.append("Effect")
    elif bits & NORMAL and not bits & TOKEN:
        words.append("Normal")
    return " / ".join(["Monster", *races[:1], *words])


def points(value: int) -> Points:
    """ATK or DEF as printed."""
    return "?" if value == UNKNOWN_POINTS else value


def split_pendulum(text: str) -> tuple[str, str]:
    """The scale's text and the monster's text of a pendulum card kept in one field."""
    opened = text.lstrip()
    scale = _SCALE_HEADING.match(opened)
    monster = _MONSTER_HEADING.search(opened, scale.end()) if scale else None
    if scale is None or monster is None:
        return "", text
    return opened[scale.end() : monster.start()].rstrip(_RULE_BETWEEN).strip(), opened[monster.end() :].strip()


def language_of(names: list[str]) -> str:
    """The language most of a file's names are in."""
    kana = sum(bool(re.search(r"[\u3041-\u30ff]", name)) for name in names)
    latin = sum(name.isascii() for name in names)
    if kana * 4 > len(names):
        return "ja"
    return "en" if latin * 2 > len(names) else "zh"


def _groups(setcode: int) -> tuple[str, ...]:
    codes = [setcode >> shift & 0xFFFF for shift in (0, 16, 32, 48)]
    return tuple(dict.fromkeys(f"set:{code & 0xFFF:03x}" for code in codes if code))


def _decoded(value: object) -> str | None:
    return "" if value is None else value.decode("utf-8") if isinstance(value, bytes) else None


def _texts(connection: sqlite3.Connection, reading: Reading) -> dict[int, tuple[object, object]]:
    texts: dict[int, tuple[object, object]] = {}
    for number, name, text in connection.execute("SELECT id, name, desc FROM texts"):
        if not isinstance(number, int):
            reading.skip("bad-id")
        elif number in texts:
            reading.skip("duplicate-id")
        else:
            texts[number] = (name, text)
    return texts


def _card_of_row(row: tuple[object, ...], words: tuple[object, object], reading: Reading, lang: str) -> StoredCard:
    """One row as a card; `LeftOut` where it cannot be one."""
    if not all(isinstance(value, int) for value in row):
        raise LeftOut("bad-number")
    number, _, setcode, bits, atk, defence, level, race, attribute = (int(str(value)) for value in row)
    if not 0 < number <= LARGEST_ID:
        raise LeftOut("bad-id")
    kind = type_words(bits, race)
    if kind is None:
        raise LeftOut("unknown-type")
    try:
        name, text = _decoded(words[0]), _decoded(words[1])
    except UnicodeDecodeError as wrong:
        raise LeftOut("bad-encoding") from wrong
    if name is None or text is None:
        raise LeftOut("bad-encoding")
    if len(name) > LONGEST_NAME or len(text) > LONGEST_TEXT:
        raise LeftOut("too-long")
    reading.cleaned += has_markup(name) or has_markup(text)
    name, text = clean_name(name), clean_text(text)
    if not name:
        raise LeftOut("no-name")
    reading.without_text += not text
    scale_text, own_text = split_pendulum(text) if bits & PENDULUM else ("", text)
    monster = bool(bits & MONSTER)
    return StoredCard(
        key=str(number),
        type=kind,
        described_by="ygopro",
        password=number,
        names={lang: name},
        texts={lang: own_text} if own_text else {},
        pendulum_texts={lang: scale_text} if scale_text else {},
        attribute=next((word for place, word in enumerate(ATTRIBUTES) if monster and attribute >> place & 1), ""),
        level=level & 0xFF if monster else None,
        atk=points(atk) if monster else None,
        defence=points(defence) if monster and not bits & LINK else None,
        scale=level >> 24 & 0xFF if bits & PENDULUM else None,
        markers=tuple(word for bit, word in MARKERS if defence & bit) if bits & LINK else (),
        groups=_groups(setcode & 0xFFFFFFFFFFFFFFFF),
    )


def _join_artworks(cards: dict[int, StoredCard], aliases: dict[int, int]) -> list[StoredCard]:
    """The cards without those that only show another one's artwork; the number of these goes to the card shown."""
    joined: list[StoredCard] = []
    for number, card in cards.items():
        original = cards.get(aliases[number])
        near = abs(number - aliases[number]) < OTHER_ARTWORK_REACH
        if original is not None and original is not card and (near or original.names == card.names):
            original.other_passwords = (*original.other_passwords, number)
        else:
            joined.append(card)
    return joined


def read_cdb(path: Path, progress: Progress) -> Reading:
    """Every card of a ygopro database; rows that cannot be used are counted, an untrustworthy file is refused."""
    figures = ("id", "alias", "setcode", "type", "atk", "def", "level", "race", "attribute")
    reading = Reading(source="ygopro", lang="zh")
    with opened_cdb(path, {"datas": figures, "texts": ("id", "name", "desc")}) as connection:
        texts = _texts(connection, reading)
        readable = (words[0] for words in texts.values())
        lang = language_of([name.decode("utf-8", "ignore") for name in readable if isinstance(name, bytes)])
        reading.lang = lang
        rows = connection.execute(f"SELECT {', '.join(figures)} FROM datas").fetchall()
    reading.rows = len(rows)
    cards: dict[int, StoredCard] = {}
    aliases: dict[int, int] = {}
    for place, row in enumerate(rows):
        if place % 500 == 0:
            progress("read", place, len(rows))
        if row[0] in cards:
            reading.skip("duplicate-id")
            continue
        try:
            cards[row[0]] = _card_of_row(row, texts.pop(row[0], (None, None)), reading, lang)
            aliases[row[0]] = row[1]
        except LeftOut as left:
            reading.skip(left.reason)
    progress("read", len(rows), len(rows))
    if texts:
        reading.skip("no-data", len(texts))
    reading.cards = _join_artworks(cards, aliases)
    return reading
