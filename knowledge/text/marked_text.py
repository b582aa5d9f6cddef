"""A card's text with what the reader found in it: which stretch is paid, which is aimed at, which is done."""

from itertools import accumulate, pairwise
from typing import NamedTuple

import msgspec

from knowledge.text.answer import speed_read
from knowledge.text.card_reading import CardReading, EffectReading, Language
from knowledge.text.grammar import Wording, wording_of

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
