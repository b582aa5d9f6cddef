"""Facts about declaring attacks in the course of a battle phase."""

from collections.abc import Callable
from typing import Any

from knowledge.engine.facts.of_table import in_force
from knowledge.engine.in_play import fighter
from knowledge.model.cases import UNKNOWN


def battle_can_go_on(s: Any) -> Any:
    """Whether the declared attack can still lead to a battle: not stopped, the attacker there and not in defence."""
    table = s.question.table
    if table.battle is None:
        return UNKNOWN
    for h in table.happened:
        if h.event in ("attack-negated", "attack-stopped"):
            return "no"
        if h.card == table.battle.attacker and _gone(s, h.event):
            return "no"
    attacker = fighter(s, "attacker")
    return "no" if attacker is not None and attacker.position == "defence" else "yes"


def _gone(s: Any, event: str) -> bool:
    gone = frozenset(("left-field", "destroyed", "banished", "sent-to-gy", "returned-to-hand", "returned-to-deck"))
    return bool(s.book.wider_events((event,)) & gone)


def damage_shared(s: Any) -> Any:
    """Whether an effect of a fighter, or of a card it is equipped with, makes both players take the battle damage."""
    battle = s.question.table.battle
    fighting = {battle.attacker, battle.defender} - {""} if battle else set()
    shared = [
        lying
        for lying, _, act in in_force(s)
        if act.act == "change-battle-damage"
        and act.what == "both"
        and {lying.called, lying.card, lying.equipped_to} & fighting
    ]
    return "yes" if shared else "no"


FACTS: dict[str, Callable[[Any], Any]] = {
    "battle-can-go-on": battle_can_go_on,
    "damage-shared": damage_shared,
}
