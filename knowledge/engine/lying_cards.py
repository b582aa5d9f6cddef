"""The cards that lie on the table: which one a name means, what its profile is, which filters take it in."""

from collections.abc import Iterator
from typing import Any

from knowledge.model.cases import CardOnTable
from knowledge.model.profile import Card, Filter


def every_card(s: Any) -> Iterator[CardOnTable]:
    """All cards stated, the one asked about first."""
    table = s.question.table
    if table.self is not None:
        yield table.self
    yield from table.cards


def profile_of(s: Any, lying: CardOnTable) -> Card | None:
    """The profile of a card on the table, where it has one."""
    if lying is s.question.table.self and not lying.card:
        asked: Card | None = s.question.card
        return asked
    found: Card | None = s.book.card_named(lying.card) if lying.card else None
    return found


def is_meant(s: Any, name: str, lying: CardOnTable) -> bool:
    """Whether a handle, "self" or a card name means this very card."""
    if name == "self" or not name:
        return bool(name) and lying is s.question.table.self
    if name in (lying.called, lying.card):
        return True
    if any(name in (c.called, c.card) for c in s.question.table.cards):
        return False  # it is the handle of another card
    card = profile_of(s, lying)
    return card is not None and s.book.card_named(name) is card


def card_called(s: Any, name: str) -> CardOnTable | None:
    """The card a handle or name means, if it lies on the table."""
    return next((c for c in every_card(s) if is_meant(s, name, c)), None)


def handle_of(s: Any, lying: CardOnTable) -> str:
    """A name by which this card can be spoken of again."""
    return "self" if lying is s.question.table.self else lying.called or lying.card


def words_of(s: Any, lying: CardOnTable) -> frozenset[str]:
    """Its kind in words: monster, xyz, dragon, token …"""
    card = profile_of(s, lying)
    printed = frozenset(w.lower() for w in card.type.split(" / ")) if card else frozenset[str]()
    return printed | {w.lower() for w in lying.type}


def zone_of(s: Any, lying: CardOnTable) -> str:
    """Where it lies; a monster of which nothing is said lies in a monster zone, another card in a spell zone."""
    if lying.zone is not None:
        return lying.zone
    return "spell-zone" if words_of(s, lying) & {"spell", "trap"} else "monster-zone"


def level_of(s: Any, lying: CardOnTable) -> int | None:
    """Its level or rank: as stated, else as printed."""
    card = profile_of(s, lying)
    return lying.level if lying.level is not None else card.level if card else None


def groups_of(s: Any, lying: CardOnTable) -> frozenset[str]:
    """The archetypes it belongs to, as stated and as printed."""
    card = profile_of(s, lying)
    return frozenset((*lying.groups, *(card.groups if card else ())))


def fits(s: Any, lying: CardOnTable, wanted: Filter, side: str, source: CardOnTable | None = None) -> bool:
    """Whether a filter in the text of a card that `side` controls takes this card in; what is not stated is no bar."""
    if wanted.side in ("own", "opponent") and (wanted.side == "own") != (lying.side == side):
        return False
    if wanted.other and lying is source:
        return False
    if wanted.zones and zone_of(s, lying) not in wanted.zones:
        return False
    if wanted.face is not None and wanted.face != lying.face:
        return False
    if wanted.position is not None and lying.position not in (None, wanted.position):
        return False
    if wanted.summoned and lying.summoned and lying.summoned not in wanted.summoned:
        return False
    return _is_of_kind(s, lying, wanted)


def _is_of_kind(s: Any, lying: CardOnTable, wanted: Filter) -> bool:
    card, words = profile_of(s, lying), words_of(s, lying)
    known = card is not None or bool(lying.type)
    if known and any(w not in words for w in wanted.type if w != "monster" or words & {"spell", "trap"}):
        return False
    attribute = lying.attribute or (card.attribute if card else "")
    if wanted.attribute and attribute and attribute not in wanted.attribute:
        return False
    races = {lying.race.lower()} if lying.race else words if card else frozenset[str]()
    if wanted.race and races and not any(r.lower() in races for r in wanted.race):
        return False
    level = level_of(s, lying)
    if wanted.level and level is not None and not wanted.level[0] <= level <= wanted.level[1]:
        return False
    groups = groups_of(s, lying)
    if wanted.group and (card or groups) and not groups & set(wanted.group):
        return False
    names = {card.names.zh, card.names.en, card.names.ja, *card.aliases} if card else {lying.card}
    return not wanted.name or bool(names & set(wanted.name))
