"""Whether the text of a monster that is never activated destroys it, as things lie on the table."""

from knowledge.data.cases import CardOnTable
from knowledge.data.profile import Action, Card, Effect, Requirement
from knowledge.table.cards import every_card, profile_of, zone_of
from knowledge.table.filters import surely
from knowledge.table.situation import Situation

_ONE_ONLY = "second-copy-face-up"


def destroys_itself(s: Situation, lying: CardOnTable, card: Card) -> bool | None:
    """Yes, no, or None where a text could do it and the table does not tell whether its condition is met."""
    texts = [
        (e, a)
        for e in card.effects
        if e.kind in ("continuous", "unclassified")
        for a in e.does
        if a.what == "self" and (a.act == "destroy" or a.to == _ONE_ONLY)
    ]
    due = [_due(s, lying, card, effect, act) for effect, act in texts]
    return True if True in due else None if None in due else False


def _due(s: Situation, lying: CardOnTable, card: Card, effect: Effect, act: Action) -> bool | None:
    if effect.trigger is not None:
        told = [h for h in s.question.table.happened if h.card == "self"]
        return any(s.book.wider_events((h.event,)) & frozenset(effect.trigger.events) for h in told)
    others = [c for c in every_card(s) if c is not lying]
    if not others:
        return None  # the rest of the field is not told
    if act.to == _ONE_ONLY:
        return any(_is_the_second(s, lying, card, act, c) for c in others)
    met = [_met(s, lying, card, r, others) for r in effect.requires]
    return False if False in met else None if None in met else bool(met) or None


def _is_the_second(s: Situation, lying: CardOnTable, card: Card, act: Action, other: CardOnTable) -> bool:
    if other.face == "down" or zone_of(s, other) != "monster-zone":
        return False
    if act.which is not None:  # one of a group on the whole field, else one of the name on each side
        return surely(s, other, act.which, lying.side)
    return other.side == lying.side and profile_of(s, other) is card


def _met(s: Situation, lying: CardOnTable, card: Card, printed: Requirement, others: list[CardOnTable]) -> bool | None:
    if printed.is_ == "equipped":
        return bool(lying.equipped_to)
    if printed.is_ == "controls-none" and printed.of is not None:
        wanted = printed.of
        return not any(surely(s, c, wanted, lying.side) for c in others)
    if printed.amount == "no-face-up-field-spell":
        return not any(c.face == "up" and zone_of(s, c) == "field-zone" for c in others)
    if printed.amount == "own-monster-outside-the-group":
        ours = [c for c in others if c.side == lying.side and zone_of(s, c) == "monster-zone"]
        return any(c.face == "down" or not _groups(s, c) & set(card.groups) for c in ours)
    return None


def _groups(s: Situation, lying: CardOnTable) -> set[str]:
    card = profile_of(s, lying)
    return {*lying.groups, *(card.groups if card else ())}
