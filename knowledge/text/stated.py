"""Chinese and Japanese sentences that end by stating an activation: condition, cost and target, statement."""

from knowledge.text.clause import Clause
from knowledge.text.happenings import events_in, unnamed_event
from knowledge.text.wording import Found, Wording


def stated_sentence(text: str, start: int, end: int, stated: Found, wording: Wording, modern: bool) -> Clause:
    """The sentence taken apart where its last condition ends; its resolution follows in the next sentence."""
    reach = max((mark.end for mark in wording.all("condition-end", text, start, end)), default=start)
    events, response = events_in(text, start, reach, wording)
    events = tuple(event for event in events if event.event != "maybe-battled")
    moments = tuple(wording.each("moment", text, start, reach))
    if not events and not response and not moments:
        events = unnamed_event(text, start, reach, wording)
    # older texts state what has a price like what must be done
    optional = stated.reveals == "optional" or (not modern and wording.has("pays-to-activate", text, start, end))
    return Clause("explicit", optional, (start, reach), (reach, end), (end, end), events, moments, response)
