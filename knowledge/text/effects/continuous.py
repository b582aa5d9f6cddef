"""What a card does while it applies, in the words of `rulings/words/continuous.yaml`, and whom it reaches."""

import re
from typing import NamedTuple

from knowledge.text.clauses.clause import Stretch
from knowledge.text.grammar import Found, Wording

_ASIDE = re.compile(r"\(□{3,300}\)")
GRANTED = "granted-as-material"
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
