"""Conditions that a profile puts into words of its own are nobody's to judge: there are none."""

from collections.abc import Iterator

import msgspec

from knowledge.data.profile import Requirement

FREE = "other"


def conditions(value: object) -> Iterator[Requirement]:
    """Every printed condition of a profile."""
    if isinstance(value, Requirement):
        yield value
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from conditions(getattr(value, field))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from conditions(one)


def test_no_condition_is_free(desk):
    cards = desk.book.library.cards.values()
    assert FREE not in desk.book.library.requirements
    assert not [(card.id, c.amount) for card in cards for c in conditions(card.effects) if c.is_ == FREE]


def test_every_other_condition_is_a_word_of_the_list(desk):
    known = desk.book.library.requirements
    cards = desk.book.library.cards.values()
    assert {c.is_ for card in cards for c in conditions(card.effects)} <= set(known)
