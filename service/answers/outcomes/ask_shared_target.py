"""Two links aimed at the same monster: whether the first still does what it would, once the second has resolved."""

from typing import Any

from knowledge.data.cases import CardOnTable, Table
from knowledge.data.profile import Effect, Filter, Side, number_of
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.play import read_scenario
from knowledge.problems import BadInput
from knowledge.questions.asked import Asked
from knowledge.questions.outcomes.asked_outcomes import Answering
from knowledge.questions.said_back import names_of, sentence
from knowledge.questions.told.statements import field_zone
from service.answers.ask_card import strangers_among
from service.answers.ask_frame import frame, lexicon_for

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
