"""A card as its page tells it: text with cost, target and resolution, effects in words, and the cards most like it."""

from collections.abc import Collection
from typing import Any

from knowledge.cards.read_profiles import text_shown, texts_shown
from knowledge.cards.record import StoredCard
from knowledge.cards.related_cards import related
from knowledge.cards.store import CardStore
from knowledge.data.language import LANGUAGES
from knowledge.data.profile import Card, number_of
from knowledge.desk import Desk
from knowledge.explanation.can_answer import card_identity, effect_summary
from knowledge.explanation.effect_sentences import effect_in_words
from knowledge.rules.categories import speed_of
from knowledge.text.marked_text import Piece, pieces_of
from service.lookup import finder_of
from service.reference.entries_told import card_page

Known = dict[tuple[str, int], dict[str, Any]]


def texts_told(desk: Desk, card: Card, languages: Collection[str] = LANGUAGES) -> dict[str, Any]:
    """For each of these languages of the pages the text in pieces, or nothing where no database was imported."""
    found = finder_of(desk).imported_in(card)
    if found is None:
        return {}
    known: Known = {
        (e.part, e.number): {"number": e.number, "part": e.part, "kind": e.kind, "speed": speed_of(card, e) or None}
        for e in card.effects
    }
    return {lang: told for lang in languages if (told := _told(*found, lang, known))}


def _told(store: CardStore, stored: StoredCard, lang: str, known: Known) -> dict[str, Any] | None:
    shown = text_shown(store, stored, lang)
    if shown is None:
        return None
    code, marks = shown
    text, scale = texts_shown(stored, code)
    effects = [_effect(read, known) for read in marks.effects]
    parts = [("text", pieces_of(text, marks.text))]
    if scale:
        parts.insert(0, ("pendulum", pieces_of(scale, marks.pendulum)))
    return {"lang": code, "parts": [{"part": part, "pieces": _pieces(found, effects)} for part, found in parts]}


def _effect(read: tuple[int, str, str, int | None], known: Known) -> dict[str, Any]:
    """What the page says of an effect: as its profile has it, else as it was read."""
    number, part, kind, speed = read
    return known.get((part, number)) or {"number": number, "part": part, "kind": kind, "speed": speed}


def _pieces(found: list[Piece], effects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {"text": p.text, "mark": p.mark or None, "effect": effects[p.begins] if p.begins is not None else None}
        for p in found
    ]


def card_told(desk: Desk, card: Card, languages: Collection[str] = LANGUAGES) -> dict[str, Any]:
    """The contract's card with each effect in words, the imported text in these languages, and related cards."""
    told = card_page(desk, card)
    for line, effect in zip(told["effects"], card.effects, strict=True):
        line["words"] = effect_in_words(desk.book, card, effect)
    told["texts"] = texts_told(desk, card, languages)
    told["related"] = [{**card_identity(other), "alike": score} for other, score in _related(desk, card)]
    return told


def _related(desk: Desk, card: Card) -> list[tuple[Card, float]]:
    """The cards most like it, as the import found them, else found now."""
    kept = desk.alike(card) if desk.alike else None
    return kept if kept is not None else related(desk.book, card)


def effects_offered(card: Card) -> list[dict[str, Any]]:
    """The effects of a card that are activated, to choose from."""
    return [{**effect_summary(e), "key": number_of(e)} for e in card.effects if speed_of(card, e)]
