"""A profile printed back in the desk's own wording; a text with what was found in it; a reading as plain data."""

import re
import types
import typing
from collections.abc import Callable, Iterator
from functools import cache
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import msgspec
import yaml

from knowledge.data.profile import Action, Effect
from knowledge.data.yaml_files import rulings_folder, yaml_of
from knowledge.text.card_reading import CardReading, EffectReading, Language
from knowledge.text.grammar import Wording, wording_of

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


MARKS = ("cost", "targets", "does")
_AROUND = " \n\r\t，,、。.;；:：●•"
_PHRASE_ENDS = (";", ", then", ".", "\n")


class Piece(NamedTuple):
    """A stretch of text; what it is, if anything; and the effect that begins with it, by its place in the reading."""

    text: str
    mark: str
    begins: int | None


class MarkedText(msgspec.Struct, frozen=True, array_like=True):
    """What of a card's text is marked as what, without the text itself: so it is kept beside it."""

    effects: tuple[tuple[int, str, str, int | None], ...]  # number, part, kind and speed of each, as read
    text: tuple[tuple[int, str, int | None], ...]  # how long each piece is, what it is, and the effect it begins
    pendulum: tuple[tuple[int, str, int | None], ...] = ()


def marks_of(text: str, scale: str, reading: CardReading, card_type: str, lang: Language) -> MarkedText:
    """What a text, and the scale text where it is kept apart, is marked with."""
    effects = [(e.number, e.part, e.kind, speed_read(e, card_type)) for e in (read.effect for read in reading.effects)]
    shown = marked(text, reading, lang, pendulum=False if scale else None)
    above = marked(scale, reading, lang, pendulum=True) if scale else []
    return MarkedText(tuple(effects), _lengths(shown), _lengths(above))


def _lengths(pieces: list[Piece]) -> tuple[tuple[int, str, int | None], ...]:
    return tuple((len(piece.text), piece.mark, piece.begins) for piece in pieces)


def pieces_of(text: str, marks: tuple[tuple[int, str, int | None], ...]) -> list[Piece]:
    """A text in the pieces its marks were kept for."""
    ends = accumulate(length for length, _, _ in marks)
    return [Piece(text[end - n : end], mark, begins) for (n, mark, begins), end in zip(marks, ends, strict=True)]


def marked(text: str, reading: CardReading, lang: Language, *, pendulum: bool | None = None) -> list[Piece]:
    """The whole text in pieces; `pendulum` tells which effects stand in it where the scale text is kept apart."""
    wording = wording_of(lang)
    labels = [""] * len(text)
    begins: dict[int, int] = {}
    for place, read in enumerate(reading.effects):
        if pendulum is not None and (read.effect.part == "pendulum") is not pendulum:
            continue
        begins.setdefault(min(read.text_span[0], len(text)), place)
        for mark, start, end in _stretches(text, read, wording):
            labels[start:end] = [mark] * (end - start)
    _bare_edges(text, labels)
    return _pieces(text, labels, begins)


def _stretches(text: str, read: EffectReading, wording: Wording) -> list[tuple[str, int, int]]:
    """What to mark, wide stretches first, so that a target inside the cost stays a target."""
    found = {mark: read.spans[mark] for mark in MARKS if mark in read.spans}
    if not read.effect.is_activated:
        found = {}  # what is not activated has no cost, target and resolution
    if wording.punctuated and "targets" in found:
        found["targets"] = (found["targets"][0], _phrase_end(text, *found["targets"]))
    if "cost" in found:
        start, end = found["cost"]
        if wording.punctuated:
            start = text.rfind(":", start, max(start, end - 1)) + 1 or start  # a condition before a colon is no cost
        found["cost"] = (start, end)
        rest = _without(text, (start, end), found.get("targets"))
        if not wording.has("act", rest.lower() if wording.lower_case else rest):
            del found["cost"]  # only a target is chosen there
    return sorted(((mark, *stretch) for mark, stretch in found.items()), key=lambda t: t[1] - t[2])


def _phrase_end(text: str, start: int, end: int) -> int:
    places = [place for stop in _PHRASE_ENDS if (place := text.find(stop, max(start, end - 1))) >= 0]
    return min(places, default=end)


def _without(text: str, whole: tuple[int, int], part: tuple[int, int] | None) -> str:
    if part is None:
        return text[slice(*whole)]
    return text[whole[0] : max(whole[0], part[0])] + text[min(whole[1], part[1]) : whole[1]]


def _bare_edges(text: str, labels: list[str]) -> None:
    """Marks begin and end with a word: punctuation and spaces at their edges are left bare."""
    for places in (range(len(text)), range(len(text) - 1, -1, -1)):
        before = ""
        for n in places:
            if labels[n] and labels[n] != before and text[n] in _AROUND:
                labels[n] = ""
            before = labels[n]


def _pieces(text: str, labels: list[str], begins: dict[int, int]) -> list[Piece]:
    cuts = sorted({0, len(text), *begins, *(n for n in range(1, len(text)) if labels[n] != labels[n - 1])})
    return [Piece(text[start:end], labels[start], begins.get(start)) for start, end in pairwise(cuts) if start < end]


Judge = Callable[[Effect, str], tuple[bool, bool]]  # in the damage step outside damage calculation, and at it
SPEEDS = {"activate": 1, "ignition": 1, "trigger": 1, "quick": 2}


def answer_of(reading: CardReading, card_type: str, judge: Judge, card_id: object = None) -> dict[str, Any]:
    """The answer for one card: its effects, and whether one of them may be activated in the damage step."""
    effects = [_effect(read, card_type, judge) for read in reading.effects]
    answer: dict[str, Any] = {} if card_id is None else {"id": card_id}
    answer["effects"] = effects
    answer["damage_step"] = any(effect["windows"]["damage-step"] for effect in effects)
    answer["damage_calculation"] = any(effect["windows"]["damage.calculation"] for effect in effects)
    answer["continuous"] = [{"does": does, "reach": reach} for does, reach in reading.continuous]
    answer["unread"] = [{"part": one.part, "span": list(one.span), "text": one.text} for one in reading.unread]
    answer["unsure"] = [msgspec.to_builtins(doubt) for doubt in reading.unsure]
    return answer


def _effect(read: EffectReading, card_type: str, judge: Judge) -> dict[str, Any]:
    effect = read.effect
    in_damage_step, at_calculation = judge(effect, card_type)
    limit = effect.limit
    done = effect.every_act
    return {
        "number": effect.number,
        "part": effect.part,
        "kind": effect.kind,
        "mandatory": effect.mandatory,
        "speed": speed_read(effect, card_type),
        "zones": list(effect.zones),
        "turn": effect.turn,
        "at": list(effect.at),
        "also": list(effect.also),
        "targets": bool(effect.targets) or any(choice.targets for choice in effect.choices),
        "cost": [_words(action) for action in effect.cost],
        "trigger": msgspec.to_builtins(effect.trigger) if effect.trigger else None,
        "responds_to": msgspec.to_builtins(effect.responds_to) if effect.responds_to else None,
        "when_or_if": read.when_or_if,
        "requires": msgspec.to_builtins(effect.requires),
        "does": [action.act for action in done],
        "limit": {"per": limit.per, "counts": limit.counts, "times": limit.times} if limit else None,
        "choices": len(effect.choices),
        "unread": list(effect.unread),
        "printed": printed(read),
        "target": msgspec.to_builtins(effect.targets),
        "costs": msgspec.to_builtins(effect.cost),
        "acts": msgspec.to_builtins(effect.does),
        "options": msgspec.to_builtins(effect.choices),
        "windows": {"damage-step": in_damage_step, "damage.calculation": at_calculation},
        "text_span": list(read.text_span),
        "spans": {field: list(span) for field, span in read.spans.items()},
    }


def _words(action: Action) -> str:
    return f"{action.act}-self" if action.what == "self" else action.act


def speed_read(effect: Effect, card_type: str) -> int | None:
    """The spell speed of an effect as it was read."""
    return effect.speed or _usual_speed(effect.kind, card_type)


def _usual_speed(kind: str, card_type: str) -> int | None:
    """The spell speed that goes with a kind; None for what is never activated."""
    if kind != "activate":
        return SPEEDS.get(kind)
    printed = card_type.lower()
    return 3 if "counter" in printed else 2 if printed.startswith("trap") or "quick" in printed else 1
