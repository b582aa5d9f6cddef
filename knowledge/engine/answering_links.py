"""Whether a chain link is what the text of an effect answers ("when … is activated")."""

from typing import Any

from knowledge.engine.places import working_zones
from knowledge.model.cases import Link
from knowledge.model.profile import Action, Card, Effect, Filter, Response

_WHENCE = {  # where these acts take their cards from, whatever the text says
    "draw": "deck",
    "mill": "deck",
    "excavate": "deck",
    "fusion-summon": "extra-deck",
    "synchro-summon": "extra-deck",
    "xyz-summon": "extra-deck",
    "link-summon": "extra-deck",
    "summon-token": "nowhere",
}


def answers_link(book: Any, response: Response, link: Link, card: Card) -> str:
    """yes or no: whose link, which kind of card, card or effect, and what it does."""
    if response.by in ("own", "opponent") and response.by != link.by:
        return "no"
    effects = [e for e in card.effects if link.effect is None or e.number == link.effect]
    activated = [e for e in effects if e.kind in ("activate", "ignition", "trigger", "quick")]
    return "yes" if any(_fits(book, response, link, card, e) for e in activated) else "no"


def _fits(book: Any, response: Response, link: Link, card: Card, effect: Effect) -> bool:
    word = card.type.split(" / ")[0].lower()
    if effect.part == "pendulum":
        word = "spell"
    is_card = effect.kind == "activate" and link.activates != "effect"
    offered = {
        "activation",
        word,
        f"{word}-card" if is_card else f"{word}-effect",
        "card-activation" if is_card else "effect-activation",
    }
    if not offered & set(response.to):
        return False
    places = set(response.of.zones) if response.of and word == "monster" else set()
    if places and (works_in := working_zones(card, effect)) and not places & set(works_in):
        return False
    if not response.doing:
        return True
    acts = [
        *((a, effect.targets) for a in effect.does),
        *((a, c.targets or effect.targets) for c in effect.choices for a in c.does),
    ]
    doing = [(a, targets) for a, targets in acts if book.wider_acts((a.act,)) & set(response.doing)]
    return any(_takes_from(effect, a, targets, response.doing_from) for a, targets in doing)


def _takes_from(effect: Effect, act: Action, targets: tuple[Filter, ...], places: tuple[str, ...]) -> bool:
    """Whether an act takes its cards from one of these places; what a profile does not say is no bar."""
    if act.act in _WHENCE:
        known = {_WHENCE[act.act]}
    elif act.what == "target":
        known = {zone for target in targets for zone in target.zones}
    elif act.what == "self" or act.act == "special-summon-self":
        known = set(effect.zones)
    else:
        known = set(act.which.zones) if act.which else set()
    return not places or not known or bool(known & set(places))
