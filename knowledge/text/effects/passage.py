"""One thing a sentence does while its card applies, with the sentence around it: whom it hits, how much, and when."""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from knowledge.data.profile import Filter, Requirement
from knowledge.text.clauses.clause import Stretch
from knowledge.text.effects.bans import UNREAD
from knowledge.text.effects.continuous import GRANTED, HELD, Continuous, widest
from knowledge.text.effects.effect_conditions import required_by
from knowledge.text.effects.filters import filter_in, there_is
from knowledge.text.grammar import Found, Wording

OF_ITSELF = ("has-material", "no-material", "has-counter", "equipped", "in-defence-position", "in-attack-position")
_POINTS = re.compile(r"(?<![\d,])\d{1,3},?\d{2,3}(?!\d)")


@dataclass(frozen=True, slots=True)
class Passage:
    """One thing a sentence does while its card applies, with the sentence around it."""

    text: str
    spoken: str
    sentence: Stretch
    found: Continuous
    wording: Wording

    @property
    def clause(self) -> Stretch:
        """The clause the phrase stands in: from the last comma before it to its end."""
        start, _ = self.found.span
        pause = self.text.rfind(",", self.sentence[0], start)
        return (pause + 1 if pause >= 0 else self.sentence[0]), self.found.span[1]

    def says(self, family: str) -> bool:
        """Whether the clause has a phrase of this family."""
        return self.wording.has(family, self.text, *self.clause)

    def player(self, usual: str = "both") -> str:
        """Which player the sentence speaks of last, up to the end of the phrase."""
        start = self.found.span[0]
        marks = widest(self.wording.all("player", self.text, self.sentence[0], self.found.span[1]))
        near = [mark.reveals for mark in marks if mark.start <= start] or [mark.reveals for mark in marks]
        return near[-1] if near else usual

    def hit(self) -> dict[str, Any]:
        """Whom it reaches, as the fields of an act."""
        if self.found.reach != "equipped" and self.holds_its_target():
            return {"what": "target"}
        if self.found.reach in ("self", "equipped", HELD):
            return {"what": self.found.reach}
        if self.found.reach == GRANTED:
            return {"what": "holder"}
        start, end = self.clause
        begin = self.found.span[0]
        if self.points_at_the_target():
            return {"what": "target"}
        if self.wording.has("linked-to", self.text, self.sentence[0], begin):
            linked = filter_in(self.spoken, self.sentence[0], begin, self.wording)
            return {"what": "linked", "which": linked, "count": "all"}
        opening = self.text.find(",", self.sentence[0], begin)
        topic = (self.sentence[0], opening if opening >= 0 else begin)
        named = [topic] if not self.wording.has("states-a-condition", self.text, *topic) else []
        for stretch in ((start, begin), (start, end), *named, (self.sentence[0], begin)):
            which = filter_in(self.spoken, *stretch, self.wording)
            if which != Filter(side=which.side):  # a player alone is who does it
                return {"which": which, "count": "all"}
        return {"which": Filter(), "count": UNREAD}

    def holds_its_target(self) -> bool:
        """Whether "that monster" is the one the card targeted as it was activated."""
        told = self.wording.has("that-monster", self.text, self.sentence[0], self.found.span[0])
        return told and self.wording.has("activated-on-a-target", self.text)

    def points_at_the_target(self) -> bool:
        """Whether it speaks of what the card targeted: in its clause, or before it where the clause names no card."""
        start, begin = self.clause[0], self.found.span[0]
        if self.wording.has("its-target", self.text, start, begin):
            return True
        named = filter_in(self.spoken, start, begin, self.wording) != Filter()
        return not named and self.wording.has("its-target", self.text, self.sentence[0], start)

    def points(self) -> int | str:
        """The figure the phrase gives; a word where it depends on the table."""
        figure = _POINTS.search(self.text, *self.found.span) or _POINTS.search(
            self.text, self.found.span[1], min(self.sentence[1], self.found.span[1] + 12)
        )
        if self.wording.has("varies", self.text, self.found.span[0], self.sentence[1]):
            return UNREAD
        return int(figure.group().replace(",", "")) if figure else UNREAD


def conditions_of(
    text: str, spoken: str, sentence: Stretch, found: list[Continuous], wording: Wording
) -> tuple[Requirement, ...]:
    """What a sentence asks of the table before the first thing it does; a clause nobody could read is kept as such."""
    start, end = sentence[0], min(one.span[0] for one in found)
    required: list[Requirement] = []
    after = max(one.span[1] for one in found)
    for opening in (*_openings(text, start, end, wording), *_closing(text, after, sentence[1], wording)):
        marks = [m for m in wording.each("requirement", text, *opening) if m.reveals != "was-on-field"]
        for mark in marks:
            required.append(required_by(spoken, mark, wording))
        so = wording.first("summoned-so", text, *opening)
        if so and wording.has("made-with", text, opening[0], so.end):
            required.append(Requirement(is_=UNREAD, amount=spoken[opening[0] : opening[1]].strip(" ,")))
        elif so:
            ways = tuple(way.reveals for way in wording.each("summon-kind", text, so.start, so.end))
            required.append(Requirement(is_="summoned-so", of=Filter(summoned=ways[:1])))
        anywhere = None if marks or so else wording.first("lies-anywhere", text, *opening)
        if anywhere:
            required.append(there_is(spoken, anywhere, wording))
            continue
        told = wording.has("lies-there", text, *opening) or wording.has("beaten-monster", text, *sentence)
        if not marks and not so and not told:
            required.append(Requirement(is_=UNREAD, amount=spoken[opening[0] : opening[1]].strip(" ,")))
    came = wording.first("summoned-so", text, start, end)
    if came and wording.has("made-with", text, start, came.end):
        required.append(Requirement(is_=UNREAD, amount=spoken[start : came.end].strip(" ,")))
    if came and all(one.is_ not in ("summoned-so", UNREAD) for one in required):
        ways = tuple(way.reveals for way in wording.each("summon-kind", text, came.start, came.end))
        required.append(Requirement(is_="summoned-so", of=Filter(summoned=ways[:1])))
    described = wording.first("this-card-that", text, start, end)
    if described and not required and not so_told(text, described, wording):
        marks = [m for m in wording.each("requirement", text, described.start, described.end) if m.reveals in OF_ITSELF]
        required.extend(Requirement(is_=mark.reveals) for mark in marks)
        if not marks:
            required.append(Requirement(is_=UNREAD, amount=spoken[described.start : described.end].strip(" ,")))
    return tuple(dict.fromkeys(required))


def so_told(text: str, described: Found, wording: Wording) -> bool:
    """Whether the words before "this card" only say where it lies."""
    return wording.has("lies-so", text, described.start, described.end)


def _openings(text: str, start: int, end: int, wording: Wording) -> list[Stretch]:
    """The clauses before a phrase that state a condition."""
    found = []
    at = start
    for pause in (n for n in range(start, end) if text[n] == ","):
        if wording.has("states-a-condition", text, at, pause):
            found.append((at, pause))
        at = pause + 1
    if wording.has("narrows", text, at, end):  # a condition without a pause behind it
        found.append((at, end))
    return found


def _closing(text: str, start: int, end: int, wording: Wording) -> list[Stretch]:
    """The condition that stands behind what is done, as English texts put it."""
    if not wording.punctuated or not wording.has("states-a-condition", text, start, end):
        return []
    pauses = [start, *(n + 1 for n in range(start, end) if text[n] == ","), end]
    pieces = [piece for piece in pairwise(pauses) if wording.has("states-a-condition", text, *piece)]
    return [(a, b - 1 if b < end else b) for a, b in pieces]
