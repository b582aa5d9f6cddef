"""What a card does while it applies, in the words of `rulings/words/continuous.yaml`, and whom it reaches.

A `Passage` is one such thing with the sentence around it: whom it hits, how much, and when.
"""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from knowledge.data.profile import Filter, Requirement
from knowledge.text.effects.bans import UNREAD
from knowledge.text.effects.effect_conditions import how_it_came, required_by
from knowledge.text.effects.filters import filter_in, there_is
from knowledge.text.grammar import Found, Wording
from knowledge.text.sentence import Stretch

_ASIDE = re.compile(r"\(□{3,300}\)")
OF_ITSELF = ("has-material", "no-material", "has-counter", "equipped", "in-defence-position", "in-attack-position")
_POINTS = re.compile(r"(?<![\d,])\d{1,3},?\d{2,3}(?!\d)")
GRANTED = "granted-as-material"
_WITHOUT_TRIBUTE = "normal-without-tribute"
HELD = "target"  # what the card was activated on and goes on to hold
PRINTED_SO = {"from-hand": "trap-from-hand", "turn-it-was-set": "trap-the-turn-it-is-set"}


class Continuous(NamedTuple):
    """One thing a card does while it applies: a word of `rulings/words/continuous.yaml`, whom it reaches, and where."""

    does: str
    reach: str
    span: Stretch


def continuous_in(text: str, sentences: list[Stretch], usual: str, wording: Wording) -> list[Continuous]:
    """What sentences without an activation do; `usual` is whom they reach where they name nobody."""
    found: list[Continuous] = []
    granted = ""
    for stretch in sentences:
        if granted:
            found.extend(one._replace(reach=granted) for one in _in_sentence(text, stretch, usual, wording))
        elif wording.has("grants", text, *stretch):
            granted = _receiver(text, stretch, wording)
            if not granted:
                break  # what others are given is no text of this card
        else:
            found.extend(_in_sentence(text, stretch, usual, wording))
    return found


def _receiver(text: str, stretch: Stretch, wording: Wording) -> str:
    """Who is given the effects that follow: the monster it equips, or the one it is a material of."""
    if any(one.reveals == "equipped" for one in wording.all("reach", text, *stretch)):
        return "equipped"
    return GRANTED if wording.has("as-material", text, *stretch) else ""


def in_asides(text: str, spoken: str, stretch: Stretch, wording: Wording) -> list[Continuous]:
    """What remarks in brackets say of other cards, as those of Union monsters do of the equipped one."""
    asides = [aside.span() for aside in _ASIDE.finditer(text, *stretch)]
    return [one for span in asides for one in _in_sentence(spoken, span, "self", wording) if one.reach != "self"]


def _in_sentence(text: str, stretch: Stretch, usual: str, wording: Wording) -> list[Continuous]:
    marks = widest(wording.all("continuous", text, *stretch))
    if not marks or wording.has("passing", text, *stretch):
        return []
    named = [one for one in widest(wording.all("reach", text, *stretch)) if one.reveals != "against"]
    if wording.has("activated-on-a-target", text) and not any(one.reveals == "while-self" for one in named[1:]):
        named = [one._replace(reveals=HELD) if one.reveals == "it" else one for one in named]
    found: list[Continuous] = []
    for mark in marks:
        words, _, whom = mark.reveals.partition(" @")
        before = [one for one in named if one.start < mark.start]
        reach = _fixed(mark, whom, before, named, usual)
        if reach is None and whom == "object":  # "it" inside the phrase is a card named before
            before = [one for one in named if one.start < mark.start or (one.reveals == "it" and one.start < mark.end)]
        if reach is None:
            previous = found[-1].reach if found else ""
            reach = _topic(text, stretch[0], mark, before) or _meant(text, mark, before, previous, usual)
        if reach:
            found.extend(Continuous(word, reach, (mark.start, mark.end)) for word in words.split())
    return found


def _fixed(mark: Found, whom: str, before: list[Found], named: list[Found], usual: str) -> str | None:
    """Whom a phrase reaches by its own words; none where that depends on what was named before it."""
    if whom == "object":
        inside = [one for one in named if mark.start <= one.start < mark.end][:1]
        if inside and inside[0].reveals == "it":
            return None
        return inside[0].reveals.removeprefix("while-") if inside else usual
    if whom == "mention":
        mentioned = {one.reveals for one in named}
        if any(one.reveals == "it" for one in before) and "while-self" in mentioned:
            return "self"
        if "it" in mentioned and usual == "equipped":
            return usual
        return next((one for one in ("equipped", "self") if one in mentioned), "field")
    if whom == "others":
        return "" if before and before[-1].reveals == "self" else "field"
    return whom or None


def _topic(text: str, start: int, mark: Found, before: list[Found]) -> str:
    """This card or the equipped one, where the sentence opens with it and goes on without a pause."""
    opens = bool(before) and before[0].start == start and before[0].reveals in ("self", "equipped")
    opens = opens and (before[0].reveals == "equipped" or all(one.reveals != "equipped" for one in before))
    return before[0].reveals if opens and "," not in text[start : mark.start] else ""


def _meant(text: str, mark: Found, before: list[Found], previous: str, usual: str) -> str:
    """The last card named before the phrase; a further thing said in one breath is said of the same card."""
    plain = [one for one in before if one.reveals != "while-self"]
    since = text.rfind(",", 0, mark.start)
    if previous and (not plain or plain[-1].start < since or plain[-1].reveals == "it"):
        return previous
    if not plain:
        return usual
    if plain[-1].reveals != "it":
        return plain[-1].reveals
    earlier = [one.reveals.removeprefix("while-") for one in before if one.reveals != "it"]
    return next((whom for whom in ("equipped", "self") if whom in earlier), next(iter(earlier), usual))


def widest(marks: list[Found]) -> list[Found]:
    """The marks without those inside another, which says more exactly what is meant, and without repetitions."""
    kept: list[Found] = []
    for mark in marks:  # by their beginning, longer ones first
        if not any(_covers(other, mark) for other in kept):
            kept.append(mark)
    return kept


def _covers(wider: Found, mark: Found) -> bool:
    """Whether a mark that begins no later says all that the other says."""
    if mark.reveals == wider.reveals:
        return mark.start < wider.end
    return mark.end <= wider.end and (mark.start, mark.end) != (wider.start, wider.end)


@dataclass(frozen=True, slots=True)
class Passage:
    """One thing a sentence does while its card applies, with the sentence around it."""

    text: str
    spoken: str
    sentence: Stretch
    found: Continuous
    wording: Wording
    alone: bool = False  # its text does nothing else while it applies

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
        if self.found.reach == "equipped" and (such := self.worn_by_such()) is not None:
            return {"which": such, "count": "all"}
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
        theirs = self.wording.first("whose-effects", self.text, start, begin)
        theirs = theirs or self.wording.first("effects-kept-off", self.text, start, self.sentence[1])
        if theirs:  # it says nothing of whom it keeps safe
            begin, end = min(theirs.start, begin), max(theirs.start, start)
        opening = self.text.find(",", self.sentence[0], begin)
        topic = (self.sentence[0], opening if opening >= 0 else begin)
        named = [topic] if not self.wording.has("states-a-condition", self.text, *topic) else []
        for stretch in ((start, begin), (start, end), *named, (self.sentence[0], begin)):
            which = filter_in(self.spoken, *stretch, self.wording)
            if which != Filter(side=which.side):  # a player alone is who does it
                return {"which": which, "count": "all"}
        return {"which": Filter(), "count": UNREAD}

    def worn_by_such(self) -> Filter | None:
        """Which monsters must wear it for this to apply, where the text names them."""
        mark = self.wording.first("worn-by-such", self.text, self.sentence[0], self.found.span[0])
        named = filter_in(self.spoken, mark.start, mark.end, self.wording) if mark else Filter()
        such = Filter(type=named.type, name=named.name, group=named.group, attribute=named.attribute, race=named.race)
        told = any(getattr(such, part) for part in ("name", "group", "attribute", "race"))
        return msgspec.structs.replace(such, place=("equipped-by-this",)) if told else None

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
        more = [one for *_, one in how_it_came(text, spoken, opening, wording)]
        if so and wording.has("made-with", text, opening[0], so.end) and not more:
            required.append(Requirement(is_=UNREAD, amount=spoken[opening[0] : opening[1]].strip(" ,")))
        elif so:
            ways = _ways_told(text, so, wording)
            required.extend((Requirement(is_="summoned-so", of=Filter(summoned=ways)), *more))
        anywhere = None if marks or so else wording.first("lies-anywhere", text, *opening)
        if anywhere:
            required.append(there_is(spoken, anywhere, wording))
            continue
        told = wording.has("lies-there", text, *opening) or wording.has("beaten-monster", text, *sentence)
        if not marks and not so and not told:
            required.append(Requirement(is_=UNREAD, amount=spoken[opening[0] : opening[1]].strip(" ,")))
    came = wording.first("summoned-so", text, start, end)
    told_with = any(one.is_ == "summoned-with" for one in required)
    if came and wording.has("made-with", text, start, came.end) and not told_with:
        required.append(Requirement(is_=UNREAD, amount=spoken[start : came.end].strip(" ,")))
    if came and all(one.is_ not in ("summoned-so", UNREAD) for one in required):
        ways = _ways_told(text, came, wording)
        required.append(Requirement(is_="summoned-so", of=Filter(summoned=ways)))
    described = wording.first("this-card-that", text, start, end)
    if described and not required and not so_told(text, described, wording):
        marks = [m for m in wording.each("requirement", text, described.start, described.end) if m.reveals in OF_ITSELF]
        required.extend(Requirement(is_=mark.reveals) for mark in marks)
        if not marks:
            required.append(Requirement(is_=UNREAD, amount=spoken[described.start : described.end].strip(" ,")))
    return tuple(dict.fromkeys(required))


def _ways_told(text: str, so: Found, wording: Wording) -> tuple[str, ...]:
    """How it must have been summoned; one way or another only where the text says "or"."""
    ways = [way.reveals for way in wording.each("summon-kind", text, so.start, so.end)]
    if _WITHOUT_TRIBUTE in ways:
        ways = [way for way in ways if way != "normal"]
    return tuple(ways if wording.has("or-else", text, so.start, so.end) else ways[:1])


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
