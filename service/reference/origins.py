"""Where a rule, fact, ruling, card or term is written: its file and line, and the Python that finds its facts."""

import inspect
from dataclasses import dataclass
from pathlib import Path

from knowledge.data.folder import rulings_folder
from knowledge.desk import Desk
from knowledge.rules.conditions import compiled, every_test
from knowledge.rules.graph import Node

SHELVES = {"category": "categories"}


@dataclass(frozen=True)
class Origin:
    """A place in the repository; `of` is the kind and id of what stands there."""

    of: str
    place: str  # file:line


def origins_of(desk: Desk, node: Node) -> list[Origin]:
    """Where a node is written; of a rule also the facts it asks about, each as data and as code."""
    kind, name = node
    found = [_in_the_data(desk, kind, name)]
    if kind == "fact":
        found += _in_python(desk, name)
    if kind == "rule":
        condition = compiled(desk.book.rules[name].when, lambda fact: fact in desk.book.library.facts)
        for fact in dict.fromkeys(test.fact for test in every_test(condition)):
            found += [_in_the_data(desk, "fact", fact), *_in_python(desk, fact)]
    return found


def _in_the_data(desk: Desk, kind: str, name: str) -> Origin:
    file, line = desk.book.library.where[SHELVES.get(kind, f"{kind}s"), name]
    return Origin(f"{kind}:{name}", f"{rulings_folder().name}/{file}:{line}")


def _in_python(desk: Desk, fact: str) -> list[Origin]:
    """The function that finds a fact; none for what only a person can tell."""
    if fact not in desk.book.derived:
        return []
    code = inspect.unwrap(desk.book.derived[fact]).__code__
    root = Path(inspect.getfile(Desk)).resolve().parent.parent
    file = Path(code.co_filename).resolve().relative_to(root).as_posix()
    return [Origin(f"fact:{fact}", f"{file}:{code.co_firstlineno}")]
