"""Facts about effects on ATK and DEF: whether a target has anything to lose, and what a negation undoes."""

from collections.abc import Callable
from typing import Any

from knowledge.data.cases import UNKNOWN, CardOnTable
from knowledge.data.profile import Action, Effect
from knowledge.table.cards import card_called, every_card, figure
from knowledge.table.filters import perhaps
from knowledge.table.situation import Situation

_TAKEN = ("halve-atk-def", "set-atk-def", "lose-atk-def")
_HANGS_ON = ("and-if-you-do", "with")
_CHANGES = frozenset(("change-atk-def", "change-level", "change-attribute", "change-race", "change-scale"))
_BESTOWED = frozenset(("treat-as", "gain-effect", "copy-effect", "copy-name", "change-name"))


def _yes(claim: bool) -> str:
    return "yes" if claim else "no"


def needs_something_to_lose(s: Situation) -> Any:
    """Whether the effect takes all ATK, or an amount of it, from its target and something hangs on that."""
    e = s.question.effect
    return _yes(e is not None and _hanging(e) is not None)


def _hanging(e: Effect) -> Action | None:
    """The act that takes ATK from the target so that the next part does not come without it."""
    for act, following in zip(e.does, e.does[1:], strict=False):
        takes_all = act.act == "set-atk-def" and act.amount == 0 and act.worded == "object"
        counted = act.act in _TAKEN and isinstance(following.amount, str) and "lost" in following.amount
        meant = act.what == "target" and act.stat in ("", "atk")
        if meant and following.joined in _HANGS_ON and (takes_all or counted):
            return act
    return None


def asked_has_no_atk(s: Situation) -> Any:
    """Whether the monster asked about has 0 ATK."""
    lying = card_called(s, s.question.about) if s.question.about else None
    value = figure(s, lying, "atk") if lying is not None else None
    return UNKNOWN if value is None else _yes(value == 0)


def only_zeros_to_target(s: Situation) -> Any:
    """Whether every monster the table shows as a target has 0 ATK, so that nothing can be taken from it."""
    e = s.effect
    if _hanging(e) is None or not e.targets:
        return "no"
    found = [c for c in every_card(s) if perhaps(s, c, e.targets[0], source=s.question.table.self)]
    values = [figure(s, c, "atk") for c in found]
    return "yes" if values and all(v == 0 for v in values) else UNKNOWN


def reaches_others(s: Situation) -> Any:
    """Whether an effect could also have changed another card than its own."""
    e = s.question.effect
    if e is None:
        return UNKNOWN
    changing = [a for a in e.does if s.book.wider_acts((a.act,)) & (_CHANGES | _BESTOWED)] or list(e.does)
    return _yes(any(a.what not in ("self", "") or a.which is not None for a in changing))


def bestows(s: Situation) -> Any:
    """Whether the effect gives its card a name, an effect or another kind, rather than another figure."""
    e = s.question.effect
    return UNKNOWN if e is None else _yes(bool(s.book.wider_acts(tuple(a.act for a in e.does)) & _BESTOWED))


def activated_before_a_monster(s: Situation) -> Any:
    """Whether the card was a spell or trap as the effect was activated."""
    e, card = s.question.effect, s.question.card
    if e is None or card is None:
        return UNKNOWN
    return _yes(e.part == "pendulum" or not card.type.startswith("Monster"))


def lies_as_monster(s: Situation) -> Any:
    """Whether the card lies in a monster zone as it is negated; in a pendulum zone it is negated as a spell."""
    own: CardOnTable | None = s.question.table.self
    return "yes" if own is None or own.zone in (None, "monster-zone") else "no"


FACTS: dict[str, Callable[[Situation], Any]] = {
    "effect.needs-something-to-lose": needs_something_to_lose,
    "asked.no-atk": asked_has_no_atk,
    "only-zeros-to-target": only_zeros_to_target,
    "effect.reaches-others": reaches_others,
    "effect.bestows": bestows,
    "effect.before-a-monster": activated_before_a_monster,
    "lies-as-monster": lies_as_monster,
}
