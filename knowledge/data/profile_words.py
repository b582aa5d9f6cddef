"""The closed vocabularies of profiles: which word of which field is defined where, and how it is said.

A word is defined as it stands, or put together from others by an id with blanks: `300-per-counter` is
`{n}-per-{counted}` with a word of `counted`. Each word has a function that interprets it; what no word says stands
in a profile as a clause that was not read (`unread_deeds`), so that no sure verdict stands on it.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, Protocol

from knowledge.data.law import ProfileWord, Word
from knowledge.data.profile import Action, Effect, Requirement

SHELVES = {"to": "details", "what": "referents", "until": "durations", "count": "counts", "amount": "amounts"}
_BLANK = re.compile(r"\\\{(\w+)\\\}")
_ATTRIBUTES = frozenset(("LIGHT", "DARK", "EARTH", "WATER", "FIRE", "WIND", "DIVINE"))
_RACE = re.compile(r"[A-Z][a-z]+(?:[- ][A-Z][a-z]+)?")
_COUNTER = "-counter"
_BLANKS = {  # what may stand in a blank, where that is not just any word
    "n": r"\d+",
    "m": r"\d+",
    "whose": r".+?",
    "stat": r"(?:original-)?(?:atk|def|values|level|rank|link)|higher",
}
_SHELVED = {
    "value": "values",
    "counted": "counted",
    "whose": "whose",
    "source": "sources",
}  # blanks that words of a shelf of their own fill
_MEASURED = "value."  # what a card has is named by the words of filters


class Vocabularies(Protocol):
    """The shelves of words a profile may use."""

    @property
    def acts(self) -> Mapping[str, Word]:
        """What an effect can do."""


class Defined(NamedTuple):
    """A word of a profile: its definition, what stands in the blanks, and the definitions of those parts."""

    word: ProfileWord
    blanks: dict[str, str]
    parts: tuple["Defined | str", ...] = ()  # of each blank: the word that fills it, or what stands there


def defined(words: Vocabularies, field: str, word: str) -> Defined | None:
    """The definition of a word in a field of a profile; nothing for a word nobody has defined."""
    shelf: dict[str, ProfileWord] = getattr(words, SHELVES.get(field, field))
    if word in shelf and "{" not in word:
        return Defined(shelf[word], {})
    for one in shelf.values():
        if "{" in one.id and (told := _composed(one.id).fullmatch(word)):
            parts = [_part(words, blank, value) for blank, value in told.groupdict().items()]
            if None not in parts:
                return Defined(one, told.groupdict(), tuple(part for part in parts if part is not None))
    return None


@lru_cache(256)
def _composed(name: str) -> re.Pattern[str]:
    return re.compile(_BLANK.sub(lambda blank: f"(?P<{blank[1]}>{_BLANKS.get(blank[1], '.+')})", re.escape(name)))


def _part(words: Vocabularies, blank: str, value: str) -> Defined | str | None:
    """What fills a blank: a word of its shelf, or whatever is of the kind; nothing where it is not."""
    if blank in _SHELVED:
        return defined(words, _SHELVED[blank], value)
    if blank == "stat":
        return defined(words, "filters", _MEASURED + value)
    fits = {
        "n": True,
        "m": True,
        "act": value in words.acts,
        "event": value.replace("-", "").isalpha(),
        "card": not value.isascii(),  # a name; some kinds of counters have one too
        "counter": value.endswith(_COUNTER),
        "attribute": value in _ATTRIBUTES,
        "race": bool(_RACE.fullmatch(value)),
    }
    return value if fits.get(blank) else None


def acts_of(effect: Effect) -> Iterator[Action]:
    """Everything an effect does or asks as a cost, its choices included."""
    yield from (*effect.cost, *effect.does)
    for choice in effect.choices:
        yield from (*choice.cost, *choice.does)


def conditions_of(effect: Effect) -> Iterator[Requirement]:
    """Every printed condition of an effect, of its choices and of its parts, those it is put together from included."""
    asked = [*effect.requires, *(r for choice in effect.choices for r in choice.requires)]
    asked += [r for act in acts_of(effect) for r in act.requires]
    for one in asked:
        yield from (one, *one.among)


def words_of(act: Action) -> Iterator[tuple[str, str]]:
    """The words of an act, each with its field."""
    for field in SHELVES:
        word = getattr(act, field)
        if isinstance(word, str) and word:
            yield field, word


def said(found: Defined, lang: str) -> str:
    """A word in one of the three languages, its blanks filled."""
    parts = [said(part, lang) if isinstance(part, Defined) else part for part in found.parts]
    phrase: str = getattr(found.word, lang)
    return phrase.format(*parts, **dict(zip(found.blanks, parts, strict=True)))
