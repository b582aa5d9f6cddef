"""The facts rules may ask about: one small function each, by the id it has in `rulings/facts/`.

Every module of this package has a table `FACTS`: id of the fact → function of the situation. A table `MADE_SO` beside
it tells for some facts what on the table made them so: names of cards, ids of printed conditions or moments.

of_effect   what the profile of the effect says
of_moment   window, turn, chain
of_table    zones and faces on the table
of_locks    prohibitions in force, always or on a condition
of_conditions  the conditions a text prints
of_happenings  what has just happened, as far as it sets an effect off
of_limits   activations that count against a limit
of_costs    whether costs can be paid
of_targets  what may be targeted, what an answered activation targets
of_battle   the battle going on and what it counts as
of_attacks  an attack proposed: what forbids it, which attacks are left
of_attack_course      an attack declared: whether it goes on, whether its target is chosen again
of_attack_grants      effects that let a monster attack again or directly
of_attack_activation  activations around the battle phase: effects that need one, oaths
of_damage_step  the course of the damage step: windows named, battles stopped or cut short
of_negation     effects that a battle negates
of_calculation  damage, certain destruction, checks of ATK and DEF at damage calculation
of_parts    one part of an effect as it resolves
of_deeds    what an effect would do: forbidden, without room, with nothing to do it to
"""

import importlib
import pkgutil
from collections.abc import Callable
from typing import Any

DERIVED: dict[str, Callable[[Any], Any]] = {}
MADE_SO: dict[str, Callable[[Any], tuple[str, ...]]] = {}
for _name in sorted(m.name for m in pkgutil.iter_modules(__path__)):
    _module = importlib.import_module(f"{__name__}.{_name}")
    DERIVED.update(_module.FACTS)
    MADE_SO.update(getattr(_module, "MADE_SO", {}))
