"""What a text forbids: for as long as its card lies there, or in answer to its activation."""

from knowledge.data.profile import Action, Filter
from knowledge.text.clause import Stretch
from knowledge.text.draft import Draft
from knowledge.text.wording import Wording

OATH = "turn-of-activation"
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
