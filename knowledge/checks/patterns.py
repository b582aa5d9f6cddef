"""No pattern of the data may take much more than linear time, whatever text it is tried on.

`re` tries one way after another. Where two ways can read the same characters, a text made for it costs the square of
its length, or doubles the cost with every character: one small request then holds a worker for ever. Four shapes do
that, and each is refused where it stands:

nested         a repetition that many times over contains another, over the same characters: `(?:[^,]{0,40}の)*`
choice         a repeated choice of which two ways can begin alike: `(?:,|, or)*`
neighbouring   two unbounded repetitions of the same characters with nothing between them that parts them: `.*a.*`
restarted      an unbounded repetition tried from every place of the text it runs over: `「[^」]*」`

A possessive or atomic repetition (`*+`, `(?>…)`) takes nothing back and so is none of them but the last.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from re import _constants as code  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

from knowledge.data.records import Fault
from knowledge.data.yaml_files import Unreadable, read_yaml

Node = tuple[Any, Any]
Characters = frozenset[str]

MANY = 4  # a repetition beyond this many times counts as many: what it contains multiplies
_USUAL = "aZ0_ \n\t,.:;'\"()[]<>&-□「」。、的のー漢é！"  # one of each sort; a pattern's own are added
_REPEATS = (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT)
_TAKEN_BACK = (code.MAX_REPEAT, code.MIN_REPEAT)
_NAMED = re.compile(r"\{([A-Z][A-Z_0-9]*)\}")
_REPETITION = re.compile(r"[*+]|\{\d{0,9},")
_REPEATED, _WITHOUT_END = re.compile(r"[*+{]"), re.compile(r"[*+]|,\}")


@cache
def slow_parts(expression: str, anchored: bool = False) -> tuple[str, ...]:
    """The shapes of the list above that stand in an expression; none if it is tried in about linear time.

    `anchored` is for expressions that are only ever matched from the start of a text.
    """
    tree = list(_parser.parse(expression))
    if not _REPEATED.search(expression):
        return ()  # as with half of all
    alphabet = frozenset(_USUAL) | {chr(value) for value in _literals(tree)}
    found = [*_in_sequence(tree, alphabet, inside_many=False)]
    if not anchored and _WITHOUT_END.search(expression):
        found += _restarted(tree, alphabet)
    return tuple(dict.fromkeys(found))


def pattern_faults(root: Path) -> list[Fault]:
    """`slow-pattern`: every pattern below a folder of rulings that could be made to take for ever."""
    return [*_in_wording(root), *_in_questions(root)]


def _in_questions(root: Path) -> Iterator[Fault]:
    """Those of `questions/`, where any text with a repetition may be one.

    A question is short, so that trying anew from every place of it is bounded; what doubles is not.
    """
    for path in sorted((root / "questions").rglob("*.yaml")):
        try:
            placed = read_yaml(path.read_text(encoding="utf-8"))
        except Unreadable:
            continue  # told by the check of what is there
        for at, text in _texts(placed.value, ()):
            if _REPETITION.search(text) and _is_pattern(text):
                file = path.relative_to(root).as_posix()
                yield from _faults_of(text, file, placed.line_of(at), anchored=True)


def _texts(value: Any, at: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Every text of a file, and where it stands."""
    if isinstance(value, str):
        yield at, value
    elif isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _texts(part, (*at, key))


def _is_pattern(text: str) -> bool:
    try:
        return bool(_parser.parse(text))
    except re.error:
        return False


def _in_wording(root: Path) -> list[Fault]:
    """Those of `wording/`."""
    found: list[Fault] = []
    spoken: dict[str, dict[str, str]] = {}
    for path in sorted((root / "wording").glob("*.yaml"), key=lambda path: path.stem):
        file = path.relative_to(root).as_posix()
        try:
            placed = read_yaml(path.read_text(encoding="utf-8"))
        except Unreadable as wrong:
            found.append(Fault(file, wrong.line, "broken-yaml", wrong.found, wrong.expected))
            continue
        words = dict(spoken.get(path.stem.partition("-")[0], {}))  # `zh-continuous.yaml` uses the words of `zh.yaml`
        for name, value in (placed.value.get("words") or {}).items():
            words[name] = _spelled_out(str(value), words)
        spoken.setdefault(path.stem, words)
        for family, entries in (placed.value.get("families") or {}).items():
            for number, entry in enumerate(entries or []):
                line = placed.line_of(("families", family, number))
                found += _faults_of(_spelled_out(str(entry["find"]), words), file, line)
    return found


def _faults_of(expression: str, file: str, line: int, anchored: bool = False) -> Iterator[Fault]:
    try:
        slow = slow_parts(expression, anchored)
    except re.error as wrong:
        yield Fault(file, line, "broken-pattern", str(wrong), "a regular expression")
        return
    for shape in slow:
        yield Fault(
            file,
            line,
            "slow-pattern",
            shape,
            "a pattern tried in linear time: bounded `{0,40}`, possessive `*+`, atomic `(?>…)`, or parted characters",
        )


def _spelled_out(expression: str, words: dict[str, str]) -> str:
    return _NAMED.sub(lambda named: words.get(named.group(1), named.group()), expression)


def _in_sequence(sequence: Sequence[Node], alphabet: Characters, inside_many: bool) -> Iterator[str]:
    """The faults inside a sequence, and those between its parts."""
    for place, node in enumerate(sequence):
        yield from _inside(node, alphabet, inside_many)
        if node[0] in _TAKEN_BACK and node[1][1] == code.MAXREPEAT:
            yield from _neighbours(node, sequence[place + 1 :], alphabet)


def _inside(node: Node, alphabet: Characters, inside_many: bool) -> Iterator[str]:
    kind, value = node
    if kind in _REPEATS:
        body = list(value[2])
        many = kind in _TAKEN_BACK and value[1] > MANY
        if many:
            yield from _ambiguous_turns(body, alphabet)
        yield from _in_sequence(body, alphabet, inside_many or many)
    elif kind == code.BRANCH:
        for way in value[1]:
            yield from _in_sequence(list(way), alphabet, inside_many)
    elif kind == code.SUBPATTERN:
        yield from _in_sequence(list(value[3]), alphabet, inside_many)
    elif kind in (code.ASSERT, code.ASSERT_NOT):
        yield from _in_sequence(list(value[1]), alphabet, False)
    elif kind == code.ATOMIC_GROUP:
        yield from _in_sequence(list(value), alphabet, False)


def _ambiguous_turns(body: Sequence[Node], alphabet: Characters) -> Iterator[str]:
    """What makes two ways of one turn of a repetition: a repetition inside it, or a choice."""
    for node, rest in _flat(body, ()):
        kind, value = node
        after = _starts([*rest, *body], alphabet)
        if kind in _TAKEN_BACK and value[1] > MANY and value[0] != value[1]:
            both = _starts(list(value[2]), alphabet) & after
            if both:
                yield f"nested repetitions over the same characters ({_shown(both)})"
        elif kind == code.BRANCH:
            ways = [_opening([*way, *rest], alphabet) for way in value[1]]
            for number, way in enumerate(ways):
                if any(_alike(way, other) for other in ways[:number]):
                    yield f"a repeated choice of which two ways begin alike ({_shown(way[0] if way else alphabet)})"
                    break


def _flat(sequence: Sequence[Node], after: Sequence[Node]) -> Iterator[tuple[Node, list[Node]]]:
    """Every node of a sequence and of the groups in it, each with what follows it in its turn."""
    for place, node in enumerate(sequence):
        rest = [*sequence[place + 1 :], *after]
        yield node, rest
        kind, value = node
        if kind == code.SUBPATTERN:
            yield from _flat(list(value[3]), rest)
        elif kind == code.BRANCH:
            for way in value[1]:
                yield from _flat(list(way), rest)
        elif kind in _TAKEN_BACK and value[1] <= MANY:
            yield from _flat(list(value[2]), rest)


def _neighbours(first: Node, after: Sequence[Node], alphabet: Characters) -> Iterator[str]:
    """An unbounded repetition behind another that nothing parts from it."""
    runs = _all_of(first[1][2], alphabet)
    for node in after:
        kind, value = node
        if kind in _REPEATS and value[1] == code.MAXREPEAT and runs & _starts(list(value[2]), alphabet):
            yield f"neighbouring unbounded repetitions of the same characters ({_shown(runs)})"
            return
        if kind == code.SUBPATTERN:
            yield from _neighbours(first, list(value[3]), alphabet)
        elif kind == code.BRANCH:
            for way in value[1]:
                yield from _neighbours(first, list(way), alphabet)
        if _parts(node, runs, alphabet):
            return


def _parts(node: Node, runs: Characters, alphabet: Characters) -> bool:
    """Whether every text of a node has a character the repetition before it cannot run over."""
    kind, value = node
    if kind in (code.LITERAL, code.NOT_LITERAL, code.IN, code.ANY):
        return not (_of_one(node, alphabet) & runs)
    if kind == code.SUBPATTERN:
        return any(_parts(part, runs, alphabet) for part in value[3])
    if kind == code.ATOMIC_GROUP:
        return any(_parts(part, runs, alphabet) for part in value)
    if kind == code.BRANCH:
        return all(any(_parts(part, runs, alphabet) for part in way) for way in value[1])
    if kind == code.ASSERT:
        return bool(value[0] < 0) and all(_parts(part, runs, alphabet) for part in value[1])
    if kind in _REPEATS:
        return bool(value[0] >= 1) and any(_parts(part, runs, alphabet) for part in value[2])
    return bool(kind == code.AT and value == code.AT_BEGINNING_STRING)


def _restarted(tree: Sequence[Node], alphabet: Characters) -> Iterator[str]:
    """An unbounded repetition that runs over characters its own pattern begins with, tried from each of them anew."""
    for way in _ways(tree):
        if way and way[0][0] == code.AT and way[0][1] in (code.AT_BEGINNING, code.AT_BEGINNING_STRING):
            continue
        for place, top in enumerate(way):
            if not any(_can_fail(part) for part in way[place + 1 :]) and top[0] in _REPEATS:
                break  # whatever it runs over is found, and the search goes on behind it
            for kind, value in _below(top):
                if kind in _REPEATS and value[1] == code.MAXREPEAT:
                    runs = _all_of(value[2], alphabet)
                    if not any(_parts(part, runs, alphabet) for part in way[:place]):
                        yield f"an unbounded repetition tried anew from every place it runs over ({_shown(runs)})"
                        return


def _ways(tree: Sequence[Node]) -> list[list[Node]]:
    if len(tree) == 1 and tree[0][0] == code.BRANCH:
        return [one for way in tree[0][1][1] for one in _ways(list(way))]
    if tree and tree[0][0] == code.SUBPATTERN:
        return [[*inner, *tree[1:]] for inner in _ways(list(tree[0][1][3]))]
    if tree and tree[0][0] == code.BRANCH:
        return [[*inner, *tree[1:]] for way in tree[0][1][1] for inner in _ways(list(way))]
    return [list(tree)]


def _can_fail(node: Node) -> bool:
    return node[0] in (code.AT, code.ASSERT, code.ASSERT_NOT) or not _can_be_empty(node)


def _below(node: Node) -> Iterator[Node]:
    yield node
    kind, value = node
    for inner in _children(kind, value):
        yield from _below(inner)


def _children(kind: Any, value: Any) -> Iterator[Node]:
    if kind in _REPEATS:
        yield from value[2]
    elif kind == code.BRANCH:
        for way in value[1]:
            yield from way
    elif kind == code.SUBPATTERN:
        yield from value[3]
    elif kind in (code.ASSERT, code.ASSERT_NOT):
        yield from value[1]
    elif kind == code.ATOMIC_GROUP:
        yield from value


def _literals(tree: Sequence[Node]) -> Iterator[int]:
    for node in tree:
        for kind, value in _below(node):
            if kind in (code.LITERAL, code.NOT_LITERAL):
                yield value
            elif kind == code.IN:
                for sort, of in value:
                    if sort == code.LITERAL:
                        yield of
                    elif sort == code.RANGE:
                        yield from of


def _of_one(node: Node, alphabet: Characters) -> Characters:
    """The characters of the alphabet that one node of a single character stands for."""
    kind, value = node
    if kind == code.ANY:
        return alphabet - {"\n"}
    if kind == code.LITERAL:
        return frozenset({chr(value)})
    if kind == code.NOT_LITERAL:
        return alphabet - {chr(value)}
    return frozenset(char for char in alphabet if _is_in(value, char))


def _is_in(members: Sequence[Node], char: str) -> bool:
    negated = bool(members[0][0] == code.NEGATE)
    return negated != any(_is_member(kind, value, char) for kind, value in members)


def _is_member(kind: Any, value: Any, char: str) -> bool:
    if kind == code.LITERAL:
        return ord(char) == int(value)
    if kind == code.RANGE:
        return bool(value[0] <= ord(char) <= value[1])
    if kind != code.CATEGORY:
        return False
    holds = {"SPACE": char.isspace(), "DIGIT": char.isdigit(), "WORD": char.isalnum() or char == "_"}
    name = str(value).removeprefix("CATEGORY_")
    return not holds[name.removeprefix("NOT_")] if name.startswith("NOT_") else holds[name]


def _all_of(body: Sequence[Node], alphabet: Characters) -> Characters:
    """Every character a repetition can run over."""
    found: Characters = frozenset()
    for node in body:
        for kind, value in _below(node):
            if kind in (code.LITERAL, code.NOT_LITERAL, code.IN, code.ANY):
                found |= _of_one((kind, value), alphabet)
    return found


def _can_be_empty(node: Node) -> bool:
    kind, value = node
    if kind in _REPEATS:
        return bool(value[0] == 0) or all(_can_be_empty(part) for part in value[2])
    if kind == code.BRANCH:
        return any(all(_can_be_empty(part) for part in way) for way in value[1])
    if kind == code.SUBPATTERN:
        return all(_can_be_empty(part) for part in value[3])
    if kind == code.ATOMIC_GROUP:
        return all(_can_be_empty(part) for part in value)
    return bool(kind in (code.AT, code.ASSERT, code.ASSERT_NOT))


def _starts(sequence: Sequence[Node], alphabet: Characters) -> Characters:
    """The characters a text of the sequence can begin with."""
    found: Characters = frozenset()
    for node in sequence:
        kind, value = node
        if kind in (code.LITERAL, code.NOT_LITERAL, code.IN, code.ANY):
            return found | _of_one(node, alphabet)
        if kind == code.BRANCH:
            for way in value[1]:
                found |= _starts(list(way), alphabet)
        elif kind in (code.SUBPATTERN, code.ATOMIC_GROUP, *_REPEATS):
            inner = value if kind == code.ATOMIC_GROUP else value[3] if kind == code.SUBPATTERN else value[2]
            found |= _starts(list(inner), alphabet)
        if not _can_be_empty(node):
            return found
    return found


def _opening(sequence: Sequence[Node], alphabet: Characters) -> list[Characters]:
    """The characters at each place with which a text of the sequence surely begins, as far as that is fixed."""
    found: list[Characters] = []
    for node in sequence:
        kind, value = node
        if kind in (code.LITERAL, code.NOT_LITERAL, code.IN, code.ANY):
            found.append(_of_one(node, alphabet))
        elif kind == code.SUBPATTERN:
            inner = _opening(list(value[3]), alphabet)
            found += inner
            if len(inner) < len(value[3]):
                break
        elif kind not in (code.AT, code.ASSERT, code.ASSERT_NOT):
            starts = _starts([node], alphabet)
            if not _can_be_empty(node) and starts:
                found.append(starts)
            break
    return found


def _alike(one: list[Characters], other: list[Characters]) -> bool:
    """Whether a text can begin in both ways."""
    return all(mine & theirs for mine, theirs in zip(one, other, strict=False))


def _shown(characters: Characters) -> str:
    return " ".join(repr(char)[1:-1] for char in sorted(characters)[:4])
