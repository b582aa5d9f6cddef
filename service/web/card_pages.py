"""A card as its page tells it: the effects in words, and the cards whose effects are most like its own."""

from typing import Any

from knowledge.data.profile import Card, number_of
from knowledge.desk import Desk
from knowledge.rules.categories import speed_of
from service.web.card_texts import texts_told
from service.web.effect_sentences import effect_in_words
from service.web.library_pages import card_page
from service.web.presenting import card_identity, effect_summary

MOST_RELATED = 6
LEAST_ALIKE = 0.6


def card_told(desk: Desk, card: Card) -> dict[str, Any]:
    """The contract's card with each effect in words, the imported text, and related cards."""
    told = card_page(desk, card)
    for line, effect in zip(told["effects"], card.effects, strict=True):
        line["words"] = effect_in_words(desk.book, card, effect)
    told["texts"] = texts_told(desk, card)
    told["related"] = [{**card_identity(other), "alike": score} for other, score in related(desk, card)]
    return told


def effects_offered(card: Card) -> list[dict[str, Any]]:
    """The effects of a card that are activated, to choose from."""
    return [{**effect_summary(e), "key": number_of(e)} for e in card.effects if speed_of(card, e)]


def related(desk: Desk, card: Card) -> list[tuple[Card, float]]:
    """Cards with an effect of the same pattern: the share of categories and acts two effects have in common."""
    own = [keys for e in card.effects if e.does and (keys := desk.book.keys_of(card, e))]
    scored = []
    for other in desk.book.library.cards.values():
        if other.id == card.id:
            continue
        theirs = [desk.book.keys_of(other, e) for e in other.effects if e.does]
        best = max((len(a & b) / len(a | b) for a in own for b in theirs), default=0.0)
        if best >= LEAST_ALIKE:
            scored.append((other, round(best, 2)))
    return sorted(scored, key=lambda pair: (-pair[1], pair[0].id))[:MOST_RELATED]
