"""The events a condition names, what they befall, and the activation it answers."""

from knowledge.text.clauses.clause import Clause, Event, Subject
from knowledge.text.grammar import Found, Wording

AT_ONCE = 16  # how many characters may stand between destruction and the GY for both to be one event
RIGHT_BEFORE = 8  # and how near an "or" stands to the second of two
ONE_WITH_GY = {
    "destroyed": "destroyed",
    "destroyed-by-battle": "sent-to-gy-by-battle",
    "destroyed-by-effect": "destroyed-by-effect",
    "destroys-by-battle": "destroys-by-battle",
}


def events_in(text: str, start: int, end: int, wording: Wording) -> tuple[tuple[Event, ...], Found | None]:
    """The events named between two places, and the activation that is answered there."""
    response = wording.first("response", text, start, end)
    found: list[Event] = []
    subject: Subject = "self"
    boundaries = [boundary.end for boundary in wording.all("boundary", text, start, end)]
    for mark in wording.all("event", text, start, end):
        bound = max((place for place in boundaries if place <= mark.start), default=start)
        subject = _subject(text, (start, bound, mark.end), subject if found else None, wording)
        if found and mark.start < found[-1].end and mark.end <= found[-1].end:
            continue
        if _is_state(text, (bound, mark.start, mark.end, end), wording) or _is_price(text, bound, mark, wording):
            continue
        found.append(Event(mark.reveals, subject, mark.start, mark.end))
    return tuple(found), response


def told_events(text: str, clause: Clause, wording: Wording) -> list[str]:
    """The events of a condition, each told once: "destroyed by battle and sent to the GY" is one thing that happens."""
    told: list[str] = []
    before: Event | None = None
    for event in clause.events:
        near = before is not None and event.start - before.end <= AT_ONCE and event.subject == before.subject
        apart = before is not None and wording.has(
            "or-else", text, max(before.end, event.start - RIGHT_BEFORE), event.start
        )
        joined = near and event.event == "sent-to-gy" and not apart
        if joined and before is not None and before.event in ONE_WITH_GY:
            told[-1] = ONE_WITH_GY[before.event]
        else:
            told.append(event.event)
        before = event
    if "destroyed-by-battle" in told and wording.has("battle-or-effect", text, *clause.condition):
        told.append("destroyed-by-effect")
    if "sent-to-gy-by-battle" in told and wording.has("battle-or-effect", text, *clause.condition):
        told.append("destroyed-by-effect")
    if "destroyed" in told and {"destroyed-by-battle", "destroyed-by-effect"} & set(told):
        told.remove("destroyed")
    return told


def unnamed_event(text: str, start: int, end: int, wording: Wording) -> tuple[Event, ...]:
    """Something that happens and is none of the known events, if the last condition is no mere state."""
    last = start if wording.punctuated else max(start, text.rfind(",", start, max(start, end - 3)) + 1)
    condition = text[last:end].rstrip(",")
    if wording.has("happening", condition) and not wording.has("state", condition):
        subject: Subject = "self" if wording.has("subject-self", condition) else "other"
        return (Event("other-event", subject, last, end),)
    return ()


def _subject(text: str, places: tuple[int, int, int], before: Subject | None, wording: Wording) -> Subject:
    """Whether the event befalls this card; a piece without a subject of its own takes the one before it."""
    start, bound, end = places
    if wording.has("subject-self", text, bound, end):
        return "self"
    if before is not None and (wording.has("agent", text, start, bound) or wording.has("done-so", text, bound, end)):
        return before  # what follows names who did it, not whom it befell
    if wording.has("subject-other", text, bound, end):
        return "other"
    if before is not None:
        return before
    if not wording.has("subject-self", text, start, end) and wording.has("subject-other", text, start, end):
        return "other"
    return "self"


def _is_state(text: str, places: tuple[int, int, int, int], wording: Wording) -> bool:
    """How a card came to be where it is, not something that happens now."""
    bound, start, end, condition_end = places
    near = max(bound, start - wording.state_reach)
    return wording.has("state-voice", text, near, end) or wording.has("state-after", text, end, condition_end)


def _is_price(text: str, bound: int, mark: Found, wording: Wording) -> bool:
    """Something done on purpose and then a comma: a price, not an event."""
    if text[mark.end : mark.end + 1] != "," or mark.reveals in ("would-be-summoned", "effect-activated"):
        return False
    return wording.has("cost-voice", text, bound, mark.end) and not wording.has("each-time", text, bound, mark.end)
