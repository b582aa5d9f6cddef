"""The YAML of `rulings/`: where it lies; text → plain values with the line of each, and no way to do harm."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

_PACKAGE = Path(__file__).resolve().parents[1]


@cache
def rulings_folder() -> Path:
    """The folder `rulings/` this copy works with."""
    installed = _PACKAGE / "rulings"
    return installed if installed.is_dir() else _PACKAGE.parent / "rulings"


def question_words(name: str) -> Any:
    """How people put questions: a file of `rulings/questions/` as plain values."""
    return read_yaml((rulings_folder() / "questions" / name).read_text(encoding="utf-8")).value


def yaml_of(file: Path) -> Any:
    """A file of our own as YAML itself reads it, quickly: for data whose lines nobody asks for."""
    return yaml.load(file.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


KeyPath = tuple[str | int, ...]
DEEPEST = 30
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"[-+]?\d{1,15}\Z")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


class Unreadable(ValueError):
    """The text is not YAML we accept; says where and why."""

    def __init__(self, line: int, found: str, expected: str) -> None:
        super().__init__(found)
        self.line, self.found, self.expected = line, found, expected


@dataclass
class Placed:
    """A value read from YAML and the line on which each of its parts stands."""

    value: Any
    lines: dict[KeyPath, int] = field(default_factory=dict)

    def line_of(self, path: KeyPath) -> int:
        """The line of a part, or of the nearest part that contains it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def read_yaml(text: str) -> Placed:
    """Parse one YAML document; `yes` and `no` stay words, because verdicts are words."""
    placed = Placed(None)
    try:
        # event by event: the library's own way to build a tree goes as deep as the text does, and dies of it
        events = yaml.parse(text, Loader=_LOADER)
        next(events)
        if isinstance(next(events), yaml.DocumentStartEvent):
            placed.value = _plain(next(events), events, (), placed.lines)
            next(events)
            more = next(events)
            if not isinstance(more, yaml.StreamEndEvent):
                raise Unreadable(_line(more), "another document", "a single YAML document")
    except yaml.MarkedYAMLError as wrong:
        mark = wrong.problem_mark or wrong.context_mark
        raise Unreadable(
            mark.line + 1 if mark else 1, wrong.problem or "broken YAML", "a well-formed YAML document"
        ) from None
    except Unreadable:
        raise
    except (yaml.YAMLError, ValueError) as wrong:
        raise Unreadable(1, str(wrong)[:80], "a well-formed YAML document") from None
    return placed


def _line(event: Any) -> int:
    line: int = event.start_mark.line
    return line + 1


def _plain(event: Any, events: Iterator[Any], path: KeyPath, lines: dict[KeyPath, int]) -> Any:
    line = _line(event)
    lines[path] = line
    if len(path) > DEEPEST:
        raise Unreadable(line, "nesting too deep", f"at most {DEEPEST} levels")
    if isinstance(event, yaml.AliasEvent):
        raise Unreadable(line, "an alias (*name)", "the value itself: aliases are not accepted")
    if event.tag not in (None, "!"):
        raise Unreadable(line, f"the tag {event.tag[:80]}", "the value itself: tags are not accepted")
    if isinstance(event, yaml.ScalarEvent):
        return _scalar(event)
    if isinstance(event, yaml.SequenceStartEvent):
        listed: list[Any] = []
        while not isinstance(part := next(events), yaml.SequenceEndEvent):
            listed.append(_plain(part, events, (*path, len(listed)), lines))
        return listed
    result: dict[str, Any] = {}
    while not isinstance(key := next(events), yaml.MappingEndEvent):
        if not isinstance(key, yaml.ScalarEvent):
            raise Unreadable(_line(key), "a key that is not a word", "a word before the colon")
        if key.value in result:
            raise Unreadable(_line(key), f"the key `{key.value}` twice", "each key once")
        result[key.value] = _plain(next(events), events, (*path, key.value), lines)
    return result


def _scalar(event: Any) -> Any:
    text: str = event.value
    if event.style in ("'", '"', "|", ">"):  # quoted or block: always text
        return text
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _INTEGER.match(text) else text
