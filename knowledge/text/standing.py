"""What a text forbids: for as long as its card lies there, or in answer to its activation."""

from knowledge.data.profile import Action, Filter
from knowledge.text.clause import Stretch
from knowledge.text.draft import Draft
from knowledge.text.filters import filter_in
from knowledge.text.wording import Wording

OATH = "turn-of-activation"
UNREAD = "unread"
KINDS = ("monster", "spell", "trap")
ON_FIELD = ("monster-zone", "spell-zone", "field-zone", "pendulum-zone")
MEANT: dict[str, Filter | None] = {
    "special": Filter(summoned=("special",)),
    "monster": Filter(type=("monster",)),
    "spell": Filter(type=("spell",)),
    "trap-on-field": Filter(type=("trap",), zones=ON_FIELD),  # type: ignore[arg-type]
    "spell-from-hand": Filter(type=("spell",), zones=("hand",)),
    "spell-trap": Filter(type=("spell", "trap")),
    "cards": None,
    "monsters": Filter(type=("monster",)),
    "any": None,
}


def standing_acts(text: str, stretch: Stretch, wording: Wording) -> list[Action]:
    """What a sentence without an activation forbids everybody or the other player, or sends elsewhere."""
    return [_standing(mark.reveals) for mark in wording.each("standing", text, *stretch)]


def _standing(meaning: str) -> Action:
    act, whose, what = meaning.split()
    if act == "forbid-other":
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
    kinds = tuple(word for word in which.type if word in KINDS)
    others = tuple(word for word in which.type if word not in KINDS)
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
    return tuple(f"non-{word}" for word in words) if excepted else words


def unanswered(spoken: str, draft: Draft, of_the_card: bool, wording: Wording) -> list[Action]:
    """What may not be activated in answer to this activation; a sentence of its own speaks of the card's."""
    marks = list(wording.each("no-response", spoken, *((0, None) if of_the_card else (draft.start, draft.end))))
    if not marks:
        return []
    whose, what = marks[0].reveals.split()
    return [Action(act="forbid-activation", what=whose, which=MEANT[what], to="in-response")]


def oaths(spoken: str, stretch: Stretch, wording: Wording) -> list[Action]:
    """What the turn of the activation rules out for this card, sworn as it is activated."""
    return [Action(act=mark.reveals, what="self", until=OATH) for mark in wording.each("oath", spoken, *stretch)]
