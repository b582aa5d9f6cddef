"""Amounts that only the table knows: how many cards lie somewhere, the ATK of another monster, the highest of all."""

import re
from collections.abc import Callable

from knowledge.data.cases import CardOnTable
from knowledge.stats.request import Amounts
from knowledge.table.cards import (
    FIELD,
    attribute_of,
    card_called,
    every_card,
    fighter,
    figure,
    level_of,
    printed,
    words_of,
    zone_of,
)
from knowledge.table.in_force import InForce
from knowledge.table.situation import Situation

OTHER = {"own": "opponent", "opponent": "own"}
_PER = re.compile(r"(?P<each>\d+)-per-(?P<what>.+)")
_READ_OFF = ("halve-atk-def", "double-atk-def", "swap-atk-def")  # the ledger reads these off the monster itself
_STATS = ("atk", "def")
_SIDES = ("own", "opponent")
_PLACES = {"gy": "gy", "gys": "gy", "field": "monster-zone", "fields": "monster-zone", "banished": "banished"}
_FILLING = ("on", "in", "and", "other", "monster", "monsters", "card", "cards")
_KINDS = frozenset(("dragon", "zombie", "machine", "tuner", "warrior", "spellcaster", "fiend", "fairy", "insect"))
_KINDS |= {"dark", "light", "earth", "water", "fire", "wind", "divine"}


def amount_of(s: Situation, change: InForce) -> int | Amounts | None:
    """What an act in force comes to in points; nothing where the ledger knows it, or nobody does."""
    word = change.act.amount
    if not isinstance(word, str) or not word or change.act.act in _READ_OFF:
        return None
    if change.amount is not None:
        return change.amount
    if not word.endswith("-values"):
        return in_points(s, word, change.source, change.side)
    atk, defence = (in_points(s, word.removesuffix("values") + stat, change.source, change.side) for stat in _STATS)
    return Amounts(atk=atk, defence=defence or 0) if atk is not None else None


def in_points(s: Situation, word: str, source: CardOnTable | None, side: str) -> int | None:
    """The points a text's word means, seen from the card that prints it."""
    whole = word.removeprefix("half-of-")
    found = _read(s, whole, source, side)
    if found is None:
        return None
    return -(-found // 2) if whole != word else found


def _read(s: Situation, word: str, source: CardOnTable | None, side: str) -> int | None:
    each, what = multiple_of(word)
    if what:
        number = counted(s, what, source, side)
        return None if number is None else each * number
    if word.startswith("highest-"):
        return _highest(s, word, source)
    if word == "own-lp":
        return s.question.table.count("lp", side)
    whose, _, stat = word.rpartition("-")
    if stat not in _STATS:
        return None
    original, owner = whose.endswith("original"), whose.removesuffix("original").rstrip("-")
    meant = _whose(s, owner, source)
    return value(s, meant, stat, original=original) if meant is not None else None


def multiple_of(word: str) -> tuple[int, str]:
    """The points for each, and what is counted: 300-per-counter, 600-per-own-hand-card; nothing for other words."""
    told = _PER.fullmatch(word)
    return (int(told["each"]), told["what"]) if told else (0, "")


def value(s: Situation, lying: CardOnTable, stat: str, *, original: bool) -> int | None:
    """The current or original ATK or DEF of a card that lies there."""
    field = "defence" if stat == "def" else "atk"
    if not original:
        return figure(s, lying, field)
    told: int | None = getattr(lying, f"original_{field}")
    return told if told is not None else printed(s, lying, field)


def _whose(s: Situation, word: str, source: CardOnTable | None) -> CardOnTable | None:
    if source is None or word in ("", "own", "self"):
        return source
    if word == "equipped-monster":
        return next((c for c in every_card(s) if c.equipped_to and card_called(s, c.equipped_to) is source), None)
    if word == "equipped":
        return card_called(s, source.equipped_to)
    if word == "target":
        return card_called(s, source.targeting)
    fighters = [fighter(s, "attacker"), fighter(s, "defender")]
    if word == "attacker":
        return fighters[0]
    if word == "battled":
        return next((c for c in fighters if c is not None and c is not source and c.side != source.side), None)
    return None


def _highest(s: Situation, word: str, source: CardOnTable | None) -> int | None:
    """The highest ATK on the field, as it is or as it was printed, of all monsters or of the others."""
    if not word.endswith(("atk-on-field", "other-atk-plus-100")):
        return None
    others = [c for c in _face_up(s) if not (word.startswith("highest-other") and c is source)]
    values = [value(s, c, "atk", original="original" in word) for c in others]
    best = max((v for v in values if v is not None), default=None)
    return best if best is None or not word.endswith("plus-100") else best + 100


def counted(s: Situation, what: str, source: CardOnTable | None, side: str) -> int | None:
    """How many there are of what a text counts by; nothing where its word is not understood."""
    count = _COUNTS.get(what)
    return count(s, source, side) if count else _such_cards(s, what, source, side)


def _such_cards(s: Situation, what: str, source: CardOnTable | None, side: str) -> int | None:
    """How many cards of a kind lie in the places a word puts together: own-gy-tuners, other-water-monster."""
    words = what.split("-")
    kinds = [w.removesuffix("s") for w in words if w not in _SIDES and w not in _PLACES and w not in _FILLING]
    if len(kinds) > 1 or not {*kinds} <= _KINDS:
        return None
    sides = [OTHER[side] if w == "opponent" else side for w in words if w in _SIDES]
    places = {_PLACES[w] for w in words if w in _PLACES} or {"monster-zone"}
    meant = [
        c
        for c in every_card(s)
        if zone_of(s, c) in places and c.face == "up" and not ("other" in words and c is source)
    ]
    mine = [c for c in meant if not sides or c.side in sides]
    return sum(not kinds or kinds[0] in words_of(s, c) or kinds[0] == attribute_of(s, c).lower() for c in mine)


def _face_up(s: Situation) -> list[CardOnTable]:
    return [c for c in every_card(s) if zone_of(s, c) == "monster-zone" and c.face == "up"]


def _hand(s: Situation, side: str) -> int | None:
    told = s.question.table.count("hand", side)
    named = sum(c.zone == "hand" and (c.owner or c.side) == side for c in every_card(s))
    return named or None if told is None else told  # a hand nobody spoke of is not an empty one


def _field(s: Situation, side: str, *zones: str) -> int:
    return sum(c.side == side and zone_of(s, c) in (zones or FIELD) for c in every_card(s))


def _level(s: Situation, lying: CardOnTable | None) -> int:
    return (level_of(s, lying) or 0) if lying is not None else 0


_COUNTS: dict[str, Callable[[Situation, CardOnTable | None, str], int | None]] = {
    "counter": lambda s, source, side: sum(source.counters.values()) if source else 0,
    "own-hand-card": lambda s, source, side: _hand(s, side),
    "own-material": lambda s, source, side: len(source.materials) if source else 0,
    "own-level": lambda s, source, side: _level(s, source),
    "level": lambda s, source, side: _level(s, source),
    "banished-card": lambda s, source, side: sum(c.zone == "banished" for c in every_card(s)),
    "opponents-field-card": lambda s, source, side: _field(s, OTHER[side]),
    "opponents-monster": lambda s, source, side: _field(s, OTHER[side], "monster-zone"),
    "own-face-up-monster": lambda s, source, side: sum(c.side == side for c in _face_up(s)),
    "own-spell-and-trap": lambda s, source, side: _field(s, side, "spell-zone", "field-zone", "pendulum-zone"),
    "opponent-hand-and-field-card": lambda s, source, side: (
        None if (held := _hand(s, OTHER[side])) is None else held + _field(s, OTHER[side])
    ),
    "rank-on-field": lambda s, source, side: sum(_level(s, c) for c in _face_up(s) if "xyz" in words_of(s, c)),
}
