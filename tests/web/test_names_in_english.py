"""An English page has an English name for whatever a profile quotes: archetypes, and cards without a profile."""

from collections.abc import Iterator

import msgspec

from knowledge.data.language import catalogue
from knowledge.data.profile import Card, Filter
from knowledge.explanation.effect_sentences import BUT


def quoted(value: object) -> Iterator[str]:
    """Every archetype and every name that some filter of a text asks for."""
    if isinstance(value, Filter):
        yield from (name.removeprefix(BUT) for name in (*value.group, *value.name))
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from quoted(getattr(value, field))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from quoted(one)


def test_every_quoted_name_has_an_english_one(desk):
    book = desk.book
    known = catalogue("archetypes.yaml", "archetypes")
    cards: list[Card] = list(book.library.cards.values())
    asked = {name: card.id for card in cards for name in quoted(card.effects)}
    assert len(asked) > 100
    nameless = {name: card for name, card in asked.items() if not (name in known or book.card_named(name))}
    assert {name for name in nameless if not name.isascii()} == set()
