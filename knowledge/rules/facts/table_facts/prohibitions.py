"""Facts about prohibitions: what effects in force keep a player from activating or summoning, always or for a while."""

from collections.abc import Callable

import msgspec

from knowledge.data.cases import OTHER, UNKNOWN, CardOnTable, Link
from knowledge.data.profile import EXTRA_DECK_KINDS, FIELD, Action, Card, Effect, Filter
from knowledge.rules.facts.effect_facts.asked_card import banned_as_material
from knowledge.table.cards import (
    attribute_of,
    attributes_besides,
    card_called,
    fighter,
    figure,
    handle_of,
    is_token,
    profile_of,
    words_of,
    working_zones,
    zone_of,
)
from knowledge.table.filters import surely
from knowledge.table.in_force import AT_A_SUMMON, InForce
from knowledge.table.requirements import summons_meant
from knowledge.table.responses import effects_of_link, is_printed
from knowledge.table.situation import Fact, Situation, account

# conditions on summons do not keep it back
_COMES_ANYWAY = (
    *("face-down-defence", "attack-or-face-down-defence", "face-up-or-face-down-defence"),
    *("ignoring-conditions", "ignoring-conditions-defence"),
)
FACE_DOWN_AWAY = "banish-face-down"
_STATS = {"atk": ("atk",), "def": ("defence",), "both": ("atk", "defence")}
BARRED = {
    "banish": "no-banishing",
    "tribute": "no-tributing",
    "change-control": "no-control-change",
}
ATTACKED = "attacked-already"
BANNED_BY_NAME = "banned-by-name"
LIES_OPEN = "never-face-down"

_KINDS = ("monster", "spell", "trap", "effect")
_CARDS = "cards"  # a text that says "cards": of spells and traps the card's own activation, of monsters their effects
_ACTIVATED_THERE = "activated-there"  # a text about effects activated in a place, not about the cards that lie there
_THIS_EFFECT = "this-effect"
_NAMESAKES = "that-name"  # the card the text has just dealt with, and all of its name, wherever they are
_SET = "face-down-on-the-field"
_SET_NOW = "set-this-turn"
_ALWAYS = ("", _CARDS, _ACTIVATED_THERE, _SET, _SET_NOW)  # prohibitions that wait for no moment of their own
_WHOSE = {"you": "own", "opponent": "opponent"}


def forbidden(s: Situation) -> Fact:
    """Whether an effect in force surely forbids this activation."""
    return "yes" if _locking(s, sure=True) or _spent(s) else UNKNOWN


def lock_in_force(s: Situation) -> Fact:
    """Whether a prohibition applies whose condition the table leaves open; no where there is none of that kind."""
    return UNKNOWN if _locking(s, sure=False) else "no"


def _locking(s: Situation, *, sure: bool) -> tuple[str, ...]:
    """The cards whose prohibitions name this activation and apply, or would on something the table leaves open."""
    certain = [a for a in s.state.in_force if a.sure]
    locks = [
        a
        for a in (certain if sure else (*s.state.open_acts, *certain))
        if a.act.act == "forbid-activation" and not _allows_some(a) and _is_meant(s, a) and _names_it(s, a)
    ]
    named = [a for a in locks if _lies_where_it_says(s, a) is (True if sure or not a.sure else None)]
    return tuple(dict.fromkeys(a.card.names.zh for a in named))


def summon_lock(s: Situation) -> Fact:
    """Whether a prohibition for the moment of a summon names this activation, and whether its moment is still there."""
    if any(_is_at_a_summon(s, a) for a in s.state.in_force if a.sure):
        return "in-force"
    over = [a for a in s.state.waiting if _is_at_a_summon(s, a)]
    told = [r for a in over for r in a.act.requires if summons_meant(s, r, a.source, a.side)]
    return "over" if told else "none"


def _is_at_a_summon(s: Situation, play: InForce) -> bool:
    at_a_summon = play.act.act == "forbid-activation" and any(r.is_ == AT_A_SUMMON for r in play.act.requires)
    return at_a_summon and _is_meant(s, play) and _names_it(s, play)


def permits(s: Situation, how: str) -> bool:
    """Whether an effect in force lets the asking player activate the card asked about from the hand, or so soon."""
    given = [a for a in s.state.acts("allow-activation") if a.act.to == how and a.sure]
    meant = [a for a in given if a.act.what == "both" or (a.act.what == "opponent") == (a.side != "own")]
    return any(a.act.which is None or is_printed(a.act.which, s.card) for a in meant)


def _allows_some(play: InForce) -> bool:
    """Whether a text allows so many activations and forbids only those beyond."""
    return isinstance(play.act.count, int)


def activations_left(s: Situation) -> Fact:
    """Whether an effect in force that allows so many activations and no more leaves one for this."""
    spent = bool(_spent(s))
    return "no" if spent else "yes"


def _spent(s: Situation) -> tuple[str, ...]:
    """The cards that allow so many activations of this kind, all of which have been made."""
    limits = [a for a in s.state.acts("forbid-activation") if a.sure and _allows_some(a)]
    meant = [a for a in limits if _is_meant(s, a) and _names_it(s, a) and _lies_where_it_says(s, a)]
    return tuple(a.card.names.zh for a in meant if _made(s, a) + _needed(s) > int(a.act.count))


def opens_barred_cards(s: Situation) -> Fact:
    """Whether all the effect does is activate a spell or trap of a kind that may not be activated now."""
    e = s.effect
    first = e.does[0] if e.does and not e.choices else None
    if first is None or first.act != "activate-card" or first.optional:
        return "no"
    return "yes" if bars_opening(s, first) else UNKNOWN


def bars_opening(s: Situation, part: Action, by: str = "own") -> bool:
    """Whether an effect in force lets this player activate no card of the kind a part of an effect would activate."""
    locks = [a for a in s.state.acts("forbid-activation") if a.sure and a.act.to in ("", _CARDS)]
    return any(_is_of_kind_opened(a, part) and _binds(a, by) and _is_closed(s, a) for a in locks)


def _is_of_kind_opened(play: InForce, part: Action) -> bool:
    """Whether a prohibition speaks of spell or trap cards at large, and of that kind."""
    which, opened = play.act.which, set(part.which.type if part.which else ()) & {"spell", "trap"}
    if which is None:
        return play.act.what in ("you", "opponent", "both")
    narrowed = which.name or which.group or which.attribute or which.race
    return not narrowed and bool(set(which.type) & opened)


def _binds(play: InForce, by: str) -> bool:
    side = _WHOSE.get(play.act.what)
    return play.act.what in ("", "both") or (side == "own") == (play.side == by)


def _is_closed(s: Situation, play: InForce) -> bool:
    """Whether nothing may be activated, or as many as are allowed have been."""
    return not _allows_some(play) or _made(s, play) + 1 > int(play.act.count)


def _needed(s: Situation) -> int:
    """How many activations it takes: one more for a spell or trap that activates another as it resolves."""
    brings_another = any(a.act == "activate-card" and not a.optional for a in s.effect.does)
    return 2 if brings_another and s.effect.opens_the_card else 1


def _made(s: Situation, play: InForce) -> int:
    """How many activations of this turn a limit on their number has counted already."""
    told = [h for h in account(s) if h.side != "opponent"]
    activated = [h for h in told if "effect-activated" in s.book.wider_events((h.event,))]
    cards = play.act.to == "cards"
    made = [h for h in activated if _is_counted(s, play, h.card, h.effect, card=h.event == "card-activated")]
    if cards:
        made = [h for h in made if not any(x.event == "activation-negated" and x.card == h.card for x in told)]
    links = [x for x in s.question.table.chain if x.by == "own"]
    return len(made) + sum(_is_counted(s, play, x.card, x.effect or "", card=x.activates == "card") for x in links)


def _is_counted(s: Situation, play: InForce, name: str, number: int | str, *, card: bool) -> bool:
    """Whether an activation told of is of the kind whose number is limited."""
    lying = card_called(s, name)
    meant = profile_of(s, lying) if lying is not None else s.book.card_named(name)
    which = play.act.which
    if meant is None:  # a card that is only described counts by what is told of it
        return lying is not None and surely(s, lying, which or Filter(), play.side, ignore=("side", "zones"))
    if which is not None and not is_printed(which, meant):
        return False
    is_monster = meant.type.startswith("Monster")
    return is_monster or play.act.to != "cards" or card or _is_card_activation(meant, number)


def _is_card_activation(card: Card, number: int | str) -> bool:
    effects: list[Effect] = effects_of_link(Link(card=card.names.zh, effect=number or None), card)
    return bool(effects) and all(e.opens_the_card for e in effects)


def _is_meant(s: Situation, play: InForce) -> bool:
    """Whether a prohibition is for everybody named by it now: not for a moment of its own, nor for other cards."""
    act, lying = play.act, play.source
    if act.to == _NAMESAKES:
        return any(_is_named(s, name) for name in play.targets)
    if act.what == "declared":
        return _is_declared(s, play)
    if act.to == _THIS_EFFECT:  # not again in the turn after: this turn its own limit counts
        return play.since < 0 and play.card is s.question.card and play.effect.number == s.effect.number
    if act.what in ("", "you", "opponent", "both"):
        return act.to in _ALWAYS
    tied_to = (lying.targeting or lying.equipped_to) if lying is not None else ""
    if act.what not in ("target", "equipped") or not tied_to:
        return False
    if tied_to == "self":
        return True
    namesake = next((c for c in s.question.table.cards if c.called == tied_to), None)
    if namesake is not None and namesake.face == "down" and act.until == "while-target-faceup":
        return False
    named = s.book.card_named(namesake.card) if namesake is not None else None
    return act.to == "target-and-same-name" and named is not None and named is s.question.card


def _is_declared(s: Situation, play: InForce) -> bool:
    """Whether a card of this name was declared; while a card keeps the ban up, what lay on the field is spared."""
    named = (*play.targets, play.declared, *((play.source.targeting,) if play.source is not None else ()))
    own = s.question.table.self
    spared = not play.resolved and own is not None and own.zone in FIELD and own.face == "up"
    return (not spared and any(_is_named(s, name) for name in named if name)) or _is_of_a_declared_attribute(s, named)


def _is_of_a_declared_attribute(s: Situation, declared: tuple[str, ...]) -> bool:
    """Whether an attribute was declared, and the monster on the field asked about has it."""
    own = s.question.table.self
    on_field = own is not None and own.zone == "monster-zone"
    return on_field and own is not None and bool(attribute_of(s, own)) and attribute_of(s, own) in declared


def _is_named(s: Situation, name: str) -> bool:
    """Whether a card that a text dealt with is the one asked about, or one of its name."""
    lying = card_called(s, name)
    return (profile_of(s, lying) if lying is not None else s.book.card_named(name)) is s.question.card


def _names_it(s: Situation, play: InForce) -> bool:
    """Whether the asking player and the kind of card are those the prohibition speaks of."""
    act, which = play.act, play.act.which
    side = which.side if which and which.side else _WHOSE.get(act.what)
    if side in OTHER and (side == "own") != (play.side == "own"):
        return False
    if act.to == _CARDS and not s.effect.opens_the_card and "monster-effect" not in s.words("effect"):
        return False
    if act.to == _SET and not _is_set(s):
        return False
    own = s.question.table.self
    if act.to == _SET_NOW and not (own is not None and own.set_this_turn):
        return False
    if which is not None and which.other and play.source is not None and play.source is s.question.table.self:
        return False
    return which is None or is_of_kind(s, which)


def _is_set(s: Situation) -> bool:
    """Whether the card lies set on the field; a trap whose place nobody told does, if it is to be activated."""
    own = s.question.table.self
    if own is None or own.zone is None:
        return "trap-activation" in s.words("effect")
    return own.zone in FIELD and own.face == "down"


def is_of_kind(s: Situation, which: Filter) -> bool:
    """Whether what would be activated is of the kind a prohibition names, by its effect and what its card prints."""
    kinds = [kind for kind in which.type if kind in _KINDS]
    narrower = msgspec.structs.replace(which, type=tuple(word for word in which.type if word not in _KINDS))
    is_such = any(is_printed(narrower, card) for card in _as_it_is_now(s))
    return is_such and (not kinds or any(_is_kind(s, kind) for kind in kinds))


def _as_it_is_now(s: Situation) -> list[Card]:
    """The card as printed, with each of the attributes that effects in force give it on the table."""
    own = s.question.table.self
    made = s.state.traits.get((id(own), "attribute")) if own is not None else None
    attributes = (made if isinstance(made, str) else s.card.attribute, *(attributes_besides(s, own) if own else ()))
    return [msgspec.structs.replace(s.card, attribute=one) for one in attributes]


def _is_kind(s: Situation, kind: str) -> bool:
    """Whether an activation is of a kind of card a prohibition names: monster, spell, trap, or effect monsters."""
    categories = s.words("effect")
    if kind == "effect":
        return "monster-effect" in categories and "Effect" in s.card.type.split(" / ")
    return f"{kind}-effect" in categories


def _lies_where_it_says(s: Situation, play: InForce) -> bool | None:
    """Whether the activation is one of a card in the places a prohibition names; None where that is left open.

    A spell from the hand is a card of the hand until it is activated, and then activated on the field: a text about
    effects activated there bars it, one about the effects of cards that lie there does not.
    """
    zones = play.act.which.zones if play.act.which is not None else ()
    own, is_card = s.question.table.self, s.effect.opens_the_card
    if not zones:
        return True
    if is_card and play.act.to == _ACTIVATED_THERE:
        return bool(set(zones) & set(FIELD))
    if own is not None and own.zone is not None:
        return own.zone in zones
    works_in = set(working_zones(s.card, s.effect))
    if works_in and works_in <= set(zones):
        return True
    return None if is_card and works_in & set(zones) else False  # else it is not taken to lie there


MADE_SO: dict[str, Callable[[Situation], tuple[str, ...]]] = {
    "forbidden": lambda s: (*_locking(s, sure=True), *_spent(s)),
    "activations-left": _spent,
    "lock-in-force": lambda s: _locking(s, sure=False),
}


def refusal(s: Situation, act: Action, lying: CardOnTable) -> str:
    """Why this cannot be done to a card as it lies there; empty where it can."""
    wide = s.book.wider_acts((act.act,))
    if "banish" in wide and zone_of(s, lying) == "gy" and _may_banish_from_no_gy(s):
        return BARRED["banish"]
    for deed, why in BARRED.items():
        if _is_such_a_deed(s, act, wide, deed, lying) and s.state.bar(lying, deed) is not None:
            return why
    if "special-summon" in wide and zone_of(s, lying) not in FIELD and act.to not in _COMES_ANYWAY:
        return "not-summonable" if s.book.settled("may-be-summoned", s, handle_of(s, lying)) == "no" else ""
    to_the_hand = wide & {"add-to-hand", "return-to-hand"} and zone_of(s, lying) == "extra-deck"
    if to_the_hand and words_of(s, lying) & EXTRA_DECK_KINDS:
        return "not-summonable"
    if "attach-material" in wide and zone_of(s, lying) not in FIELD and banned_as_material(s, lying):
        return BANNED_BY_NAME  # what lies on the field may be stacked all the same
    if act.act == FACE_DOWN_AWAY and is_token(lying):
        return LIES_OPEN
    if act.act == "change-attack-target" and lying is fighter(s, "defender"):
        return ATTACKED
    if act.act == "negate-effect":
        return "already-negated" if _has_nothing_to_negate(s, lying, picked=_picks(act)) else ""
    if "change-atk-def" in wide and zone_of(s, lying) in FIELD:
        return _value_refuses(s, act, lying)
    return ""


def _may_banish_from_no_gy(s: Situation) -> bool:
    """Whether an effect in force lets this player banish no card from a GY."""
    bans = [a for a in s.state.acts("forbid-other") if a.sure and a.act.to == "banish-from-gy"]
    return any(a.act.what == "both" or (a.act.what == "opponent") == (a.side != s.viewer) for a in bans)


def _is_such_a_deed(s: Situation, act: Action, wide: frozenset[str], deed: str, lying: CardOnTable) -> bool:
    """Whether an act done to a card is one of the deeds that may be barred for it.

    A monster of the other side that becomes an equip or a material on this one changes hands as well.
    """
    if deed == "change-control":
        theirs = lying.side != (s.viewer) and zone_of(s, lying) == "monster-zone"
        joins = theirs and act.what != "self" and bool(wide & {"equip", "attach-material"})
        return "take-control" in wide or joins
    return deed in wide


def _picks(act: Action) -> bool:
    """Whether so many of the cards described are picked as the effect resolves."""
    return act.which is not None and act.count not in ("", "all")


def _has_nothing_to_negate(s: Situation, lying: CardOnTable, *, picked: bool) -> bool:
    """A plain monster has no effect; one that is negated already is no target, but may be picked and negated again."""
    words = words_of(s, lying)
    told = bool(words - {"monster"})
    has_some = {"effect", "spell", "trap", "gemini"}  # that a Gemini monster counts as a Normal one is an effect too
    plain = zone_of(s, lying) == "monster-zone" and told and not has_some & words
    both = {"trap", "monster"} <= words  # negated as a monster, it may still be put out as a card
    return plain or (s.state.is_negated(lying) and not picked and not both)


def _value_refuses(s: Situation, act: Action, lying: CardOnTable) -> str:
    stats = _STATS.get(act.stat.removeprefix("original-"), ("atk",))
    now = [figure(s, lying, stat) for stat in stats]
    if act.act == "set-atk-def" and isinstance(act.amount, int):
        return "already-so" if all(value == act.amount for value in now) else ""
    if act.act == "lose-atk-def" and isinstance(act.amount, int):
        return "too-low" if any(value is not None and value < act.amount for value in now) else ""
    return ""
