"""Plain values → typed records; every mistake is a fault: where, what was found, what was expected, what is nearest."""

import copy
import dataclasses
import re
from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec
from rapidfuzz import fuzz, process

from knowledge.data.yaml_files import KeyPath, Placed


@dataclasses.dataclass(frozen=True, order=True)
class Fault:
    """One mistake in the data."""

    file: str
    line: int
    check: str  # the name of the check that found it
    found: str
    expected: str
    near: str = ""
    level: str = "error"
    field: str = dataclasses.field(default="", compare=False)  # the key at fault, with the keys that lead to it
    value: str = dataclasses.field(default="", compare=False)  # what stands there
    accepted: tuple[str, ...] = dataclasses.field(default=(), compare=False)  # words, or JSON types

    def __str__(self) -> str:
        tip = f"; did you mean `{self.near}`?" if self.near else ""
        return f"{self.file}:{self.line}: [{self.check}] found {self.found}; expected {self.expected}{tip}"


def nearest(word: str, known: Iterable[str]) -> str:
    """The known spelling nearest to a word, or nothing when none is near."""
    best = process.extractOne(word, list(known), scorer=fuzz.ratio, score_cutoff=60)
    return str(best[0]) if best else ""


T = TypeVar("T")
_AT = re.compile(r" - at `(key in )?\$(?P<path>[^`]*)`$")
_PART = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\[(\.\.\.)\]")
_UNKNOWN_KEY = re.compile(r"Object contains unknown field `(?P<key>[^`]+)`")
_MISSING_KEY = re.compile(r"Object missing required field `(?P<key>[^`]+)`")
_ONE_FOR_LIST = re.compile(r"Expected `array`, got `(str|object|int)`")


def as_record(
    kind: type[T], placed: Placed, at: KeyPath, file: str, *, acts: bool = True
) -> tuple[T | None, list[Fault]]:
    """The record at a place, with all its faults; a record with faults is not returned.

    `acts` tells whether `does` and `cost` list acts, which may be written as words.
    """
    value = copy.deepcopy(_part(placed.value, at))
    value = _spelled_out(value) if acts else value
    faults: list[Fault] = []
    taken_out: set[KeyPath] = set()  # so that a value removed as wrong is not reported again as missing
    while True:
        try:
            record = msgspec.convert(value, kind, strict=True)
            return (record if not faults else None), faults
        except msgspec.ValidationError as wrong:
            if _wrapped_as_list(value, str(wrong)):
                continue
            path, fault = _explained(str(wrong), kind, placed, at, file, value)
            missing = _MISSING_KEY.search(str(wrong))
            if not (missing and (*path, missing["key"]) in taken_out):
                faults.append(fault)
            taken_out.add(path)
            if len(faults) >= 20 or not path or not _removed(value, path):
                return None, faults


def fault_of(wrong: msgspec.ValidationError, kind: type, value: Any) -> Fault:
    """What is wrong with a value that came from no file."""
    return _explained(str(wrong), kind, Placed(value), (), "", value)[1]


def _explained(message: str, kind: type, placed: Placed, at: KeyPath, file: str, value: Any) -> tuple[KeyPath, Fault]:
    match = _AT.search(message)
    path = _parsed(match["path"]) if match else ()
    bare = message[: match.start()] if match else message
    line = placed.line_of((*at, *path))
    if unknown := _UNKNOWN_KEY.search(bare):
        key = unknown["key"]
        known = _keys_at(kind, path)
        fault = Fault(
            file,
            placed.line_of((*at, *path, key)),
            "unknown-key",
            f"the key `{key}`",
            "one of: " + ", ".join(known),
            nearest(key, known),
            field=_dotted((*path, key)),
            value=key,
            accepted=tuple(known),
        )
        return (*path, key), fault
    if missing := _MISSING_KEY.search(bare):
        where = _dotted(path) or "the record"
        return path, Fault(
            file,
            line,
            "missing-key",
            f"no `{missing['key']}` in {where}",
            f"the key `{missing['key']}`",
            field=_dotted((*path, missing["key"])),
        )
    found = _part(value, path) if path else value
    near, accepted = "", wanted(bare)
    if isinstance(found, str) and bare.startswith("Invalid enum value"):
        accepted = tuple(_choices_at(kind, path))
        near = nearest(found, accepted)
        bare = "one of: " + ", ".join(accepted)
    said = f"`{found}` for `{_dotted(path)}`"
    fault = Fault(file, line, "wrong-value", said, bare, near, field=_dotted(path), value=str(found), accepted=accepted)
    return path, fault


_WANTED = re.compile(r"Expected `(?P<types>[^`]+)`(?: of length)?(?: (?P<sign>[<>]=) (?P<bound>-?\d+))?")
_PATTERN = re.compile(r"Expected `str` matching regex '(?P<pattern>.+)'")
_IN_JSON = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}


def wanted(message: str) -> tuple[str, ...]:
    """What would have been accepted, as the names of JSON's types and a bound, from msgspec's message."""
    if pattern := _PATTERN.match(message):
        return (pattern["pattern"],)
    match = _WANTED.match(message)
    if match is None:
        return ()
    types = [_IN_JSON.get(word, word) for word in match["types"].split(" | ")]
    return (*types, f"{match['sign']} {match['bound']}") if match["sign"] else tuple(types)


def _dotted(path: KeyPath) -> str:
    return ".".join(map(str, path))


def _spelled_out(value: Any) -> Any:
    """Actions written as words, `destroy self`, in full; what is `play`ed has none, and its costs are cards."""
    if isinstance(value, dict):
        kept = {"play": value["play"]} if "play" in value else {}
        spelled = {k: _actions(part) if k in ("does", "cost") else _spelled_out(part) for k, part in value.items()}
        return spelled | kept
    if isinstance(value, list):
        return [_spelled_out(v) for v in value]
    return value


def _actions(value: Any) -> Any:
    return [_action(v) for v in (value if isinstance(value, list) else [value])]


def _action(value: Any) -> Any:
    if isinstance(value, str):
        act, _, what = value.partition(" ")
        return {"act": act, "what": what} if what else {"act": act}
    return _spelled_out(value)


def _part(value: Any, path: KeyPath) -> Any:
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _wrapped_as_list(value: Any, message: str) -> bool:
    """Where a list is meant and one value stands, the value is the list's only member."""
    match = _AT.search(message)
    if not match or not _ONE_FOR_LIST.match(message):
        return False
    path = _parsed(match["path"])
    holder = _part(value, path[:-1])
    holder[path[-1]] = [holder[path[-1]]]
    return True


def _removed(value: Any, path: KeyPath) -> bool:
    holder = _part(value, path[:-1])
    try:
        del holder[path[-1]]
    except (KeyError, IndexError, TypeError):
        return False
    return True


def _parsed(text: str) -> KeyPath:
    return tuple(int(index) if index else name for name, index, _ in _PART.findall(text) if name or index)


def _struct_at(kind: Any, path: KeyPath) -> Any:
    """The record type a path leads to."""
    info = msgspec.inspect.type_info(kind)
    for step in path:
        info = _without_none(info)
        if isinstance(info, msgspec.inspect.StructType):
            info = next((f.type for f in info.fields if f.encode_name == step), info)
        elif hasattr(info, "item_type"):
            info = info.item_type
        elif hasattr(info, "value_type"):
            info = info.value_type
    return _without_none(info)


def _without_none(info: Any) -> Any:
    if isinstance(info, msgspec.inspect.UnionType):
        rest = [t for t in info.types if not isinstance(t, msgspec.inspect.NoneType)]
        return rest[0] if rest else info
    return info


def _keys_at(kind: Any, path: KeyPath) -> list[str]:
    info = _struct_at(kind, path)
    return [f.encode_name for f in info.fields] if isinstance(info, msgspec.inspect.StructType) else []


def _choices_at(kind: Any, path: KeyPath) -> list[str]:
    info = _struct_at(kind, path)
    return [str(v) for v in info.values] if isinstance(info, msgspec.inspect.LiteralType) else []
