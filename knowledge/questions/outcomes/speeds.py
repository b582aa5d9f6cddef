"""`can a Quick-Play Spell be chained to a Counter Trap`: two kinds without a name, and which answers which."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from knowledge.data.yaml_files import read_yaml

_ANSWER, _ANSWERED = "§", "¤"
_SLOW = 1  # spell speed that answers nothing


@dataclass(frozen=True)
class SpeedsAsked:
    """What would be chained, with its speed; what it would answer, with its highest; and where that is told."""

    answer: str
    fast: int
    answered: str
    speed: int
    span: tuple[int, int]

    @property
    def allowed(self) -> bool:
        """Whether the one is fast enough for the other."""
        return self.fast > _SLOW and self.fast >= self.speed


class SpeedWords:
    """The words of `rulings/questions/speeds.yaml`."""

    def __init__(self, path: Path) -> None:
        record: Any = read_yaml(path.read_text(encoding="utf-8")).value
        self._answers = {word: int(speed) for speed, words in record["answers"].items() for word in words}
        self._answered = {word: int(speed) for speed, words in record["answered"].items() for word in words}
        spelled = sorted({**self._answers, **self._answered}, key=len, reverse=True)
        self._kind = re.compile("|".join(rf"\b{re.escape(w)}\b" if w.isascii() else re.escape(w) for w in spelled))
        self._shapes = [re.compile(shape) for shape in record["shapes"]]
        self.says: dict[str, dict[str, str]] = record["says"]

    def asked(self, text: str) -> SpeedsAsked | None:
        """The two kinds of a question, where one is asked to answer the other; nothing where it is not so."""
        plain = text.lower()
        kinds = list(self._kind.finditer(plain))
        if len(kinds) != 2:
            return None
        for answer, answered in (kinds, kinds[::-1]):
            fast = self._answers.get(answer[0])
            speed = self._answered.get(answered[0], self._answers.get(answered[0]))
            signs = sorted(((answer, _ANSWER), (answered, _ANSWERED)), key=lambda pair: -pair[0].start())
            marked = plain
            for kind, sign in signs:
                marked = marked[: kind.start()] + sign + marked[kind.end() :]
            found = next((m for shape in self._shapes if (m := shape.search(marked))), None)
            if found is not None and fast is not None and speed is not None:
                longer = sum(kind.end() - kind.start() - 1 for kind in kinds)
                span = (found.start(), found.end() + longer)
                return SpeedsAsked(
                    text[answer.start() : answer.end()], fast, text[answered.start() : answered.end()], speed, span
                )
        return None


@cache
def speed_words_of(folder: Path) -> SpeedWords:
    """The words of a folder of rulings, read once."""
    return SpeedWords(folder / "questions" / "speeds.yaml")
