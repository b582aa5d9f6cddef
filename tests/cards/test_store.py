"""One store: files merge into cards, a finished import is noticed, forgetting leaves nothing."""

import pytest

from knowledge.cards import store as card_store
from knowledge.cards.database_import import forget, import_file, read_again
from knowledge.cards.record import profile_of
from knowledge.cards.store import STORE_NAME, StoreWatch, data_directory, open_store
from knowledge.problems import BadInput

from .conftest import GREY_CAT, TUNER, write_cdb, write_json


def _plain(data):
    return [(card.key, card) for card in open_store(data).cards()]


def test_a_card_of_two_files_has_all_its_names(cdb, cards_json, data):
    import_file(cdb, data)
    summary = import_file(cards_json, data)
    cat = open_store(data).by_password(1001)
    assert (summary.added, summary.total) == (0, 6)
    assert cat.names == {"zh": "灰猫", "zh-CN": "灰色的猫", "zh-TW": "灰貓", "ja": "灰ねこ", "en": "Grey Cat"}
    assert (cat.cid, cat.other_passwords) == (501, (1007,))
    assert cat.groups == ("Cat", "set:0dd")


def test_the_order_of_imports_does_not_matter(cdb, cards_json, tmp_path):
    results = []
    for order in ((cdb, cards_json), (cards_json, cdb)):
        directory = tmp_path / f"order{len(results)}"
        directory.mkdir()
        for file in order:
            import_file(file, directory)
        results.append(_plain(directory))
    assert results[0] == results[1]


def test_a_card_is_found_by_every_number_it_has(cdb, cards_json, data):
    import_file(cdb, data)
    import_file(cards_json, data)
    store = open_store(data)
    assert store.by_cid(501) == store.by_password(1007) == store.by_key("1001")
    assert store.by_cid(1001) is None
    assert store.by_password(999) is None


def test_two_passwords_of_one_official_id_are_one_card_led_by_the_first_printing(tmp_path, data):
    late = {**GREY_CAT, "password": 900, "yugipedia_page_id": 4000, "name": {**GREY_CAT["name"], "zh-TW": "晚灰貓"}}
    summary = import_file(write_json(tmp_path / "cards.json", [late, GREY_CAT]), data)
    card = open_store(data).by_password(900)
    assert summary.total == 1
    assert (card.password, card.other_passwords, card.aliases) == (1001, (900,), ("晚灰貓",))


def test_a_card_without_numbers_gets_them_from_a_later_file(tmp_path, data):
    unnumbered = {**GREY_CAT, "password": None, "konami_id": None}
    import_file(write_json(tmp_path / "early.json", [unnumbered]), data)
    assert open_store(data).by_key("page:9").names["en"] == "Grey Cat"
    import_file(write_json(tmp_path / "late.json", [GREY_CAT]), data)
    assert [card.key for card in open_store(data).cards()] == ["1001"]


def test_a_newer_community_file_renews_the_community_text(cdb, cards_json, tmp_path, data):
    import_file(cdb, data)
    import_file(cards_json, data)
    import_file(write_cdb(tmp_path / "newer.cdb", [(TUNER[0], "灰猫", "新的文字。")]), data)
    cat = open_store(data).by_password(1001)
    assert cat.texts["zh"] == "新的文字。"
    assert cat.texts["zh-CN"] == "舍弃此卡。"


def test_an_imported_card_takes_the_shape_of_a_profile(cdb, cards_json, data):
    import_file(cdb, data)
    import_file(cards_json, data)
    profile = profile_of(open_store(data).by_password(1001))
    assert (profile.id, profile.names.zh, profile.names.en, profile.names.ja) == ("1001", "灰猫", "Grey Cat", "灰ねこ")
    assert (profile.type, profile.defence, profile.cid) == ("Monster / Zombie / Tuner / Effect", 1800, 501)
    assert "灰色的猫" in profile.aliases


def test_the_same_content_under_another_name_is_recognised(cdb, tmp_path, data):
    first = import_file(cdb, data)
    again = import_file(cdb.rename(tmp_path / "renamed.cdb"), data)
    assert again.already_known
    assert (again.file.name, again.generation) == ("small.cdb", first.generation)


def test_a_new_version_of_what_is_derived_is_made_from_the_same_file(cdb, data):
    import_file(cdb, data, derive=lambda card: str(card["type"]).encode(), derived_by="reader-1")
    assert open_store(data).derived("1005") == b"Spell / Quick-Play"
    again = import_file(cdb, data, derive=lambda card: b"new", derived_by="reader-2")
    assert not again.already_known
    assert open_store(data).derived("1005") == b"new"
    assert len(open_store(data).files()) == 1


def test_stored_cards_are_read_anew_without_their_file_when_the_reader_changes(cdb, data):
    import_file(cdb, data, derive=lambda card: b"old", derived_by="reader-1")
    before, cards = open_store(data), _plain(data)
    cdb.unlink()
    assert read_again(data, lambda card: b"old", "reader-1") == 0
    assert read_again(data, lambda card: str(card["type"]).encode(), "reader-2") == before.count
    after = open_store(data)
    assert (after.derived("1005"), after.derived_by) == (b"Spell / Quick-Play", "reader-2")
    assert (after.generation, after.files(), _plain(data)) == (before.generation, before.files(), cards)


def test_a_reader_that_fails_on_a_stored_card_leaves_the_old_readings(cdb, data):
    import_file(cdb, data, derive=lambda card: b"old", derived_by="reader-1")

    def failing(card: dict[str, object]) -> bytes:
        if card["type"] == "Spell / Quick-Play":
            raise OSError("no space left")
        return b"new"

    with pytest.raises(BadInput):
        read_again(data, failing, "reader-2")
    assert (open_store(data).derived("1005"), open_store(data).derived_by) == (b"old", "reader-1")


def test_nothing_is_read_anew_where_nothing_was_imported(tmp_path):
    assert read_again(tmp_path / "nowhere", lambda card: b"new", "reader-2") == 0
    assert not (tmp_path / "nowhere").exists()


def test_a_running_reader_notices_a_finished_import_and_a_forgotten_one(cdb, cards_json, data):
    watch = StoreWatch(data)
    assert watch.current() is None
    import_file(cards_json, data)
    first = watch.current()
    assert (first.count, watch.current() is first) == (1, True)
    import_file(cdb, data)
    second = watch.current()
    assert (second.count, second.generation != first.generation) == (6, True)
    assert first.by_password(1001).names["en"] == "Grey Cat"  # whoever still holds the old one can go on reading
    forget(data)
    assert watch.current() is None


def test_a_store_is_looked_for_once_a_request(cdb, data, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(card_store, "monotonic", lambda: now[0])
    monkeypatch.setattr(card_store, "PAUSE", 0.005)
    watch = StoreWatch(data)
    assert watch.current() is None
    import_file(cdb, data)
    assert watch.current() is None
    now[0] += 0.006
    assert watch.current().count == 6


def test_forgetting_removes_the_store_and_what_was_made_of_it(cdb, data):
    import_file(cdb, data)
    (data / "names-1.index").write_bytes(b"cache")
    assert forget(data)
    assert not forget(data)
    assert [left.name for left in data.iterdir()] == ["import.lock"]


@pytest.mark.parametrize("content", [b"", b"rubbish" * 100, b"SQLite format 3\0" + b"\0" * 200])
def test_a_damaged_store_is_said_to_be_damaged_and_can_be_replaced(cdb, data, content):
    (data / STORE_NAME).write_bytes(content)
    with pytest.raises(BadInput, match="is damaged"):
        open_store(data)
    with pytest.raises(BadInput, match="nothing was imported"):
        import_file(cdb, data)
    assert (data / STORE_NAME).read_bytes() == content
    summary = import_file(cdb, data, replace_damaged=True)
    assert (summary.replaced_damaged, open_store(data).count) == (True, 6)


def test_a_running_reader_goes_on_without_a_damaged_store(cdb, data):
    watch = StoreWatch(data)
    (data / STORE_NAME).write_bytes(b"rubbish")
    assert watch.current() is None
    assert watch.problem.kind == "store-damaged"
    import_file(cdb, data, replace_damaged=True)
    assert (watch.current().count, watch.problem) == (6, None)


def test_the_data_directory_is_told_or_named_or_usual(tmp_path, monkeypatch):
    monkeypatch.setenv("OCG_RULINGS_DATA", str(tmp_path / "named"))
    assert data_directory(tmp_path / "told") == tmp_path / "told"
    assert data_directory() == tmp_path / "named"
    monkeypatch.delenv("OCG_RULINGS_DATA")
    assert data_directory().name == "ocg-rulings"
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="not a folder"):
        data_directory(tmp_path / "file")


def test_a_file_read_again_by_a_newer_reader_keeps_each_card_once(data, tmp_path):
    other = {**GREY_CAT, "password": 4321, "yugipedia_page_id": 9999}  # the same card in another artwork
    file = write_json(tmp_path / "cards.json", [GREY_CAT, other])
    first = import_file(file, data, derived_by="reader-1")
    again = import_file(file, data, derived_by="reader-2")
    assert (first.total, again.total) == (1, 1)
    assert open_store(data).by_password(4321).key == open_store(data).by_password(GREY_CAT["password"]).key
