"""Conditions on the battle going on: who fights, attacks, is attacked, and how it ends."""

from collections.abc import Callable

import msgspec

from knowledge.data.cases import UNKNOWN, CardOnTable
from knowledge.data.profile import Filter, Requirement
from knowledge.table.cards import fighter, figure, is_meant
from knowledge.table.filters import matches
from knowledge.table.situation import Situation, Truth, account, yes

_ROLES = {"attacks": ("attacker",), "attacked": ("defender",), "battles": ("attacker", "defender")}
_FACING = {"attacker": "defender", "defender": "attacker"}
BATTLES = tuple(f"{whose}-{how}" for whose in ("self", "own-monster") for how in _ROLES)


def _fights(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the battle going on is one of this card, or of a monster of its player, as its text asks."""
    whose, how = printed.is_.rsplit("-", 1)
    if not attack_declared(s):
        return "no"
    battle = s.question.table.battle
    if battle is None:
        return UNKNOWN if whose == "own-monster" or source is s.question.table.self else "no"
    fighters = {role: fighter(s, role) for role in ("attacker", "defender")}
    if whose == "self":
        mine = [role for role in _ROLES[how] if source is not None and fighters[role] is source]
        return _as_described(s, printed.of, fighters[_FACING[mine[0]]], side) if mine else "no"
    ours = [role for role in _ROLES[how] if (c := fighters[role]) is not None and c.side == side]
    foe = printed.of is not None and printed.of.side == "opponent"  # what the text describes is the monster fought
    meant = [fighters[_FACING[role] if foe else role] for role in ours]
    answers = [_as_described(s, printed.of, c, side) for c in meant]
    unseen = [role for role in _ROLES[how] if getattr(battle, role) and fighters[role] is None]  # named, not shown
    return "yes" if "yes" in answers else UNKNOWN if unseen or UNKNOWN in answers else "no"


def _as_described(s: Situation, wanted: Filter | None, lying: CardOnTable | None, side: str) -> Truth:
    """Whether a fighter is as the condition says; in a battle the value it fights with is its ATK."""
    if wanted is None or lying is None:
        return yes(wanted is None)
    rest = matches(s, lying, msgspec.structs.replace(wanted, atk=None), side, ignore=("zones",))
    if wanted.atk is None or rest == "no":
        return rest
    value = s.state.value_in_battle(lying)
    return UNKNOWN if value is None else yes(wanted.atk[0] <= value <= wanted.atk[1] and rest == "yes")


def _monsters_battle(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    battle = s.question.table.battle
    return UNKNOWN if battle is None else yes(bool(battle.attacker and battle.defender))


def _attacks_stronger(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    attacker, defender = fighter(s, "attacker"), fighter(s, "defender")
    if attacker is None or defender is None or _as_described(s, printed.of, attacker, side) != "yes":
        return "no"
    ours, theirs = figure(s, attacker, "atk"), figure(s, defender, "atk")
    return UNKNOWN if ours is None or theirs is None else yes(ours < theirs)


def _would_take_battle_damage(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the battle on the table would inflict battle damage on the player whose card it is."""
    reckoning = s.book.reckoned("battle-damage", s) if s.question.table.battle is not None else None
    return UNKNOWN if reckoning is None else yes(bool(reckoning.amounts.get(side)))


def _wearer_fights(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the monster that wears this card attacks, or battles what the text names."""
    battle = s.question.table.battle
    if source is None or not source.equipped_to or battle is None:
        return UNKNOWN
    roles = _ROLES[printed.is_.rsplit("-", 1)[1]]
    worn = [r for r in roles if (c := fighter(s, r)) is not None and is_meant(s, source.equipped_to, c)]
    return _as_described(s, printed.of, fighter(s, _FACING[worn[0]]), side) if worn else "no"


def _attacks_directly(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    battle = s.question.table.battle
    if battle is None or source is None:
        return UNKNOWN
    return yes(fighter(s, "attacker") is source and not battle.defender)


def _target_not_destroyed(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the attacked monster outlived its battle, where its destruction is told."""
    battle = s.question.table.battle
    defender = fighter(s, "defender") if battle is not None and battle.defender else None
    told = s.question.table.happened
    beaten = [h for h in told if "destroyed-by-battle" in s.book.wider_events((h.event,))]
    return "no" if defender is not None and any(is_meant(s, h.card, defender) for h in beaten) else UNKNOWN


def attack_declared(s: Situation) -> bool:
    """Whether the battle stated on the table has been declared, not merely proposed; or no moment is told."""
    windows, window = s.book.windows, s.question.window
    return not window or window in windows[windows.index("attack-declaration") : windows.index("damage.end") + 1]


def _fights_a_stronger(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether one's fighting monster has less ATK than the one it fights."""
    fighters = {role: fighter(s, role) for role in ("attacker", "defender")}
    mine = next((role for role, c in fighters.items() if c is not None and c.side == side), "")
    ours, theirs = (fighters[mine], fighters[_FACING[mine]]) if mine else (None, None)
    if ours is None or theirs is None:
        return UNKNOWN
    less, more = figure(s, ours, "atk"), figure(s, theirs, "atk")
    return UNKNOWN if less is None or more is None else yes(less < more)


def _falls_in_its_battle(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the battle destroys the card itself, or the monster fought where the text describes one."""
    table = s.question.table
    if table.battle is None:
        return UNKNOWN
    beaten = [h for h in account(s) if "destroyed-by-battle" in s.book.wider_events((h.event,))]
    fighters = [c for role in ("attacker", "defender") if (c := fighter(s, role)) is not None]
    if printed.of is None:
        meant = [c for c in fighters if c is source]
    else:
        meant = [c for c in fighters if matches(s, c, printed.of, side, ignore=("zones",)) != "no"]
    fallen = any(is_meant(s, h.card, c) or (h.card == "self" and c is table.self) for h in beaten for c in meant)
    return "yes" if fallen else UNKNOWN


def _opponents_attack(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the opponent's attack is not the direct one the text asks for; the rest is asked elsewhere."""
    battle = s.question.table.battle
    on_a_monster = battle is not None and bool(battle.defender)
    return "no" if printed.amount == "directly" and on_a_monster else UNKNOWN


MET: dict[str, Callable[[Situation, Requirement, CardOnTable | None, str], Truth]] = {
    **dict.fromkeys(BATTLES, _fights),
    "monsters-battle": _monsters_battle,
    "opponent-monster-attacks": _opponents_attack,
    "attacks-a-stronger-monster": _attacks_stronger,
    "fights-a-stronger-monster": _fights_a_stronger,
    "would-take-battle-damage": _would_take_battle_damage,
    "equipped-monster-attacks": _wearer_fights,
    "equipped-monster-battles": _wearer_fights,
    "attacks-directly": _attacks_directly,
    "attack-target-not-destroyed": _target_not_destroyed,
    "falls-in-that-battle": _falls_in_its_battle,
}
