"""Monsters that damage calculation has made certain to be destroyed by battle, and that still lie on the field."""

from knowledge.data.cases import CardOnTable
from knowledge.table.cards import FIELD, zone_of
from knowledge.table.in_play import fighter
from knowledge.table.situation import Situation


def may_be_certain(s: Situation) -> bool:
    """Whether a destruction by battle can be certain by now: damage is calculated, or the moment is not told."""
    over = ("", "damage.calculation", "damage.after", "damage.end")
    return s.question.table.battle is not None or s.question.window in over


def lost_the_battle(s: Situation, lying: CardOnTable) -> bool | None:
    """Whether damage has been calculated and the battle destroys this monster; None where the table does not tell."""
    battle = s.question.table.battle
    if battle is None or not battle.calculated:
        return False
    roles = (("attacker", "attacker"), ("target", "defender"))
    role = next((word for word, end in roles if fighter(s, end) is lying), "")
    if not role:
        return False
    outcome = s.book.settled("battle-destruction", s, role)
    return outcome == "destroyed" if outcome else None


def is_certain(s: Situation, lying: CardOnTable) -> bool | None:
    """Whether a monster on the field is certain to be destroyed by battle; None where the table does not tell."""
    battle = s.question.table.battle
    if battle is None or not battle.calculated:
        return False
    return lost_the_battle(s, lying) if zone_of(s, lying) in FIELD else False
