"""Whether cards on the table are what a text speaks of; what the table does not tell is unknown."""

from collections.abc import Iterator
from typing import Any

from knowledge.model.cases import UNKNOWN, CardOnTable
from knowledge.model.profile import Card, Filter

FIELD = ("monster-zone", "spell-zone", "field-zone", "pendulum-zone")
_CARD_KINDS = frozenset(("monster", "spell", "trap"))


def everything_on(s: Any) -> Iterator[CardOnTable]:
    """Every card the table lists, the card asked about included."""
    table = s.question.table
    if table.self is not None:
        yield table.self
    yield from table.cards


def lying_called(s: Any, name: str) -> CardOnTable | None:
    """The card on the table that a handle or a name means."""
    table = s.question.table
    if name == "self":
        own: CardOnTable | None = table.self
        return own
    if name.startswith("#") and name[1:].isdecimal():  # by its place, where nothing else tells two cards apart
        place = int(name[1:])
        return table.cards[place] if place < len(table.cards) else None
    return next((c for c in everything_on(s) if name and name in (c.called, c.card)), None)


def profile_of(s: Any, lying: CardOnTable) -> Card | None:
    """The profile of a card on the table, if it has one."""
    if lying is s.question.table.self and not lying.card:
        asked: Card | None = s.question.card
        return asked
    found: Card | None = s.book.card_named(lying.card) if lying.card else None
    return found


def words_of(card: Card | None, lying: CardOnTable) -> frozenset[str]:
    """The words of a card's type line, and what the table shows; a token is a Normal Monster in a monster zone only."""
    if "token" in lying.type:
        return frozenset(("token", "monster", "normal") if lying.zone in ("monster-zone", None) else ("token",))
    printed = card.type.lower().split(" / ") if card else []
    shown = ("monster",) if lying.zone == "monster-zone" else ()
    return frozenset((*printed, *shown, *lying.type))


def fits(s: Any, lying: CardOnTable, which: Filter, seen_from: str = "own", *, ignore: tuple[str, ...] = ()) -> Any:
    """Whether a card is what a filter asks for, by the eyes of one player; `ignore` leaves out parts of the filter."""
    card = profile_of(s, lying)
    answers = [
        _answer(s, part, lying, card, which, seen_from)
        for part in _PARTS
        if part not in ignore and getattr(which, part) not in (None, (), False)
    ]
    if "no" in answers:
        return "no"
    return UNKNOWN if UNKNOWN in answers else "yes"


_PARTS = (
    "side",
    "zones",
    "type",
    "name",
    "group",
    "attribute",
    "race",
    "level",
    "atk",
    "defence",
    "face",
    "position",
    "summoned",
    "other",
)


def _answer(s: Any, part: str, lying: CardOnTable, card: Card | None, which: Filter, seen_from: str) -> Any:
    if part == "side":
        return _yes(which.side == "either" or (which.side == "own") == (lying.side == seen_from))
    if part == "zones":
        return UNKNOWN if lying.zone is None else _yes(lying.zone in which.zones)
    if part == "type":
        return _type(which.type, words_of(card, lying), told=card is not None or bool(lying.type))
    if part == "face":
        return _yes(lying.zone not in FIELD or lying.face == which.face)
    if part == "position":
        return UNKNOWN if lying.position is None else _yes(lying.position == which.position)
    if part == "summoned":
        return _yes(lying.summoned in which.summoned) if lying.summoned else UNKNOWN
    if part == "other":
        return _yes(lying is not s.question.table.self)
    return _printed(part, lying, card, which)


def _printed(part: str, lying: CardOnTable, card: Card | None, which: Filter) -> Any:
    """What only the profile, or a figure stated on the table, can tell."""
    if part in ("atk", "defence") and getattr(lying, part) is not None:
        return _within(getattr(lying, part), getattr(which, part))
    if part == "group" and lying.groups:
        return _yes(bool({*lying.groups, *(card.groups if card else ())} & set(which.group)))
    if part in ("race", "attribute") and getattr(lying, part):
        return _yes(getattr(lying, part) in getattr(which, part))
    if card is None:
        return UNKNOWN
    if part == "name":
        return _yes(bool({card.names.zh, card.names.en, card.names.ja, *card.aliases} & set(which.name)))
    if part == "group":
        return _yes(bool(set(card.groups) & set(which.group)))
    if part == "race":
        return _yes(bool(set(card.type.split(" / ")) & set(which.race)))
    if part == "attribute":
        return _yes(card.attribute in which.attribute)
    return _within(getattr(card, part), getattr(which, part))


def _within(value: Any, bounds: tuple[int, int]) -> Any:
    return _yes(bounds[0] <= value <= bounds[1]) if isinstance(value, int) else UNKNOWN


def _type(wanted: tuple[str, ...], words: frozenset[str], *, told: bool) -> Any:
    """One of the kinds of card named, and one of the narrower words named, as far as the table tells."""
    if not words:
        return UNKNOWN
    kinds = [w for w in wanted if w in _CARD_KINDS]
    narrower = [w for w in wanted if w not in _CARD_KINDS]
    if kinds and not words & frozenset(kinds):
        return "no"
    if not narrower:
        return "yes"
    if not told:
        return UNKNOWN
    return _yes(any("effect" not in words if w == "non-effect" else w in words for w in narrower))


def is_listed_in_full(s: Any, zones: tuple[str, ...], side: str | None, seen_from: str = "own") -> bool:
    """Whether the table lists everything in these zones of this side."""
    sides = ("own", "opponent") if side in (None, "either") else (_seen(side, seen_from),)
    return bool(zones) and all(_is_full(s.question.table, zone, one) for zone in zones for one in sides)


def _is_full(table: Any, zone: str, side: str) -> bool:
    if zone == "hand" and table.hand.get(side) == 0:
        return True
    wider = (zone, "field") if zone in FIELD else (zone,)
    return any(name in table.nothing_else_in for w in wider for name in (w, f"{side}-{w}"))


def _seen(side: str, seen_from: str) -> str:
    return side if seen_from == "own" else {"own": "opponent", "opponent": "own"}[side]


def something_fits(s: Any, which: Filter, seen_from: str = "own") -> Any:
    """Whether anything on the table is what a filter asks for; no only where the table lists everything."""
    answers = [fits(s, lying, which, seen_from) for lying in everything_on(s)]
    if "yes" in answers:
        return "yes"
    full = UNKNOWN not in answers and is_listed_in_full(s, which.zones, which.side, seen_from)
    return "no" if full else UNKNOWN


def _yes(claim: bool) -> str:
    return "yes" if claim else "no"
