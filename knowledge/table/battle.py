"""The battle on the table: the values two monsters fight with, what keeps one from destruction, and who has lost.

Who is destroyed is decided with the damage, by what applied then; what a beaten monster did by lying there has ended
by the time anything else is asked.
"""

from knowledge.data.cases import CardOnTable
from knowledge.table.cards import FIELD, fighter, figure, profile_of, zone_of
from knowledge.table.situation import Situation

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
    outcome = s.book.settled("battle-destruction", s.at_calculation(), role)
    return outcome == "destroyed" if outcome else None


def is_certain(s: Situation, lying: CardOnTable) -> bool | None:
    """Whether a monster on the field is certain to be destroyed by battle; None where the table does not tell."""
    battle = s.question.table.battle
    if battle is None or not battle.calculated:
        return False
    return lost_the_battle(s, lying) if zone_of(s, lying) in FIELD else False
