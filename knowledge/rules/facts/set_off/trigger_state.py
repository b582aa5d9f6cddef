"""Facts about the card whose trigger is asked about: where it came from, and how that stands to the event."""

from collections.abc import Callable
from typing import Any

from knowledge.data.cases import UNKNOWN, Happening
from knowledge.table.situation import Situation


def came_by_a_negation(s: Situation) -> Any:
    """Whether the card's own summon, or its activation as a spell or trap card, was negated before it moved on."""
    table = s.question.table
    told = [*table.earlier, *table.happened]
    return ("yes" if any(_negates_it(s, h) for h in told) else "no") if told else UNKNOWN


def _negates_it(s: Situation, h: Happening) -> bool:
    if h.card != "self":
        return False
    is_card = not s.card.type.startswith("Monster") and h.effect in (None, "", 0)
    return h.event == "summon-negated" or (h.event == "activation-negated" and is_card)


FACTS: dict[str, Callable[[Situation], Any]] = {"came-by-a-negation": came_by_a_negation}
