"""One act done to two things at once: this card and others, cards of two kinds, one of a kind among others."""

from itertools import pairwise

import msgspec

from knowledge.data.profile import Action, Filter
from knowledge.text.effects.act_pieces.act_phrases import POINTED_AT, STOP, described, phrase_of
from knowledge.text.effects.amounts import count_of
from knowledge.text.effects.filters import filter_in, with_one_among
from knowledge.text.grammar import Found, Wording


def taken_with_it(text: str, spoken: str, act: Action, place: tuple[int, Found], wording: Wording) -> list[Action]:
    """Cards of a kind that the same act takes together with this card: "banish this card and 1 …"."""
    begin, mark = place
    stop = STOP.search(text, mark.end) if wording.punctuated else None
    end = (stop.start() if stop else len(text)) if wording.punctuated else mark.end
    joint = wording.first("with-this-card", text, begin, end)
    if joint is None:
        return []
    start = max((one.end for one in wording.all("object-begins", text, begin, joint.start)), default=begin)
    phrase = (start, joint.start) if joint.reveals == "before" else (joint.end, end)
    which = described(spoken, phrase, act.act, wording)
    if (which is None or not which.zones) and joint.reveals != "before":  # where both lie is said before this card
        which, lying = filter_in(spoken, *phrase, wording), filter_in(spoken, begin, joint.start, wording)
        which = msgspec.structs.replace(which, zones=lying.zones, side=lying.side) if which != Filter() else None
    if which is None or not which.zones:
        return []
    count = wording.first("count", text, *phrase)
    many = count_of(text, count, phrase, phrase[1], wording)
    if joint.reveals == "among" and isinstance(many, int):
        many -= 1  # this card is one of them
    return [Action(act=act.act.removesuffix("-self"), which=which, count=many, joined="with", until=act.until)]


def two_of_them(text: str, spoken: str, act: Action, place: tuple[int, Found], wording: Wording) -> list[Action]:
    """An act that takes cards of two kinds at once, so many of each, as two that go together."""
    begin, mark = place
    named = phrase_of(text, begin, mark, wording)
    split = wording.first("and-of-another-kind", text, *named)
    if split is None:
        return [act]
    kinds = [filter_in(spoken, *half, wording) for half in ((named[0], split.start), (split.end, named[1]))]
    if any(kind == Filter(side=kind.side, zones=kind.zones) for kind in kinds):
        return [act]
    first, second = kinds
    where = first if first.zones else second
    shared = {
        "zones": where.zones,
        "side": where.side,
        "face": first.face or second.face if wording.punctuated else first.face,
    }
    halves = [msgspec.structs.replace(kind, **shared) for kind in kinds]
    counts = [count_of(text, wording.first("count", text, *half), half, half[1], wording)
              for half in ((named[0], split.start), (split.end, named[1]))]  # fmt: skip
    return [
        msgspec.structs.replace(act, which=halves[0], count=counts[0] or 1),
        Action(act=act.act, which=halves[1], count=counts[1] or 1, joined="with", until=act.until),
    ]


def one_among_them(text: str, spoken: str, act: Action, place: tuple[int, Found], wording: Wording) -> list[Action]:
    """An act done to so many cards with one of a kind among them, as one such card together with others."""
    begin, mark = place
    named = phrase_of(text, begin, mark, wording)
    if act.which is None or not wording.has("among-them", text, named[0], mark.end):
        return [act]
    such, other = with_one_among((act.which, act.which), text, spoken, (named[0], mark.end), wording)
    rest = act.count - 1 if isinstance(act.count, int) else act.count
    first = msgspec.structs.replace(act, which=such, whence=such.zones if act.whence else (), count=1)
    return [first, msgspec.structs.replace(act, which=other, whence=first.whence, count=rest, joined="with")]


def second_card(text: str, place: tuple[int, Found], what: str, wording: Wording) -> str:
    """A second card that the same act is done to at once: "destroy that monster and this card"."""
    at, mark = place
    marks = [one for one in wording.all("act-object", text, min(at, mark.start), mark.end) if one.reveals in POINTED_AT]
    pairs = pairwise(marks)
    named = [
        (one.reveals, other.reveals) for one, other in pairs if wording.has("and-between", text, one.end, other.start)
    ]
    return next((one for one, other in named if other == what != one), "")
