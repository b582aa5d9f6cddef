"""Printed conditions about what lies where: who controls what, who controls more, what a hand or a GY holds.

A card that the table shows counts; that there is none of a kind is known only where the table lists everything.
"""

from collections.abc import Callable
from typing import Any

from knowledge.engine.lying_cards import FIELD, every_card, zone_of
from knowledge.engine.matching import is_listed_in_full, matches
from knowledge.engine.requirements import MET
from knowledge.model.cases import UNKNOWN
from knowledge.model.profile import Filter, Requirement

FACTS: dict[str, Callable[[Any], Any]] = {}
_OTHER = {"own": "opponent", "opponent": "own"}


def _viewer(s: Any) -> str:
    own = s.question.table.self
    return own.side if own is not None else "own"


def _shown(s: Any, of: Filter, side: str, zones: tuple[str, ...]) -> list[Any]:
    """For each card of a side that lies in these zones: whether it is of the kind asked for."""
    there = [c for c in every_card(s) if c.side == side and zone_of(s, c) in zones]
    return [matches(s, c, of, _viewer(s), ignore=("side", "zones")) for c in there]


def _any_there(s: Any, of: Filter, side: str, zones: tuple[str, ...]) -> Any:
    answers = _shown(s, of, side, zones)
    if "yes" in answers:
        return "yes"
    full = UNKNOWN not in answers and is_listed_in_full(s, zones, "own", side)
    return "no" if full else UNKNOWN


def _lies_with(whose: str, places: tuple[str, ...], *, none: bool = False) -> Callable[[Any, Requirement], Any]:
    """A condition that something, or nothing, of a kind lies in a player's places."""

    def met(s: Any, printed: Requirement) -> Any:
        if printed.of is None or printed.amount:  # a text that counts, or narrows in words, is not judged here
            return UNKNOWN
        side = _viewer(s) if whose == "own" else _OTHER[_viewer(s)]
        answer = _any_there(s, printed.of, side, printed.of.zones or places)
        return {"yes": "no", "no": "yes"}.get(answer, answer) if none else answer

    return met


def _controls_more(whose: str) -> Callable[[Any, Requirement], Any]:
    """A condition that one player has more cards of a kind than the other."""

    def met(s: Any, printed: Requirement) -> Any:
        of = printed.of or Filter()
        zones = of.zones or FIELD
        own, theirs = (_shown(s, of, side, zones) for side in (_viewer(s), _OTHER[_viewer(s)]))
        if UNKNOWN in (*own, *theirs) or not (own or theirs):
            return UNKNOWN
        if not is_listed_in_full(s, zones, "either"):
            return UNKNOWN
        more = theirs.count("yes") - own.count("yes")
        return "yes" if (more if whose == "opponent" else -more) > 0 else "no"

    return met


MET["controls-none"] = _lies_with("own", FIELD, none=True)
MET["opponent-controls"] = _lies_with("opponent", FIELD)
MET["in-gy"] = _lies_with("own", ("gy",))
MET["gy-empty"] = _lies_with("own", ("gy",), none=True)
MET["in-hand"] = _lies_with("own", ("hand",))
MET["banished-there"] = _lies_with("own", ("banished",))
MET["opponent-controls-more"] = _controls_more("opponent")
MET["controls-more"] = _controls_more("own")
