"""The event that sets an effect off: whom it befalls, whence, by whom."""

from itertools import pairwise
from typing import Literal, cast

import msgspec

from knowledge.data.profile import FIELD, Filter, Side, Trigger, Zone
from knowledge.text.clauses.clause import Clause, Event
from knowledge.text.clauses.drafts import Draft
from knowledge.text.clauses.events import told_events
from knowledge.text.effects.effect_conditions import when_or_if
from knowledge.text.effects.effect_kinds import TRIGGERING
from knowledge.text.effects.filters import filter_in
from knowledge.text.grammar import Found, Wording

PHASES = {"draw-phase-came", "standby-phase-came", "end-phase-came", "battle-phase-began", "battle-phase-ending"}
SUMMONS = ("normal-summoned", "tribute-summoned", "flip-summoned", "special-summoned", "summoned")
HURTS = ("battle-damage-taken", "effect-damage-taken", "damage-taken")


def trigger_of(draft: Draft, text: str, spoken: str, decided: str, wording: Wording) -> Trigger | None:
    """What sets an effect off; nothing where it is used by hand."""
    clause = draft.clause
    waited = (*TRIGGERING, "damage-calculation") if decided == "trigger" else TRIGGERING
    moments = [mark.reveals for mark in clause.moments if mark.reveals in waited]
    told = told_events(text, clause, wording)
    if "damage-step-ended" in moments and "battled" in told:
        told.remove("battled")  # it waits for the end of the step in which it battled
    events = tuple(dict.fromkeys([*told, *moments]))
    if not events:
        return None
    own = _of_this_card(events, clause)
    own_only = wording.has("made-into-such", text, *clause.condition)
    others = [event for event in clause.events if event.subject == "other"] if own == events and not own_only else []
    events = _sent_as_material(text, own, clause, wording)
    bound = text.rfind(",", clause.condition[0], others[0].start) + 1 if others else 0
    if bound > clause.condition[0] and wording.has("subject-then-pause", text, clause.condition[0], bound):
        bound = text.rfind(",", clause.condition[0], bound - 1) + 1
    done_by = wording.first("done-by-opponent", text, *clause.condition)
    by: Side | None = "opponent" if done_by and not said_of_one_only(text, clause, wording) else None
    subject = "self" if own_only else _subject(text, clause, set(moments), wording)
    if subject == "self" and wording.has("fights-at-declaration", text, *clause.condition):
        subject = "any"  # it may be attacked as well
    named = bool(clause.events) and wording.has("this-or-others", text, clause.condition[0], clause.events[0].start)
    subject = "any" if named and subject == "other" else subject
    origin = _origin(text, clause, wording)
    return Trigger(
        events=events,
        subject=subject,
        names_itself=subject == "any" and (named or any(event.subject == "self" for event in clause.events)),
        of=_befallen(draft, text, spoken, others, bound, done_by, wording)
        or (Filter(zones=origin) if origin and subject == "self" else None),
        by=by,
        when_or_if=when_or_if(text, clause, wording),
        not_by=("drawn",) if "added-to-hand" in events and wording.has("not-drawn", text, *clause.condition) else (),
        each=bool(told) and wording.has("happens-each-time", text, *clause.condition),
    )


def said_of_one_only(text: str, clause: Clause, wording: Wording) -> bool:
    """Whether only one of two events, either of which is enough, must come from the opponent."""
    if len(clause.events) < 2 or wording.punctuated:
        return False
    breaks = [mark.start for mark in wording.all("either-event", text, *clause.condition)]
    edges = [clause.condition[0], *breaks, clause.condition[1]]
    told = {wording.has("done-by-opponent", text, a, b) for a, b in pairwise(edges)}
    return len(edges) > 2 and told == {True, False}


def _origin(text: str, clause: Clause, wording: Wording) -> tuple[Zone, ...]:
    """The places a text names from which the card must have come; "the field" stands for all its zones."""
    named = [mark.reveals for mark in wording.each("event-from", text, *clause.condition)]
    return cast(tuple[Zone, ...], tuple(z for word in named for z in (FIELD if word == "field" else (word,))))


def _befallen(
    draft: Draft,
    text: str,
    spoken: str,
    others: list[Event],
    bound: int,
    done_by: Found | None,
    wording: Wording,
) -> Filter | None:
    """Which other cards, or which player, an event befalls; whoever did it is told apart."""
    if not others:
        beaten = next((event for event in draft.clause.events if event.event == "destroys-by-battle"), None)
        return filter_in(spoken, beaten.start, beaten.end, wording) if beaten else None
    if others[0].event in HURTS and (hurt := wording.first("hurt", text, *draft.clause.condition)):
        return Filter(side=cast(Side, hurt.reveals))
    start, end = max(bound, draft.clause.condition[0]), others[0].start
    cause = wording.first("cause-first", text, start, others[0].end)
    if cause:  # whose effect it was stands before whom it befell, and is told apart
        start, end, done_by = cause.end, max(end, others[0].end if cause.end > end else end), None
    if any(mark.reveals == "equipped" for mark in wording.each("act-object", text, start, end)):
        return Filter(type=("monster",), place=("equipped-by-this",))
    attacker = wording.first("attacker", text, start, end) if others[0].event == "attack-declared" else None
    end = attacker.end if attacker else end
    of = filter_in(spoken, start, done_by.start if done_by and start < done_by.start < end else end, wording)
    whence = wording.first("from-whose", text, *draft.clause.condition)
    if whence and others[0].event not in SUMMONS:  # said behind whom it befell
        place = filter_in(spoken, whence.start, whence.end, wording)
        zones = of.zones or place.zones or _origin(text, draft.clause, wording)
        of = msgspec.structs.replace(of, side=of.side or place.side, zones=zones)
    return _as_summoned(text, of, others, wording) if others[0].event in SUMMONS else of


def _as_summoned(text: str, of: Filter, others: list[Event], wording: Wording) -> Filter:
    """Which monster is summoned, and how where only such summons are named; where it comes to says nothing of it."""
    told = [{mark.reveals for mark in wording.each("summon-kind", text, one.start, one.end)} for one in others]
    narrow = all(ways and not ways & {"special", "normal", "tribute"} for ways in told)
    ways = tuple(sorted(set().union(*told))) if narrow else of.summoned
    zones = tuple(zone for zone in of.zones if zone not in FIELD)
    return msgspec.structs.replace(of, zones=zones, summoned=ways)


def _of_this_card(events: tuple[str, ...], clause: Clause) -> tuple[str, ...]:
    """What befalls this card, where a text tells first what befell another: "it is destroyed, this goes to the GY"."""
    told = [(event.event, event.subject) for event in clause.events]
    return ("sent-to-gy",) if told == [("destroyed", "other"), ("sent-to-gy", "self")] else events


def _sent_as_material(text: str, events: tuple[str, ...], clause: Clause, wording: Wording) -> tuple[str, ...]:
    """One event where a text says that a card goes to the GY as material; either would be enough apart."""
    used = next((event for event in clause.events if event.event == "used-as-material"), None)
    sent = next((event for event in clause.events if event.event == "sent-to-gy"), None)
    if used is None or sent is None or sent.end <= used.start or wording.has("or-else", text, used.start, sent.start):
        return events
    joined = ("sent-to-gy-as-material" if event == "used-as-material" else event for event in events)
    return tuple(event for event in joined if event != "sent-to-gy")


def _subject(text: str, clause: Clause, moments: set[str], wording: Wording) -> Literal["self", "other", "any"]:
    """Whom the trigger befalls: this card, others, or nobody in particular, as when a phase comes."""
    subjects = {event.subject for event in clause.events}
    if len(subjects) == 2:
        return "self" if _of_this_card((), clause) else "any"
    if subjects:
        return "self" if "self" in subjects else "other"
    if moments & PHASES:
        return "any"
    return "self" if wording.has("subject-self", text, *clause.condition) else "other"
