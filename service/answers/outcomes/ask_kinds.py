"""`can I activate traps under Jinzo`: may any card of a kind be activated while the cards told of are in force?"""

from collections.abc import Callable
from dataclasses import replace

from knowledge.data.profile import Card
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.questions.asked import ANY_TIME, Asked
from knowledge.questions.roles import marks_of
from knowledge.questions.said_back import joined, names_of, sentence
from service.answers.ask_card import applying
from service.answers.ask_frame import frame, lexicon_for
from service.lookup import card_by_name

_KINDS = ("spell", "trap", "monster-effect")
_FORBIDS = ("forbid-activation", "forbid-card", "forbid-other", "negate")
_MORE = frozenset(("respond", "targets", "is-cost", "often", "again", "attack", "when", "outcome"))


def activation_of_a_kind(desk: Desk, asked: Asked, judge: Callable[[Asked], str | None]) -> AskAnswer | None:
    """The answer where cards stand in for the kind and all of them come out alike; else nothing."""
    cast = asked.cast
    if cast is None or asked.kind != "can" or asked.card is not None or not asked.in_force or asked.doubt:
        return None
    here = cast.in_part(cast.asked_part())
    kinds = {i.phrase.activation for i in here if i.phrase and i.phrase.activation in _KINDS}
    in_force = {card.id for card in asked.in_force}
    if len(kinds) != 1 or {card.id for card in asked.cards} != in_force or _MORE & marks_of(here) or asked.events:
        return None
    [kind] = kinds
    alone = replace(asked, missing="", answered=None, answered_kind="", at=asked.at or ANY_TIME, assumed="always")
    verdicts = {judge(replace(alone, card=card, effect=number)) for card, number in _standing_in(desk, kind)}
    if verdicts != {"no"} and (verdicts != {"yes"} or not all(_bars_nothing(desk, card) for card in asked.in_force)):
        return None
    [verdict] = verdicts
    cards = joined([names_of(card) for card in asked.in_force])
    asked.not_placed, asked.open_words, asked.missing = [], [], ""
    answer = frame(desk, asked, verdict, sentence(lexicon_for(desk), f"kind-under.{verdict}", cards=cards))
    understood = sentence(lexicon_for(desk), "kind-under.asked", cards=cards)
    answer["question"] |= {"kind": "outcome", "card": card_identity(asked.in_force[0]), "understood": understood}
    return answer


def _standing_in(desk: Desk, kind: str) -> list[tuple[Card, int | None]]:
    named = [name.partition("/") for name in lexicon_for(desk).stand_ins[kind]]
    return [(card_by_name(desk, name), int(number) if number else None) for name, _, number in named]


def _bars_nothing(desk: Desk, card: Card) -> bool:
    """Whether a card was read to its end and keeps nobody from activating anything."""
    known = desk.book.has_profile(card) and not any(e.unread or e.unread_deeds for e in card.effects)
    return known and not any(a.act.act.startswith(_FORBIDS) for a in applying(desk, card))
