"""Which categories an effect belongs to and which parts its text has, read off its profile."""

from collections.abc import Callable

from knowledge.data.profile import FIELD, Action, Card, Effect
from knowledge.table.activations import OATHS
from knowledge.table.cards import working_zones

_BEFORE_THE_DRAW = "before-normal-draw"
_INSTEAD_OF_IT = "instead-of-the-draw"  # how a part of an effect is marked that is done in place of the draw
_FROM_THE_FIELD = ("tribute", "send-to-gy", "banish")


def speed_of(card: Card, effect: Effect) -> int:
    """The spell speed of an effect's activation; 0 for what is never activated (basic-terms 266-294)."""
    if effect.speed is not None:
        return effect.speed
    words = card.type.split(" / ")
    if effect.kind in ("continuous", "unclassified", "condition", "summoning"):
        return 0
    if effect.opens_the_card:
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
    if effect.opens_the_card:
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


def chooses(act: Action) -> bool:
    """Whether an act picks cards on the field as it is carried out, without having targeted them."""
    return act.which is not None and isinstance(act.count, int) and bool(set(act.which.zones) & set(FIELD))


def draw_given_up(effect: Effect | None) -> str:
    """How a text gives up the normal draw: as its condition, as an oath, in what it does, or not at all."""
    if effect is None:
        return "none"
    if any(r.is_ == _BEFORE_THE_DRAW and r.amount == "instead" for r in effect.requires):
        return "condition"
    if any(a.to == "normal-draw" and a.until in OATHS for a in effect.cost):
        return "oath"
    return "processing" if any(a.to == _INSTEAD_OF_IT for a in effect.does) else "none"


def _asks_for_a_face(card: Card, effect: Effect) -> bool:
    """Whether it works on the field, and only with its card one way up."""
    zones = working_zones(card, effect)
    anywhere = not zones or bool(set(zones) & set(FIELD))
    return not effect.opens_the_card and effect.face != "any" and anywhere


PARTS: dict[str, Callable[[Card, Effect], bool]] = {  # what a text may have; facts name these words in `without`
    "trigger": lambda _, e: e.trigger is not None,
    "requirements": lambda _, e: bool(e.requires),
    "answered targets": lambda _, e: e.responds_to is not None and bool(e.responds_to.targeting),
    "costs": lambda _, e: bool(e.cost),
    "cost from the field": lambda _, e: any(a.act in _FROM_THE_FIELD for a in e.cost),
    "oath": lambda _, e: any(a.until in OATHS for a in e.cost),
    "targets": lambda _, e: bool(e.targets),
    "choice on the field": lambda _, e: any(chooses(a) and not a.optional for a in e.does),
    "limit": lambda _, e: e.limit is not None,
    "face": _asks_for_a_face,
    "draw given up": lambda _, e: draw_given_up(e) != "none",
}


def parts_of(card: Card, effect: Effect) -> frozenset[str]:
    """Which parts the text of an effect has."""
    return frozenset(part for part, is_there in PARTS.items() if is_there(card, effect))
