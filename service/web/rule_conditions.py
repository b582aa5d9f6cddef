"""The condition of a rule in words: each test as the sentence its fact has for holding or failing."""

from typing import Any

from knowledge.data.law import Rule
from knowledge.rules.book import Book
from knowledge.rules.conditions import Condition, Test, compiled
from knowledge.rules.reasons import Held
from knowledge.wording import fact_in_words
from service.web.language import words


def condition_in_words(book: Book, rule: Rule) -> dict[str, Any] | None:
    """A tree: `all` or `any` of sentences and of further trees; nothing for a rule that always holds."""
    condition = compiled(rule.when, lambda fact: fact in book.library.facts)
    return _tree(book, condition) if condition.parts else None


def _tree(book: Book, condition: Condition) -> dict[str, Any]:
    parts: list[dict[str, Any]] = []
    for part in condition.parts:
        if isinstance(part, Test):
            parts.append({"says": _sentence(book, part)})
        elif len(part.parts) == 1 or part.mode == condition.mode:
            parts += _tree(book, part)["parts"]
        else:
            parts.append(_tree(book, part))
    return {"mode": condition.mode, "parts": parts}


def _sentence(book: Book, test: Test) -> dict[str, str]:
    """The test as it reads when the rule applies."""
    if book.library.facts[test.fact].type == "timing":
        return _moment(book, test)
    value = test.wanted
    if not test.positive and book.library.facts[test.fact].type == "yes-no":
        value = "no" if test.wanted == "yes" else "yes"
    return fact_in_words(book, Held(test, value, True))


def _moment(book: Book, test: Test) -> dict[str, str]:
    wanted = test.wanted if isinstance(test.wanted, tuple) else (test.wanted,)
    timings = [book.library.timings[t] for t in book.library.timings if t in wanted]
    said = words()["conditions.timing" if test.positive else "conditions.not-timing"]
    listed = {"zh": "、".join(t.names.zh for t in timings), "en": ", ".join(t.names.en for t in timings)}
    return {lang: said[lang].format(wanted=listed[lang]) for lang in listed}
