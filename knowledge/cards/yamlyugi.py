"""yaml-yugi's `cards.json`, plain or gzipped."""

import gzip
import zlib
from collections.abc import Callable
from pathlib import Path

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
from knowledge.cards.untrusted_sqlite import MOST_ROWS, file_refused
from knowledge.cards.ygopro import LARGEST_ID

Progress = Callable[[str, int, int], None]

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
