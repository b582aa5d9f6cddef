"""ATK and DEF as the contract shapes them, and where the law of another day gives other values."""

from collections.abc import Callable

from knowledge.data.profile import Card
from knowledge.desk import Desk
from knowledge.explanation.answer_records import StatsAnswer
from knowledge.explanation.other_days import differing
from knowledge.stats import Calculation, Request, answer_of, load_rulebook


def stats_answer(desk: Desk, request: Request, card_of: Callable[[str], Card]) -> StatsAnswer:
    """The values after every step, with reasons; `card_of` finds the cards the steps name."""

    def made(by: Desk) -> Calculation:
        return by.values(request, card_of)

    def rules(by: Desk) -> set[str]:
        return {reason.rule for values in made(by).values for reason in values.reasons}

    own = made(desk)

    def final(by: Desk) -> str:
        return _final(own if _is_same_by(own, desk, by) else made(by))

    differs = differing(desk, _final(own), final, {}, rules)
    return {**answer_of(own, load_rulebook()), "law": {"differs": differs}}


def _is_same_by(made: Calculation, desk: Desk, other: Desk) -> bool:
    """Whether the law of another day surely gives the same: nothing that differs between the two was looked at."""
    order, gone = load_rulebook().by(desk.book.ended)
    other_order, other_gone = load_rulebook().by(other.book.ended)
    ranked = order is other_order or made.ranked.isdisjoint(order.keys() | other_order.keys())
    return ranked and made.dated.isdisjoint(gone ^ other_gone)


def _final(made: Calculation) -> str:
    """The values the monster ends with, as a word."""
    return "/".join("-" if value is None else str(value) for value in (made.final.atk, made.final.defence))
