"""Facts about battle damage that both players take."""

from collections.abc import Callable
from typing import Any

from knowledge.engine.facts.of_table import in_force


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
    "damage-shared": damage_shared,
}
