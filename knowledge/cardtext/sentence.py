"""What one sentence does: state an activation, an event with its consequence, a standing rule, a limit …"""

from typing import Literal, NamedTuple

from knowledge.cardtext.splitting import Sentence
from knowledge.cardtext.wording import Found, Wording

Role = Literal["explicit", "trigger", "ignition", "flip", "imperative", "procedure", "continuous", "limit", "also", "plain"]


# moments that come by themselves; a text that names one describes something that then activates
COMING = frozenset(
    {
        "damage-calculation", "before-damage-calculation", "battled", "battle-started", "damage-step-ended",
        "battle-phase-began", "battle-phase-ending", "draw-phase-came", "standby-phase-came", "end-phase-came",
    }
)  # fmt: skip


# acts that an older text may also state as standing permissions: alone they do not make a sentence an activated effect
STANDING = frozenset({"allow-direct-attack", "allow-extra-attack", "unaffected", "protect-from-battle"})


# how far before an event the word stands that makes it a mere state: next to it in English, anywhere in Chinese
NEAR = {"en": 12, "ja": 80, "zh": 80}


class Event(NamedTuple):
    """Something that must have happened, and whether it happened to this card."""

    event: str
    subject: Literal["self", "other"]
    start: int
    end: int


class Clause(NamedTuple):
    """One sentence taken apart: what must hold, what is paid and chosen, what happens."""

    role: Role
    optional: bool
    condition: tuple[int, int]
    activation: tuple[int, int]
    body: tuple[int, int]
    events: tuple[Event, ...]
    moments: tuple[Found, ...]
    response: Found | None


def take_apart(text: str, sentence: Sentence, wording: Wording, numbered: bool) -> Clause:
    """The role of a sentence and its pieces; in numbered texts only a stated activation counts as one."""
    start, end = sentence.start, sentence.end
    label = wording.first("bullet-label", text, start, end) if sentence.bullet else None
    if label:
        start = label.end
    piece = text[start:end]
    also = wording.first("also-starts", piece)
    offset = also.end if also else 0
    flip = wording.first("flip", piece[offset:])
    if flip:
        begin = start + offset + flip.end
        then = wording.first("then", text, begin, end)
        optional = wording.has("can", text, begin, then.start if then else end)
        if wording.language == "en":
            optional = wording.has("optional", text, begin, end)
        happened = (Event("flipped", "self", start, begin),)
        return Clause("flip", optional, (start, begin), (begin, begin), (begin, end), happened, (), None)
    if wording.has("psct", piece) or wording.has("chooses", piece):
        apart = stated_activation(text, sentence, wording)
        if apart:
            return apart
    if not wording.has("no-activation", piece):
        stated = wording.first("activation", piece)
        if stated:
            return _explicit(text, start, end, stated, wording)
    if wording.has("also", piece):
        return _bare("also", start, end)
    if wording.has("limit-only", piece):
        return _bare("limit", start, end)
    if numbered:
        return _bare("plain", start, end)
    return _implicit(text, start, end, wording)


def _bare(role: Role, start: int, end: int) -> Clause:
    return Clause(role, False, (start, start), (start, start), (start, end), (), (), None)


def _explicit(text: str, start: int, end: int, stated: Found, wording: Wording) -> Clause:
    condition_end = start
    for mark in wording.all("condition-end", text, start, end):
        condition_end = max(condition_end, mark.end)
    events, response = events_in(text, start, condition_end, wording)
    events = tuple(event for event in events if event.event != "maybe-battled")
    moments = tuple(wording.each("moment", text, start, max(condition_end, start)))
    if not events and not response and not moments:
        events = _unnamed_event(text, start, condition_end, wording)
    return Clause(
        "explicit", stated.reveals == "optional", (start, condition_end), (condition_end, end), (end, end), events, moments, response
    )


def _implicit(text: str, start: int, end: int, wording: Wording) -> Clause:
    """Texts older than the numbered format: what happened, then what follows, without a stated activation."""
    piece = text[start:end]
    if wording.has("passive", piece) or wording.has("grants", piece):
        return _bare("continuous", start, end)
    if wording.has("procedure-cost", piece):
        return _bare("procedure", start, end)
    opening = wording.first("also-starts", text, start, end)
    begin = opening.end if opening and opening.start == start else start
    in_force = wording.first("in-force", text[begin:end])
    if in_force:
        begin += in_force.end
    events, response, condition_end = _condition(text, begin, end, wording)
    events = tuple(event for event in events if not wording.has("old-state", text, begin, event.end))
    if wording.has("battled-body", text, condition_end, end):
        events = tuple(event._replace(event="battled") if event.event == "maybe-battled" else event for event in events)
    events = tuple(event for event in events if event.event != "maybe-battled")
    tail = wording.first("tail-condition", text, begin, end)
    if tail and not events:
        events, response = events_in(text, tail.start, tail.end, wording)
    moments = tuple(
        moment for moment in wording.each("moment", text, begin, end) if moment.reveals in COMING or moment.end <= condition_end
    )
    standing = frozenset() if any(event.event == "destroys-by-battle" for event in events) else STANDING
    act = any(mark.reveals not in standing for mark in wording.each("act", text, condition_end, end))
    act = act or wording.has("old-target", text, condition_end, end)
    then = wording.first("then", text, condition_end, end)
    can = wording.first("can", text, condition_end, then.start if then else end)
    role: Role = "plain"
    if act and (events or response or any(moment.reveals in COMING for moment in moments)):
        role = "trigger"
    elif wording.has("union", piece):
        return Clause("ignition", True, (start, start), (start, start), (start, end), (), (), None)
    elif in_force and not (can and (wording.language == "en" or wording.has("negates", text, begin, end) or wording.has("pays", text, begin, end) or wording.has("limit", piece))):
        role = "continuous"
    elif wording.has("revives", piece):
        role = "ignition"
    elif wording.has("procedure", piece):
        role = "procedure"
    elif act and can and (wording.has("pays", text, condition_end, end) or not wording.has("permission", text, condition_end, end)):
        role = "ignition"
    elif act and wording.has("pays-first", text[begin:end]):
        return Clause("ignition", True, (start, begin), (begin, begin), (begin, end), (), moments, None)
    elif act and wording.has("imperative", text[begin:end]):
        role = "imperative"
    optional = can is not None or role == "imperative"
    return Clause(
        role, optional, (start, condition_end), (condition_end, condition_end), (condition_end, end), events, moments, response
    )


def _condition(text: str, start: int, end: int, wording: Wording) -> tuple[tuple[Event, ...], Found | None, int]:
    """The condition a sentence opens with: it reaches to the first event, or else over the states named first."""
    reach = start
    marks = [mark for mark in wording.all("condition-end", text, start, end) if mark.end < end]
    for mark in marks:
        if wording.has("can", text, start, mark.start):
            break
        events, response = events_in(text, start, mark.end, wording)
        if reach == start or mark.start - reach < 40:
            reach = mark.end
        if events or response:
            return events, response, reach
    return (), None, reach


def events_in(text: str, start: int, end: int, wording: Wording) -> tuple[tuple[Event, ...], Found | None]:
    """The events named between two places, and the activation that is answered there."""
    response = wording.first("response", text, start, end)
    found: list[Event] = []
    subject: Literal["self", "other"] = "self"
    for mark in wording.all("event", text, start, end):
        bound = start
        for boundary in wording.all("boundary", text, start, mark.start):
            bound = boundary.end
        if wording.has("subject-self", text, bound, mark.end):
            subject = "self"
        elif wording.has("subject-other", text, bound, mark.end):
            subject = "other"
        elif not found and not wording.has("subject-self", text, start, mark.end) and wording.has("subject-other", text, start, mark.end):
            subject = "other"
        if found and mark.start < found[-1].end and mark.end <= found[-1].end:
            continue
        if wording.has("state-voice", text, max(bound, mark.start - NEAR[wording.language]), mark.end) or wording.has("state-after", text, mark.end, end):
            continue  # how the card came to be where it is, not something that happens now
        on_purpose = text[mark.end : mark.end + 1] == "," and wording.has("cost-voice", text, bound, mark.end)
        if on_purpose and mark.reveals != "would-be-summoned" and not wording.has("each-time", text, bound, mark.end):
            continue  # something done on purpose and then a comma: a price, not an event
        found.append(Event(mark.reveals, subject, mark.start, mark.end))
    return tuple(found), response


def _unnamed_event(text: str, start: int, end: int, wording: Wording) -> tuple[Event, ...]:
    """Something that happens and is none of the known events, if the last condition is no mere state."""
    last = start if wording.language == "en" else max(start, text.rfind(",", start, max(start, end - 3)) + 1)
    bare = text[last:end].rstrip(",")
    if wording.has("happening", bare) and not wording.has("state", bare):
        subject: Literal["self", "other"] = "self" if wording.has("subject-self", bare) else "other"
        return (Event("other-event", subject, last, end),)
    return ()


def stated_activation(text: str, sentence: Sentence, wording: Wording) -> Clause | None:
    """A sentence taken apart at its colon (ends the condition) and semicolon (ends cost and target); None without them."""
    start, end = sentence.start, sentence.end
    label = wording.first("label", text[start:end])
    begin = start + label.end if label and label.start == 0 else start
    colon = text.find(":", begin, end)
    if colon >= 0 and wording.has("label", text[begin : colon + 1].lstrip()):
        colon = -1
    semicolon = text.find(";", max(colon, begin), end)
    if colon < 0 and semicolon < 0:
        if not wording.has("chooses", text, begin, end):
            return None
        semicolon = end
    said_first = wording.has("optional", text[begin:colon]) if colon >= 0 else False
    if said_first:  # "you can pay this: do that" puts the price before the colon
        condition_end, cost_start, semicolon, optional = begin, begin, colon, True
    elif colon >= 0:
        condition_end, cost_start = colon, colon + 1
        asked = wording.first("you-can", text, begin, colon)
        optional = wording.has("optional", text[cost_start:end]) or (asked is not None and _only_aside(text[asked.end : colon]))
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
        events = _unnamed_event(text, begin, condition_end, wording)
    return Clause(
        "explicit", optional, (begin, condition_end), (cost_start, cost_end), (cost_end, end), events, moments, response
    )


def _only_aside(text: str) -> bool:
    """Whether nothing but an aside in brackets stands there."""
    bare = text.strip()
    return not bare or (bare.startswith("(") and bare.endswith(")"))
