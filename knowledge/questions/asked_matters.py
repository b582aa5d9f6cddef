"""A matter asked for in plain words, by the phrases of `rulings/questions/matters.yaml`: the longest found is meant.

What may befall a card (is it destroyed by battle, may it be targeted) is asked with its name before those words.
"""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from knowledge.data.profile import Card
from knowledge.data.yaml_files import read_yaml

_CLAUSES = re.compile(r"[，,。；;：:、!！?？]|\.\s")
_NAME = "□"
_QUOTES = re.compile('[「」『』“”"]')


class AskedMatter(NamedTuple):
    """The matter a question is about, and where its words stand."""

    gate: str
    start: int
    end: int


class Befalls(NamedTuple):
    """What is asked to befall a card, which outcome of the gate is a yes, and whether by the other player's effects."""

    gate: str
    card: Card
    yes: str
    by_the_other: bool
    start: int
    position: str = ""  # how the card lies, where that is told


@cache
def _words_of(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = read_yaml((folder / "questions" / "matters.yaml").read_text(encoding="utf-8")).value
    return found


@cache
def words_of_matters(folder: Path) -> dict[str, dict[str, list[str]]]:
    """Gate → the phrases people ask for it by, by language."""
    found: dict[str, dict[str, list[str]]] = {}
    for path in sorted((folder / "questions").glob("matters*.yaml")):
        for gate, by_lang in read_yaml(path.read_text(encoding="utf-8")).value["matters"].items():
            of_gate = found.setdefault(gate, {})
            for lang, says in by_lang.items():
                of_gate.setdefault(lang, []).extend(says)
    return found


@cache
def _patterns_of(folder: Path) -> tuple[list[tuple[str, str, re.Pattern[str]]], re.Pattern[str], re.Pattern[str]]:
    words = _words_of(folder)["befalls"]
    listed = {gate: told for gate, told in words.items() if gate not in ("others", "positions", "pronoun")}
    said = [(gate, told["yes"], re.compile(says)) for gate, told in listed.items() for says in told["says"]]
    return said, re.compile(words["others"]), re.compile(words["pronoun"])


def befalls(text: str, named: Sequence[tuple[str, Card]], folder: Path) -> Befalls | None:
    """What a question asks to befall one of the cards it names."""
    patterns, others, pronoun = _patterns_of(folder)
    position, plain = _position_told(_QUOTES.sub("", text.casefold()), folder)
    plain = plain.rstrip(" 　?？!！。.~,，、")
    for called, card in named:
        name = _QUOTES.sub("", called.casefold())
        at = plain.rfind(name) if name else -1
        if at < 0:
            continue
        clause = _CLAUSES.split(f"{plain[:at]}{_NAME}{plain[at + len(name) :]}")[-1].strip()
        meant = [clause]
        if _NAME not in clause and len({card.id for _, card in named}) == 1:  # "if X is …, can it be …"
            meant = [pronoun.sub(_NAME, clause, count=1), _NAME + clause]
        for gate, yes, pattern in patterns:
            for said in meant:
                if _NAME in said and (found := pattern.search(said)):
                    return Befalls(gate, card, yes, bool(others.search(found[0])), at, position)
    return None


def _position_told(plain: str, folder: Path) -> tuple[str, str]:
    """How the card is said to lie, and the text without the words for it."""
    said = _words_of(folder)["befalls"]["positions"]
    found = [(position, pattern) for position, pattern in said.items() if re.search(pattern, plain)]
    if len(found) != 1:
        return "", plain
    [(position, pattern)] = found
    without = re.sub(pattern, lambda m: " " if m[0].isascii() else "", plain)
    return position, " ".join(without.split())


@cache
def _phrases_of(folder: Path) -> list[tuple[str, str]]:
    """Every phrase with its gate, the longest first."""
    listed = words_of_matters(folder)
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
