"""Points only the table knows: counts, ATK and DEF by the ledger of `stats`; the battle, and who has lost it."""

import msgspec

from knowledge.data.cases import CardOnTable
from knowledge.data.profile import FIELD
from knowledge.problems import BadInput
from knowledge.stats.changes import effect_of
from knowledge.stats.profiles import OPERATIONS, steps_from_effect
from knowledge.stats.request import Amounts, Kind, Monster, Request, Step
from knowledge.stats.rulebook import load_rulebook
from knowledge.stats.value_calculation import calculate
from knowledge.table.cards import (
    fighter,
    figure,
    is_meant,
    profile_of,
    zone_of,
)
from knowledge.table.in_force import InForce
from knowledge.table.numbers_meant import in_points
from knowledge.table.situation import Situation

_READ_OFF = ("halve-atk-def", "double-atk-def", "swap-atk-def")  # the ledger reads these off the monster itself
_STATS = ("atk", "def")
VALUES = tuple(OPERATIONS)
_WHOSE = {"atk": "atk", "def": "defence"}


def amount_of(s: Situation, change: InForce) -> int | Amounts | None:
    """What an act in force comes to in points; nothing where the ledger knows it, or nobody does."""
    word = change.act.amount
    if not isinstance(word, str) or not word or change.act.act in _READ_OFF:
        return None
    if change.amount is not None:
        return change.amount
    seen = (change.source, change.side, change.act.per, change.targets)
    if not word.endswith("-values"):
        return in_points(s, word, *seen)
    atk, defence = (in_points(s, word.removesuffix("values") + stat, *seen) for stat in _STATS)
    return Amounts(atk=atk, defence=defence or 0) if atk is not None else None


def values_with(
    s: Situation, lying: CardOnTable, changes: list[InForce], *, negated: bool = False
) -> dict[str, int | None]:
    """What changes in force make of the values the table does not state; None where only the players can tell."""
    card = profile_of(s, lying)
    atk = lying.original_atk if lying.original_atk is not None else card.atk if card else None
    defence = lying.original_defence if lying.original_defence is not None else card.defence if card else None
    asked = [stat for stat in _WHOSE.values() if getattr(lying, stat) is None]
    if atk is None or not asked or lying.face == "down" or zone_of(s, lying) != "monster-zone":
        return {}
    name = card.names.zh if card else lying.called
    monster = Monster(name=name, atk=atk, defence=defence)
    orders = [_reckoned(s, lying, monster, order, negated) for order in _orders(s, changes)]
    return {stat: orders[0][stat] if all(o[stat] == orders[0][stat] for o in orders) else None for stat in asked}


def _orders(s: Situation, changes: list[InForce]) -> list[list[InForce]]:
    """The orders in which changes may have come: as told, and where cards merely lie there the other way round too."""
    applied = s.question.table.applied
    undated = [
        c for c in changes if c.source and not c.resolved and not any(is_meant(s, x.card, c.source) for x in applied)
    ]
    if len({id(c.source) for c in undated}) < 2:
        return [changes]
    turned = sorted(undated, key=lambda c: -next(n for n, x in enumerate(undated) if x.source is c.source))
    swapped = iter(turned)
    return [changes, [next(swapped) if any(c is x for x in undated) else c for c in changes]]


def _reckoned(
    s: Situation, lying: CardOnTable, monster: Monster, changes: list[InForce], negated: bool
) -> dict[str, int | None]:
    steps: list[Step] = [Step(negate="self")] if negated else []
    for number, change in enumerate(changes):
        found = steps_of(s, change, lying, effect_of(change.card.names.zh, number))
        if found is None:
            return {"atk": None, "defence": None}
        steps += [step for step in found if monster.defence is not None or _is_of_atk(step)]
    order, gone = load_rulebook().by(s.book.ended)
    final = calculate(Request(monster=monster, steps=tuple(steps)), order, ended=gone).final
    told = {"atk": final.atk, "defence": final.defence}
    return {stat: value if isinstance(value, int) else None for stat, value in told.items()}


def _is_of_atk(step: Step) -> bool:
    """Whether a change does anything to a monster that has no DEF."""
    return step.do != "swap" and not (step.stat or "both").endswith("def")


def steps_of(s: Situation, change: InForce, lying: CardOnTable, by: str) -> list[Step] | None:
    """A change in force as steps of the ledger; None where its amount is not known."""
    own = change.source is lying
    alone = msgspec.structs.replace(change.effect, does=(change.act,), choices=())
    try:
        steps = steps_from_effect(
            alone,
            by=by,
            role="self" if own and change.act.what in ("self", "", "all") else "target",
            own=own,
            kind=_kind(change),
            value=amount_of(s, change),
        )
    except BadInput:
        return None
    return [step for step in steps if step.do]


def _kind(change: InForce) -> Kind:
    if change.resolved:
        return "activated"
    return "equip" if change.source is not None and change.source.equipped_to else "continuous"


ROLES = {"attacker": "attacker", "target": "defender", "defender": "defender"}


def value_of(s: Situation, role: str) -> int | None:
    """The value the attacker or the defender fights with."""
    s = s.at_calculation()
    lying = fighter(s, role)
    if lying is None:
        return None
    defends = role == "defender" and lying.position == "defence"
    stat = "defence" if defends or s.state.fights_with_defence(lying) else "atk"
    return original(s, lying, stat) if s.state.acts("calculate-with-original-values") else figure(s, lying, stat)


def original(s: Situation, lying: CardOnTable, stat: str) -> int | None:
    """The original value: printed; for a printed "?" what the monster's own text gives, and 0 once that is negated."""
    card = profile_of(s, lying)
    printed = getattr(card, stat) if card else None
    if isinstance(printed, int):
        return printed
    if printed == "?" and s.state.is_negated(lying):
        return 0
    given = lying.original_atk if stat == "atk" else lying.original_defence
    return given if given is not None or card is not None else figure(s, lying, stat)


def is_protected(s: Situation, lying: CardOnTable) -> bool:
    """Whether an effect keeps a monster from being destroyed by this battle."""
    return bool(s.at_calculation().state.acts_on(lying, "protect-from-battle"))


def is_protected_no_more(s: Situation, lying: CardOnTable) -> bool:
    """Whether all that keeps a monster from being destroyed by battle does so a number of times and has done it."""
    state = s.at_calculation().state
    shields = state.acts_on(lying, "protect-from-battle")
    return bool(shields) and all(state.is_used_up(a, lying) for a in shields)


def lost_the_battle(s: Situation, lying: CardOnTable) -> bool | None:
    """Whether damage has been calculated and the battle destroys this monster; None where the table does not tell."""
    battle = s.question.table.battle
    if battle is None or not battle.calculated:
        return False
    roles = (("attacker", "attacker"), ("target", "defender"))
    role = next((word for word, end in roles if fighter(s, end) is lying), "")
    if not role:
        return False
    outcome = s.book.settled("battle-destruction", s.at_calculation(), role)
    return outcome == "destroyed" if outcome else None


def is_certain(s: Situation, lying: CardOnTable) -> bool | None:
    """Whether a monster on the field is certain to be destroyed by battle; None where the table does not tell."""
    battle = s.question.table.battle
    if battle is None or not battle.calculated:
        return False
    return lost_the_battle(s, lying) if zone_of(s, lying) in FIELD else False
