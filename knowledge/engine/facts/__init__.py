"""The facts rules may ask about: one small function each, by the id it has in facts.yaml.

of_effect   what the profile of the effect says
of_moment   window, turn, chain
of_table    zones, costs, targets, limits on the table
of_battle   the battle going on and what it counts as
"""

from collections.abc import Callable
from typing import Any

from knowledge.engine.facts import of_battle, of_effect, of_moment, of_table

DERIVED: dict[str, Callable[[Any], Any]] = {
    **of_effect.FACTS,
    **of_moment.FACTS,
    **of_table.FACTS,
    **of_battle.FACTS,
}
