"""Facts about what an attack can still go at when its target can no longer be attacked."""

from knowledge.data.cases import UNKNOWN
from knowledge.rules.facts.battle_facts.attack_course import out_of_choice
from knowledge.rules.facts.battle_facts.attacks import (
    OUT_OF_REACH,
    attack_direct_allowed,
    attack_monsters_opposite,
    attacker,
    opposing_monsters,
)
from knowledge.table.attack_counts import declared_earlier, grants_on
from knowledge.table.cards import card_called
from knowledge.table.situation import Fact, Situation, yes


def target_barred(s: Situation) -> Fact:
    """Whether the monster under attack can no longer be attacked; being out of the choice of targets is not enough."""
    battle = s.question.table.battle
    target = card_called(s, battle.defender) if battle and battle.defender else None
    return yes(target is not None and out_of_choice(s, target, OUT_OF_REACH))


def attackable_monsters(s: Situation) -> Fact:
    """Whether the defending player has a monster that may be attacked."""
    if not s.question.table.cards:
        return UNKNOWN
    return yes(any(not out_of_choice(s, c) for c in opposing_monsters(s)))


def direct_attack_open(s: Situation) -> Fact:
    """Whether the player may be attacked: no monster is in the way, or an effect opens the way."""
    return yes(attack_monsters_opposite(s) == "no" or attack_direct_allowed(s) == "yes")


def attack_tied_to_monsters(s: Situation) -> Fact:
    """Whether the attack is a further one, after a battle with a monster, that only a number on monsters allows."""
    monster = attacker(s)
    earlier = declared_earlier(s, monster) if monster else []
    grants = [g for g in grants_on(s, monster) if g.kind == "number"] if monster else []
    free = [g for g in grants if not g.on_monsters and len(earlier) < g.number]
    return yes(bool(earlier) and not earlier[-1].direct and any(g.on_monsters for g in grants) and not free)
