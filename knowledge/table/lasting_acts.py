"""What goes on applying on the table: continuous effects, resolved effects of this turn, and oaths already sworn."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from knowledge.data.cases import CardOnTable
from knowledge.data.profile import Action, Card, Choice, Effect, Requirement
from knowledge.table.cards import (
    card_called,
    every_card,
    groups_of,
    is_meant,
    level_of,
    profile_of,
    zone_of,
)
from knowledge.table.filters import perhaps, surely
from knowledge.table.resolved_effects import account, effects_named, resolved, told_as_activated
from knowledge.table.situation import Situation

OATH = "turn-of-activation"
OTHER = {"own": "opponent", "opponent": "own"}
CHAINLESS = ("continuous", "unclassified")
_FIELD = ("monster-zone", "spell-zone", "field-zone", "pendulum-zone")
_OUTSIDE = "outside-"  # a condition on cards that do not belong to the group named after it
_LEVEL = re.compile(r"level-at-least-(\d+)")
_THERE = {
    "in-gy": ("own", ("gy",)),
    "banished-there": ("own", ("banished",)),
    "controls": ("own", _FIELD),
    "opponent-controls": ("opponent", _FIELD),
}


@dataclass(frozen=True, slots=True)
class Lasting:
    """One act that applies: whose card does it, by which effect, aimed at what, and when in the account it began."""

    act: Action
    side: str
    card: Card
    effect: Effect
    source: CardOnTable | None
    aimed_at: tuple[str, ...]
    since: int  # place in the account of the turn; -1: before it, or for as long as its card lies there
    amount: int | None = None

    @property
    def was_activated(self) -> bool:
        """Whether it is the result of an effect that was activated, not of a card that merely lies there."""
        return self.effect.kind not in CHAINLESS


def lasting_acts(s: Situation) -> Iterator[Lasting]:
    """Every act that applies now, whoever it hits."""
    for lying in every_card(s):
        if lying.face == "up" and not is_negated(s, lying):
            yield from _of_card(s, lying)
    yield from _resolved_acts(s)
    for link in s.question.table.chain:
        card = s.book.card_named(link.card)
        if card is None:
            continue
        for effect in effects_named(card, link.effect if link.effect is not None else ""):
            yield from (
                Lasting(a, link.by, card, effect, card_called(s, link.card), link.targets, len(account(s)))
                for a in effect.cost
                if a.until == OATH
            )


def _resolved_acts(s: Situation) -> Iterator[Lasting]:
    for one in (*resolved(s), *told_as_activated(s)):
        acts = (*one.effect.does, *(a for a in one.effect.cost if a.until == OATH))
        for a in acts:
            yield Lasting(a, one.by, one.card, one.effect, one.source, one.targets, one.since, one.amount)


def _of_card(s: Situation, lying: CardOnTable) -> Iterator[Lasting]:
    card = profile_of(s, lying)
    if card is None:
        return
    aims = (lying.targeting,) if lying.targeting else ()
    for effect in card.effects:
        applies = effect.kind in CHAINLESS and _works_here(s, card, effect, lying)
        if applies and all(_holds(s, lying, r) for r in effect.requires):
            acts = (*effect.does, *(a for c in effect.choices if _is_the_case(s, lying, c) for a in c.does))
            yield from (Lasting(a, lying.side, card, effect, lying, aims, -1) for a in acts)


def _is_the_case(s: Situation, lying: CardOnTable, choice: Choice) -> bool:
    """Whether a part of a continuous text that depends on the life points applies now, as far as the table tells."""
    held, facing = (s.question.table.count("lp", side) for side in (lying.side, OTHER[lying.side]))
    if held is None or facing is None:
        return False
    ahead = held - facing
    told = {"lp-lower": ahead < 0, "lp-higher": ahead > 0}
    return any(told.get(r.is_, told.get(str(r.amount), False)) for r in choice.requires)


def _works_here(s: Situation, card: Card, effect: Effect, lying: CardOnTable) -> bool:
    zone = zone_of(s, lying)
    if effect.zones:
        return zone in effect.zones
    if effect.part == "pendulum":
        return zone == "pendulum-zone"
    return zone in _FIELD and (zone == "monster-zone" or not card.type.startswith("Monster"))


def _holds(s: Situation, source: CardOnTable, requirement: Requirement) -> bool:
    """Whether the table meets a condition of a continuous effect; what it does not tell is taken as met."""
    if requirement.is_ in ("has-material", "no-material"):
        return bool(source.materials) == (requirement.is_ == "has-material")
    if requirement.is_ in ("self-attacks", "self-attacked", "self-battles"):
        return _fights(s, source, requirement.is_)
    if requirement.is_ == "equipped":  # to a monster, or with a card of its own text's making
        return bool(source.equipped_to) or any(is_meant(s, c.equipped_to, source) for c in every_card(s))
    if requirement.is_ == "summoned-so" and requirement.of and requirement.of.summoned and source.summoned:
        return source.summoned in requirement.of.summoned
    if requirement.is_ in _THERE and requirement.of is not None:
        return _lies_there(s, source, requirement)
    if asked := _LEVEL.fullmatch(str(requirement.amount)):
        return (level_of(s, source) or 0) >= int(asked[1])
    return True


def _lies_there(s: Situation, source: CardOnTable, requirement: Requirement) -> bool:
    """Whether a card the condition asks for is among those listed; what nobody mentions is not there."""
    whose, zones = _THERE[requirement.is_]
    side = source.side if whose == "own" else "opponent" if source.side == "own" else "own"
    there = [c for c in every_card(s) if c.side == side and zone_of(s, c) in zones]
    excepted = str(requirement.amount).partition(_OUTSIDE)[2]
    asked = [c for c in there if not excepted or excepted not in groups_of(s, c)]
    return any(perhaps(s, c, requirement.of, source.side, source=source) for c in asked)


def _fights(s: Situation, lying: CardOnTable, how: str) -> bool:
    battle = s.question.table.battle
    if battle is None or not attack_declared(s):
        return False
    attacks, attacked = is_meant(s, battle.attacker, lying), is_meant(s, battle.defender, lying)
    return {"self-attacks": attacks, "self-attacked": attacked, "self-battles": attacks or attacked}[how]


def attack_declared(s: Situation) -> bool:
    """Whether the battle stated on the table has been declared, not merely proposed."""
    windows, window = s.book.windows, s.question.window
    return window in windows[windows.index("attack-declaration") : windows.index("damage.end") + 1]


def is_negated(s: Situation, lying: CardOnTable) -> bool:
    """Whether its effects are negated: stated, or by a spell or trap that lies there and negates what it names."""
    if lying.negated_by:
        return True
    for other in every_card(s):
        card = profile_of(s, other)
        works = card is not None and other.face == "up" and not other.negated_by
        if card is None or not works or card.type.startswith("Monster"):
            continue
        if any(a.act.act == "negate-effect" and reaches(s, a, lying) for a in _of_card(s, other)):
            return True
    return False


def reaches(s: Situation, lasting: Lasting, lying: CardOnTable) -> bool:
    """Whether an act that applies hits this card."""
    return _names(s, lasting, lying) and shield_against(s, lying, lasting) is None


def _names(s: Situation, lasting: Lasting, lying: CardOnTable) -> bool:
    act, source = lasting.act, lasting.source
    if act.what in ("you", "opponent", "both"):
        return act.what == "both" or (lying.side == lasting.side) == (act.what == "you")
    aimed = any(is_meant(s, name, lying) for name in lasting.aimed_at)
    worn = source is not None and is_meant(s, source.equipped_to, lying)
    if act.which is not None and act.what != "self":
        left_out = {"all-but-equipped": worn, "all-but-target": aimed, "all-but-battler": aimed}.get(str(act.count))
        pointed = act.what != "linked" or source is None or any(is_meant(s, n, source) for n in lying.pointed_at_by)
        return not left_out and pointed and surely(s, lying, act.which, lasting.side, source=source)
    if act.what == "self":
        return lying is source
    return worn if act.what == "equipped" else aimed


def shield_against(s: Situation, lying: CardOnTable, lasting: Lasting) -> Lasting | None:
    """What keeps this card unaffected by the card that does the act, if anything does."""
    for shield in (*own_shields(s, lying), *_resolved_acts(s)):
        if shield.act.act != "unaffected" or shield.card is lasting.card or not _names(s, shield, lying):
            continue
        of_monster = lasting.card.type.startswith("Monster")
        if shield.act.to == "other-cards" or (shield.act.to == "other-spells-and-traps" and not of_monster):
            return shield
    return None


def own_shields(s: Situation, lying: CardOnTable) -> Iterator[Lasting]:
    """What in its own text keeps this card unaffected now."""
    if lying.face == "up" and not lying.negated_by:
        yield from (a for a in _of_card(s, lying) if a.act.what == "self" and a.act.act == "unaffected")
