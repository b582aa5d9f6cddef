"""Gates must be sound: exceptions inside the same gate, no cycles, conditions that can be read."""

from knowledge.data.faults import Fault, nearest
from knowledge.data.law import Gate
from knowledge.data.library import Library, every_rule
from knowledge.rules.conditions import BadCondition, compiled, every_test


def exceptions_are_attached(library: Library) -> list[Fault]:
    """`dangling-exception` and `exception-cycle`."""
    found = []
    for gate in library.gates.values():
        inside = {rule.id: rule for rule in gate.rules}
        for rule in gate.rules:
            place = library.where["rules", rule.id]
            for other in rule.except_:
                if other not in inside:
                    found.append(
                        Fault(
                            *place,
                            "dangling-exception",
                            f"`{other}`",
                            f"a rule of the gate `{gate.gate}`",
                            nearest(other, inside),
                        )
                    )
            cycle = _cycle(gate, rule.id)
            if cycle:
                found.append(Fault(*place, "exception-cycle", " → ".join(cycle), "exceptions that end at the default"))
    return found


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


def conditions_can_be_read(library: Library) -> list[Fault]:
    """`bad-condition`: only known facts, words of the language, and values the facts can have."""
    found = []
    for gate, rule in every_rule(library):
        place = library.where["rules", rule.id]
        if rule.then_as and (rule.then or rule.then_as not in library.facts):
            near = nearest(rule.then_as, library.facts)
            found.append(Fault(*place, "unknown-outcome", f"`{rule.then_as}`", "a fact, and no `then` beside it", near))
        elif not rule.then_as and rule.then not in gate.outcomes and gate.decides != "calculation":
            found.append(
                Fault(
                    *place,
                    "unknown-outcome",
                    f"`{rule.then}`",
                    "one of: " + ", ".join(gate.outcomes),
                    nearest(rule.then, gate.outcomes),
                )
            )
        try:
            condition = compiled(rule.when, lambda fact: fact in library.facts)
        except BadCondition as wrong:
            near = nearest(wrong.word, wrong.known or library.facts) if wrong.word else ""
            found.append(Fault(*place, "bad-condition", wrong.found, wrong.expected, near))
            continue
        for test in every_test(condition):
            for value in test.wanted if isinstance(test.wanted, tuple) else (test.wanted,):
                known = _values(library, test.fact)
                if known is not None and value not in known:
                    found.append(
                        Fault(
                            *place,
                            "bad-condition",
                            f"`{value}` for the fact `{test.fact}`",
                            "a value that fact can have",
                            nearest(str(value), known),
                        )
                    )
    return found


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


CHECKS = (exceptions_are_attached, conditions_can_be_read, outcomes_have_words)
