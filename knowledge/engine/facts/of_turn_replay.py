"""Facts about a declared attack that can no longer go where it was declared, which brings a replay."""

from collections.abc import Callable
from typing import Any

from knowledge.engine.facts.of_attacks import direct_allowed
from knowledge.engine.facts.of_table import in_force
from knowledge.engine.in_play import fighter
from knowledge.model.cases import UNKNOWN, CardOnTable
from knowledge.model.profile import Filter


def _yes(claim: bool) -> str:
    return "yes" if claim else "no"


def _defenders(s: Any) -> list[CardOnTable]:
    side = "opponent" if s.question.turn == "own" else "own"
    return [c for c in s.question.table.cards if c.side == side and c.zone == "monster-zone"]


_NOT_ATTACKED = ("not-attacked",)  # attacks on it are impossible, even one declared before
_NOT_CHOSEN = (*_NOT_ATTACKED, "not-these")  # it cannot be chosen as a target; one chosen before stays chosen


def _is_barred(s: Any, target: CardOnTable, how: tuple[str, ...]) -> bool:
    """Whether an effect that applies keeps attacks away from this monster in one of these ways."""
    acts = [(lying, a) for lying, _, a in in_force(s) if a.act == "restrict-attack-target" and a.to in how]
    reaching = [a for lying, a in acts if a.what == "both" or lying.side == target.side]
    return any(a.which is not None and _lies_so(a.which, target) for a in reaching)


def _lies_so(which: Filter, lying: CardOnTable) -> bool:
    if which.group or which.race or which.side:
        return False  # speaks of more than how a card lies; the table alone does not tell
    return which.face in (None, lying.face) and which.position in (None, lying.position)


def target_barred(s: Any) -> Any:
    """Whether the monster under attack can no longer be attacked; being out of the choice of targets is not enough."""
    target = fighter(s, "defender")
    return "no" if target is None else _yes(_is_barred(s, target, _NOT_ATTACKED))


def attackable_monsters(s: Any) -> Any:
    """Whether the defending player has a monster that may be attacked."""
    if not s.question.table.cards:
        return UNKNOWN
    return _yes(any(not _is_barred(s, c, _NOT_CHOSEN) for c in _defenders(s)))


def direct_attack_open(s: Any) -> Any:
    """Whether the player may be attacked: no monster is in the way, or an effect opens the way."""
    if not _defenders(s):
        return "yes"
    opened = any(a.act == "allow-direct-attack" and a.what == "both" for _, _, a in in_force(s))
    return _yes(direct_allowed(s) == "yes" or (opened and attackable_monsters(s) == "no"))


FACTS: dict[str, Callable[[Any], Any]] = {
    "target-barred": target_barred,
    "attackable-monsters": attackable_monsters,
    "direct-attack-open": direct_attack_open,
}
