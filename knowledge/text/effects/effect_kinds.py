"""Which kind of effect a text describes, by its draft and the printed type of its card."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from knowledge.data.profile import Kind
from knowledge.problems import bad_input
from knowledge.text.clauses.clause import ACTIVATED_ROLES
from knowledge.text.clauses.drafts import Draft

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
