"""Facts about prohibitions: what effects in force keep a player from activating or summoning, always or for a while."""

from collections.abc import Callable
from typing import Any

import msgspec

from knowledge.data.cases import UNKNOWN
from knowledge.data.profile import Action, Filter
from knowledge.table.cards import FIELD
from knowledge.table.in_force import InForce
from knowledge.table.places import working_zones
from knowledge.table.responses import is_printed
from knowledge.table.situation import Situation

_KINDS = ("monster", "spell", "trap", "effect")
_WHOSE = {"you": "own", "opponent": "opponent"}
_OTHER = {"own": "opponent", "opponent": "own"}


def forbidden(s: Situation) -> Any:
    """Whether an effect in force surely forbids this activation."""
    return "yes" if _locking(s, sure=True) else UNKNOWN


def lock_in_force(s: Situation) -> Any:
    """Whether a prohibition applies whose condition the table leaves open; no where there is none of that kind."""
    return UNKNOWN if _locking(s, sure=False) else "no"


def _locking(s: Situation, *, sure: bool) -> tuple[str, ...]:
    """The cards whose prohibitions name this activation and apply, or would on something the table leaves open."""
    in_force = [a for a in s.state.in_force if a.sure] if sure else s.state.open_acts
    locks = [a for a in in_force if a.act.act == "forbid-activation" and _is_meant(s, a) and _names_it(s, a)]
    return tuple(dict.fromkeys(a.card.names.zh for a in locks))


def _is_meant(s: Situation, play: InForce) -> bool:
    """Whether a prohibition is for everybody named by it now: not for a moment of its own, nor for other cards."""
    act, lying = play.act, play.source
    if act.what in ("", "you", "opponent", "both"):
        return not act.to
    tied_to = (lying.targeting or lying.equipped_to) if lying is not None else ""
    if act.what not in ("target", "equipped") or not tied_to:
        return False
    if tied_to == "self":
        return True
    namesake = next((c for c in s.question.table.cards if c.called == tied_to), None)
    named = s.book.card_named(namesake.card) if namesake is not None else None
    return act.to == "target-and-same-name" and named is not None and named is s.question.card


def _names_it(s: Situation, play: InForce) -> bool:
    """Whether the asking player, the kind of card and the place are those the prohibition speaks of."""
    act, which = play.act, play.act.which
    side = which.side if which and which.side else _WHOSE.get(act.what)
    if side in _OTHER and (side == "own") != (play.side == "own"):
        return False
    return which is None or (_is_there(s, which.zones) and is_of_kind(s, which))


def is_of_kind(s: Situation, which: Filter) -> bool:
    """Whether what would be activated is of the kind a prohibition names, by its effect and what its card prints."""
    kinds = [kind for kind in which.type if kind in _KINDS]
    narrower = msgspec.structs.replace(which, type=tuple(word for word in which.type if word not in _KINDS))
    return (not kinds or any(_is_kind(s, kind) for kind in kinds)) and is_printed(narrower, s.card)


def _is_kind(s: Situation, kind: str) -> bool:
    """Whether an activation is of a kind of card a prohibition names: monster, spell, trap, or effect monsters."""
    categories = s.value("effect")
    if kind == "effect":
        return "monster-effect" in categories and "Effect" in s.card.type.split(" / ")
    return f"{kind}-effect" in categories


def _is_there(s: Situation, zones: tuple[str, ...]) -> bool:
    """Whether the activation happens in one of these places; a spell or trap card is activated on the field."""
    own = s.question.table.self
    if not zones:
        return True
    if s.effect.kind == "activate":
        return bool(set(zones) & set(FIELD)) or (own is not None and own.zone == "hand" and "hand" in zones)
    if own is not None and own.zone is not None:
        return own.zone in zones
    works_in = set(working_zones(s.card, s.effect))
    return bool(works_in) and works_in <= set(zones)  # where it could lie elsewhere too, it is not taken to lie there


def summon_forbidden(s: Situation, summon: Action, side: str = "own") -> bool:
    """Whether an effect in force keeps this side from Special Summoning at all, or what this act would summon."""
    return bool(forbidding_summons(s, summon, side))


def forbidding_summons(s: Situation, summon: Action, side: str) -> tuple[str, ...]:
    """The cards that keep this side from a Special Summon."""
    if "special-summon" not in s.book.wider_acts((summon.act,)):
        return ()
    found: dict[str, None] = {}
    for one in s.state.acts("forbid-summon"):
        act = one.act
        hit = {"both": True, "you": one.side == side, "opponent": one.side != side}.get(act.what, False)
        special = "special" in (act.which.summoned if act.which else ()) or act.to == "special-summon"
        if hit and special and _is_summoned(s, summon, act.which):
            found[one.card.names.zh] = None
    return tuple(found)


def _is_summoned(s: Situation, summon: Action, barred: Filter | None) -> bool:
    """Whether all that the act may summon is of the kind barred; what its text leaves open is not."""
    if barred is None or not barred.attribute:
        return True
    if "special-summon-self" in s.book.wider_acts((summon.act,)):
        return s.question.card is not None and is_printed(Filter(attribute=barred.attribute), s.question.card)
    named = summon.which.attribute if summon.which else ()
    return bool(named) and set(named) <= set(barred.attribute)


MADE_SO: dict[str, Callable[[Situation], tuple[str, ...]]] = {
    "forbidden": lambda s: _locking(s, sure=True),
    "lock-in-force": lambda s: _locking(s, sure=False),
}
FACTS: dict[str, Callable[[Situation], Any]] = {"forbidden": forbidden, "lock-in-force": lock_in_force}
