"""Facts about what an answered activation would do: certainly, perhaps, later, or to a card that is gone."""

from collections.abc import Callable
from typing import Any

from knowledge.data.cases import UNKNOWN, Link
from knowledge.data.profile import Action, Effect
from knowledge.table.places import activated_in
from knowledge.table.responses import effects_of_link
from knowledge.table.situation import Situation

FIELD = frozenset(("monster-zone", "spell-zone", "field-zone", "pendulum-zone"))
_MUST_BE_CERTAIN = frozenset(("destroy", "inflict-damage"))  # texts name these as what the effect does, not includes
_LEAVES = frozenset(("tribute", "send-to-gy", "banish", "discard", "return-to-hand", "return-to-deck"))


def answered_act(s: Situation) -> Any:
    """How sure it is that the last link does what the text answers: certain, optional, later, or off the field."""
    e, chain = s.question.effect, s.question.table.chain
    wanted = _MUST_BE_CERTAIN & set(e.responds_to.doing) if e is not None and e.responds_to else frozenset()
    card = s.book.card_named(chain[-1].card) if chain else None
    if e is None or e.responds_to is None or not wanted or card is None:
        return UNKNOWN
    on_field = bool(FIELD & set(e.responds_to.doing_from))
    found = {
        _how_sure(s, act, chain, on_field)
        for effect in effects_of_link(chain[-1], card)
        for act in _every_act(effect)
        if wanted & s.book.wider_acts((act.to if act.act == "apply-later" else act.act,))
    }
    if not found or "certain" in found:
        return UNKNOWN if not found else "certain"
    return min(found)


def _every_act(effect: Effect) -> list[Action]:
    return [*effect.does, *(act for choice in effect.choices for act in choice.does)]


def _how_sure(s: Situation, act: Action, chain: tuple[Link, ...], on_field: bool) -> str:
    if act.act == "apply-later":
        return "later"
    if act.optional:
        return "optional"
    if on_field and act.what == "answered" and len(chain) > 1 and _is_gone(s, chain[-2]):
        return "off-field"
    return "certain"


def _is_gone(s: Situation, link: Link) -> bool:
    """Whether a link's card, once its activation is negated, is no card on the field any more."""
    card = s.book.card_named(link.card)
    if card is None:
        return False
    for effect in effects_of_link(link, card):
        places = activated_in(card, effect)
        paid_with_itself = any(cost.what == "self" and cost.act in _LEAVES for cost in effect.cost)
        if effect.kind != "activate" and not paid_with_itself and (not places or FIELD & set(places)):
            return False
    return True


FACTS: dict[str, Callable[[Situation], Any]] = {"answered-act": answered_act}
