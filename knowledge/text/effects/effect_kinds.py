"""Which kind of effect a text describes, where and when it is used, and the event that sets it off."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple, cast

import msgspec

from knowledge.data.profile import ACTIVATED, FIELD, Filter, Kind, Side, Trigger, Zone
from knowledge.problems import bad_input
from knowledge.text.drafts import Draft
from knowledge.text.effects.effect_conditions import when_or_if
from knowledge.text.effects.filters import filter_in
from knowledge.text.grammar import Found, Wording
from knowledge.text.sentence import ACTIVATED_ROLES, Clause, Event, Stretch, told_events

AT = {
    "until-damage-calculation": ("damage.start", "damage.before"),
    "damage-calculation": ("damage.calculation",),
    "before-damage-calculation": ("damage.before",),
    "battle-started": ("damage.start",),
    "battled": ("damage.after",),
    "damage-step-ended": ("damage.end",),
    "in-damage-step": ("damage-step",),
    "in-battle-phase": ("battle-phase",),
    "in-battle-step": ("battle-step", "attack-declaration", "after-declaration"),
    "in-main-phase": ("main",),
    "main1-began": ("main1",),
    "in-main-phase-1": ("main1",),
    "in-main-phase-2": ("main2",),
    "battle-phase-began": ("start-step",),
    "battle-phase-ending": ("end-step",),
    "draw-phase-came": ("draw",),
    "outside-draw-phase": ("standby", "main", "battle-phase", "end"),
    "standby-phase-came": ("standby",),
    "end-phase-came": ("end",),
}
NOT_DAMAGE_STEP = (
    "draw", "standby", "main", "start-step", "battle-step", "attack-declaration", "after-declaration", "end-step",
    "end",
)  # fmt: skip

EXTRA_DECK = frozenset({"fusion", "synchro", "xyz", "link"})
EXAMPLES = ("Monster / Effect", "Spell / Quick-Play", "Trap / Counter")


@dataclass(slots=True, frozen=True)
class CardType:
    """What the printed type means for reading."""

    frame: Literal["monster", "spell", "trap"]
    printed_property: str
    words: tuple[str, ...]

    @property
    def opens_with_materials(self) -> bool:
        """Whether the text opens with the materials the monster is summoned with."""
        return self.frame == "monster" and not EXTRA_DECK.isdisjoint(self.words)

    @property
    def stays(self) -> bool:
        """Whether the card stays on the field once activated."""
        return self.frame != "monster" and self.printed_property in ("continuous", "field", "equip")


@lru_cache(maxsize=512)
def type_of(printed: str) -> CardType:
    """The printed type taken apart: `Monster / Effect`, `Spell / Quick-Play`, `Trap` …"""
    words = tuple(word.strip().lower() for word in printed.split("/"))
    if words[0].startswith("monster"):
        return CardType("monster", "", words)
    if words[0].startswith(("spell", "trap")):
        frame: Literal["spell", "trap"] = "spell" if words[0].startswith("spell") else "trap"
        return CardType(frame, words[1] if len(words) > 1 else "normal", words)
    shown = " ".join(printed[:40].split())
    raise bad_input(
        "card-type.unknown",
        field="type",
        value=printed[:80],
        accepted=EXAMPLES,
        shown=shown,
        listed="、".join(EXAMPLES),
        listed_too=", ".join(EXAMPLES),
    )


# moments that come by themselves and trigger what is waiting for them
TRIGGERING = (
    "battle-started",
    "before-damage-calculation",
    "battled",
    "damage-step-ended",
    "battle-phase-began",
    "battle-phase-ending",
    "draw-phase-came",
    "standby-phase-came",
    "end-phase-came",
)
ATTACKS = ("attack-declared", "attacked-directly")
LEAVING = (
    "sent-to-gy",
    "sent-to-gy-by-battle",
    "sent-to-gy-by-effect",
    "destroyed",
    "destroyed-by-battle",
    "destroyed-by-effect",
    "left-field",
    "banished",
    "returned-to-hand",
    "set-on-field",
)


def kind_of(draft: Draft, kind: CardType, zones: tuple[str, ...], turn: str) -> Kind:
    """The kind of one effect; `zones` are the places its activation names for this card."""
    clause = draft.clause
    activated = clause.role in ACTIVATED_ROLES
    if draft.preamble and not draft.card_activation:
        return "summoning" if clause.role == "procedure" else "condition"
    if draft.part == "pendulum" and draft.card_activation and not draft.resolves:
        return "condition"
    if kind.frame == "monster" or draft.part == "pendulum":
        if not activated:
            return "summoning" if clause.role == "procedure" else "continuous"
        by_hand = "hand" in zones and any(moment.reveals == "damage-calculation" for moment in clause.moments)
        return "quick" if by_hand and not clause.events else _timed(draft, turn, idle="ignition", fast=True)
    elsewhere = bool(zones) and zones[0] in ("gy", "banished", "hand", "deck")
    own_fate = any(event.subject == "self" and event.event in LEAVING for event in clause.events)
    # by then the card has equipped itself and stays
    equipped = draft.equipped and (
        bool(clause.events or clause.moments) or (draft.modern and clause.role == "explicit")
    )
    if not kind.stays and not elsewhere and not own_fate and not equipped:
        return "continuous" if draft.in_force and not activated else "activate"
    if draft.card_activation:
        return "activate" if draft.resolves else "condition"
    if not activated:
        return "continuous"
    opens_equip = kind.printed_property == "equip" and not draft.modern and draft.start == 0
    if (clause.role == "imperative" or opens_equip) and kind.stays and not draft.limited and _untimed(draft):
        return "activate"
    by_card = not draft.modern or not clause.optional
    if (
        clause.role == "explicit"
        and by_card
        and not draft.limited
        and not elsewhere
        and not draft.outer
        and not draft.spends_itself
        and _untimed(draft)
    ):
        return "activate" if draft.resolves else "condition"  # older texts: "… to activate" means the card itself
    trap = kind.frame == "trap"
    waits = any(moment.reveals in TRIGGERING for moment in clause.moments) and turn == "own"
    if trap and zones[:1] == ("gy",) and not waits and all(event.event in ATTACKS for event in clause.events):
        return "quick"  # every trap effect in the GY has spell speed 2 (basic-terms, lines 286-287)
    return _timed(draft, turn, idle="quick" if trap else "ignition", fast=trap)


def _untimed(draft: Draft) -> bool:
    clause = draft.clause
    return not clause.events and not clause.response and not clause.moments


def _timed(draft: Draft, turn: str, idle: Kind, fast: bool) -> Kind:
    clause = draft.clause
    if clause.role == "flip":
        return "trigger"
    events = clause.events
    if draft.negates and not events:
        return "quick"  # what negates an activation, a summon or an attack answers it, whether the text says so or not
    if draft.quick or clause.response:
        return "quick"
    if any(event.event in ("would-be-summoned", "targeted") for event in events):
        return "quick"
    if events:
        return "trigger"
    moments = {moment.reveals for moment in clause.moments}
    if moments & set(TRIGGERING):
        return "trigger"
    if "damage-calculation" in moments and not clause.optional:
        return "trigger"
    if moments & {"damage-calculation", "in-damage-step", "until-damage-calculation"}:
        return "quick" if fast else "trigger"
    if "opponent-turn" in draft.also or turn in ("opponent", "either-stated"):
        return "quick"
    if moments & {"in-battle-phase", "in-battle-step"}:
        return "quick"
    return idle


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


class Source(NamedTuple):
    """One part of a card's text: with names and asides hidden, and as spoken; and sentences about all its effects."""

    text: str
    spoken: str
    wording: Wording
    said_of_all: list[Stretch]


def zones_of(draft: Draft, source: Source, kind: CardType) -> tuple[tuple[str, ...], dict[str, Stretch]]:
    """Where this card is when the effect is used, as far as the text names it."""
    text, _, wording, _ = source
    clause = draft.clause
    marks = list(wording.each("zone", text, draft.start, draft.end))
    if clause.role == "procedure" and not marks:
        marks = list(wording.each("summoned-out-of", text, draft.start, draft.end))
    if kind.frame == "monster" and clause.role not in ACTIVATED_ROLES and not marks:
        marks = list(wording.each("lies-behind", text, draft.start, draft.end))
    if kind.frame != "monster":
        head_end = clause.activation[1] if clause.role == "explicit" else clause.condition[1]
        unsplit = clause.role != "explicit" or clause.activation[0] == clause.activation[1]
        reach = max(head_end, clause.body[1]) if unsplit else head_end
        named = list(wording.each("zone", text, draft.start, reach))
        # a numbered effect may name the GY only where it resolves: "this card in the GY is added to the hand"
        only_there = not named and (draft.number or wording.punctuated) and not kind.stays
        marks = [mark for mark in marks if mark.reveals == "gy"] if only_there else named
    spans = {"zones": (marks[0].start, marks[0].end)} if marks else {}
    return tuple(mark.reveals for mark in marks), spans


def turn_of(draft: Draft, source: Source) -> tuple[str, Found | None]:
    """Whose turn the text names, and where."""
    text, _, wording, _ = source
    stated = wording.first("turn", text, *draft.clause.condition)
    if stated is None and draft.outer:
        stated = wording.first("turn", text, *draft.outer)
    if stated is None and draft.clause.moments and not draft.clause.events:
        stated = wording.first("turn", text, draft.start, draft.clause.moments[0].end)
    if wording.has("turn-player", text, draft.start, draft.end):
        return "own", stated
    return stated.reveals if stated else "either", stated


def outside_the_damage_step(draft: Draft, source: Source, named: tuple[str, ...]) -> tuple[str, ...]:
    """The printed moments; a text that rules the damage step out names all others by it."""
    clause = draft.clause
    head = (draft.start, clause.activation[1] if clause.role == "explicit" else clause.condition[1])
    if not source.wording.has("not-in-damage-step", source.spoken, *head):
        return named
    kept = tuple(at for at in named if not at.startswith("damage"))
    return kept if kept and "battle-phase" not in kept else NOT_DAMAGE_STEP


def sided_moments(draft: Draft, source: Source) -> tuple[str, ...]:
    """Moments of which each belongs to one player: your main phase and the opponent's battle phase."""
    if source.wording.has("not-at-declaration", source.text, *draft.clause.condition):
        return ("battle-step", "after-declaration")
    sided = tuple(mark.reveals for mark in source.wording.each("sided-moment", source.text, *draft.clause.condition))
    return sided if len(sided) > 1 else ()


def moments_of(draft: Draft, source: Source, decided: str) -> tuple[Found, ...]:
    """The moments of the condition, or of a sentence that says when alone the card is activated."""
    text, _, wording, _ = source
    if draft.clause.moments or decided not in ACTIVATED:
        return draft.clause.moments
    only = [body for body in draft.bodies if wording.has("activated-only-then", text, *body)]
    return tuple(moment for body in only for moment in wording.each("moment", text, *body))


def _printed_moments(moments: tuple[Found, ...]) -> tuple[str, ...]:
    """The timings a condition names, without the wider one where a narrower one is named as well."""
    named = list(dict.fromkeys(at for mark in moments for at in AT.get(mark.reveals, ())))
    for wide, narrow in (("damage-step", "damage."), ("battle-phase", "start-step"), ("battle-phase", "end-step")):
        if wide in named and any(at.startswith(narrow) for at in named):
            named.remove(wide)
    if "damage.calculation" in named and "damage.end" in named:
        named.remove("damage.end")  # a later moment beside it is when the effect is carried out
    return tuple(named)
