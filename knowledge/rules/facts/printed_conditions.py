"""Facts about the printed conditions of a text: what must lie where, life points, positions."""

from collections.abc import Callable
from typing import Any

import msgspec

from knowledge.data.cases import UNKNOWN, CardOnTable
from knowledge.data.profile import Filter, Requirement
from knowledge.rules.facts.battle import done_this_turn
from knowledge.table.cards import FIELD, card_called, every_card, zone_of
from knowledge.table.filters import is_listed_in_full, matches, surely
from knowledge.table.requirements import MET
from knowledge.table.situation import Situation

_PLACES: dict[str, tuple[str, ...]] = {
    "in-gy": ("gy",),
    "not-in-gy": ("gy",),
    "in-hand": ("hand",),
    "banished-there": ("banished",),
    "controls-none": FIELD,
    "opponent-controls-none": FIELD,
}
_OTHER = {"own": "opponent", "opponent": "own"}


def condition_met(s: Situation) -> Any:
    """Whether the printed conditions on the table hold."""
    e = s.question.effect
    return all_of([requirement_met(s, r) for r in (e.requires if e is not None else ())])


def requirement_met(s: Situation, printed: Requirement) -> Any:
    """Whether one printed condition of the effect asked about holds, as far as the table tells."""
    requirement = printed.is_
    if (answer := met_for(s, printed, _viewer(s))) is not UNKNOWN:
        return answer
    if (deed := done_this_turn(s, requirement)) is not UNKNOWN:
        return deed
    return _fighting_met(s, printed)


def met_for(s: Situation, printed: Requirement, viewer: str) -> Any:
    """Whether a printed condition holds in the text of a card that `viewer` controls."""
    return MET[printed.is_](s, printed, viewer) if printed.is_ in MET else UNKNOWN


def _fighting_met(s: Situation, printed: Requirement) -> Any:
    """Whether the card fights as its text asks, and the monster it fights is one its text speaks of."""
    battle = s.question.table.battle
    if battle is None:
        return UNKNOWN
    attacks, attacked = battle.attacker == "self", battle.defender == "self"
    known = {
        "self-battles": attacks or attacked,
        "self-attacks": attacks,
        "self-attacked": attacked,
        "monsters-battle": bool(battle.attacker and battle.defender),
    }
    if printed.is_ not in known:
        return UNKNOWN
    other = card_called(s, battle.defender if attacks else battle.attacker) if attacks or attacked else None
    if known[printed.is_] and printed.of is not None and other is not None:
        return matches(s, other, printed.of, _viewer(s), ignore=("zones",))
    return _yes(known[printed.is_])


def _viewer(s: Situation) -> str:
    own = s.question.table.self
    return own.side if own is not None else "own"


def _described(printed: Requirement, side: str, zones: tuple[str, ...]) -> Filter:
    """The cards a condition speaks of, with the side and the places it means where it does not spell them out."""
    of = printed.of or Filter()
    whose = of.side or side
    return msgspec.structs.replace(of, side=whose, zones=of.zones or zones)


def _lying_there(s: Situation, which: Filter, viewer: str) -> list[CardOnTable]:
    own = s.question.table.self
    return [c for c in every_card(s) if not (which.other and c is own) and surely(s, c, which, viewer)]


def _enough_there(s: Situation, printed: Requirement, viewer: str, side: str, zones: tuple[str, ...]) -> Any:
    """Whether as many cards as the text asks for lie there; "no" only where the table lists them all."""
    which = _described(printed, side, zones)
    needed = printed.amount if isinstance(printed.amount, int) else 1
    if len(_lying_there(s, which, viewer)) >= needed:
        return "yes"
    doubtful = [c for c in every_card(s) if matches(s, c, which, viewer) is UNKNOWN]
    return "no" if not doubtful and is_listed_in_full(s, which.zones, which.side, viewer) else UNKNOWN


def _controls(s: Situation, printed: Requirement, viewer: str) -> Any:
    """Whether a card that is asked for lies there; "no" where the table shows such a card lying elsewhere, or all."""
    if printed.of is None:
        return UNKNOWN
    answer = _enough_there(s, printed, viewer, "own", FIELD)
    if answer is not UNKNOWN:
        return answer
    named = printed.of.name or printed.of.group
    elsewhere = [
        c for c in every_card(s) if named and surely(s, c, _described(printed, "own", FIELD), viewer, ignore=("zones",))
    ]
    return "no" if elsewhere else UNKNOWN


def _opponent_controls(s: Situation, printed: Requirement, viewer: str) -> Any:
    return UNKNOWN if printed.of is None else _enough_there(s, printed, viewer, "opponent", FIELD)


def _in_place(s: Situation, printed: Requirement, viewer: str) -> Any:
    return _enough_there(s, printed, viewer, "own", _PLACES[printed.is_])


def _none_there(s: Situation, printed: Requirement, viewer: str) -> Any:
    """Whether nothing of the kind lies on a field, or in one's GY."""
    if printed.of is None:
        return UNKNOWN
    side = "opponent" if printed.is_.startswith("opponent-") else "own"
    there = _enough_there(s, msgspec.structs.replace(printed, amount=1), viewer, side, _PLACES[printed.is_])
    return {"yes": "no", "no": "yes"}.get(there, UNKNOWN)


def _controls_only(s: Situation, printed: Requirement, viewer: str) -> Any:
    """Whether all of one's monsters are of the kind named; what is not listed is not judged."""
    if printed.of is None:
        return UNKNOWN
    which = _described(printed, "own", ("monster-zone",))
    monsters = [c for c in every_card(s) if c.side == viewer and zone_of(s, c) in which.zones]
    return "no" if any(matches(s, c, which, viewer) == "no" for c in monsters) else UNKNOWN


def _controls_more(s: Situation, printed: Requirement, viewer: str) -> Any:
    """Whether the field named holds more cards than the other; told only where the smaller side is listed in full."""
    zones = printed.of.zones if printed.of and printed.of.zones else FIELD
    more = "opponent" if printed.is_ == "opponent-controls-more" else "own"
    many, few = (len(_lying_there(s, _described(printed, side, zones), viewer)) for side in (more, _OTHER[more]))
    if many > few and is_listed_in_full(s, zones, _OTHER[more], viewer):
        return "yes"
    return "no" if few >= many and is_listed_in_full(s, zones, more, viewer) else UNKNOWN


def _empty_hand(s: Situation, printed: Requirement, viewer: str) -> Any:
    held = s.question.table.count("hand", viewer)
    return UNKNOWN if held is None else _yes(held == 0)


def _life_points(s: Situation, printed: Requirement, viewer: str) -> Any:
    lp = s.question.table.lp
    if printed.is_ == "lp-lower":
        return _yes(lp["own"] < lp["opponent"]) if {"own", "opponent"} <= set(lp) else UNKNOWN
    if "own" not in lp or not isinstance(printed.amount, int):
        return UNKNOWN
    return _yes(lp["own"] <= printed.amount if printed.is_ == "lp-at-most" else lp["own"] >= printed.amount)


def _materials(s: Situation, printed: Requirement, viewer: str) -> Any:
    """Whether it has materials, where some are shown under it."""
    own = s.question.table.self
    return _yes(printed.is_ == "has-material") if own is not None and own.materials else UNKNOWN


def _position(s: Situation, printed: Requirement, viewer: str) -> Any:
    own = s.question.table.self
    if own is None or own.position is None:
        return UNKNOWN
    return _yes(printed.is_ == f"in-{own.position}-position")


MET |= {
    "controls": _controls,
    "controls-none": _none_there,
    "opponent-controls-none": _none_there,
    "controls-only": _controls_only,
    "opponent-controls": _opponent_controls,
    "opponent-controls-more": _controls_more,
    "controls-more": _controls_more,
    "in-gy": _in_place,
    "not-in-gy": _none_there,
    "in-hand": _in_place,
    "banished-there": _in_place,
    "empty-hand": _empty_hand,
    "lp-at-most": _life_points,
    "lp-at-least": _life_points,
    "lp-lower": _life_points,
    "has-material": _materials,
    "no-material": _materials,
    "in-attack-position": _position,
    "in-defence-position": _position,
}


def all_of(answers: list[Any]) -> Any:
    """Whether everything holds: no as soon as one does not, unknown while one is not told."""
    if "no" in answers:
        return "no"
    return UNKNOWN if UNKNOWN in answers else "yes"


def _yes(claim: bool) -> str:
    return "yes" if claim else "no"


def unmet(s: Situation, printed: tuple[Requirement, ...]) -> tuple[str, ...]:
    """The printed conditions that the table shows not to hold."""
    return tuple(dict.fromkeys(r.is_ for r in printed if requirement_met(s, r) == "no"))


MADE_SO: dict[str, Callable[[Situation], tuple[str, ...]]] = {
    "condition-met": lambda s: unmet(s, s.question.effect.requires) if s.question.effect else ()
}
FACTS: dict[str, Callable[[Situation], Any]] = {"condition-met": condition_met}
