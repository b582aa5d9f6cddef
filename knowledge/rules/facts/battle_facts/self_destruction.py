"""Facts about texts that destroy their own card without being activated, as things lie on the table."""

from knowledge.data.cases import UNKNOWN, CardOnTable
from knowledge.data.profile import Action, Card, Effect, Requirement
from knowledge.table.cards import every_card, profile_of, zone_of
from knowledge.table.filters import surely
from knowledge.table.requirements import met
from knowledge.table.situation import Fact, Situation

_ONE_ONLY = "second-copy-face-up"
_SHOWN = ("controls-none", "equipped", "controls-outside-own-groups")


def destroys_itself(s: Situation) -> Fact:
    """Whether a text of this monster that is never activated destroys it now."""
    card, own = s.question.card, s.question.table.self
    due = _own_text_destroys(s, own, card) if card is not None and own is not None else None
    return UNKNOWN if due is None else "yes" if due else "no"


def _own_text_destroys(s: Situation, lying: CardOnTable, card: Card) -> bool | None:
    """Yes, no, or None where a text could do it and the table does not tell whether its condition is met."""
    if s.state.is_negated(lying):
        return False
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
    answers = [_is_met(s, lying, r) for r in effect.requires]
    return False if False in answers else None if None in answers else bool(answers) or None


def _is_the_second(s: Situation, lying: CardOnTable, card: Card, act: Action, other: CardOnTable) -> bool:
    if other.face == "down" or zone_of(s, other) != "monster-zone":
        return False
    if act.which is not None:  # one of a group on the whole field, else one of the name on each side
        return surely(s, other, act.which, lying.side)
    return other.side == lying.side and profile_of(s, other) is card


def _is_met(s: Situation, lying: CardOnTable, printed: Requirement) -> bool | None:
    """Whether a condition is met on a table that tells of the field; None where it is of no kind a table shows."""
    answer = met(s, printed, lying, lying.side)
    if answer is UNKNOWN and printed.is_ not in _SHOWN:
        return None
    absent = printed.is_ == "controls-none"
    return absent if answer is UNKNOWN else bool(answer == "yes")
