"""Facts about whether a part can be done once the parts before it have been, and a graveyard an effect closes."""

from dataclasses import replace

import msgspec

from knowledge.data.cases import UNKNOWN, CardOnTable
from knowledge.data.profile import FIELD, Action
from knowledge.rules.facts.effect_facts.effect_parts import (
    PAYMENTS,
    answered_link,
    part_asked,
    recipients,
    recipients_of,
)
from knowledge.rules.facts.effect_facts.possible_acts import is_prevented, left_in
from knowledge.rules.facts.table_facts.prohibitions import bars_opening
from knowledge.table.cards import every_card, profile_of, zone_of
from knowledge.table.filters import is_listed_in_full, lists_all, perhaps
from knowledge.table.requirements import met
from knowledge.table.responses import EFFECT, kept, taken_from
from knowledge.table.situation import Fact, Situation
from knowledge.table.state import BARS

_DONE_FOR_A_SUMMON = ("banish", "send-to-gy", "tribute", "discard")


def after_earlier_parts(s: Situation) -> Situation:
    """The table as the parts before the one asked about leave it, where they take away a card with a known text."""
    part = part_asked(s)
    whole = s.effect.does if part is not None and part in s.effect.does else ()
    before = whole[: whole.index(part)] if part in whole else ()
    gone: dict[int, str] = {}
    for act in before:
        places = left_in(s, act)
        for lying in recipients_of(s, act) if places else ():
            if zone_of(s, lying) in FIELD and lying.face == "up" and profile_of(s, lying) is not None:
                gone[id(lying)] = places[0]
    if not gone:
        return s
    table = s.question.table
    cards = tuple(
        msgspec.structs.replace(c, zone=gone[id(c)], equipped_to="", targeting="") if id(c) in gone else c
        for c in table.cards
    )
    left = msgspec.structs.replace(table, cards=cards)
    question = replace(s.question, table=left)
    return Situation(s.book, question, s.stated, looked_for=s.looked_for, asked_gates=s.asked_gates)


def part_cannot_be_done(s: Situation) -> Fact:
    """Whether the part asked about is forbidden or finds nothing to be done to; unknown of what the text does not tell.

    A part that its player may leave out is taken as wanted.
    """
    part = part_asked(s)
    if part is None:
        return "no" if s.question.about == PAYMENTS or s.question.effect is None else UNKNOWN
    s = after_earlier_parts(s)
    wanted = msgspec.structs.replace(part, optional=False)
    for_nothing = part.act in _DONE_FOR_A_SUMMON and _next_is_forbidden(s, part)
    names = (part.act, *BARS.get(part.act, ()))  # how profiles name the prohibition
    barred = any(
        ban.act.to in names and ban.act.what not in ("self", "target", "equipped") and ban.act.which is None
        for ban in s.state.acts("forbid-other")
    )
    return "yes" if for_nothing or barred or is_prevented(s, wanted, s.viewer, part) == "yes" else "no"


def _next_is_forbidden(s: Situation, part: Action) -> bool:
    """Whether a part is only done to Special Summon something right with it, and that is forbidden."""
    whole = next((c.does for c in s.effect.choices if part in c.does), s.effect.does)
    after = whole[whole.index(part) + 1 : whole.index(part) + 2]
    summons = [a for a in after if a.joined == "and-if-you-do" and "special-summon" in s.book.wider_acts((a.act,))]
    first = whole.index(part) == 0
    return not first and any(is_prevented(s, a, s.viewer, a) == "yes" for a in summons)


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


def part_opened_condition_fails(s: Situation) -> Fact:
    """Whether the card a part would activate asks for something that is not so."""
    part, found = part_asked(s), recipients(s)
    if part is None or part.act != "activate-card":
        return "no"
    if not found:
        return UNKNOWN
    return "yes" if all(_cannot_be_opened(s, c) for c in found) else "no"


def part_opened_is_barred(s: Situation) -> Fact:
    """Whether a prohibition keeps spells or traps of the kind a part would activate from being activated."""
    part, _own = part_asked(s), s.question.table.self
    if part is None or part.act != "activate-card":
        return "no"
    return "yes" if bars_opening(s, part, s.viewer) else "no"


def _cannot_be_opened(s: Situation, lying: CardOnTable) -> bool:
    card = profile_of(s, lying)
    opening = [e for e in card.effects if e.opens_the_card] if card is not None else []
    return bool(opening) and all("no" in {met(s, r, lying, lying.side) for r in e.requires} for e in opening)
