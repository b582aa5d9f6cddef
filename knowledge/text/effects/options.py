"""The bullets of a resolution: options of which one is chosen, or comes by chance or number; else all of them apply."""

import msgspec

from knowledge.data.profile import Action, Choice, Filter, Requirement
from knowledge.text.drafts import Draft
from knowledge.text.effects.actions import STATES, actions_in, said_until
from knowledge.text.effects.bans import UNREAD
from knowledge.text.effects.filters import target_filter
from knowledge.text.effects.left_behind import left_behind
from knowledge.text.grammar import Found, Wording
from knowledge.text.sentence import Stretch


def told_together(draft: Draft) -> tuple[Choice, ...]:
    """The bullets of a list by their number alone."""
    return tuple(Choice(bullet=bullet) for bullet in dict.fromkeys(one.bullet for one, _ in draft.bullets))


def options_of(text: str, spoken: str, draft: Draft, target: Found | None, wording: Wording) -> tuple[Choice, ...]:
    """What each bullet does; bullets alone where none of them could be read, nothing where all of them apply."""
    bare = told_together(draft)
    if not bare or all_apply(text, draft, wording):
        return ()
    before = (draft.start, draft.bullets[0][0].start)
    lasts = said_until(text, spoken, *before, wording)
    found = [_option(text, spoken, one.bullet, draft, target, lasts, wording) for one in bare]
    return tuple(found) if any(one.does for one in found) else bare


def all_apply(text: str, draft: Draft, wording: Wording) -> bool:
    """Whether nothing is chosen among the bullets, neither by a player nor by chance nor by what each opens with."""
    before = (draft.start, draft.bullets[0][0].start)
    chosen = wording.has("one-of", text, *before) or wording.has("chance", text, *before)
    return not chosen and not any(_label(text, one.start, one.end, wording) for one, _ in draft.bullets)


def in_their_place(text: str, draft: Draft, wording: Wording) -> list[Stretch]:
    """The sentences of a resolution, bullets that all apply behind the sentence that announces them."""
    inside = [(one.start, one.end) for one, _ in draft.bullets]
    outside = outside_options(draft)
    place = next((n for n, body in enumerate(outside) if wording.has("offers-choice", text, *body)), len(outside) - 1)
    return [*outside[: place + 1], *inside, *outside[place + 1 :]]


def outside_options(draft: Draft) -> list[Stretch]:
    """The sentences of a resolution that stand outside its bullets."""
    inside = {(one.start, one.end) for one, _ in draft.bullets}
    return [body for body in draft.bodies if body not in inside]


def _option(
    text: str, spoken: str, bullet: int, draft: Draft, target: Found | None, lasts: str, wording: Wording
) -> Choice:
    sentences = [(one.start, one.end) for one, _ in draft.bullets if one.bullet == bullet]
    label = _label(text, *sentences[0], wording)
    if label:
        sentences[0] = (label.end, sentences[0][1])
    does = left_behind(text, spoken, sentences, actions_in(text, spoken, sentences, wording, True), wording)
    named = spoken[label.start : label.end].strip(" :") if label else ""
    return Choice(
        bullet=bullet,
        targets=_targets(text, spoken, sentences, target, wording),
        requires=(Requirement(is_=UNREAD, amount=named),) if named else (),
        does=tuple(_lasting(act, lasts) for act in does),
    )


def _label(text: str, start: int, end: int, wording: Wording) -> Found | None:
    """What a bullet opens with: the number, the kind or the result it belongs to."""
    label = wording.first("bullet-label", text, start, end) or wording.first("option-label", text, start, end)
    return label if label and label.start == start else None


def _targets(
    text: str, spoken: str, sentences: list[Stretch], target: Found | None, wording: Wording
) -> tuple[Filter, ...]:
    marks = [mark for sentence in sentences if (mark := wording.first("target", text, *sentence))]
    if target and any(start <= target.start < end for start, end in sentences):
        marks.append(target)  # in an older text it is told by other words
    return tuple(target_filter(text, spoken, mark, wording) for mark in marks[:1])


def _lasting(act: Action, lasts: str) -> Action:
    """A state lasts as long as the sentence before the bullets says, where the bullet says nothing else."""
    if not lasts or act.until or not (act.act in STATES or act.act.startswith("forbid-")):
        return act
    return msgspec.structs.replace(act, until=lasts)
