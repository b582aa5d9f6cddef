"""Facts derived from the cards, life points and happenings on the table. What the table does not tell is unknown."""

from collections.abc import Callable, Iterator
from typing import Any

from knowledge.engine.certain_destruction import is_certain
from knowledge.engine.facts.of_conditions import requirement_met
from knowledge.engine.places import working_zones
from knowledge.model.cases import UNKNOWN, CardOnTable
from knowledge.model.profile import Action, Effect

_FIELD = ("monster-zone", "spell-zone", "field-zone", "pendulum-zone")


def place_fits(s: Any) -> Any:
    """Whether the card lies where the effect works."""
    own, q = s.question.table.self, s.question
    if own is None or own.zone is None:
        return UNKNOWN
    zones = working_zones(q.card, q.effect)
    if own.zone == "hand" and "from-hand" in q.effect.also and "hand" not in zones:
        return _opens_from_hand(s)
    return "yes" if not zones or own.zone in zones else "no"


def _opens_from_hand(s: Any) -> Any:
    """Whether the permission to activate the card from the hand holds: what its text asks for that must be met."""
    permitting = [e for e in s.question.card.effects if e.kind == "condition" and "from-hand" in e.also]
    answers = [requirement_met(s, r) for e in permitting for r in e.requires]
    return "no" if "no" in answers else UNKNOWN if UNKNOWN in answers else "yes"


def controlled_by_asker(s: Any) -> Any:
    """Whether the player who would activate the effect controls the card."""
    own = s.question.table.self
    return UNKNOWN if own is None else "yes" if own.side != "opponent" else "no"


def face_fits(s: Any) -> Any:
    """Whether the card lies the way up that the effect needs."""
    own, q, e = s.question.table.self, s.question, s.question.effect
    zones = working_zones(q.card, e)
    off_the_field = bool(zones) and not set(zones) & set(_FIELD)
    if e.kind == "activate" or e.face == "any" or off_the_field:
        return "yes"
    if own is None or own.zone is None:
        return UNKNOWN
    return "yes" if own.zone not in _FIELD or own.face == e.face else "no"


def in_force(s: Any) -> Iterator[tuple[CardOnTable, Effect, Action]]:
    """Every act of every effect that applies without activation from a face-up card on the table."""
    for lying in s.question.table.cards:
        if lying.face == "down" or lying.negated_by or not lying.card or is_certain(s, lying):
            continue
        card = s.book.card_named(lying.card)
        for effect in card.effects if card else ():
            zones = working_zones(card, effect) if card else ()
            lies_elsewhere = lying.zone is not None and bool(zones) and lying.zone not in zones
            applies = effect.kind in ("continuous", "unclassified") and not lies_elsewhere
            if applies and not _waits_for_its_battle(s, lying, effect):
                for act in effect.does:
                    yield lying, effect, act


def _waits_for_its_battle(s: Any, lying: CardOnTable, effect: Effect) -> bool:
    """Whether an effect is for battles of its own card, and this card fights none of that kind now."""
    battle = s.question.table.battle
    names = {lying.card, lying.called} - {""}
    attacks = battle is not None and battle.attacker in names
    attacked = battle is not None and battle.defender in names
    holds = {"self-attacks": attacks, "self-attacked": attacked, "self-battles": attacks or attacked}
    return any(not holds.get(r.is_, True) for r in effect.requires)


def forbidden(s: Any) -> Any:
    """Whether an effect in force forbids this activation."""
    categories = s.value("effect")
    for lying, effect, act in in_force(s):
        if act.act != "forbid-activation" or not _is_meant(s, lying, act):
            continue
        side = act.which.side if act.which and act.which.side else _WHOSE.get(act.what)
        hits_us = side in (None, "either") or (side == "own") == (lying.side == "own")
        kinds = act.which.type if act.which else ()
        if hits_us and (not kinds or any(is_kind(s, kind, categories) for kind in kinds)) and _is_there(s, act):
            return "yes"
        del effect
    return UNKNOWN


def _is_there(s: Any, act: Action) -> bool:
    """Whether the card is activated where a prohibition says; in the hand only where the table shows it there."""
    zones = act.which.zones if act.which else ()
    own = s.question.table.self
    if own is not None and own.zone is not None:
        return not zones or own.zone in zones
    works_in = set(working_zones(s.question.card, s.question.effect)) - {"hand"}
    return not zones or bool(works_in & set(zones))


def _is_meant(s: Any, lying: CardOnTable, act: Action) -> bool:
    """Whether a prohibition is for everybody named by it now: not for a moment of its own, nor for other cards."""
    if act.what in ("", "you", "opponent", "both"):
        return not act.to
    tied_to = lying.targeting or lying.equipped_to
    if act.what not in ("target", "equipped") or not tied_to:
        return False
    if tied_to == "self":
        return True
    namesake = next((c for c in s.question.table.cards if c.called == tied_to), None)
    return (
        act.to == "target-and-same-name"
        and namesake is not None
        and s.book.card_named(namesake.card) is s.question.card
    )


_WHOSE = {"you": "own", "opponent": "opponent"}


def is_kind(s: Any, kind: str, categories: frozenset[str]) -> bool:
    """Whether an activation is of a kind of card a prohibition names: monster, spell, trap, or effect monsters."""
    if kind == "effect":
        return "monster-effect" in categories and "Effect" in s.question.card.type.split(" / ")
    return f"{kind}-effect" in categories


FACTS: dict[str, Callable[[Any], Any]] = {
    "place-fits": place_fits,
    "controlled-by-asker": controlled_by_asker,
    "face-fits": face_fits,
    "forbidden": forbidden,
    "faq-admits-damage-step": lambda s: UNKNOWN,
}
