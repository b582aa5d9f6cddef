"""A file from anywhere: it is imported, or refused in one sentence, or its bad rows are counted; never half of it."""

import gzip
import hashlib
import json
import sqlite3

import pytest

from knowledge.cards import card_files
from knowledge.cards import database_import as importing
from knowledge.cards.card_files import opened_cdb
from knowledge.cards.database_import import import_file
from knowledge.cards.store import STORE_NAME, open_store
from knowledge.problems import BadInput

from .conftest import CARDS, DATAS, GREY_CAT, PENDULUM, TEXTS, TUNER, write_cdb, write_json


def _refused(path, data):
    """The sentence a file is refused with; what was imported before is untouched, byte for byte."""
    if not (data / STORE_NAME).exists():
        import_file(write_json(data.parent / "before.json", [GREY_CAT]), data)
    before = hashlib.sha256((data / STORE_NAME).read_bytes()).hexdigest()
    with pytest.raises(BadInput) as refusal:
        import_file(path, data)
    assert hashlib.sha256((data / STORE_NAME).read_bytes()).hexdigest() == before
    assert [left.name for left in data.iterdir() if "unfinished" in left.name] == []
    assert refusal.value.says["zh"]
    assert "\n" not in refusal.value.says["en"]
    return refusal.value.says["en"]


def _made(path, sql):
    with sqlite3.connect(path) as db:
        db.executescript(sql)
    db.close()
    return path


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"hello, I am a text file", "is not a card database"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "is not a card database"),
        (b"", "is empty"),
        (b"   \n ", "is empty"),
        (b"SQLite format 3\0 and then nothing", "incomplete"),
        (b"[{]", "is not complete JSON"),
        (b'{"data": []}', "is not a list of cards"),
        (b"[]", "was not imported"),
        (b"[1, 2, 3]", "not shaped like a card"),
        (b'[{"id": 1, "name": "x"}]', "not shaped like a card"),
        ("[1]".encode("utf-16"), "UTF-16"),
        (b"[" * 100_000, "is not complete JSON"),
        (b"\x1f\x8b\x08\0 not really gzip", "gzip"),
        (gzip.compress(b"[]" * 50_000)[:-20], "gzip"),
    ],
)
def test_a_file_of_another_kind_is_refused_in_a_sentence(tmp_path, data, content, words):
    path = tmp_path / "strange.bin"
    path.write_bytes(content)
    assert words in _refused(path, data)


def test_a_folder_or_a_missing_file_is_refused(tmp_path, data):
    assert "does not exist" in _refused(tmp_path / "nowhere.cdb", data)
    assert "not a file" in _refused(tmp_path, data)


@pytest.mark.parametrize("kept", [50, 99, 1024, 5000])
def test_a_truncated_database_is_refused(cdb, data, kept):
    cdb.write_bytes(cdb.read_bytes()[:kept])
    assert "incomplete" in _refused(cdb, data)


def test_a_database_with_a_damaged_page_is_refused(cdb, data):
    content = bytearray(cdb.read_bytes())
    content[5000:9000] = b"\xff" * 4000
    cdb.write_bytes(content)
    assert "damaged" in _refused(cdb, data)


def test_a_file_of_two_gigabytes_is_refused_without_being_read(tmp_path, data):
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.write(b"[")
        file.truncate(2 << 30)
    assert "above the limit of 256 MB" in _refused(path, data)


def test_a_small_gzip_that_grows_without_end_is_refused(tmp_path, data, monkeypatch):
    monkeypatch.setattr(card_files, "LARGEST_JSON", 1 << 20)
    path = tmp_path / "bomb.json.gz"
    path.write_bytes(gzip.compress(b" " * (2 << 20)))
    assert "once unzipped" in _refused(path, data)


def test_missing_tables_and_columns_are_named(tmp_path, data):
    other = _made(tmp_path / "other.sqlite", "CREATE TABLE cards(id integer)")
    assert "no real table called datas" in _refused(other, data)
    poor = _made(tmp_path / "poor.cdb", f"CREATE TABLE datas({DATAS}); CREATE TABLE texts(id integer, name text)")
    assert "texts lacks the column desc" in _refused(poor, data)


def test_a_view_or_a_virtual_table_is_not_a_table(tmp_path, data):
    viewed = _made(
        tmp_path / "view.cdb",
        f"CREATE TABLE hidden({DATAS}); CREATE VIEW datas AS SELECT * FROM hidden; CREATE TABLE texts({TEXTS})",
    )
    assert "no real table called datas" in _refused(viewed, data)
    virtual = _made(
        tmp_path / "virtual.cdb", f"CREATE TABLE datas({DATAS}); CREATE VIRTUAL TABLE texts USING fts5(id, name, desc)"
    )
    assert "no real table called texts" in _refused(virtual, data)


def test_a_computed_column_is_not_read(tmp_path, data):
    texts = "id integer primary key, raw text, name text generated always as (raw), desc text"
    path = _made(tmp_path / "computed.cdb", f"CREATE TABLE datas({DATAS}); CREATE TABLE texts({texts})")
    assert "lacks the column name" in _refused(path, data)


def test_a_database_another_program_writes_is_refused(cdb, data):
    writer = sqlite3.connect(cdb, isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")
    assert "locked by another program" in _refused(cdb, data)
    writer.execute("UPDATE texts SET name = 'x'")
    cdb.with_name("small.cdb-journal").write_bytes(b"unfinished")
    assert "small.cdb-journal" in _refused(cdb, data)
    writer.close()


def test_a_name_that_looks_like_a_connection_option_is_only_a_name(tmp_path, data):
    path = write_cdb(tmp_path / "a?mode=rwc&x=#1.cdb")
    assert import_file(path, data).total == 6


def test_more_rows_than_any_game_has_are_refused(cdb, data, monkeypatch):
    monkeypatch.setattr(card_files, "MOST_ROWS", 3)
    assert "more rows than the limit of 3" in _refused(cdb, data)


def test_a_schema_that_computes_for_ever_is_stopped(cdb, data, monkeypatch):
    monkeypatch.setattr(card_files, "_MOST_STEPS", 0)
    write_cdb(cdb.with_name("many.cdb"), [((n, *TUNER[0][1:]), "猫", "文") for n in range(1, 30_000)])
    assert "interrupted" in _refused(cdb.with_name("many.cdb"), data)


def test_rows_that_cannot_be_cards_are_counted_and_the_rest_is_imported(tmp_path, data):
    loose = DATAS.replace("id integer primary key", "id integer").replace("atk integer", "atk")
    rows = [
        *CARDS,
        *(((number, *TUNER[0][1:]), f"猫{number}", "又一只。") for number in range(4001, 4011)),
        (TUNER[0], "灰猫又来", "重复的编号。"),
        ((0, *TUNER[0][1:]), "零号", "编号不对。"),
        ((2001, *TUNER[0][1:5], "many", *TUNER[0][6:]), "多攻", "攻击力不是数。"),
        ((2002, *TUNER[0][1:4], 0, *TUNER[0][5:]), "无种类", "不知是什么。"),
        ((2003, *TUNER[0][1:]), None, "没有名字。"),
        ((2004, *TUNER[0][1:]), "灰猫四".encode("gbk"), "编码不对。"),
        ((2005, *TUNER[0][1:]), "长" * 300, "名字太长。"),
        ((2006, *TUNER[0][1:]), "沉默", None),
    ]
    path = write_cdb(tmp_path / "mixed.cdb", rows, datas=loose, texts="id integer, name, desc")
    with sqlite3.connect(path) as db:
        db.execute("INSERT INTO texts VALUES (3000, '只有文字', '没有数值。')")
    summary = import_file(path, data)
    assert summary.file.skipped == {
        "duplicate-id": 2, "bad-id": 1, "bad-number": 1, "unknown-type": 1, "no-name": 1, "bad-encoding": 1,
        "too-long": 1, "no-data": 1,
    }  # fmt: skip
    assert (summary.total, summary.without_text) == (17, 1)
    store = open_store(data)
    assert store.by_password(1001).names["zh"] == "灰猫"
    assert store.by_password(2006).texts == {}


def test_bad_entries_of_a_json_file_are_counted(tmp_path, data):
    entries = [
        json.dumps({**GREY_CAT, "password": number, "konami_id": number}, ensure_ascii=False).encode()
        for number in range(1, 12)
    ]
    entries[1] = entries[1].replace("灰色的猫".encode(), "灰色的猫".encode("gbk"))
    entries[2] = json.dumps({**GREY_CAT, "password": 1, "konami_id": 77}).encode()
    entries[3] = json.dumps({**GREY_CAT, "password": -4}).encode()
    entries[4] = json.dumps({**GREY_CAT, "password": 5, "konami_id": 1, "name": {"en": "Another"}}).encode()
    path = tmp_path / "cards.json"
    path.write_bytes(b"\xef\xbb\xbf[" + b",".join(entries) + b', {"x": 1}]')
    summary = import_file(path, data)
    assert summary.file.skipped == {"bad-encoding": 1, "duplicate-id": 2, "bad-id": 1, "other-shape": 1}
    assert (summary.file.cards, summary.total) == (7, 7)


def test_a_file_with_mostly_bad_rows_is_refused_whole(tmp_path, data):
    cards = [(figures, None, "x") for figures, _, _ in CARDS[:4]] + [CARDS[4]]
    assert "was not imported: 4 rows are unusable and 1 usable (most of them: has no name)" in _refused(
        write_cdb(tmp_path / "nameless.cdb", cards), data
    )


def test_markup_is_taken_out_and_card_names_in_angle_brackets_stay(tmp_path, data):
    text = "<p>先<b>破坏</b>。<br>再抽卡 &amp; 回复。<script>alert(1)</script></p>"
    name = {"en": "Tool <Y/N> <P>", "ja": "<ruby>道<rt>どう</rt></ruby><ruby>具<rt>ぐ</rt></ruby>\u200b"}
    card = {**GREY_CAT, "name": name, "text": {"zh-CN": text, "en": "Plain.\x07"}}
    summary = import_file(write_json(tmp_path / "cards.json", [card]), data)
    stored = open_store(data).by_password(1001)
    assert summary.cleaned == 1
    assert stored.names == {"en": "Tool <Y/N> <P>", "ja": "道具"}
    assert stored.texts == {"zh-CN": "先破坏。\n再抽卡 & 回复。", "en": "Plain."}


def test_a_file_changed_while_it_is_read_is_refused(cdb, data, monkeypatch):
    read = importing.read_cdb

    def read_and_change(path, progress):
        reading = read(path, progress)
        path.write_bytes(path.read_bytes() + b"\0")
        return reading

    import_file(write_json(data.parent / "before.json", [GREY_CAT]), data)
    monkeypatch.setattr(importing, "read_cdb", read_and_change)
    assert "changed while it was being read" in _refused(cdb, data)


def test_a_zipped_json_is_read_like_a_plain_one(tmp_path, data):
    assert import_file(write_json(tmp_path / "cards.json.gz", [GREY_CAT]), data).total == 1


def test_a_pendulum_text_kept_apart_stays_apart(tmp_path, data):
    card = {**GREY_CAT, "pendulum_scale": 4, "pendulum_effect": {"en": "Scale.", "ja": None}}
    import_file(write_json(tmp_path / "cards.json", [card]), data)
    import_file(write_cdb(tmp_path / "x.cdb", [PENDULUM]), data)
    stored = open_store(data).by_password(1001)
    assert (stored.scale, stored.pendulum_texts) == (4, {"en": "Scale."})


def test_triggers_and_views_of_a_database_are_carried_along_and_never_run(cdb, data):
    with sqlite3.connect(cdb) as db:
        db.executescript("""
            CREATE TABLE ran(what text);
            CREATE TRIGGER on_texts BEFORE UPDATE ON texts BEGIN INSERT INTO ran VALUES ('update'); END;
            CREATE TRIGGER on_datas AFTER INSERT ON datas BEGIN INSERT INTO ran VALUES ('insert'); END;
            CREATE VIEW lure AS SELECT load_extension('evil') AS name FROM texts;
        """)
    db.close()
    before = cdb.read_bytes()
    assert import_file(cdb, data).total > 0
    assert cdb.read_bytes() == before
    with sqlite3.connect(data / STORE_NAME) as store:
        kinds = {kind for (kind,) in store.execute("SELECT type FROM sqlite_master")}
    store.close()
    assert kinds <= {"table", "index"}


def test_nothing_can_be_attached_to_or_written_through_an_opened_database(cdb, tmp_path):
    with opened_cdb(cdb, {"texts": ("id", "name", "desc")}) as connection:
        with pytest.raises(sqlite3.Error):
            connection.execute("ATTACH ? AS other", (str(tmp_path / "other.sqlite"),))
        with pytest.raises(sqlite3.Error):
            connection.execute("DELETE FROM texts")
        with pytest.raises(sqlite3.Error):
            connection.execute("SELECT load_extension('evil')")
    assert not (tmp_path / "other.sqlite").exists()
