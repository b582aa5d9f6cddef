"""A handful of cards under their real names, and the full index where a real database is found."""

import os
from pathlib import Path

import pytest

from knowledge.cards.database_import import import_file
from knowledge.cards.record import StoredCard
from knowledge.cards.store import open_store
from knowledge.data.profile import Card, Names
from knowledge.names.index import NameIndex
from knowledge.names.named_cards import Nickname, all_nicknames

ROOT = Path(__file__).resolve().parents[2]


def stored(password, cid=None, *, aliases=(), groups=(), kind="Monster / Fiend / Effect", **names):
    languages = {"official": "zh-CN", "traditional": "zh-TW"}
    return StoredCard(
        key=str(password),
        type=kind,
        described_by="yaml-yugi",
        cid=cid,
        password=password,
        names={languages.get(lang, lang): name for lang, name in names.items()},
        aliases=aliases,
        groups=groups,
    )


CARDS = [
    stored(14558127, 12950, zh="灰流丽", traditional="灰流麗", ja="灰流うらら", en="Ash Blossom & Joyous Spring"),
    stored(37742478, 7728, zh="欧尼斯特", official="奥尼斯特", ja="オネスト", en="Honest"),
    stored(
        84013237,
        9575,
        zh="No.39 希望皇 霍普",
        official="编号39 希望皇霍普",
        ja="Ｎｏ．３９ 希望皇ホープ",
        en="Number 39: Utopia",
    ),
    stored(
        86532744, 11000, zh="No.39 希望皇 霍普·源望", ja="Ｎｏ．３９ 希望皇ホープ・ルーツ", en="Number 39: Utopia Roots"
    ),
    stored(46986414, 4041, zh="黑魔术师", official="黑魔导", ja="ブラック・マジシャン", en="Dark Magician"),
    stored(2314238, 6057, zh="黑·魔·导", official="黑・魔・导", ja="黒・魔・導", en="Dark Magic Attack"),
    stored(89631139, 4007, zh="青眼白龙", ja="青眼の白龍", en="Blue-Eyes White Dragon", groups=("Blue-Eyes",)),
    stored(23995346, 4386, zh="青眼究极龙", ja="青眼の究極竜", en="Blue-Eyes Ultimate Dragon", groups=("Blue-Eyes",)),
    stored(
        38517737,
        12300,
        zh="青眼亚白龙",
        ja="青眼の亜白龍",
        en="Blue-Eyes Alternative White Dragon",
        groups=("Blue-Eyes",),
    ),
    stored(24094653, 4837, zh="融合", ja="融合", en="Polymerization", kind="Spell / Normal"),
    stored(41420027, 4861, zh="神之宣告", ja="神の宣告", en="Solemn Judgment", kind="Trap / Counter"),
    stored(84749824, 8993, zh="神之警告", ja="神の警告", en="Solemn Warning", kind="Trap / Counter"),
    stored(5318639, 4909, zh="旋风", ja="サイクロン", en="Mystical Space Typhoon", kind="Spell / Quick-Play"),
    stored(1861629, 13036, zh="解码语者", ja="デコード・トーカー", en="Decode Talker", aliases=("解码者",)),
]
NICKNAMES = [
    Nickname(nick="小灰", lang="zh", card=14558127, name="灰流丽"),
    Nickname(nick="Ash", lang="en", card=14558127, name="灰流丽"),
    Nickname(nick="Solemn", lang="en", card=(41420027, 84749824), name=("神之宣告", "神之警告")),
]
HONEST = Card(
    id="honest",
    names=Names(zh="欧尼斯特", en="Honest", ja="オネスト"),
    type="Monster / Fairy / Effect",
    cid=7728,
    password=37742478,
    aliases=("欧内斯特",),
)


@pytest.fixture(scope="session")
def index():
    return NameIndex.build([HONEST, *CARDS], NICKNAMES)


@pytest.fixture(scope="session")
def real_store(tmp_path_factory):
    named = os.environ.get("OCG_RULINGS_TEST_DATA")
    places = [Path(named)] if named else [ROOT / "../shared/data", ROOT / "../../shared/data"]
    found = [
        place for place in places if (place / "cards.json.gz").is_file() and (place / "cards-zh-2017.cdb").is_file()
    ]
    if not found:
        pytest.skip("no real card database; OCG_RULINGS_TEST_DATA names its folder")
    directory = tmp_path_factory.mktemp("store")
    for name in ("cards-zh-2017.cdb", "cards.json.gz"):
        import_file(found[0] / name, directory)
    return open_store(directory)


@pytest.fixture(scope="session")
def nicknames():
    return all_nicknames(ROOT / "rulings")


@pytest.fixture(scope="session")
def full_index(real_store, nicknames):
    return NameIndex.build(real_store.cards(), nicknames, "full")
