"""Steps that cannot be: refused with their number, what is wrong, and the rule that says so."""

from collections.abc import Sequence

from knowledge.play.words import Both, said
from knowledge.problems import BadInput
from knowledge.rules.book import Book
from knowledge.rules.gates import Reason
from knowledge.rules.verdicts import Judgement


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
        told = said("refused.rule", rule=wrong.rule, says={"zh": rule.says.zh, "en": rule.says.en})
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
