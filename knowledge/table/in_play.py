"""What applies on the table without being activated now: continuous effects, and results of effects resolved before."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import msgspec

from knowledge.data.cases import CardOnTable
from knowledge.data.profile import Action, Card, Effect, Requirement
from knowledge.table.cards import card_called, every_card, figure, is_meant, profile_of, zone_of
from knowledge.table.filters import surely
from knowledge.table.places import working_zones
from knowledge.table.resolved_effects import Resolved, marks, of_link, told_as_activated
from knowledge.table.situation import Situation

_CHAINLESS = ("continuous", "unclassified")
_OUTLASTS_A_BATTLE = ("end-of-turn", "end-of-opponent-turn", "end-of-battle-phase", "while-faceup")


@dataclass(frozen=True, slots=True)
class InPlay:
    """One act that applies, of which card and effect, for which player, and the cards the effect targeted."""

    act: Action
    card: Card
    effect: Effect
    side: str
    source: CardOnTable | None  # the card that lies there, for an effect that depends on it
    targets: tuple[str, ...] = ()

    @property
    def lasting(self) -> bool:
        """Whether it is the result of an effect resolved before."""
        return self.source is None


def in_play(s: Situation, spent: Callable[[CardOnTable], bool] = lambda lying: False) -> Iterator[InPlay]:
    """Every act that applies, in the order of time: what was resolved before, then the cards as they are listed.

    A card that lies on the table and is also named among what was resolved takes its place in time there.
    `spent` tells which cards no longer apply their own continuous effects.
    """
    applied = s.question.table.applied
    dated = [lying for lying in every_card(s) if any(is_meant(s, link.card, lying) for link in applied)]
    for one in marks(s):
        yield from _lasting(one, one.effect.does)
    for link in applied:
        for one in of_link(s, link):
            yield from _lasting(one, one.effect.does)
        for lying in (c for c in dated if is_meant(s, link.card, c) and not spent(c)):
            yield from _by_lying_there(s, lying)
    for one in told_as_activated(s):
        yield from _lasting(one, [act for act in one.effect.does if act.until in _OUTLASTS_A_BATTLE])
    for lying in every_card(s):
        if not any(lying is c for c in dated) and not spent(lying):
            yield from _by_lying_there(s, lying)


def _lasting(one: Resolved, acts: Iterable[Action]) -> Iterator[InPlay]:
    return (InPlay(act, one.card, one.effect, one.by, None, one.targets) for act in acts)


def _by_lying_there(s: Situation, lying: CardOnTable) -> Iterator[InPlay]:
    """What a face-up card does for as long as it lies where its text works."""
    card = profile_of(s, lying)
    if card is None or lying.face == "down" or lying.negated_by:
        return
    zone, targets = zone_of(s, lying), tuple(t for t in (lying.targeting, lying.equipped_to) if t)
    for effect in card.effects:
        if effect.kind in _CHAINLESS and zone in working_zones(card, effect):
            yield from (InPlay(act, card, effect, lying.side, lying, targets) for act in effect.does)


def reaches(s: Situation, play: InPlay, lying: CardOnTable) -> bool:
    """Whether an act that applies is about this card: itself, its target, what it equips, or what it describes."""
    what = play.act.what
    if what == "self":
        return play.source is lying or (play.lasting and lying.side == play.side and profile_of(s, lying) is play.card)
    if what in ("target", "equipped", "holder", "battled"):
        return any(card_called(s, t) is lying for t in play.targets)
    if play.act.which is not None:
        other = not play.act.which.other or play.source is not lying
        linked = what != "linked" or any(card_called(s, name) is play.source for name in lying.pointed_at_by)
        return other and linked and surely(s, lying, play.act.which, play.side, ignore=("other",))
    return False


def fighter(s: Situation, role: str) -> CardOnTable | None:
    """The monster that attacks or is attacked, as it lies on the table."""
    battle = s.question.table.battle
    return card_called(s, getattr(battle, role)) if battle else None


def holds_now(s: Situation, requirement: Requirement, play: InPlay) -> bool | None:
    """Whether a printed condition of an act is met in the battle going on; None where the table is silent."""
    attacker, defender = fighter(s, "attacker"), fighter(s, "defender")
    source = play.source
    if requirement.is_ == "self-battles":
        return (source is attacker and _of(s, requirement, defender, play)) or (
            source is defender and source is not None and _of(s, requirement, attacker, play)
        )
    if requirement.is_ == "self-attacks":
        return source is attacker and _of(s, requirement, defender, play)
    if requirement.is_ == "self-attacked":
        return source is not None and source is defender and _of(s, requirement, attacker, play)
    if requirement.is_ == "monsters-battle":
        return attacker is not None and defender is not None
    if requirement.is_ in ("own-monster-battles", "own-monster-attacks", "own-monster-attacked"):
        fighters = {"own-monster-attacks": (attacker,), "own-monster-attacked": (defender,)}
        ours = [m for m in fighters.get(requirement.is_, (attacker, defender)) if m is not None and m.side == play.side]
        return any(_of(s, requirement, m, play) for m in ours)
    if requirement.is_ == "attacks-a-stronger-monster":
        return _attacks_stronger(s, requirement, play)
    if requirement.is_ == "equipped":
        return bool(source is not None and source.equipped_to)
    if requirement.is_ == "summoned-so" and requirement.of and requirement.of.summoned and source is not None:
        return source.summoned in requirement.of.summoned
    return None


def _of(s: Situation, requirement: Requirement, other: CardOnTable | None, play: InPlay) -> bool:
    """Whether the other monster is as the condition says; in a battle the value it fights with is its ATK."""
    wanted = requirement.of
    if wanted is None or other is None:
        return wanted is None
    value = atk_in_battle(s, other)
    strong = wanted.atk is None or (value is not None and wanted.atk[0] <= value <= wanted.atk[1])
    return strong and surely(s, other, msgspec.structs.replace(wanted, atk=None), play.side)


def _attacks_stronger(s: Situation, requirement: Requirement, play: InPlay) -> bool | None:
    attacker, defender = fighter(s, "attacker"), fighter(s, "defender")
    if attacker is None or defender is None or not _of(s, requirement, attacker, play):
        return False
    ours, theirs = figure(s, attacker, "atk"), figure(s, defender, "atk")
    return None if ours is None or theirs is None else ours < theirs


def fights_with_defence(s: Situation, lying: CardOnTable) -> bool:
    """Whether an effect lets this monster in defence position use its DEF as ATK."""
    if lying.position != "defence":
        return False
    return any(play.act.act == "count-def-as-atk" and reaches(s, play, lying) for play in in_play(s))


def atk_in_battle(s: Situation, lying: CardOnTable) -> int | None:
    """What counts as a monster's ATK in the battle."""
    return figure(s, lying, "defence" if fights_with_defence(s, lying) else "atk")


def is_unaffected(s: Situation, lying: CardOnTable, card: Card, side: str) -> bool:
    """Whether something makes a card on the table unaffected by the effects of another player's, or another, card."""
    word = card.type.split(" / ")[0]
    covered = {
        "other-spells-and-traps": word in ("Spell", "Trap"),
        "spell-trap-effects": word in ("Spell", "Trap"),
        "opponent-effects": side != lying.side,
        "other-opponent-monster-effects": word == "Monster" and side != lying.side,
        "other-cards-effects": card is not profile_of(s, lying),
    }
    return any(
        play.act.act == "unaffected"
        and covered.get(play.act.to, False)
        and play.card is not card
        and reaches(s, play, lying)
        for play in in_play(s)
    )


def conditions_hold(s: Situation, play: InPlay) -> bool:
    """Whether nothing on the table speaks against the printed conditions of an act that applies."""
    printed = play.act.requires if play.lasting else (*play.effect.requires, *play.act.requires)
    return all(holds_now(s, r, play) is not False for r in printed)
