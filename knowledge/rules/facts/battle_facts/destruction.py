"""Facts about the course of the damage step: what stopped the battle, who will be destroyed, what texts do then."""

from collections.abc import Iterator

import msgspec

from knowledge.data.cases import UNKNOWN, CardOnTable, Happening
from knowledge.data.profile import FIELD, Action, Card, Effect, Filter, Requirement
from knowledge.rules.categories import chooses
from knowledge.table.cards import (
    card_called,
    every_card,
    fighter,
    is_being_activated,
    is_meant,
    profile_of,
    words_of,
    zone_of,
)
from knowledge.table.filters import surely
from knowledge.table.requirements import met
from knowledge.table.situation import Fact, Situation, account, yes
from knowledge.table.values import is_certain, lost_the_battle

_STILL_DONE = frozenset(("destroy", "tribute", "send-to-gy", "banish"))  # what befalls even the doomed
_FROZEN = frozenset(
    ("change-atk-def", "change-level", "change-position", "flip-face-down", "change-attribute", "change-race")
)
_SUMMONS = frozenset(("normal-summon", "ritual-summon", "fusion-summon", "synchro-summon", "xyz-summon", "link-summon"))
_TAKEN_FOR_IT = frozenset(("attach-material", "banish", "send-to-gy", "tribute", "return-to-deck"))
_ONE_ONLY = "second-copy-face-up"
_REACHED_GY = "destroyed-went-to-gy"
_ON_THE_FIELD = ("tribute", "gain-atk-def", "lose-atk-def", "change-position", "flip-face-down", "detach-material")
_SHOWN = ("controls-none", "equipped", "controls-outside-own-groups")

_TARGETED = "targeted"


def _meant(s: Situation, wanted: Filter) -> list[CardOnTable]:
    own = s.question.table.self
    return [c for c in every_card(s) if not (wanted.other and c is own) and surely(s, c, wanted, s.viewer)]


def doomed_can_be_chosen(s: Situation) -> Fact:
    """Whether what is left to choose is doomed, and yet open to what the effect would do to it."""
    for act in s.effect.does:
        if chooses(act) and not act.optional and act.which is not None:
            found = _meant(s, act.which)
            if found and all(is_certain(s, c) for c in found):
                return yes(bool(s.book.wider_acts((act.act,)) & _STILL_DONE))
    return "no"


def only_frozen_things(s: Situation) -> Fact:
    """Whether all the effect does is to change a monster that is certain to be destroyed by battle."""
    acts = s.effect.does
    if not acts or not all(s.book.wider_acts((a.act,)) & _FROZEN for a in acts):
        return "no"
    found = [c for a in acts for c in _changed(s, a)]
    certain = [is_certain(s, c) for c in found]
    if len(found) < len(acts) or (s.question.table.battle is None and s.may_be_calculated()):
        return UNKNOWN
    return UNKNOWN if None in certain and all(x is not False for x in certain) else yes(all(certain))


def _changed(s: Situation, act: Action) -> list[CardOnTable]:
    own = s.question.table.self
    if act.what == "self":
        return [own] if own is not None else []
    if act.what == "battled":
        ends = fighter(s, "attacker"), fighter(s, "defender")
        return [c for c in ends if c is not None and c.side != s.viewer]
    return []


def one_only_text(s: Situation) -> Fact:
    """Whether its text lets only one such card lie face-up."""
    card = s.question.card
    texts = [a for e in (card.standing_effects if card else ()) for a in e.does]
    return yes(any(a.to == _ONE_ONLY for a in texts))


def another_turned_up(s: Situation) -> Fact:
    """Whether another card, and not this one, has just turned up beside it."""
    own = s.question.table.self
    flips = [h for h in account(s) if h.event == "flipped"]
    mine = [h for h in flips if own is not None and is_meant(s, h.card, own)]
    return yes(bool(flips) and not mine)


def banished_by_battle(s: Situation) -> Fact:
    """Whether this card lies banished because that came instead of the GY when the battle destroyed it."""
    own = s.question.table.self
    if own is None or own.zone != "banished":
        return "no"
    beaten = lost_the_battle(s, own)
    told = [h for h in account(s) if h.event in ("banished", "destroyed-by-battle") and h.card == "self"]
    return yes(bool(beaten) and any(h.by == "battle" or h.event == "destroyed-by-battle" for h in told))


def needs_itself_on_the_field(s: Situation) -> Fact:
    """Whether its cost or all it does needs the card itself on the field."""
    paid = any(a.what == "self" for a in s.effect.cost)
    done = [a.what == "self" and a.act in _ON_THE_FIELD for a in s.effect.does]
    return yes(paid or (bool(done) and all(done)))


def all_paid_with_the_doomed(s: Situation) -> Fact:
    """Whether the cost takes all cards of a kind, and one of them is certain to be destroyed by battle."""
    for cost in s.effect.cost:
        if cost.count == "all" and cost.which is not None and cost.act in ("tribute", "send-to-gy", "banish"):
            return "yes" if any(is_certain(s, c) for c in _meant(s, cost.which)) else UNKNOWN
    return "no"


def loser_reached_the_gy(s: Situation) -> Fact:
    """Whether the monster it destroyed by battle went to the GY, where the text asks for that."""
    e = s.effect
    if not any(r.is_ == _REACHED_GY for r in e.requires):
        return "yes"
    own = s.question.table.self
    ends = [c for c in (fighter(s, "attacker"), fighter(s, "defender")) if c is not None and c is not own]
    told = [card_called(s, h.card) for h in account(s) if h.event == "destroyed-by-battle"]
    beaten = next((c for c in (*told, *ends) if c is not None and c.side != s.viewer), None)
    if beaten is None:
        return UNKNOWN
    card = profile_of(s, beaten)
    if "token" in words_of(s, beaten) or (card is not None and not card.type.startswith("Monster")):
        return "no"
    return UNKNOWN if beaten.zone in (None, "monster-zone") else yes(beaten.zone == "gy")


def summons_first(s: Situation) -> Fact:
    """Whether all it does is a summon that the damage step does not know, with what it takes, and bans beside it."""
    acts = [a for a in s.effect.does if not a.act.startswith("forbid-")]
    made = bool(acts) and acts[-1].act in _SUMMONS - {"normal-summon"} and not acts[-1].optional
    return yes(made and all(a.act in _TAKEN_FOR_IT for a in acts[:-1]))


def part_summons(s: Situation) -> Fact:
    """Whether the part asked about is a summon that the damage step does not know."""
    return yes(s.question.about.partition(" ")[0] in _SUMMONS)


def change_only_at_calculation(s: Situation) -> Fact:
    """Whether a change of ATK or DEF is for damage calculation alone."""
    e = s.effect
    changes = [a for a in e.does if "change-atk-def" in s.book.wider_acts((a.act, a.to))]
    return yes(bool(changes) and all("damage-calculation" in a.until for a in changes))


def calculated_inside(s: Situation) -> Fact:
    """Whether the damage of this battle was calculated while an effect resolved."""
    battle = s.battle
    return yes(bool(battle.inside) and battle.calculated)


def position_came_back(s: Situation) -> Fact:
    """Whether the account of the turn ends, for this monster, with its return from being banished for a while."""
    own = s.question.table.self
    told = [h for h in account(s) if own is not None and is_meant(s, h.card, own)]
    back = [n for n, h in enumerate(told) if h.event == "moved-between-zones" and h.was == "banished"]
    since = told[back[-1] + 1 :] if back else []
    return yes(bool(back) and not any("attack-declared" in s.book.wider_events((h.event,)) for h in since))


def all_cost_unreachable(s: Situation) -> Fact:
    """Whether a cost tributes all cards of a kind, and one of them lies there as an equip card."""
    for cost in s.effect.cost:
        if cost.count == "all" and cost.which is not None and cost.act == "tribute":
            wanted = msgspec.structs.replace(cost.which, zones=())
            lying = [c for c in every_card(s) if c.equipped_to and surely(s, c, wanted, s.viewer)]
            return "yes" if lying else UNKNOWN
    return "no"


def card_is_equip_spell(s: Situation) -> Fact:
    """Whether the card asked about is an equip spell."""
    card = s.card
    return yes(card.type.startswith("Spell") and "Equip" in card.type)


def destroys_itself(s: Situation) -> Fact:
    """Whether a text of this monster that is never activated destroys it now."""
    card, own = s.question.card, s.question.table.self
    due = _own_text_destroys(s, own, card) if card is not None and own is not None else None
    return UNKNOWN if due is None else "yes" if due else "no"


def _own_text_destroys(s: Situation, lying: CardOnTable, card: Card) -> bool | None:
    """Yes, no, or None where a text could do it and the table does not tell whether its condition is met."""
    before = s.at_calculation().state  # whether the beaten destroy themselves is a rule's to say
    texts = [
        applied
        for applied in dict.fromkeys((*before.in_force, *before.open_acts))
        if applied.source is lying and applied.act.what == "self" and not applied.was_activated
        if applied.act.act == "destroy" or applied.act.to == _ONE_ONLY
    ]
    due = [_due(s, lying, card, text.effect, text.act) for text in texts]
    return True if True in due else None if None in due else False


def _due(s: Situation, lying: CardOnTable, card: Card, effect: Effect, act: Action) -> bool | None:
    if effect.trigger is not None:
        told = [h for h in s.question.table.happened if h.card == "self"]
        if any(s.book.wider_events((h.event,)) & frozenset(effect.trigger.events) for h in told):
            return True
        aimed = any("self" in link.targets for link in s.question.table.applied)
        return None if aimed and _TARGETED in effect.trigger.events else False  # it still is what that effect targeted
    others = [c for c in every_card(s) if c is not lying]
    if not others:
        return None  # the rest of the field is not told
    if act.to == _ONE_ONLY:
        return any(_is_the_second(s, lying, card, act, c) for c in others)
    answers = [_is_met(s, lying, r) for r in (*effect.requires, *act.requires)]
    return False if False in answers else None if None in answers else bool(answers) or None


def _is_the_second(s: Situation, lying: CardOnTable, card: Card, act: Action, other: CardOnTable) -> bool:
    if other.face == "down" or zone_of(s, other) != "monster-zone":
        return False
    if act.which is not None:  # one of a group on the whole field, else one of the name on each side
        return surely(s, other, act.which, lying.side)
    return other.side == lying.side and profile_of(s, other) is card


def _is_met(s: Situation, lying: CardOnTable, printed: Requirement) -> bool | None:
    """Whether a condition is met on a table that tells of the field; None where it is of no kind a table shows."""
    answer = met(s, printed, lying, lying.side)
    if answer is UNKNOWN and printed.is_ not in _SHOWN:
        return None
    absent = printed.is_ == "controls-none"
    return absent if answer is UNKNOWN else bool(answer == "yes")


_GONE = frozenset(
    ("left-field", "banished", "returned-to-hand", "returned-to-deck", "sent-to-gy", "tributed", "destroyed-by-effect")
)

_ENDS_THE_BATTLE_PHASE = frozenset(("end-battle-phase", "end-turn", "skip-phase"))


def _acts(card: Card | None) -> Iterator[Action]:
    for effect in card.effects if card else ():
        yield from effect.does
        for choice in effect.choices:
            yield from choice.does


def names_whole_damage_step(s: Situation) -> Fact:
    """Whether the text names the damage step as such, and none of its windows."""
    return yes("damage-step" in s.effect.at)


def continuous_changes_values(s: Situation) -> Fact:
    """Whether a continuous effect of the card changes ATK or DEF."""
    acts = [a.act for e in s.card.standing_effects for a in e.does]
    return "yes" if "change-atk-def" in s.book.wider_acts(tuple(acts)) else "no"


def changes_values_on_the_field(s: Situation) -> Fact:
    """Whether it changes ATK or DEF of monsters that are there already, not only of one it brings out itself.

    A change that merely comes after something else was done to other cards is not what the effect is activated for.
    """
    e = s.effect
    acts = e.every_act
    brought_out = False
    for place, act in enumerate(acts):
        wider = s.book.wider_acts((act.act,))
        if place and act.joined == "then" and acts[0].which is not None and acts[0].which.other:
            continue
        if "change-atk-def" in wider and act.what != "summoned" and not (brought_out and act.what != "battled"):
            return "yes"
        brought_out = brought_out or "special-summon" in wider
    return "no"


def flipped_by_battle(s: Situation) -> Fact:
    """Whether this monster was turned face-up by the battle going on."""
    if any(h.event == "flipped" and h.by == "battle" and h.card in ("self", "") for h in account(s)):
        return "yes"
    return "no" if account(s) else UNKNOWN


def opens_with_the_card(s: Situation) -> Fact:
    """Whether using this effect would turn up its own set continuous card at the same time."""
    own, e, card = s.question.table.self, s.effect, s.card
    if own is None or own.face != "down" or own.zone not in ("spell-zone", "field-zone"):
        return "no"
    trap = card.type.startswith("Trap") and "Continuous" in card.type.split(" / ")
    fits = trap and e.part == "card" and e.kind in ("quick", "ignition", "trigger") and "gy" not in e.zones
    return yes(fits and not _keeps_to_a_later_chain(card, e))


def _keeps_to_a_later_chain(card: Card, e: Effect) -> bool:
    """Whether its wording keeps an effect out of the link in which its continuous trap is activated.

    So do processing that comes with the card's own activation, a cost that sends the face-up card away, its own
    destruction, "each time" something happens, and a text that asks for the card to lie there already.
    """
    with_the_card = any(x.opens_the_card and x.does for x in card.effects)
    sends_itself = any(a.what == "self" and a.act in ("send-to-gy", "banish", "return-to-hand") for a in e.cost)
    falls = any(a.act == "destroy" and a.what == "self" for a in e.does)
    each_time = any(r.amount in ("each-time", "already-there") for r in e.requires)
    repeated = e.trigger is not None and e.trigger.each
    return with_the_card or sends_itself or falls or each_time or repeated


def opened_on_this_chain(s: Situation) -> Fact:
    """Whether the card itself was activated in the chain going on, by its player or by an effect."""
    own, e = s.question.table.self, s.effect
    if own is None or e.opens_the_card:
        return "no"
    opened = [h for h in account(s) if h.event == "card-activated" and h.by == "effect"]
    if is_being_activated(s, own) or any(is_meant(s, h.card, own) for h in opened):
        return "yes"
    stays = not s.card.type.startswith("Monster") and own.zone in FIELD
    return "no" if account(s) or not stays else UNKNOWN


def banishes_battled(s: Situation) -> Fact:
    """Whether the effect banishes the monster it fought."""
    e = s.question.effect
    return yes(e is not None and any(a.what == "battled" and "banish" in s.book.wider_acts((a.act,)) for a in e.does))


def battle_stopped(s: Situation) -> Fact:
    """Whether a fighter is gone, or the attacker has turned to defence."""
    table, attacker = s.question.table, fighter(s, "attacker")
    if attacker is not None and attacker.position == "defence" and not s.state.acts_on(attacker, "attack-in-defence"):
        return "yes"
    fighters = {table.battle.attacker, table.battle.defender} - {""} if table.battle else set()
    told = account(s)
    if any(h.event == "battle-ended-early" or (h.card in fighters and _goes(s, h)) for h in told):
        return "yes"
    return "no" if told or attacker is not None else UNKNOWN


def _goes(s: Situation, happening: Happening) -> bool:
    return bool(s.book.wider_events((happening.event,)) & _GONE)


def cut_short(s: Situation) -> Fact:
    """Whether an effect has resolved that ends the battle phase or the turn on the spot."""
    if not account(s) and (s.question.effect is None or s.question.window == "damage.end"):
        return UNKNOWN
    resolved = [h.card for h in account(s) if h.event == "effect-resolved"]
    if any(act.act in _ENDS_THE_BATTLE_PHASE for name in resolved for act in _acts(s.book.card_named(name))):
        return "yes"
    return UNKNOWN if any(s.book.card_named(name) is None for name in resolved) else "no"


def lasts_for_the_damage_step(s: Situation) -> Fact:
    """Whether the effect says that it lasts until the end of the damage step."""
    e = s.question.effect
    return yes(e is not None and any(a.until == "end-of-damage-step" for a in e.does))


def left_before_the_end(s: Situation) -> Fact:
    """Whether the fighter asked about has already left the field."""
    role = {"attacker": "attacker", "target": "defender"}.get(s.question.about)
    table = s.question.table
    if role is None or table.battle is None:
        return UNKNOWN
    if not account(s):
        return UNKNOWN
    return yes(any(h.card == getattr(table.battle, role) and _goes(s, h) for h in account(s)))


def loses_the_battle(s: Situation) -> Fact:
    """Whether the battle destroys the fighter asked about."""
    if s.question.table.battle is None or s.question.about not in ("attacker", "target"):
        return UNKNOWN
    return yes(s.book.decided("battle-destruction", s, s.question.about) == "destroyed")


def destruction_replaced(s: Situation) -> Fact:
    """Whether something was done in place of this fighter's destruction."""
    role = {"attacker": "attacker", "target": "defender"}.get(s.question.about)
    table = s.question.table
    name = getattr(table.battle, role) if role and table.battle else ""
    lying = fighter(s, role) if role else None
    if any(not a.act.optional for a in s.state.acts_on(lying, "replace-destruction")):
        return "yes"
    if not account(s):
        return UNKNOWN
    return yes(bool(name) and any(h.event == "destruction-replaced" and h.card == name for h in account(s)))


def destroyed_its_opponent(s: Situation) -> Fact:
    """Whether this monster's battle destroyed the monster it fought."""
    battle = s.battle
    if not battle.calculated or "self" not in (battle.attacker, battle.defender):
        return UNKNOWN
    other = "target" if battle.attacker == "self" else "attacker"
    return yes(bool(battle.defender) and s.book.decided("battle-destruction", s, other) == "destroyed")


def end_step_announced(s: Situation) -> Fact:
    """Whether the turn player has just announced the way to the end step."""
    return yes(any(h.event == "end-step-announced" for h in s.question.table.happened))


def monsters_fight(s: Situation) -> Fact:
    """Whether the battle going on is between two monsters."""
    battle = s.battle
    return yes(bool(battle.attacker and battle.defender))


def in_gy_by_battle(s: Situation) -> Fact:
    """Whether this card lies in the GY because the battle destroyed it."""
    own = s.question.table.self
    if own is None or own.zone != "gy":
        return "no"
    return yes(any(h.event == "sent-to-gy-by-battle" and h.card == "self" for h in account(s)))


def damage_comes_from(s: Situation) -> Fact:
    """Whether the damage asked about comes from the fight itself or from a text."""
    if s.question.effect is not None:
        return "text"
    return UNKNOWN if s.question.table.battle is None else "fight"
