"""The law of a day: the same book with the rules and rulings that held then. Today's is the book itself."""

from dataclasses import dataclass
from functools import cached_property

from knowledge.data.dates import Day, dates_of
from knowledge.rules.book import Book


@dataclass(frozen=True)
class Change:
    """A rule or ruling that began, and what it replaced: one entry of what has changed."""

    shelf: str
    id: str
    replaces: tuple[str, ...]
    day: str  # "" where the source gives none
    edition: str  # the edition that first has it, where there is no day


class Laws:
    """Every law a library knows, each made at its first need."""

    def __init__(self, today: Book) -> None:
        self.library = today.library
        self.dates = dates_of(today.library)
        self.today = today
        self._books = {self.today.ended: self.today}

    def on(self, day: str, *, late: bool = False) -> Book:
        """The book of a day; changes without a day have not come yet, or with `late` have come already."""
        ended = self.dates.out_of_force(day, late=late)
        if ended not in self._books:
            self._books[ended] = self.today.under(ended)
        return self._books[ended]

    def of(self, day: Day | None) -> list[Book]:
        """The book of the day asked for; two where a change lies, or may lie, within what was asked."""
        if day is None:
            return [self.today]
        early, late = self.on(day.first), self.on(day.last, late=True)
        return [early] if early is late else [early, late]

    def of_edition(self, edition: str) -> Book:
        """The book of the day an edition tells of."""
        return self.on(self.library.editions[edition].day)

    @cached_property
    def history(self) -> list[tuple[str, Book]]:
        """Each law in turn with the day it began, the oldest first; changes without a day begin with their edition."""
        editions = {e.day: e.id for e in self.library.editions.values()}
        found: list[tuple[str, Book]] = []
        for day in ["", *self.dates.days_of_change()]:
            book = self.on(day)
            if not found or found[-1][1] is not book:
                found.append((editions.get(day, day), book))
        return found

    def changes(self) -> list[Change]:
        """What began on a day or between two editions, the newest first; changes without a day come last."""
        found = []
        for (shelf, name), span in self.dates.spans.items():
            if not span.start.latest:
                continue
            record = self.library.rulings[name] if shelf == "rulings" else self.today.rules[name]
            edition = record.from_ if record.from_ in self.library.editions else ""
            found.append(Change(shelf, name, record.replaces, span.start.day, edition))
        return sorted(sorted(found, key=lambda c: (c.shelf, c.id)), key=lambda c: c.day, reverse=True)
