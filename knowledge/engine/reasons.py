"""The reason tree: built once while reasoning; text, JSON and pages only read it."""

from dataclasses import dataclass, field
from typing import Any

from knowledge.engine.conditions import Test


@dataclass(slots=True)
class Held:
    """A test that was looked at: the fact, its value, and whether it was as wanted."""

    test: Test
    value: Any
    truth: bool


@dataclass(slots=True)
class Reason:
    """A rule that decided, was defeated by an exception, or was tried and did not apply."""

    rule: str
    gate: str
    role: str  # decides, defeated, tried
    outcome: str
    facts: list[Held] = field(default_factory=list)
    because: list["Reason"] = field(default_factory=list)

    def deciding(self) -> "Reason":
        """The innermost rule that decided."""
        for child in self.because:
            if child.role in ("decides", "defeated"):
                return child.deciding()
        return self


@dataclass(slots=True)
class Decision:
    """What one gate says, and why."""

    gate: str
    outcome: str  # "" when the gate is silent
    reasons: list[Reason]
