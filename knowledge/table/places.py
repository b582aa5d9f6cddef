"""Where effects work, and when a card has gone from one kind of zone to another."""

from knowledge.data.cases import Happening
from knowledge.data.profile import Card, Effect

_MONSTERS = "monster-zone"
_SENT = "sent-to-gy"
_GONE = ("gy", "banished", "extra-deck")
_LEAVES = (  # how an event's name begins → where it leaves the card
    (_SENT, ("gy",)),
    ("discarded", ("gy", "banished")),
    ("banished", ("banished",)),
    ("added-to-hand", ("hand",)),
    ("drawn", ("hand",)),
    ("returned-to-hand", ("hand",)),
    ("returned-to-deck", ("deck", "extra-deck")),
    ("destroyed", _GONE),
    ("tributed", _GONE),
    ("left-field", (*_GONE, "hand", "deck")),
    ("used-as", (*_GONE, "material")),
    ("detached", _GONE),
)


def working_zones(card: Card, effect: Effect) -> tuple[str, ...]:
    """Where an effect is activated or applies; empty for triggers that go off wherever the event leaves the card."""
    if effect.zones:
        return effect.zones
    if effect.part == "pendulum":
        return ("pendulum-zone",)
    if effect.kind == "activate":
        return ("hand", "spell-zone", "field-zone") if card.type.startswith("Spell") else ("spell-zone",)
    if effect.part == "card" and not _befalls_itself_in_leaving(effect):
        return ("spell-zone", "field-zone")
    if effect.kind == "trigger":
        return ("gy",) if _waits_for_the_gy(effect) else ()
    return ("monster-zone",)


def activated_in(card: Card, effect: Effect) -> tuple[str, ...]:
    """Where a card lies when this effect of it is activated; empty where several places are possible."""
    trigger = effect.trigger
    if effect.zones or effect.kind != "trigger" or trigger is None:
        return working_zones(card, effect)
    on_field = ("monster-zone",) if effect.part == "monster" else working_zones(card, effect)
    if trigger.subject != "self":
        return on_field
    places = {place for event in trigger.events for place in _left_in(event) or on_field}
    return tuple(sorted(places))


def _left_in(event: str) -> tuple[str, ...]:
    """Where an event leaves the card it happens to; nothing where it stays on the field."""
    return next((places for beginning, places in _LEAVES if event.startswith(beginning)), ())


def _waits_for_the_gy(effect: Effect) -> bool:
    """Whether all that sets the effect off leaves its own card in the GY."""
    trigger = effect.trigger
    return trigger is not None and trigger.subject == "self" and all(e.startswith(_SENT) for e in trigger.events)


def _befalls_itself_in_leaving(effect: Effect) -> bool:
    """Whether every event that sets the effect off takes its own card away from where it lay."""
    trigger = effect.trigger
    moved = effect.kind == "trigger" and trigger is not None and trigger.subject == "self"
    return moved and trigger is not None and all(_left_in(event) for event in trigger.events)


def changes_kind_of_zone(happening: Happening) -> bool:
    """Whether a card went from the monster zones to the other zones of the field, or back."""
    was, now = happening.was == _MONSTERS, happening.now == _MONSTERS
    return happening.event == "moved-between-zones" and was != now
