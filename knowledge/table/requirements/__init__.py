"""Printed conditions: whether the table meets what a text asks for, seen from the card that prints it.

The answer is yes, no, or unknown where the table is silent. What is then taken as so follows one rule: what nobody
mentions is not there, and what cannot be seen on a table is no bar.

cards_in_places  what lies there: cards in their places, hands, life points, positions, counters, materials
happenings       the battle going on; what happened before, and in what way
"""

from collections.abc import Callable

from knowledge.data.cases import UNKNOWN, CardOnTable
from knowledge.data.profile import Requirement
from knowledge.table.cards import every_card
from knowledge.table.filters import perhaps
from knowledge.table.requirements import cards_in_places, happenings
from knowledge.table.requirements.cards_in_places import PLACES, asks_for_none, described
from knowledge.table.requirements.happenings import BATTLES, attack_declared, summons_meant
from knowledge.table.situation import Situation, Truth, one_holds

__all__ = ["MET", "PLACES", "UNREAD", "attack_declared", "met", "summons_meant", "taken_as_met"]

UNREAD = "unread"  # a condition the text reader could not read is nobody's to assume
_AS_IT_RESOLVES = ("called-wrong", "was-done", "was-not-done", "moved-was", "atk-became-0")
_NEVER_MENTIONED = ("has-material", "has-counter", "no-counter", "equipped", "summoned-this-turn", "just-summoned")


def met(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether a condition holds in the text of this card, which a player of this side controls."""
    answer = MET.get(printed.is_)
    return answer(s, printed, source, side) if answer else UNKNOWN


def taken_as_met(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> bool:
    """What is made of a condition of a card that lies there where the table does not tell."""
    if printed.is_ == UNREAD:
        return s.stated.get("unread.applies") == "yes" or s.question.table.known.get("unread.applies") == "yes"
    if printed.is_ in _NEVER_MENTIONED or printed.is_ in BATTLES:
        return False
    if printed.is_ == "any-of":
        return any(taken_as_met(s, one, source, side) for one in printed.among)
    if printed.is_ in PLACES and not asks_for_none(printed):
        return any(perhaps(s, c, described(printed), side, source=source) for c in every_card(s))
    return True


def _any_of(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    answers = [met(s, one, source, side) for one in printed.among]
    return one_holds(answers)


MET: dict[str, Callable[[Situation, Requirement, CardOnTable | None, str], Truth]] = {
    **cards_in_places.MET,
    **happenings.MET,
    "any-of": _any_of,
    **dict.fromkeys(_AS_IT_RESOLVES, lambda s, printed, source, side: UNKNOWN),  # it shows as it resolves
    "aims-at": lambda s, printed, source, side: "yes",  # it describes whom the act is about, and each card is asked
}
