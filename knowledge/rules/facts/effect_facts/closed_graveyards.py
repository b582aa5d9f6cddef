"""Facts about a graveyard that an effect closes: what it does to an effect, or a part of it, that reaches there."""

import msgspec

from knowledge.data.profile import Action
from knowledge.rules.facts.effect_facts.effect_parts import answered_link, part_asked, recipients_of
from knowledge.rules.facts.effect_facts.possible_parts import after_earlier_parts
from knowledge.table.cards import every_card, zone_of
from knowledge.table.filters import is_listed_in_full, lists_all, perhaps
from knowledge.table.responses import EFFECT, kept, taken_from
from knowledge.table.situation import Fact, Situation

_CLOSES_GY = "effects-that-reach-a-gy"
_DONE_IN_A_GY = frozenset(  # what an effect does with cards of a GY that a closed GY does not let it do
    ("special-summon", "add-to-hand", "return-to-hand", "return-to-deck", "set-card", "equip", "attach-material",
     "banish", "change-race", "change-attribute")
)  # fmt: skip


def part_gy_lock(s: Situation) -> Fact:
    """What a closed graveyard does to the part asked about: nothing, stops this part, or negates the whole effect.

    A part that must reach into a GY in which such a card lies has the whole effect negated; one that a player may leave
    out, or may do elsewhere, is left out alone; and so is each that only reaches there, of what cannot be negated.
    """
    s = after_earlier_parts(s)
    part, e, own = part_asked(s), s.question.effect, s.question.table.self
    locks = [a for a in s.state.acts("negate-effect") if a.act.what == _CLOSES_GY]
    if part is None or e is None or not locks:
        return "none"
    if EFFECT not in kept(s, own, e) and any(_must_reach(s, a) for a in e.does):
        return "whole"
    link = answered_link(s) if part.act == "banish" and part.what == "answered" else None
    out_of_it = link is not None and link.zone == "gy"  # nothing is banished from there
    return "this-part" if out_of_it or _places(s, part) == {"gy"} else "none"


def resolution_gy_lock(s: Situation) -> Fact:
    """What a closed graveyard does to the effect as it resolves: nothing, stops what comes first, or negates it all."""
    e, own = s.question.effect, s.question.table.self
    locks = [a for a in s.state.acts("negate-effect") if a.act.what == _CLOSES_GY]
    if e is None or not e.does or not locks:
        return "none"
    if EFFECT not in kept(s, own, e) and any(_must_reach(s, a) for a in e.does):
        return "whole"
    return "first-part" if _places(s, e.does[0]) - _empty_places(s, e.does[0]) == {"gy"} else "none"


def _empty_places(s: Situation, part: Action) -> set[str]:
    """The places beside the GY in which the table shows that nothing of what the part describes lies."""
    which = part.which
    if which is None:
        return set()
    others = _places(s, part) - {"gy"} - {zone_of(s, c) for c in every_card(s) if perhaps(s, c, which)}
    return {zone for zone in others if lists_all(s, msgspec.structs.replace(which, zones=(zone,)))}


def _places(s: Situation, part: Action) -> set[str]:
    """Where the cards of a part lie, as far as it moves them, at once or later, or makes something else of them."""
    e = s.effect
    deed = part.to if part.act == "apply-later" else part.act
    reaches = bool(s.book.wider_acts((deed,)) & _DONE_IN_A_GY)
    places = taken_from(s.card, e, part, e.targets) if reaches else set()
    if part.what == "target":
        found = {zone_of(s, c) for c in recipients_of(s, part)}
        return found or places
    return places


def _must_reach(s: Situation, part: Action) -> bool:
    """Whether a part has to take a card from a GY in which there is one, as far as the table tells."""
    places = _places(s, part)
    elsewhere = places != {"gy"} and part.count != "all"  # what takes all there are takes those of the GY as well
    if part.optional or "gy" not in places or elsewhere or _has_chosen_none(s, part):
        return False
    which = part.which
    if which is None:
        return True
    there = [c for c in every_card(s) if zone_of(s, c) == "gy" and perhaps(s, c, which)]
    return bool(there) or not is_listed_in_full(s, ("gy",), which.side)


def _has_chosen_none(s: Situation, part: Action) -> bool:
    """Whether a part is done to a target, and the effect was activated without one."""
    links = [x for x in s.question.table.chain if s.book.card_named(x.card) is s.question.card]
    return part.what == "target" and bool(links) and not any(x.targets for x in links)
