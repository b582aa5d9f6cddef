"""Which categories an effect belongs to, read off its profile."""

from knowledge.data.profile import Card, Effect


def speed_of(card: Card, effect: Effect) -> int:
    """The spell speed of an effect's activation; 0 for what is never activated (basic-terms 266-294)."""
    if effect.speed is not None:
        return effect.speed
    words = card.type.split(" / ")
    if effect.kind in ("continuous", "unclassified", "condition", "summoning"):
        return 0
    if effect.kind == "activate":
        if words[0] == "Trap":
            return 3 if "Counter" in words else 2
        return 2 if "Quick-Play" in words else 1
    if words[0] == "Trap":
        return 2  # every effect of a trap that already lies face-up or in the GY
    return 2 if effect.kind == "quick" else 1


def categories_of(card: Card, effect: Effect) -> frozenset[str]:
    """The narrowest categories of an effect; wider ones follow from `is` in categories.yaml."""
    words = card.type.split(" / ")
    found = {f"{words[0].lower()}-effect" if effect.part != "pendulum" else "spell-effect"}
    found.add(
        {
            "activate": "card-activation",
            "ignition": "ignition-effect",
            "trigger": "trigger-effect",
            "quick": "quick-effect",
            "continuous": "continuous-effect",
            "unclassified": "unclassified-effect",
            "condition": "summoning-condition",
            "summoning": "summoning-procedure",
        }[effect.kind]
    )
    if effect.kind == "activate":
        found |= _card_activation(words, effect)
    speed = speed_of(card, effect)
    found.add(f"speed-{speed}" if speed else "never-activated")
    if speed:
        found.add("mandatory-effect" if effect.mandatory else "optional-effect")
    if effect.trigger and speed:
        found.add("answers-an-event")
    if effect.responds_to:
        answered = frozenset(effect.responds_to.to)
        found |= {"answers-a-summon"} if "summon" in answered else frozenset()
        found |= {"answers-an-activation"} if answered - {"summon"} else frozenset()
    if effect.targets:
        found.add("targeting-effect")
    return frozenset(found)


def _card_activation(words: list[str], effect: Effect) -> set[str]:
    found = {f"{words[0].lower()}-activation"}
    for printed, category in (
        ("Counter", "counter-trap"),
        ("Quick-Play", "quick-play-spell"),
        ("Continuous", "continuous-card"),
        ("Field", "continuous-card"),
        ("Equip", "equip-spell"),
    ):
        if printed in words[1:]:
            found.add(category)
    if not effect.does and not effect.choices:
        found.add("bare-activation")
    return found
