"""A matter asked for in plain words, by the phrases of `rulings/questions/matters.yaml`: the longest found is meant."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from knowledge.data.nodes import read_yaml


class AskedMatter(NamedTuple):
    """The matter a question is about, and where its words stand."""

    gate: str
    start: int
    end: int


@cache
def _phrases_of(folder: Path) -> list[tuple[str, str]]:
    """Every phrase with its gate, the longest first."""
    listed = read_yaml((folder / "questions" / "matters.yaml").read_text(encoding="utf-8")).value["matters"]
    found = [(said.casefold(), gate) for gate, by_lang in listed.items() for says in by_lang.values() for said in says]
    return sorted(found, key=lambda pair: -len(pair[0]))


def matter_asked_for(text: str, folder: Path) -> AskedMatter | None:
    """The matter whose phrase stands in a question."""
    plain = text.casefold()
    for said, gate in _phrases_of(folder):
        at = plain.find(said)
        if at >= 0:
            return AskedMatter(gate, at, at + len(said))
    return None
