"""A sentence taken apart into a clause: what it does, by the way it is written, and the events a condition names."""

from typing import Literal, NamedTuple

from knowledge.text.grammar import Found, Wording
from knowledge.text.passages import Sentence

Role = Literal[
    "explicit", "trigger", "ignition", "flip", "imperative", "procedure", "continuous", "limit", "also", "plain"
]
Subject = Literal["self", "other"]
Stretch = tuple[int, int]

# roles of sentences that describe something activated
ACTIVATED_ROLES = ("explicit", "trigger", "ignition", "flip", "imperative")

# moments that come by themselves; a text that names one describes something that then activates
COMING = frozenset(
    {
        "damage-calculation", "before-damage-calculation", "battled", "battle-started", "damage-step-ended",
        "battle-phase-began", "battle-phase-ending", "draw-phase-came", "standby-phase-came", "end-phase-came",
    }
)  # fmt: skip


class Event(NamedTuple):
    """Something that must have happened, and whether it happened to this card."""

    event: str
    subject: Subject
    start: int
    end: int


class Clause(NamedTuple):
    """One sentence taken apart: what must hold, what is paid and chosen, what happens."""

    role: Role
    optional: bool
    condition: Stretch
    activation: Stretch
    body: Stretch
    events: tuple[Event, ...]
    moments: tuple[Found, ...]
    response: Found | None


def bare(role: Role, start: int, end: int) -> Clause:
    """A sentence of which only the role matters."""
    return Clause(role, False, (start, start), (start, start), (start, end), (), (), None)


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


# acts that an older text may also state as standing permissions: alone they do not make a sentence an activated effect
STANDING = frozenset(
    {"allow-direct-attack", "allow-extra-attack", "unaffected", "protect-from-battle", "remove-counter"}
)
FAR = 40  # conditions further apart than this are not read as one
PAST = 2  # the ending that puts an event into the past


def older_sentence(text: str, start: int, end: int, wording: Wording) -> Clause:
    """The role of a sentence without a stated activation, and its condition."""
    piece = text[start:end]
    if wording.has("passive", piece) or wording.has("grants", piece):
        return bare("continuous", start, end)
    if wording.has("procedure-cost", piece):
        return bare("procedure", start, end)
    opening = wording.first("also-starts", text, start, end)
    begin = opening.end if opening and opening.start == start else start
    in_force = wording.first("in-force", text, begin, end)
    if in_force:
        begin = in_force.end
    events, response, reach = _condition(text, begin, end, wording)
    tail = None if events else wording.first("tail-condition", text, begin, end)
    if tail:
        events, response = events_in(text, tail.start, tail.end, wording)
    paid = wording.first("pays", text, reach, end)
    moments = tuple(
        moment
        for moment in wording.each("moment", text, begin, paid.start if paid else end)
        if moment.reveals in COMING or moment.end <= reach
    )
    happens = bool(events or response) or any(moment.reveals in COMING for moment in moments)
    acts = _acts(text, reach, end, events, wording)
    then = wording.first("then", text, reach, end)
    can = wording.has("can", text, reach, then.start if then else end) or wording.has("pays-first", text, reach, end)
    price = (reach, paid.end if paid else reach)
    if acts and happens:
        return Clause("trigger", can, (start, reach), price, (price[1], end), events, moments, response)
    role = _role_without_event(text, (start, begin, reach, end), acts, can, in_force is not None, wording)
    if _only_a_price(text, start, end, wording):
        role = "imperative" if role == "plain" else role
        return Clause(role, True, (start, begin), (begin, end), (end, end), (), moments, None)
    by_hand = role == "ignition" and (wording.has("union", piece) or not can)
    if by_hand and not wording.has("revives", piece):
        kept = () if wording.has("union", piece) else moments
        return Clause("ignition", True, (start, begin), (begin, begin), (begin, end), (), kept, None)
    optional = can or role == "imperative"
    if role != "ignition":
        price = (reach, reach)
    return Clause(role, optional, (start, reach), price, (price[1], end), events, moments, response)


def _only_a_price(text: str, start: int, end: int, wording: Wording) -> bool:
    """`Pay 500 LP.` at the head of an older text: the price of what follows, in a sentence of its own."""
    rest = text[end:].lstrip(".。")
    return bool(rest) and wording.has("price-alone", text[start:end]) and not wording.has("and-then", rest)


def _role_without_event(
    text: str, places: tuple[int, int, int, int], acts: bool, can: bool, in_force: bool, wording: Wording
) -> Role:
    start, begin, reach, end = places
    piece = text[start:end]
    if wording.has("union", piece):
        return "ignition"
    if in_force and not can and wording.has("negates-at-once", text, begin, end):
        return "trigger"  # it answers by itself whatever it negates
    if in_force and not (can and _used_by_hand(text, begin, end, wording)):
        return "continuous"
    if wording.has("revives", piece):
        return "ignition"
    if wording.has("procedure", piece):
        return "procedure"
    if not acts:
        return "plain"
    if can and (wording.has("pays", text, reach, end) or not wording.has("permission", text, reach, end)):
        return "ignition"
    if wording.has("pays-first", text, begin, end) or wording.has("pays-first", text, reach, end):
        return "ignition"
    return "imperative" if wording.has("imperative", text, begin, end) else "plain"


def _used_by_hand(text: str, begin: int, end: int, wording: Wording) -> bool:
    """Whether what one may do while a card is in force is an effect to activate and not a standing permission."""
    families = ("negates", "pays", "limit")
    return wording.punctuated or any(wording.has(family, text, begin, end) for family in families)


def _acts(text: str, start: int, end: int, events: tuple[Event, ...], wording: Wording) -> bool:
    """Whether something is done there that an activated effect does."""
    after_battle = any(event.event == "destroys-by-battle" for event in events)
    standing: frozenset[str] = frozenset() if after_battle else STANDING
    if any(mark.reveals not in standing for mark in wording.each("act", text, start, end)):
        return True
    return wording.has("old-target", text, start, end)


def _condition(text: str, start: int, end: int, wording: Wording) -> tuple[tuple[Event, ...], Found | None, int]:
    """The condition a sentence opens with: it reaches to the first event, or else over the states named first."""
    reach = start
    for mark in wording.all("condition-end", text, start, end):
        if mark.end >= end or wording.has("can", text, start, mark.start):
            break
        events, response = events_in(text, start, mark.end, wording)
        events = _settled(text, start, mark.end, end, events, wording)
        if reach == start or mark.start - reach < FAR:
            reach = mark.end
        if events or response:
            return events, response, reach
    return (), None, reach


def _settled(
    text: str, start: int, reach: int, end: int, events: tuple[Event, ...], wording: Wording
) -> tuple[Event, ...]:
    """The events without those that older texts mean as states; a battle counts if its outcome is spoken of."""
    fought = wording.has("battled-body", text, reach, end)
    settled = []
    for event in events:
        if wording.has("old-state", text, start, min(reach, event.end + PAST)):
            continue
        if event.event != "maybe-battled":
            settled.append(event)
        elif fought:
            settled.append(event._replace(event="battled"))
    return tuple(settled)


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


def take_apart(text: str, sentence: Sentence, wording: Wording, modern: bool) -> Clause:
    """The role of a sentence and its pieces; in modern texts only a stated activation counts as one."""
    start, end = sentence.start, sentence.end
    label = wording.first("bullet-label", text, start, end) if sentence.bullet else None
    if label:
        start = label.end
    piece = text[start:end]
    flip = _flip(text, start, end, wording)
    if flip:
        return flip
    set_off = wording.has("psct", piece) or (modern and wording.has("states-condition", piece))
    if set_off or wording.has("chooses", piece):
        apart = punctuated_sentence(text, sentence, wording)
        if apart:
            return apart
    if not wording.has("no-activation", piece):
        stated = wording.first("activation", piece)
        if stated:
            return stated_sentence(text, start, end, stated, wording, modern)
    if wording.has("also", piece):
        return bare("also", start, end)
    if wording.has("limit-only", piece):
        return bare("limit", start, end)
    if wording.has("own-summon", piece) or (modern and wording.has("own-procedure", piece)):
        return bare("procedure", start, end)
    return bare("plain", start, end) if modern else older_sentence(text, start, end, wording)


def _flip(text: str, start: int, end: int, wording: Wording) -> Clause | None:
    """A sentence that opens with the word for flip effects, which says all about when it activates."""
    also = wording.first("also-starts", text[start:end])
    offset = also.end if also else 0
    flip = wording.first("flip", text[start + offset : end])
    if not flip:
        return None
    begin = start + offset + flip.end
    then = wording.first("then", text, begin, end)
    optional = wording.has("can", text, begin, then.start if then else end)
    if wording.punctuated:
        optional = wording.has("optional", text, begin, end)
    happened = (Event("flipped", "self", start, begin),)
    return Clause("flip", optional, (start, begin), (begin, begin), (begin, end), happened, (), None)
