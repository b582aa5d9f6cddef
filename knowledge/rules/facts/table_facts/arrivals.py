"""Facts about a monster that is to be put into a zone: what brings it there, and whether one is free."""

from collections.abc import Iterable

from knowledge.data.cases import OTHER, UNKNOWN, CardOnTable
from knowledge.table.cards import asked_card, every_card, words_of, zone_of
from knowledge.table.situation import Fact, Situation, yes

_TAKEN, _RETURNED = "control-taken", "control-returned"
_FROM_BANISHMENT, _AS_A_TRAP = "back-from-banishment", "as-a-trap"
_ZONES = 5  # of the main monster zones, and of the spell and trap zones
_BOTH_KINDS = frozenset(("trap", "monster"))


def arrival_way(s: Situation) -> Fact:
    """What brings the card asked about to its new zone, as it lies now."""
    lying = asked_card(s)
    if lying is None:
        return UNKNOWN
    if zone_of(s, lying) == "banished":
        return _FROM_BANISHMENT
    if words_of(s, lying) >= _BOTH_KINDS:
        return _AS_A_TRAP
    return _RETURNED if lying.owner is not None and lying.owner != lying.side else _TAKEN


def arrival_zone_free(s: Situation) -> Fact:
    """Whether the player who gets it has a zone for it: not where as many cards are listed there as there are zones."""
    lying = asked_card(s)
    if lying is None:
        return UNKNOWN
    way = s.word("arrival.way")
    place = "spell-zone" if way == _AS_A_TRAP else "monster-zone"
    side = OTHER[lying.side] if way in (_TAKEN, _RETURNED) else lying.side
    there = [c for c in every_card(s) if c is not lying and c.side == side and zone_of(s, c) == place]
    return yes(len(list(_in_main_zones(there))) < _ZONES)


def _in_main_zones(cards: Iterable[CardOnTable]) -> Iterable[CardOnTable]:
    """The cards that are not in an extra monster zone."""
    return (c for c in cards if c.slot is None or c.slot <= _ZONES)
