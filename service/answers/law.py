"""By which law an answer is given: the day asked for; where two laws are possible, both."""

from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar, cast

from knowledge.data.dates import FIRST_YEAR, Day, day_named
from knowledge.desk import Desk
from knowledge.phrases import phrase
from knowledge.problems import bad_input

A = TypeVar("A")  # the record of an answer: it has a `law`, and mostly a verdict
ACCEPTED = ["YYYY-MM-DD", "YYYY-MM", "YYYY"]


def today() -> str:
    """The day whose law holds where no other is asked for."""
    return date.today().isoformat()


def day_asked(said: object) -> Day | None:
    """The day a person asks for, or nothing; anything but a day from 2017 to today is refused."""
    if said is None or said == "":
        return None
    day = day_named(str(said).strip(), today()) if isinstance(said, str | int) else None
    if day is None:
        raise bad_input("as-of.day", field="as_of", value=str(said)[:40], accepted=ACCEPTED, first_year=FIRST_YEAR)
    return day


def by_law(desk: Desk, said: object, ask: Callable[[Desk], A]) -> A:
    """The answer by the law of the day asked for; where two laws are possible and disagree, it depends."""
    day = day_asked(said)
    told = [cast(dict[str, Any], ask(other)) for other in desk.by(day)]
    answer = told[0]
    answer.setdefault("law", {"differs": []})
    answer["law"] = {"as_of": day.said if day else today(), **answer["law"]}
    if len(told) == 2 and told[1].get("verdict") != answer.get("verdict"):
        _either(answer, told[1])
    return cast(A, answer)


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
    early |= {"verdict": "depends", "branches": branches, "sentence": phrase("law.depends")}
    if "would_change" in early:
        early["would_change"] = []
    if windows:
        early["windows"] = windows
