"""Whether a chain link is what the text of an effect answers ("when … is activated")."""

from typing import Any

from knowledge.model.cases import Link
from knowledge.model.profile import Card, Effect, Response


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
    if not response.doing:
        return True
    acts = book.wider_acts(tuple(a.act for a in effect.does) + tuple(a.act for c in effect.choices for a in c.does))
    return bool(acts & set(response.doing))
