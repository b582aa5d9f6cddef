"""Where effects work."""

from knowledge.model.profile import Card, Effect


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
