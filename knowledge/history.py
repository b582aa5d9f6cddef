"""Where the law of another day answers otherwise: until when, or from when, and what."""

from collections.abc import Callable
from dataclasses import dataclass

from knowledge.desk import Answer, Desk


@dataclass(frozen=True)
class Difference:
    """Another time's verdict: it held until a day, or holds from a day (or edition), by the desk of that time."""

    until: str
    from_: str
    verdict: str
    desk: Desk


def differences(desk: Desk, verdict: str, verdict_by: Callable[[Desk], str]) -> list[Difference]:
    """The other times whose law gives another verdict, the oldest first; nothing where the first edition's agrees."""
    history = desk.laws.history
    first, last = desk.under(history[0][1]), desk.under(history[-1][1])
    others = [other for other in (first, last) if other is not desk]
    if all(verdict_by(other) == verdict for other in others):
        return []
    told = [(day, desk.under(book)) for day, book in history]
    verdicts = [verdict if other is desk else verdict_by(other) for _, other in told]
    asked = next((n for n, (_, other) in enumerate(told) if other is desk), len(told) - 1)
    found: list[Difference] = []
    for n, (day, other) in enumerate(told):
        if verdicts[n] == verdict or (n and verdicts[n - 1] == verdicts[n] and (n - 1 < asked) == (n < asked)):
            continue
        after = next((m for m in range(n, len(told)) if verdicts[m] != verdicts[n]), None)
        until = told[after][0] if n < asked and after is not None else ""
        found.append(Difference(until, day if n > asked else "", verdicts[n], other))
    return found


def same_question(answer: Answer) -> Callable[[Desk], str]:
    """The verdict of another desk on the very question that was answered."""

    def ask(other: Desk) -> str:
        return other.verdict_on(answer)

    return ask
