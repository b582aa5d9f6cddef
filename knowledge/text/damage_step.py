"""Whether an effect may be activated in the damage step, judged from its profile alone.

Follows the battle-phase document, lines 263-316: the damage step is closed, and these are let in. Kept apart from the
rest of the reader, for the rule engine answers the same question from the same profile.
"""

from typing import NamedTuple

from knowledge.data.profile import Effect

# events that can have just happened inside the damage step and, when they befall this card, let its trigger in
OWN_EVENTS = frozenset(
    {
        "position-changed", "flipped", "destroyed", "destroyed-by-battle", "destroyed-by-effect", "tributed",
        "sent-to-gy", "sent-to-gy-by-battle", "sent-to-gy-by-effect", "sent-to-gy-as-material", "banished",
        "left-field", "left-field-by-effect", "added-to-hand", "drawn", "returned-to-hand", "returned-to-deck",
        "special-summoned", "summoned", "normal-summoned", "tribute-summoned", "flip-summoned", "used-as-material",
        "detached", "equipped",
        "discarded", "discarded-by-effect", "control-changed", "set-on-field", "counter-placed", "counter-removed",
    }
)  # fmt: skip
# events of battle itself, whoever they befall
BATTLE_EVENTS = frozenset(
    {
        "destroyed-by-battle", "sent-to-gy-by-battle", "destroys-by-battle", "battle-damage-inflicted",
        "battle-damage-taken", "battled", "battle-started", "before-damage-calculation", "damage-step-ended",
    }
)  # fmt: skip
# events that never fall into the damage step
OUTSIDE = frozenset(
    {
        "attack-declared", "attacked-directly", "chosen-as-attack-target", "draw-phase-came", "standby-phase-came",
        "main-phase-began", "battle-phase-began", "battle-phase-ending", "end-phase-came", "would-be-summoned",
        "attack-negated", "flip-summoned",
    }
)  # fmt: skip
CHANGES_STATS = frozenset(
    {"change-atk-def", "gain-atk-def", "lose-atk-def", "set-atk-def", "halve-atk-def", "double-atk-def", "swap-atk-def"}
)
SUMMONS = frozenset(
    {"special-summon", "special-summon-self", "summon-token", "fusion-summon", "ritual-summon", "synchro-summon",
     "xyz-summon", "link-summon", "normal-summon", "set-card"}
)  # fmt: skip
BATTLE = frozenset({"battle-phase"})
DAMAGE_WINDOWS = frozenset({"damage.start", "damage.before", "damage.after", "damage.end", "damage-step"})


class DamageStep(NamedTuple):
    """Whether an effect may be activated in the damage step outside damage calculation, and at damage calculation."""

    step: bool
    calculation: bool


CLOSED = DamageStep(False, False)


def damage_step_of(effect: Effect, card_type: str) -> DamageStep:
    """What the documents allow an effect of this profile on a card of this type."""
    if effect.kind in ("continuous", "unclassified", "condition", "summoning", "ignition"):
        return CLOSED
    if effect.kind == "activate" and not _fast(effect, card_type):
        return CLOSED  # Spell Cards of spell speed 1 are activated in the main phases only
    if "damage.calculation" in effect.at:
        return DamageStep(False, True)
    if DAMAGE_WINDOWS.intersection(effect.at) or "damage-step" in effect.also:
        return DamageStep(True, False)
    events = frozenset(effect.trigger.events) if effect.trigger else frozenset()
    if events and events <= OUTSIDE:
        return CLOSED
    if effect.at and not all(at in BATTLE for at in effect.at):
        return CLOSED
    acts = {action.act for action in effect.does}
    if effect.responds_to is not None:
        return _answering(effect, acts, card_type)
    if effect.mandatory:
        return DamageStep(True, False)
    if events:
        own = effect.trigger is not None and effect.trigger.subject != "other"
        return DamageStep(bool(events & BATTLE_EVENTS) or (own and bool(events & OWN_EVENTS)), False)
    if _fast(effect, card_type) and _first_changes_stats(effect):
        return DamageStep(True, False)
    return CLOSED


def _answering(effect: Effect, acts: set[str], card_type: str) -> DamageStep:
    """Counter traps, mandatory effects, and monster and trap effects that negate an activation."""
    answers_summon = effect.responds_to is not None and "summon" in effect.responds_to.to
    counter = effect.speed == 3
    negates = "negate-activation" in acts and not card_type.lower().startswith("spell")
    if (counter and not answers_summon) or negates or effect.mandatory:
        return DamageStep(True, True)
    return CLOSED


def _fast(effect: Effect, card_type: str) -> bool:
    if effect.kind == "quick":
        return True
    printed = card_type.lower()
    return effect.kind == "activate" and (printed.startswith("trap") or "quick" in printed)


def _first_changes_stats(effect: Effect) -> bool:
    """Whether ATK or DEF change by the effect itself and not as a mere follow-up of a summon."""
    for action in effect.does:
        if action.act in CHANGES_STATS:
            return True
        if action.act in SUMMONS:
            return False
    return False
