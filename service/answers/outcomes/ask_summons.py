"""May a monster of some kind come out while a card lets only one kind lie face-up: judged on the table told."""

from typing import Any

from knowledge.data.cases import CardOnTable, Table
from knowledge.data.folder import rulings_folder
from knowledge.data.profile import Card
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.reason_tree import because_of
from knowledge.problems import BadInput
from knowledge.questions.asked import Asked
from knowledge.questions.outcomes.asked_outcomes import outcome_words_of
from knowledge.questions.roles import Item, side_before
from knowledge.questions.said_back import names_of, sentence
from knowledge.questions.told.statements import on_the_field
from service.answers.ask_card import applying, strangers_among
from service.answers.ask_frame import frame, lexicon_for

_GATE = "may-be-summoned"
_COMING = "coming"
_ONE_KIND = ("more-than-one-attribute-face-up", "more-than-one-race-face-up", "two-of-the-same-race-face-up")


def summon_of_a_kind(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where such a card is told, what lies on one's field, and what would come there; else nothing."""
    cast = asked.cast
    if cast is None:
        return None
    here = [i for i in cast.items if i.part == cast.asked_part()]
    comes = [i for i in here if _is_a_kind(i) or _is_a_monster(i)]
    there = [i for i in cast.items if i.part != cast.asked_part() and (_is_a_kind(i) or _is_a_monster(i))]
    theirs = [i for i in there if side_before(cast, i) == "opponent"]
    words = outcome_words_of(rulings_folder())
    summons = words.summons.search(asked.text[asked.places[here[0].start] :].lower()) if here else None
    if not summons or len(comes) != 1 or not there or theirs or any(i.has("respond") for i in here):
        return None
    limits = [card for card in asked.cards if _limits_kinds(desk, card)]
    if len(limits) != 1:
        return None
    lying = [on_the_field(limits[0]), *(_laid(item, f"there-{n}") for n, item in enumerate(there))]
    table = Table(cards=(*lying, _laid(comes[0], _COMING, "hand")))
    try:
        judged = desk.matter(
            _GATE, about=_COMING, at="main1", turn="own", table=table, strangers=strangers_among(desk, asked.cards)
        )
    except (BadInput, LookupError):
        return None
    if judged.verdict not in ("yes", "no"):
        return None
    asked.not_understood = words.left_over_of_acts(asked.not_understood)
    asked.not_placed, asked.open_words, asked.aside = [], [], []
    said = sentence(lexicon_for(desk), f"summon-of-a-kind.{judged.verdict}", card=names_of(limits[0]))
    answer = frame(desk, asked, judged.verdict, said)
    answer["because"] = [n for d in judged.deciding.judgement.decisions if d.outcome for n in because_of(desk.book, d)]
    answer["question"] |= {"kind": "outcome", "card": card_identity(limits[0])}
    return answer


def _limits_kinds(desk: Desk, card: Card) -> bool:
    return any(a.act.to in _ONE_KIND for a in applying(desk, card))


def _is_a_kind(item: Item) -> bool:
    thing = item.phrase.thing if item.phrase else None
    return thing is not None and bool(thing.attribute or thing.race)


def _is_a_monster(item: Item) -> bool:
    return item.named is not None and item.named.card.type.startswith("Monster")


def _laid(item: Item, handle: str, zone: str = "monster-zone") -> CardOnTable:
    stands: dict[str, Any] = {"position": "attack"} if zone == "monster-zone" else {}
    if item.named is not None:
        return CardOnTable(card=item.named.card.names.zh, called=handle, zone=zone, **stands)  # type: ignore[arg-type]
    thing = item.phrase.thing if item.phrase else None
    assert thing is not None
    return CardOnTable(called=handle, zone=zone, attribute=thing.attribute or None, race=thing.race or None, **stands)  # type: ignore[arg-type]
