"""Dated law must be sound: days that exist, successors that say since when, one default on every day."""

from datetime import date

from knowledge.data.dates import dates_of
from knowledge.data.faults import Fault, nearest
from knowledge.data.law import Dated
from knowledge.data.library import Library, every_rule


def days_exist(library: Library) -> list[Fault]:
    """`wrong-day`: a day of the calendar or a known edition, and an end after the beginning."""
    found = []
    for shelf, name, record in _records(library):
        place = library.where[shelf, name]
        for said in (record.from_, record.until):
            if said and said not in library.editions and not _is_day(said):
                editions = ", ".join(library.editions)
                found.append(Fault(*place, "wrong-day", f"`{said}`", f"a day (YYYY-MM-DD) or an edition: {editions}"))
        if _is_day(record.from_) and _is_day(record.until) and record.until <= record.from_:
            found.append(Fault(*place, "wrong-day", f"until {record.until}", f"a day after {record.from_}"))
    return found


def successors_are_sound(library: Library) -> list[Fault]:
    """`unknown-predecessor`, `successor-needs-a-day`: what is replaced exists, and it is told since when."""
    found = []
    for shelf, name, record in _records(library):
        place = library.where[shelf, name]
        known = {other for kind, other, _ in _records(library) if kind == shelf} if record.replaces else set()
        for other in record.replaces:
            if other not in known or other == name:
                found.append(
                    Fault(
                        *place,
                        "unknown-predecessor",
                        f"`{other}`",
                        f"the id of one of the {shelf} that it replaces",
                        nearest(other, sorted(known)),
                    )
                )
        if record.replaces and not record.from_:
            found.append(
                Fault(*place, "successor-needs-a-day", "no `from`", "the day, or the edition that first has the change")
            )
    for (shelf, name), by in dates_of(library).successors.items():
        ruling = library.rulings.get(name) if shelf == "rulings" else None
        if ruling is not None and ruling.status != "superseded":
            found.append(
                Fault(
                    *library.where[shelf, name],
                    "superseded-needs-status",
                    f"status {ruling.status}, but {', '.join(by)} replaces it",
                    "status: superseded",
                )
            )
    return found


def every_day_has_one_default(library: Library) -> list[Fault]:
    """`gate-has-one-default`: of the defaults of an activation's gate exactly one holds at any time."""
    found = []
    dates = dates_of(library)
    laws = {dates.out_of_force(day, late=late) for day in ("", *dates.days_of_change()) for late in (False, True)}
    for gate in library.gates.values():
        roots = [rule.id for rule in gate.rules if not rule.except_]
        for ended in sorted(laws, key=sorted) if gate.decides == "activation" else ():
            holding = [rule for rule in roots if ("rules", rule) not in ended]
            if len(holding) != 1:
                place = library.where["gates", gate.gate]
                said = f"{len(holding)} defaults: {', '.join(holding)}"
                found.append(Fault(*place, "gate-has-one-default", said, "one rule without `except`"))
                break
    return found


def editions_exist(library: Library) -> list[Fault]:
    """`unknown-edition`: a document belongs to a listed edition, whose day exists."""
    found = [
        Fault(*library.where["editions", e.id], "wrong-day", f"`{e.day}`", "a day (YYYY-MM-DD)")
        for e in library.editions.values()
        if not _is_day(e.day)
    ]
    for document in library.documents.values():
        if document.edition and document.edition not in library.editions:
            place = library.where["documents", document.id]
            expected = "one of: " + ", ".join(library.editions)
            found.append(Fault(*place, "unknown-edition", f"`{document.edition}`", expected))
    return found


def _records(library: Library) -> list[tuple[str, str, Dated]]:
    rules: list[tuple[str, str, Dated]] = [("rules", rule.id, rule) for _, rule in every_rule(library)]
    return [*rules, *(("rulings", ruling.id, ruling) for ruling in library.rulings.values())]


def _is_day(said: str) -> bool:
    try:
        return len(said) == 10 and bool(date.fromisoformat(said))
    except ValueError:
        return False


CHECKS = (editions_exist, days_exist, successors_are_sound, every_day_has_one_default)
