"""Sentences of texts before activations were stated: what happened, then what follows; or simply what one may do."""

from knowledge.text.clause import COMING, Clause, Event, Role, bare
from knowledge.text.happenings import events_in
from knowledge.text.wording import Found, Wording

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
    by_hand = role == "ignition" and (wording.has("union", piece) or not can)
    if by_hand and not wording.has("revives", piece):
        kept = () if wording.has("union", piece) else moments
        return Clause("ignition", True, (start, begin), (begin, begin), (begin, end), (), kept, None)
    optional = can or role == "imperative"
    if role != "ignition":
        price = (reach, reach)
    return Clause(role, optional, (start, reach), price, (price[1], end), events, moments, response)


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
