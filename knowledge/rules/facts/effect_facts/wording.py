"""Facts the text of the effect tells: what it is and does, picks and pays, where it works, what must lie there."""

from collections.abc import Callable

from knowledge.data.cases import UNKNOWN
from knowledge.data.profile import FIELD, Action, Effect, Requirement
from knowledge.rules.facts.battle_facts.battle import done_this_turn
from knowledge.rules.facts.table_facts.prohibitions import permits
from knowledge.table.cards import card_called, working_zones
from knowledge.table.filters import matches
from knowledge.table.requirements import met
from knowledge.table.situation import Fact, Situation, account, all_hold, yes

_UNLESS = "unless"
# acts after which a card lies unseen, and the kinds that it shows to be of by lying there
_OUT_OF_SIGHT: dict[str, frozenset[str]] = {
    "search": frozenset(),
    "add-to-hand": frozenset(),
    "return-to-deck": frozenset(),
    "special-summon": frozenset(("monster",)),
    "set-card": frozenset(("spell", "trap")),
    "banish-face-down": frozenset(),
}
_KINDS = ("name", "group", "attribute", "race", "level", "atk", "defence", "but", "compared", "mentions", "either")
_SO_SOON = "turn-it-was-set"  # when a text lets a set card be used
_HIDDEN = frozenset(("hand", "deck", "extra-deck"))
_ORDER = ("card-face-up", "cost-paid", "activation-declared", "target-chosen", "response-asked")
_GIVES_NOTHING_UP = ("place-counter",)  # what a text has a player do in activating, without paying anything
_BATTLE_MATTERS = frozenset(("matter-of-the-battle-phase", "meeting-an-attack"))
_BY_WHAT_IT_DID = "-per-summoned"  # counts what another part of the effect brought about
_MERELY_LOOKS = ("look", "reveal", "declare", "excavate")
_BATTLE_MOMENTS = ("start-step", "end-step", "end-of-damage-step", "end-of-battle-phase", "end-of-battle")


def demand(s: Situation) -> Fact:
    """What kind of thing a text asks for: cost, upkeep, a procedure of an action or a summon, or nothing but effect."""
    e = s.effect
    if e.kind == "summoning":
        return "summoning-procedure"
    if e.applies_of_itself and any(a.to.endswith(_UNLESS) for a in e.does):
        return "action-procedure"
    if any(a.to == "or-destroy-self" for a in e.does):
        return "upkeep"
    if e.cost and e.opens_the_card and all(a.act in _GIVES_NOTHING_UP for a in e.cost):
        return "activation-deed"
    return "activation-cost" if e.cost else "effect"


def works_in(s: Situation) -> Fact:
    """Where the effect is activated: the field for a card activation, else where the card lies before the cost."""
    q = s.question
    if q.card is None or q.effect is None:
        return UNKNOWN
    if q.effect.opens_the_card:
        return "field"
    zones = working_zones(q.card, q.effect)
    place = zones[0] if zones else "monster-zone"
    return "field" if place in FIELD else place


def _part_asked(s: Situation) -> Action | None:
    about, e = s.question.about, s.question.effect
    return e.does[int(about) - 1] if e and about.isdigit() and 0 < int(about) <= len(e.does) else None


def chosen_at_activation(s: Situation) -> Fact:
    """Whether the effect, or the part of it that is asked about, concerns cards chosen at its activation."""
    e = s.effect
    part = _part_asked(s)
    return yes(bool(e.targets) and (part is None or part.what == "target"))


def moved_unseen(s: Situation) -> Fact:
    """Of the cards that a text moves out of hand or deck to where they are not seen either: is their kind described?"""
    acts = (*s.effect.cost, *s.effect.every_act)
    found = {kind for a in acts if a.act in _OUT_OF_SIGHT and (kind := _described_unseen(a))}
    if not found and any(a.act == "draw" for a in acts):
        return "anything"
    return found.pop() if len(found) == 1 else UNKNOWN if found else "nothing"


def _described_unseen(act: Action) -> Fact:
    """`described` or `anything`; empty where the card is seen on its way, unknown where that is left open."""
    if act.act == "special-summon" and not act.to.startswith("face-down"):
        return ""
    which = act.which
    if which is None:
        return UNKNOWN if act.what in ("", "you") and not act.joined else ""
    if not set(which.zones) & _HIDDEN:
        return ""
    if "extra-deck" in which.zones:
        return UNKNOWN
    shown_by_lying_there = _OUT_OF_SIGHT[act.act]
    if any(getattr(which, part) for part in _KINDS) or set(which.type) - shown_by_lying_there:
        return "described"
    return UNKNOWN if which.type and "deck" in which.zones else "anything"


def picks(s: Situation) -> Fact:
    """How an effect without target comes to its cards."""
    e = s.effect
    part = _part_asked(s)
    return _pick(part or _first_with_cards(e))


def _first_with_cards(e: Effect) -> Action | None:
    return next((a for a in e.does if a.which is not None), None)


def _pick(act: Action | None) -> str:
    if act is None or act.which is None:
        return "nothing"
    if act.to == "random":
        return "at-random"
    if act.count == "all":
        return "everything"
    if act.which.zones and set(act.which.zones) <= _HIDDEN:
        return "hidden-places"
    return "measured" if act.amount else "chosen-at-resolution"


def text_tributes_spells(s: Situation) -> Fact:
    """Whether a text of the card tributes spells or traps."""
    card = s.card
    acts = [a for e in card.effects for a in (*e.cost, *e.does) if a.act == "tribute"]
    is_spell = not card.type.startswith("Monster")
    return yes(any((a.what == "self" and is_spell) or _names_spells(a) for a in acts))


def _names_spells(act: Action) -> bool:
    return act.which is not None and bool({"spell", "trap", "continuous"} & set(act.which.type))


def activation_step(s: Situation) -> Fact:
    """Which step of activating a spell or trap card is asked about."""
    return s.question.about if s.question.about in _ORDER else UNKNOWN


def lies_in_hand(s: Situation) -> Fact:
    """Whether the card is still in the hand."""
    own = s.question.table.self
    return UNKNOWN if own is None or own.zone is None else yes(own.zone == "hand")


def set_too_recently(s: Situation) -> Fact:
    """Whether the card was set this very turn, and its text does not allow using it so soon."""
    own, e = s.question.table.self, s.question.effect
    allowed = e is not None and (_SO_SOON in e.also or permits(s, _SO_SOON) or _set_with_leave(s))
    return UNKNOWN if own is None else yes(own.set_this_turn and own.face == "down" and not allowed)


def _set_with_leave(s: Situation) -> bool:
    """Whether the effect told to have set the card lets what it sets be used in that turn."""
    told = [h for h in account(s) if h.card == "self" and "set-on-field" in s.book.wider_events((h.event,))]
    setters = [card for h in told if h.source and (card := s.book.card_named(h.source)) is not None]
    acts = [a for card in setters for e in card.effects for a in e.every_act]
    return any(a.act == "allow-activation" and a.to == _SO_SOON for a in acts)


def effect(s: Situation) -> Fact:
    """The categories of the effect, wider ones included."""
    q = s.question
    return s.book.categories_of(q.card, q.effect) if q.card and q.effect else UNKNOWN


def effect_does(s: Situation) -> Fact:
    """What the effect does, wider acts included."""
    e = s.effect
    acts = e.every_act
    return s.book.wider_acts(tuple(a.act for a in acts))


def trigger_event(s: Situation) -> Fact:
    """The events that set the effect off, wider ones included."""
    e = s.question.effect
    return s.book.wider_events(e.trigger.events) if e is not None and e.trigger else frozenset()


def trigger_printed_event(s: Situation) -> Fact:
    """The events exactly as the text names them, without wider ones."""
    e = s.question.effect
    return frozenset(e.trigger.events) if e is not None and e.trigger else frozenset()


def trigger_subject(s: Situation) -> Fact:
    """Whether the event happens to this card, to other cards, or to either."""
    e = s.question.effect
    return e.trigger.subject if e is not None and e.trigger else "none"


def trigger_names_itself(s: Situation) -> Fact:
    """Whether the text names what befalls this card beside others, and it is not told that the others met it."""
    e = s.question.effect
    if e is None or e.trigger is None or not e.trigger.names_itself:
        return "no"
    waited = frozenset(e.trigger.events)
    met = [h for h in s.question.table.happened if s.book.wider_events((h.event,)) & waited]
    return yes(not met or any(h.card in ("self", "") for h in met))


def prints_damage_step(s: Situation) -> Fact:
    """Whether the text itself admits the damage step."""
    return yes("damage-step" in s.effect.also)


def needs_battle_phase(s: Situation) -> Fact:
    """Whether nothing the effect does on its own can be carried out without a battle phase."""
    e: Effect | None = s.question.effect
    on_its_own = [
        a
        for a in (e.does if e else ())
        if a.joined in ("", "also") and not _restrains_its_player(a, e) and not str(a.amount).endswith(_BY_WHAT_IT_DID)
    ]
    others = [a for a in on_its_own if not _waits_for_battle(s, a)]
    if e is not None and others and all(a.act in _MERELY_LOOKS or _waits_for_battle(s, a) for a in e.does):
        others = [] if len(others) < len(on_its_own) else others  # what it sees is for the battle alone
    if len(others) < len(on_its_own) and others and all(_may_wait_for_battle(a) for a in others):
        return UNKNOWN
    return yes(bool(on_its_own) and not others)


def _may_wait_for_battle(act: Action) -> bool:
    """Whether what it waits for was not read, or not on which cards it is done: an attack may have to come first."""
    nowhere = act.which is not None and not act.which.zones and act.what in ("", "both")
    return nowhere or any(r.is_ == "unread" for r in act.requires)


def _waits_for_battle(s: Situation, act: Action) -> bool:
    if s.book.wider_acts((act.act,)) & _BATTLE_MATTERS:
        return True
    return act.until in _BATTLE_MOMENTS or act.until.startswith("damage")


def _restrains_its_player(act: Action, e: Effect | None) -> bool:
    """Whether it only takes something away from the player who activates it, which is no reason to activate it."""
    own = act.what == "you" or (act.which is not None and act.which.side == "own")
    if act.count == "all-but-target" and e is not None:  # all others on the side of the monster it is activated for
        own = own or any(target.side == "own" for target in e.targets)
    return own and act.act.startswith("forbid-")


_ITS_BATTLES = ("self-battles", "self-attacks", "self-attacked", "monsters-battle")


def condition_met(s: Situation) -> Fact:
    """Whether the printed conditions on the table hold."""
    e = s.question.effect
    return all_hold([requirement_met(s, r) for r in (e.requires if e is not None else ()) if not r.then])


def requirement_met(s: Situation, printed: Requirement) -> Fact:
    """Whether one printed condition of the effect asked about holds, as far as the table tells."""
    requirement = printed.is_
    own = s.question.table.self
    if printed.is_ not in _ITS_BATTLES and (answer := met(s, printed, own, s.viewer)) is not UNKNOWN:
        return answer
    if (deed := done_this_turn(s, requirement)) is not UNKNOWN:
        return deed
    return _fighting_met(s, printed)


def _fighting_met(s: Situation, printed: Requirement) -> Fact:
    """Whether the card fights as its text asks, and the monster it fights is one its text speaks of."""
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
    if printed.is_ not in known:
        return UNKNOWN
    other = card_called(s, battle.defender if attacks else battle.attacker) if attacks or attacked else None
    if known[printed.is_] and printed.of is not None and other is not None:
        return matches(s, other, printed.of, s.viewer, ignore=("zones",))
    return yes(known[printed.is_])


def unmet(s: Situation, printed: tuple[Requirement, ...]) -> tuple[str, ...]:
    """The printed conditions that the table shows not to hold."""
    return tuple(dict.fromkeys(r.is_ for r in printed if requirement_met(s, r) == "no"))


MADE_SO: dict[str, Callable[[Situation], tuple[str, ...]]] = {
    "condition-met": lambda s: unmet(s, s.question.effect.requires) if s.question.effect else ()
}
