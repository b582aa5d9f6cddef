"""What an activation consists of, and effects that have resolved and go on: all the ways a table can state them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import msgspec

from knowledge.data.cases import UNKNOWN, CardOnTable, Happening, Link
from knowledge.data.profile import (
    ACTIVATED,
    Action,
    Card,
    Effect,
    Filter,
    Requirement,
    card_and_number,
    effects_numbered,
)
from knowledge.table.cards import card_called, every_card, handle_of, is_meant, profile_of
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


OATH = "turn-of-activation"  # until when an oath binds that is sworn by activating
STANDING_OATH = "turn-even-if-negated"  # and one that binds although the activation was negated
OATHS = (OATH, STANDING_OATH)
_GO_WHEN_RESOLVED = ("Normal", "Quick-Play", "Ritual", "Counter")
_WITHOUT_RESULT = frozenset(("effect-negated", "effect-rewritten"))


@dataclass(frozen=True, slots=True)
class Resolved:
    """One effect that has resolved: of which card, for which player, aimed at what, and when."""

    card: Card
    effect: Effect
    by: str
    targets: tuple[str, ...]
    source: CardOnTable | None  # the card itself, where it still lies on the table
    since: int  # place in the account of the turn; -1: before it
    amount: int | None = None
    choice: int | None = None  # which bullet was chosen, where that is told
    by_counter: bool = False  # a counter that it placed, and that is still there, tells of it
    declared: str = ""  # what its player declared for it


def resolved(s: Situation) -> Iterator[Resolved]:
    """What the table states outright: marks on cards, then the list of what was applied, in its order."""
    yield from marks(s)
    for link in s.question.table.applied:
        yield from of_link(s, link)


def marks(s: Situation) -> Iterator[Resolved]:
    """What only the cards it was done to tell of; a mark that the list of what was applied repeats is left to it."""
    for lying in every_card(s):
        for kind, name in lying.counters_from.items():
            card, number = card_and_number(name)
            for one in _named(s, card, number, lying.side, (handle_of(s, lying),)) if lying.counters.get(kind) else ():
                yield replace(one, by_counter=True)
        for name in lying.affected_by:
            if not any(_is_same(s, link, name, lying) for link in s.question.table.applied):
                yield from _named(s, name, "", lying.side, (handle_of(s, lying),))
                yield from _done_without_a_chain(s, name, lying)


def _done_without_a_chain(s: Situation, name: str, lying: CardOnTable) -> Iterator[Resolved]:
    """What a card that is never activated did to the monster it fought: the mark can mean nothing else."""
    card = s.book.card_named(card_and_number(name)[0])
    if card is None or any(e.kind in ACTIVATED for e in card.effects):
        return
    for effect in card.effects:
        fought = tuple(msgspec.structs.replace(a, what="target") for a in effect.does if a.what == "battled")
        if fought:
            done = msgspec.structs.replace(effect, kind="unclassified", does=fought)
            yield Resolved(card, done, lying.side, (handle_of(s, lying),), None, -1, None)


def of_link(s: Situation, link: Link) -> Iterator[Resolved]:
    """The effects that one entry of the list means."""
    for one in _named(s, link.card, "" if link.effect is None else link.effect, link.by, link.targets):
        one = replace(one, source=None) if _is_another_copy(one) else one
        told = link.choice is not None or link.declared
        yield replace(one, choice=link.choice, declared=link.declared) if told else one


def _is_another_copy(one: Resolved) -> bool:
    """Whether a spell or trap that has resolved and gone is told of, and the one that lies here is another."""
    kind, _, way = one.card.type.partition(" / ")
    goes = kind in ("Spell", "Trap") and way in _GO_WHEN_RESOLVED
    return goes and one.source is not None and one.source.zone in ("hand", "spell-zone")


def _is_same(s: Situation, link: Link, name: str, lying: CardOnTable) -> bool:
    return s.book.card_named(link.card) is s.book.card_named(name) and any(is_meant(s, t, lying) for t in link.targets)


def told_as_activated(s: Situation) -> Iterator[Resolved]:
    """What the account of the turn tells to have been activated, as far as it was not negated."""
    told = account(s)
    for n, h in enumerate(told):
        if "effect-activated" not in s.book.wider_events((h.event,)):
            continue
        after = {x.event for x in told[n:] if x.card == h.card}
        for one in _named(s, h.card, h.effect, h.side or "own", (h.to,) if h.to else (), n, h.amount):
            effect = _as_it_came_out(one.effect, after)
            if h.event == "effect-activated" and effect.kind == "activate":
                effect = _without_the_card(effect)
            yield replace(one, effect=effect, choice=h.choice)


def _as_it_came_out(effect: Effect, after: set[str]) -> Effect:
    """What is left of an effect once it was negated or rewritten: the oath, for that is no effect.

    Where the activation was negated, an oath lapses as well, unless its text has it bind from the activation on.
    """
    if "activation-negated" in after:
        standing = tuple(a for a in effect.cost if a.until == STANDING_OATH)
        return msgspec.structs.replace(effect, cost=standing, does=(), choices=())
    return msgspec.structs.replace(effect, does=(), choices=()) if after & _WITHOUT_RESULT else effect


def _without_the_card(effect: Effect) -> Effect:
    """The effect of a spell or trap that was used without the card being activated: nothing was sworn for that."""
    return msgspec.structs.replace(effect, cost=tuple(a for a in effect.cost if a.until not in OATHS))


def summoned_their_own_way(s: Situation) -> Iterator[Resolved]:
    """What the summoning text of a card adds for the rest of the turn, where it came out in that way."""
    for n, h in enumerate(account(s)):
        if h.by != "procedure" or "special-summoned" not in s.book.wider_events((h.event,)):
            continue
        source = card_called(s, h.card)
        card = profile_of(s, source) if source else s.book.card_named(h.card)
        for effect in card.effects if card is not None else ():
            if effect.kind == "summoning":
                does = tuple(a for a in effect.does if a.act.startswith("forbid-"))
                yield Resolved(card, msgspec.structs.replace(effect, does=does), h.side or "own", (), source, n)  # type: ignore[arg-type]


def _named(
    s: Situation,
    name: str,
    number: int | str,
    by: str,
    targets: tuple[str, ...],
    since: int = -1,
    amount: int | None = None,
) -> Iterator[Resolved]:
    source = card_called(s, name)
    card: Card | None = profile_of(s, source) if source else s.book.card_named(name)
    if card is None:
        return
    for effect in effects_named(card, number):
        yield Resolved(card, effect, by, targets, source, since, amount)


def effect_named(s: Situation, name: str) -> tuple[Card, Effect] | None:
    """The effect a scenario writes as card/number."""
    card_name, number = card_and_number(name)
    card = s.book.card_named(card_name)
    found = effects_numbered(card, number) if card else []
    return (card, found[0]) if card and found else None


def effects_named(card: Card, number: int | str) -> list[Effect]:
    """The effect of this number (p2 for a pendulum effect), or all that are activated.

    One that is never activated but leaves something behind, as a card that leaves the field does, is meant by number.
    """
    kinds = (*ACTIVATED, "unclassified") if str(number) else ACTIVATED
    return [e for e in effects_numbered(card, number) if e.kind in kinds]


def oaths_on_the_chain(s: Situation) -> Iterator[Resolved]:
    """What is being activated with an oath: that binds its player from the activation on."""
    for link in s.question.table.chain:
        for one in of_link(s, link):
            if any(a.until in OATHS for a in one.effect.cost):
                yield replace(one, since=len(account(s)))
