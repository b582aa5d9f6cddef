"""Questions in a shape of their own: a card and a monster tied to it, monsters it brings, speeds of two kinds, what
befell a monster of an attack."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from knowledge.data.profile import Card
from knowledge.data.yaml_files import question_words
from knowledge.questions.asked import Asked, Span

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

    def __init__(self) -> None:
        record: Any = question_words("bonds.yaml")
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
def bond_words() -> BondWords:
    """The words, read once."""
    return BondWords()


_MARK = "§"


@dataclass(frozen=True)
class Brought:
    """The card that brings a monster out, and where in the question that monster is told."""

    card: Card
    start: int
    end: int


class BroughtWords:
    """The patterns of `rulings/questions/brought.yaml`."""

    def __init__(self) -> None:
        record: Any = question_words("brought.yaml")
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
            first, last = asked.span(token)
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
def brought_words() -> BroughtWords:
    """The patterns, read once."""
    return BroughtWords()


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

    def __init__(self) -> None:
        record: Any = question_words("speeds.yaml")
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
def speed_words() -> SpeedWords:
    """The words, read once."""
    return SpeedWords()


@dataclass(frozen=True)
class CourseAsked:
    """Which monster of the attack it befell, what did, what is asked of the attack, and where that is told."""

    role: str  # attacker, attacked
    deed: str  # gone, face-down, defence, taken
    asks: str  # goes-on, stops, replay, course
    in_damage_step: bool
    spans: tuple[Span, ...]


class CourseWords:
    """The words of `rulings/questions/attack-course.yaml`."""

    def __init__(self) -> None:
        record: Any = question_words("attack-course.yaml")
        self._deeds = [
            (role, deed, re.compile(pattern.replace("{it}", meant)))
            for role, meant in record["roles"].items()
            for deed, patterns in record["deeds"].items()
            for pattern in patterns
        ]
        self._asks = {asks: re.compile(pattern) for asks, pattern in record["asks"].items()}
        self._damage_step = re.compile(record["damage_step"])

    def asked(self, text: str) -> CourseAsked | None:
        """What is asked; nothing where no monster is told by its part in an attack, or more befell than one thing."""
        plain = text.lower()
        asking = next(((asks, m) for asks, p in self._asks.items() if (m := p.search(plain))), None)
        if asking is None:
            return None
        told = {(role, deed): match for role, deed, pattern in self._deeds if (match := pattern.search(plain))}
        if len(told) != 1:
            return None
        [((role, deed), befell)] = told.items()
        step = self._damage_step.search(plain)
        spans = [befell.span(), asking[1].span(), *([step.span()] if step else [])]
        return CourseAsked(role, deed, asking[0], step is not None, tuple(spans))


@cache
def course_words() -> CourseWords:
    """The words, read once."""
    return CourseWords()


class WayWords:
    """The words of `rulings/questions/ways-out.yaml`."""

    def __init__(self) -> None:
        record: Any = question_words("ways-out.yaml")
        self.binds = re.compile(record["binds"])
        self._asks = []
        for way, words in record["ways"].items():
            for pattern in record["asks"]:
                for lang, kind in words.items():
                    pattern = pattern.replace(f"{{{lang}}}", kind)
                self._asks.append((way, re.compile(pattern, re.IGNORECASE)))

    def asked(self, text: str, names: list[Span]) -> tuple[str, Span] | None:
        """In which way the one card told at these places is asked to come out, and where; else nothing."""
        marked, places = _marked(text, names)
        found = ((way, match) for way, pattern in self._asks if (match := pattern.search(marked)))
        return next(((way, (places[match.start()], places[match.end()])) for way, match in found), None)


@cache
def way_words() -> WayWords:
    """The words, read once."""
    return WayWords()
