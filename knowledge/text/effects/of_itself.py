"""What a text makes of its own card, or of all such cards, while it applies: nature, tributes, the turn it came in."""

import msgspec

from knowledge.data.profile import Action, Filter, Requirement
from knowledge.text.effects.continuous import Continuous, conditions_of
from knowledge.text.effects.filters import filter_in
from knowledge.text.grammar import Found, Wording
from knowledge.text.sentence import Stretch

NATURE = ("change-attribute", "change-race")
MADE = (*NATURE, "treat-as", "forbid-attack", "set-card")
_EVERY_WAY = 3  # Normal, Flip and Special Summons: however it came


def made_of_itself(text: str, spoken: str, sentences: list[Stretch], wording: Wording) -> list[Action]:
    """The acts of every sentence that says such a thing, each with the conditions of its sentence."""
    found: list[Action] = []
    for sentence in sentences:
        for mark in wording.each("of-itself", spoken, *sentence):
            span = (mark.start, mark.end)
            asked = conditions_of(text, spoken, sentence, [Continuous("", "self", span)], wording)
            found += [_with(act, asked) for act in _acts(spoken, sentence, mark, wording)]
    return list(dict.fromkeys(found))


def _with(act: Action, asked: tuple[Requirement, ...]) -> Action:
    return msgspec.structs.replace(act, requires=(*act.requires, *asked))


def _acts(spoken: str, sentence: Stretch, mark: Found, wording: Wording) -> list[Action]:
    if mark.reveals == "also":  # besides what is printed
        named = wording.each("attribute-named", spoken, mark.start, mark.end)
        return [Action(act="treat-as", what="self", to=one.reveals) for one in named]
    if mark.reveals == "set-as-spell":
        return [Action(act="set-card", what="self", to="spell-zone", optional=True)]
    if mark.reveals == "becomes":
        made = filter_in(spoken, mark.start, mark.end, wording)
        which = filter_in(spoken, sentence[0], mark.start, wording)
        told = [*(("change-attribute", one) for one in made.attribute), *(("change-race", one) for one in made.race)]
        return [Action(act=act, which=which, count="all", to=to) for act, to in told if which != Filter()]
    if mark.reveals == "two-tributes":
        of = filter_in(spoken, *((mark.start, mark.end) if wording.punctuated else (sentence[0], mark.start)), wording)
        kinds = Filter(race=of.race, attribute=of.attribute, group=of.group, name=of.name)
        summoned = kinds if kinds != Filter() else None
        return [Action(act="treat-as", what="self", which=summoned, to="two-tributes", optional=True)]
    ways = tuple(dict.fromkeys(way.reveals for way in wording.each("way-it-came", spoken, mark.start, mark.end)))
    came = Filter(summoned=ways) if 0 < len(ways) < _EVERY_WAY else None
    return [Action(act="forbid-attack", what="self", requires=(Requirement(is_="summoned-this-turn", of=came),))]
