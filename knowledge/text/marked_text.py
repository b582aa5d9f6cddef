"""A reading as plain data, and a card's text marked with what the reader found in it."""

from collections.abc import Callable
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import msgspec

from knowledge.data.profile import Action, Effect
from knowledge.text.card_reading import CardReading, EffectReading, Language
from knowledge.text.grammar import Wording, wording_of
from knowledge.text.printer import printed

MARKS = ("cost", "targets", "does")
_AROUND = " \n\r\t，,、。.;；:：●•"
_PHRASE_ENDS = (";", ", then", ".", "\n")


class Piece(NamedTuple):
    """A stretch of text; what it is, if anything; and the effect that begins with it, by its place in the reading."""

    text: str
    mark: str
    begins: int | None


class MarkedText(msgspec.Struct, frozen=True, array_like=True):
    """What of a card's text is marked as what, without the text itself: so it is kept beside it."""

    effects: tuple[tuple[int, str, str, int | None], ...]  # number, part, kind and speed of each, as read
    text: tuple[tuple[int, str, int | None], ...]  # how long each piece is, what it is, and the effect it begins
    pendulum: tuple[tuple[int, str, int | None], ...] = ()


def marks_of(text: str, scale: str, reading: CardReading, card_type: str, lang: Language) -> MarkedText:
    """What a text, and the scale text where it is kept apart, is marked with."""
    effects = [(e.number, e.part, e.kind, speed_read(e, card_type)) for e in (read.effect for read in reading.effects)]
    shown = marked(text, reading, lang, pendulum=False if scale else None)
    above = marked(scale, reading, lang, pendulum=True) if scale else []
    return MarkedText(tuple(effects), _lengths(shown), _lengths(above))


def _lengths(pieces: list[Piece]) -> tuple[tuple[int, str, int | None], ...]:
    return tuple((len(piece.text), piece.mark, piece.begins) for piece in pieces)


def pieces_of(text: str, marks: tuple[tuple[int, str, int | None], ...]) -> list[Piece]:
    """A text in the pieces its marks were kept for."""
    ends = accumulate(length for length, _, _ in marks)
    return [Piece(text[end - n : end], mark, begins) for (n, mark, begins), end in zip(marks, ends, strict=True)]


def marked(text: str, reading: CardReading, lang: Language, *, pendulum: bool | None = None) -> list[Piece]:
    """The whole text in pieces; `pendulum` tells which effects stand in it where the scale text is kept apart."""
    wording = wording_of(lang)
    labels = [""] * len(text)
    begins: dict[int, int] = {}
    for place, read in enumerate(reading.effects):
        if pendulum is not None and (read.effect.part == "pendulum") is not pendulum:
            continue
        begins.setdefault(min(read.text_span[0], len(text)), place)
        for mark, start, end in _stretches(text, read, wording):
            labels[start:end] = [mark] * (end - start)
    _bare_edges(text, labels)
    return _pieces(text, labels, begins)


def _stretches(text: str, read: EffectReading, wording: Wording) -> list[tuple[str, int, int]]:
    """What to mark, wide stretches first, so that a target inside the cost stays a target."""
    found = {mark: read.spans[mark] for mark in MARKS if mark in read.spans}
    if not read.effect.is_activated:
        found = {}  # what is not activated has no cost, target and resolution
    if wording.punctuated and "targets" in found:
        found["targets"] = (found["targets"][0], _phrase_end(text, *found["targets"]))
    if "cost" in found:
        start, end = found["cost"]
        if wording.punctuated:
            start = text.rfind(":", start, max(start, end - 1)) + 1 or start  # a condition before a colon is no cost
        found["cost"] = (start, end)
        rest = _without(text, (start, end), found.get("targets"))
        if not wording.has("act", rest.lower() if wording.lower_case else rest):
            del found["cost"]  # only a target is chosen there
    return sorted(((mark, *stretch) for mark, stretch in found.items()), key=lambda t: t[1] - t[2])


def _phrase_end(text: str, start: int, end: int) -> int:
    places = [place for stop in _PHRASE_ENDS if (place := text.find(stop, max(start, end - 1))) >= 0]
    return min(places, default=end)


def _without(text: str, whole: tuple[int, int], part: tuple[int, int] | None) -> str:
    if part is None:
        return text[slice(*whole)]
    return text[whole[0] : max(whole[0], part[0])] + text[min(whole[1], part[1]) : whole[1]]


def _bare_edges(text: str, labels: list[str]) -> None:
    """Marks begin and end with a word: punctuation and spaces at their edges are left bare."""
    for places in (range(len(text)), range(len(text) - 1, -1, -1)):
        before = ""
        for n in places:
            if labels[n] and labels[n] != before and text[n] in _AROUND:
                labels[n] = ""
            before = labels[n]


def _pieces(text: str, labels: list[str], begins: dict[int, int]) -> list[Piece]:
    cuts = sorted({0, len(text), *begins, *(n for n in range(1, len(text)) if labels[n] != labels[n - 1])})
    return [Piece(text[start:end], labels[start], begins.get(start)) for start, end in pairwise(cuts) if start < end]


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
    done = effect.every_act
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
