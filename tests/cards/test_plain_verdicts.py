"""Verdicts worked out at the import are those of the rules, by today's law and the first; else they are not used."""

import msgspec
import pytest

from knowledge.cards import plain_verdicts
from knowledge.cards.database_import import forget, import_file
from knowledge.cards.plain_verdicts import PlainVerdicts, keep_plain_verdicts, related
from knowledge.cards.read_profiles import effects_of, read_stored, reading_kept_with, version_of_reader
from knowledge.cards.record import profile_of
from knowledge.cards.store import open_store
from knowledge.rules.verdicts import Moments
from tests.cards.conftest import GREY_CAT, write_json

TEXTS = {
    1: "(Quick Effect): You can discard this card, then target 1 monster; it gains 500 ATK until the End Phase.",
    2: "If this card is Normal Summoned: You can draw 1 card. When this card is destroyed by battle: draw 1 card.",
    3: "During your Main Phase: You can destroy 1 Spell/Trap on the field.",
}


@pytest.fixture
def store(tmp_path):
    cards = [
        {**GREY_CAT, "konami_id": 900 + n, "password": 9000 + n, "text": {"en": text}, "yugipedia_page_id": 90 + n}
        for n, text in TEXTS.items()
    ]
    file = write_json(tmp_path / "cards.json", cards)
    import_file(file, tmp_path, derive=read_stored, derived_by=version_of_reader())
    return open_store(tmp_path)


@pytest.fixture
def cards(store, desk):
    acts = desk.book.library.acts
    return [profile_of(c, effects_of(reading_kept_with(store, c), acts, c.type)) for c in store.cards()]


def test_kept_verdicts_are_those_of_the_rules_by_both_laws(desk, store, cards, tmp_path):
    assert keep_plain_verdicts(desk, tmp_path, store) == len(TEXTS)
    kept = PlainVerdicts(desk, tmp_path)
    effects = [(card, effect) for card in cards for effect in card.effects]
    assert len(effects) > len(TEXTS)
    for law in (desk.book, desk.laws.history[0][1]):
        for card, effect in effects:
            asked = Moments(law, card, effect, strangers=(card,))
            line = kept.line(card, effect, law.ended)
            assert line is not None
            assert len(line) == 2 * len(desk.book.windows)
            assert {at: asked.verdict(*at) for at in line} == line


def test_the_cards_kept_as_most_like_one_are_those_found_now(desk, store, cards, tmp_path):
    keep_plain_verdicts(desk, tmp_path, store)
    found = {card.id: related(desk.book, card) for card in cards}
    assert any(found.values())
    assert {card.id: PlainVerdicts(desk, tmp_path).related(card) for card in cards} == found
    assert keep_plain_verdicts(desk, tmp_path, store) == 0
    assert PlainVerdicts(desk, tmp_path).related(msgspec.structs.replace(cards[0], level=12)) is None


def test_of_a_card_with_a_profile_written_by_hand_the_verdicts_are_those_of_the_profile(desk, tmp_path):
    written = next(
        c for c in desk.book.library.cards.values() if c.password and any(e.kind == "quick" for e in c.effects)
    )
    effect = next(e for e in written.effects if e.kind == "quick")
    file = write_json(tmp_path / "cards.json", [{**GREY_CAT, "password": written.password}])
    import_file(file, tmp_path, derive=read_stored, derived_by=version_of_reader())
    assert keep_plain_verdicts(desk, tmp_path, open_store(tmp_path)) == 1
    line = PlainVerdicts(desk, tmp_path).line(written, effect, desk.book.ended)
    assert line is not None
    asked = Moments(desk.book, written, effect)
    assert {at: asked.verdict(*at) for at in line} == line


def test_a_card_that_says_something_else_now_is_not_answered_by_its_former_verdicts(desk, store, cards, tmp_path):
    keep_plain_verdicts(desk, tmp_path, store)
    changed = msgspec.structs.replace(cards[0], level=12)
    assert PlainVerdicts(desk, tmp_path).line(changed, changed.effects[0], desk.book.ended) is None


def test_what_is_kept_is_not_made_twice_and_goes_with_the_cards(desk, store, cards, tmp_path, monkeypatch):
    monkeypatch.setattr(plain_verdicts, "PAUSE", 0)  # the file is looked at for every question, not now and then
    keep_plain_verdicts(desk, tmp_path, store)
    assert keep_plain_verdicts(desk, tmp_path, store) == 0
    kept = PlainVerdicts(desk, tmp_path)
    asked = cards[0], cards[0].effects[0], desk.book.ended
    assert kept.line(*asked) is not None
    forget(tmp_path)
    assert not list(tmp_path.glob("verdicts-*"))
    assert kept.line(*asked) is None


def test_a_damaged_file_is_as_good_as_none(desk, store, cards, tmp_path):
    keep_plain_verdicts(desk, tmp_path, store)
    (path,) = tmp_path.glob("verdicts-*")
    path.write_bytes(path.read_bytes()[:-1])
    assert PlainVerdicts(desk, tmp_path).line(cards[0], cards[0].effects[0], desk.book.ended) is None
    assert keep_plain_verdicts(desk, tmp_path, store) == len(TEXTS)
