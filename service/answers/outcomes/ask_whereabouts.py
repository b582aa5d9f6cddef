"""Where cards end up that would go to the GY, beside a card told that sends them elsewhere: it is played."""

from itertools import product
from typing import Any

from knowledge.data.profile import CARD_KINDS, Card
from knowledge.data.yaml_files import rulings_folder
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.play import read_scenario
from knowledge.problems import BadInput
from knowledge.questions.asked import Asked
from knowledge.questions.cast import Item, side_before
from knowledge.questions.outcomes.asked_outcomes import outcome_words_of
from knowledge.questions.outcomes.words_used import Used
from knowledge.questions.said_back import joined, names_of, sentence
from knowledge.questions.told.described_cards import thing_told
from knowledge.questions.told.statements import field_zone
from service.answers.ask_card import applying, strangers_among
from service.answers.ask_frame import frame, lexicon_for

_ELSEWHERE, _ONES_OWN = "redirect-to-banish", ("self", "battled", "equipped", "target")
_TO_THE_GY = ("destroy", "sent-to-gy", "tributed", "discarded", "used-as-material")
_MORE = frozenset(("respond", "chains", "chains-own", "attack", "cannot", "again", "often"))
_BATTLE = "battle"
_MOVED, _SIDES = "moved", ("own", "opponent")
_TOLD = frozenset(("card", "thing", "events", "told", "activation", "place", "zone", "position", "face", "does"))


def whereabouts(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where cards of some kind, or one card, are asked to go to the GY; nothing where that is not asked."""
    words, cast = outcome_words_of(rulings_folder()), asked.cast
    found = words.whereabouts_asked(asked.text) if cast is not None and asked.doubt is None else None
    closing = [card for card in asked.cards if _closes(desk, card)] if found else []
    others = [card for card in asked.cards if card not in closing]
    if cast is None or found is None or not closing or len(others) > 1 or cast.marks & _MORE:
        return None
    things = [i for i in cast.items if (thing := thing_told(i)) and thing.kind != "room"]
    events = {event for i in cast.items if i.phrase for event in (*i.phrase.events, *i.phrase.told)}
    lying = [i for i in cast.items if i.named and i.named.card in closing]
    told = things or others or (events and all(item.role == "in-force" for item in lying))
    if not told or not all(event.startswith(_TO_THE_GY) for event in events):
        return None
    if any(not card.type.startswith("Monster") for card in others):
        return None  # what it does, or what is done to it, is another matter
    if any(e.unread for card in (*closing, *others) for e in card.effects):
        return None
    moved = [i for i in cast.items if i.named and i.named.card in others] or things
    sides = [side for i in moved if (side := side_before(cast, i))]
    kinds = [""] if others else _kinds(things, in_battle=any(_BATTLE in event for event in events))
    ways = product([side] if (side := _side_of(asked, lying[0])) else _SIDES, sides[-1:] or _SIDES, kinds)
    went = {_went(desk, closing, others, *way) for way in ways}
    asks, (start, end) = found
    if len(went) != 1 or not went <= {"gy", "banished", "gone"}:
        return None
    [place] = went
    asked.used, asked.missing = Used(((start, len(asked.text)),), _TOLD), ""
    asked.not_understood = [word for word in words.left_over(asked.not_understood) if not start <= word[0] <= end]
    verdict = None if asks == "where" else "yes" if place == asks else "no"
    said = sentence(lexicon_for(desk), f"whereabouts.{place}", cards=joined([names_of(card) for card in closing]))
    answer = frame(desk, asked, verdict, said)
    answer["question"] |= {"kind": "outcome", "card": card_identity((*others, *closing)[0])}
    return answer


def _closes(desk: Desk, card: Card) -> bool:
    """Whether a card, by lying there, sends others elsewhere than to the GY."""
    return any(one.act.act == _ELSEWHERE and one.act.what not in _ONES_OWN for one in applying(desk, card))


def _side_of(asked: Asked, item: Item) -> str:
    return asked.in_force_of.get(item.who, "") or (side_before(asked.cast, item) if asked.cast else "")


def _kinds(things: list[Item], *, in_battle: bool) -> list[str]:
    """What is moved: a monster, a spell or a trap; each of them where only cards are spoken of."""
    told = [thing for i in things if (thing := thing_told(i))]
    if any("token" in thing.type for thing in told):
        return ["token"]
    if in_battle:
        return [CARD_KINDS[0]]
    return [kind for kind in CARD_KINDS if any(thing.kind == kind for thing in told)] or [*CARD_KINDS]


def _went(desk: Desk, closing: list[Card], others: list[Card], side: str, owner: str, kind: str) -> str:
    """Where the card is once it was sent to the GY; empty where that was not played to its end."""
    lies = [{"card": card.names.zh, "side": side, "zone": field_zone(card)} for card in closing]
    moved: dict[str, Any]
    if others:
        moved = {"card": others[0].names.zh, "zone": field_zone(others[0])}
    else:
        kinds = ["monster", "token"] if kind == "token" else [kind]
        moved = {"type": kinds, "zone": "spell-zone" if kind in ("spell", "trap") else "monster-zone"}
    table = [*lies, {**moved, "called": _MOVED, "side": owner}]
    step = {"happens": {"event": "sent-to-gy", "card": _MOVED}}
    try:
        played = desk.scenario(
            read_scenario({"cards": table, "steps": [step]}), strangers_among(desk, closing + others)
        )
    except BadInput:
        return ""
    return "" if played.steps[-1].not_simulated else str(played.answers["zone"].get(_MOVED, ""))
