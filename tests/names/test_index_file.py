"""The index on disk is trusted only when every byte is its own; anything else is built anew."""

import pytest
from cards.conftest import GREY_CAT, write_json

from knowledge.cards.database_import import forget, import_file
from knowledge.cards.store import open_store
from knowledge.names.finder import NameWatch, fingerprint_of, index_kept_in, index_path
from knowledge.names.index import NameIndex
from knowledge.names.index_file import BrokenIndex

from .conftest import CARDS, HONEST, NICKNAMES


@pytest.fixture
def saved(index, tmp_path):
    path = tmp_path / "names.index"
    index.save(path)
    return path


def test_a_saved_index_answers_like_the_one_it_was_saved_from(index, saved):
    opened = NameIndex.open(saved)
    for query in ("灰流丽", "huiliuli", "青眼", "Dark Magican", "12950"):
        assert opened.search(query) == index.search(query)
    assert opened.groups("青眼") == index.groups("青眼")
    assert list(saved.parent.iterdir()) == [saved]


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: b"PK\x03\x04" + content,
        lambda content: content[:-1],
        lambda content: content[: len(content) // 2],
        lambda content: content[:-100] + bytes([content[-100] ^ 1]) + content[-99:],
        lambda content: content[:8] + b"\x63" + content[9:],
        lambda content: content[:20] + b"X" + content[21:],
    ],
)
def test_a_broken_or_foreign_index_is_not_opened(saved, damage):
    saved.write_bytes(damage(saved.read_bytes()))
    with pytest.raises(BrokenIndex):
        NameIndex.open(saved)


def test_an_index_built_from_other_cards_is_not_opened(saved):
    with pytest.raises(BrokenIndex, match="other cards"):
        NameIndex.open(saved, "another fingerprint")


def test_a_broken_index_is_built_anew(tmp_path):
    first = index_kept_in(tmp_path, [HONEST], NICKNAMES, None)
    fingerprint = fingerprint_of([HONEST], NICKNAMES, None)
    path = index_path(tmp_path, fingerprint)
    path.write_bytes(b"rubbish")
    again = index_kept_in(tmp_path, [HONEST], NICKNAMES, None)
    assert again.search("honest") == first.search("honest")
    assert NameIndex.open(path, fingerprint).resolve("honest").key == "honest"


def test_a_directory_that_cannot_hold_the_index_is_no_hindrance(tmp_path):
    (tmp_path / "taken").write_text("")
    assert index_kept_in(tmp_path / "taken", [HONEST], (), None).resolve("オネスト").key == "honest"


def test_a_finished_import_is_found_without_a_restart(tmp_path):
    watch = NameWatch(tmp_path, [HONEST], NICKNAMES)
    assert [len(watch.current()), watch.current().search("Grey Cat")] == [1, []]
    import_file(write_json(tmp_path / "cards.json", [GREY_CAT]), tmp_path)
    assert watch.current().resolve("honest").key == "honest"  # the old index answers while the new one is built
    watch.wait_until_built()
    assert watch.current().resolve("灰貓").key == "1001"
    assert watch.current() is watch.current()
    forget(tmp_path)
    watch.current()
    watch.wait_until_built()
    assert watch.current().search("Grey Cat") == []


def test_an_index_prepared_by_the_import_is_there_at_once(tmp_path):
    watch = NameWatch(tmp_path, [HONEST], NICKNAMES)
    watch.current()
    import_file(
        write_json(tmp_path / "cards.json", [GREY_CAT]),
        tmp_path,
        prepare=lambda store: index_kept_in(tmp_path, [HONEST], NICKNAMES, store),
    )
    assert watch.current().resolve("灰貓").key == "1001"


def test_indexes_of_earlier_imports_do_not_pile_up(tmp_path):
    for number in range(1, 5):
        import_file(write_json(tmp_path / f"{number}.json", [{**GREY_CAT, "level": number}]), tmp_path)
        index_kept_in(tmp_path, [], (), open_store(tmp_path))
    assert len(list(tmp_path.glob("names-*"))) == 2


def test_the_order_of_cards_does_not_change_the_index():
    one, other = (NameIndex.build(cards, NICKNAMES) for cards in ([HONEST, *CARDS], [*CARDS[::-1], HONEST]))
    assert [one.card(n) for n in range(len(one))] == [other.card(n) for n in range(len(other))]
    assert one.search("青眼") == other.search("青眼")
