"""`X is destroyed: what becomes of the monster it brought back`, and the other way round, as people put it."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from knowledge.data.yaml_files import read_yaml
from knowledge.questions.outcomes.words_used import Span

_CARD = "§"


@dataclass(frozen=True)
class BondAsked:
    """Which of the two left and how, what is asked of the other one, and where that is told."""

    card_left: bool  # else the monster did
    how: str  # destroyed, away, left
    asks: str  # destroyed, stays, becomes
    spans: tuple[Span, ...]


class BondWords:
    """The words of `rulings/questions/bonds.yaml`."""

    def __init__(self, path: Path) -> None:
        record: Any = read_yaml(path.read_text(encoding="utf-8")).value
        self._left, self._monster_left, self._asks = (
            {what: re.compile(pattern) for what, pattern in record[key].items()}
            for key in ("left", "monster_left", "asks")
        )

    def asked(self, text: str, names: list[Span]) -> BondAsked | None:
        """What is asked about a card, told at these places, and its monster; nothing where it is not so."""
        marked, places = _marked(text.lower(), names)
        for card_left, patterns in ((True, self._left), (False, self._monster_left)):
            for how, pattern in patterns.items():
                if (told := pattern.search(marked)) is None:
                    continue
                for asks, asking in self._asks.items():
                    found = next(asking.finditer(marked, told.end()), None)
                    found = found or (asking.search(marked, 0, told.start()) if asks == "becomes" else None)
                    between = marked[min(told.end(), found.start()) : found.end()] if found else ""
                    if found is None or (_CARD in between) == card_left:
                        continue
                    spans = ((places[m.start()], places[m.end()]) for m in (told, found))
                    return BondAsked(card_left, how, asks, tuple(spans))
        return None


def _marked(text: str, names: list[Span]) -> tuple[str, list[int]]:
    """The text with a sign for each mention of the card, and where each of its characters stood before."""
    marked, places, at = "", list[int](), 0
    for start, end in sorted(names):
        marked += text[at:start] + _CARD
        places += range(at, start + 1)
        at = end
    return marked + text[at:], [*places, *range(at, len(text) + 1)]


@cache
def bond_words_of(folder: Path) -> BondWords:
    """The words of a folder of rulings, read once."""
    return BondWords(folder / "questions" / "bonds.yaml")
