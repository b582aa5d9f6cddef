"""Facts about the course of the damage step: what its texts name, what stopped the battle, what cut the step short."""

from collections.abc import Iterator

from knowledge.data.cases import UNKNOWN, Happening
from knowledge.data.profile import FIELD, Action, Card, Effect
from knowledge.table.cards import fighter, is_being_activated, is_meant
from knowledge.table.situation import Fact, Situation, account, yes

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
