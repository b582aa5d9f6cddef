"""Sentences that set an activation off by punctuation: a colon ends the condition, a semicolon cost and target."""

from knowledge.text.clause import COMING, Clause
from knowledge.text.happenings import events_in, unnamed_event
from knowledge.text.splitting import Sentence
from knowledge.text.wording import Wording


def punctuated_sentence(text: str, sentence: Sentence, wording: Wording) -> Clause | None:
    """The sentence taken apart at its colon and semicolon; None where it has neither and so states no activation."""
    end = sentence.end
    label = wording.first("label", text, sentence.start, end)
    begin = label.end if label and label.start == sentence.start else sentence.start
    colon = text.find(":", begin, end)
    if colon >= 0 and wording.has("label", text[begin : colon + 1].lstrip()):
        colon = -1
    semicolon = text.find(";", max(colon, begin), end)
    if colon < 0 and semicolon < 0:
        if not wording.has("chooses", text, begin, end):
            return None
        semicolon = end
    if colon >= 0 and wording.has("optional", text[begin:colon]):
        condition_end = cost_start = begin  # "you can pay this: do that" puts the price before the colon
        semicolon, optional = colon, True
    elif colon >= 0:
        condition_end, cost_start = colon, colon + 1
        asked = wording.first("you-can", text, begin, colon)
        optional = wording.has("optional", text[cost_start:end])
        optional = optional or (asked is not None and _only_aside(text[asked.end : colon]))
    else:
        said = wording.first("you-can", text, begin, semicolon)
        condition_end = cost_start = said.start if said else begin
        optional = said is not None
    cost_end = min(semicolon + 1, end) if semicolon >= 0 else cost_start
    events, response = events_in(text, begin, condition_end, wording)
    moments = tuple(wording.each("moment", text, begin, condition_end))
    if response and not any(moment.reveals in COMING for moment in moments):
        events = tuple(event for event in events if event.event in ("targeted", "would-be-summoned"))
    if colon >= 0 and not events and not response and not moments:
        events = unnamed_event(text, begin, condition_end, wording)
    pieces = ((begin, condition_end), (cost_start, cost_end), (cost_end, end))
    return Clause("explicit", optional, *pieces, events, moments, response)


def _only_aside(text: str) -> bool:
    """Whether nothing but an aside in brackets stands there."""
    inside = text.strip()
    return not inside or (inside.startswith("(") and inside.endswith(")"))
