"""By which law an answer is given: the day asked for, and where the law of another day differs."""

from collections.abc import Callable, Collection
from datetime import date
from typing import Any

from knowledge.data.dates import FIRST_YEAR, Day, day_named
from knowledge.data.law import Cite
from knowledge.desk import Answer, Desk
from knowledge.history import Difference, differences, same_question
from knowledge.phrases import phrase
from knowledge.problems import bad_input
from service.presentation.citations import cited

ACCEPTED = ["YYYY-MM-DD", "YYYY-MM", "YYYY"]


def today() -> str:
    """The day whose law holds where no other is asked for."""
    return date.today().isoformat()


def day_asked(said: Any) -> Day | None:
    """The day a person asks for, or nothing; anything but a day from 2017 to today is refused."""
    if said is None or said == "":
        return None
    day = day_named(str(said).strip(), today()) if isinstance(said, str | int) else None
    if day is None:
        raise bad_input("as-of.day", field="as_of", value=str(said)[:40], accepted=ACCEPTED, first_year=FIRST_YEAR)
    return day


def by_law(desk: Desk, said: Any, ask: Callable[[Desk], dict[str, Any]]) -> dict[str, Any]:
    """The answer by the law of the day asked for; where two laws are possible and disagree, it depends."""
    day = day_asked(said)
    told = [ask(other) for other in desk.by(day)]
    answer = told[0]
    answer.setdefault("law", {"differs": []})
    answer["law"] = {"as_of": day.said if day else today(), **answer["law"]}
    if len(told) == 2 and told[1].get("verdict") != answer.get("verdict"):
        _either(answer, told[1])
    return answer


def _either(early: dict[str, Any], late: dict[str, Any]) -> None:
    """Turn the answer of the earlier law into one that shows both."""
    branches = [
        {
            "if": phrase(f"law.{when}"),
            "verdict": answer.get("verdict"),
            "fact": "",  # nothing on the table: only the day decides
            "value": when,
            "question": phrase("law.which"),
            "branches": [],
            "cites": [cite for node in answer.get("because", []) for cite in node["cites"]],
        }
        for when, answer in (("before", early), ("after", late))
    ]
    windows = {w: v if late.get("windows", {}).get(w) == v else "depends" for w, v in early.get("windows", {}).items()}
    early |= {"verdict": "depends", "branches": branches, "sentence": phrase("law.depends"), "would_change": []}
    if windows:
        early["windows"] = windows


def law_of(desk: Desk, answer: Answer) -> dict[str, Any]:
    """Where another day's law answers this question otherwise, and how new the newest source of the answer is."""
    differs = differences(desk, answer.verdict, same_question(answer))
    return {"differs": [_told(desk, answer, d) for d in differs], "newest": _newest(desk, answer)}


def _told(desk: Desk, answer: Answer, difference: Difference) -> dict[str, Any]:
    when = {"until": difference.until} if difference.until else {"from": difference.from_}
    other = difference.desk.can(answer.card, answer.effect, answer.at, answer.turn, answer.table, answer.strangers)
    changed = desk.book.ended ^ difference.desk.book.ended
    cites = [*_sources(difference.desk, other, changed), *_sources(desk, answer, changed)]
    says = _said(desk, difference, phrase(f"short.{difference.verdict}"))
    return {**when, "verdict": difference.verdict, "says": says, "cites": list(dict.fromkeys(cites))}


def differing(
    desk: Desk,
    verdict: str,
    verdict_by: Callable[[Desk], str],
    words: dict[str, dict[str, str]],
    rules_by: Callable[[Desk], Collection[str]] = lambda _: (),
) -> list[dict[str, Any]]:
    """Where another day's law decides a matter otherwise, with the sources of the rules that changed and decided."""
    return [
        {
            **({"until": d.until} if d.until else {"from": d.from_}),
            "verdict": d.verdict,
            "says": _said(desk, d, words.get(d.verdict) or {"zh": d.verdict, "en": d.verdict}),
            "cites": [
                cited(other.book, cite)
                for other in (d.desk, desk)
                for rule in sorted(set(rules_by(other)))
                if ("rules", rule) in desk.book.ended ^ d.desk.book.ended and rule in other.book.rules
                for cite in other.book.rules[rule].cites
            ],
        }
        for d in differences(desk, verdict, verdict_by)
    ]


def _said(desk: Desk, difference: Difference, verdict: dict[str, str]) -> dict[str, str]:
    """Until or from when another verdict held, as a sentence."""
    edition = desk.book.library.editions.get(difference.until or difference.from_)
    day = {"zh": edition.names.zh, "en": edition.names.en} if edition else difference.until or difference.from_
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
    rules = [desk.book.rules[rule] for rule in shown.judgement.rules_that_decided()]
    rulings = [p.ruling for p in shown.precedents if p.agrees is not None]
    cites = [cite for rule in rules for cite in rule.cites] + [cite for ruling in rulings for cite in ruling.cites]
    days = [_day_of(desk, cite) for cite in cites]
    return max(filter(None, days), default=None)


def _day_of(desk: Desk, cite: Cite) -> str:
    library = desk.book.library
    document = library.documents.get(cite.doc)
    edition = library.editions.get(document.edition) if document else None
    return cite.date or (edition.day if edition else "")
