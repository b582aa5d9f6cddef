"""The reason tree: built once while reasoning; text, JSON and pages only read it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from knowledge.rules.conditions import Test


@dataclass(slots=True)
class Held:
    """A test that was looked at: the fact, its value, whether it was as wanted, and what on the table made it so."""

    test: Test
    value: Any
    truth: bool
    by: tuple[str, ...] = ()  # cards by name, printed conditions and moments by id


Told = tuple[list[Held], list["Reason"]]


@dataclass(slots=True)
class Reason:
    """A rule that decided, was defeated by an exception, or was tried and did not apply.

    What it looked at and which exceptions were tried in vain is worked out when somebody asks, from the very situation
    it was decided in: most verdicts are never explained.
    """

    rule: str
    gate: str
    role: str  # decides, defeated, tried
    outcome: str
    because: list["Reason"] = field(default_factory=list)  # the exceptions that spoke
    tell: Callable[[], Told] | None = None
    told: Told | None = None

    @property
    def facts(self) -> list[Held]:
        """The facts that made the rule apply, or kept it from applying."""
        return self._told()[0]

    @property
    def tried(self) -> list["Reason"]:
        """The exceptions that did not apply, those that came nearest first."""
        return self._told()[1]

    def _told(self) -> Told:
        if self.told is None:
            self.told = self.tell() if self.tell else ([], [])
        return self.told


@dataclass(slots=True)
class Decision:
    """What one gate says, and why."""

    gate: str
    outcome: str  # "" when the gate is silent
    reasons: list[Reason]
