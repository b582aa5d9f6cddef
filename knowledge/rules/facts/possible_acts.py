"""Facts about what an effect would do: whether something forbids it, whether there is room and anything to do it to."""

from collections.abc import Callable
from typing import Any

from knowledge.data.cases import UNKNOWN
from knowledge.data.profile import Action
from knowledge.rules.facts.prohibitions import forbidding_summons, summon_forbidden
from knowledge.table.cards import every_card, words_of, zone_of
from knowledge.table.filters import something_matches
from knowledge.table.situation import Situation

_MAIN_ZONES = 5
_EXTRA_DECK_MONSTERS = frozenset(("fusion", "synchro", "xyz", "link", "pendulum"))  # these may lie in an extra zone
_FROM_EXTRA_DECK = ("fusion-summon", "synchro-summon", "xyz-summon", "link-summon")
_CLEARING = ("tribute", "send-to-gy", "banish", "banish-face-down", "destroy", "return-to-hand", "return-to-deck")


def _no_room(s: Situation, act: Action, side: str) -> bool:
    """Whether this side's five monster zones are taken, and neither the cost nor the extra zone makes room."""
    e = s.question.effect
    frees_a_zone = e is not None and any(c.act in _CLEARING for c in (*e.cost, *e.does))
    if frees_a_zone or act.act in _FROM_EXTRA_DECK or "opponent" in act.to:
        return False
    taken = [c for c in every_card(s) if c.side == side and zone_of(s, c) == "monster-zone"]
    in_main_zones = [c for c in taken if c.face == "down" or not words_of(s, c) & _EXTRA_DECK_MONSTERS]
    return len(in_main_zones) >= _MAIN_ZONES


def is_prevented(s: Situation, act: Action, by: str = "own") -> Any:
    """Whether an act cannot be done on this table: forbidden, or with nothing to do it to."""
    if summon_forbidden(s, act, by):
        return "yes"
    needs_a_zone = act.act == "take-control" or "special-summon" in s.book.wider_acts((act.act,))
    if needs_a_zone and _no_room(s, act, by):
        return "yes"
    if act.act == "draw" and act.what == "you" and by in s.question.table.deck and isinstance(act.count, int):
        return _yes(_too_few_to_draw(s, act, by))
    if act.optional or act.what or act.which is None:
        return UNKNOWN
    found = something_matches(s, act.which, by)
    return {"yes": "no", "no": "yes"}.get(found, UNKNOWN)


def _too_few_to_draw(s: Situation, act: Action, by: str) -> bool:
    """Whether the deck is known to hold fewer cards than the act draws; a text that names nobody means its player."""
    deck = next((cards for side, cards in s.question.table.deck.items() if side == by), None)
    draws = act.act == "draw" and act.what in ("you", "") and not act.optional
    return draws and deck is not None and isinstance(act.count, int) and deck < act.count


def does_nothing(s: Situation) -> Any:
    """Whether what the effect does first, or what comes at once with it, cannot be done."""
    e = s.question.effect
    if e is not None and any(not choice.does for choice in e.choices):
        return UNKNOWN  # what belongs to which choice is not told apart
    acts = e.does if e is not None else ()
    if any(a.joined == "and-if-you-do" and not a.optional and summon_forbidden(s, a) for a in acts):
        return "yes"  # a summon that is one with what comes before it has to be possible too
    if any(_too_few_to_draw(s, act, "own") for act in acts):
        return "yes"  # also where something comes before the draw, and would put cards into the deck
    answers = [is_prevented(s, act) for place, act in enumerate(acts) if not place or act.joined == "with"]
    return "yes" if "yes" in answers else UNKNOWN if UNKNOWN in answers or not answers else "no"


def revival_barred(s: Situation) -> Any:
    """Whether the effect would Special Summon its own card from the GY though it never came out as its text demands."""
    q = s.question
    own = q.table.self
    if q.effect is None or own is None or not own.summoned:
        return UNKNOWN
    summons_itself = any("special-summon-self" in s.book.wider_acts((a.act,)) for a in q.effect.does)
    limited = any(
        a.act == "forbid-summon" and a.what == "self" for e in s.card.effects if e.kind == "condition" for a in e.does
    )
    return _yes(summons_itself and limited and own.summoned == "other-effect")


def _yes(claim: bool) -> str:
    return "yes" if claim else "no"


MADE_SO: dict[str, Callable[[Situation], tuple[str, ...]]] = {
    "does-nothing": lambda s: forbidding_summons(s, s.effect.does[0], "own") if s.effect.does else ()
}
FACTS: dict[str, Callable[[Situation], Any]] = {"does-nothing": does_nothing, "revival-barred": revival_barred}
