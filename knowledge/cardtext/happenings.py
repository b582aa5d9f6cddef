"""The events a condition names, what they befall, and the activation it answers."""

from knowledge.cardtext.clause import Event, Subject
from knowledge.cardtext.wording import Found, Wording


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
        event = Event(mark.reveals, subject, mark.start, mark.end)
        if found and _goes_with(text, found[-1], event, wording):
            found[-1] = _one_happening(found, event)
        else:
            found.append(event)
    return tuple(found), response


def _goes_with(text: str, before: Event, event: Event, wording: Wording) -> bool:
    """Whether "destroyed and sent to the GY" is meant: one happening, not one of two."""
    if event.event != "sent-to-gy" or not before.event.startswith("destroy") or before.end > event.start:
        return False
    return wording.has("same-happening", text[before.end : event.start])


def _one_happening(found: list[Event], sent: Event) -> Event:
    """Destruction and the way to the GY as one event; sent there by battle where only battle is named."""
    before = found[-1]
    by_battle_alone = before.event == "destroyed-by-battle" and len(found) == 1
    return before._replace(event="sent-to-gy-by-battle" if by_battle_alone else before.event, end=sent.end)


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
