"""Where the law of another day answers otherwise: until when, or from when, what, and where that stands."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import lru_cache

from knowledge.data.language import both
from knowledge.data.law import Cite
from knowledge.desk import Answer, Desk
from knowledge.explanation.answer_records import Law, LawDiffers
from knowledge.explanation.citations import cited
from knowledge.phrases import phrase


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


def law_of(desk: Desk, answer: Answer) -> Law:
    """Where another day's law answers this question otherwise, and how new the newest source of the answer is."""
    differs = differences(desk, answer.verdict, same_question(answer))
    return {"differs": [_told(desk, answer, d) for d in differs], "newest": _newest(desk, answer)}


def _told(desk: Desk, answer: Answer, difference: Difference) -> LawDiffers:
    other = difference.desk.can(answer.card, answer.effect, answer.at, answer.turn, answer.table, answer.strangers)
    changed = desk.book.ended ^ difference.desk.book.ended
    cites = [*_sources(difference.desk, other, changed), *_sources(desk, answer, changed)]
    says = _said(desk, difference, phrase(f"short.{difference.verdict}"))
    return _when(difference, {"verdict": difference.verdict, "says": says, "cites": list(dict.fromkeys(cites))})


def _when(difference: Difference, told: LawDiffers) -> LawDiffers:
    """What held at another time, until or from when first."""
    if difference.until:
        return {"until": difference.until, **told}
    return {"from": difference.from_, **told}


def differing(
    desk: Desk,
    verdict: str,
    verdict_by: Callable[[Desk], str],
    words: dict[str, dict[str, str]],
    rules_by: Callable[[Desk], Collection[str]] = lambda _: (),
) -> list[LawDiffers]:
    """Where another day's law decides a matter otherwise, with the sources of the rules that changed and decided."""
    return [
        _when(
            d,
            {
                "verdict": d.verdict,
                "says": _said(desk, d, words.get(d.verdict) or {"zh": d.verdict, "en": d.verdict}),
                "cites": [
                    cited(other.book, cite)
                    for other in (d.desk, desk)
                    for rule in sorted(set(rules_by(other)))
                    if ("rules", rule) in desk.book.ended ^ d.desk.book.ended and rule in other.book.rules
                    for cite in other.book.rules[rule].cites
                ],
            },
        )
        for d in differences(desk, verdict, verdict_by)
    ]


def _said(desk: Desk, difference: Difference, verdict: dict[str, str]) -> dict[str, str]:
    """Until or from when another verdict held, as a sentence."""
    edition = desk.book.library.editions.get(difference.until or difference.from_)
    day = both(edition.names) if edition else difference.until or difference.from_
    key = "law.until" if difference.until else "law.from"
    return phrase(key + (".edition" if edition else ""), day=day, verdict=verdict)


def _sources(desk: Desk, answer: Answer, changed: frozenset[tuple[str, str]]) -> list[str]:
    """Where what decided stands: the rules and rulings that changed, or all that decided where none of them did."""
    shown = answer.deciding.deciding if answer.deciding else None
    if shown is None:
        return []
    rules = sorted(shown.judgement.rules_that_decided())
    rulings = [p.ruling for p in shown.precedents if p.agrees is not None and ("rulings", p.ruling.id) in changed]
    new = [rule for rule in rules if ("rules", rule) in changed]
    found = [desk.book.rules[rule] for rule in new] + rulings
    return [cited(desk.book, cite) for record in found for cite in record.cites]


def _newest(desk: Desk, answer: Answer) -> str | None:
    """The day of the newest source the verdict rests on; of a document without a date, of its edition."""
    shown = answer.deciding.deciding if answer.deciding else None
    if shown is None:
        return None
    days = [_newest_of_rule(desk, rule) for rule in shown.judgement.rules_that_decided()]
    days += [_day_of(desk, cite) for p in shown.precedents if p.agrees is not None for cite in p.ruling.cites]
    return max(days, default="") or None


@lru_cache(4096)
def _newest_of_rule(desk: Desk, rule: str) -> str:
    return max((_day_of(desk, cite) for cite in desk.book.rules[rule].cites), default="")


def _day_of(desk: Desk, cite: Cite) -> str:
    library = desk.book.library
    document = library.documents.get(cite.doc)
    edition = library.editions.get(document.edition) if document else None
    return cite.date or (edition.day if edition else "")
