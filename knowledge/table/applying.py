"""What face-up cards do for as long as they lie there, as the matters of states look at it."""

from collections.abc import Iterator
from dataclasses import dataclass

from knowledge.data.cases import CardOnTable
from knowledge.data.profile import Action, Card, Effect, Requirement, effects_numbered
from knowledge.table.cards import card_called, every_card, profile_of, zone_of
from knowledge.table.filters import perhaps
from knowledge.table.situation import Situation

_CHAINLESS = ("continuous", "unclassified")


@dataclass(frozen=True, slots=True)
class Applying:
    """One act that applies from a face-up card without being activated."""

    act: Action
    effect: Effect
    source: CardOnTable


def applying(s: Situation) -> Iterator[Applying]:
    """Every such act whose card lies where its text works and whose printed conditions the table meets."""
    for lying in every_card(s):
        card = profile_of(s, lying)
        if card is None or lying.face == "down" or lying.negated_by or lying.being_summoned:
            continue
        for effect in card.effects:
            here = zone_of(s, lying) in _works_in(effect)
            if effect.kind in _CHAINLESS and here and all(holds(s, r, lying.side) for r in effect.requires):
                yield from (Applying(act, effect, lying) for act in effect.does)


def _works_in(effect: Effect) -> tuple[str, ...]:
    """Where an effect that is never activated applies."""
    if effect.zones:
        return effect.zones
    return {"pendulum": ("pendulum-zone",), "card": ("spell-zone", "field-zone")}.get(effect.part, ("monster-zone",))


def holds(s: Situation, requirement: Requirement, viewer: str = "own") -> bool:
    """Whether the table meets a printed condition about what is controlled; other conditions are taken as met."""
    if requirement.is_ not in ("controls", "controls-none", "opponent-controls") or requirement.of is None:
        return True
    found = any(perhaps(s, c, requirement.of, viewer) for c in every_card(s))
    return found != (requirement.is_ == "controls-none")


def hits(s: Situation, applied: Applying, lying: CardOnTable) -> bool:
    """Whether an act that applies is about this card."""
    if applied.act.what == "self":
        return applied.source is lying
    if applied.act.what == "target":
        return card_called(s, applied.source.targeting) is lying
    return perhaps(s, lying, applied.act.which, applied.source.side, source=applied.source)


def effect_named(s: Situation, name: str) -> tuple[Card, Effect] | None:
    """The effect a scenario writes as card/number."""
    card_name, _, number = name.partition("/")
    card = s.book.card_named(card_name)
    found = effects_numbered(card, number) if card else []
    return (card, found[0]) if card and found else None


def yes(claim: bool) -> str:
    """A claim as the value of a fact."""
    return "yes" if claim else "no"
