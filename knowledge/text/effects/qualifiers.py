"""Words of an activation that narrow something and reached no filter of its profile: they are carried as not read."""

import re
from collections.abc import Iterator

from knowledge.data.profile import Effect, Filter
from knowledge.text.clauses.clause import Stretch
from knowledge.text.effects.drafts import Draft
from knowledge.text.effects.filters import filter_in
from knowledge.text.grammar import Wording

WORDS = ("name", "group", "but", "attribute", "race")
HELD = (
    "event", "moment", "requirement", "response", "zone", "turn", "summoned-so", "limit", "lies-anywhere", "lies-there",
    "already-there",
    "also", "either-turn", "sided-moment", "quick-mark",
)  # fmt: skip
RANGES = ("level", "atk", "defence")
_POINTS = re.compile(r"(?<!\d)\d{3,5}(?!\d)")
_PAUSE = re.compile(r"[,;:。\n]")


def without_a_place(text: str, spoken: str, draft: Draft, effect: Effect, wording: Wording) -> list[Stretch]:
    """The pieces of condition, price and target in which a name, a property or a figure stands that no filter holds."""
    filters = list(_filters(effect))
    held = {word.removeprefix("non-") for one in filters for field in WORDS for word in getattr(one, field)}
    figures = {getattr(one, field) for one in filters for field in RANGES}
    amounts = {bound for one in figures if one for bound in one}
    told = [*(one.amount for one in effect.requires), *(one.amount for one in effect.cost)]
    amounts |= {amount for amount in told if isinstance(amount, int)}
    clause = draft.clause
    found = []
    for start, end in _pieces(text, (clause.condition[0], max(clause.condition[1], clause.activation[1]))):
        if wording.has("limit", spoken, start, end):
            continue  # how often it may be used is read apart, with the name it counts
        said = filter_in(spoken, start, end, wording)
        words = {word.removeprefix("non-") for field in WORDS for word in getattr(said, field)}
        counted = {getattr(said, field) for field in RANGES} - {None}
        points = {int(one) for one in _POINTS.findall(text, start, min(end, clause.condition[1]))} - amounts
        unknown = wording.has("by-another-effect", spoken, start, end)
        if (
            unknown
            or words - held
            or counted - figures
            or points
            or _says_nothing_known(text, start, end, draft, effect, wording)
        ):
            found.append((start, end))
    return found


def _says_nothing_known(text: str, start: int, end: int, draft: Draft, effect: Effect, wording: Wording) -> bool:
    """Whether a piece of the condition states something of which no phrase that a profile holds is found in it."""
    end = min(end, draft.clause.condition[1])  # its last piece runs on into the word "activate"
    if end <= start or not wording.has("states-a-condition", text, start, end):
        return False
    if (effect.trigger or effect.responds_to) and wording.has("happening", text, start, end):
        return False  # what happens is what sets it off
    return not any(wording.has(family, text, start, end) for family in (*HELD, "no-demand"))


def _pieces(text: str, stretch: Stretch) -> Iterator[Stretch]:
    at = stretch[0]
    for pause in _PAUSE.finditer(text, *stretch):
        if pause.start() > at:
            yield at, pause.start()
        at = pause.end()
    if at < stretch[1]:
        yield at, stretch[1]


def _filters(effect: Effect) -> Iterator[Filter]:
    if effect.trigger and effect.trigger.of:
        yield effect.trigger.of
    if effect.responds_to:
        yield from (one for one in (effect.responds_to.of, effect.responds_to.doing_to) if one)
    yield from (one.of for one in effect.requires if one.of)
    yield from effect.targets
    yield from (one.which for one in (*effect.cost, *effect.does) if one.which)
    for choice in effect.choices:
        yield from choice.targets
