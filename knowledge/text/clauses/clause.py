"""The records a sentence is taken apart into."""

from typing import Literal, NamedTuple

from knowledge.text.grammar import Found

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
