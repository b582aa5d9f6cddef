"""What cannot be negated: by a card's own text, or by another card's effect in force.

A text about the card keeps it from ever being a negated card; a text about an effect leaves the card open to that, and
only the effect and its activation go on. What is said of the card covers its activation, not effects it has elsewhere.
"""

from knowledge.data.cases import CardOnTable, Link
from knowledge.data.profile import Card, Effect
from knowledge.table.cards import FIELD, card_called, profile_of, zone_of
from knowledge.table.responses import effects_of_link
from knowledge.table.situation import Situation

ACTIVATION, EFFECT, CARD = "activation", "effect", "card"
_BOTH = frozenset((ACTIVATION, EFFECT))
_BY_OTHERS = {  # what a text gives to cards it describes
    "activations-and-effects-not-negated": _BOTH,
    "activations-not-negated": frozenset((ACTIVATION,)),
    "effects-not-negated": frozenset((EFFECT,)),
}
_LASTING = ("continuous", "unclassified")


def is_proof(s: Situation, lying: CardOnTable) -> bool:
    """Whether its own text keeps this card, where it lies on the field, from being a negated card."""
    card = profile_of(s, lying)
    return card is not None and zone_of(s, lying) in FIELD and any(CARD in e.unnegatable for e in card.effects)


def kept(s: Situation, lying: CardOnTable | None, effect: Effect) -> frozenset[str]:
    """Which of the activation and the effect cannot be negated, by the effect's own text or by another card."""
    own = frozenset(effect.unnegatable) & _BOTH
    if lying is None or effect.kind in _LASTING:
        return own
    given = [a for a in s.state.acts("other") if a.act.to in _BY_OTHERS and s.state.reaches(a, lying)]
    return own.union(*(_BY_OTHERS[a.act.to] for a in given))


def kept_on_chain(s: Situation, link: Link) -> frozenset[str]:
    """The same of what a link of the chain has activated; nothing where its card is not known."""
    lying = card_called(s, link.card)
    card: Card | None = profile_of(s, lying) if lying is not None else s.book.card_named(link.card)
    answers = [kept(s, lying, e) for e in effects_of_link(link, card)] if card is not None else []
    return frozenset.intersection(*answers) if answers else frozenset()
