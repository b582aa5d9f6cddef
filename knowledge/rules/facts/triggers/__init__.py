"""Facts about effects set off by an event.

events   what has just happened, and whether it is what the text names
order    the place of a trigger in the chain of its moment
state    the card itself: where it came from, and how that stands to the event
"""

from collections.abc import Callable
from typing import Any

from knowledge.rules.facts.triggers import events, order, state
from knowledge.table.situation import Situation

FACTS: dict[str, Callable[[Situation], Any]] = {**events.FACTS, **order.FACTS, **state.FACTS}
