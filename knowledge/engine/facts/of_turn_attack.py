"""Facts about declaring attacks in the course of a battle phase."""

from collections.abc import Callable
from typing import Any

from knowledge.engine.facts.of_table import in_force
from knowledge.engine.facts.of_turn_flow import account, every_act
from knowledge.engine.in_play import fighter
from knowledge.model.cases import UNKNOWN


def attacks_declared(s: Any) -> Any:
    """How often the monster asked about has declared an attack in this battle phase."""
    told = account(s)
    if not told:
        return UNKNOWN
    began = max((n for n, h in enumerate(told) if h.event == "battle-phase-began"), default=-1)
    declared = [h for h in told[began + 1 :] if "attack-declared" in s.book.wider_events((h.event,))]
    return sum(1 for h in declared if h.card == "self")


def prints_extra_attacks(s: Any) -> Any:
    """Whether the monster, or a card whose effect goes on for it, allows further attacks."""
    own = s.question.table.self
    names = own.affected_by if own else ()
    cards = [s.question.card, *(s.book.card_named(name) for name in names)]
    acts = s.book.wider_acts(tuple(a.act for card in cards if card for a in every_act(card)))
    return "yes" if "allow-extra-attack" in acts else "no"


def attacker_ready(s: Any) -> Any:
    """Whether the monster is in face-up attack position on its player's field."""
    own = s.question.table.self
    if own is None or own.position is None:
        return UNKNOWN
    return "yes" if own.face == "up" and own.position == "attack" else "no"


def opponent_has_monsters(s: Any) -> Any:
    """Whether the other player has monsters on the field; a table that is given is complete."""
    table = s.question.table
    if any(c.side == "opponent" and c.zone == "monster-zone" for c in table.cards):
        return "yes"
    return "no" if table.self or table.cards else UNKNOWN


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
    "attacks-declared": attacks_declared,
    "prints-extra-attacks": prints_extra_attacks,
    "attacker-ready": attacker_ready,
    "opponent-has-monsters": opponent_has_monsters,
    "battle-can-go-on": battle_can_go_on,
    "damage-shared": damage_shared,
}
