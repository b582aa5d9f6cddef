"""Whether what may be activated comes to nothing: for what is in force, or for another link at the same monster."""

from typing import Any

from knowledge.data.cases import CardOnTable, Table
from knowledge.data.profile import Card, Effect, Filter, Side, number_of
from knowledge.desk import Answer, Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.play import read_scenario
from knowledge.problems import BadInput
from knowledge.questions.asked import Asked
from knowledge.questions.outcomes.asked_outcomes import Answering
from knowledge.questions.said_back import names_of, sentence
from knowledge.questions.told.statements import field_zone, on_the_field
from service.answers.ask_card import strangers_among
from service.answers.ask_frame import frame, lexicon_for

_APPLYING, _NEGATION = "effect-applies", "effect-negated"
_LEAVING = ("tribute", "send-to-gy", "banish", "return-to-", "discard")
# ways in which a card is not on the field any more, or was not there
_GONE = (
    "left-field", "sent-to-gy", "destroyed", "banished", "returned", "tributed",
    "used-as-material", "detached", "discarded", "added", "drawn",
)  # fmt: skip


def carried_out_in_vain(desk: Desk, asked: Asked, judged: Answer) -> str:
    """`X is in force; can Y still destroy something`: whether what Y would do is negated: yes, perhaps, or no.

    Asked only where the deed is asked for and not the activation.
    """
    cast = asked.cast
    if cast is None or not asked.does or asked.card is None:
        return "no"
    here = cast.asked_items
    bare = any(i.has("activate", "respond") and i.phrase and not i.phrase.does for i in here)
    return "no" if bare else negated_as_it_resolves(desk, asked, judged)


def negated_as_it_resolves(desk: Desk, asked: Asked, judged: Answer) -> str:
    """Whether what is told to be in force negates what is activated, of an effect that resolves while its card lies
    there: yes, perhaps, or no."""
    deciding = judged.deciding
    if deciding is None or asked.card is None or not asked.in_force:
        return "no"
    effect, of_monster = deciding.effect, asked.card.type.startswith("Monster")
    trigger = effect.trigger
    awaited = trigger.events if trigger is not None and trigger.subject == "self" else ()
    stays = not any(event.startswith(_GONE) for event in awaited) and "gy" not in effect.zones
    stays = stays and (not effect.zones or "monster-zone" in effect.zones)
    leaves = any(act.act.startswith(_LEAVING) and (of_monster or act.what == "self") for act in effect.cost)
    if (of_monster and not stays) or leaves or asked.zone not in ("", "field"):
        return "no"
    lying = tuple(on_the_field(card, "opponent") for card in asked.in_force)
    own = on_the_field(asked.card, "own")
    table, strangers = Table(self=own, cards=lying), strangers_among(desk, [asked.card, *asked.in_force])
    found = desk.matter(_NEGATION, asked.card, effect, at="main1", turn="own", table=table, strangers=strangers)
    known = all(desk.book.has_profile(card) for card in asked.in_force)
    if found.verdict == "no":
        return "yes" if known and comes_to_nothing(desk, asked.card, effect, table) == "yes" else "no"
    return "yes" if found.verdict == "yes" and known else "perhaps"


def comes_to_nothing(desk: Desk, card: Card, effect: Effect, table: Table) -> str | None:
    """Whether what lies there keeps an effect from applying that would apply without it; nothing where that is open."""
    strangers = strangers_among(desk, [card])
    with_them, alone = (
        desk.matter(_APPLYING, card, effect, at="main1", turn="own", table=there, strangers=strangers).verdict
        for there in (table, Table(self=table.self))
    )
    return {"no": "yes", "yes": "no"}.get(with_them) if alone == "yes" else None


_FIRST, _SECOND, _PREY = "first", "second", "prey"
_MONSTER = ("monster", "effect")
_DOES = {"negated": "negate-effect", "destroyed": "destroy", "resolves": ""}  # what is asked of the one aimed at
_FATES = {"carried-out": "yes", "without-effect": "no"}


def at_one_target(desk: Desk, asked: Asked, told: Answering, thing: str, asks: int) -> AskAnswer | None:
    """The answer where the second link can be aimed only at what the first is aimed at; nothing where it may be aimed
    at the first itself. `asks`: where the question begins."""
    first, second = _one(told.first.activated_effects), _one(told.second.activated_effects)
    named = [i for i in (asked.cast.items if asked.cast else ()) if i.named and i.named.card is told.first]
    itself = thing != "resolves" and any(asked.places[i.start] >= asks for i in named)
    if first is None or second is None or told.third is not None or thing not in _DOES or itself:
        return None
    if not second.targets or (not first.targets and thing != "destroyed"):
        return None
    if _DOES[thing] and not any(act.act == _DOES[thing] for act in first.does):
        return None
    aim, at = first.targets[0] if first.targets else Filter(zones=("monster-zone",)), second.targets[0]
    zone = aim.zones[0] if aim.zones else "monster-zone"
    side: Side = "opponent" if aim.side == "opponent" else "own" if aim.side == "own" else _seen(at.side)
    prey = CardOnTable(called=_PREY, side=side, zone=zone, type=_MONSTER, position=_position(zone))
    lies = CardOnTable(card=told.first.names.zh, called=_FIRST, zone=_where(told, first), side="own")
    strangers = strangers_among(desk, [told.first, told.second])
    table = desk.table(Table(cards=(prey, lies)), strangers=strangers)
    aimed = table.fits(prey, aim, ignore=("side", "other")) != "no" and table.fits(prey, at, ignore=("side",)) != "no"
    if not aimed or table.fits(lies, at, ignore=("side",)) != "no":
        return None
    cards: list[dict[str, Any]] = [
        {"card": told.first.names.zh, "called": _FIRST, "zone": lies.zone},
        {"card": told.second.names.zh, "called": _SECOND, "side": "opponent", "zone": _where(told, second)},
        {"called": _PREY, "side": side, "zone": zone, "type": [*_MONSTER]}
        | ({"position": "attack"} if zone == "monster-zone" else {}),
    ]
    steps = [
        {"activate": f"{_FIRST}/{number_of(first)}", "assume": True} | ({"targets": [_PREY]} if first.targets else {}),
        {"activate": f"{_SECOND}/{number_of(second)}", "by": "opponent", "assume": True, "targets": [_PREY]},
        {"pass": "both"},
    ]
    try:
        played = desk.scenario(read_scenario({"cards": cards, "steps": steps}), strangers)
    except BadInput:
        return None
    fates = played.steps[-1].fates
    verdict = _FATES.get(fates.get(_FIRST, "")) if fates.get(_SECOND) == "carried-out" else None
    if not first.targets and verdict is not None:
        verdict = "yes" if played.answers["destroyed"].get(_PREY) else "no"
    if verdict is None or any(step.not_simulated for step in played.steps):
        return None
    key = "shared-target" if first.targets else "swept"
    parts = {"card": names_of(told.first), "other": names_of(told.second)}
    answer = frame(desk, asked, verdict, sentence(lexicon_for(desk), f"{key}.{verdict}", **parts))
    answer["question"] |= {"kind": "outcome", "card": card_identity(told.first)}
    answer["assumed"] = [sentence(lexicon_for(desk), "assumed.shared-target", **parts)]
    return answer


def _one(effects: list[Effect]) -> Effect | None:
    """The one activated effect of a card, where it has one target at most and was read whole."""
    return effects[0] if len(effects) == 1 and _plain(effects[0]) else None


def _plain(effect: Effect) -> bool:
    return len(effect.targets) < 2 and not (effect.unread or effect.unread_deeds or effect.choices)


def _where(told: Answering, effect: Effect) -> Any:
    card = told.first if effect in told.first.effects else told.second
    if not card.type.startswith("Monster"):
        return field_zone(card)
    return "monster-zone" if "monster-zone" in effect.zones or not effect.zones else effect.zones[0]


def _position(zone: str) -> Any:
    return "attack" if zone == "monster-zone" else None


def _seen(side: str | None) -> Side:
    """Whose the target of the second link is, seen by the one who made the first."""
    return "own" if side == "opponent" else "opponent"
