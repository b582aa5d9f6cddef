"""The law must be sound: gates without cycles, conditions that can be read, days that exist, whole sentences."""

from collections.abc import Iterator
from datetime import date

from knowledge.data.dates import dates_of
from knowledge.data.law import Dated, Gate
from knowledge.data.library import Library, every_rule
from knowledge.data.profile import Says
from knowledge.data.records import Fault, nearest
from knowledge.rules.conditions import BadCondition, compiled, every_test


def exceptions_are_attached(library: Library) -> Iterator[Fault]:
    """`dangling-exception` and `exception-cycle`."""
    for gate in library.gates.values():
        inside = {rule.id: rule for rule in gate.rules}
        for rule in gate.rules:
            place = library.where["rules", rule.id]
            for other in rule.except_:
                if other not in inside:
                    yield Fault(
                        *place,
                        "dangling-exception",
                        f"`{other}`",
                        f"a rule of the gate `{gate.gate}`",
                        nearest(other, inside),
                    )
            cycle = _cycle(gate, rule.id)
            if cycle:
                yield Fault(*place, "exception-cycle", " → ".join(cycle), "exceptions that end at the default")


def _cycle(gate: Gate, start: str) -> list[str]:
    excepts = {rule.id: rule.except_ for rule in gate.rules}
    trail, waiting = [start], list(excepts.get(start, ()))
    while waiting:
        rule = waiting.pop()
        if rule == start:
            return [*trail, start]
        if rule not in trail:
            trail.append(rule)
            waiting += excepts.get(rule, ())
    return []


def conditions_can_be_read(library: Library) -> Iterator[Fault]:
    """`bad-condition`: only known facts, words of the language, and values the facts can have."""
    for gate, rule in every_rule(library):
        place = library.where["rules", rule.id]
        if rule.then_as and (rule.then or rule.then_as not in library.facts):
            near = nearest(rule.then_as, library.facts)
            yield Fault(*place, "unknown-outcome", f"`{rule.then_as}`", "a fact, and no `then` beside it", near)
        elif not rule.then_as and rule.then not in gate.outcomes and gate.decides != "calculation":
            yield Fault(
                *place,
                "unknown-outcome",
                f"`{rule.then}`",
                "one of: " + ", ".join(gate.outcomes),
                nearest(rule.then, gate.outcomes),
            )
        try:
            condition = compiled(rule.when, lambda fact: fact in library.facts)
        except BadCondition as wrong:
            near = nearest(wrong.word, wrong.known or library.facts) if wrong.word else ""
            yield Fault(*place, "bad-condition", wrong.found, wrong.expected, near)
            continue
        for test in every_test(condition):
            for value in test.wanted if isinstance(test.wanted, tuple) else (test.wanted,):
                known = _values(library, test.fact)
                if known is not None and value not in known:
                    yield Fault(
                        *place,
                        "bad-condition",
                        f"`{value}` for the fact `{test.fact}`",
                        "a value that fact can have",
                        nearest(str(value), known),
                    )


def _values(library: Library, fact: str) -> set[str] | None:
    record = library.facts[fact]
    if record.vocabulary:
        return set(getattr(library, record.vocabulary))
    if record.type == "yes-no":
        return {"yes", "no"}
    return set(record.values) if record.values else None


def outcomes_have_words(library: Library) -> list[Fault]:
    """`missing-words`: an outcome that is not yes or no is said in words."""
    return [
        Fault(
            *library.where["gates", gate.gate],
            "missing-words",
            f"no words for the outcome `{outcome}`",
            "an entry in `words`",
        )
        for gate in library.gates.values()
        for outcome in gate.outcomes
        if outcome not in ("yes", "no", "undetermined") and outcome not in gate.words
    ]


def days_exist(library: Library) -> Iterator[Fault]:
    """`wrong-day`: a day of the calendar or a known edition, and an end after the beginning."""
    for shelf, name, record in _records(library):
        place = library.where[shelf, name]
        for said in (record.from_, record.until):
            if said and said not in library.editions and not _is_day(said):
                editions = ", ".join(library.editions)
                yield Fault(*place, "wrong-day", f"`{said}`", f"a day (YYYY-MM-DD) or an edition: {editions}")
        if _is_day(record.from_) and _is_day(record.until) and record.until <= record.from_:
            yield Fault(*place, "wrong-day", f"until {record.until}", f"a day after {record.from_}")


def successors_are_sound(library: Library) -> Iterator[Fault]:
    """`unknown-predecessor`, `successor-needs-a-day`: what is replaced exists, and it is told since when."""
    records = _records(library)
    ids = {shelf: {name for kind, name, _ in records if kind == shelf} for shelf in ("rules", "rulings")}
    for shelf, name, record in records:
        place, known = library.where[shelf, name], ids[shelf]
        for other in record.replaces:
            if other not in known or other == name:
                yield Fault(
                    *place,
                    "unknown-predecessor",
                    f"`{other}`",
                    f"the id of one of the {shelf} that it replaces",
                    nearest(other, sorted(known)),
                )
        if record.replaces and not record.from_:
            yield Fault(
                *place, "successor-needs-a-day", "no `from`", "the day, or the edition that first has the change"
            )
    for (shelf, name), by in dates_of(library).successors.items():
        ruling = library.rulings.get(name) if shelf == "rulings" else None
        if ruling is not None and ruling.status != "superseded":
            yield Fault(
                *library.where[shelf, name],
                "superseded-needs-status",
                f"status {ruling.status}, but {', '.join(by)} replaces it",
                "status: superseded",
            )


def every_day_has_one_default(library: Library) -> Iterator[Fault]:
    """`gate-has-one-default`: of the defaults of an activation's gate exactly one holds at any time."""
    dates = dates_of(library)
    laws = {dates.out_of_force(day, late=late) for day in ("", *dates.days_of_change()) for late in (False, True)}
    for gate in library.gates.values():
        roots = [rule.id for rule in gate.rules if not rule.except_]
        for ended in sorted(laws, key=sorted) if gate.decides == "activation" else ():
            holding = [rule for rule in roots if ("rules", rule) not in ended]
            if len(holding) != 1:
                place = library.where["gates", gate.gate]
                said = f"{len(holding)} defaults: {', '.join(holding)}"
                yield Fault(*place, "gate-has-one-default", said, "one rule without `except`")
                break


def editions_exist(library: Library) -> Iterator[Fault]:
    """`unknown-edition`: a document belongs to a listed edition, whose day exists."""
    yield from (
        Fault(*library.where["editions", e.id], "wrong-day", f"`{e.day}`", "a day (YYYY-MM-DD)")
        for e in library.editions.values()
        if not _is_day(e.day)
    )
    for document in library.documents.values():
        if document.edition and document.edition not in library.editions:
            place = library.where["documents", document.id]
            expected = "one of: " + ", ".join(library.editions)
            yield Fault(*place, "unknown-edition", f"`{document.edition}`", expected)


def _records(library: Library) -> list[tuple[str, str, Dated]]:
    rules: list[tuple[str, str, Dated]] = [("rules", rule.id, rule) for _, rule in every_rule(library)]
    return [*rules, *(("rulings", ruling.id, ruling) for ruling in library.rulings.values())]


def _is_day(said: str) -> bool:
    try:
        return len(said) == 10 and bool(date.fromisoformat(said))
    except ValueError:
        return False


def says_is_a_sentence(library: Library) -> Iterator[Fault]:
    """`sentence-style`: `says` of rules, rulings and terms ends with a full stop in both languages."""
    spoken: list[tuple[str, str, Says]] = [("rules", rule.id, rule.says) for _, rule in every_rule(library)]
    spoken += [("rulings", r.id, r.says) for r in library.rulings.values()]
    for term in library.terms.values():
        spoken += [("terms", term.id, point.says) for point in term.all_points]
    for shelf, name, says in spoken:
        for text, stops, language in ((says.zh, "。", "Chinese"), (says.en, ".", "English")):
            if not text.strip().endswith(stops):
                yield Fault(
                    *library.where[shelf, name],
                    "sentence-style",
                    f"{language} `{text[-20:]}`",
                    f"one sentence that ends with `{stops}`",
                )


CHECKS = (
    exceptions_are_attached,
    conditions_can_be_read,
    outcomes_have_words,
    editions_exist,
    days_exist,
    successors_are_sound,
    every_day_has_one_default,
    says_is_a_sentence,
)
