"""Conditions on what happens and happened: the battle going on, just now, earlier this turn, and in what way."""

from collections.abc import Callable

import msgspec

from knowledge.data.cases import OTHER, UNKNOWN, CardOnTable, Happening, Unknown
from knowledge.data.profile import FIELD, Filter, Requirement
from knowledge.table.cards import card_called, every_card, fighter, figure, is_meant, profile_of
from knowledge.table.filters import matches, surely, turned
from knowledge.table.situation import Situation, Truth, account, yes


def _activated(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the account of the turn tells of such an activation; one that was negated was none."""
    table, whose = s.question.table, printed.of.side if printed.of is not None else None
    told = (*table.earlier, *table.happened)
    activated = [(n, h) for n, h in enumerate(told) if "effect-activated" in s.book.wider_events((h.event,))]
    answers = []
    for n, h in activated:
        negated = any(x.event == "activation-negated" and x.card == h.card for x in told[n:])
        by = (h.side or "own") if side == "own" else OTHER[h.side or "own"]
        if not negated and (whose in (None, "either") or by == whose):
            answers.append(_is_of_such(s, h, printed.of))
    if "yes" in answers:
        return "yes"
    return "no" if activated and UNKNOWN not in answers else UNKNOWN


def _is_of_such(s: Situation, h: Happening, of: Filter | None) -> Truth:
    """Whether an activation was of the kind of card, and in the place, that a text names."""
    card = s.book.card_named(h.card)
    if of is None or card is None:
        return "yes"
    if not s.book.is_printed(msgspec.structs.replace(of, zones=()), card):
        return "no"
    return "yes" if not of.zones else UNKNOWN if h.origin is None else yes(h.origin in of.zones)


def _summoned_this_turn(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the account of the turn tells of its summon."""
    told = account(s)
    summons = [h for h in told if "summoned" in s.book.wider_events((h.event,))]
    ways = printed.of.summoned if printed.of is not None else ()
    mine = [h for h in summons if source is not None and is_meant(s, h.card, source)]
    if any(not ways or h.event.removesuffix("-summoned") in (*ways, "summoned") for h in mine):
        since = [h for h in told[told.index(mine[-1]) + 1 :] if source is not None and is_meant(s, h.card, source)]
        if any(h.now.startswith("face-down") or (h.event == "banished" and h.now in FIELD) for h in since):
            return "no"  # it has forgotten how it came
        return UNKNOWN if any(h.event == "banished" for h in since) else "yes"
    return "no" if told else UNKNOWN


def _not_summoned_this_turn(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    return turned(_summoned_this_turn(s, printed, source, side))


def _sent_this_turn(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the account of the turn, or what has just happened, tells that it went to the GY."""
    told = [*account(s), *s.question.table.happened]
    gone = [h for h in told if "sent-to-gy" in s.book.wider_events((h.event,))]
    itself = any(h.card == "self" if source is None else is_meant(s, h.card, source) for h in gone)
    return "yes" if itself else UNKNOWN


def _opponent_summoned(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the account of the turn tells of so many summons by the other player; who counts some, counts all."""
    told = account(s)
    summons = [h for h in told if "summoned" in s.book.wider_events((h.event,)) and (h.side or side) != side]
    if not isinstance(printed.amount, int) or not summons:
        return UNKNOWN
    return "yes" if len(summons) >= printed.amount else "no"


def _own_effect_used(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    told = account(s)
    used = [h for h in told if h.event == "effect-activated" and source is not None and is_meant(s, h.card, source)]
    return "yes" if any(str(h.effect) == str(printed.amount) for h in used) else UNKNOWN


def _summoned_by(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether an effect of a card of the kind named summoned it, as far as the account tells."""
    told = [h for h in account(s) if h.source and source is not None and is_meant(s, h.card, source)]
    by = [h.source for h in told if "special-summoned" in s.book.wider_events((h.event,))]
    if not by:
        return UNKNOWN
    card = card_called(s, by[-1]) or CardOnTable(card=by[-1])
    return matches(s, card, printed.of or Filter(), side, ignore=("side", "zones", "face"))


def _just_summoned(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
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


def _banished_by_own_effect(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    told = [h for h in account(s) if h.card == "self"]
    by = next((h.source for h in reversed(told) if h.event == "banished" and h.source), "")
    return yes(by == "self" or s.book.card_named(by) is s.question.card) if by else UNKNOWN


def _destroyed_went_to_gy(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether what was destroyed went to the GY, where another end of it is told."""
    told = s.question.table.happened
    destroyed = {h.card for h in told if "destroyed" in s.book.wider_events((h.event,)) and h.card != "self"}
    ends = {h.event for h in told if h.card in destroyed}
    if any("sent-to-gy" in s.book.wider_events((event,)) for event in ends):
        return "yes"
    return "no" if ends & {"banished", "returned-to-deck", "returned-to-hand"} else UNKNOWN


def _damage_at_least(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    told = [h.amount for h in s.question.table.happened if "damage" in h.event and h.amount is not None]
    return yes(told[-1] >= printed.amount) if told and isinstance(printed.amount, int) else UNKNOWN


def _caused_by(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether what befell the card came by battle, by an effect, by the opponent's or a monster's, where it is told."""
    own = [h for h in s.question.table.happened if h.card == "self"]
    if printed.amount == "cost" and any(h.by not in ("", "cost") for h in own):
        return "no"
    if printed.of is not None:
        return _caused_by_such(s, printed.of, side)
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
            meant: dict[str, bool | Unknown] = {"effect": True}
            meant["monster-effect"] = card.type.startswith("Monster") if card else UNKNOWN
            meant["opponents-effect"] = lying.side != side if lying else UNKNOWN
            answers = [meant[cause] for cause in causes if cause in meant]
            return "yes" if True in answers else UNKNOWN if UNKNOWN in answers else "no"
    return UNKNOWN


def _caused_by_such(s: Situation, of: Filter, side: str) -> Truth:
    """Whether the effect of such a card did what set the effect off."""
    named = [h.source for h in s.question.table.happened if h.source]
    if not named:
        return UNKNOWN
    lying = card_called(s, named[-1])
    if lying is not None and of.side in ("own", "opponent") and (lying.side == side) != (of.side == "own"):
        return "no"
    return matches(s, lying or CardOnTable(card=named[-1]), of, side, ignore=("side", "zones", "face"))


def _served_a_summon(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether what this card was used for is such a monster, where the table shows what was used for whom."""
    if any("destroyed" in s.book.wider_events((h.event,)) for h in s.question.table.happened if h.card == "self"):
        return "no"  # it went in another way
    if source is None or printed.of is None:
        return UNKNOWN
    made = [c for c in every_card(s) if any(is_meant(s, name, source) for name in c.summoned_with)]
    answers = [matches(s, c, printed.of, side, ignore=("zones", "face")) for c in made]
    return "yes" if "yes" in answers else "no" if answers and UNKNOWN not in answers else UNKNOWN


def _went_another_turn(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether it did not go to the GY this turn, as far as the account of the turn tells."""
    return "no" if _sent_this_turn(s, printed, source, side) == "yes" else UNKNOWN


def _was_so(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """How the card itself lay before it moved, where it is told: face-up, or on the field."""
    own = [h for h in s.question.table.happened if h.card == "self"]
    if printed.is_ == "was-on-field":
        return next((yes(h.origin in FIELD) for h in own if h.origin), UNKNOWN)
    down = next((h.was.startswith("face-down") for h in own if "face-" in h.was), None)
    return UNKNOWN if down is None else yes(down == (printed.is_ == "was-face-down"))


def _destroyed_this_turn(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the account of the turn tells that as many such cards were destroyed, by an effect where it is named."""
    such = 0
    for h in account(s):
        events = s.book.wider_events((h.event,))
        by_effect = printed.amount != "by-effect" or h.by == "effect" or "destroyed-by-effect" in events
        such += "destroyed" in events and by_effect and _befell_such(s, h, printed.of, side) == "yes"
    return "yes" if such >= (printed.amount if isinstance(printed.amount, int) else 1) else UNKNOWN


def _befell_such(s: Situation, h: Happening, of: Filter | None, side: str) -> Truth:
    """Whether what happened befell a card the text describes, as it lay before."""
    if of is None:
        return "yes"
    lying = card_called(s, h.card)
    whose = h.side or (lying.side if lying is not None else "")
    if of.side in ("own", "opponent") and whose and (whose == side) != (of.side == "own"):
        return "no"
    told = "down" if "face-down" in h.was else "up" if "face-up" in h.was or "attack" in h.was else ""
    position = "defence" if "defence" in h.was else "attack" if "attack" in h.was else ""
    if (of.face and not told) or (of.position and not position) or (of.side and not whose):
        return UNKNOWN
    if (of.face and told != of.face) or (of.position and position != of.position):
        return "no"
    card = profile_of(s, lying) if lying is not None else s.book.card_named(h.card)
    return UNKNOWN if card is None else yes(s.book.is_printed(of, card))


def _took_damage(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the damage that was taken was of battle or of an effect, as the text says."""
    told = [h.event for h in account(s) if "damage-taken" in s.book.wider_events((h.event,))]
    kinds = {event.partition("-damage")[0] for event in told if event != "damage-taken"}
    return yes(printed.amount in kinds) if kinds else UNKNOWN


def _at_once(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether so many cards went through at one moment what sets it off; one that is told may stand for more."""
    trigger = s.question.effect.trigger if s.question.effect is not None else None
    if trigger is None:
        return UNKNOWN
    kinds = set(trigger.events)
    befell = [h for h in s.question.table.happened if kinds & s.book.wider_events((h.event,))]
    such = [h for h in befell if h.card and _is_such(s, h, trigger.of, side)]
    if not befell:
        return UNKNOWN
    if isinstance(printed.amount, int):
        return "yes" if len(such) >= printed.amount else UNKNOWN
    return UNKNOWN if len(such) == 1 else "no"


def _is_such(s: Situation, h: Happening, of: Filter | None, side: str) -> bool:
    lying = card_called(s, h.card)
    return of is None or lying is None or matches(s, lying, of, side, ignore=("zones",)) != "no"


def _where_a_link_points(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether what set the effect off lies, or lay, where a Link Monster points, or where this very card does."""
    moved = [c for h in s.question.table.happened if (c := card_called(s, h.card)) is not None and c is not source]
    pointing = [name for c in moved for name in c.pointed_at_by]
    if not pointing:
        return UNKNOWN
    this = printed.amount == "this-card"
    return yes(not this or (source is not None and any(is_meant(s, name, source) for name in pointing)))


def _was_in_extra_monster_zone(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    told = [h.was for h in s.question.table.happened if "zone" in h.was]
    return yes("extra-monster-zone" in told) if told else UNKNOWN


def _was_excavated(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    own = [h for h in s.question.table.happened if h.card == "self"]
    if any(h.was == "excavated" for h in own):
        return "yes"
    return "no" if any(h.origin not in (None, "deck") for h in own) else UNKNOWN


def _answers(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether it is used on an activation, or as a summon is about to happen, of the kind the text describes."""
    table = s.question.table
    summons = any(c.being_summoned for c in every_card(s)) and not table.chain
    if not summons and not table.chain:
        return UNKNOWN
    if printed.is_ == "answers-summon" or summons:
        return yes(summons == (printed.is_ == "answers-summon"))
    card = s.book.card_named(table.chain[-1].card)
    if printed.of is None or not printed.of.type:
        return "yes"
    return UNKNOWN if card is None else yes(card.type.split(" / ")[0].lower() in printed.of.type)


_ROLES = {"attacks": ("attacker",), "attacked": ("defender",), "battles": ("attacker", "defender")}
_FACING = {"attacker": "defender", "defender": "attacker"}
BATTLES = tuple(f"{whose}-{how}" for whose in ("self", "own-monster") for how in _ROLES)


def _fights(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
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


def _as_described(s: Situation, wanted: Filter | None, lying: CardOnTable | None, side: str) -> Truth:
    """Whether a fighter is as the condition says; in a battle the value it fights with is its ATK."""
    if wanted is None or lying is None:
        return yes(wanted is None)
    rest = matches(s, lying, msgspec.structs.replace(wanted, atk=None), side, ignore=("zones",))
    if wanted.atk is None or rest == "no":
        return rest
    value = s.state.value_in_battle(lying)
    return UNKNOWN if value is None else yes(wanted.atk[0] <= value <= wanted.atk[1] and rest == "yes")


def _monsters_battle(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    battle = s.question.table.battle
    return UNKNOWN if battle is None else yes(bool(battle.attacker and battle.defender))


def _attacks_stronger(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    attacker, defender = fighter(s, "attacker"), fighter(s, "defender")
    if attacker is None or defender is None or _as_described(s, printed.of, attacker, side) != "yes":
        return "no"
    ours, theirs = figure(s, attacker, "atk"), figure(s, defender, "atk")
    return UNKNOWN if ours is None or theirs is None else yes(ours < theirs)


def _would_take_battle_damage(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the battle on the table would inflict battle damage on the player whose card it is."""
    reckoning = s.book.reckoned("battle-damage", s) if s.question.table.battle is not None else None
    return UNKNOWN if reckoning is None else yes(bool(reckoning.amounts.get(side)))


def _wearer_fights(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the monster that wears this card attacks, or battles what the text names."""
    battle = s.question.table.battle
    if source is None or not source.equipped_to or battle is None:
        return UNKNOWN
    roles = _ROLES[printed.is_.rsplit("-", 1)[1]]
    worn = [r for r in roles if (c := fighter(s, r)) is not None and is_meant(s, source.equipped_to, c)]
    return _as_described(s, printed.of, fighter(s, _FACING[worn[0]]), side) if worn else "no"


def _attacks_directly(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    battle = s.question.table.battle
    if battle is None or source is None:
        return UNKNOWN
    return yes(fighter(s, "attacker") is source and not battle.defender)


def _target_not_destroyed(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the attacked monster outlived its battle, where its destruction is told."""
    battle = s.question.table.battle
    defender = fighter(s, "defender") if battle is not None and battle.defender else None
    told = s.question.table.happened
    beaten = [h for h in told if "destroyed-by-battle" in s.book.wider_events((h.event,))]
    return "no" if defender is not None and any(is_meant(s, h.card, defender) for h in beaten) else UNKNOWN


def attack_declared(s: Situation) -> bool:
    """Whether the battle stated on the table has been declared, not merely proposed; or no moment is told."""
    windows, window = s.book.windows, s.question.window
    return not window or window in windows[windows.index("attack-declaration") : windows.index("damage.end") + 1]


def _fights_a_stronger(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether one's fighting monster has less ATK than the one it fights."""
    fighters = {role: fighter(s, role) for role in ("attacker", "defender")}
    mine = next((role for role, c in fighters.items() if c is not None and c.side == side), "")
    ours, theirs = (fighters[mine], fighters[_FACING[mine]]) if mine else (None, None)
    if ours is None or theirs is None:
        return UNKNOWN
    less, more = figure(s, ours, "atk"), figure(s, theirs, "atk")
    return UNKNOWN if less is None or more is None else yes(less < more)


def _falls_in_its_battle(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the battle destroys the card itself, or the monster fought where the text describes one."""
    table = s.question.table
    if table.battle is None:
        return UNKNOWN
    beaten = [h for h in account(s) if "destroyed-by-battle" in s.book.wider_events((h.event,))]
    fighters = [c for role in ("attacker", "defender") if (c := fighter(s, role)) is not None]
    if printed.of is None:
        meant = [c for c in fighters if c is source]
    else:
        meant = [c for c in fighters if matches(s, c, printed.of, side, ignore=("zones",)) != "no"]
    fallen = any(is_meant(s, h.card, c) or (h.card == "self" and c is table.self) for h in beaten for c in meant)
    return "yes" if fallen else UNKNOWN


def _opponents_attack(s: Situation, printed: Requirement, source: CardOnTable | None, side: str) -> Truth:
    """Whether the opponent's attack is not the direct one the text asks for; the rest is asked elsewhere."""
    battle = s.question.table.battle
    on_a_monster = battle is not None and bool(battle.defender)
    return "no" if printed.amount == "directly" and on_a_monster else UNKNOWN


MET: dict[str, Callable[[Situation, Requirement, CardOnTable | None, str], Truth]] = {
    "activated-this-turn": _activated,
    "destroyed-this-turn": _destroyed_this_turn,
    "summoned-this-turn": _summoned_this_turn,
    "not-summoned-this-turn": _not_summoned_this_turn,
    "sent-to-gy-this-turn": _sent_this_turn,
    "not-same-turn": _went_another_turn,
    "opponent-summoned": _opponent_summoned,
    "own-effect-used-this-turn": _own_effect_used,
    "banished-by-own-effect": _banished_by_own_effect,
    "just-summoned": _just_summoned,
    "summoned-by": _summoned_by,
    "at-once": _at_once,
    "linked": _where_a_link_points,
    "was-face-up": _was_so,
    "was-face-down": _was_so,
    "was-on-field": _was_so,
    "was-in-extra-monster-zone": _was_in_extra_monster_zone,
    "was-excavated": _was_excavated,
    "destroyed-went-to-gy": _destroyed_went_to_gy,
    "damage-at-least": _damage_at_least,
    "took-damage": _took_damage,
    "caused-by": _caused_by,
    "served-a-summon": _served_a_summon,
    "answers-activation": _answers,
    "answers-summon": _answers,
    **dict.fromkeys(BATTLES, _fights),
    "monsters-battle": _monsters_battle,
    "opponent-monster-attacks": _opponents_attack,
    "attacks-a-stronger-monster": _attacks_stronger,
    "fights-a-stronger-monster": _fights_a_stronger,
    "would-take-battle-damage": _would_take_battle_damage,
    "equipped-monster-attacks": _wearer_fights,
    "equipped-monster-battles": _wearer_fights,
    "attacks-directly": _attacks_directly,
    "attack-target-not-destroyed": _target_not_destroyed,
    "falls-in-that-battle": _falls_in_its_battle,
}
