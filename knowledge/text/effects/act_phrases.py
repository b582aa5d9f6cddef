"""What the words of an act name: its phrase, the cards it describes, and one act done to two things at once."""

import re
from itertools import pairwise
from typing import Literal, cast

import msgspec

from knowledge.data.profile import FIELD, Action, Filter, Side, Zone
from knowledge.text.effects.amounts import count_of, number_of_targets
from knowledge.text.effects.filters import ON_FIELD, filter_in, measured, target_phrase, with_one_among, without_names
from knowledge.text.grammar import Found, Wording
from knowledge.text.sentence import Stretch

# acts that must find something where the text says it lies; what comes from a deck or hand is not seen on the table
TAKING = frozenset(
    {"destroy", "banish", "banish-face-down", "send-to-gy", "discard", "tribute", "return-to-hand", "return-to-deck"}
)
# acts that bring cards from somewhere: what answers them looks at where from
BRINGING = frozenset(
    {"special-summon", "ritual-summon", "add-to-hand", "search", "equip", "set-card", "attach-material", "place-card",
     "fusion-summon", "synchro-summon", "xyz-summon", "link-summon", "normal-summon", "activate-card"}
)  # fmt: skip
FROM_EXTRA_DECK = ("fusion-summon", "synchro-summon", "xyz-summon", "link-summon")
# acts done to cards on the field that a text may describe instead of pointing at them
DESCRIBING = TAKING | {"flip-face-down", "flip-face-up", "change-position", "take-control", "reveal", "mill", "look",
                       "return-to-gy", "place-counter", "detach-material"}  # fmt: skip
# of those the ones a text may say of all cards it describes
CHANGED = frozenset({"gain-atk-def", "lose-atk-def", "set-atk-def", "halve-atk-def", "double-atk-def", "negate-effect"})
TWO_TARGETS = 160  # how far before an act the words may stand that target two kinds of cards

# and those that change something else of cards so described
GIVEN = frozenset(
    {"protect-from-battle", "protect-from-effect", "protect-from-targeting", "unaffected", "change-level", "piercing",
     "allow-direct-attack", "return-to-extra-deck"}
)  # fmt: skip
Face = Literal["up", "down"] | None
# what tells more of a card than its place and that it is a card
TELLING = (
    "type",
    "name",
    "group",
    "attribute",
    "race",
    "level",
    "atk",
    "defence",
    "but",
    "compared",
    "together",
    "place",
    "either",
    "mentions",
)
UNSEEN = frozenset(("hand", "deck", "extra-deck"))

_GOES = re.compile(r"(?<!up) to ")  # "up to 2" leads nowhere
STOP = re.compile(r"[.;:\n]|, (?:and|then|but|also)\b")
USUAL_PLACE: dict[str, tuple[Zone, ...]] = {"discard": ("hand",), "reveal": ("hand",), "tribute": ("monster-zone",)}
POINTED_AT = ("self", "target", "battled", "own-battler", "summoned", "equipped")
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


_MOST = 5  # of one kind
_TO_ANOTHER = ("equip", "attach-material")  # acts that name a second card, to which the first goes
_REACH = 90  # how far before the words of the target the first of the two may stand


def two_kinds_targeted(text: str, spoken: str, target: Found, wording: Wording) -> tuple[Filter, ...]:
    """The cards of two kinds that are targeted together, so many of each; nothing where it is one kind."""
    begin, end = target_phrase(text, target, wording)
    stop = max(text.rfind(mark, 0, begin) for mark in ("。", ":", "●", "\n")) + 1
    joiners = wording.all("and-targets", text, max(stop, target.end - _REACH), end)
    if len(joiners) != 1:
        return ()
    (between,) = joiners
    if between.start < begin:  # a pause stands between the two
        begin = max(stop, text.rfind(",", stop, between.start) + 1)
    if wording.has("goes-on-before", text, max(stop, begin - 4), begin):
        begin = max(stop, text.rfind(",", stop, begin - 1) + 1)
    halves = ((begin, between.start), (between.end, end))
    first, second = (filter_in(spoken, *half, wording) for half in halves)
    many = [number_of_targets(text, half, wording) for half in halves]
    if not second.zones:  # said once for both
        second = msgspec.structs.replace(second, zones=first.zones, side=second.side or first.side)
    if not first.zones:
        first = msgspec.structs.replace(first, zones=second.zones, side=first.side or second.side)
    if not all(isinstance(number, int) and number <= _MOST for number in many) or Filter() in (first, second):
        return ()
    return tuple(kind for kind, number in zip((first, second), many, strict=True) for _ in range(int(number)))


def of_which_of_them(does: list[Action]) -> list[Action]:
    """The acts, where "that monster of the opponent" is one of the targets, and nobody fights it."""
    theirs = Filter(side="opponent")
    return [msgspec.structs.replace(a, what="target", which=theirs) if a.what == "battled" else a for a in does]


def are_told_apart(
    targets: tuple[Filter, ...], does: tuple[Action, ...], text: str, bodies: list[Stretch], wording: Wording
) -> bool:
    """Whether each part of the resolution says which of the two it means, or all mean both."""
    acts = [act for act in does if act.what == "target"]
    if any(act.act in _TO_ANOTHER and not act.to for act in acts) or any(act.act == "take-control" for act in does):
        return False  # one goes to the other, or they change sides
    apart = [act for act in acts if act.which is not None]
    if apart:
        return len(apart) == len(acts) and all(_only_one(act.which, targets) for act in apart if act.which)
    called = {text[mark.start : mark.end] for body in bodies for mark in wording.all("called-again", text, *body)}
    return len(called) < 2


def _only_one(which: Filter, targets: tuple[Filter, ...]) -> bool:
    """Whether a word of the resolution leaves one of the two kinds."""
    kinds = dict.fromkeys(targets)
    if which.side is not None:
        return sum(kind.side in (None, which.side) for kind in kinds) == 1
    return sum(bool(set(kind.zones) & set(which.zones)) for kind in kinds) == 1


def cards_of_the_act(
    text: str, spoken: str, named: Stretch, act: str, what: str, phrase: Stretch, wording: Wording
) -> Filter | None:
    """The cards described by the act's own words, or of the card pointed at what the resolution says of it again."""
    begin, end = phrase
    one_of_two = what == "target" and wording.has("and-targets", text, max(0, begin - TWO_TARGETS), begin)
    if what == "target" and (act in TAKING or one_of_two):
        again = [mark.reveals for mark in wording.each("said-again", text, begin, named[1])]
        side = next((word for word in again if word in ("own", "opponent")), None)
        face = next((word for word in again if word in ("up", "down")), None)
        lies = next((word for word in again if word in ("gy", "field")), "") if one_of_two else ""
        zones = FIELD if lies == "field" else ("gy",) if lies else ()
        said = Filter(side=cast(Side | None, side), face=cast(Face, face), zones=zones)
        return said if said != Filter() else None
    used = wording.first("using-this-card", text, *phrase) if act in TAKING else None
    if used:  # "materials with this card among them, from there"
        lying = filter_in(spoken, used.end, end, wording)
        return Filter(side=lying.side, zones=lying.zones) if lying.zones else None
    if act in FROM_EXTRA_DECK and not what:
        return _from_extra_deck(spoken, named, wording)
    if act in BRINGING and not what:
        which = _brought(spoken, named, named if act == "place-card" else (begin, end), wording)
        return _but_those_named_last(spoken, named[1], which, wording)
    if what == "opponent" and act in TAKING and wording.has("their-own", text, *named):
        theirs = filter_in(spoken, *named, wording)
        return msgspec.structs.replace(theirs, side="opponent") if theirs.zones else None
    if what or act not in (DESCRIBING if wording.punctuated else DESCRIBING | CHANGED | GIVEN):
        return None
    if act == "tribute" and (paid := described(spoken, named, act, wording)) and ON_FIELD & set(paid.zones):
        others = tuple(zone for zone in paid.zones if zone not in ON_FIELD)
        return msgspec.structs.replace(paid, zones=("monster-zone", *others))
    if wording.has("those", text, *named):
        return described(spoken, (begin, named[0]), act, wording)
    which = described(spoken, named, act, wording)
    if which is None and act == "take-control" and not wording.punctuated:  # its object stands inside the phrase
        which = described(spoken, (named[1], end), act, wording)
    return _but_those_named_last(spoken, named[1], which, wording)


def _but_those_named_last(spoken: str, start: int, which: Filter | None, wording: Wording) -> Filter | None:
    """The cards without those that English leaves out at the end of the sentence."""
    if which is None or not wording.punctuated:
        return which
    stop = STOP.search(spoken, start)
    left = filter_in(spoken, start, stop.start() if stop else start + A_TAIL, wording)
    return msgspec.structs.replace(which, but=tuple(dict.fromkeys((*which.but, *left.but))))


def _from_extra_deck(spoken: str, named: Stretch, wording: Wording) -> Filter | None:
    """Which monster is summoned from the Extra Deck; where it was named before its materials, that is looked up."""
    which = filter_in(spoken, *named, wording)
    begin = max(spoken.rfind(stop, 0, named[0]) for stop in ("。", "●", "\n")) + 1
    decides = wording.first("decides-materials", spoken, begin, named[1])
    if decides:
        which = filter_in(spoken, begin, decides.start, wording)
    if not any(getattr(which, part) not in (None, (), False) for part in TELLING):
        return None
    return msgspec.structs.replace(which, zones=("extra-deck",), side="own", face=None)


def put_on_another(text: str, spoken: str, named: Stretch, wording: Wording) -> Filter | None:
    """The cards that go to the card pointed at, where the words before it describe them; none where they point."""
    end = wording.first("goes-to-another", text, *named)
    phrase = (named[0], end.start if end else named[1])
    if wording.has("act-object", text, *phrase):
        return None
    which = filter_in(spoken, *phrase, wording)
    return which if any(getattr(which, part) not in (None, (), False) for part in TELLING) else None


def _brought(spoken: str, named: Stretch, phrase: Stretch, wording: Wording) -> Filter | None:
    """The cards an act brings from somewhere, as far as its words tell more of them than the place."""
    which = filter_in(spoken, *named, wording)
    if not any(getattr(which, part) not in (None, (), False) for part in TELLING):
        return None
    zones = whence(spoken, phrase, wording)
    unseen = bool(zones) and UNSEEN.issuperset(zones)
    side = which.side or ("own" if unseen else None)
    return msgspec.structs.replace(which, zones=zones, side=side)


def whence(spoken: str, phrase: Stretch, wording: Wording) -> tuple[Zone, ...]:
    """The places a phrase takes its cards from, also those a language names after the act."""
    start, end = phrase
    if wording.punctuated:
        stop = STOP.search(spoken, end)
        end = min(stop.start() if stop else len(spoken), end + 200)
    told = without_names(spoken, start, end)
    named = [mark.reveals for mark in wording.each("filter-zone", told, start, end)]
    return cast(tuple[Zone, ...], tuple(dict.fromkeys(named)))
