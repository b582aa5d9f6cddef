"""The list of nicknames: enough of them, each the card it says, none that is another card's own name."""

from collections import Counter

import pytest

from knowledge.names.fold import fold
from knowledge.problems import BadInput


def test_there_are_enough_nicknames_in_both_languages(nicknames):
    count = Counter(nickname.lang for nickname in nicknames)
    assert count["zh"] >= 80
    assert count["en"] >= 40


def test_no_nickname_is_listed_twice(nicknames):
    assert [nick for nick, times in Counter(fold(nickname.nick) for nickname in nicknames).items() if times > 1] == []


def test_each_card_of_a_nickname_is_named(nicknames):
    for nickname in nicknames:
        names = nickname.name if isinstance(nickname.name, tuple) else (nickname.name,)
        assert len(names) == len(nickname.cards), nickname.nick


@pytest.mark.data
def test_every_nickname_leads_to_the_cards_it_names(nicknames, real_store, full_index):
    for nickname in nicknames:
        names = nickname.name if isinstance(nickname.name, tuple) else (nickname.name,)
        for password, name in zip(nickname.cards, names, strict=True):
            card = real_store.by_password(password)
            assert card is not None, nickname.nick
            assert fold(name) in map(fold, card.names.values()), nickname.nick
        try:
            found = [full_index.resolve(nickname.nick).password]
        except BadInput as refusal:
            found = [choice["password"] for choice in refusal.accepted]
        assert set(found) == set(nickname.cards), nickname.nick
