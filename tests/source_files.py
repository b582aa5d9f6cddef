"""The project's own code as trees, each file parsed once for all tests that look through it."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@cache
def parsed(path: Path) -> ast.Module:
    """The tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    """Every node of a file, in the order of `ast.walk`."""
    return list(ast.walk(parsed(path)))
