"""A profiled card swapped for an imported one with the same text never changes a sure verdict into another sure one."""

from dataclasses import dataclass, replace

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.cards.read_profiles import effects_of, kept_reading, read_stored
from knowledge.cards.record import StoredCard, profile_of
from knowledge.data.profile import Card, Effect, number_of
from knowledge.desk import Desk
from knowledge.rules.book import Book
from knowledge.rules.verdicts import judged
from knowledge.table.situation import Question

BY_HAND = ("activate", "ignition", "trigger", "quick")
SURE = ("yes", "no", "must")


def swapped(book: Book, cards: list[StoredCard]) -> dict[str, Card]:
    """The profiled cards as their imported texts tell them, by id."""
    profiled = {card.password: card for card in book.library.cards.values() if card.password}
    found = {}
    for stored in cards:
        if hand := profiled.get(stored.password):
            kept = kept_reading(read_stored(msgspec.to_builtins(stored)))
            read = profile_of(stored, effects_of(kept, book.library.acts, stored.type))
            found[hand.id] = msgspec.structs.replace(read, id=hand.id, names=hand.names, aliases=hand.aliases)
    return found


def same_effect(effect: Effect, card: Card, read: Card) -> list[Effect]:
    """The effect in the reading: by its number, or by what it is where an older text has another order."""
    found = [one for one in read.effects if one.kind in BY_HAND and number_of(one) == number_of(effect)]
    sorts = [sorted((e.kind, e.mandatory) for e in one.effects if e.kind in BY_HAND) for one in (card, read)]
    if sorts[0] == sorts[1] and not any((one.kind, one.mandatory) == (effect.kind, effect.mandatory) for one in found):
        return [one for one in read.effects if (one.kind, one.mandatory) == (effect.kind, effect.mandatory)]
    return found


@dataclass(frozen=True)
class Pair:
    """One effect as a profile tells it and as its text was read."""

    card: Card
    effect: Effect
    read_card: Card
    read: Effect


@pytest.fixture(scope="module")
def pairs(desk: Desk, real_cards: list[StoredCard]) -> list[Pair]:
    readings = swapped(desk.book, real_cards)
    found = []
    for name, read in sorted(readings.items()):
        card = desk.book.library.cards[name]
        for effect in (one for one in card.effects if one.kind in BY_HAND):
            same = same_effect(effect, card, read)
            if len(same) == 1:
                found.append(Pair(card, effect, read, same[0]))
    return found


@pytest.fixture(scope="module")
def as_read(desk: Desk, pairs: list[Pair]) -> Book:
    library = desk.book.library
    return Book(replace(library, cards={**library.cards, **{pair.card.id: pair.read_card for pair in pairs}}))


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_sure_verdict_does_not_turn_into_another(
    desk: Desk, pairs: list[Pair], as_read: Book, data: st.DataObject
) -> None:
    pair = data.draw(st.sampled_from(pairs))
    window = data.draw(st.sampled_from(sorted(desk.book.windows)))
    turn = data.draw(st.sampled_from(("own", "opponent")))
    by_hand = judged(desk.book, Question(window, turn, pair.card, pair.effect)).verdict
    by_text = judged(as_read, Question(window, turn, pair.read_card, pair.read)).verdict
    sure = by_hand in SURE and by_text in SURE
    assert not sure or by_hand == by_text, (
        pair.card.id,
        number_of(pair.effect),
        window,
        turn,
    )
