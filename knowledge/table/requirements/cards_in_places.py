"""Conditions on what lies there: cards in their places, hands and life points, positions, counters, materials."""

import re
from collections.abc import Callable

import msgspec

from knowledge.data.cases import OTHER, UNKNOWN, CardOnTable
from knowledge.data.profile import FIELD, Filter, Requirement, Side, Zone
from knowledge.table.cards import (
    card_called,
    every_card,
    figure,
    groups_of,
    is_meant,
    level_of,
    profile_of,
    race_of,
    zone_of,
)
from knowledge.table.comparisons import MAIN_ZONES, in_main_zone, most_together
from knowledge.table.filters import is_listed_in_full, lists_all, matches, perhaps, surely, turned
from knowledge.table.situation import Situation, Truth, yes

PLACES: dict[str, tuple[Side, tuple[Zone, ...]]] = {
    "there-is": ("either", FIELD),
    "controls": ("own", FIELD),
    "controls-none": ("own", FIELD),
    "opponent-controls": ("opponent", FIELD),
    "opponent-controls-none": ("opponent", FIELD),
    "in-gy": ("own", ("gy",)),
    "not-in-gy": ("own", ("gy",)),
    "in-hand": ("own", ("hand",)),
    "banished-there": ("own", ("banished",)),
}
_EXACTLY = re.compile(r"exactly-(\d+)")
_AT_MOST = re.compile(r"at-most-(\d+)")
_WENT_AWAY = frozenset(("banished", "returned-to-hand", "returned-to-deck", "sent-to-gy", "left-field"))
_TRIBUTES = {"two-tributes": 2, "three-tributes": 3}  # what one monster may count as
OWN_WAY = "own-effect"  # of a summon: by the card's own effect or procedure
EXTRA_DECK = "from-extra-deck"
MAIN = "main-monster-zones"  # of a condition: the extra monster zones are left out
_HOW_IT_LAY = ("attack", "defence")  # what a card was before it left ends so: face-up-defence

_ITS_END = frozenset(("left-field", "sent-to-gy", "used-as-material", "destroyed", "banished"))


def asks_for_none(printed: Requirement) -> bool:
    """Whether a condition is that nothing of the kind lies there."""
    return printed.is_.endswith("-none") or printed.is_.startswith("not-")


def described(printed: Requirement, side: Side | None = None, zones: tuple[Zone, ...] = ()) -> Filter:
    """The cards a condition speaks of, with the side and the places it means where it does not spell them out."""
    usual, places = PLACES.get(printed.is_, ("own", FIELD))
    of = printed.of or Filter()
    whose = of.side or side or usual
    if places is FIELD and "monster" in of.type and not {"spell", "trap"} & set(of.type):
        places = ("monster-zone",)  # monsters one controls lie nowhere else
    return msgspec.structs.replace(of, side=whose, zones=of.zones or zones or places)


def _there(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether as many cards as the text asks for lie there; "no" only where the table lists them all."""
    if printed.of is None and printed.is_ in ("controls", "opponent-controls"):
        return UNKNOWN
    which = described(printed)
    held = _held_of_any_kind(s, which, side)
    if held is not None:
        return _is_so_many(held, printed.amount)
    needed = printed.amount if isinstance(printed.amount, int) else 1
    found = [(c, matches(s, c, which, side, source=source)) for c in every_card(s)]
    answers = [answer for _, answer in found]
    if which.together is not None:
        such = [c for c, answer in found if answer == "yes"]
        counted = most_together(s, such, which.together)
        if counted is None:
            return "no" if len(such) < needed and UNKNOWN not in answers and lists_all(s, which, side) else UNKNOWN
        answers = ["yes"] * counted + [answer for answer in answers if answer == UNKNOWN]
    if most := _AT_MOST.fullmatch(str(printed.amount)):
        if answers.count("yes") > int(most[1]):
            return "no"
        return "yes" if UNKNOWN not in answers and lists_all(s, which, side) else UNKNOWN
    if exact := _EXACTLY.fullmatch(str(printed.amount)):
        needed, there = int(exact[1]), answers.count("yes")
        if there > needed or (there < needed and UNKNOWN not in answers and lists_all(s, which, side)):
            return "no"
        return "yes" if there == needed and UNKNOWN not in answers else UNKNOWN
    if answers.count("yes") >= needed:
        return "yes"
    if UNKNOWN not in answers and lists_all(s, which, side):
        return "no"
    named = printed.is_ == "controls" and (which.name or which.group)
    elsewhere = named and any(surely(s, c, which, side, ignore=("zones",)) for c in every_card(s))
    return "no" if elsewhere else UNKNOWN  # the very card asked for is shown, and lies elsewhere


def _held_of_any_kind(s: Situation, which: Filter, side: str) -> int | None:
    """How many cards a hand holds, where any will do and the number is told."""
    if which.side == "either" or which != Filter(side=which.side, zones=("hand",), other=which.other):
        return None
    held = s.question.table.count("hand", side if which.side == "own" else OTHER[side])
    return None if held is None else held - which.other


def _is_so_many(there: int, amount: int | str) -> Truth:
    if most := _AT_MOST.fullmatch(str(amount)):
        return yes(there <= int(most[1]))
    if exact := _EXACTLY.fullmatch(str(amount)):
        return yes(there == int(exact[1]))
    return yes(there >= (amount if isinstance(amount, int) else 1))


def _none_there(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether nothing of the kind lies on a field, or in one's GY."""
    if printed.of is None:
        return UNKNOWN
    if printed.amount == MAIN:
        return _none_in_the_main_zones(s, printed, source, side)
    return turned(_there(s, msgspec.structs.replace(printed, amount=1), source, side))


def _none_in_the_main_zones(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the main monster zones are free of such monsters; those from the extra deck may lie in an extra zone."""
    which = described(printed)
    answers = [in_main_zone(s, c) for c in every_card(s) if matches(s, c, which, side, source=source) == "yes"]
    if "yes" in answers:
        return "no"
    return "yes" if UNKNOWN not in answers and lists_all(s, which, side) else UNKNOWN


def _controls_only(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether all of one's monsters are of the kind named; what is not listed is not judged."""
    if printed.of is None:
        return UNKNOWN
    which = described(printed, "own", ("monster-zone",))
    monsters = [c for c in every_card(s) if c.side == side and zone_of(s, c) in which.zones]
    return "no" if any(matches(s, c, which, side) == "no" for c in monsters) else UNKNOWN


def _controls_more(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the field named holds more cards than the other; told only where the smaller side is listed in full."""
    zones = printed.of.zones if printed.of and printed.of.zones else FIELD
    more = "opponent" if printed.is_ == "opponent-controls-more" else "own"
    kinds = [msgspec.structs.replace(printed.of or Filter(), side=x, zones=zones) for x in (more, OTHER[more])]
    many, few = (sum(surely(s, c, kind, side, source=source) for c in every_card(s)) for kind in kinds)
    if many > few and is_listed_in_full(s, zones, OTHER[more], side):
        return "yes"
    return "no" if few >= many and is_listed_in_full(s, zones, more, side) else UNKNOWN


def _empty_hand(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    held = s.question.table.count("hand", side)
    effect = s.question.effect
    if held == 0 and effect is not None and effect.kind == "trigger" and _left_the_hand_since(s, side):
        return "no"  # at the moment that set it off the hand was not empty yet
    return UNKNOWN if held is None else yes(held == 0)


def _left_the_hand_since(s: Situation, side: str) -> bool:
    """Whether a card left this player's hand after what just happened, to pay for a link of the chain."""
    gone = [h for h in s.question.table.happened if h.later and h.by == "cost" and (h.side or "own") == side]
    return any(h.event == "discarded" or h.origin == "hand" for h in gone)


def _life_points(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    held, facing = (s.question.table.count("lp", whose) for whose in (side, OTHER[side]))
    if printed.is_ in ("lp-lower", "lp-higher"):
        if held is None or facing is None:
            return UNKNOWN
        ahead = facing - held if printed.is_ == "lp-lower" else held - facing
        return yes(ahead >= printed.amount if isinstance(printed.amount, int) else ahead > 0)
    if held is None or not isinstance(printed.amount, int):
        return UNKNOWN
    return yes(held <= printed.amount if printed.is_ == "lp-at-most" else held >= printed.amount)


def _materials(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether it has materials, or such as the text names, where some are shown under it."""
    if source is None or not source.materials:
        return UNKNOWN
    such = [name for name in source.materials if printed.of is None or _is_material(s, name, printed.of)]
    least = printed.amount if isinstance(printed.amount, int) else 1
    return yes((len(such) >= least) == (printed.is_ == "has-material"))


def _is_material(s: Situation, name: str, of: Filter) -> bool:
    card = s.book.card_named(name)
    named = not of.name or name in of.name or (card is not None and any(s.book.card_named(n) is card for n in of.name))
    return named and (card is None or s.book.is_printed(msgspec.structs.replace(of, name=()), card))


def _still_there(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether this card still lies where its effect works."""
    effect = s.question.effect
    if source is None or source.zone is None or effect is None or not effect.zones:
        return UNKNOWN
    return yes(source.zone in effect.zones)


def _position(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    left = [h.was for h in s.question.table.happened if h.card == "self" and h.was.endswith(_HOW_IT_LAY)]
    stood = left[-1].rpartition("-")[2] if left and source is s.question.table.self else source and source.position
    return yes(printed.is_ == f"in-{stood}-position") if stood else UNKNOWN


def _equipped(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether it is equipped to a monster, or with a card of its own text's making."""
    worn = source is not None and any(is_meant(s, c.equipped_to, source) for c in every_card(s))
    return "yes" if worn or (source is not None and source.equipped_to) else UNKNOWN


def _summoned_so(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether it came as the text asks; who says only that it was Special Summoned leaves open by what."""
    ways = printed.of.summoned if printed.of is not None else ()
    if source is not None and _came_anew(s, source):
        trigger = s.question.effect.trigger if s.question.effect is not None else None
        of_its_end = trigger is not None and not _ITS_END.isdisjoint(s.book.wider_events(trigger.events))
        return UNKNOWN if of_its_end else "no"  # what waits for its end may still ask how it came at first
    if source is None or not source.summoned or not ways:
        return UNKNOWN
    if source.summoned == "special" and not {OWN_WAY, EXTRA_DECK}.isdisjoint(ways):
        return "no" if EXTRA_DECK not in ways and _brought_by_another(s, source) else UNKNOWN
    from_there = EXTRA_DECK in ways and source.summoned in ("fusion", "synchro", "xyz", "link")
    return yes(from_there or source.summoned in ways)


def _brought_by_another(s: Situation, source: CardOnTable) -> bool:
    """Whether the effect of another card is told to have summoned it."""
    told = [h for h in s.question.table.happened if h.source and is_meant(s, h.card, source)]
    by = [h.source for h in told if "special-summoned" in s.book.wider_events((h.event,))]
    return bool(by) and by[-1] != "self" and s.book.card_named(by[-1]) not in (None, profile_of(s, source))


def _came_anew(s: Situation, source: CardOnTable) -> bool:
    """Whether it was summoned earlier, and then went away or lay face-down: how it came is forgotten.

    What has just happened is not looked at: who waits for the summon itself still finds it there.
    """
    told = [h for h in s.question.table.earlier if is_meant(s, h.card, source)]
    came = [n for n, h in enumerate(told) if "summoned" in s.book.wider_events((h.event,))]
    after = told[came[-1] + 1 :] if came else []
    return any(h.event in _WENT_AWAY or h.now.startswith("face-down") for h in after)


def _chain_at_least(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether so many links stand on the chain already."""
    links = len(s.question.table.chain)
    return yes(links >= printed.amount) if isinstance(printed.amount, int) else UNKNOWN


def _tributed_for(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether it was summoned with so many tributes, one that stands for two or three counted as that many."""
    if source is None or not source.summoned_with or not isinstance(printed.amount, int):
        return UNKNOWN
    released = len(source.summoned_with)
    if printed.is_ == "tributes-released":
        return yes(released >= printed.amount)
    most = sum(_stands_for(s, name, source) for name in source.summoned_with)
    return yes(released <= printed.amount <= most)


def _summoned_with(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether its summon used so many cards of the kind named; what it used is not known where nobody told."""
    if source is None or not source.summoned_with:
        return UNKNOWN
    used = [card_called(s, name) or CardOnTable(card=name) for name in source.summoned_with]
    fits = [matches(s, card, printed.of or Filter(), side, ignore=("side", "zones", "face")) for card in used]
    if exact := _EXACTLY.fullmatch(str(printed.amount)):
        return UNKNOWN if UNKNOWN in fits else yes(fits.count("yes") == int(exact[1]))
    needed = printed.amount if isinstance(printed.amount, int) else 1
    if fits.count("yes") >= needed:
        return "yes"
    return UNKNOWN if UNKNOWN in fits else "no"


def _stands_for(s: Situation, name: str, summoned: CardOnTable) -> int:
    """How many tributes a monster may count as for the summon of this one, by its own text."""
    lying = card_called(s, name)
    card = profile_of(s, lying) if lying is not None else s.book.card_named(name)
    texts = [a for e in card.effects for a in e.does if a.act == "treat-as" and a.to in _TRIBUTES] if card else []
    fitting = [a for a in texts if a.which is None or perhaps(s, summoned, a.which)]
    return max((_TRIBUTES[a.to] for a in fitting), default=1)


def _level(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    level = level_of(s, source) if source is not None else None
    return UNKNOWN if level is None or not isinstance(printed.amount, int) else yes(level >= printed.amount)


def _outside_own_groups(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether a monster of the same player is not of the card's archetype, as one that lies face-down never is."""
    if source is None:
        return UNKNOWN
    ours = [c for c in every_card(s) if c is not source and c.side == side and zone_of(s, c) == "monster-zone"]
    group = groups_of(s, source)
    return "yes" if any(c.face == "down" or not groups_of(s, c) & group for c in ours) else UNKNOWN


def _equally_many(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether both players control as many monsters; told only where both sides are listed in full."""
    if not is_listed_in_full(s, ("monster-zone",), "either", side):
        return UNKNOWN
    sides = [c.side for c in every_card(s) if zone_of(s, c) == "monster-zone"]
    return yes(sides.count("own") == sides.count("opponent"))


def _alike(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether as many of one's monsters as the text asks for are of one and the same Type."""
    which = described(printed, "own", ("monster-zone",))
    races = [race_of(s, c) for c in every_card(s) if surely(s, c, which, side, source=source)]
    most = max((races.count(race) for race in races if race), default=0)
    if most >= (printed.amount if isinstance(printed.amount, int) else 2):
        return "yes"
    return "no" if "" not in races and lists_all(s, which, side) else UNKNOWN


def _levels_together(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the levels and ranks of what the text describes come to no more than its figure."""
    which = described(printed, "own", ("monster-zone",))
    levels = [level_of(s, c) for c in every_card(s) if surely(s, c, which, side, source=source)]
    if not isinstance(printed.amount, int):
        return UNKNOWN
    if sum(level or 0 for level in levels) > printed.amount:
        return "no"
    return "yes" if None not in levels and lists_all(s, which, side) else UNKNOWN


def _has_the_highest_atk(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the monster with the highest ATK of the field is one of those the text describes."""
    lying = [c for c in every_card(s) if zone_of(s, c) == "monster-zone" and c.face == "up"]
    values = [(figure(s, c, "atk"), c) for c in lying]
    known = [(atk, c) for atk, c in values if atk is not None]
    if not known or len(known) < len(values) or printed.of is None:
        return UNKNOWN
    top = max(atk for atk, _ in known)
    there = any(surely(s, c, printed.of, side, source=source) for atk, c in known if atk == top)
    return "yes" if there else "no" if is_listed_in_full(s, ("monster-zone",), "either", side) else UNKNOWN


def _larger_hand(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    held, facing = (s.question.table.count("hand", whose) for whose in (side, OTHER[side]))
    return UNKNOWN if held is None or facing is None else yes(held > facing)


def _no_counter(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether none is left on it; a card of whose counters nobody spoke may have some."""
    return yes(not any(source.counters.values())) if source is not None and source.counters else UNKNOWN


def _has_counter(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether so many lie on it; of whose counters nobody spoke nobody knows."""
    least = printed.amount if isinstance(printed.amount, int) else 1
    return yes(sum(source.counters.values()) >= least) if source is not None and source.counters else UNKNOWN


def _in_extra_monster_zone(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    if source is not None and zone_of(s, source) not in (None, "monster-zone"):
        return "no"
    return UNKNOWN if source is None or source.slot is None else yes(source.slot > MAIN_ZONES)


def _lies_as_a_continuous_card(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether a monster card lies behind the others as a Continuous Card, and not as an Equip Card."""
    if source is None or source.zone is None:
        return UNKNOWN
    return yes(zone_of(s, source) == "spell-zone" and not source.equipped_to)


MET: dict[str, Callable[[Situation, Requirement, CardOnTable | None, str], Truth]] = {
    "there-is": _there,
    "controls": _there,
    "controls-none": _none_there,
    "opponent-controls": _there,
    "opponent-controls-none": _none_there,
    "controls-only": _controls_only,
    "opponent-controls-more": _controls_more,
    "controls-more": _controls_more,
    "controls-alike": _alike,
    "controls-outside-own-groups": _outside_own_groups,
    "equally-many-monsters": _equally_many,
    "levels-together-at-most": _levels_together,
    "has-highest-atk": _has_the_highest_atk,
    "in-gy": _there,
    "not-in-gy": _none_there,
    "in-hand": _there,
    "banished-there": _there,
    "empty-hand": _empty_hand,
    "larger-hand": _larger_hand,
    "lp-at-most": _life_points,
    "lp-at-least": _life_points,
    "lp-lower": _life_points,
    "lp-higher": _life_points,
    "has-material": _materials,
    "no-material": _materials,
    "no-counter": _no_counter,
    "has-counter": _has_counter,
    "in-attack-position": _position,
    "in-defence-position": _position,
    "in-extra-monster-zone": _in_extra_monster_zone,
    "is-a-continuous-spell": _lies_as_a_continuous_card,
    "is-a-continuous-trap": _lies_as_a_continuous_card,
    "still-there": _still_there,
    "equipped": _equipped,
    "summoned-so": _summoned_so,
    "chain-at-least": _chain_at_least,
    "summoned-with": _summoned_with,
    "tributed-for": _tributed_for,
    "tributes-released": _tributed_for,
    "level-at-least": _level,
}
