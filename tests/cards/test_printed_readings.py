"""What is read of real card texts is printed whole, and reads back as the same profile in every language."""

import msgspec
import pytest

from knowledge.cards.read_profiles import effects_of, kept_reading, read_stored
from knowledge.cards.record import StoredCard
from knowledge.desk import Desk
from knowledge.text.card_reading import Language
from knowledge.text.printer import read_wording, wording

LANGUAGES: tuple[Language, ...] = ("zh", "en", "ja")
EVERY = 97  # cards from one that is tried to the next


@pytest.mark.data
def test_readings_read_back(desk: Desk, real_cards: list[StoredCard]) -> None:
    tried = 0
    for stored in real_cards[::EVERY]:
        kept = kept_reading(read_stored(msgspec.to_builtins(stored)))
        for effect in effects_of(kept, desk.book.library.acts, stored.type):
            options = tuple(msgspec.structs.replace(choice, summary=None) for choice in effect.choices)
            plain = msgspec.structs.replace(effect, summary=None, choices=options)
            for lang in LANGUAGES:
                assert read_wording(wording(plain, lang), lang) == ("", plain), wording(plain, lang)
                tried += 1
    assert tried > 300
