"""Facts about effects that a battle negates: by whom, where the monster lies now, and what was already on the chain."""

from knowledge.data.cases import UNKNOWN, CardOnTable, Link
from knowledge.data.profile import FIELD, Card, Effect, effects_numbered, number_of
from knowledge.table.cards import card_called, is_meant
from knowledge.table.filters import surely
from knowledge.table.in_force import ONLY_ACTIVATED, InForce, aims_at_the_guarded, is_about, switches_off
from knowledge.table.responses import EFFECT, effects_of_link, kept
from knowledge.table.situation import Fact, Situation, account, yes
from knowledge.table.values import is_certain

_WHILE_ITS_CARD_LIES = "while-self-faceup"
_CHANGES = frozenset(("change-atk-def", "change-level", "change-attribute", "change-race", "change-scale"))
_BESTOWED = frozenset(("treat-as", "gain-effect", "copy-effect", "copy-name", "change-name"))


def _negates_what_it_fights(card: Card | None, number: int | str | None = None) -> bool:
    meant = effects_numbered(card, number) if card else []
    return any(e in meant for e in _negating(card))


def negated_by_battle(s: Situation) -> Fact:
    """Whether the monster was beaten, or its effects were negated, by a card that negates what it fights."""
    told = account(s)
    beaten_by = [h.source for h in told if h.event == "destroyed-by-battle" and h.card == "self"]
    resolved = [h.card for h in told if h.event == "effect-resolved"]
    victors = [*beaten_by, *_sure_to_beat_it(s)]
    gone = [name for name in victors if card_called(s, name) is None]  # what lies there no more, its text must tell
    return yes(
        any(_negates_what_it_fights(s.book.card_named(name)) for name in (*gone, *resolved))
        or any(_is_negated_for(s, name) for name in victors)
    )


def negated_in_force(s: Situation) -> Fact:
    """Whether an effect in force negates the card asked about, or that hangs on which of two came first."""
    own, table = s.question.table.self, s.question.table
    answer = UNKNOWN if own is None else s.state.negated(own)
    if own is None or (answer == "no" and not (table.cards or table.applied)):
        return UNKNOWN  # nothing is told of what else lies there
    return "unsettled" if answer is UNKNOWN else answer


def asked_text_is_no_effect(s: Situation) -> Fact:
    """Whether the text asked about is a summoning condition or the like; an upkeep has a question of its own."""
    e = s.question.effect
    return "yes" if e is not None and e.kind == "condition" and not any(a.act == "pay-lp" for a in e.does) else "no"


def negation_follows(s: Situation) -> Fact:
    """Whether a negation still meets an activated effect though its card has left, or lies face-down.

    What was done once to a card goes with it, unless it is face-down. A text that goes on for all cards of the field,
    or for spells and traps there, meets what was activated there; one for monsters alone needs the monster there.
    """
    own, card = s.question.table.self, s.question.card
    if own is None or card is None or (own.zone in FIELD and own.face == "up"):
        return "no"
    links = [x for x in s.question.table.chain if s.book.card_named(x.card) is card]
    there = any(set(s.book.places_of(x, card)) & set(FIELD) for x in links)
    return yes(there and any(_follows(s, a, own) for a in s.state.acts("negate-effect")))


def _follows(s: Situation, negation: InForce, own: CardOnTable) -> bool:
    act = negation.act
    if act.what == "fought-by":
        return own.face == "up" and is_about(s, negation, own)
    if negation.resolved:
        return bool(act.until) and own.face == "up" and any(is_meant(s, name, own) for name in negation.targets)
    if act.to == ONLY_ACTIVATED and act.which is not None:  # it meets what was activated, not the card as it lies
        return surely(s, own, act.which, negation.side, source=negation.source, ignore=("zones", "face", "position"))
    if act.which is None or set(act.which.type) == {"monster"} or act.to:
        return False
    kinds = set(act.which.type) & {"monster", "spell", "trap"}
    side = act.which.side
    meant = side in (None, "either") or (side == "own") == (negation.side == own.side)
    return meant and (not kinds or _activated_as(s) in kinds)


def _activated_as(s: Situation) -> str:
    """What kind of card activated the effect: a monster card that lay in the spell and trap zones did so as a spell."""
    lay = {x.zone for x in s.question.table.chain if s.book.card_named(x.card) is s.card}
    printed = s.card.type.split(" / ")[0].lower()
    return "spell" if printed == "monster" and "spell-zone" in lay else printed


def kept_from_negation(s: Situation) -> Fact:
    """Whether an effect in force keeps what this card activates from being negated; its lasting effects it does not."""
    own, e = s.question.table.self, s.question.effect
    if own is None or e is None or e.applies_of_itself:
        return "no"
    return yes(EFFECT in kept(s, own, e))


def aimed_at_the_guarded(s: Situation) -> Fact:
    """Whether the effect asked about stands on the chain aimed at what a text guards by negating such effects."""
    own, e = s.question.table.self, s.question.effect
    if own is None or e is None:
        return "no"
    links = [x for x in s.question.table.chain if is_meant(s, x.card, own) and e in effects_of_link(x, s.card)]
    guards = [a for a in s.state.acts("negate-effect") if a.source is not own and s.state.shield(own, a) is None]
    return yes(any(aims_at_the_guarded(s, a, own, link) for a in guards for link in links))


def switched_off(s: Situation) -> Fact:
    """Whether another text of its own card puts out one effect: that asked about, or another."""
    own, e = s.question.table.self, s.question.effect
    numbers = {switches_off(a) for a in s.state.acts("negate-effect") if a.source is own} if own is not None else set()
    if not numbers - {""}:
        return "none"
    return "this-effect" if e is not None and number_of(e) in numbers else "another"


def is_a_normal_monster(s: Situation) -> Fact:
    """Whether the card is a Normal Monster, which has no effects to negate."""
    card = s.question.card
    return yes(card is not None and "Normal" in card.type.split(" / ") and card.type.startswith("Monster"))


def is_negated(s: Situation) -> bool:
    """Whether the effects of the card asked about are negated, by whatever the rules know of."""
    return s.book.settled("effect-negated", s, s.question.about) == "yes"


def _sure_to_beat_it(s: Situation) -> list[str]:
    """The monster whose battle has made the destruction of the card asked about certain."""
    battle, own = s.question.table.battle, s.question.table.self
    if battle is None or own is None or not is_certain(s, own):
        return []
    other = card_called(s, battle.attacker if card_called(s, battle.defender) is own else battle.defender)
    return [other.card or other.called] if other is not None else []


def _is_negated_for(s: Situation, victor: str) -> bool:
    """Whether an effect in force negates what this victor beats: its own, or of a card that names such victors."""
    winner = card_called(s, victor)
    if winner is None:
        return False
    return any(_names_the_victor(s, a, winner) for a in s.state.acts("negate-effect") if a.act.what == "battled")


def _names_the_victor(s: Situation, applied: InForce, winner: CardOnTable) -> bool:
    trigger = applied.effect.trigger
    if trigger is None or trigger.subject != "any":
        return applied.source is winner
    return trigger.of is not None and surely(s, winner, trigger.of, applied.side)


def _negating(card: Card | None) -> list[Effect]:
    effects = card.effects if card else ()
    return [e for e in effects if any(a.act == "negate-effect" and a.what == "battled" for a in e.does)]


def lies_in(s: Situation) -> Fact:
    """Where the card asked about lies now."""
    own = s.question.table.self
    return own.zone if own is not None and own.zone else UNKNOWN


def left_the_gy(s: Situation) -> Fact:
    """Whether the monster has come back from the GY since it was beaten."""
    told = account(s)
    own = [h.event for h in told if h.card == "self"]
    since = own[own.index("destroyed-by-battle") :] if "destroyed-by-battle" in own else []
    return yes("special-summoned" in since)


def is_a_trap_card(s: Situation) -> Fact:
    """Whether the card is a trap that was only a monster while on the field."""
    card = s.question.card
    return yes(card is not None and card.type.startswith("Trap"))


def activated_in_gy(s: Situation) -> Fact:
    """Whether the chain holds an effect of this card that was activated in the GY."""
    links = [link for link in s.question.table.chain if s.book.card_named(link.card) is s.card]
    return yes(any("gy" in e.zones for link in links for e in effects_numbered(s.card, link.effect)))


def resolves_before_the_negation(s: Situation) -> Fact:
    """Whether this card's link stands above the link that would negate it, and so resolves first."""
    chain: tuple[Link, ...] = s.question.table.chain
    named = [s.book.card_named(link.card) for link in chain]
    mine = [n for n, card in enumerate(named) if card is s.question.card]
    negating = [n for n, link in enumerate(chain) if _negates_what_it_fights(named[n], link.effect)]
    return yes(bool(mine) and bool(negating) and max(mine) > min(negating))


def effect_reaches_others(s: Situation) -> Fact:
    """Whether an effect could also have changed another card than its own."""
    e = s.effect
    changing = [a for a in e.does if s.book.wider_acts((a.act,)) & (_CHANGES | _BESTOWED)] or list(e.does)
    return yes(any(a.what not in ("self", "") or a.which is not None for a in changing))


def effect_bestows(s: Situation) -> Fact:
    """Whether the effect gives its card a name, an effect or another kind, rather than another figure."""
    meant = [a for a in s.effect.does if a.act == s.question.about]
    if s.question.about in s.book.library.acts and not meant:
        return UNKNOWN  # that part of the text was not read
    meant = meant or [*s.effect.does]
    return yes(bool(s.book.wider_acts(tuple(a.act for a in meant)) & _BESTOWED))


def effect_lasts_with_its_card(s: Situation) -> Fact:
    """Whether all that the effect does lasts only for as long as its card lies there."""
    return yes(bool(s.effect.does) and all(a.until == _WHILE_ITS_CARD_LIES for a in s.effect.does))


def effect_before_a_monster(s: Situation) -> Fact:
    """Whether the card was a spell or trap as the effect was activated."""
    e, card = s.effect, s.card
    return yes(e.part == "pendulum" or not card.type.startswith("Monster"))


def gift_stops(s: Situation) -> Fact:
    """Whether the card that gives an effect for as long as it applies is negated itself."""
    e, own = s.effect, s.own
    return yes(e.applies_of_itself and s.state.is_negated(own))


def lies_as_monster(s: Situation) -> Fact:
    """Whether the card lies in a monster zone as it is negated; in a pendulum zone it is negated as a spell."""
    own: CardOnTable | None = s.question.table.self
    return "yes" if own is None or own.zone in (None, "monster-zone") else "no"
