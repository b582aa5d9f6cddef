"""Facts about the battle going on and damage calculation: who fights whom, with which values, and who falls."""

from collections.abc import Callable

import msgspec

from knowledge.data.cases import UNKNOWN, CardOnTable, Happening, Table
from knowledge.data.profile import EXTRA_DECK_KINDS, FIELD, Action, Filter
from knowledge.rules.categories import chooses
from knowledge.rules.facts.effect_facts.possible_acts import is_prevented
from knowledge.table.activations import resolved
from knowledge.table.cards import card_called, every_card, fighter, profile_of, words_of
from knowledge.table.filters import matches, surely
from knowledge.table.requirements import met
from knowledge.table.responses import taken_from
from knowledge.table.situation import Fact, Situation, account
from knowledge.table.values import (
    ROLES,
    fighters_value,
    is_certain,
    is_protected,
    is_protected_no_more,
    lost_the_battle,
)

_COMES_OF_CALCULATION = frozenset(
    ("battled", "battle-damage-inflicted", "battle-damage-taken", "destroyed-by-battle", "destroys-by-battle")
)


def battle_kind(s: Situation) -> Fact:
    """Against an attack-position monster, a defence-position monster, or the player."""
    if s.question.table.battle is None:
        return UNKNOWN
    target = fighter(s, "defender")
    if target is None:
        return UNKNOWN if s.question.table.battle.defender else "direct"  # named, but not on the table
    return f"against-{target.position or 'attack'}"


def _values(s: Situation) -> tuple[int, int] | None:
    ours, theirs = fighters_value(s, "attacker"), fighters_value(s, "defender")
    return None if ours is None or theirs is None else (ours, theirs)


def battle_comparison(s: Situation) -> Fact:
    """Which side's value is higher."""
    values = _values(s)
    if values is None:
        return UNKNOWN
    ours, theirs = values
    return "attacker-higher" if ours > theirs else "equal" if ours == theirs else "attacker-lower"


def battle_attacker_zero(s: Situation) -> Fact:
    """Whether the attacker's ATK is 0."""
    value = fighters_value(s, "attacker")
    return UNKNOWN if value is None else "yes" if value == 0 else "no"


def battle_role(s: Situation) -> Fact:
    """Which of the two fighters is asked about."""
    return s.question.about or UNKNOWN


def process(s: Situation) -> Fact:
    """The process whose moment is asked for."""
    return s.question.about or UNKNOWN


def entered_damage_step(s: Situation) -> Fact:
    """Whether its attack got as far as the damage step."""
    battle = s.question.table.battle
    if battle is not None and battle.attacker and s.question.window in s.book.windows_of("damage-step"):
        return "yes"
    return _earlier(s, "damage-step-entered")


def damage_calculated(s: Situation) -> Fact:
    """Whether damage calculation was carried out."""
    battle = s.question.table.battle
    if battle is not None and battle.calculated:
        return "yes"
    told = [h for h in account(s) if h.card == "self"]
    if any(s.book.wider_events((h.event,)) & _COMES_OF_CALCULATION for h in told):
        return "yes"
    return _earlier(s, "damage-calculation")


def done_this_turn(s: Situation, requirement: str) -> Fact:
    """Whether a monster has attacked or battled, where a text asks for that and the account of the turn tells it."""
    if requirement == "attacked-this-turn" and entered_damage_step(s) is not UNKNOWN:
        return s.book.decided("counts-as-attacked", s, "self")
    over = s.question.window in s.book.windows[s.book.windows.index("damage.calculation") + 1 :]
    asks_battle = requirement == "battled-this-turn" or (requirement == "self-battles" and over)
    if asks_battle and damage_calculated(s) == "no":
        return s.book.decided("counts-as-battled", s, "self")
    if requirement == "battled-this-turn" and damage_calculated(s) == "yes":
        return s.book.decided("counts-as-battled", s, "self")
    return UNKNOWN


def _earlier(s: Situation, event: str) -> Fact:
    """What the account of the turn tells; an account that is given is complete."""
    table = s.question.table
    if any(h.event == event for h in (*table.earlier, *table.happened)):
        return "yes"
    return "no" if table.earlier or table.happened else UNKNOWN


def monster_count_changed(s: Situation) -> Fact:
    """Whether monsters came to or left the defending player's field since the attack was declared."""
    happened = [h for h in _since_the_declaration(s) if not _is_spell_or_trap(s, h.card)]
    stayed = [h for h in happened if h.was == "monster-zone" and "summoned" in s.book.wider_events((h.event,))]
    moved = [h for h in happened if s.book.wider_events((h.event,)) & COMING_AND_GOING and h not in stayed]
    if any(h.side == _defending(s) or h.event == "control-changed" for h in moved):
        return "yes"
    return "no" if s.question.table.happened or s.question.table.earlier else UNKNOWN


COMING_AND_GOING = frozenset(("left-field", "summoned", "control-changed"))


def _since_the_declaration(s: Situation) -> list[Happening]:
    """What happened after this attack was declared; what the turn brought before belongs to no replay."""
    table, battle = s.question.table, s.question.table.battle
    attacks = [n for n, h in enumerate(table.earlier) if "attack-declared" in s.book.wider_events((h.event,))]
    if attacks and (battle is None or table.earlier[attacks[-1]].to == battle.defender):
        return [*table.earlier[attacks[-1] + 1 :], *table.happened]
    return list(table.happened)


def _is_spell_or_trap(s: Situation, name: str) -> bool:
    card = s.book.card_named(name)
    return card is not None and card.type.startswith(("Spell", "Trap"))


def _defending(s: Situation) -> str:
    return "opponent" if s.question.turn == "own" else "own"


def destruction_certain(s: Situation) -> Fact:
    """Whether damage calculation has made it certain that this monster is destroyed by battle."""
    if any(h.event == "battle-destruction-certain" and h.card == "self" for h in s.question.table.happened):
        return "yes"
    lying = card_called(s, s.question.about) or s.question.table.self
    if s.question.table.battle is None or lying is None:
        return UNKNOWN if s.may_be_calculated() else "no"
    certain = is_certain(s, lying)
    return UNKNOWN if certain is None else "yes" if certain else "no"


_TILL_THE_TURN_ENDS = (
    "no-battle-damage",
    "protect-from-battle",
    "forbid-summon",
    "forbid-activation",
    "forbid-attack-declaration",
    "forbid-battle-phase",
)


def battle_piercing(s: Situation) -> Fact:
    """Whether the attacker inflicts the surplus on the player behind a monster in defence, once or twice over."""
    attacker = fighter(s, "attacker")
    if attacker is None:
        return UNKNOWN
    acts = [a.act for a in s.at_calculation().state.acts_on(attacker, "piercing")]
    return "double" if any(a.amount == "double" for a in acts) else "plain" if acts else "none"


def _asked_fighter(s: Situation) -> CardOnTable | None:
    return fighter(s, ROLES[s.question.about]) if s.question.about in ROLES else None


def battle_protected(s: Situation) -> Fact:
    """Whether an effect keeps the monster asked about from being destroyed by this battle."""
    lying = _asked_fighter(s)
    return UNKNOWN if lying is None else "yes" if is_protected(s, lying) else "no"


def battle_protection_used_up(s: Situation) -> Fact:
    """Whether what would keep the monster asked about from destruction by battle has saved it as often as it may."""
    lying = _asked_fighter(s)
    return UNKNOWN if lying is None else "yes" if is_protected_no_more(s, lying) else "no"


def beaten_in_battle(s: Situation) -> Fact:
    """Whether the battle destroys the card asked about, wherever it lies by now."""
    own = s.question.table.self
    lost = lost_the_battle(s, own) if own is not None else None
    return UNKNOWN if lost is None else "yes" if lost else "no"


def inside_resolution(s: Situation) -> Fact:
    """Whether this damage step is gone through while an effect resolves."""
    battle = s.battle
    return "yes" if battle.inside and not battle.calculated else "no"


def already_applies(s: Situation) -> Fact:
    """Whether all the effect would do is to let apply once more what an effect of the same card lets apply already."""
    q = s.question
    same = [one for one in resolved(s) if one.card is q.card]
    only_once = ("change-battle-damage", "change-effect-damage")  # of several such changes one counts
    acts = [s.book.wider_acts((a.act,)) for a in s.effect.does]
    used_up = any(a.count == 1 for a in s.effect.does)  # a second one is left for the next damage
    if same and acts and not used_up and all(wider & frozenset(only_once) for wider in acts):
        return "yes"
    if same and any("allow-normal-summon" in wider for wider in acts):
        return "yes"  # a further summon of the same content is not given while one is
    if s.effect.does and all(_is_barred_already(s, act) for act in s.effect.does):
        return "yes"
    again = [one for one in same if one.effect is s.effect]
    if again and acts and not used_up and not s.effect.targets and all(map(_holds_for_the_turn, s.effect.does)):
        return "yes"
    return UNKNOWN


def _is_barred_already(s: Situation, act: Action) -> bool:
    """Whether a part only keeps a player from activations of some kind, and that player may activate nothing at all."""
    if act.act != "forbid-activation" or act.what not in ("opponent", "both"):
        return False
    locks = [a for a in s.state.acts("forbid-activation") if a.sure and a.act.which is None and not a.act.to]
    locks = [a for a in locks if not a.act.count and not a.act.requires and a.resolved]
    side = s.viewer
    return any(a.act.what == "both" or (a.act.what == "opponent" and a.side == side) for a in locks)


def _holds_for_the_turn(act: Action) -> bool:
    """Whether a part protects or binds a player's side for the whole turn, so that a second time adds nothing."""
    of_a_player = act.what in ("you", "opponent", "both") or act.count == "all"
    return act.until == "end-of-turn" and of_a_player and act.act in _TILL_THE_TURN_ENDS


def deed_forbidden(s: Situation) -> Fact:
    """Whether an effect in force forbids something the effect would have to do, or to pay."""
    return "yes" if _forbidding(s) else UNKNOWN


def _forbidding(s: Situation) -> tuple[str, ...]:
    """The cards whose effects forbid what the effect would have to do."""
    side = s.viewer
    found: dict[str, None] = {}
    bars = s.state.acts("forbid-other")
    own_bars = [one for one in bars if one.act.what == "both" or (one.act.what == "opponent") == (one.side != side)]
    for one in bars:
        meant = one in own_bars
        if (meant and _has_to(s, one.act.to)) or (not meant and _has_the_other(s, one.act.to)):
            found[one.card.names.zh] = None
    between_them = [_stopped(s, choice.does, [one.act.to for one in own_bars]) for choice in s.effect.choices]
    if between_them and all(between_them):
        deeds = [a for choice in s.effect.choices for a in choice.does]
        found |= {one.card.names.zh: None for one in own_bars if _is_among(s, one.act.to, tuple(deeds))}
    return tuple(found)


def _stopped(s: Situation, acts: tuple[Action, ...], deeds: list[str]) -> bool:
    """Whether a choice cannot be made: it needs a deed that is forbidden, or begins with what cannot be done."""
    return bool(acts) and (any(_is_among(s, deed, acts) for deed in deeds) or is_prevented(s, acts[0]) == "yes")


def _has_the_other(s: Situation, forbidden: str) -> bool:
    """Whether the effect cannot do without a deed of the other player, who is kept from it."""
    acts = [a for a in s.effect.does if a.what == "opponent" and not a.optional]
    return any(forbidden in s.book.wider_acts((a.act,)) for a in acts)


def _has_to(s: Situation, forbidden: str) -> bool:
    """Whether the effect, whatever is chosen, cannot do without a deed; one of one place is "banish-from-gy"."""
    e = s.effect
    if e.choices and all(_is_among(s, forbidden, choice.does) for choice in e.choices):
        return True
    told_apart = all(choice.does for choice in e.choices)  # else what it does may be only one of the choices
    return _is_among(s, forbidden, (*e.cost, *(e.does if told_apart else ())))


def _is_among(s: Situation, forbidden: str, acts: tuple[Action, ...]) -> bool:
    deed, _, place = forbidden.partition("-from-")
    told = [(n, a) for n, a in enumerate(acts) if not a.optional and not (n and _takes_its_likes(a))]
    needed = [a for n, a in told if _is_such_a_deed(s, deed, a, acts[:n])]
    return any(not place or _takes_only_from(s, a, place) for a in needed)


def _takes_its_likes(act: Action) -> bool:
    """Whether a part takes all that are like what came before it, be there some or none."""
    return act.count == "all" and act.which is not None and bool(act.which.compared)


def _takes_only_from(s: Situation, act: Action, place: str) -> bool:
    """Whether an act takes its cards from one place alone; what is being activated or summoned is on the field."""
    sources = _sources(s, act)
    if place != "field":
        return sources == {place}
    itself = act.what == "self" and s.effect.opens_the_card
    return itself or _returns_what_comes(s, act) or (bool(sources) and sources <= frozenset(FIELD))


def _is_such_a_deed(s: Situation, deed: str, act: Action, before: tuple[Action, ...]) -> bool:
    """Whether an act is of a kind; what is added to the hand from the deck, or of what was excavated, is searched."""
    wide = s.book.wider_acts((act.act,))
    later = act.act == "tribute" and any(a.act == "tribute" and a.until for a in (*before, act))
    if later and any(a.act != "tribute" for a in s.effect.does):
        return False  # it is none of the resolution: what may be tributed in the time that follows
    if deed == "return-to-deck" and _returns_what_comes(s, act):
        return True
    if deed == "search" and "add-to-hand" in wide and act.whence == ("deck",):
        return True
    if deed != "search" or deed in wide or "add-to-hand" not in wide or act.what not in ("", "you"):
        return deed in wide
    return _sources(s, act) == {"deck"} or any(a.act == "excavate" for a in before)


def _returns_what_comes(s: Situation, act: Action) -> bool:
    """Whether an act would return the monster just being summoned, and that belongs to the extra deck."""
    coming = [c for c in every_card(s) if c.being_summoned]
    returns = act.act == "return-to-hand" and act.which is None and act.what in ("", "target", "answered")
    if not returns or not coming or _may_go_elsewhere(s):
        return False
    return all(words_of(s, c) & EXTRA_DECK_KINDS for c in coming)


def _may_go_elsewhere(s: Situation) -> bool:
    """Whether a text on the table speaks of cards that return to the hand: it may send them elsewhere."""
    texts = [card for c in every_card(s) if (card := profile_of(s, c)) is not None and not s.book.has_profile(card)]
    return any("leaving" in (*u.about, *u.beside) for card in texts for e in card.effects for u in e.unread_deeds)


def _sources(s: Situation, act: Action) -> set[str]:
    """Where an act takes its cards from; of the activation it answers, where that was activated."""
    chain = s.question.table.chain
    answered = s.book.card_named(chain[-1].card) if act.what == "answered" and chain else None
    if answered is not None:
        return set(s.book.places_of(chain[-1], answered))
    return taken_from(s.card, s.effect, act, s.effect.targets)


def battle_destruction_fits(s: Situation) -> Fact:
    """Whether the monster destroyed by battle is one the trigger speaks of, as it was when damage was calculated."""
    trigger = s.question.effect.trigger if s.question.effect else None
    wanted = {"destroyed-by-battle", "destroys-by-battle"}
    if trigger is None or trigger.of is None or not wanted & set(trigger.events):
        return "yes"
    viewer = s.viewer
    for happening in s.question.table.happened:
        if happening.event in wanted & s.book.wider_events(trigger.events) and happening.event in trigger.events:
            lying = _other_party(s, happening.card) if trigger.subject == "self" else card_called(s, happening.card)
            if lying is not None:
                return matches(s, lying, trigger.of, viewer, ignore=("zones",))
    return UNKNOWN


def _other_party(s: Situation, handle: str) -> CardOnTable | None:
    attacker, defender = fighter(s, "attacker"), fighter(s, "defender")
    return defender if card_called(s, handle) is attacker else attacker


def cost_barred(s: Situation) -> Fact:
    """Whether all that the table shows to pay the cost with is certain to be destroyed by battle."""
    moving = [c for c in s.effect.cost if c.act in ("tribute", "send-to-gy", "banish")]
    if any(_all_certain(s, c.what, c.which) for c in moving):
        return "yes"
    return UNKNOWN if moving and s.may_be_calculated() else "no"


def targets_barred(s: Situation) -> Fact:
    """Whether all that the table shows to be targeted is certain to be destroyed by battle."""
    targets = s.effect.targets
    if any(_all_certain(s, "", f) for f in targets):
        return "yes"
    return UNKNOWN if targets and s.may_be_calculated() else "no"


def _all_certain(s: Situation, what: str, wanted: Filter | None) -> bool:
    battle, own = s.question.table.battle, s.question.table.self
    if battle is None or not battle.calculated:
        return False
    viewer = s.viewer
    meant = [own] if what == "self" and own is not None else []
    if wanted is not None:
        meant += [c for c in every_card(s) if not (wanted.other and c is own) and surely(s, c, wanted, viewer)]
    return bool(meant) and all(is_certain(s, c) for c in meant)


def choice_possible(s: Situation) -> Fact:
    """Whether what the effect has to choose on the field can be chosen at all."""
    picking = [a for a in s.effect.does if chooses(a) and not a.optional]
    if any(_all_certain(s, "", a.which) for a in picking):
        return "no"
    return UNKNOWN if picking and s.may_be_calculated() else "yes"


def change_follows_live_values(s: Situation) -> Fact:
    """Whether a continuous change goes by values that change with it, so that it is worked out again and again."""
    e = s.effect
    live = [a for a in e.does if not a.stat.startswith("original") and _is_live(a)]
    return "yes" if e.applies_of_itself and live else "no"


def _is_live(act: Action) -> bool:
    if act.act in ("halve-atk-def", "double-atk-def"):
        return True
    return act.act == "set-atk-def" and isinstance(act.amount, str) and act.amount != "original"


def change_met_now(s: Situation) -> Fact:
    """Whether the conditions of the change hold with the values of this moment."""
    return _change_met(s)


def change_met_before(s: Situation) -> Fact:
    """Whether they held before the chain of damage calculation changed the values."""
    table: Table = s.question.table
    changed = {h.card: h.amount or 0 for h in table.happened if h.event == "stats-changed"}
    if not changed:
        return _change_met(s)
    cards = tuple(
        msgspec.structs.replace(c, atk=c.atk - changed[c.called]) if c.called in changed and c.atk is not None else c
        for c in table.cards
    )
    earlier = type(s.question)(
        s.question.window,
        s.question.turn,
        s.question.card,
        s.question.effect,
        msgspec.structs.replace(table, cards=cards),
    )
    return _change_met(type(s)(s.book, earlier, {}))


def _change_met(s: Situation) -> Fact:
    q = s.question
    if q.effect is None or q.card is None:
        return UNKNOWN
    lying = q.table.self or next((c for c in q.table.cards if profile_of(s, c) is q.card), None)
    side = lying.side if lying else "own"
    answers = [met(s, r, lying, side) for r in (q.effect.requires if q.effect.applies_of_itself else ())]
    return "no" if "no" in answers else "yes"


def damage_shared(s: Situation) -> Fact:
    """Whether the battle damage, worked out in full, hits both players."""
    reckoning = s.book.reckoned("battle-damage", s)
    return UNKNOWN if reckoning is None else "yes" if sum(map(bool, reckoning.amounts.values())) > 1 else "no"


MADE_SO: dict[str, Callable[[Situation], tuple[str, ...]]] = {"deed-forbidden": _forbidding}
