"""Where effects work, and when a card has gone from one kind of zone to another."""

from knowledge.model.cases import Happening
from knowledge.model.profile import Card, Effect

_MONSTERS = "monster-zone"


def working_zones(card: Card, effect: Effect) -> tuple[str, ...]:
    """Where an effect is activated or applies; empty for triggers that go off wherever the event leaves the card."""
    if effect.zones:
        return effect.zones
    if effect.part == "pendulum":
        return ("pendulum-zone",)
    if effect.kind == "activate":
        return ("hand", "spell-zone", "field-zone") if card.type.startswith("Spell") else ("spell-zone",)
    if effect.part == "card":
        return ("spell-zone", "field-zone")
    return () if effect.kind == "trigger" else ("monster-zone",)


def changes_kind_of_zone(happening: Happening) -> bool:
    """Whether a card went from the monster zones to the other zones of the field, or back."""
    was, now = happening.was == _MONSTERS, happening.now == _MONSTERS
    return happening.event == "moved-between-zones" and was != now
