"""YAML text → plain values with the line of each, and no way to do harm: no aliases, no tags, no deep nesting."""

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

Path = tuple[str | int, ...]
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
    lines: dict[Path, int] = field(default_factory=dict)

    def line_of(self, path: Path) -> int:
        """The line of a part, or of the nearest part that contains it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def read_yaml(text: str) -> Placed:
    """Parse one YAML document; `yes` and `no` stay words, because verdicts are words."""
    try:
        node = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as wrong:
        mark = wrong.problem_mark or wrong.context_mark
        raise Unreadable(
            mark.line + 1 if mark else 1, wrong.problem or "broken YAML", "a well-formed YAML document"
        ) from None
    except (yaml.YAMLError, RecursionError, ValueError) as wrong:
        raise Unreadable(1, str(wrong)[:80] or "nesting too deep", "a well-formed YAML document") from None
    placed = Placed(None)
    if node is not None:
        placed.value = _plain(node, (), placed.lines, set())
    return placed


def _plain(node: Any, path: Path, lines: dict[Path, int], seen: set[int]) -> Any:
    line = node.start_mark.line + 1
    lines[path] = line
    if len(path) > DEEPEST:
        raise Unreadable(line, "nesting too deep", f"at most {DEEPEST} levels")
    if id(node) in seen:
        raise Unreadable(line, "an alias (*name)", "the value itself: aliases are not accepted")
    seen.add(id(node))
    if isinstance(node, yaml.ScalarNode):
        return _scalar(node)
    if isinstance(node, yaml.SequenceNode):
        return [_plain(child, (*path, n), lines, seen) for n, child in enumerate(node.value)]
    result: dict[str, Any] = {}
    for key_node, child in node.value:
        key = key_node.value if isinstance(key_node, yaml.ScalarNode) else None
        if key is None:
            raise Unreadable(key_node.start_mark.line + 1, "a key that is not a word", "a word before the colon")
        if key in result:
            raise Unreadable(key_node.start_mark.line + 1, f"the key `{key}` twice", "each key once")
        result[key] = _plain(child, (*path, key), lines, seen)
    return result


def _scalar(node: Any) -> Any:
    text: str = node.value
    if node.style in ("'", '"', "|", ">"):  # quoted or block: always text
        return text
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _INTEGER.match(text) else text
