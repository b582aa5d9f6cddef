"""ygopro's integers become the words printed on the card."""

import msgspec
import pytest

from knowledge.cards.card_files import language_of, read_cdb, split_pendulum, type_words
from knowledge.cards.database_import import import_file
from knowledge.cards.store import open_store


def _ignore(stage, done, total):
    pass


@pytest.mark.parametrize(
    ("bits", "race", "words"),
    [
        (0x1021, 0x10, "Monster / Zombie / Tuner / Effect"),
        (0x11, 0x2000, "Monster / Dragon / Normal"),
        (0x41, 0x1, "Monster / Warrior / Fusion"),
        (0x1003021, 0x20, "Monster / Machine / Synchro / Pendulum / Tuner / Effect"),
        (0x2800021 | 0x1000000, 0x8, "Monster / Fiend / Xyz / Pendulum / Effect"),
        (0x200021, 0x80000, "Monster / Reptile / Flip / Effect"),
        (0x4011, 0x10, "Monster / Zombie / Token"),
        (0x2, 0, "Spell / Normal"),
        (0x10002, 0, "Spell / Quick-Play"),
        (0x82, 0, "Spell / Ritual"),
        (0x80002, 0, "Spell / Field"),
        (0x4, 0, "Trap / Normal"),
        (0x20004, 0, "Trap / Continuous"),
        (0x100004, 0, "Trap / Counter"),
        (0x0, 0, None),
        (0x3, 0, None),
    ],
)
def test_the_type_field_reads_as_the_printed_line(bits, race, words):
    assert type_words(bits, race) == words


def test_a_small_database_is_read_card_by_card(cdb):
    reading = read_cdb(cdb, _ignore)
    cards = {card.password: card for card in reading.cards}

    assert (reading.rows, reading.skipped, reading.lang) == (7, {}, "zh")
    assert cards[1001].type == "Monster / Zombie / Tuner / Effect"
    assert (cards[1001].attribute, cards[1001].level, cards[1001].atk, cards[1001].defence) == ("FIRE", 3, 0, 1800)
    assert cards[1001].groups == ("set:0dd",)
    assert (cards[1003].atk, cards[1003].defence) == ("?", "?")
    assert (cards[1005].level, cards[1005].atk, cards[1005].attribute) == (None, None, "")


def test_a_link_monster_has_markers_and_a_rating_and_no_defence(cdb):
    link = {card.password: card for card in read_cdb(cdb, _ignore).cards}[1002]
    assert link.markers == ("top", "bottom-left", "bottom-right")
    assert (link.level, link.atk, link.defence) == (3, 2300, None)


def test_a_pendulum_monster_has_a_scale_and_two_texts(cdb):
    pendulum = {card.password: card for card in read_cdb(cdb, _ignore).cards}[1004]
    assert (pendulum.level, pendulum.scale) == (4, 7)
    assert pendulum.pendulum_texts == {"zh": "①：上半段。"}
    assert pendulum.texts == {"zh": "①：下半段。"}


def test_an_empty_scale_text_stays_empty():
    assert split_pendulum("←1 【灵摆】 1→\n【怪兽描述】\n一只怪兽。") == ("", "一只怪兽。")
    assert split_pendulum("[ Pendulum Effect ]\nUp.\n----------\n[ Monster Effect ]\nDown.") == ("Up.", "Down.")


def test_another_artwork_is_the_same_card(cdb):
    cards = {card.password: card for card in read_cdb(cdb, _ignore).cards}
    assert 1007 not in cards
    assert cards[1001].other_passwords == (1007,)


@pytest.mark.parametrize(
    ("names", "lang"),
    [(["灰流丽", "No.39 希望皇 霍普"], "zh"), (["オネスト", "月の書"], "ja"), (["Honest", "Book of Moon"], "en")],
)
def test_the_language_of_a_file_is_that_of_its_names(names, lang):
    assert language_of(names) == lang


@pytest.mark.data
def test_both_real_files_describe_the_same_cards_alike(real_cards, real_file):
    official = {}
    for card in real_cards:
        official.update(dict.fromkeys((card.password, *card.other_passwords), card))
    community = [card for card in read_cdb(real_file("cards-zh-2017.cdb"), _ignore).cards if card.password in official]
    assert len(community) > 8000

    def agreeing(field):
        pairs = ((getattr(card, field), getattr(official[card.password], field)) for card in community)
        return sum(set(a) == set(b) if field == "markers" else a == b for a, b in pairs) / len(community)

    assert {field: agreeing(field) for field in ("atk", "defence", "scale", "markers")} == {
        "atk": 1, "defence": 1, "scale": 1, "markers": 1,
    }  # fmt: skip
    assert agreeing("level") > 0.999  # three special numbers are printed with another rank
    assert agreeing("type") > 0.994  # the official-language file leaves out "Flip" on some old cards
    assert agreeing("attribute") > 0.999


@pytest.mark.data
def test_the_whole_real_database_is_one_store_whatever_the_order(real_file, tmp_path):
    files = [real_file("cards-zh-2017.cdb"), real_file("cards.json.gz")]
    stores = []
    for order in (files, files[::-1]):
        directory = tmp_path / str(len(stores))
        directory.mkdir()
        for file in order:
            import_file(file, directory)
        stores.append(open_store(directory))
    first, second = ([msgspec.to_builtins(card) for card in store.cards()] for store in stores)
    assert first == second
    ash = stores[0].by_cid(12950)
    assert ash == stores[0].by_password(14558127)
    assert set(ash.names) == {"zh", "zh-CN", "zh-TW", "ja", "en"}
    assert "<" not in ash.names["ja"]
