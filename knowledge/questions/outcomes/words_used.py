"""What is told beside a question that is answered in its own way: clauses of which the answer used no word.

An answer that is no verdict on an activation is made of the words its own pattern stands for and of the cards it
judged. Every other clause that tells something is left over, whoever answers: an answer says what it used, and here
all the rest is found.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from knowledge.questions.cast import Cast, Item

Span = tuple[int, int]

# what a word may tell of the table, by the fields of its phrase and by its marks
_FIELDS = ("events", "told", "states", "at", "turn", "thing", "amount", "place", "zone", "position", "face", "does")
_MARKS = (
    "attack",
    "respond",
    "damage",
    "equips",
    "lp-lower",
    "lp-higher",
    "cannot",
    "last-turn",
    "next-turn",
    "excepts",
)
_A_CARD = "card"  # a monster or a card of which nothing more is told
_WEAK = frozenset((_A_CARD, "amount"))
_FIELD = ("field", "monster-zone", "extra-monster-zone", "spell-zone")
_NAMES_ONLY = ("effect", "link", "")  # numbers that tell which effect or link is meant, and nothing of the table
_ASK = ("may", "must", "when", "outcome", "how-much", "value", "replay", "count-asked", "times-asked")
_OPENS = ("clause", "excepts")  # marks of words with which a condition or an exception begins


@dataclass(frozen=True)
class Used:
    """What of a question went into its answer."""

    spans: tuple[Span, ...] = ()  # of the text: the words the pattern of the answer stands for
    takes: frozenset[str] = field(default=frozenset())  # what is told beside them and went in as well: fields, marks
    belongs: frozenset[str] = field(default=frozenset())  # a clause that tells one of these went in as a whole
    whole: bool = False  # every word was looked at, and nothing else is told
    keeps: Literal["nothing", "open-words", "all"] = "nothing"  # of what was left over before


def left_beside(cast: Cast, places: list[int], used: Used) -> list[Item]:
    """The words of clauses that tell something and of which nothing was used, in their order."""
    if used.whole:
        return []
    taken = _without_conditions(cast.items, places, used.spans)
    clauses = [(clause, _is_touched(cast, clause, places, taken, used)) for clause in _clauses(cast.items)]
    again = [item.phrase.thing for clause, touched in clauses if touched for item in clause if item.phrase]
    return [
        item
        for clause, touched in clauses
        if not touched and _tells_something(clause, used.takes)
        for item in clause
        if (told := told_by(item)) - used.takes
        and not (item.phrase and item.phrase.thing in again and told == {"thing"})
    ]


def outside(
    words: Iterable[tuple[int, int, str]], items: list[Item], places: list[int], used: Used
) -> list[tuple[int, int, str]]:
    """The words nobody knows that stand outside what the answer is made of."""
    taken = _without_conditions(items, places, used.spans)
    return [word for word in words if not any(start <= word[0] and word[1] <= end for start, end in taken)]


def _clauses(items: list[Item]) -> list[list[Item]]:
    """What stands between two pauses; a condition behind what is asked is a clause of its own."""
    found: list[list[Item]] = []
    for _, group in groupby(items, key=lambda item: (item.clause, item.part)):
        found.append([])
        for item in group:
            if item.has(*_OPENS) and found[-1]:
                found.append([])
            found[-1].append(item)
    return found


def _without_conditions(items: list[Item], places: list[int], spans: Iterable[Span]) -> list[Span]:
    """Each span up to the word that opens a condition inside it: a pattern may run on to the end of the question."""
    opens = [places[item.start] for item in items if item.has(*_OPENS)]
    return [(start, min([end, *(at for at in opens if start < at < end)])) for start, end in spans]


def _is_touched(cast: Cast, clause: list[Item], places: list[int], taken: list[Span], used: Used) -> bool:
    if any(item.is_name for item in clause) or any(told_by(item) & used.belongs for item in clause):
        return True
    if any(item.has(*_ASK) for item in clause) or _asks_last(cast, clause):
        return True
    return any(start <= at < end for item in clause for at in _letters(item, places) for start, end in taken)


def _letters(item: Item, places: list[int]) -> list[int]:
    """Where the letters of a word stand: a span may begin within it ("my opponent's turn")."""
    return [places[item.start], places[item.token.end - 1]] if item.token else [places[item.start]]


def _asks_last(cast: Cast, clause: list[Item]) -> bool:
    """Whether a word that only asks stands in a clause, and in none behind it: "my Deck is empty, does it target"."""
    asking = [item for item in cast.items if item.has("asks", *_ASK)]
    opened = clause[0].has(*_OPENS) and len(asking) > 1 and asking[-1] is not cast.items[-1]  # "… if it is face-down"
    return bool(asking) and asking[-1] in clause and not opened


def _tells_something(clause: list[Item], takes: frozenset[str]) -> bool:
    """Whether a clause tells more than that there is some card, or that there is none of nobody says what."""
    told = {word for item in clause for word in told_by(item)} - takes
    return len(told) > 1 or bool(told - _WEAK)


def told_by(item: Item) -> set[str]:
    """What a word tells of the table: the fields and marks it has, and what its number counts."""
    phrase = item.phrase
    if phrase is None or item.token is None:
        return set()
    told = {name for name in (*_FIELDS, "activation") if getattr(phrase, name)} | {
        mark for mark in _MARKS if item.has(mark)
    }
    told |= {phrase.number} if phrase.number not in _NAMES_ONLY else set()
    if (phrase.place or phrase.zone) and (phrase.place or phrase.zone) not in _FIELD:
        told = told - {"place", "zone"} | {"pile"}  # the hand, the Deck, the GY
    if phrase.thing is not None and not (phrase.thing.type or phrase.thing.attribute or phrase.thing.race):
        told = told - {"thing"} | {_A_CARD}
    return told
