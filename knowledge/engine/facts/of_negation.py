"""Facts about effects that a battle negates: by whom, where the monster lies now, and what was already on the chain."""

from collections.abc import Callable
from typing import Any

from knowledge.model.cases import UNKNOWN, Link
from knowledge.model.profile import Card


def _yes(claim: bool) -> str:
    return "yes" if claim else "no"


def _negates_what_it_fights(card: Card | None, number: int | None = None) -> bool:
    effects = [e for e in card.effects if number in (None, e.number)] if card else []
    return any(a.act == "negate-effect" and a.what == "battled" for e in effects for a in e.does)


def negated_by_battle(s: Any) -> Any:
    """Whether the monster was beaten, or its effects were negated, by a card that negates what it fights."""
    account = (*s.question.table.earlier, *s.question.table.happened)
    beaten_by = [h.source for h in account if h.event == "destroyed-by-battle" and h.card == "self"]
    resolved = [h.card for h in account if h.event == "effect-resolved"]
    return _yes(any(_negates_what_it_fights(s.book.card_named(name)) for name in (*beaten_by, *resolved)))


def lies_in(s: Any) -> Any:
    """Where the card asked about lies now."""
    own = s.question.table.self
    return own.zone if own is not None and own.zone else UNKNOWN


def left_the_gy(s: Any) -> Any:
    """Whether the monster has come back from the GY since it was beaten."""
    account = (*s.question.table.earlier, *s.question.table.happened)
    own = [h.event for h in account if h.card == "self"]
    since = own[own.index("destroyed-by-battle") :] if "destroyed-by-battle" in own else []
    return _yes("special-summoned" in since)


def is_a_trap_card(s: Any) -> Any:
    """Whether the card is a trap that was only a monster while on the field."""
    card = s.question.card
    return _yes(card is not None and card.type.startswith("Trap"))


def activated_in_gy(s: Any) -> Any:
    """Whether the chain holds an effect of this card that was activated in the GY."""
    card = s.question.card
    links = [link for link in s.question.table.chain if s.book.card_named(link.card) is card]
    return _yes(any("gy" in e.zones for link in links for e in card.effects if link.effect in (None, e.number)))


def resolves_before_the_negation(s: Any) -> Any:
    """Whether this card's link stands above the link that would negate it, and so resolves first."""
    chain: tuple[Link, ...] = s.question.table.chain
    named = [s.book.card_named(link.card) for link in chain]
    mine = [n for n, card in enumerate(named) if card is s.question.card]
    negating = [n for n, link in enumerate(chain) if _negates_what_it_fights(named[n], link.effect)]
    return _yes(bool(mine) and bool(negating) and max(mine) > min(negating))


FACTS: dict[str, Callable[[Any], Any]] = {
    "negated-by-battle": negated_by_battle,
    "lies-in": lies_in,
    "left-the-gy": left_the_gy,
    "is-a-trap-card": is_a_trap_card,
    "activated-in-gy": activated_in_gy,
    "resolves-before-the-negation": resolves_before_the_negation,
}
