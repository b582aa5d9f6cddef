"""Card texts made to hurt: a climb on processor time, by language, from pieces the reader's own patterns look for.

A text is an opening, a piece said over and over, and an end. The first are spoken by the patterns themselves: for every
repetition of a group, a text that goes round it again and again and then fails. Then follow random ones; what makes the
reader work longest is kept and changed again.
The figure is what doubling such a text costs: 2 is linear, 4 the square, and an exponential pattern never comes back
(then the climb ends at once, for it starts with short texts and lets them grow only while that stays cheap).
"""

import gc
import random
import re
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from re import _constants as code  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple, get_args

from knowledge.desk import Desk
from knowledge.text import read_card
from knowledge.text.card_reading import Language
from knowledge.text.grammar import wording_of

SIZES = (12, 25, 50, 100, 200, 400, 800, 1600)  # characters; the reader itself reads at most 2,000
TOO_STEEP = 3.5  # doubling that costs more is no longer waited for
COARSE = 0.01  # seconds: a ratio of shorter times says more about the clock than about the text
TYPES = ("Monster / Effect", "Spell / Normal", "Trap / Continuous", "Monster / Pendulum / Effect")
_SLIPS = ["", ",", "。", ".", ":", "①:", "「", "(", " ", "\n", "●", "□", "<ruby>", "a", "1"]


class Made(NamedTuple):
    """A hostile text in its parts, and the kind of card it is read as."""

    opening: str
    piece: str
    end: str
    type: str
    pattern: re.Pattern[str] | None = None  # tried alone, as far as the reader might not come to it

    def text(self, length: int) -> str:
        """The text at about that length, whole pieces only."""
        return self.opening + self.piece * max(1, length // max(1, len(self.piece))) + self.end


def hostile_texts(desk: Desk, quick: bool) -> dict[str, Any]:
    """The worst text found for each language: what doubling it costs, and how long 1,600 characters of it take."""
    gc.disable()  # a collection in the middle would look like a steep text
    try:
        return {language: worst_found(language, 40 if quick else 250) for language in get_args(Language)}
    finally:
        gc.enable()


def worst_found(language: Language, tries: int, seed: int = 18) -> dict[str, Any]:
    """Climb from random texts, half of the tries anew and half by changing the worst so far."""
    dice = random.Random(seed)
    pieces = _pieces(language)
    worst, steepest, slowest = _random(dice, pieces), 0.0, 0.0
    spoken = list(_spoken(language, dice))
    for number in range(-len(spoken), tries):
        anew = _random(dice, pieces) if number % 2 == 0 else _changed(worst, dice, pieces)
        made = spoken[number] if number < 0 else anew
        doubling, seconds = doubling_cost(made, language)
        if (doubling > TOO_STEEP, seconds) > (steepest > TOO_STEEP, slowest):
            worst, steepest, slowest = made, doubling, seconds
        if steepest > TOO_STEEP:
            break
    if steepest <= TOO_STEEP:  # nothing ran away: the slowest of all, measured with more care
        shorter, longer = (min(_seconds(worst, size, language) for _ in range(5)) for size in SIZES[-2:])
        steepest, slowest = longer / shorter, longer
    figures = {"doubling": round(steepest, 2), "ms": round(slowest * 1000, 1), "tries": len(spoken) + tries}
    return {**figures, "text": worst.text(20)}


def doubling_cost(made: Made, language: Language) -> tuple[float, float]:
    """The ratio of the longest text to the one half as long, and its seconds; ends early where it climbs steeply."""
    before, ratio = _seconds(made, SIZES[0], language), 0.0
    for shorter, size in pairwise(SIZES):
        spent = _seconds(made, size, language)
        if spent / before > TOO_STEEP and spent > COARSE:  # once more: something else may have been in the way
            before = max(before, _seconds(made, shorter, language))
            spent = min(spent, _seconds(made, size, language))
            if spent / before > TOO_STEEP:
                return spent / before, spent
        before, ratio = spent, spent / before
    return (ratio if before > COARSE else 0.0), before


def _seconds(made: Made, size: int, language: Language) -> float:
    text = made.text(size)
    start = time.thread_time()
    if made.pattern is not None:
        made.pattern.search(text)
    else:
        read_card(text, made.type, language)
    return max(time.thread_time() - start, 1e-5)


def _pieces(language: Language) -> list[str]:
    """Runs of characters the patterns look for, and single characters of them."""
    wording = wording_of(language)
    hints = sorted({p.hint for family in wording.families() for p in wording.patterns(family) if p.hint})
    return [*hints, *sorted({char for hint in hints for char in hint})]


def _random(dice: random.Random, pieces: list[str]) -> Made:
    def some(most: int) -> str:
        return "".join(dice.choice(pieces) + dice.choice(_SLIPS) for _ in range(dice.randrange(most + 1)))

    return Made(some(2), some(3) or dice.choice(pieces), some(2), dice.choice(TYPES))


def _changed(made: Made, dice: random.Random, pieces: list[str]) -> Made:
    new = _random(dice, pieces)
    fields = dice.sample(("opening", "piece", "end", "type"), dice.choice((1, 1, 2)))
    return made._replace(pattern=None, **{field: getattr(new, field) for field in fields})


def _spoken(language: Language, dice: random.Random) -> Iterator[Made]:
    """For every repeated group of every pattern, a text that goes round it."""
    wording = wording_of(language)
    for family in wording.families():
        for pattern in wording.patterns(family):
            for opening, piece, end in _turns(list(_parser.parse(pattern.regex.pattern)), "", ""):
                if piece:
                    made = Made(opening, piece, end[:6], dice.choice(TYPES))
                    alone = made._replace(pattern=pattern.regex)
                    yield from (made, alone, alone._replace(end=""))


def _turns(sequence: Sequence[Any], before: str, after: str) -> Iterator[tuple[str, str, str]]:
    """What stands before a repetition of more than one character, one turn of it, and what stands behind it."""
    for place, (kind, value) in enumerate(sequence):
        opening = before + "".join(_said(node) for node in sequence[:place])
        end = "".join(_said(node) for node in sequence[place + 1 :]) + after
        if kind in (code.MAX_REPEAT, code.MIN_REPEAT):
            if value[1] == code.MAXREPEAT or len(value[2]) > 1 or value[2][0][0] in (code.BRANCH, code.SUBPATTERN):
                for way in _each_way(list(value[2])):
                    yield opening, way, end
            yield from _turns(list(value[2]), opening, end)
        elif kind == code.SUBPATTERN:
            yield from _turns(list(value[3]), opening, end)
        elif kind == code.BRANCH:
            for way in value[1]:
                yield from _turns(list(way), opening, end)


def _each_way(body: Sequence[Any]) -> list[str]:
    """One text for each choice a turn offers, or the one there is."""
    kind, value = body[0]
    if len(body) == 1 and kind == code.SUBPATTERN:
        return _each_way(list(value[3]))
    if len(body) == 1 and kind == code.BRANCH:
        return ["".join(map(_said, way)) for way in value[1]]
    return ["".join(map(_said, body))]


def _said(node: Any) -> str:
    """A shortest text of a node."""
    kind, value = node
    if kind == code.LITERAL:
        return chr(value)
    if kind in (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT):
        return "".join(map(_said, value[2])) * int(value[0])
    if kind == code.SUBPATTERN:
        return "".join(map(_said, value[3]))
    if kind == code.BRANCH:
        return "".join(map(_said, value[1][0]))
    if kind == code.ATOMIC_GROUP:
        return "".join(map(_said, value))
    if kind == code.IN and value[0][0] in (code.LITERAL, code.RANGE):
        return chr(value[0][1] if value[0][0] == code.LITERAL else value[0][1][0])
    return "x" if kind in (code.IN, code.ANY, code.NOT_LITERAL) else ""
