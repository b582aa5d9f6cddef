"""ATK/DEF questions: the calculation with the desk's card profiles at hand, by the law of a day."""

from typing import Any

from knowledge.desk import Desk
from knowledge.stats import Request, answer_of, load_rulebook
from service.answers.law import differing
from service.lookup import card_by_name


def stats_answer(desk: Desk, request: Request) -> dict[str, Any]:
    """The values after every step, with reasons, and where the law of another day gives other values."""
    answer = answer_of(desk.values(request, lambda name: card_by_name(desk, name)), load_rulebook())
    answer["law"] = {"differs": differing(desk, _values(desk, request), lambda other: _values(other, request), {})}
    return answer


def _values(desk: Desk, request: Request) -> str:
    """The values the monster ends with, as a word."""
    final = desk.values(request, lambda name: card_by_name(desk, name)).final
    return "/".join("-" if value is None else str(value) for value in (final.atk, final.defence))
