"""A card that only the list of nicknames knows: it is found and named, and two of one nickname stay two."""

import pytest

from knowledge.names.finder import bare_cards
from knowledge.names.index import NameIndex
from knowledge.names.named_cards import Nickname, gathered
from knowledge.problems import BadInput

NICKNAMES = [
    Nickname(nick="门神", lang="zh", card=99000001, name="第七门之看守"),
    Nickname(nick="看门的", lang="zh", card=(99000001, 99000002), name=("第七门之看守", "第八门之看守")),
]


@pytest.fixture(scope="module")
def index():
    return NameIndex.build(gathered(bare_cards([], NICKNAMES).values(), NICKNAMES), NICKNAMES, "test")


def test_it_has_its_name_and_number_and_no_effects():
    card = bare_cards([], NICKNAMES)["99000001"]
    assert (card.names.zh, card.password, card.effects) == ("第七门之看守", 99000001, ())


def test_its_nickname_finds_it(index):
    assert index.resolve("门神").password == 99000001


def test_a_nickname_of_two_is_a_choice(index):
    with pytest.raises(BadInput) as choice:
        index.resolve("看门的")
    assert {card["key"] for card in choice.value.accepted} == {"99000001", "99000002"}
