"""An archetype named in one language finds the card that another language names."""

import pytest

from knowledge.names.archetypes import belongs_to, names_of_archetype


@pytest.mark.parametrize("archetype", ["青眼", "Blue-Eyes", "blue eyes"])
def test_the_archetype_holds_in_every_language(index, archetype):
    assert belongs_to(index, index.resolve("青眼の白龍"), archetype)
    assert not belongs_to(index, index.resolve("灰流うらら"), archetype)


def test_an_archetype_nobody_knows_has_no_members(index):
    assert not belongs_to(index, index.resolve("灰流うらら"), "云上的守门人")
    assert not belongs_to(index, index.resolve("灰流うらら"), "")


@pytest.mark.parametrize(
    ("archetype", "card"),
    [
        ("シャドール", "Shaddoll Beast"),
        ("影依", "Shaddoll Beast"),
        ("Shaddoll", "影依蜥蜴"),
        ("Kaiju", "海龟坏兽 加美西耶勒"),
    ],
)
def test_the_database_tells_archetypes_across_languages(full_index, archetype, card):
    assert belongs_to(full_index, full_index.resolve(card), archetype)


def test_an_archetype_has_its_name_in_every_language(full_index):
    assert names_of_archetype(full_index, "シャドール")["en"] == "Shaddoll"
