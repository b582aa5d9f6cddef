"""ATK/DEF questions: the calculation with the desk's card profiles at hand, by the law of a day."""

from typing import Any

from knowledge.desk import Desk
from knowledge.explanation.other_days import differing
from knowledge.stats import Calculation, Request, answer_of, load_rulebook
from service.lookup import card_by_name


def stats_answer(desk: Desk, request: Request) -> dict[str, Any]:
    """The values after every step, with reasons, and where the law of another day gives other values."""
    answer = answer_of(_made(desk, request), load_rulebook())
    differs = differing(desk, _values(desk, request), lambda other: _values(other, request), {},
                        lambda other: _rules(other, request))  # fmt: skip
    answer["law"] = {"differs": differs}
    return answer


def _made(desk: Desk, request: Request) -> Calculation:
    return desk.values(request, lambda name: card_by_name(desk, name))


def _rules(desk: Desk, request: Request) -> set[str]:
    """The rules the calculation was made with."""
    return {reason.rule for values in _made(desk, request).values for reason in values.reasons}


def _values(desk: Desk, request: Request) -> str:
    """The values the monster ends with, as a word."""
    final = _made(desk, request).final
    return "/".join("-" if value is None else str(value) for value in (final.atk, final.defence))
