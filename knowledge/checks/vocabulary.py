"""Every word is defined once, interpreted, has a phrase in each language, and no twin; every gate is reached."""

import ast
import importlib
import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from knowledge.data.law import ProfileWord
from knowledge.data.library import Library, every_rule
from knowledge.data.profile import Card, Compared, Effect, Filter, Together
from knowledge.data.profile_words import SHELVES, acts_of, conditions_of, defined, words_of
from knowledge.data.records import Fault, nearest
from knowledge.data.yaml_files import Unreadable, read_yaml
from knowledge.table.comparisons import MEASURED
from knowledge.table.filters import PARTS

WORDS = (*SHELVES.values(), "values", "counted", "whose", "sources", "ways", "filters")
_SHARED = ("acts", "events", "requirements")  # what many functions and the rules read
_ENGINE = ("table", "rules", "play", "stats", "text")  # rooms whose functions interpret a profile
_WITH_TWINS = (*WORDS, *_SHARED)
_UNREAD = "unread"  # a condition nobody has read stands as printed
_LANGUAGES = ("zh", "en", "ja")
_ROOM = "knowledge."
_BLANK = re.compile(r"\{\w+\}")
_SAME = {"leaves": "left", "leaving": "left", "opponents": "opponent", "its": "own", "it": "", "the": "", "a": "",
         "of": "", "to": "", "is": "", "that": "", "with": ""}  # fmt: skip
LANGUAGES = ("zh", "ja", "en")
FAMILIES = {"continuous": "continuous", "act": "acts", "event": "events", "requirement": "requirements"}
EVERYWHERE = ("continuous",)  # shelves of which every word must be recognised in every language
_QUOTED = re.compile(r'"([a-z][a-z-]+)"')
INTERNAL = frozenset({"maybe-battled"})  # told apart while reading, never part of a profile


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


def conditions_use_defined_words(library: Library) -> Iterator[Fault]:
    """`unknown-word`: a condition of a profile and the way it is meant are defined."""
    for card in library.cards.values():
        place = library.where["cards", card.id]
        for one in (one for effect in card.effects for one in conditions_of(effect)):
            if one.is_ not in library.requirements:
                near = nearest(one.is_, library.requirements)
                yield Fault(*place, "unknown-word", f"the condition `{one.is_}`", "a known condition", near)
            if (
                isinstance(one.amount, str)
                and one.amount
                and one.is_ != _UNREAD
                and defined(library, "ways", one.amount) is None
            ):
                said, expected = f"`{one.amount}` in the condition `{one.is_}`", "a word of words/ways.yaml"
                yield Fault(*place, "unknown-word", said, expected, nearest(one.amount, library.ways))


def acts_events_and_conditions_are_read(library: Library) -> Iterator[Fault]:
    """`word-without-interpreter`: an act, event or condition, or a wider one, is read by a function or a rule."""
    read = _read_in_the_engine() | {word for _, rule in every_rule(library) for word in _strings(rule.when)}
    for shelf in _SHARED:
        words = getattr(library, shelf)
        for word in words.values():
            spelt = not read.isdisjoint((word.id, *word.is_)) or _is_put_together(word.id, read)
            if not spelt:
                expected = "a function of the engine, or a rule, that asks for it or for a wider word"
                place = library.where[shelf, word.id]
                yield Fault(*place, "word-without-interpreter", f"`{word.id}`", expected)


def _is_put_together(word: str, read: frozenset[str]) -> bool:
    """Whether a function puts the word together from two it spells: `own-monster` and `battles`."""
    first, _, last = word.rpartition("-")
    return first in read and last in read


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from (*_strings(key), *_strings(one))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _strings(one)


@cache
def _read_in_the_engine() -> frozenset[str]:
    """Every word spelt in the rooms whose functions interpret profiles."""
    folder = Path(__file__).resolve().parents[1]
    modules = (_read(path) for room in _ENGINE for path in (folder / room).rglob("*.py"))
    return frozenset(word for _, whole in modules for word in whole.words)


def words_are_interpreted(library: Library) -> Iterator[Fault]:
    """`word-without-interpreter`: a function of the engine reads the word, or it is of a class no verdict turns on."""
    for shelf, word in _words(library):
        place = library.where[shelf, word.id]
        if word.silent and word.silent not in library.silences:
            near = nearest(word.silent, library.silences)
            yield Fault(*place, "unknown-reference", f"`{word.silent}`", "a class of words/silences.yaml", near)
        if bool(word.by) == bool(word.silent):
            expected = "`by` with the function that interprets it; else say it by filters, conditions and references"
            yield Fault(*place, "word-without-interpreter", f"`{word.id}`", expected)
        elif word.by and shelf != "filters" and not reads(word.by, word.id):
            yield Fault(
                *place,
                "word-without-interpreter",
                f"`{word.by}`, which does not read `{word.id}`",
                "a function below `knowledge` in whose module the word is spelt",
            )


def silences_still_hold(library: Library) -> Iterator[Fault]:
    """`word-without-interpreter`: no gate and no fact asks for what a class of silent words leaves out."""
    for silence in library.silences.values():
        for asked in (one for one in silence.until if one in library.gates or one in library.facts):
            found, expected = (
                f"`{asked}`, which asks for `{silence.id}`",
                "a function (`by`) for the words of that class",
            )
            yield Fault(*library.where["silences", silence.id], "word-without-interpreter", found, expected)


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


def no_word_has_a_twin(library: Library) -> Iterator[Fault]:
    """`twin`: two words of one shelf that are spelt from the same parts, or said by the same phrase."""
    for shelf in _WITH_TWINS:
        seen: dict[tuple[str, str], str] = {}
        for name, word in getattr(library, shelf).items():
            marks = [("spelt", _parts_of(name))]
            marks += [(lang, getattr(word, lang, "")) for lang in _LANGUAGES if "{0}" not in getattr(word, lang, "")]
            for mark in marks:
                first = seen.setdefault(mark, name) if mark[1] else name
                if first != name:
                    expected = f"one word for both, or a phrase that tells it from `{first}`"
                    yield Fault(*library.where[shelf, name], "twin", f"`{name}` beside `{first}`", expected)
                    break


def _parts_of(name: str) -> str:
    """A word by what it is made of, whatever the order and the small words between."""
    parts = sorted(_SAME.get(part, part.removesuffix("s")) for part in re.split(r"[-.]", name))
    return " ".join(part for part in parts if part)


def _words(library: Library) -> Iterator[tuple[str, ProfileWord]]:
    for shelf in WORDS:
        for word in getattr(library, shelf).values():
            yield shelf, word


def reads(function: str, word: str) -> bool:
    """Whether a function of the engine, or what it calls or looks up, spells the word or the fixed part of it."""
    module, _, name = function.rpartition(".")
    if name not in _module(module):
        return False
    fixed = [part for part in re.split(r"\{\w+\}", word) if part.strip("-.")]
    return not fixed or any(_spells(_spelt_by(module, name), part.strip("-"), word) for part in fixed)


def _spells(spelt: "_Reach", fixed: str, word: str) -> bool:
    parts = fixed.split("-")
    stretches = {"-".join(parts[a:b]) for a in range(len(parts)) for b in range(a + 1, len(parts) + 1)}
    if word in spelt.words or not spelt.plain.isdisjoint(stretches):
        return True
    sample = _BLANK.sub("word", word.replace("{n}", "1").replace("{m}", "1"))
    return any(re.search(text, sample) for text in spelt.patterns)


class _Reach(NamedTuple):
    """What a function and all it calls or looks up spells: words, those of letters alone, and patterns."""

    words: frozenset[str]
    plain: frozenset[str]
    patterns: tuple[str, ...]


@cache
def _spelt_by(module: str, name: str) -> _Reach:
    """The words spelt in a function, in the functions it calls and in the tables and constants it names."""
    found: set[str] = set()
    seen, ahead = set(), [(module, name)]
    while ahead:
        place = ahead.pop()
        if place in seen:
            continue
        seen.add(place)
        there = _module(place[0]).get(place[1])
        if isinstance(there, str):  # imported: the module it stands in
            ahead.append((there, place[1]))
        elif there is not None:
            found |= there.words
            ahead += [(place[0], named) for named in there.names]
    plain = frozenset(text.strip("-") for text in found if re.fullmatch(r"[a-z-]{3,}", text))
    patterns = tuple(text for text in found if "\\d" in text or "(?" in text)
    return _Reach(frozenset(found), plain - {""}, patterns)


class _Spelt(NamedTuple):
    """The words and the names that stand in a piece of code."""

    words: set[str]
    names: set[str]


def _spelt(*nodes: ast.AST) -> _Spelt:
    found, ahead = _Spelt(set(), set()), [*nodes]
    while ahead:
        node = ahead.pop()
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                found.words.add(node.value)
        elif isinstance(node, ast.Name):
            found.names.add(node.id)
        else:
            ahead += ast.iter_child_nodes(node)
    return found


@cache
def _module(name: str) -> dict[str, _Spelt | str]:
    """What stands in a module below `knowledge` by its name: functions and constants, or where they come from."""
    folder = Path(__file__).resolve().parents[1].joinpath(*name.split("."))
    path = next((p for p in (folder.with_suffix(".py"), folder / "__init__.py") if name and p.is_file()), None)
    return _read(path)[0] if path is not None else {}


@cache
def _read(path: Path) -> tuple[dict[str, _Spelt | str], _Spelt]:
    """What stands in a module by its name, and all that is spelt in it: every file is gone through once."""
    named: dict[str, _Spelt | str] = {}
    whole = _Spelt(set(), set())
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_ROOM):
            named |= {one.name: str(node.module).removeprefix(_ROOM) for one in node.names}
        defined = node.body if isinstance(node, ast.ClassDef) else [node]
        spelt = [(one, _spelt(one)) for one in defined]
        for one, inside in spelt:
            whole.words.update(inside.words)
            if isinstance(one, ast.FunctionDef):
                named[one.name] = inside
            elif isinstance(one, ast.Assign | ast.AnnAssign) and not isinstance(node, ast.ClassDef):
                targets = one.targets if isinstance(one, ast.Assign) else [one.target]
                named |= dict.fromkeys(_spelt(*targets).names, inside)
    return named, whole


def phrase_faults(library: Library, root: Path) -> list[Fault]:
    """`word-without-phrase` and `phrase-without-word`, over the words and the pattern files below a folder."""
    found: list[Fault] = []
    spoken: dict[tuple[str, str], set[str]] = {}
    for path in sorted((root / "wording").glob("*.yaml")):
        try:
            placed = read_yaml(path.read_text(encoding="utf-8"))
        except Unreadable:
            continue  # reported where the patterns are checked
        language = path.stem.partition("-")[0]
        for family, shelf in FAMILIES.items():
            words = getattr(library, shelf)
            for number, entry in enumerate(placed.value.get("families", {}).get(family) or []):
                named = str(entry.get("is", "")).partition(" @")[0].split()
                spoken.setdefault((shelf, language), set()).update(named)
                where = (path.relative_to(root).as_posix(), placed.line_of(("families", family, number)))
                found += [
                    _unknown_word(where, word, words) for word in named if word not in words and word not in INTERNAL
                ]
    for shelf in EVERYWHERE:
        for word in getattr(library, shelf):
            mute = [language for language in LANGUAGES if word not in spoken.get((shelf, language), ())]
            if mute:
                expected = f"a pattern that reveals it in the wording of {', '.join(mute)}"
                found.append(Fault(*library.where[shelf, word], "word-without-phrase", f"`{word}`", expected))
    return found + _unnamed_parts(library, root) + _unreached_gates(library, root)


def _unreached_gates(library: Library, root: Path) -> list[Fault]:
    """`unreached-gate`: a matter that nothing reads and no question in plain words asks for."""
    files = sorted((root / "questions").glob("matters*.yaml"))
    if not files:
        return []
    asked = {name: file for file in files for name in read_yaml(file.read_text(encoding="utf-8")).value["matters"]}
    read = _names_in_the_engine()
    found = [
        Fault(
            *library.where["gates", gate.gate],
            "unreached-gate",
            f"`{gate.gate}`",
            "something that reads it, or its words in questions/matters.yaml; else make it a term",
        )
        for gate in library.gates.values()
        if gate.decides == "matter" and gate.gate not in read and gate.gate not in asked
    ]
    unknown = {name: file.relative_to(root).as_posix() for name, file in asked.items() if name not in library.gates}
    return found + [
        Fault(where, 1, "unreached-gate", f"`{name}`", "the name of a gate") for name, where in unknown.items()
    ]


@cache
def _names_in_the_engine() -> frozenset[str]:
    """Every word in quotation marks in the code of the knowledge: who reads a gate names it."""
    folder = Path(__file__).resolve().parents[1]
    texts = (path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    return frozenset(name for text in texts for name in _QUOTED.findall(text))


def _unnamed_parts(library: Library, root: Path) -> list[Fault]:
    """What a gate may be asked about is named in the phrases, or no form and no answer could say it."""
    file = root / "phrases.yaml"
    if not file.is_file():
        return []
    named = read_yaml(file.read_text(encoding="utf-8")).value.get("phrases", {})
    return [
        Fault(*library.where["gates", gate.gate], "word-without-phrase", f"`{word}`", f"`about.{word}` in phrases.yaml")
        for gate in library.gates.values()
        for word in gate.about
        if f"about.{word}" not in named
    ]


def _unknown_word(where: tuple[str, int], word: str, words: dict[str, object]) -> Fault:
    near = get_close_matches(word, words, 1)
    expected = f"`{near[0]}`" if near else "a word defined under `rulings/words`"
    return Fault(*where, "phrase-without-word", f"`{word}`", expected)


_LEFT_OUT = "non-"
_ACT, _EVENT = "{act}", "{event}"
# read by `matches` itself, or by those who count cards
_SEEN_BY_MATCHES = ("other", "either", "original", "together", "extreme")
_WORDED = ("type", "attribute", "race", "summoned", "position", "place", "by_this", "extreme", "befell")
_PRINTED = ("type", "attribute", "race", "summoned", "position")  # compared with what cards have, whatever it is
_VALUES = ("different", "alike", "total")


def filters_use_defined_words(library: Library) -> Iterator[Fault]:
    """`unknown-word`: what a filter of a profile asks for is a word of words/filters.yaml."""
    for card in library.cards.values():
        for name in dict.fromkeys(word for one in _filters(card) for word in words_in(one)):
            if not _is_defined(library, name):
                near = nearest(name, library.filters)
                expected = "a word of words/filters.yaml"
                yield Fault(*library.where["cards", card.id], "unknown-word", f"`{name}` in a filter", expected, near)


def _is_defined(library: Library, name: str) -> bool:
    field, _, word = name.partition(".")
    composed = (word in library.acts and f"{field}.{_ACT}" in library.filters) or (
        word in library.events and f"{field}.{_EVENT}" in library.filters
    )
    return composed or f"{field}.{word.removeprefix(_LEFT_OUT)}" in library.filters


def words_in(one: Filter) -> Iterator[str]:
    """The words of a filter, each behind the field it stands in."""
    for field in _WORDED:
        value = getattr(one, field)
        yield from (f"{field}.{word}" for word in ((value,) if isinstance(value, str) else value or ()))
    for compared in one.compared:
        yield from _compared(compared)
    if one.together is not None:
        yield from _together(one.together)
    for other in one.either:
        yield from words_in(other)


def _compared(one: Compared) -> Iterator[str]:
    yield from (f"value.{word}" for word in (*one.value, one.their) if word)
    yield from (f"how.{one.how}", f"than.{one.than}")


def _together(one: Together) -> Iterator[str]:
    yield from (f"value.{word}" for field in _VALUES for word in getattr(one, field))
    if one.how:
        yield f"how.{one.how}"
    if isinstance(one.amount, str) and one.amount:
        yield f"than.{one.amount}"


def _filters(card: Card) -> Iterator[Filter]:
    for effect in card.effects:
        yield from _of_effect(effect)


def _of_effect(effect: Effect) -> Iterator[Filter]:
    yield from effect.targets
    yield from (target for choice in effect.choices for target in choice.targets)
    told = [one.of for one in (effect.trigger, *conditions_of(effect)) if one is not None]
    told += [one for act in acts_of(effect) for one in (act.which, act.per)]
    if effect.responds_to is not None:
        told += [effect.responds_to.of, effect.responds_to.doing_to, effect.responds_to.targeted]
    yield from (one for one in told if one is not None)


def every_part_of_a_filter_is_compared(library: Library) -> Iterator[Fault]:
    """`word-without-interpreter`: a field of filters is compared by a function, and its words name that very one."""
    by_field: dict[str, Any] = {**PARTS, **MEASURED}
    for part in msgspec.structs.fields(Filter):
        if part.name not in by_field and part.name not in _SEEN_BY_MATCHES:
            place = ("words/filters.yaml", 1)
            yield Fault(
                *place, "word-without-interpreter", f"the field `{part.name}`", "a function of table/filters.py"
            )
    for name, word in library.filters.items():
        field, _, plain = name.partition(".")
        if field not in _PRINTED and plain not in (_ACT, _EVENT) and not reads(word.by, plain):
            place = library.where["filters", name]
            wanted = "a function that spells the word"
            yield Fault(*place, "word-without-interpreter", f"`{word.by}` of `{name}`", wanted)
        elif field in by_field and _function(word.by) is not by_field[field]:
            wanted = f"`{by_field[field].__module__}.{by_field[field].__name__}`, which compares cards with it"
            yield Fault(*library.where["filters", name], "word-without-interpreter", f"`{word.by}` of `{name}`", wanted)


def _function(by: str) -> Any:
    module, _, name = by.rpartition(".")
    try:
        return getattr(importlib.import_module(f"knowledge.{module}"), name, None)
    except ImportError:
        return None


CHECKS = (
    profiles_use_defined_words,
    conditions_use_defined_words,
    words_are_interpreted,
    silences_still_hold,
    acts_events_and_conditions_are_read,
    words_have_phrases,
    no_word_has_a_twin,
    filters_use_defined_words,
    every_part_of_a_filter_is_compared,
)
