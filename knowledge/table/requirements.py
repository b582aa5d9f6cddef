"""Printed conditions: whether the table meets what a text asks for, seen from the card that prints it.

The answer is yes, no, or unknown where the table is silent. What is then taken as so follows one rule: what nobody
mentions is not there, and what cannot be seen on a table is no bar.
"""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from knowledge.data.cases import UNKNOWN, CardOnTable, Happening
from knowledge.data.profile import Filter, Requirement
from knowledge.table.cards import (
    FIELD,
    card_called,
    every_card,
    fighter,
    figure,
    groups_of,
    is_meant,
    level_of,
    profile_of,
    zone_of,
)
from knowledge.table.filters import is_listed_in_full, lists_all, matches, perhaps, surely
from knowledge.table.situation import Situation, account, yes

OTHER = {"own": "opponent", "opponent": "own"}
_PLACES: dict[str, tuple[str, tuple[str, ...]]] = {
    "controls": ("own", FIELD),
    "controls-none": ("own", FIELD),
    "opponent-controls": ("opponent", FIELD),
    "opponent-controls-none": ("opponent", FIELD),
    "in-gy": ("own", ("gy",)),
    "not-in-gy": ("own", ("gy",)),
    "in-hand": ("own", ("hand",)),
    "banished-there": ("own", ("banished",)),
}
_NEVER_MENTIONED = ("has-material", "has-counter", "equipped", "summoned-this-turn", "just-summoned")
_EXACTLY = re.compile(r"exactly-(\d+)")
UNREAD = "unread"  # a condition the text reader could not read is nobody's to assume
_ROLES = {"attacks": ("attacker",), "attacked": ("defender",), "battles": ("attacker", "defender")}
_FACING = {"attacker": "defender", "defender": "attacker"}
_BATTLES = tuple(f"{whose}-{how}" for whose in ("self", "own-monster") for how in _ROLES)
_OUTSIDE = "outside-"  # a condition on cards that do not belong to the group named after it
_TRIBUTES = {"two-tributes": 2, "three-tributes": 3}  # what one monster may count as


def met(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether a condition holds in the text of this card, which a player of this side controls."""
    answer = _MET.get(printed.is_)
    return answer(s, printed, source, side) if answer else UNKNOWN


def taken_as_met(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> bool:
    """What is made of a condition of a card that lies there where the table does not tell."""
    if printed.is_ == UNREAD:
        return s.stated.get("unread.applies") == "yes" or s.question.table.known.get("unread.applies") == "yes"
    if printed.is_ in _NEVER_MENTIONED or printed.is_ in _BATTLES:
        return False
    if printed.is_ in _PLACES and not _asks_for_none(printed):
        return any(perhaps(s, c, _described(printed), side, source=source) for c in _considered(s, printed))
    return True


def _asks_for_none(printed: Requirement) -> bool:
    return printed.is_.endswith("-none") or printed.is_.startswith("not-")


def _described(printed: Requirement, side: str = "", zones: tuple[str, ...] = ()) -> Filter:
    """The cards a condition speaks of, with the side and the places it means where it does not spell them out."""
    usual, places = _PLACES.get(printed.is_, ("own", FIELD))
    of = printed.of or Filter()
    whose: Any = of.side or side or usual
    if places is FIELD and "monster" in of.type and not {"spell", "trap"} & set(of.type):
        places = ("monster-zone",)  # monsters one controls lie nowhere else
    where: Any = of.zones or zones or places
    return msgspec.structs.replace(of, side=whose, zones=where)


def _considered(s: Situation, printed: Requirement) -> list[CardOnTable]:
    excepted = str(printed.amount).partition(_OUTSIDE)[2]
    return [c for c in every_card(s) if not excepted or excepted not in groups_of(s, c)]


def _there(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether as many cards as the text asks for lie there; "no" only where the table lists them all."""
    if printed.of is None and printed.is_ in ("controls", "opponent-controls"):
        return UNKNOWN
    which = _described(printed)
    needed = printed.amount if isinstance(printed.amount, int) else 1
    answers = [matches(s, c, which, side, source=source) for c in _considered(s, printed)]
    if exact := _EXACTLY.fullmatch(str(printed.amount)):
        needed, there = int(exact[1]), answers.count("yes")
        if there > needed or (there < needed and UNKNOWN not in answers and lists_all(s, which, side)):
            return "no"
        return "yes" if there == needed and UNKNOWN not in answers else UNKNOWN
    if answers.count("yes") >= needed:
        return "yes"
    if UNKNOWN not in answers and lists_all(s, which, side):
        return "no"
    named = printed.is_ == "controls" and (which.name or which.group)
    elsewhere = named and any(surely(s, c, which, side, ignore=("zones",)) for c in every_card(s))
    return "no" if elsewhere else UNKNOWN  # the very card asked for is shown, and lies elsewhere


def _none_there(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether nothing of the kind lies on a field, or in one's GY."""
    if printed.of is None:
        return UNKNOWN
    there = _there(s, msgspec.structs.replace(printed, amount=1), source, side)
    return {"yes": "no", "no": "yes"}.get(there, UNKNOWN)


def _controls_only(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether all of one's monsters are of the kind named; what is not listed is not judged."""
    if printed.of is None:
        return UNKNOWN
    which = _described(printed, "own", ("monster-zone",))
    monsters = [c for c in every_card(s) if c.side == side and zone_of(s, c) in which.zones]
    return "no" if any(matches(s, c, which, side) == "no" for c in monsters) else UNKNOWN


def _controls_more(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether the field named holds more cards than the other; told only where the smaller side is listed in full."""
    zones = printed.of.zones if printed.of and printed.of.zones else FIELD
    more = "opponent" if printed.is_ == "opponent-controls-more" else "own"
    kinds = [msgspec.structs.replace(printed.of or Filter(), side=x, zones=zones) for x in (more, OTHER[more])]
    many, few = (sum(surely(s, c, kind, side, source=source) for c in every_card(s)) for kind in kinds)
    if many > few and is_listed_in_full(s, zones, OTHER[more], side):
        return "yes"
    return "no" if few >= many and is_listed_in_full(s, zones, more, side) else UNKNOWN


def _empty_hand(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    held = s.question.table.count("hand", side)
    return UNKNOWN if held is None else yes(held == 0)


def _life_points(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    held, facing = (s.question.table.count("lp", whose) for whose in (side, OTHER[side]))
    if printed.is_ in ("lp-lower", "lp-higher"):
        if held is None or facing is None:
            return UNKNOWN
        ahead = facing - held if printed.is_ == "lp-lower" else held - facing
        return yes(ahead >= printed.amount if isinstance(printed.amount, int) else ahead > 0)
    if held is None or not isinstance(printed.amount, int):
        return UNKNOWN
    return yes(held <= printed.amount if printed.is_ == "lp-at-most" else held >= printed.amount)


def _materials(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether it has materials, where some are shown under it."""
    return yes(printed.is_ == "has-material") if source is not None and source.materials else UNKNOWN


def _position(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    if source is None or source.position is None:
        return UNKNOWN
    return yes(printed.is_ == f"in-{source.position}-position")


def _equipped(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether it is equipped to a monster, or with a card of its own text's making."""
    worn = source is not None and any(is_meant(s, c.equipped_to, source) for c in every_card(s))
    return "yes" if worn or (source is not None and source.equipped_to) else UNKNOWN


def _summoned_so(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    told = source is not None and source.summoned and printed.of is not None and printed.of.summoned
    return yes(source.summoned in printed.of.summoned) if told else UNKNOWN  # type: ignore[union-attr]


def _chain_at_least(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether so many links stand on the chain already."""
    links = len(s.question.table.chain)
    return yes(links >= printed.amount) if isinstance(printed.amount, int) else UNKNOWN


def _tributed_for(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether it was summoned with so many tributes, one that stands for two or three counted as that many."""
    if source is None or not source.summoned_with or not isinstance(printed.amount, int):
        return UNKNOWN
    released = len(source.summoned_with)
    if printed.is_ == "tributes-released":
        return yes(released >= printed.amount)
    most = sum(_stands_for(s, name, source) for name in source.summoned_with)
    return yes(released <= printed.amount <= most)


def _stands_for(s: Situation, name: str, summoned: CardOnTable) -> int:
    """How many tributes a monster may count as for the summon of this one, by its own text."""
    lying = card_called(s, name)
    card = profile_of(s, lying) if lying is not None else s.book.card_named(name)
    texts = [a for e in card.effects for a in e.does if a.act == "treat-as" and a.to in _TRIBUTES] if card else []
    fitting = [a for a in texts if a.which is None or perhaps(s, summoned, a.which)]
    return max((_TRIBUTES[a.to] for a in fitting), default=1)


def _fights(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether the battle going on is one of this card, or of a monster of its player, as its text asks."""
    whose, how = printed.is_.rsplit("-", 1)
    if not attack_declared(s):
        return "no"
    battle = s.question.table.battle
    if battle is None:
        return UNKNOWN if whose == "own-monster" or source is s.question.table.self else "no"
    fighters = {role: fighter(s, role) for role in ("attacker", "defender")}
    if whose == "self":
        mine = [role for role in _ROLES[how] if source is not None and fighters[role] is source]
        return _as_described(s, printed.of, fighters[_FACING[mine[0]]], side) if mine else "no"
    ours = [role for role in _ROLES[how] if (c := fighters[role]) is not None and c.side == side]
    foe = printed.of is not None and printed.of.side == "opponent"  # what the text describes is the monster fought
    meant = [fighters[_FACING[role] if foe else role] for role in ours]
    answers = [_as_described(s, printed.of, c, side) for c in meant]
    unseen = [role for role in _ROLES[how] if getattr(battle, role) and fighters[role] is None]  # named, not shown
    return "yes" if "yes" in answers else UNKNOWN if unseen or UNKNOWN in answers else "no"


def _as_described(s: Situation, wanted: Filter | None, lying: CardOnTable | None, side: str) -> Any:
    """Whether a fighter is as the condition says; in a battle the value it fights with is its ATK."""
    if wanted is None or lying is None:
        return yes(wanted is None)
    rest = matches(s, lying, msgspec.structs.replace(wanted, atk=None), side, ignore=("zones",))
    if wanted.atk is None or rest == "no":
        return rest
    value = s.state.value_in_battle(lying)
    return UNKNOWN if value is None else yes(wanted.atk[0] <= value <= wanted.atk[1] and rest == "yes")


def _monsters_battle(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    battle = s.question.table.battle
    return UNKNOWN if battle is None else yes(bool(battle.attacker and battle.defender))


def _attacks_stronger(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    attacker, defender = fighter(s, "attacker"), fighter(s, "defender")
    if attacker is None or defender is None or _as_described(s, printed.of, attacker, side) != "yes":
        return "no"
    ours, theirs = figure(s, attacker, "atk"), figure(s, defender, "atk")
    return UNKNOWN if ours is None or theirs is None else yes(ours < theirs)


def _would_take_battle_damage(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether the battle on the table would inflict battle damage on the player whose card it is."""
    reckoning = s.book.reckoned("battle-damage", s) if s.question.table.battle is not None else None
    return UNKNOWN if reckoning is None else yes(bool(reckoning.amounts.get(side)))


def _activated(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether the account of the turn tells of such an activation; one that was negated was none."""
    table, whose = s.question.table, printed.of.side if printed.of is not None else None
    told = (*table.earlier, *table.happened)
    activated = [(n, h) for n, h in enumerate(told) if "effect-activated" in s.book.wider_events((h.event,))]
    for n, h in activated:
        negated = any(x.event == "activation-negated" and x.card == h.card for x in told[n:])
        by = (h.side or "own") if side == "own" else OTHER[h.side or "own"]
        card = s.book.card_named(h.card)
        kinds = set(printed.of.type) & {"monster", "spell", "trap"} if printed.of is not None else set()
        fits = card is None or not kinds or card.type.split(" / ")[0].lower() in kinds
        if not negated and fits and (whose in (None, "either") or by == whose):
            return "yes"
    return "no" if activated else UNKNOWN


def _summoned_this_turn(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether the account of the turn tells of its summon."""
    told = account(s)
    summons = [h for h in told if "summoned" in s.book.wider_events((h.event,))]
    ways = printed.of.summoned if printed.of is not None else ()
    mine = [h for h in summons if source is not None and is_meant(s, h.card, source)]
    if any(not ways or h.event.removesuffix("-summoned") in (*ways, "summoned") for h in mine):
        return "yes"
    return "no" if told else UNKNOWN


def _not_summoned_this_turn(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    there = _summoned_this_turn(s, printed, source, side)
    return {"yes": "no", "no": "yes"}.get(there, UNKNOWN)


def _sent_this_turn(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether the account of the turn tells that it went to the GY."""
    told = account(s)
    gone = [h for h in told if "sent-to-gy" in s.book.wider_events((h.event,))]
    return "yes" if source is not None and any(is_meant(s, h.card, source) for h in gone) else UNKNOWN


def _opponent_summoned(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether the account of the turn tells of so many summons by the other player; who counts some, counts all."""
    told = account(s)
    summons = [h for h in told if "summoned" in s.book.wider_events((h.event,)) and (h.side or side) != side]
    if not isinstance(printed.amount, int) or not summons:
        return UNKNOWN
    return "yes" if len(summons) >= printed.amount else "no"


def _own_effect_used(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    told = account(s)
    used = [h for h in told if h.event == "effect-activated" and source is not None and is_meant(s, h.card, source)]
    return "yes" if any(str(h.effect) == str(printed.amount) for h in used) else UNKNOWN


def _just_summoned(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether such a summon is the last thing that happened; open while a chain stands on it."""
    summons = summons_meant(s, printed, source, side)
    if not summons or any(h.later for h in s.question.table.happened[summons[-1] + 1 :]):
        return "no"
    return UNKNOWN if s.question.table.chain else "yes"


def summons_meant(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> list[int]:
    """Which of the things that just happened are summons a text speaks of: of its own card, or of what it describes."""
    told = list(enumerate(s.question.table.happened))
    summons = [(n, h) for n, h in told if "summoned" in s.book.wider_events((h.event,))]
    return [n for n, h in summons if _is_such_a_summon(s, h, printed.of, source, side)]


def _is_such_a_summon(s: Situation, h: Happening, of: Filter | None, source: CardOnTable | None, side: str) -> bool:
    lying = card_called(s, h.card)
    if of is None or lying is None:
        return lying is not None and lying is source
    how = lying.summoned or h.event.removesuffix("-summoned")
    return surely(s, msgspec.structs.replace(lying, summoned=how), of, side)


def _level(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    level = level_of(s, source) if source is not None else None
    return UNKNOWN if level is None or not isinstance(printed.amount, int) else yes(level >= printed.amount)


def _banished_by_own_effect(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    told = [h for h in account(s) if h.card == "self"]
    by = next((h.source for h in reversed(told) if h.event == "banished" and h.source), "")
    return yes(by == "self" or s.book.card_named(by) is s.question.card) if by else UNKNOWN


def _outside_own_groups(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether a monster of the same player is not of the card's archetype, as one that lies face-down never is."""
    if source is None:
        return UNKNOWN
    ours = [c for c in every_card(s) if c is not source and c.side == side and zone_of(s, c) == "monster-zone"]
    group = groups_of(s, source)
    return "yes" if any(c.face == "down" or not groups_of(s, c) & group for c in ours) else UNKNOWN


def _equally_many(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether both players control as many monsters; told only where both sides are listed in full."""
    if not is_listed_in_full(s, ("monster-zone",), "either", side):
        return UNKNOWN
    sides = [c.side for c in every_card(s) if zone_of(s, c) == "monster-zone"]
    return yes(sides.count("own") == sides.count("opponent"))


def _wearer_fights(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether the monster that wears this card attacks, or battles what the text names."""
    battle = s.question.table.battle
    if source is None or not source.equipped_to or battle is None:
        return UNKNOWN
    roles = _ROLES[printed.is_.rsplit("-", 1)[1]]
    worn = [r for r in roles if (c := fighter(s, r)) is not None and is_meant(s, source.equipped_to, c)]
    return _as_described(s, printed.of, fighter(s, _FACING[worn[0]]), side) if worn else "no"


def _attacks_directly(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    battle = s.question.table.battle
    if battle is None or source is None:
        return UNKNOWN
    return yes(fighter(s, "attacker") is source and not battle.defender)


def _destroyed_went_to_gy(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether what was destroyed went to the GY, where another end of it is told."""
    told = s.question.table.happened
    destroyed = {h.card for h in told if "destroyed" in s.book.wider_events((h.event,)) and h.card != "self"}
    ends = {h.event for h in told if h.card in destroyed}
    if any("sent-to-gy" in s.book.wider_events((event,)) for event in ends):
        return "yes"
    return "no" if ends & {"banished", "returned-to-deck", "returned-to-hand"} else UNKNOWN


def _target_not_destroyed(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether the attacked monster outlived its battle, where its destruction is told."""
    battle = s.question.table.battle
    defender = fighter(s, "defender") if battle is not None and battle.defender else None
    told = s.question.table.happened
    beaten = [h for h in told if "destroyed-by-battle" in s.book.wider_events((h.event,))]
    return "no" if defender is not None and any(is_meant(s, h.card, defender) for h in beaten) else UNKNOWN


def _damage_at_least(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    told = [h.amount for h in s.question.table.happened if "damage" in h.event and h.amount is not None]
    return yes(told[-1] >= printed.amount) if told and isinstance(printed.amount, int) else UNKNOWN


def _caused_by(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """Whether what befell the card came by battle, by an effect, by the opponent's or a monster's, where it is told."""
    own = [h for h in s.question.table.happened if h.card == "self"]
    causes = str(printed.amount).split("-or-")
    for h in own:
        events = s.book.wider_events((h.event,))
        by = "battle" if h.by == "battle" or "destroyed-by-battle" in events else h.by
        by = "effect" if not by and "destroyed-by-effect" in events else by
        if by == "battle":
            return yes("battle" in causes)
        if by == "effect":
            card = s.book.card_named(h.source) if h.source else None
            lying = card_called(s, h.source) if h.source else None
            meant: dict[str, Any] = {"effect": True}
            meant["monster-effect"] = card.type.startswith("Monster") if card else UNKNOWN
            meant["opponents-effect"] = lying.side != side if lying else UNKNOWN
            answers = [meant[cause] for cause in causes if cause in meant]
            return "yes" if True in answers else UNKNOWN if UNKNOWN in answers else "no"
    return UNKNOWN


def _was_so(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Any:
    """How the card itself lay before it moved, where it is told: face-up, or on the field."""
    own = [h for h in s.question.table.happened if h.card == "self"]
    if printed.is_ == "was-on-field":
        return next((yes(h.origin in FIELD) for h in own if h.origin), UNKNOWN)
    down = next((h.was.startswith("face-down") for h in own if "face-" in h.was), None)
    return UNKNOWN if down is None else yes(down == (printed.is_ == "was-face-down"))


_MET: dict[str, Callable[[Situation, Requirement, CardOnTable | None, str], Any]] = {
    "controls": _there,
    "controls-none": _none_there,
    "opponent-controls": _there,
    "opponent-controls-none": _none_there,
    "controls-only": _controls_only,
    "opponent-controls-more": _controls_more,
    "controls-more": _controls_more,
    "in-gy": _there,
    "not-in-gy": _none_there,
    "in-hand": _there,
    "banished-there": _there,
    "empty-hand": _empty_hand,
    "lp-at-most": _life_points,
    "lp-at-least": _life_points,
    "lp-lower": _life_points,
    "has-material": _materials,
    "no-material": _materials,
    "in-attack-position": _position,
    "in-defence-position": _position,
    "equipped": _equipped,
    "summoned-so": _summoned_so,
    "chain-at-least": _chain_at_least,
    "tributed-for": _tributed_for,
    "tributes-released": _tributed_for,
    **dict.fromkeys(_BATTLES, _fights),
    "monsters-battle": _monsters_battle,
    "attacks-a-stronger-monster": _attacks_stronger,
    "activated-this-turn": _activated,
    "summoned-this-turn": _summoned_this_turn,
    "just-summoned": _just_summoned,
    "would-take-battle-damage": _would_take_battle_damage,
    "was-face-up": _was_so,
    "was-on-field": _was_so,
    "aims-at": lambda s, printed, source, side: "yes",  # it describes whom the act is about, and each card is asked
    "was-face-down": _was_so,
    "lp-higher": _life_points,
    "level-at-least": _level,
    "sent-to-gy-this-turn": _sent_this_turn,
    "not-summoned-this-turn": _not_summoned_this_turn,
    "opponent-summoned": _opponent_summoned,
    "own-effect-used-this-turn": _own_effect_used,
    "banished-by-own-effect": _banished_by_own_effect,
    "controls-outside-own-groups": _outside_own_groups,
    "equally-many-monsters": _equally_many,
    "equipped-monster-attacks": _wearer_fights,
    "equipped-monster-battles": _wearer_fights,
    "attacks-directly": _attacks_directly,
    "destroyed-went-to-gy": _destroyed_went_to_gy,
    "attack-target-not-destroyed": _target_not_destroyed,
    "damage-at-least": _damage_at_least,
    "caused-by": _caused_by,
}


def attack_declared(s: Situation) -> bool:
    """Whether the battle stated on the table has been declared, not merely proposed; or no moment is told."""
    windows, window = s.book.windows, s.question.window
    return not window or window in windows[windows.index("attack-declaration") : windows.index("damage.end") + 1]
