"""`the monsters X summons`: a monster told as what a card brings out or takes, and what is asked of it."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from knowledge.data.profile import Card
from knowledge.data.yaml_files import read_yaml
from knowledge.questions.asked import Asked

_MARK = "§"


@dataclass(frozen=True)
class Brought:
    """The card that brings a monster out, and where in the question that monster is told."""

    card: Card
    start: int
    end: int


class BroughtWords:
    """The patterns of `rulings/questions/brought.yaml`."""

    def __init__(self, path: Path) -> None:
        record: Any = read_yaml(path.read_text(encoding="utf-8")).value
        self._told = [re.compile(pattern) for pattern in record["told"]]
        self._asks = {thing: re.compile(pattern) for thing, pattern in record["asks"].items()}
        self._pronouns = re.compile(record["pronouns"])

    def told(self, asked: Asked) -> Brought | None:
        """The monster that a card named in the question brought out, where it is told so."""
        cast = asked.cast
        for item in cast.items if cast else ():
            if item.named is None:
                continue
            token = item.named.token
            first, last = asked.places[token.start], asked.places[token.end - 1] + 1
            text = (asked.text[:first] + _MARK + asked.text[last:]).lower()
            found = next((m for p in self._told if (m := p.search(text))), None)
            if found is not None:
                longer = last - first - len(_MARK)
                return Brought(item.named.card, found.start(), found.end() + longer)
        return None

    def asked_of_it(self, text: str) -> tuple[str, tuple[int, int]] | None:
        """The one thing that is asked of the monster, and where; nothing where there is none, or more than one."""
        found = [(thing, m.span()) for thing, pattern in self._asks.items() if (m := pattern.search(text.lower()))]
        return found[0] if len(found) == 1 else None

    def speaks_of_it(self, text: str) -> bool:
        """Whether a line that follows means the monster told before."""
        return self._pronouns.search(text.lower()) is not None and self.asked_of_it(text) is not None


@cache
def brought_words_of(folder: Path) -> BroughtWords:
    """The patterns of a folder of rulings, read once."""
    return BroughtWords(folder / "questions" / "brought.yaml")
