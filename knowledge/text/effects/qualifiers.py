"""Words of an activation that narrow something and reached no filter of its profile: they are carried as not read."""

import re
from collections.abc import Iterator
from typing import Any

from knowledge.data.profile import Effect, Filter
from knowledge.text.drafts import Draft
from knowledge.text.effects.continuous import continuous_in
from knowledge.text.effects.effect_kinds import said_of_one_only
from knowledge.text.effects.filters import filter_in, is_left_out, measures_in
from knowledge.text.effects.resolution_parts import LEFT
from knowledge.text.grammar import Wording
from knowledge.text.sentence import Stretch

WORDS = ("name", "group", "but", "attribute", "race", "place")
HELD = (
    "event", "moment", "requirement", "response", "zone", "turn", "summoned-so", "limit", "lies-anywhere", "lies-there",
    "already-there",
    "also", "either-turn", "sided-moment", "quick-mark",
)  # fmt: skip
# phrases that no word of a profile stands for
UNKNOWN = ("by-another-effect", "cause-named", "two-targets", "this-card-among-targets")
CAUSES = ("by-another-effect", "cause-named")  # but for the cards by whose effect it must have come
# sentences behind a resolution that say something of the whole effect, read apart
REMARKS = (
    "limit", "limit-only", "also", "condition-note", "use-note", "not-in-damage-step", "sent-this-turn", "sworn",
    "cannot-be-negated", "no-response", "quick-if", "offers-choice", "one-of", "standing", "option-label",
    "old-target", "target", "introduces-list", "names-cards-only", "belongs-to", "renames-itself", "becomes-monster",
)  # fmt: skip
BARRING = (
    "forbid",
    "protect",
    "unaffected",
    "restrict",
    "no-",
    "apply-later",
    "negate",
    "halve",
    "skip",
    "force",
    "allow",
)
RANGES = ("level", "atk", "defence")
_POINTS = re.compile(r"(?<!\d)\d{3,5}(?!\d)")
_PAUSE = re.compile(r"[,;:。\n]")


def without_a_place(text: str, spoken: str, draft: Draft, effect: Effect, wording: Wording) -> list[Stretch]:
    """The pieces of condition, price and target in which a name, a property or a figure stands that no filter holds."""
    held, figures, measures = _held(effect)
    amounts = {bound for one in figures if one for bound in one}
    told = [*(one.amount for one in effect.requires), *(one.amount for one in effect.cost)]
    amounts |= {amount for amount in told if isinstance(amount, int)}
    clause = draft.clause
    found = [clause.condition] if said_of_one_only(text, clause, wording) else []
    for start, end in _pieces(text, (clause.condition[0], max(clause.condition[1], clause.activation[1]))):
        if wording.has("limit", spoken, start, end):
            continue  # how often it may be used is read apart, with the name it counts
        said = filter_in(spoken, start, end, wording)
        told_of = (said, *said.either)
        words = {word.removeprefix("non-") for one in told_of for field in WORDS for word in getattr(one, field)}
        counted = {getattr(one, field) for one in told_of for field in RANGES} - {None}
        points = {int(one) for one in _POINTS.findall(text, start, min(end, clause.condition[1]))} - amounts
        told_cause = any(one.is_ == "caused-by" and one.of is not None for one in effect.requires)
        families = [family for family in UNKNOWN if not (told_cause and family in CAUSES)]
        if len(dict.fromkeys(effect.targets)) > 1:
            families.remove("two-targets")
        unknown = any(wording.has(family, spoken, start, end) for family in families)
        unknown = unknown or _leaves_a_level_out(spoken, start, end, wording)
        if (
            unknown
            or words - held
            or counted - figures
            or _measures(said) - measures
            or points
            or _says_nothing_known(text, start, end, draft, effect, wording)
        ):
            found.append((start, end))
    return found


def _leaves_a_level_out(spoken: str, start: int, end: int, wording: Wording) -> bool:
    marks = [mark for family in ("filter-level", "filter-atk") for mark in wording.all(family, spoken, start, end)]
    left_out = any(is_left_out(mark, spoken, wording) for mark in marks)
    return left_out or _two_levels_apart(spoken, start, end, wording)


def _two_levels_apart(spoken: str, start: int, end: int, wording: Wording) -> bool:
    """Whether one Level or another is asked for that no range of Levels says."""
    if not any(mark.reveals == "either" for mark in wording.each("filter-level", spoken, start, end)):
        return False
    which = filter_in(spoken, start, end, wording)
    return which.level is None and not any(kind.level for kind in which.either)


def deeds_without_a_place(
    text: str, spoken: str, bodies: list[Stretch], effect: Effect, wording: Wording
) -> list[Stretch]:
    """The pieces of the resolution in which cards are measured by others in a way that no filter holds."""
    _, _, measures = _held(effect)
    found = [
        (start, end)
        for body in bodies
        for start, end in _pieces(text, body)
        if _measures(measures_in(spoken, start, end, wording)) - measures
        or _leaves_a_level_out(spoken, start, end, wording)
        or wording.has("mentions-a-group", spoken, start, end)
        or wording.has("one-act-or-another", text, start, end)
        or (wording.has("only-such-attack", text, start, end) and not wording.has("sworn", spoken, *body))
    ]
    found += [body for body in bodies if _swears_what_nobody_read(spoken, body, wording)]
    if effect.is_activated:
        found += [body for body in bodies if body[0] < body[1] and _tells_nothing(text, spoken, body, wording)]
    return found


def _swears_what_nobody_read(spoken: str, sentence: Stretch, wording: Wording) -> bool:
    """Whether a sentence binds its player for the turn of the activation in words that tell no oath."""
    sworn = wording.has("sworn", spoken, *sentence) and wording.has("rules-out", spoken, *sentence)
    return sworn and not wording.has("oath", spoken, *sentence)


def _tells_nothing(text: str, spoken: str, sentence: Stretch, wording: Wording) -> bool:
    """Whether a sentence of the resolution does nothing that was read, or rules something out nobody read."""
    if any(wording.has(family, spoken, *sentence) for family in REMARKS):
        return False
    acts = {mark.reveals for mark in wording.all("act", text, *sentence)}
    lasting = [one for one in continuous_in(text, [sentence], "field", wording) if one.does in LEFT]
    if not acts and not lasting:
        return True
    bars = bool(lasting) or any(act.startswith(BARRING) for act in acts)
    return wording.has("rules-out", text, *sentence) and not bars


def _held(effect: Effect) -> tuple[set[str], set[Any], set[Any]]:
    """The words, the figures and the measures that the filters of an effect hold."""
    filters = list(_filters(effect))
    words = {word.removeprefix("non-") for one in filters for field in WORDS for word in getattr(one, field)}
    figures = {getattr(one, field) for one in filters for field in RANGES}
    return words, figures, {measure for one in filters for measure in _measures(one)}


def _measures(said: Filter) -> set[Any]:
    one = said.together
    sums = {one.different, one.alike, (one.total, one.how, one.amount)} if one is not None else set()
    return {
        *said.compared,
        *said.place,
        *({said.owner} if said.owner else ()),
        *(m for m in sums if m not in ((), ((), "", ""))),
    }


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
    """Every filter of an effect, and the alternatives in it."""
    for one in _told_filters(effect):
        yield one
        yield from one.either


def _told_filters(effect: Effect) -> Iterator[Filter]:
    if effect.trigger and effect.trigger.of:
        yield effect.trigger.of
    if effect.responds_to:
        answered = effect.responds_to
        yield from (one for one in (answered.of, answered.doing_to, answered.targeted) if one)
    yield from (one.of for asked in effect.requires for one in (asked, *asked.among) if one.of)
    yield from effect.targets
    yield from (one.which for one in (*effect.cost, *effect.does) if one.which)
    yield from (printed.of for act in (*effect.cost, *effect.does) for printed in act.requires if printed.of)
    for choice in effect.choices:
        yield from choice.targets
        yield from (one.which for one in (*choice.cost, *choice.does) if one.which)
