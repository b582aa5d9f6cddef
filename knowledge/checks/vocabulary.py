"""Every word of a profile is defined once, interpreted by somebody, has a phrase in each language, and no twin."""

import ast
import importlib.util
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from knowledge.data.faults import Fault, nearest
from knowledge.data.law import ProfileWord
from knowledge.data.library import Library
from knowledge.data.profile import Card
from knowledge.data.profile_words import SHELVES, acts_of, defined, words_of

WORDS = (*SHELVES.values(), "values", "counted")
_WITH_TWINS = (*WORDS, "acts", "events", "requirements")
_LANGUAGES = ("zh", "en", "ja")
_ROOM = "knowledge."
_BLANK = re.compile(r"\{\w+\}")
_SAME = {"leaves": "left", "leaving": "left", "opponents": "opponent", "its": "own", "it": "", "the": "", "a": "",
         "of": "", "to": "", "is": "", "that": "", "with": ""}  # fmt: skip


def profiles_use_defined_words(library: Library) -> list[Fault]:
    """`unknown-word`: what stands in `to`, `what`, `amount`, `until` and `count` of a profile is defined."""
    return [fault for card in library.cards.values() for fault in _undefined(library, card)]


def _undefined(library: Library, card: Card) -> Iterator[Fault]:
    for effect in card.effects:
        for act in acts_of(effect):
            for field, word in words_of(act):
                if defined(library, field, word) is None:
                    shelf = SHELVES[field]
                    expected = f"a word of `{shelf}` in words/{shelf}.yaml, or one composed of filters and conditions"
                    found = f"the word `{word}` in `{field}` of effect {effect.number}"
                    near = nearest(word, getattr(library, shelf))
                    yield Fault(*library.where["cards", card.id], "unknown-word", found, expected, near)


def words_are_interpreted(library: Library) -> list[Fault]:
    """`word-without-interpreter`: a function of the engine reads the word, or its subjects say what it may change."""
    found = []
    for shelf, word in _words(library):
        place = library.where[shelf, word.id]
        known = {*library.subjects, *library.gates}
        found += [
            Fault(
                *place, "unknown-reference", f"`{s}`", "a subject of words/subjects.yaml or a gate", nearest(s, known)
            )
            for s in word.about
            if s not in known
        ]
        if bool(word.by) == bool(word.about):
            expected = "`by` with the function that interprets it, or `about` with the subjects it speaks of"
            found.append(Fault(*place, "word-without-interpreter", f"`{word.id}`", expected))
        elif word.by and not _reads(word.by, word.id):
            found.append(
                Fault(
                    *place,
                    "word-without-interpreter",
                    f"`{word.by}`, which does not read `{word.id}`",
                    "a function below `knowledge` in whose module the word is spelt",
                )
            )
    return found


def words_have_phrases(library: Library) -> list[Fault]:
    """`word-without-phrase`: each language says it, with the blanks of its id."""
    return [
        Fault(
            *library.where[shelf, word.id], "word-without-phrase", f"`{word.id}` in {lang}", "a phrase with its blanks"
        )
        for shelf, word in _words(library)
        for lang in _LANGUAGES
        if not getattr(word, lang)
        or (
            "{0}" not in getattr(word, lang)
            and set(_BLANK.findall(getattr(word, lang))) != set(_BLANK.findall(word.id))
        )
    ]


def no_word_has_a_twin(library: Library) -> list[Fault]:
    """`twin`: two words of one shelf that are spelt from the same parts, or said by the same phrase."""
    found = []
    for shelf in _WITH_TWINS:
        seen: dict[tuple[str, str], str] = {}
        for name, word in getattr(library, shelf).items():
            marks = [("spelt", _parts_of(name))]
            marks += [(lang, getattr(word, lang, "")) for lang in _LANGUAGES if "{0}" not in getattr(word, lang, "")]
            for mark in marks:
                first = seen.setdefault(mark, name) if mark[1] else name
                if first != name:
                    expected = f"one word for both, or a phrase that tells it from `{first}`"
                    found.append(Fault(*library.where[shelf, name], "twin", f"`{name}` beside `{first}`", expected))
                    break
    return found


def _parts_of(name: str) -> str:
    """A word by what it is made of, whatever the order and the small words between."""
    parts = sorted(_SAME.get(part, part.removesuffix("s")) for part in re.split(r"[-.]", name))
    return " ".join(part for part in parts if part)


def _words(library: Library) -> Iterator[tuple[str, ProfileWord]]:
    for shelf in WORDS:
        for word in getattr(library, shelf).values():
            yield shelf, word


def _reads(function: str, word: str) -> bool:
    """Whether a function exists in the engine and its module spells the word, or the fixed part of it."""
    module, _, name = function.rpartition(".")
    functions, spelt = _module(module)
    fixed = [part for part in re.split(r"\{\w+\}", word) if part.strip("-")]
    if name not in functions:
        return False
    return not fixed or any(_spells(spelt, part.strip("-"), word) for part in fixed)


def _spells(spelt: frozenset[str], fixed: str, word: str) -> bool:
    if word in spelt:
        return True
    plain = (text.strip("-") for text in spelt if re.fullmatch(r"[a-z-]{3,}", text))
    if any(f"-{text}-" in f"-{fixed}-" for text in plain if text):
        return True
    sample = word.replace("{n}", "1")
    return any(re.search(text, sample) for text in spelt if "(?" in text)


@cache
def _module(name: str) -> tuple[frozenset[str], frozenset[str]]:
    """The functions of a module below `knowledge`, and the words spelt in it."""
    try:
        found = importlib.util.find_spec(_ROOM + name)
    except ModuleNotFoundError:
        found = None
    if found is None or found.origin is None:
        return frozenset(), frozenset()
    tree = list(ast.walk(ast.parse(Path(found.origin).read_text(encoding="utf-8"))))
    functions = frozenset(node.name for node in tree if isinstance(node, ast.FunctionDef))
    spelt = frozenset(n.value for n in tree if isinstance(n, ast.Constant) and isinstance(n.value, str))
    return functions, spelt


CHECKS = (profiles_use_defined_words, words_are_interpreted, words_have_phrases, no_word_has_a_twin)
