"""English sentences that state an activation: a colon ends the condition, a semicolon ends cost and target."""

from knowledge.cardtext.sentence import COMING, Clause, events_in
from knowledge.cardtext.splitting import Sentence
from knowledge.cardtext.wording import Wording


def stated_activation(text: str, sentence: Sentence, wording: Wording) -> Clause | None:
    """The sentence taken apart at its colon and semicolon; None where it has neither and so states no activation."""
    start, end = sentence.start, sentence.end
    label = wording.first("label", text[start:end])
    begin = start + label.end if label and label.start == 0 else start
    colon = text.find(":", begin, end)
    if colon >= 0 and wording.has("label", text[begin : colon + 1]):
        colon = -1
    semicolon = text.find(";", max(colon, begin), end)
    if colon < 0 and semicolon < 0:
        return None
    if colon >= 0:
        condition_end, cost_start = colon, colon + 1
        optional = wording.has("optional", text[cost_start:end])
    else:
        said = wording.first("you-can", text, begin, semicolon)
        condition_end = cost_start = said.start if said else begin
        optional = said is not None
    cost_end = semicolon + 1 if semicolon >= 0 else cost_start
    events, response = events_in(text, begin, condition_end, wording)
    moments = tuple(wording.each("moment", text, begin, condition_end))
    if response and not any(moment.reveals in COMING for moment in moments):
        events = tuple(event for event in events if event.event in ("targeted", "would-be-summoned"))
    return Clause(
        "explicit", optional, (begin, condition_end), (cost_start, cost_end), (cost_end, end), events, moments, response
    )
