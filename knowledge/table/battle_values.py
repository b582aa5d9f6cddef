"""The values two monsters fight with, and what keeps one of them from being destroyed."""

from knowledge.data.cases import CardOnTable
from knowledge.table.cards import figure, profile_of
from knowledge.table.in_play import (
    InPlay,
    conditions_hold,
    fighter,
    fights_with_defence,
    in_play,
    is_unaffected,
    reaches,
)
from knowledge.table.situation import Situation

ROLES = {"attacker": "attacker", "target": "defender", "defender": "defender"}


def value_of(s: Situation, role: str) -> int | None:
    """The value the attacker or the defender fights with."""
    lying = fighter(s, role)
    if lying is None:
        return None
    defends = role == "defender" and lying.position == "defence"
    stat = "defence" if defends or fights_with_defence(s, lying) else "atk"
    return original(s, lying, stat) if original_values_count(s) else figure(s, lying, stat)


def original_values_count(s: Situation) -> bool:
    """Whether an effect makes this damage calculation use original values."""
    return any(play.act.act == "calculate-with-original-values" for play in in_play(s))


def original(s: Situation, lying: CardOnTable, stat: str) -> int | None:
    """The original value: printed; for a printed "?" what the monster's own text gives, and 0 once that is negated."""
    card = profile_of(s, lying)
    printed = getattr(card, stat) if card else None
    if isinstance(printed, int):
        return printed
    if printed == "?" and is_negated(s, lying):
        return 0
    given = lying.original_atk if stat == "atk" else lying.original_defence
    return given if given is not None or card is not None else figure(s, lying, stat)


def is_negated(s: Situation, lying: CardOnTable) -> bool:
    """Whether a monster's own effects are negated, by what the table states or by an effect resolved before."""
    if lying.negated_by:
        return True
    lasting = (p for p in in_play(s) if p.lasting and p.act.act == "negate-effect" and p.act.until)
    return any(reaches(s, p, lying) and not is_unaffected(s, lying, p.card, p.side) for p in lasting)


def is_protected(s: Situation, lying: CardOnTable) -> bool:
    """Whether an effect keeps a monster from being destroyed by this battle."""
    return any(
        play.act.act == "protect-from-battle" and reaches(s, play, lying) and conditions_hold(s, play)
        for play in in_play(s)
    )


def may_attack_in_defence(s: Situation, lying: CardOnTable) -> bool:
    """Whether an effect lets a monster attack in defence position."""
    return any(play.act.act == "attack-in-defence" and reaches(s, play, lying) for play in in_play(s))


def must_be_replaced(s: Situation, lying: CardOnTable) -> InPlay | None:
    """What replaces the monster's destruction whether its player likes it or not."""
    replacing = (p for p in in_play(s) if p.act.act == "replace-destruction" and not p.act.optional)
    return next((p for p in replacing if reaches(s, p, lying) and conditions_hold(s, p)), None)
