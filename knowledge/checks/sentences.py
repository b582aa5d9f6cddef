"""Our sentences are sentences: not empty, in both languages, with a full stop."""

from knowledge.data.faults import Fault
from knowledge.data.library import Library, every_rule
from knowledge.data.profile import Says


def says_is_a_sentence(library: Library) -> list[Fault]:
    """`sentence-style`: `says` of rules, rulings and terms ends with a full stop in both languages."""
    found = []
    spoken: list[tuple[str, str, Says]] = [("rules", rule.id, rule.says) for _, rule in every_rule(library)]
    spoken += [("rulings", r.id, r.says) for r in library.rulings.values()]
    for term in library.terms.values():
        spoken += [("terms", term.id, point.says) for point in term.all_points]
    for shelf, name, says in spoken:
        for text, stops, language in ((says.zh, "。", "Chinese"), (says.en, ".", "English")):
            if not text.strip().endswith(stops):
                found.append(
                    Fault(
                        *library.where[shelf, name],
                        "sentence-style",
                        f"{language} `{text[-20:]}`",
                        f"one sentence that ends with `{stops}`",
                    )
                )
    return found


CHECKS = (says_is_a_sentence,)
