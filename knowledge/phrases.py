"""Reasons, facts and verdicts in words, in both languages; the words themselves are data."""

from functools import cache, lru_cache

from knowledge.data.language import LANGUAGES, Both, both, catalogue, filled, listed, spoken
from knowledge.data.law import Fact as FactRecord
from knowledge.data.law import Gate
from knowledge.data.profile import Effect
from knowledge.rules.book import Book
from knowledge.rules.conditions import Test, Wanted
from knowledge.rules.gates import Held
from knowledge.table.situation import Fact

CIRCLED = "⓪①②③④⑤⑥⑦⑧⑨⑩"


@cache
def phrases() -> dict[str, Both]:
    """The connecting words."""
    return catalogue("phrases.yaml", "phrases")


def phrase(key: str, **parts: Both | str) -> Both:
    """A phrase in both languages with its blanks filled."""
    return filled(phrases()[key], parts) if parts else _plain(key).copy()


@cache
def _plain(key: str) -> Both:
    """A phrase that has no blanks; handed out as a copy, for answers are added to."""
    return filled(phrases()[key], {})


def circled(number: int) -> str:
    """An effect's number as printed; 11, 12 … are further parts of the first effect, with no number of their own."""
    if 10 < number < 100:
        return CIRCLED[number // 10] + "′" * (number % 10)
    return CIRCLED[number] if 0 <= number < len(CIRCLED) else f"({number})"


def effect_named(effect: Effect | None) -> Both:
    """How a sentence calls an effect."""
    return (_named_so(effect.part, effect.number) if effect else _plain("effect.whole")).copy()


@lru_cache(256)
def _named_so(part: str, number: int) -> Both:
    if part == "pendulum":
        return phrase("effect.pendulum", number=circled(number))
    return phrase("effect", number=circled(number)) if number else phrase("effect.card")


def outcome_in_words(gate: Gate, outcome: str) -> Both | None:
    """A gate's outcome in its own words; figures such as "own 800, opponent 500" part by part."""
    if outcome in gate.words:
        return {lang: getattr(gate.words[outcome], lang) for lang in LANGUAGES}
    if not gate.computes:
        return None
    parts = [part.partition(" ") for part in outcome.split(", ")]
    if any(side not in gate.words for side, _, _ in parts):
        return None
    told = [filled({"zh": gate.words[side].zh, "en": gate.words[side].en}, {"amount": n}) for side, _, n in parts]
    return listed(told, phrases()["list.clauses"])


def fact_in_words(book: Book, held: Held) -> Both:
    """What was looked at, as a sentence: it holds, or it fails."""
    told = _fact_told(book, held.test, held.value, held.truth)
    return phrase("made-so", fact=told, by=_named(book, held.by)) if held.by else told


def _named(book: Book, by: tuple[str, ...]) -> Both:
    """Cards by their names, printed conditions and moments by their words."""
    names: list[Both] = []
    for name in by:
        card, condition = book.card_named(name), book.library.requirements.get(name)
        side, _, timing = name.rpartition(":")  # own:main is one player's
        if timing in book.library.timings:
            at = {"zh": book.library.timings[timing].names.zh, "en": book.library.timings[timing].names.en}
            names.append(phrase("in-turn", turn=phrase(f"turn.{side}"), at=at) if side else at)
        elif card is not None:
            names.append({"zh": f"「{card.names.zh}」", "en": card.names.en or card.names.zh})
        else:
            names.append(both(condition) if condition else {"zh": f"「{name}」", "en": name})
    return listed(names)


@lru_cache(16384)
def _fact_told(book: Book, test: Test, value: Fact | None, truth: bool) -> Both:
    record = book.library.facts[test.fact]
    as_is = truth is test.positive
    if record.type == "category":
        categories = [book.library.categories[word] for word in test.words]
        sentences = [category.holds if as_is else category.fails for category in categories]
        return listed([both(s) for s in sentences], phrases()["list.clauses"])
    wanted_holds = truth if test.positive else not truth
    if record.type == "yes-no":  # the sentence follows the value, whatever the rule wanted
        wanted_holds = value == "yes"
    says = record.holds if wanted_holds else record.fails
    wanted = test.wanted
    if wanted_holds and isinstance(wanted, tuple) and isinstance(value, frozenset):
        wanted = tuple(w for w in wanted if w in value)  # of the words any of which will do, those that are true
    return {
        lang: getattr(says, lang).format(
            value=_word(book, record, value, lang), wanted=_word(book, record, wanted, lang)
        )
        for lang in LANGUAGES
    }


def _word(book: Book, record: FactRecord, value: Fact | Wanted | None, lang: str) -> str:
    if isinstance(value, (tuple, frozenset)):
        return phrases()["list.comma"][lang].join(_word(book, record, v, lang) for v in sorted(map(str, value)))
    if not isinstance(value, str):
        return str(value)
    if record.values and value in record.values:
        return str(getattr(record.values[value], lang))
    if record.vocabulary == "timings" and value in book.library.timings:
        return str(getattr(book.library.timings[value].names, lang))
    if record.vocabulary in ("acts", "events") and value in getattr(book.library, record.vocabulary):
        return str(getattr(getattr(book.library, record.vocabulary)[value], lang))
    return str(value)


def value_in_words(book: Book, fact: str, value: Fact | Wanted | None) -> Both:
    """A fact having a value, as a branch of an answer names it; one that is not known, as it was written."""
    record = book.library.facts.get(fact)
    if record is None:
        return dict.fromkeys(LANGUAGES, f"{fact}: {value}")
    if record.type == "yes-no":
        says = record.holds if value == "yes" else record.fails
        return spoken(says)
    return {
        lang: getattr(record.holds, lang).format(
            value=_word(book, record, value, lang), wanted=_word(book, record, value, lang)
        )
        for lang in LANGUAGES
    }
