"""What the words of an act name: the phrase before or behind it, the cards it describes, the card it points at."""

import re

import msgspec

from knowledge.data.profile import Filter, Zone
from knowledge.text.clauses.clause import Stretch
from knowledge.text.effects.filters import filter_in, measured
from knowledge.text.grammar import Found, Wording

_GOES = re.compile(r"(?<!up) to ")  # "up to 2" leads nowhere
STOP = re.compile(r"[.;:\n]|, (?:and|then|but|also)\b")
USUAL_PLACE: dict[str, tuple[Zone, ...]] = {"discard": ("hand",), "reveal": ("hand",), "tribute": ("monster-zone",)}
POINTED_AT = ("self", "target", "battled", "summoned", "equipped")
A_VERB = 10  # how far behind an act the ending may stand that leaves it open
A_PAUSE = 4
A_TAIL = 120  # how far behind its act English tells how it is done, and what is left out


def end_of_phrase(text: str, mark: Found, wording: Wording) -> int:
    """Where the words of an act end: with the act, or at the next stop where the language names behind it."""
    stop = STOP.search(text, mark.end) if wording.punctuated else None
    return mark.end if not wording.punctuated else min(stop.start() if stop else len(text), mark.end + A_TAIL)


def phrase_of(text: str, begin: int, mark: Found, wording: Wording) -> Stretch:
    """The words that name what is acted on: before the act, or after it where the language puts it so."""
    if wording.punctuated:
        stop = STOP.search(text, mark.end)
        end = min(stop.start() if stop else len(text), mark.start + 200)
        goes = _GOES.search(text, mark.start, end)
        return mark.start, goes.start() if goes else end
    if wording.has("object-follows", text, mark.end, mark.end + A_VERB):
        behind = wording.first("object-stops", text, mark.end)
        return mark.end, behind.start if behind else len(text)
    starts = [one.end for one in wording.all("object-begins", text, begin, mark.start)]
    start = max((at for at in starts if at < mark.start), default=begin)
    if wording.has("goes-on-before", text, begin, start):  # "of the cards there, one …"
        start = max((at for at in starts if at < start), default=begin)
    told = [a for a, b in measured(text, begin, mark.start, wording) if b <= start <= b + A_PAUSE]
    start = min((start, *told))  # "so that their Levels come to that, …"
    ends = [one.start for one in wording.all("object-ends", text, start, mark.end)]
    return start, max(ends, default=mark.start)


def described(spoken: str, named: Stretch, act: str, wording: Wording) -> Filter | None:
    """The cards a phrase describes; nothing where it tells neither what they are nor where to look for them."""
    which = filter_in(spoken, *named, wording)
    if which.zones or which == Filter():
        return which if which.zones else None
    if act in USUAL_PLACE:
        return msgspec.structs.replace(which, zones=USUAL_PLACE[act])
    told = which.name or which.group or which.attribute or which.race or which.level or which.either
    return which if told else None


def pointed_at(text: str, begin: int, end: int, wording: Wording) -> str:
    """Which card the words between two places point at last; empty where none."""
    marks = [mark for mark in wording.all("act-object", text, begin, end) if mark.reveals in POINTED_AT]
    return marks[-1].reveals if marks else ""
