"""Facts derived from the cards, life points and happenings on the table. What the table does not tell is unknown."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from knowledge.engine.certain_destruction import is_certain
from knowledge.engine.facts.of_battle import done_this_turn
from knowledge.engine.places import working_zones
from knowledge.engine.requirements import MET
from knowledge.model.cases import UNKNOWN, CardOnTable, Happening
from knowledge.model.profile import Action, Effect, Requirement

_ACTIVATIONS = ("effect-activated", "card-activated")
_FIELD = ("monster-zone", "spell-zone", "field-zone", "pendulum-zone")


def place_fits(s: Any) -> Any:
    """Whether the card lies where the effect works."""
    own, q = s.question.table.self, s.question
    if own is None or own.zone is None:
        return UNKNOWN
    zones = working_zones(q.card, q.effect)
    return "yes" if not zones or own.zone in zones else "no"


def face_fits(s: Any) -> Any:
    """Whether the card lies the way up that the effect needs."""
    own, e = s.question.table.self, s.question.effect
    if own is None or own.zone not in _FIELD or e.kind == "activate" or e.face == "any":
        return UNKNOWN
    return "yes" if own.face == e.face else "no"


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


def condition_met(s: Any) -> Any:
    """Whether the printed conditions on the table hold."""
    e = s.question.effect
    answers = [_met(s, r) for r in (e.requires if e is not None else ())]
    if "no" in answers:
        return "no"
    return UNKNOWN if UNKNOWN in answers else "yes"


def _met(s: Any, printed: Requirement) -> Any:
    requirement = printed.is_
    if requirement in MET and (answer := MET[requirement](s, printed)) is not UNKNOWN:
        return answer
    if (deed := done_this_turn(s, requirement)) is not UNKNOWN:
        return deed
    battle = s.question.table.battle
    if battle is None:
        return UNKNOWN
    attacks, attacked = battle.attacker == "self", battle.defender == "self"
    known = {
        "self-battles": attacks or attacked,
        "self-attacks": attacks,
        "self-attacked": attacked,
        "monsters-battle": bool(battle.attacker and battle.defender),
    }
    return ("yes" if known[requirement] else "no") if requirement in known else UNKNOWN


def event_happened(s: Any) -> Any:
    """Whether what sets the effect off has just happened."""
    e, happened = s.question.effect, s.question.table.happened
    if e.trigger is None:
        return "yes"
    if not happened:
        return UNKNOWN
    return "yes" if _lasts_through_the_phase(s) or any(_sets_off(s, h) for h in happened) else "no"


def _lasts_through_the_phase(s: Any) -> bool:
    """Whether a phase or step sets the effect off: not a single moment, so other things may come between."""
    events = [s.book.library.events[e] for e in s.question.effect.trigger.events if e in s.book.library.events]
    return any("phase-came" in s.book.wider_events((e.id,)) and s.question.window in e.happens for e in events)


def _sets_off(s: Any, happening: Happening) -> bool:
    trigger = s.question.effect.trigger
    if not s.book.wider_events((happening.event,)) & frozenset(trigger.events):
        return False
    if happening.origin and trigger.of and trigger.of.zones and happening.origin not in trigger.of.zones:
        return False
    if happening.origin and happening.origin not in _FIELD and happening.card == "self" and _asks_for_the_field(s):
        return False
    to_itself = happening.card == "self"
    return bool(trigger.subject == "any" or to_itself == (trigger.subject == "self"))


def timing_missed(s: Any) -> Any:
    """Whether something else has happened since, so that an optional "when" is too late."""
    e, happened = s.question.effect, s.question.table.happened
    if e.trigger is None or e.mandatory or e.trigger.when_or_if != "when" or _lasts_through_the_phase(s):
        return "no"
    last = max((n for n, h in enumerate(happened) if _sets_off(s, h)), default=None)
    return "yes" if last is not None and any(h.then for h in happened[last + 1 :]) else "no"


def _asks_for_the_field(s: Any) -> bool:
    return any(r.is_ == "was-on-field" for r in s.question.effect.requires)


def used_up(s: Any) -> Any:
    """Whether the effect's limit has been reached."""
    e = s.question.effect
    if e.limit is None:
        return "no"
    return "yes" if len(_uses(s)) >= e.limit.times else UNKNOWN


def _uses(s: Any) -> list[Happening]:
    return [h for h in s.question.table.earlier if h.event in _ACTIVATIONS and h.card == "self"]


def only_negated_cards(s: Any) -> Any:
    """Whether the limit is reached only by counting card activations that were negated."""
    e, told = s.question.effect, [h for h in s.question.table.earlier if h.card == "self"]
    if e.limit is None:
        return "no"
    negated = [
        one for one, after in pairwise(told) if one.event == "card-activated" and after.event == "activation-negated"
    ]
    return "yes" if negated and len(_uses(s)) - len(negated) < e.limit.times else "no"


def forbidden(s: Any) -> Any:
    """Whether an effect in force forbids this activation."""
    categories = s.value("effect")
    for lying, effect, act in in_force(s):
        if act.act != "forbid-activation" or not _is_meant(s, lying, act):
            continue
        side = act.which.side if act.which and act.which.side else _WHOSE.get(act.what)
        hits_us = side in (None, "either") or (side == "own") == (lying.side == "own")
        kinds = act.which.type if act.which else ()
        if hits_us and (not kinds or any(_is_kind(s, kind, categories) for kind in kinds)):
            return "yes"
        del effect
    return UNKNOWN


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


def _is_kind(s: Any, kind: str, categories: frozenset[str]) -> bool:
    """Whether an activation is of a kind of card a prohibition names: monster, spell, trap, or effect monsters."""
    if kind == "effect":
        return "monster-effect" in categories and "Effect" in s.question.card.type.split(" / ")
    return f"{kind}-effect" in categories


FACTS: dict[str, Callable[[Any], Any]] = {
    "place-fits": place_fits,
    "face-fits": face_fits,
    "condition-met": condition_met,
    "event-happened": event_happened,
    "timing-missed": timing_missed,
    "used-up": used_up,
    "used-by-negated-cards-only": only_negated_cards,
    "forbidden": forbidden,
    "faq-admits-damage-step": lambda s: UNKNOWN,
}
