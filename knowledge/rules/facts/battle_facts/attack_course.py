"""Facts about an attack that has been declared: whether it goes on, and whether its target must be chosen again."""

from collections.abc import Collection

from knowledge.data.cases import UNKNOWN, CardOnTable
from knowledge.data.profile import Action
from knowledge.rules.facts.battle_facts.attacks import (
    OUT_OF_REACH,
    acts_on,
    attack_declared_before,
    attack_direct_allowed,
    attack_is_direct,
    attack_monsters_opposite,
    attacker,
    opposing_monsters,
)
from knowledge.rules.facts.battle_facts.attacks import attack_monsters_opposite as opposite
from knowledge.table.attack_counts import PROCEDURE, declared_earlier, grants_on
from knowledge.table.cards import card_called, every_card, is_meant, zone_of
from knowledge.table.filters import perhaps, something_matches
from knowledge.table.in_force import InForce
from knowledge.table.situation import Fact, Situation, all_hold, yes

_AWAY = ("left-field", "destroyed", "banished", "returned-to-hand", "returned-to-deck", "sent-to-gy", "tributed")
_ONLY, _NOT = ("only-this", "attacks-only-these"), ("not-this", "not-these", OUT_OF_REACH)


def _told(s: Situation, claim: bool) -> Fact:
    """A claim about what has just happened: unknown where nothing is told."""
    return yes(claim) if claim or s.question.table.happened else UNKNOWN


def attack_negated(s: Situation) -> Fact:
    """Whether the attack has been negated."""
    return _told(s, any(h.event == "attack-negated" for h in s.question.table.happened))


def attack_called_off(s: Situation) -> Fact:
    """Whether the attacking player has given the attack up."""
    told = [s.book.wider_events((h.event,)) for h in s.question.table.happened]
    return _told(s, any("attack-stopped" in words for words in told))


def _gone(s: Situation, name: str, lying: CardOnTable | None) -> bool:
    if lying is not None and zone_of(s, lying) != "monster-zone":
        return True
    away = [h for h in s.question.table.happened if s.book.wider_events((h.event,)) & frozenset(_AWAY)]
    return any(h.card == name or (lying is not None and is_meant(s, h.card, lying)) for h in away)


def attack_attacker_gone(s: Situation) -> Fact:
    """Whether the attacker has left the turn player's field, for the other player's too."""
    battle, monster = s.question.table.battle, attacker(s)
    taken = monster is not None and monster.side != s.question.turn
    return UNKNOWN if battle is None else yes(taken or _gone(s, battle.attacker, monster))


def attack_target_gone(s: Situation) -> Fact:
    """Whether the attacked monster has left the field."""
    battle = s.question.table.battle
    target = card_called(s, battle.defender) if battle else None
    return UNKNOWN if battle is None else yes(bool(battle.defender) and _gone(s, battle.defender, target))


def attack_no_longer_covered(s: Situation) -> Fact:
    """Whether this is a further attack, and nothing now lets the monster make it."""
    return yes(attack_declared_before(s) == "yes" and s.book.decided("further-attack", s, s.question.about) == "no")


def attack_changes_side(s: Situation) -> Fact:
    """Whether attacking makes it ignore the very effect by which the attacking player holds it."""
    monster = attacker(s)
    if monster is None or monster.owner in (None, monster.side):
        return "no"
    holding = [a for a in s.state.acts("take-control") if a.side == monster.side]
    return yes(any(s.state.shield(monster, a) is not None for a in holding))


def attack_goes_on(s: Situation) -> Fact:
    """Whether the attack goes on, as another gate decides."""
    if s.question.table.battle is None:
        return UNKNOWN
    return yes(s.book.decided("attack-continues", s, s.question.about) == "continues")


def attack_procedure_possible(s: Situation) -> Fact:
    """Whether everything that texts demand for this declaration can be done."""
    monster = attacker(s)
    asked = [a for a in s.state.acts_on(monster, "forbid-other") if a.act.to == PROCEDURE]
    answers = [_can_do(s, act, monster) for a in asked for act in a.effect.does if act.to != PROCEDURE]
    return all_hold(answers)


def _can_do(s: Situation, act: Action, monster: CardOnTable | None) -> Fact:
    assert monster is not None
    table = s.question.table
    if act.act == "pay-lp" and isinstance(act.amount, int):
        held = table.count("lp", monster.side)
        return UNKNOWN if held is None else yes(held >= act.amount)
    if act.act == "mill":
        left = table.count("deck", monster.side)
        return UNKNOWN if left is None else yes(left > 0)
    return something_matches(s, act.which, monster.side, source=monster) if act.which is not None else UNKNOWN


def attack_direct_lost(s: Situation) -> Fact:
    """Whether the attack is a direct one past monsters, and nothing allows that any more."""
    if _was_turned_on_the_player(s):
        return "no"
    return yes(attack_is_direct(s) == "yes" and opposite(s) == "yes" and attack_direct_allowed(s) == "no")


def _was_turned_on_the_player(s: Situation) -> bool:
    """Whether an effect itself has made it a direct attack: that needs no further leave."""
    battle = s.question.table.battle
    card = s.book.card_named(battle.through) if battle and battle.through else None
    acts = [a for e in card.effects for a in e.every_act] if card else []
    return any(a.act == "change-attack-target" and a.to == "direct" for a in acts)


def _limits(s: Situation, words: tuple[str, ...]) -> list[InForce]:
    return [a for a in s.state.acts("restrict-attack-target") if a.act.to in words]


def _binds(monster: CardOnTable, limit: InForce) -> bool:
    """Whether a limit on attack targets is meant for this attacker, shielded or not."""
    if limit.act.to == "attacks-only-these":
        return limit.source is monster
    return limit.side != monster.side


def _allowed_by(s: Situation, limit: InForce, target: CardOnTable | None) -> bool:
    if target is None:
        return False
    if limit.act.to == "attacks-only-these" and limit.act.which is not None:
        return perhaps(s, target, limit.act.which, limit.side)
    if limit.act.what == "equipped":
        return limit.source is not None and is_meant(s, limit.source.equipped_to, target)
    return target is limit.source if limit.act.what == "self" else any(is_meant(s, n, target) for n in limit.targets)


def attack_limited_elsewhere(s: Situation) -> Fact:
    """Whether the attacker may now attack only monsters of which its target is none."""
    monster, battle = attacker(s), s.question.table.battle
    if monster is None or battle is None:
        return "no"
    target = card_called(s, battle.defender)
    binding = [a for a in _limits(s, _ONLY) if _binds(monster, a) and s.state.shield(monster, a) is None]
    elsewhere = [a for a in binding if not _allowed_by(s, a, target)]
    if elsewhere and len(elsewhere) < len(binding):
        return UNKNOWN  # one limit names the target and another a different monster: which goes first is not told
    return yes(bool(elsewhere))


def attack_target_protected(s: Situation) -> Fact:
    """Whether an effect now says that its target cannot be chosen as attack target."""
    monster, battle = attacker(s), s.question.table.battle
    target = card_called(s, battle.defender) if battle else None
    if target is None or not (shields := _shielding(s, target, _NOT)):
        return "no"
    named = monster is not None and any(_binds(monster, a) and _allowed_by(s, a, target) for a in _limits(s, _ONLY))
    return UNKNOWN if named and all(a.source is not target for a in shields) else "yes"  # two other cards part over it


def out_of_choice(s: Situation, target: CardOnTable, *words: str) -> bool:
    """Whether a limit, in one of these words or in any, keeps this monster from being chosen as attack target."""
    return bool(_shielding(s, target, words or _NOT))


def _shielding(s: Situation, target: CardOnTable, words: Collection[str]) -> list[InForce]:
    limits = [a for a in acts_on(s, target, "restrict-attack-target") if a.act.to in words]
    return [a for a in limits if _protects(s, a, target)]


def _protects(s: Situation, limit: InForce, target: CardOnTable) -> bool:
    if limit.act.which is not None and not perhaps(s, target, limit.act.which, limit.side, source=limit.source):
        return False
    if limit.act.count != "all-but-highest-atk" or limit.act.which is None:
        return True
    rivals = [c for c in every_card(s) if perhaps(s, c, limit.act.which, limit.side)]
    return any((c.atk or 0) > (target.atk or 0) for c in rivals)


def attack_limit_and_shield(s: Situation) -> Fact:
    """Where the attacker ignores a limit on attack targets: which of the two came first, the limit or the shield."""
    monster = attacker(s)
    if monster is None:
        return "none"
    for limit in _limits(s, _ONLY):
        shield = s.state.shield(monster, limit) if _binds(monster, limit) else None
        if shield is not None:
            return "limit-first" if limit.since < shield.since else "shield-first"
    return "none"


def attack_turn_barred(s: Situation) -> Fact:
    """Whether every monster on which the effect could turn the attack, with no calculation of its own, is barred."""
    e, monster, battle = s.question.effect, attacker(s), s.question.table.battle
    acts = e.does if e is not None else ()
    turning = next((a for a in acts if a.act == "change-attack-target"), None)
    if e is None or turning is None or any(a.act == "start-battle" for a in acts):
        return "no"
    if monster is None or battle is None:
        return UNKNOWN
    own = s.question.table.self
    if "self" in (turning.what, turning.to):
        found = [own] if own is not None else []
    else:
        wanted = turning.which or next(iter(e.targets), None)
        found = [c for c in every_card(s) if wanted is not None and perhaps(s, c, wanted, source=own)]
    limits = [a for a in _limits(s, _ONLY) if _binds(monster, a) and s.state.shield(monster, a) is None]
    barred = [out_of_choice(s, c) or any(not _allowed_by(s, a, c) for a in limits) for c in found]
    return "yes" if barred and all(barred) else UNKNOWN


def attack_turn_comes_first(s: Situation) -> Fact:
    """Whether turning the attack is the first thing the effect does."""
    return yes(bool(s.effect.does) and s.effect.does[0].act == "change-attack-target")


def attack_limit_began_now(s: Situation) -> Fact:
    """Whether the limit on attack targets that the attacker ignores came only with what has just happened."""
    monster = attacker(s)
    limits = [a for a in _limits(s, _ONLY) if monster is not None and _binds(monster, a)]
    return yes(bool(limits) and all(a.since >= len(s.question.table.earlier) for a in limits))


def attack_shielded(s: Situation) -> Fact:
    """Whether its own text keeps it unaffected because it is attacking."""
    monster = attacker(s)
    return UNKNOWN if monster is None else yes(attack_goes_on(s) == "yes" and bool(s.state.own_shields(monster)))


def attack_direct_calculated(s: Situation) -> Fact:
    """Whether a direct attack of this monster got as far as damage calculation."""
    monster = attacker(s)
    if monster is None or not s.question.table.earlier:
        return UNKNOWN
    return yes(any(a.direct and a.calculated for a in declared_earlier(s, monster, whole_turn=True)))


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
