"""What a step says: its words, what it did and what the rules decided, and refusals of steps that cannot be."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from knowledge.data.language import Both, Part, both, catalogue, filled
from knowledge.problems import BadInput
from knowledge.rules.book import Book
from knowledge.rules.gates import Reason
from knowledge.rules.verdicts import Judgement

__all__ = ["Both", "said", "words"]


def words() -> dict[str, Both]:
    """Every phrase by its key."""
    return catalogue("scenarios/words/play.yaml", "words")


def said(key: str, **parts: Part) -> Both:
    """A phrase in both languages with its blanks filled."""
    return filled(words()[key], parts)


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


Told = str | int | bool | None  # what can be read off a table after a step


@dataclass
class Answered:
    """A question with what came out, and whether that was expected."""

    says: Both
    got: Told
    expect: object = None
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


class Illegal(Exception):
    """Something the rules do not allow; the player turns it into a refusal that names the step."""

    def __init__(self, says: Both, rule: str = "", value: object = None, accepted: Sequence[object] = ()) -> None:
        super().__init__(says["en"])
        self.says, self.rule, self.value, self.accepted = says, rule, value, list(accepted)


def closing_rule(judgement: Judgement, closed: str = "no") -> str:
    """The rule that closed a gate."""
    for decision in judgement.decisions:
        if decision.outcome == closed:
            for reason in decision.reasons:
                return _innermost(reason).rule
    return ""


def deciding_rule(judgement: Judgement) -> str:
    """The rule by which a matter came out as it did."""
    return closing_rule(judgement, judgement.verdict)


def _innermost(reason: Reason) -> Reason:
    """The rule that decided: the exception that spoke, and the exception to that."""
    return _innermost(reason.because[0]) if reason.because else reason


def refused(book: Book, number: int, wrong: Illegal) -> BadInput:
    """The refusal a person sees."""
    says = wrong.says
    if rule := book.rules.get(wrong.rule):
        told = said("refused.rule", rule=wrong.rule, says=both(rule.says))
        says = {lang: says[lang] + (" " if lang == "en" else "") + told[lang] for lang in says}
    shown = [str(one) for one in wrong.accepted[:12]]
    listed = said("refused.accepted", list={"zh": "、".join(shown), "en": ", ".join(shown)}) if shown else None
    step = said("refused.step", number=number) if number else said("refused.start")
    zh, en = (step[lang] + says[lang] + (listed[lang] if listed else "") for lang in ("zh", "en"))
    return BadInput(
        zh,
        en,
        field=f"steps[{number}]" if number else "cards",
        value=wrong.value,
        accepted=wrong.accepted,
        kind=wrong.rule or "illegal-step",
    )
