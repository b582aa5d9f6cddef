"""ATK/DEF questions: a request in any shape → the door, with the cards its steps name."""

from knowledge.desk import Desk
from knowledge.explanation.answer_records import StatsAnswer
from knowledge.explanation.stats_answer import stats_answer
from knowledge.stats import Request
from service.lookup import card_by_name


def stats_shown(desk: Desk, request: Request) -> StatsAnswer:
    """The values after every step, with reasons, and where the law of another day gives other values."""
    return stats_answer(desk, request, lambda name: card_by_name(desk, name))
