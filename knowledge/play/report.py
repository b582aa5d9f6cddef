"""What one step did: what is said about it, what the rules decided, what may follow, and the state after it."""

from dataclasses import dataclass, field
from typing import Any

from knowledge.play.words import Both, said
from knowledge.rules.verdicts import Judgement


@dataclass
class Decided:
    """One decision of the rules inside a step."""

    gate: str  # a gate's id, or "activation"
    outcome: str
    judgement: Judgement
    about: str = ""


@dataclass
class Following:
    """An effect that may or must be activated now."""

    card: str
    handle: str
    effect: int
    by: str
    verdict: str


@dataclass
class Answered:
    """A question with what came out, and whether that was expected."""

    says: Both
    got: Any
    expect: Any = None
    because: str = ""
    decided: list[Decided] = field(default_factory=list)
    right: bool | None = None


@dataclass
class StepReport:
    """Everything there is to tell about one step."""

    number: int
    does: Both
    window: str = ""
    lines: list[Both] = field(default_factory=list)
    decided: list[Decided] = field(default_factory=list)
    following: list[Following] = field(default_factory=list)
    not_simulated: list[Both] = field(default_factory=list)
    assumed: list[Both] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)  # rules of the ATK/DEF calculation that were used
    answers: list[Answered] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    fates: dict[str, str] = field(default_factory=dict)  # of the links that resolved: carried-out, negated …, by handle

    def say(self, key: str, **parts: Both | str | int) -> None:
        """Tell something, in both languages."""
        self.lines.append(said(key, **parts))

    def omit(self, key: str, **parts: Both | str | int) -> None:
        """Tell what is not simulated."""
        line = said(key, **parts)
        if line not in self.not_simulated:
            self.not_simulated.append(line)

    def suppose(self, key: str, **parts: Both | str | int) -> None:
        """Tell what was taken for granted."""
        line = said(key, **parts)
        if line not in self.assumed:
            self.assumed.append(line)
