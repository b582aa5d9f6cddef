"""ATK/DEF questions: the calculation with the desk's card profiles at hand."""

from typing import Any

from knowledge.desk import Desk
from knowledge.stats import Request, answer_of, calculate, load_rulebook
from service.lookup import card_by_name


def stats_answer(desk: Desk, request: Request) -> dict[str, Any]:
    """The values after every step, with reasons."""
    rulebook = load_rulebook()
    return answer_of(calculate(request, rulebook.last_order, lambda name: card_by_name(desk, name)), rulebook)
