"""When a rule or a ruling holds: from a day, until a day, or since some day between two editions.

The documents record the law in editions. What they state without a date holds on every day; a change holds from its own
day, but never before the first edition was closed; a change whose source gives no day (`from: 2026-08`) lies somewhere
between the two editions, so that a day in between knows two possible laws.
"""

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple

from knowledge.data.cases import Ruling
from knowledge.data.law import Dated
from knowledge.data.library import Library, every_rule

FIRST_YEAR = 2017
LATEST = "9999-01-01"  # after every change that is known
_DAY = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)
_ALWAYS, _NEVER = "", "9999-12-31"


class Point(NamedTuple):
    """When something begins or ends: on a day, or on some day from the earliest to the latest."""

    earliest: str
    latest: str

    @property
    def day(self) -> str:
        """The day, or nothing where the source gives none."""
        return self.earliest if self.earliest == self.latest else ""


class Span(NamedTuple):
    """From when until when something holds."""

    start: Point
    end: Point

    def holds(self, day: str, *, late: bool) -> bool:
        """Whether it holds on a day; `late` takes every change without a day as having come already."""
        if late:
            return self.start.earliest <= day < self.end.earliest
        return self.start.latest <= day < self.end.latest


@dataclass(frozen=True)
class Day:
    """The day, month or year asked for, from its first to its last day."""

    said: str
    first: str
    last: str


def day_named(text: str, today: str) -> Day | None:
    """`YYYY-MM-DD`, `YYYY-MM` or `YYYY` from 2017 to today; nothing for anything else."""
    match = _DAY.fullmatch(text)
    if match is None:
        return None
    year, month, day = (int(part) if part else 0 for part in match.groups())
    try:
        first = date(year, month or 1, day or 1)
        last = first if day else date(year, month or 12, calendar.monthrange(year, month or 12)[1])
    except ValueError:
        return None
    if year < FIRST_YEAR or first.isoformat() > today:
        return None
    return Day(text, first.isoformat(), min(last.isoformat(), today))


@dataclass(frozen=True)
class Dates:
    """When every dated rule and ruling of a library holds; what is not listed holds always."""

    spans: dict[tuple[str, str], Span]
    successors: dict[tuple[str, str], tuple[str, ...]]  # what replaces it

    def out_of_force(self, day: str, *, late: bool) -> frozenset[tuple[str, str]]:
        """The rules and rulings that do not hold on a day."""
        return frozenset(key for key, span in self.spans.items() if not span.holds(day, late=late))

    def days_of_change(self) -> list[str]:
        """Every day on which something begins or ends, in order; of a change without a day the latest."""
        points = {p.latest for span in self.spans.values() for p in span}
        return sorted(points - {_ALWAYS, _NEVER})


def dates_of(library: Library) -> Dates:
    """From when until when each dated rule and ruling holds: a successor ends what it replaces."""
    spans: dict[tuple[str, str], Span] = {}
    successors: dict[tuple[str, str], list[str]] = {}
    for shelf, name, record in _every_dated(library):
        start = point_of(library, record.from_) if record.from_ else Point(_ALWAYS, _ALWAYS)
        end = point_of(library, record.until) if record.until else Point(_NEVER, _NEVER)
        spans[shelf, name] = Span(start, end)
        for other in record.replaces:
            successors.setdefault((shelf, other), []).append(name)
        if isinstance(record, Ruling) and record.superseded_by:
            successors.setdefault((shelf, name), []).append(record.superseded_by)
    for key, names in successors.items():
        if key in spans:
            ends = [spans[key[0], name].start for name in names if (key[0], name) in spans] + [spans[key].end]
            spans[key] = spans[key]._replace(end=min(ends))
    dated = {key: span for key, span in spans.items() if span != (Point(_ALWAYS, _ALWAYS), Point(_NEVER, _NEVER))}
    return Dates(dated, {key: tuple(sorted(set(names))) for key, names in successors.items()})


def _every_dated(library: Library) -> Iterator[tuple[str, str, Dated]]:
    for _, rule in every_rule(library):
        yield "rules", rule.id, rule
    for ruling in library.rulings.values():
        yield "rulings", ruling.id, ruling


def point_of(library: Library, said: str) -> Point:
    """A day, or an edition: the first holds from the beginning, a later one came some day after the one before it."""
    closed = first_edition_closed(library)
    if said not in library.editions:
        day = max(said, closed)
        return Point(day, day)
    if said == min(library.editions):
        return Point(_ALWAYS, _ALWAYS)
    return Point(closed, library.editions[said].day)


def first_edition_closed(library: Library) -> str:
    """The first day after the first edition: no change takes effect before it, whatever date its source bears."""
    first = min((e.day for e in library.editions.values()), default="")
    return _day_after(first) if first else _ALWAYS


@lru_cache(64)
def _day_after(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
