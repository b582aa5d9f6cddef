"""The text as the patterns expect it, cut into parts (scale and monster), numbered passages, sentences and bullets."""

import html
import re
from typing import NamedTuple

from knowledge.text.grammar import Wording

_NAME = re.compile(r"「[^「」\n]{1,80}」|\"[^\"\n]{1,60} \"[^\"\n]{1,40}\"\"|\"[^\"\n]{1,80}\"")
_ASIDE = re.compile(r"\([^()\n]{1,300}\)")
_HIDDEN_ASIDE = re.compile(r"\(□{1,300}\)\s+")


MOST_SENTENCES = 60  # four times as many as on any card


class Span(NamedTuple):
    """A stretch of text."""

    start: int
    end: int


class Sentence(NamedTuple):
    """One sentence without its full stop; bulleted sentences carry the bullet they stand under, from 1."""

    start: int
    end: int
    bullet: int


class Passage(NamedTuple):
    """What stands under one number; number 0 is what stands before the first, or all of an unnumbered text."""

    number: int
    sentences: tuple[Sentence, ...]


def masked(text: str, wording: Wording) -> str:
    """The text of equal length in which names, asides and durations cannot be mistaken for wording."""
    hidden = _NAME.sub(lambda name: name.group()[0] + "□" * (len(name.group()) - 2) + name.group()[-1], text)
    hidden = _ASIDE.sub(lambda aside: "(" + "□" * (len(aside.group()) - 2) + ")", hidden)
    if wording.lower_case:
        lowered = hidden.lower()
        hidden = lowered if len(lowered) == len(hidden) else hidden  # a few capitals grow when lowered
    for pattern in wording.patterns("duration"):
        if pattern.hint in hidden:
            hidden = pattern.regex.sub(lambda duration: "□" * len(duration.group()), hidden)
    return hidden


def card_parts(text: str, wording: Wording) -> list[tuple[str, Span]]:
    """The parts of a text that holds both scale and monster part; one part "" where it does not."""
    scale = wording.first("pendulum-part", text)
    if scale is None:
        return [("", Span(0, len(text)))]
    monster = wording.first("monster-part", text, scale.end)
    if monster is None:
        return [("pendulum", Span(scale.end, len(text)))]
    parts = [("pendulum", Span(scale.end, monster.start))]
    if monster.reveals == "effect":
        parts.append(("monster", Span(monster.end, len(text))))
    return parts


def passages(text: str, part: Span, wording: Wording) -> list[Passage]:
    """The numbered passages of a part, in order, with what stands before them as number 0."""
    marks = wording.all("number", text, part.start, part.end)[:MOST_SENTENCES]
    starts = [part.start, *(mark.end for mark in marks)]
    ends = [*(mark.start for mark in marks), part.end]
    numbers = [0, *(_number(text[mark.start]) for mark in marks)]
    found = []
    left = MOST_SENTENCES
    for number, start, end in zip(numbers, starts, ends, strict=True):
        within = sentences(text, start, end, wording)[:left]
        left -= len(within)
        if within:
            found.append(Passage(number, tuple(within)))
    return found


def without_materials(text: str, found: list[Passage], no_effect: bool) -> list[Passage]:
    """The passages without the first line where it stands alone: what the monster is summoned with is no effect."""
    if not found or found[0].number or not found[0].sentences:
        return found
    first = found[0].sentences[0]
    alone = text[first.end : first.end + 2].lstrip(" ").startswith("\n") and len(found[0].sentences) + len(found) > 2
    if not alone and not no_effect:
        return found
    rest = Passage(0, found[0].sentences[1:])
    return [rest, *found[1:]] if rest.sentences else found[1:]


def sentences(text: str, start: int, end: int, wording: Wording) -> list[Sentence]:
    """The sentences between two places, empty ones left out."""
    found: list[Sentence] = []
    bullet = 0
    at = start
    for stop in wording.all("stop", text, start, end):
        _add(found, text, at, min(stop.start, at + wording.longest_sentence), bullet)
        if stop.reveals == "bullet":
            bullet += 1
        elif stop.reveals == "line":
            bullet = bullet if _bullets_go_on(text, stop.end, end) else 0
        at = stop.end
    _add(found, text, at, min(end, at + wording.longest_sentence), bullet)
    return found


def _bullets_go_on(text: str, start: int, end: int) -> bool:
    return text[start : min(end, start + 3)].lstrip()[:1] in ("●", "•")


def _add(found: list[Sentence], text: str, start: int, end: int, bullet: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    aside = _HIDDEN_ASIDE.match(text, start, end)
    if aside and aside.end() < end:
        start = aside.end()  # a remark on the sentence before
    if end > start:
        found.append(Sentence(start, end, bullet))


def _number(sign: str) -> int:
    return ord(sign) - ord("①") + 1 if "①" <= sign <= "⑳" else 0


_READING_AID = r"<r[tp]\b[^>]{0,80}>[^<]{0,80}</r[tp]>"  # the small print over a word repeats it and is left out
_BREAK = r"<br\s{0,4}/?>|</p>"
_MARKUP = re.compile(
    rf"(?P<drop>{_READING_AID})|(?P<line>{_BREAK})|(?P<tag></?[A-Za-z][^<>]{{0,200}}>)|(?P<entity>&#?\w{{1,10}};)"
)


class Plain(NamedTuple):
    """Normalised text and, for each of its characters, the place in the original (None where they are the same)."""

    text: str
    places: tuple[int, ...] | None

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original text that a span of the normalised text came from."""
        if self.places is None or start >= len(self.places):
            return start, end
        return self.places[start], (self.places[end - 1] + 1 if end > start else self.places[start])


def plain(text: str, wording: Wording) -> Plain:
    """The text without markup and with each character in its one spelling."""
    if "\r" in text:
        text = text.replace("\r\n", " \n").replace("\r", "\n")  # as long as before, so that places stay the same
    if "<" not in text and "&" not in text:
        return Plain(text.translate(wording.characters), None)
    pieces: list[str] = []
    places: list[int] = []
    at = 0
    for match in _MARKUP.finditer(text):
        pieces.append(text[at : match.start()])
        places.extend(range(at, match.start()))
        instead = ""
        if match.lastgroup == "line":
            instead = "\n"
        elif match.lastgroup == "entity":
            instead = html.unescape(match.group())
        pieces.append(instead)
        places.extend([match.start()] * len(instead))
        at = match.end()
    pieces.append(text[at:])
    places.extend(range(at, len(text)))
    return Plain("".join(pieces).translate(wording.characters), tuple(places))
