"""What a text forbids: for as long as its card lies there, or in answer to its activation."""

import re
from typing import Any, Literal

import msgspec

from knowledge.data.profile import CARD_KINDS, FIELD, OFF_FIELD, Action, Filter, Requirement
from knowledge.text.drafts import ONE_ONLY, Draft
from knowledge.text.effects.filters import filter_in
from knowledge.text.grammar import Wording
from knowledge.text.sentence import Stretch

OATH = "turn-of-activation"
ALL_BUT_TARGET = "all-but-target"
BY_NAME_ONLY = "only-by-named-effect"
_QUOTED = re.compile(r"[「\"]([^「」\"\n]{1,60})[」\"]")
_A_NAME = 64  # how far before the words of a limit the name it speaks of may begin
ONE_OF_A_GROUP = f"one-of-a-group-{ONE_ONLY}"
UNREAD = "unread"
UNSAYABLE = ("level", "atk", "defence", "compared", "together", "by_this", "place")  # of a ban on summons
_KEPT: tuple[Literal["card", "activation", "effect"], ...] = ("card", "activation", "effect")
MEANT: dict[str, Filter | None] = {
    "special": Filter(summoned=("special",)),
    "monster": Filter(type=("monster",)),
    "spell": Filter(type=("spell",)),
    "trap-on-field": Filter(type=("trap",), zones=FIELD),
    "spell-from-hand": Filter(type=("spell",), zones=("hand",)),
    "spell-trap": Filter(type=("spell", "trap")),
    "cards": None,
    "monsters": Filter(type=("monster",)),
    "any": None,
}


def standing_acts(text: str, spoken: str, stretch: Stretch, wording: Wording) -> list[Action]:
    """What a sentence without an activation forbids everybody or the other player, or sends elsewhere."""
    found = []
    for mark in wording.each("standing", text, *stretch):
        if mark.reveals == ONE_OF_A_GROUP:
            named = filter_in(spoken, text.rfind("。", 0, mark.start) + 1, mark.end, wording)
            which = Filter(group=named.group) if named.group else Filter(name=named.name)
            found.append(Action(act="forbid-other", what="self", which=which, to=ONE_ONLY))
        elif mark.reveals.endswith(BY_NAME_ONLY):
            quoted = list(_QUOTED.finditer(spoken, max(stretch[0], mark.start - _A_NAME), mark.end))[-1:]
            named = filter_in(spoken, quoted[0].start(), mark.end, wording) if quoted else Filter()
            which = Filter(name=named.name or named.but, group=named.group)  # "by the effect of none but …"
            found.append(msgspec.structs.replace(_standing(mark.reveals), which=which))
        else:
            found.append(_standing(mark.reveals))
    return found


def renamed(spoken: str, stretch: Stretch, wording: Wording) -> list[Action]:
    """The name a card is treated as while it lies there, and the archetype it belongs to beside its name's."""
    marks = wording.each("renames-itself", spoken, *stretch)
    names = [spoken[mark.start : mark.end].partition("「")[2].partition("」")[0] for mark in marks]
    told = wording.each("belongs-to", spoken, *stretch)
    groups = [group for m in told for group in _QUOTED.findall(spoken, m.start, m.end)]
    return [
        *(Action(act="change-name", what="self", to=name) for name in names if name),
        *(Action(act="treat-as", what="self", to=group) for group in groups if group),
    ]


def stacked(spoken: str, stretch: Stretch, wording: Wording) -> list[Action]:
    """That an Xyz Monster may also be summoned by putting it on a single monster, and on which."""
    marks = wording.each("stacked-on", spoken, *stretch)
    return [
        Action(act="xyz-summon", what="self", which=filter_in(spoken, mark.start, mark.end, wording)) for mark in marks
    ]


def descent(spoken: str, stretch: Stretch, wording: Wording) -> list[Action]:
    """By the effect of which card a Ritual Monster is Ritual Summoned."""
    named = [filter_in(spoken, m.start, m.end, wording) for m in wording.each("descends-by", spoken, *stretch)]
    cards = [Filter(name=one.name, group=one.group, type=one.type) for one in named]
    return [Action(act="ritual-summon", what="self", which=which) for which in cards]


def _standing(meaning: str) -> Action:
    act, whose, what = meaning.split()
    if act == "forbid-other" or whose == "self":
        return Action(act=act, what=whose, to=what)
    which = MEANT[what]
    if act == "redirect-to-banish":
        kinds = which.type if which else ()
        return Action(act=act, which=Filter(side=whose, type=kinds), count="all")  # type: ignore[arg-type]
    return Action(act=act, what=whose, which=which)


def barred(spoken: str, start: int, end: int, wording: Wording) -> tuple[Filter | None, str]:
    """What a phrase keeps from being activated, and in which sense; `unread` where a filter cannot say it."""
    which = filter_in(spoken, start, end, wording)
    excepted = wording.has("excepts", spoken, start, end)
    kinds = tuple(word for word in which.type if word in CARD_KINDS)
    others = tuple(word for word in which.type if word not in CARD_KINDS)
    narrow = Filter(
        type=(*kinds, *_other_than(others, excepted)),
        zones=which.zones,
        attribute=_other_than(which.attribute, excepted),
        race=_other_than(which.race, excepted),
        group=_other_than(which.group, excepted),
        other=which.other,
    )
    said = bool(others or which.attribute or which.race or which.group)
    if which.name or which.level or which.atk or which.position or (excepted and not said):
        return narrow, UNREAD
    if wording.has("bars-activated-there", spoken, start, end):
        return narrow, "activated-there"
    if wording.has("bars-set-cards", spoken, start, end):
        return narrow, "face-down-on-the-field"
    cards = bool({"spell", "trap"} & set(kinds)) and wording.has("bars-cards", spoken, start, end)
    return (None if narrow == Filter() else narrow), UNREAD if which.face else "cards" if cards else ""


def _other_than(words: tuple[str, ...], excepted: bool) -> tuple[str, ...]:
    return tuple(word if word.startswith("non-") else f"non-{word}" for word in words) if excepted else words


def unanswered(spoken: str, draft: Draft, of_the_card: bool, wording: Wording) -> list[Action]:
    """What may not be activated in answer to this activation; a sentence of its own speaks of the card's."""
    marks = list(wording.each("no-response", spoken, *((0, None) if of_the_card else (draft.start, draft.end))))
    if not marks:
        return []
    whose, what = marks[0].reveals.split()
    which = None if whose == "target" else MEANT[what]
    return [Action(act="forbid-activation", what=whose, which=which, to="in-response")]


def kept_from_negation(
    spoken: str, draft: Draft, said_of_all: list[Stretch], of_the_card: bool, wording: Wording
) -> tuple[Literal["card", "activation", "effect"], ...]:
    """What the text says cannot be negated: in its own words, or of the card whose activation it is."""
    told = [mark.reveals for mark in wording.each("cannot-be-negated", spoken, draft.start, draft.end)]
    for start, end in said_of_all:
        marks = [mark.reveals for mark in wording.each("cannot-be-negated", spoken, start, end)]
        told += marks if chr(ord("①") + draft.number - 1) in spoken[start:end] else []
    if of_the_card:  # a sentence of its own may say it of the card
        told += [m.reveals for m in wording.each("cannot-be-negated", spoken) if m.reveals.startswith("card")]
    kept = {word for one in told for word in one.split()}
    return tuple(word for word in _KEPT if word in kept)


def oaths(spoken: str, draft: Draft, said_of_all: list[Stretch], is_card: bool, wording: Wording) -> list[Action]:
    """What the turn of the activation rules out, sworn as it is activated: in its own text or in one about all."""
    found = _sworn(spoken, (draft.start, draft.end), wording)
    for start, end in said_of_all:
        if (start, end) == (draft.start, draft.end) or (
            wording.has("sworn-for-the-card", spoken, start, end) and not is_card
        ):
            continue
        numbers = [ord(char) - ord("①") + 1 for char in spoken[start:end] if "①" <= char <= "⑳"]
        if not numbers or draft.number in numbers:
            found.extend(_sworn(spoken, (start, end), wording))
    return list(dict.fromkeys(found))


def _sworn(spoken: str, stretch: Stretch, wording: Wording) -> list[Action]:
    """The oaths of a stretch of text, each up to the end of its sentence."""
    found: list[Action] = []
    for mark in wording.all("sworn", spoken, *stretch):
        stop = wording.first("end-of-oath", spoken, mark.end, stretch[1])
        start, end = (mark.end, stop.end if stop else stretch[1]) if not wording.punctuated else stretch
        told = [oath.reveals for oath in wording.each("oath", spoken, start, end)]
        of_itself = any(one.startswith("forbid-attack") and " such" not in one for one in told)
        for meaning in told:
            if " such" in meaning and not of_itself:
                found.append(_of_such_attackers(spoken, (start, end), meaning, wording))
            elif " such" not in meaning:
                found.append(_oath(spoken, (start, end), meaning, wording))
    return found


def _of_such_attackers(spoken: str, stretch: Stretch, meaning: str, wording: Wording) -> Action:
    """That certain monsters, or all others, do not attack in the turn of the activation."""
    act, _, to = (*meaning.split(), "")[:3]
    named = filter_in(spoken, *stretch, wording)
    told = _kinds_told(msgspec.structs.replace(named, name=())) | ({"name": named.name} if named.name else {})
    others = named.other and not told
    only = any(wording.has(family, spoken, *stretch) for family in ("excepts", "only-such")) and not others
    if wording.has("equipped-word", spoken, *stretch) and not only:
        return Action(act=act, what="equipped", to=to, until=OATH)
    if only and (len(told) != 1 or named.name):
        left = (Requirement(is_=UNREAD, amount=spoken[slice(*stretch)].strip(" ,。")),)
        return Action(act=act, what="you", to=UNREAD, until=OATH, requires=left)
    kinds = {name: _other_than(words, excepted=True) for name, words in told.items()} if only else told
    which = msgspec.structs.replace(Filter(side="own", zones=("monster-zone",), type=("monster",), other=others))
    kinds = {name: (*which.type, *words) if name == "type" else words for name, words in kinds.items() if words}
    return Action(act=act, which=msgspec.structs.replace(which, **kinds), count="all", to=to, until=OATH)


def _oath(spoken: str, stretch: Stretch, meaning: str, wording: Wording) -> Action:
    act, whose, to = (*meaning.split(), "")[:3]
    if act == "forbid-activation":
        which, sense = barred(spoken, *stretch, wording)
        return Action(act=act, what=whose, which=which, to=sense, until=OATH)
    if whose == ALL_BUT_TARGET:
        others = Filter(side="own", zones=("monster-zone",), type=("monster",))
        return Action(act=act, which=others, count=whose, until=OATH)
    if act != "forbid-summon":
        return Action(act=act, what=whose, to=to, until=OATH)
    ways = tuple(mark.reveals for mark in wording.each("oath-summon", spoken, *stretch)) or ("special",)
    which, sense = barred_summons(spoken, stretch, ways, wording)
    own = wording.has("oath-own-effect", spoken, *stretch)
    return Action(act=act, what=whose, which=which, to="other-effects" if own else sense, until=OATH)


def barred_summons(spoken: str, stretch: Stretch, ways: tuple[str, ...], wording: Wording) -> tuple[Filter, str]:
    """Which summons a stretch rules out: those of such monsters, or of all others; `unread` where no filter says it."""
    which = filter_in(spoken, *stretch, wording)
    only = any(wording.has(family, spoken, *stretch) for family in ("excepts", "only-such", "nothing-but"))
    whence = tuple(zone for zone in which.zones if zone in OFF_FIELD or zone == "extra-deck")
    bare = Filter(summoned=ways, zones=whence)
    told = [kinds for one in (which.either or (which,)) if (kinds := _kinds_told(one))]
    told = [*told, kinds] if which.either and (kinds := _kinds_told(which)) else told
    if any(getattr(which, part) not in (None, (), False) for part in UNSAYABLE) or (
        only and not told and not which.but
    ):
        return bare, UNREAD
    if not only:
        return (bare, UNREAD) if len(told) > 1 else (msgspec.structs.replace(bare, **(told[0] if told else {})), "")
    if which.either:  # such or such may be summoned: what is neither of them may not
        if any(len(kinds) > 1 for kinds in told) or len({name for kinds in told for name in kinds}) < len(told):
            return bare, UNREAD
        left = {name: _other_than(words, excepted=True) for kinds in told for name, words in kinds.items()}
        return msgspec.structs.replace(bare, **left), ""
    left = {name: _other_than(words, excepted=True) for name, words in (told[0] if told else {}).items()}
    if len(left) > 1:  # what lacks one of them may not be summoned
        return msgspec.structs.replace(
            bare, either=tuple(msgspec.structs.replace(Filter(), **{name: words}) for name, words in left.items())
        ), ""
    return msgspec.structs.replace(bare, **left, but=which.but), ""


def _kinds_told(which: Filter) -> dict[str, Any]:
    kinds = {
        "type": tuple(word for word in which.type if word not in CARD_KINDS),
        "attribute": which.attribute,
        "race": which.race,
        "group": which.group or which.name,
    }
    return {name: words for name, words in kinds.items() if words}
