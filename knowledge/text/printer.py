"""A profile printed back in the desk's own wording, by language; what is printed reads back as the same profile.

An effect that applies continuously is first told in sentences, which read back as the same words, and then whole.
Whole means that every field is said: a value is a phrase of its field, or stands in corner brackets where it has none,
as a name does. An act or a condition is said first, with what belongs to it in brackets behind it.
"""

import re
import types
import typing
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import yaml

from knowledge.data.profile import Effect
from knowledge.data.yaml_files import rulings_folder, yaml_of
from knowledge.text.card_reading import EffectReading, Language

LANGUAGES: tuple[Language, ...] = ("zh", "en", "ja")


@cache
def _frames() -> dict[str, Any]:
    found: dict[str, Any] = yaml_of(rulings_folder() / "printed.yaml")
    return found


def printed(read: EffectReading) -> dict[str, str]:
    """What an effect says, in each language."""
    return {lang: _printed(read, lang) for lang in LANGUAGES}


def _printed(read: EffectReading, lang: Language) -> str:
    frame = _frames()[lang]
    if read.continuous and not read.effect.is_activated:
        said = dict.fromkeys((one.does, one.reach) for one in read.continuous)
        plainly = (_sentence(frame["continuous"][does].format(s=frame["reach"][reach]), frame) for does, reach in said)
        return f"{''.join(plainly)}{wording(read.effect, lang)}"
    return wording(read.effect, lang)


def _sentence(words: str, frame: dict[str, Any]) -> str:
    stop = str(frame["stop"])
    return words[:1].upper() + words[1:] + stop + (" " if stop == "." else "")


def wording(effect: Effect, lang: Language) -> str:
    """An effect in the desk's own wording, whole: it reads back as the same profile."""
    frame = _frames()[lang]
    choice = frame["must" if effect.mandatory else "may"]
    told = body(effect, lang, frame["between"])
    said = frame["frame"].format(kind=frame["kinds"][effect.kind], choice=choice, parts=told)
    return _sentence(str(said), frame).strip()


def read_wording(text: str, lang: Language) -> tuple[str, Effect] | None:
    """The sentences before an effect that is printed so, and the effect; nothing for any other text."""
    said, frame = _heads(lang), _frames()[lang]
    found = next((head for head in said if head in text), None)
    if found is None:
        return None
    kind, must = said[found]
    plainly, _, rest = text.partition(found)
    parts = rest.strip().removesuffix(frame["stop"].strip())
    effect = read_body(parts, lang, frame["between"], {"kind": kind, "mandatory": must})
    return (plainly, effect) if effect is not None else None


@cache
def _heads(lang: Language) -> dict[str, tuple[str, bool]]:
    """How an effect in the desk's own wording begins → its kind, and whether it is mandatory."""
    frame, found = _frames()[lang], {}
    for kind, name in frame["kinds"].items():
        for choice, must in ((frame["must"], True), (frame["may"], False)):
            head = frame["frame"].format(kind=name, choice=choice, parts="")
            found[head[:1].upper() + head[1:]] = (kind, must)
    return found


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BY_ITSELF = ("kind", "mandatory")  # the head of the sentence says these
_LEFT_OUT = ("summary",)  # a sentence of ours beside the profile
_ESCAPED = str.maketrans("「」『』（）[]", "﹁﹂﹃﹄❨❩❲❳")  # brackets inside a value that stands in corner brackets
_UNESCAPED = str.maketrans("﹁﹂﹃﹄❨❩❲❳", "「」『』（）[]")
_WORD_FIELDS = {
    "act": "acts",
    "doing": "acts",
    "by_this": "acts",
    "events": "events",
    "befell": "events",
    "is": "requirements",
}
_SHELVES = {"what": "referents", "to": "details", "until": "durations", "count": "counts", "amount": "amounts"}
# the fields whose words stand in words/filters.yaml
_FILTERS = ("type", "attribute", "race", "summoned", "position", "place", "value", "how", "than", "extreme")
_VALUES = {"their": "value", "different": "value", "alike": "value", "total": "value"}
_LEFT_OUT_WORD = "non-"
_OPEN, _CLOSE = "「", "」"  # around a value that has no phrase
_QUOTE, _UNQUOTE = "『", "』"  # around a phrase that holds one of the marks
_HEADS = ("act", "is")  # what a part with parts of its own is called by


def body(effect: Effect, lang: str, between: str) -> str:
    """The parts of an effect, each with its name; kind and choice are said before it."""
    names, marks = _names(lang), _marks(lang)
    told = ((field, value) for field, value in _told(effect) if field not in _BY_ITSELF)
    return between.join(f"{names[field]}{marks[4]}{_value(field, value, lang, 'effect')}" for field, value in told)


def read_body(text: str, lang: str, between: str, head: dict[str, Any]) -> Effect | None:
    """The effect whose parts are printed so; nothing for a text that is not the desk's own wording."""
    try:
        found = _fields(text, lang, between, Effect, "effect")
        return msgspec.convert({**found, **head}, Effect)
    except (KeyError, ValueError, msgspec.ValidationError):
        return None


def _told(record: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    """The fields of a record that say something, by their names in profiles."""
    for name, printed, default in _defaults(type(record)):
        value = getattr(record, name)
        if default is msgspec.NODEFAULT or value != default:
            yield printed, value


@cache
def _defaults(kind: type[msgspec.Struct]) -> tuple[tuple[str, str, Any], ...]:
    fields = msgspec.structs.fields(kind)
    return tuple((f.name, f.encode_name, f.default) for f in fields if f.name not in _LEFT_OUT)


def _value(field: str, value: Any, lang: str, inside: str) -> str:
    opening, closing, between, listed, _ = _marks(lang)
    if isinstance(value, msgspec.Struct):
        told = dict(_told(value))
        head = next((_value(name, told.pop(name), lang, field) for name in _HEADS if name in told), "")
        parts = [_part(part, one, lang, field) for part, one in told.items()]
        gap = " " if head and between.startswith(" ") else ""
        return f"{head}{gap}{opening}{between.join(parts)}{closing}" if parts or not head else head
    if isinstance(value, tuple):
        return listed.join(_value(field, one, lang, inside) for one in value)
    if value is True:
        return ""
    if isinstance(value, int):
        return str(value)
    phrase = _phrases(lang, field, inside).get(value)
    if phrase is None:
        return f"{_OPEN}{value.translate(_ESCAPED)}{_CLOSE}"
    marks = (*_marks(lang), _OPEN, _CLOSE)
    return f"{_QUOTE}{phrase}{_UNQUOTE}" if any(mark.strip() in phrase for mark in marks) else phrase


def _part(field: str, value: Any, lang: str, inside: str) -> str:
    name = _names(lang)[field]
    return name if value is True else f"{name}{_marks(lang)[4]}{_value(field, value, lang, inside)}"


def _fields(text: str, lang: str, between: str, kind: type[msgspec.Struct], inside: str) -> dict[str, Any]:
    """The fields of a record of this kind, by their printed parts."""
    of, named = _marks(lang)[4], {name: field for field, name in _names(lang).items()}
    types_of = _types(kind)
    found: dict[str, Any] = {}
    for part in _split(text, between, lang):
        name, mark, rest = part.partition(of)
        field = named[name]
        found[field] = _read(rest, lang, types_of[field], field, inside) if mark else True
    return found


def _read(text: str, lang: str, wanted: Any, field: str, inside: str) -> Any:
    opening, closing, between, listed, _ = _marks(lang)
    if (one := _item(wanted)) is not None:
        return [_read(part, lang, one, field, inside) for part in _split(text, listed, lang)] if text else []
    if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
        said, bracket, inner = _behind(text, opening)
        named = next((name for name in _HEADS if name in _types(wanted)), "")
        head = {named: _read(said.strip(), lang, str, named, field)} if named else {}
        rest = inner.removesuffix(closing)
        return {**head, **(_fields(rest, lang, between, wanted, field) if bracket and rest else {})}
    if wanted is bool:
        return True
    if text.startswith(_OPEN):
        return text[1:-1].translate(_UNESCAPED)
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    phrase = text[1:-1] if text.startswith(_QUOTE) else text
    return {said: word for word, said in _phrases(lang, field, inside).items()}[phrase]


def _behind(text: str, opening: str) -> tuple[str, str, str]:
    """What stands before a bracket, the bracket, and the rest; a phrase in corner brackets may hold one itself."""
    start = text.find(_UNQUOTE) + 1 if text.startswith(_QUOTE) else 0
    place = text.find(opening, start)
    return (text, "", "") if place < 0 else (text[:place], opening, text[place + len(opening) :])


def _split(text: str, mark: str, lang: str) -> list[str]:
    """A text cut at a mark that stands in no brackets."""
    opening, closing = _marks(lang)[:2]
    parts, depth, start, place = [], 0, 0, 0
    while place < len(text):
        if text[place] in (opening, _OPEN, _QUOTE):
            depth += 1
        elif text[place] in (closing, _CLOSE, _UNQUOTE):
            depth -= 1
        elif not depth and text.startswith(mark, place):
            parts.append(text[start:place])
            place += len(mark)
            start = place
            continue
        place += 1
    return [*parts, text[start:]]


@cache
def _types(kind: type[msgspec.Struct]) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    return {field.encode_name: _plain(hints[field.name]) for field in msgspec.structs.fields(kind)}


def _plain(hint: Any) -> Any:
    """A type without "or nothing"."""
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        left = [one for one in typing.get_args(hint) if one is not types.NoneType]
        return left[0] if len(left) == 1 else str
    return hint


def _item(hint: Any) -> Any:
    """What a list holds; nothing for what is no list."""
    return _plain(typing.get_args(hint)[0]) if typing.get_origin(hint) is tuple else None


@cache
def _file() -> dict[str, Any]:
    found: dict[str, Any] = yaml.load(
        (rulings_folder() / "profile-phrases.yaml").read_text(encoding="utf-8"), Loader=_LOADER
    )
    return found


def _names(lang: str) -> dict[str, str]:
    names: dict[str, str] = _file()[lang]["fields"]
    return names


def _marks(lang: str) -> tuple[str, str, str, str, str]:
    opening, closing, between, listed, of = _file()[lang]["marks"]
    return opening, closing, between, listed, of


@cache
def _shelves() -> dict[str, list[dict[str, Any]]]:
    """The words of every shelf below `rulings/`."""
    root = rulings_folder()
    found: dict[str, list[dict[str, Any]]] = {}
    files = (
        "acts.yaml",
        "events.yaml",
        "requirements.yaml",
        "timings.yaml",
        *sorted(f"words/{p.name}" for p in (root / "words").glob("*.yaml")),
    )
    for file in files:
        for shelf, words in yaml.load((root / file).read_text(encoding="utf-8"), Loader=_LOADER).items():
            found.setdefault(shelf, []).extend(words)
    return found


@cache
def _phrases(lang: str, field: str, inside: str) -> dict[str, str]:
    """The phrases of a field's values, each of one value only."""
    values: dict[str, dict[str, str]] = _file()[lang]["values"]
    field = {"turn": "side", "by": "side", "owner": "side", "whence": "zones", "doing_from": "zones"}.get(field, field)
    field = "than" if (inside, field) == ("together", "amount") else _VALUES.get(field, field)
    if field in _FILTERS:
        return _filter_phrases(lang, field)
    if field == "at":
        return {timing["id"]: timing["names"][lang] for timing in _shelves()["timings"]}
    own = values.get(f"{inside}.{field}") or values.get(field)
    if own is not None:
        return own
    shelf = _WORD_FIELDS.get(field) or _SHELVES.get(field, "")
    further = {**_file()[lang].get("words", {}), **_printed_words(lang)} if shelf in _WORD_FIELDS.values() else {}
    said = {word["id"]: word.get(lang) or further.get(word["id"], "") for word in _shelves().get(shelf, ())}
    once = [phrase for phrase in said.values() if list(said.values()).count(phrase) == 1]
    return {word: phrase for word, phrase in said.items() if phrase in once and phrase and "{" not in phrase}


def _filter_phrases(lang: str, field: str) -> dict[str, str]:
    """The phrases of a filter's words, of all others than one, and of the card an act was done to."""
    words = {word["id"]: word[lang] for word in _shelves()["filters"]}
    said = {name.partition(".")[2]: phrase for name, phrase in words.items() if name.startswith(f"{field}.")}
    acts = said.pop("{act}", "")
    if acts:
        said |= {act: acts.format(phrase) for act, phrase in _phrases(lang, "act", "").items()}
    left_out = _file()[lang]["values"]["left_out"]
    return said | {f"{_LEFT_OUT_WORD}{word}": left_out.format(phrase) for word, phrase in said.items()}


@cache
def _printed_words(lang: str) -> dict[str, str]:
    frames = yaml.load((rulings_folder() / "printed.yaml").read_text(encoding="utf-8"), Loader=_LOADER)
    words: dict[str, str] = frames[lang].get("acts", {})
    return words
