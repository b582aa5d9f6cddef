"""Facts derived from the cards, life points and happenings on the table. What the table does not tell is unknown."""

from collections.abc import Callable, Iterable

from knowledge.data.cases import OTHER, UNKNOWN, CardOnTable
from knowledge.data.profile import FIELD, Requirement
from knowledge.rules.facts.effect_facts.printed_conditions import requirement_met, unmet
from knowledge.rules.facts.table_facts.prohibitions import permits
from knowledge.table.cards import asked_card, every_card, words_of, working_zones, zone_of
from knowledge.table.situation import Fact, Situation, yes

_TAKEN, _RETURNED = "control-taken", "control-returned"
_FROM_BANISHMENT, _AS_A_TRAP = "back-from-banishment", "as-a-trap"
_ZONES = 5  # of the main monster zones, and of the spell and trap zones
_BOTH_KINDS = frozenset(("trap", "monster"))
_SPELL_ZONES = ("spell-zone", "pendulum-zone")  # the outer two of the five are the pendulum zones


def place_fits(s: Situation) -> Fact:
    """Whether the card lies where the effect works."""
    own = s.own
    if own.zone is None:
        return UNKNOWN
    zones = working_zones(s.card, s.effect) or (("monster-zone",) if _comes_by_its_summon(s) else ())
    if own.being_summoned and "monster-zone" in zones:
        return "no"  # its summon is still under way: it is not there yet
    if own.zone == "hand" and "from-hand" in s.effect.also and "hand" not in zones:
        return _opens_from_hand(s)
    if own.zone == "hand" and s.effect.opens_the_card and "hand" not in zones and permits(s, "from-hand"):
        return "yes"
    return "yes" if not zones or own.zone in zones else "no"


def _comes_by_its_summon(s: Situation) -> bool:
    """Whether the effect of a monster is set off by its own summon alone: it has to be on the field then."""
    trigger = s.effect.trigger
    if trigger is None or trigger.subject != "self" or s.effect.part != "monster":
        return False
    told = [s.book.wider_events((event,)) for event in trigger.events]
    turned = "Flip" not in s.card.type.split(" / ")  # a Flip effect follows its card into the GY
    return all("summoned" in wide or (turned and "flipped" in wide) for wide in told)


def _opens_from_hand(s: Situation) -> Fact:
    """Whether the permission to activate the card from the hand holds: what its text asks for that must be met."""
    answers = [requirement_met(s, r) for r in _asked_in_the_hand(s)]
    return "no" if "no" in answers else UNKNOWN if UNKNOWN in answers else "yes"


def hidden_off_the_field(s: Situation) -> Fact:
    """Whether the card lies where nobody can check it: in a deck, face-down in the extra deck, or banished face-down.

    Texts that speak of the deck themselves, or of going back to it, are meant to work there.
    """
    own, e = s.own, s.effect
    if own.zone is None:
        return UNKNOWN
    down = own.face == "down"
    hidden = {"deck": True, "extra-deck": down or "Pendulum" not in s.card.type.split(" / "), "banished": down}
    returns = e.trigger is not None and e.trigger.subject == "self" and "returned-to-deck" in e.trigger.events
    meant = returns or "deck" in e.zones or e.zones == ("extra-deck",)
    return "yes" if hidden.get(own.zone, False) and not meant else "no"


def zone_free(s: Situation) -> Fact:
    """Whether a spell or trap activated from the hand finds a free zone; a field spell has one of its own."""
    own, card = s.question.table.self, s.card
    if not s.effect.opens_the_card or card.type.startswith("Monster") or "Field" in card.type.split(" / "):
        return "yes"
    if own is None or own.zone is None:
        return UNKNOWN
    taken = [c for c in every_card(s) if c.side == "own" and c is not own and zone_of(s, c) in _SPELL_ZONES]
    if own.zone != "hand":
        return "yes"
    return "no" if len(taken) >= _ZONES else "yes" if taken else UNKNOWN


def controlled_by_asker(s: Situation) -> Fact:
    """Whether the player who would activate the effect controls the card."""
    return "yes" if s.own.side != "opponent" else "no"


def face_fits(s: Situation) -> Fact:
    """Whether the card lies the way up that the effect needs."""
    own, e = s.own, s.effect
    if own.zone is None:
        return UNKNOWN
    return "yes" if own.zone not in FIELD or own.face == e.face else "no"


def _asked_in_the_hand(s: Situation) -> tuple[Requirement, ...]:
    """What the text asks for where it lets the card be activated from the hand."""
    permitting = [e for e in s.card.effects_of("condition") if "from-hand" in e.also]
    return tuple(r for e in permitting for r in e.requires)


def _kept_in_the_hand(s: Situation) -> tuple[str, ...]:
    """The conditions that keep a card in the hand from being activated there."""
    own, q = s.question.table.self, s.question
    from_hand = own is not None and own.zone == "hand" and q.effect is not None and "from-hand" in q.effect.also
    return unmet(s, _asked_in_the_hand(s)) if from_hand else ()


MADE_SO: dict[str, Callable[[Situation], tuple[str, ...]]] = {"place-fits": _kept_in_the_hand}


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
