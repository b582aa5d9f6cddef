"""Effects that have resolved and go on: one reading of all the ways a table can state them.

A table lists them in `applied`, marks them on the card they were done to (`affected_by`), or tells in the account of
the turn that they were activated. What is told only as activated counts for as long as its text says it lasts.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import msgspec

from knowledge.data.cases import CardOnTable, Link
from knowledge.data.profile import ACTIVATED, Card, Effect, card_and_number, effects_numbered
from knowledge.table.cards import card_called, every_card, handle_of, is_meant, profile_of
from knowledge.table.situation import Situation, account

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
