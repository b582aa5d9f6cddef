"""Facts about effects set off by an event.

trigger_events   what has just happened, and whether it is what the text names
trigger_order    the place of a trigger in the chain of its moment
trigger_state    the card itself: where it came from, and how that stands to the event
"""

from collections.abc import Callable
from typing import Any

from knowledge.rules.facts.set_off import trigger_events, trigger_order, trigger_state
from knowledge.table.situation import Situation

FACTS: dict[str, Callable[[Situation], Any]] = {**trigger_events.FACTS, **trigger_order.FACTS, **trigger_state.FACTS}
