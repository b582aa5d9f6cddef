"""A reading as plain data, in the shape the command line and the JSON interface give out."""

from collections.abc import Callable
from typing import Any

import msgspec

from knowledge.data.profile import Action, Effect
from knowledge.text.card_reading import CardReading, EffectReading
from knowledge.text.printer import printed

Judge = Callable[[Effect, str], tuple[bool, bool]]  # in the damage step outside damage calculation, and at it
SPEEDS = {"activate": 1, "ignition": 1, "trigger": 1, "quick": 2}


def answer_of(reading: CardReading, card_type: str, judge: Judge, card_id: object = None) -> dict[str, Any]:
    """The answer for one card: its effects, and whether one of them may be activated in the damage step."""
    effects = [_effect(read, card_type, judge) for read in reading.effects]
    answer: dict[str, Any] = {} if card_id is None else {"id": card_id}
    answer["effects"] = effects
    answer["damage_step"] = any(effect["windows"]["damage-step"] for effect in effects)
    answer["damage_calculation"] = any(effect["windows"]["damage.calculation"] for effect in effects)
    answer["continuous"] = [{"does": does, "reach": reach} for does, reach in reading.continuous]
    answer["unread"] = [{"part": one.part, "span": list(one.span), "text": one.text} for one in reading.unread]
    answer["unsure"] = [msgspec.to_builtins(doubt) for doubt in reading.unsure]
    return answer


def _effect(read: EffectReading, card_type: str, judge: Judge) -> dict[str, Any]:
    effect = read.effect
    in_damage_step, at_calculation = judge(effect, card_type)
    limit = effect.limit
    done = (*effect.does, *(action for choice in effect.choices for action in choice.does))
    return {
        "number": effect.number,
        "part": effect.part,
        "kind": effect.kind,
        "mandatory": effect.mandatory,
        "speed": speed_read(effect, card_type),
        "zones": list(effect.zones),
        "turn": effect.turn,
        "at": list(effect.at),
        "also": list(effect.also),
        "targets": bool(effect.targets) or any(choice.targets for choice in effect.choices),
        "cost": [_words(action) for action in effect.cost],
        "trigger": msgspec.to_builtins(effect.trigger) if effect.trigger else None,
        "responds_to": msgspec.to_builtins(effect.responds_to) if effect.responds_to else None,
        "when_or_if": read.when_or_if,
        "requires": msgspec.to_builtins(effect.requires),
        "does": [action.act for action in done],
        "limit": {"per": limit.per, "counts": limit.counts, "times": limit.times} if limit else None,
        "choices": len(effect.choices),
        "unread": list(effect.unread),
        "printed": printed(read),
        "target": msgspec.to_builtins(effect.targets),
        "costs": msgspec.to_builtins(effect.cost),
        "acts": msgspec.to_builtins(effect.does),
        "options": msgspec.to_builtins(effect.choices),
        "windows": {"damage-step": in_damage_step, "damage.calculation": at_calculation},
        "text_span": list(read.text_span),
        "spans": {field: list(span) for field, span in read.spans.items()},
    }


def _words(action: Action) -> str:
    return f"{action.act}-self" if action.what == "self" else action.act


def speed_read(effect: Effect, card_type: str) -> int | None:
    """The spell speed of an effect as it was read."""
    return effect.speed or _usual_speed(effect.kind, card_type)


def _usual_speed(kind: str, card_type: str) -> int | None:
    """The spell speed that goes with a kind; None for what is never activated."""
    if kind != "activate":
        return SPEEDS.get(kind)
    printed = card_type.lower()
    return 3 if "counter" in printed else 2 if printed.startswith("trap") or "quick" in printed else 1
