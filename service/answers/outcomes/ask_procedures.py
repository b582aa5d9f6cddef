"""May a monster come out in the way its own text prints, on the table told."""

import msgspec

from knowledge.data.cases import CardOnTable, Table
from knowledge.data.profile import Action, Card, Effect
from knowledge.desk import Desk, TableAnswer
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.problems import BadInput
from knowledge.questions.asked import Asked
from knowledge.questions.forms import form_of
from knowledge.questions.said_back import names_of, sentence
from service.answers.ask_card import strangers_among, table_given
from service.answers.ask_frame import frame, lexicon_for

_COMES = "special-summon-self"
_GATE = "procedure-may-be-used"
_BARS = "forbid-"  # acts of a way that take nothing from the table
_ACT, _BY_A_WAY = "player-act", "special-summon-by-procedure"


def procedure(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where it is asked whether a monster that prints a way to come out may do so; else nothing."""
    card = asked.card
    if asked.kind != "can" or card is None or asked.cast is None:
        return None
    if asked.missing or asked.answered or asked.events or asked.aside:
        return None
    here = asked.cast.in_part(asked.cast.asked_part())
    ways = [e for e in card.effects_of("summoning") if any(act.act == _COMES for act in e.does)]
    comes = any(i.phrase and _COMES in i.phrase.does for i in here)
    pays = bool(asked.does) and any(act.act.startswith(asked.does) for e in ways for act in e.cost)
    if not (comes or (pays and not _activated_so(card, asked.does))) or any(i.has("respond") for i in here):
        return None
    by_effect = [e for e in card.effects if e.kind != "summoning" and any(act.act == _COMES for act in e.does)]
    if len(ways) != 1 or by_effect or not desk.book.has_profile(card):
        return None
    verdict = _verdict(desk, asked, ways[0])
    if verdict is None:
        return None
    said = sentence(lexicon_for(desk), f"procedure.{verdict}", card=names_of(card))
    answer = frame(desk, asked, verdict, said)
    answer["question"] |= {"kind": "outcome", "card": card_identity(card)}
    return answer


def _activated_so(card: Card, acts: tuple[str, ...]) -> bool:
    """Whether an effect that is activated does or pays one of these things."""
    effects = card.activated_effects
    return any(act.act.startswith(acts) for e in effects for act in (*e.does, *e.cost))


def _verdict(desk: Desk, asked: Asked, way: Effect) -> str | None:
    assert asked.card is not None
    named = [asked.card]
    try:
        table = table_given(desk, form_of(desk.book, asked).get("given"), None, named)
        own = table.self or CardOnTable(card=asked.card.names.zh, zone=way.zones[0] if way.zones else "hand")
        table = msgspec.structs.replace(table, self=own)
        strangers = strangers_among(desk, named)
        allowed = desk.matter(_GATE, asked.card, way, at="main1", turn="own", table=table, strangers=strangers).verdict
        act = desk.matter(_ACT, about=_BY_A_WAY, at="main1", turn="own", table=table, strangers=strangers).verdict
    except (BadInput, LookupError):
        return None
    there = desk.table(table, card=asked.card, effect=way, strangers=strangers)
    answers = [there.meets(wanted, own) for wanted in way.requires]
    if "no" in (allowed, act) or "no" in answers or _forsworn(asked, way):
        return "no"
    enough = _told_to_be_there(there, table, way)
    if not enough and way.cost and all(_told_whole(table, act) for act in way.cost):
        return "no"
    return "yes" if allowed == "yes" and None not in answers and enough else "depends"


def _told_whole(table: Table, act: Action) -> bool:
    """Whether all that lies where a demand takes its cards from is told."""
    zones = act.which.zones if act.which else ()
    side = act.which.side if act.which else None
    return bool(zones) and all(f"{side}-{zone}" in table.nothing_else_in for zone in zones)


def _forsworn(asked: Asked, way: Effect) -> bool:
    """Whether the way forbids a kind of summon for its turn, and one is told to have been made this turn."""
    made = [str(t["event"]).removesuffix("-summoned") for t in asked.told.earlier if t.get("side") == "own"]
    barred = [act.which.summoned for act in way.cost if act.act == "forbid-summon" and act.which]
    return any(kind in kinds for kinds in barred for kind in made)


def _told_to_be_there(there: TableAnswer, table: Table, way: Effect) -> bool:
    """Whether the cards told are enough for all that the way demands, none of them counted twice."""
    free = list(table.cards)
    demands = [(act.which, act.count) for act in way.cost if not act.act.startswith(_BARS)]
    fitting = [[c for c in free if which and there.fits(c, which) == "yes"] for which, _ in demands]
    for (_, count), some in sorted(zip(demands, fitting, strict=True), key=lambda told: len(told[1])):
        taken = [card for card in some if card in free][: count if isinstance(count, int) else 0]
        if not isinstance(count, int) or len(taken) < count:
            return False
        free = [card for card in free if card not in taken]
    return True
