"""Whether an effect targets, and what: stated in modern texts, inferred in older ones."""

from knowledge.data.profile import Filter
from knowledge.text.draft import Draft
from knowledge.text.filters import filter_in
from knowledge.text.wording import Found, Wording


def target_of(text: str, draft: Draft, wording: Wording) -> Found | None:
    """The words that make an effect target; None where it does not."""
    clause = draft.clause
    target = wording.first("target", text, *clause.activation) if clause.role == "explicit" else None
    if target is None and (clause.role == "flip" or draft.card_activation):
        target = wording.first("target", text, draft.start, draft.end)
    for bullet, _ in draft.bullets:
        target = target or wording.first("target", text, bullet.start, bullet.end)
    if target is None and draft.outer:
        target = wording.first("target", text, draft.start, draft.end) or wording.first("target", text, *draft.choice)
    if target is None and not draft.modern and clause.role not in ("continuous", "procedure", "limit", "also"):
        target = _older_target(text, draft, wording)
    return target


def target_filter(text: str, spoken: str, target: Found, wording: Wording) -> Filter:
    """Which cards are targeted, as far as the phrase around the words tells."""
    start = max(text.rfind(stop, 0, target.end - 1) for stop in ("。", ",", ";", ":", "\n")) + 1
    if wording.punctuated:
        ends = [place for place in (text.find(stop, target.end) for stop in (";", ", then", ".")) if place >= 0]
        return filter_in(spoken, target.start, min(ends, default=target.end), wording)
    return filter_in(spoken, min(start, target.start), target.end, wording)


def _older_target(text: str, draft: Draft, wording: Wording) -> Found | None:
    """A target in a text that does not say so: chosen cards, or in the oldest texts a number of cards in the open."""
    union = wording.first("union", text, draft.start, draft.end)
    if union:
        return union
    pieces = [draft.clause.activation, *draft.bodies]
    for start, end in pieces:
        mark = wording.first("old-target", text, start, end)
        if mark and not wording.has("not-old-target", text, start, end):
            return mark
    if wording.has("chance", text, draft.start, draft.end):
        return None
    for start, end in pieces[1:]:
        mark = wording.first("implied-target", text, start, end)
        if mark is None and draft.clause.role == "explicit":
            mark = wording.first("resolved-target", text, start, end)
        if mark and not wording.has("picks", text, start, end):
            return mark
    return None
