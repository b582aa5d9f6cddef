"""Cards measured by other cards and by their place: a value beside another's, columns and arrows, whose card it is."""

from collections.abc import Callable, Iterable
from typing import Any

from knowledge.data.cases import UNKNOWN, CardOnTable
from knowledge.data.profile import Compared, Filter, Together
from knowledge.table.cards import (
    attribute_of,
    card_called,
    fighter,
    figure,
    is_meant,
    level_of,
    printed,
    profile_of,
    race_of,
    words_of,
    zone_of,
)
from knowledge.table.situation import Situation, Truth, account, yes

MAIN_ZONES = 5  # of monsters; further ones are the extra monster zones
_MAY_LIE_IN_EXTRA_ZONES = frozenset(("fusion", "synchro", "xyz", "link", "pendulum"))
_IN_COLUMNS = ("monster-zone", "spell-zone")
_RANKED, _LINKED = "xyz", "link"
_PLAYERS = ("own-lp", "opponent-lp")  # of a comparison: their life points
# what an act makes happen to the card it is done to
_BEFALLS = {
    "destroy": "destroyed",
    "tribute": "tributed",
    "discard": "discarded",
    "banish": "banished",
    "send-to-gy": "sent-to-gy",
    "special-summon": "special-summoned",
    "add-to-hand": "added-to-hand",
    "return-to-hand": "returned-to-hand",
    "return-to-deck": "returned-to-deck",
    "equip": "equipped",
}


def compared(s: Situation, lying: CardOnTable, which: Filter, viewer: str, source: CardOnTable | None) -> Truth:
    """Whether what it has stands to what the other card has as the text says, in every value named."""
    answers = [_stands_so(s, lying, one, viewer, source) for one in which.compared]
    return "no" if "no" in answers else UNKNOWN if UNKNOWN in answers else "yes"


def _stands_so(s: Situation, lying: CardOnTable, one: Compared, viewer: str, source: CardOnTable | None) -> Truth:
    if one.than in _PLAYERS:
        held = _life_points(s, one.than, viewer)
        return _all(_stands(value_of(s, lying, value), held, one.how) for value in one.value)
    other = measured_by(s, one.than, source)
    if other is None:
        return UNKNOWN
    return _all(
        _stands(value_of(s, lying, value), value_of(s, other, one.their or value), one.how) for value in one.value
    )


def _life_points(s: Situation, than: str, viewer: str) -> int | None:
    facing = {"own": "opponent", "opponent": "own"}
    return s.question.table.count("lp", viewer if than == "own-lp" else facing[viewer])


def _all(answers: Iterable[Any]) -> Truth:
    told = list(answers)
    return "no" if "no" in told else UNKNOWN if UNKNOWN in told else "yes"


def measured_by(s: Situation, than: str, source: CardOnTable | None) -> CardOnTable | None:
    """The card a text measures others by, where the table shows which it is."""
    this = source or s.question.table.self
    if than == "self":
        return this
    if than == "equipped":
        return card_called(s, this.equipped_to) if this is not None and this.equipped_to else None
    if than in ("attacker", "defender"):
        return fighter(s, than)
    if than == "battled":
        fighters = [one for role in ("attacker", "defender") if (one := fighter(s, role)) is not None]
        facing = [one for one in fighters if one is not this]
        return facing[0] if len(facing) == 1 and len(fighters) == 2 else None
    if than == "target":
        own = [link for link in s.question.table.chain if s.book.card_named(link.card) is s.question.card]
        named = own[-1].targets if own else ()
        return card_called(s, named[0]) if len(named) == 1 else None
    return None


def value_of(s: Situation, lying: CardOnTable, value: str) -> Any:
    """What a card has of a value now, or as printed; nothing where the table does not tell."""
    card = profile_of(s, lying)
    kinds = words_of(s, lying)
    if value in ("level", "original-level") and kinds & {_RANKED, _LINKED}:
        return None
    if value in ("rank", "original-rank") and _RANKED not in kinds:
        return None
    return _VALUES[value](s, lying, card) if value in _VALUES else None


_VALUES: dict[str, Callable[[Situation, CardOnTable, Any], Any]] = {
    "level": lambda s, lying, card: level_of(s, lying),
    "rank": lambda s, lying, card: level_of(s, lying),
    "atk": lambda s, lying, card: figure(s, lying, "atk"),
    "def": lambda s, lying, card: figure(s, lying, "defence"),
    "race": lambda s, lying, card: race_of(s, lying) or None,
    "attribute": lambda s, lying, card: attribute_of(s, lying) or None,
    "name": lambda s, lying, card: card.id if card is not None else lying.token_name or lying.card or None,
    "link": lambda s, lying, card: level_of(s, lying) if _LINKED in words_of(s, lying) else None,
    "scale": lambda s, lying, card: card.scale if card is not None else None,
    "original-level": lambda s, lying, card: card.level if card is not None else None,
    "original-rank": lambda s, lying, card: card.level if card is not None else None,
    "original-atk": lambda s, lying, card: printed(s, lying, "atk"),
    "original-def": lambda s, lying, card: printed(s, lying, "defence"),
    "original-race": lambda s, lying, card: card.type.split(" / ")[1] if card is not None else None,
    "original-attribute": lambda s, lying, card: card.attribute if card is not None else None,
    "original-name": lambda s, lying, card: card.id if card is not None else None,
}


def _stands(value: Any, other: Any, how: str) -> Truth:
    if value is None or other is None:
        return UNKNOWN
    if how in ("same", "other"):
        return yes((value == other) == (how == "same"))
    held = {"at-most": value <= other, "at-least": value >= other, "below": value < other, "above": value > other}
    return yes(held[how])


def placed(s: Situation, lying: CardOnTable, which: Filter, viewer: str, source: CardOnTable | None) -> Truth:
    """Whether it lies in one of the places named, seen from the card whose text it is."""
    answers = [_PLACES[word](s, lying, source or s.question.table.self) for word in which.place if word in _PLACES]
    return "yes" if "yes" in answers else "no" if answers and UNKNOWN not in answers else UNKNOWN


def in_main_zone(s: Situation, lying: CardOnTable) -> Truth:
    """Whether a monster lies in one of the five main zones; those from the extra deck may lie elsewhere."""
    if zone_of(s, lying) != "monster-zone":
        return "no"
    if lying.slot is not None:
        return yes(lying.slot <= MAIN_ZONES)
    return UNKNOWN if words_of(s, lying) & _MAY_LIE_IN_EXTRA_ZONES else "yes"


def _in_extra_zone(s: Situation, lying: CardOnTable, source: CardOnTable | None) -> Truth:
    if zone_of(s, lying) != "monster-zone":
        return "no"
    there = in_main_zone(s, lying)
    return there if there is UNKNOWN else yes(there == "no")


def _column(s: Situation, lying: CardOnTable) -> int | None:
    """Its column, counted from the left of the player asking; the extra zones and the edges have none here."""
    if lying.slot is None or lying.slot > MAIN_ZONES or zone_of(s, lying) not in _IN_COLUMNS:
        return None
    return lying.slot if lying.side == "own" else MAIN_ZONES + 1 - lying.slot


def _in_its_column(s: Situation, lying: CardOnTable, source: CardOnTable | None) -> Truth:
    here, there = _column(s, lying), _column(s, source) if source is not None else None
    return UNKNOWN if here is None or there is None else yes(here == there)


def _beside_it(s: Situation, lying: CardOnTable, source: CardOnTable | None) -> Truth:
    if source is None or lying.slot is None or source.slot is None:
        return UNKNOWN
    same = (lying.side, zone_of(s, lying)) == (source.side, zone_of(s, source))
    return yes(same and max(lying.slot, source.slot) <= MAIN_ZONES and abs(lying.slot - source.slot) == 1)


def _where_it_points(s: Situation, lying: CardOnTable, source: CardOnTable | None) -> Truth:
    if not lying.pointed_at_by or source is None:
        return UNKNOWN
    return yes(any(is_meant(s, name, source) for name in lying.pointed_at_by))


_PLACES: dict[str, Callable[[Situation, CardOnTable, CardOnTable | None], Truth]] = {
    "own-column": _in_its_column,
    "adjacent": _beside_it,
    "linked-by-this": _where_it_points,
    "linked": lambda s, lying, source: "yes" if lying.pointed_at_by else UNKNOWN,
    "main-monster-zone": lambda s, lying, source: in_main_zone(s, lying),
    "extra-monster-zone": _in_extra_zone,
}


def owned(s: Situation, lying: CardOnTable, which: Filter, viewer: str, source: CardOnTable | None) -> Truth:
    """Whether it is a card of the player named, whoever controls it now."""
    return yes(((lying.owner or lying.side) == viewer) == (which.owner == "own"))


def done_by_this(s: Situation, lying: CardOnTable, which: Filter, viewer: str, source: CardOnTable | None) -> Truth:
    """Whether the effect asked about did that to it, as far as the account of the turn tells."""
    this = source or s.question.table.self
    for act in which.by_this:
        told = [h for h in account(s) if is_meant(s, h.card, lying) and h.card]
        such = [h for h in told if _BEFALLS.get(act) in s.book.wider_events((h.event,))]
        named = [h.source for h in such if h.source]
        if named:
            own = (named[-1] == "self" and this is s.question.table.self) or (this and is_meant(s, named[-1], this))
            return yes(bool(own))
    return UNKNOWN


def most_together(s: Situation, cards: list[CardOnTable], how: Together) -> int | None:
    """How many of the cards may count together, where all of them differ or agree; nothing where it is not told."""
    if how.total:
        return None
    values = [[value_of(s, card, value) for card in cards] for value in (*how.different, *how.alike)]
    if any(value is None for row in values for value in row):
        return None
    if not values:
        return len(cards)
    rows = list(zip(*values, strict=True))
    if how.different and not how.alike:  # no two of them share any of the values
        return min((len(set(row)) for row in values), default=0)
    return max((rows.count(row) for row in rows), default=0)


MEASURED: dict[str, Callable[[Situation, CardOnTable, Filter, str, CardOnTable | None], Truth]] = {
    "compared": compared,
    "place": placed,
    "owner": owned,
    "by_this": done_by_this,
}
