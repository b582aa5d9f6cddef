"""Small databases of invented cards, and where a real one is found."""

import gzip
import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from knowledge.cards.card_files import read_cards_json
from knowledge.cards.record import StoredCard

ROOT = Path(__file__).resolve().parents[2]
DATAS = "id integer primary key," + ",".join(
    f"{column} integer"
    for column in (
        "ot",
        "alias",
        "setcode",
        "type",
        "atk",
        "def",
        "level",
        "race",
        "attribute",
        "category",
    )
)
TEXTS = "id integer primary key,name text,desc text"
# id, ot, alias, setcode, type, atk, def, level, race, attribute, category; name, text
TUNER = ((1001, 3, 0, 0xDD, 0x1021, 0, 1800, 3, 0x10, 0x4, 0), "灰猫", "把这张卡丢弃。")
LINK = ((1002, 3, 0, 0, 0x4000021, 2300, 0x1 | 0x4 | 0x80, 3, 0x1000000, 0x20, 0), "三向门", "从三方进入。")
UNKNOWN_POINTS = ((1003, 3, 0, 0, 0x21, -2, -2, 10, 0x2, 0x40, 0), "无数之兽", "攻守不定。")
PENDULUM = (
    (1004, 3, 0, 0, 0x1000021, 1500, 1000, 4 | 7 << 16 | 7 << 24, 0x2000, 0x8, 0),
    "摆渡龙",
    "←7 【灵摆】 7→\r\n①：上半段。\r\n【怪兽效果】\r\n①：下半段。",
)
QUICK = ((1005, 3, 0, 0, 0x10002, 0, 0, 0, 0, 0, 0), "急行", "快速行动。")
COUNTER = ((1006, 3, 0, 0, 0x100004, 0, 0, 0, 0, 0, 0), "回绝", "那个发动无效。")
OTHER_ART = ((1007, 3, 1001, 0xDD, 0x1021, 0, 1800, 3, 0x10, 0x4, 0), "灰猫", "把这张卡丢弃。")
CARDS = (TUNER, LINK, UNKNOWN_POINTS, PENDULUM, QUICK, COUNTER, OTHER_ART)

GREY_CAT = {
    "konami_id": 501,
    "password": 1001,
    "name": {"en": "Grey Cat", "ja": "<ruby>灰<rt>はい</rt></ruby>ねこ", "zh-TW": "灰貓", "zh-CN": "灰色的猫"},
    "text": {"en": "Discard this card.", "ja": None, "zh-TW": None, "zh-CN": "舍弃此卡。"},
    "card_type": "Monster",
    "monster_type_line": "Zombie / Tuner / Effect",
    "attribute": "FIRE",
    "level": 3,
    "atk": 0,
    "def": 1800,
    "series": ["Cat"],
    "yugipedia_page_id": 9,
}


def write_cdb(path: Path, cards: Any = CARDS, *, datas: str = DATAS, texts: str = TEXTS) -> Path:
    with sqlite3.connect(path) as db:
        db.execute(f"CREATE TABLE datas({datas})")
        db.execute(f"CREATE TABLE texts({texts})")
        for figures, name, text in cards:
            db.execute(f"INSERT INTO datas VALUES ({','.join('?' * len(figures))})", figures)
            db.execute("INSERT INTO texts VALUES (?, ?, ?)", (figures[0], name, text))
    db.close()
    return path


def write_json(path: Path, cards: Any) -> Path:
    content = json.dumps(cards, ensure_ascii=False).encode()
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path


def invented_cards(count: int, edition: str) -> list[dict[str, Any]]:
    """Many cards that differ between editions, for imports that take a while."""
    text = f"{edition} " * 200
    return [
        {
            **GREY_CAT,
            "konami_id": 10_000 + number,
            "password": 500_000 + number,
            "name": {"en": f"Beast {number} {edition}", "zh-CN": f"第{number}兽"},
            "text": {"en": text + str(number), "zh-CN": text},
            "yugipedia_page_id": 100_000 + number,
        }
        for number in range(count)
    ]


@pytest.fixture
def cdb(tmp_path: Path) -> Path:
    return write_cdb(tmp_path / "small.cdb")


@pytest.fixture
def cards_json(tmp_path: Path) -> Path:
    return write_json(tmp_path / "cards.json", [GREY_CAT])


@pytest.fixture
def data(tmp_path: Path) -> Path:
    directory = tmp_path / "data"
    directory.mkdir()
    return directory


@pytest.fixture(scope="session")
def real_file() -> Callable[[str], Path]:
    """A file of a real database; the test is skipped where there is none."""

    def find(name: str) -> Path:
        named = os.environ.get("OCG_RULINGS_TEST_DATA")
        places = [Path(named)] if named else [ROOT / "../shared/data", ROOT / "../../shared/data"]
        for place in places:
            if (place / name).is_file():
                return (place / name).resolve()
        pytest.skip(f"no real card database ({name}); OCG_RULINGS_TEST_DATA names its folder")

    return find


@pytest.fixture(scope="session")
def real_cards(real_file: Callable[[str], Path]) -> list[StoredCard]:
    """The cards of the real database of all languages, read once: nobody changes them."""
    return read_cards_json(real_file("cards.json.gz"), lambda *_: None).cards
