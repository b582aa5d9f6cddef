"""What an activation consists of: the parts its bullet, cost, place, turn, target and own state have selected.

What is fixed as an effect is activated decides which processing it has; what is decided only as it resolves does not,
and its whole text counts. Requirements of a part that name one of `FIXED` are of the first kind.
"""

from collections.abc import Callable

from knowledge.data.cases import UNKNOWN, CardOnTable, Happening, Link
from knowledge.data.profile import Action, Card, Effect, Filter, Requirement, card_and_number, effects_numbered
from knowledge.table.cards import card_called, every_card, profile_of
from knowledge.table.filters import matches, something_matches
from knowledge.table.requirements import met
from knowledge.table.situation import Situation, Truth, account, all_hold, one_holds

DUTY = "players-duty"  # what a player must do is done by the player, and is no part of the effect
_REWRITES = "change-effect"
_KEPT = "the-target"  # of a new text: it is done to what the effect targeted before
Part = tuple[Action, tuple[Filter, ...]]


def parts_of(s: Situation | None, link: Link, card: Card, effect: Effect) -> list[Part]:
    """The acts an activation includes, each with what is targeted for it; without a table, all its text has."""
    choices = [c for c in effect.choices if link.choice in (None, c.bullet)]
    dropped = {a for c in effect.choices if c not in choices for a in c.does}
    parts: list[Part] = [(a, effect.targets) for a in effect.does if a not in dropped]
    for c in choices:
        if s is None or not any(_is_fixed(s, r, link, card) == "no" for r in c.requires):
            parts += [(a, c.targets or effect.targets) for a in c.does]
    if s is None:
        return parts
    aimless = effect.mandatory and bool(effect.targets) and _has_no_target(s, link, effect)
    return [
        (a, targets)
        for a, targets in parts
        if not any(_is_fixed(s, r, link, card) == "no" for r in a.requires if r.is_ in FIXED)
        and not (aimless and a.what == "target")
    ]


def _has_no_target(s: Situation, link: Link, effect: Effect) -> bool:
    """Whether a mandatory effect had to be activated with nothing to target."""
    return not link.targets and any(something_matches(s, which, link.by) == "no" for which in effect.targets)


def _is_fixed(s: Situation, printed: Requirement, link: Link, card: Card) -> Truth:
    """Whether a condition that is settled at activation holds for this link."""
    settled = FIXED.get(printed.is_)
    return settled(s, printed, link, card) if settled else met(s, printed, _lying(s, link, card), link.by)


def _lying(s: Situation, link: Link, card: Card) -> CardOnTable | None:
    named = card_called(s, link.card)
    found = [c for c in every_card(s) if profile_of(s, c) is card and c.side == link.by]
    return named or (found[0] if len(found) == 1 else None)


def _paid(s: Situation, printed: Requirement, link: Link, card: Card) -> Truth:
    """Whether the cost was paid with nothing but cards of the kind named; unknown where it is not told."""
    if not link.paid or printed.of is None:
        return UNKNOWN
    answers = [_is_paid(s, printed.of, name) for name in link.paid]
    return all_hold(answers)


def _paid_with_each(s: Situation, printed: Requirement, link: Link, card: Card) -> Truth:
    """Whether each of the attributes named was among what the cost was paid with."""
    if not link.paid or printed.of is None:
        return UNKNOWN
    kinds = [Filter(attribute=(attribute,)) for attribute in printed.of.attribute]
    answers = [{_is_paid(s, kind, name) for name in link.paid} for kind in kinds]
    if all("yes" in found for found in answers):
        return "yes"
    return UNKNOWN if any(UNKNOWN in found for found in answers) else "no"


def _is_paid(s: Situation, which: Filter, name: str) -> Truth:
    lying = card_called(s, name)
    if lying is not None:
        return matches(s, lying, which, ignore=("zones", "side"))
    card = s.book.card_named(name)
    return UNKNOWN if card is None else "yes" if s.book.is_printed(which, card) else "no"


def _summoned_so(s: Situation, printed: Requirement, link: Link, card: Card) -> Truth:
    return met(s, printed, _lying(s, link, card), link.by)


def _co_linked(s: Situation, printed: Requirement, link: Link, card: Card) -> Truth:
    lying = _lying(s, link, card)
    return UNKNOWN if lying is None else "yes" if lying.pointed_at_by else "no"


def _activated_in(s: Situation, printed: Requirement, link: Link, card: Card) -> Truth:
    if link.zone is None or printed.of is None:
        return UNKNOWN
    return "yes" if link.zone in printed.of.zones else "no"


def _in_turn_of(side: str) -> Callable[[Situation, Requirement, Link, Card], Truth]:
    def settled(s: Situation, printed: Requirement, link: Link, card: Card) -> Truth:
        mine = (s.question.turn == "own") == (link.by == "own")
        return "yes" if mine == (side == "own") else "no"

    return settled


def _target_is(s: Situation, printed: Requirement, link: Link, card: Card) -> Truth:
    """Whether what the link targets is of the kind, and in the place, named."""
    chosen = [card_called(s, name) for name in link.targets]
    if not chosen or None in chosen or printed.of is None:
        return UNKNOWN
    answers = [matches(s, c, printed.of, link.by) for c in chosen if c is not None]
    return one_holds(answers)


def _answered_is(s: Situation, printed: Requirement, link: Link, card: Card) -> Truth:
    """Whether the link below is of the card or place named."""
    chain = s.question.table.chain
    below = chain[chain.index(link) - 1] if link in chain and chain.index(link) else None
    answered = s.book.card_named(below.card) if below is not None else None
    if below is None or answered is None or printed.of is None:
        return UNKNOWN
    if printed.of.zones:
        places = (below.zone,) if below.zone else s.book.places_of(below, answered)
        return UNKNOWN if not places else "yes" if set(places) <= set(printed.of.zones) else "no"
    return "yes" if s.book.is_printed(printed.of, answered) else "no"


def _answers(s: Situation, printed: Requirement, link: Link, card: Card) -> Truth:
    """Whether the link stands on another one of the kind named, or began a chain at a summon about to happen."""
    chain = s.question.table.chain
    if link not in chain:
        return met(s, printed, _lying(s, link, card), link.by)
    below = chain[chain.index(link) - 1] if chain.index(link) else None
    if below is None or printed.is_ == "answers-summon":
        return "yes" if (below is None) == (printed.is_ == "answers-summon") else "no"
    answered = s.book.card_named(below.card)
    if printed.of is None or not printed.of.type:
        return "yes"
    return UNKNOWN if answered is None else "yes" if s.book.is_printed(printed.of, answered) else "no"


FIXED: dict[str, Callable[[Situation, Requirement, Link, Card], Truth]] = {
    "paid-with": _paid,
    "paid-with-each": _paid_with_each,
    "answers-activation": _answers,
    "answers-summon": _answers,
    "summoned-so": _summoned_so,
    "co-linked": _co_linked,
    "activated-in": _activated_in,
    "in-own-turn": _in_turn_of("own"),
    "in-opponents-turn": _in_turn_of("opponent"),
    "target-is": _target_is,
    "answered-is": _answered_is,
}


def new_text(s: Situation, link: Link) -> Action | None:
    """What the rewriting makes of a link; nothing where it was not rewritten or the new text is not known."""
    name, number = card_and_number(link.rewritten_by)
    card = s.book.card_named(name) if name else None
    effects = effects_numbered(card, number) if card is not None else []
    acts = (a for e in effects for a in e.every_act)
    return next((a for a in acts if a.act == _REWRITES), None)


def targets_now(s: Situation, link: Link) -> tuple[str, ...]:
    """What a link targets: as it was activated, and after a rewriting only what the new text still names."""
    text = new_text(s, link)
    return link.targets if text is None or text.count == _KEPT else ()


def rewritten_original(s: Situation, happening: Happening) -> Happening | None:
    """Where a card is told to have done something by rewriting another's effect: that it was rewritten."""
    source = s.book.card_named(happening.source) if happening.source else None
    told = [h for h in account(s) if h.event == "effect-rewritten" and h.source and h.card]
    return next((h for h in told if source is not None and s.book.card_named(h.source) is source), None)
