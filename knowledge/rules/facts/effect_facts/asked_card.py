"""Facts about the state of the card a matter is about: token, face-down, negated, material, equip, on its way."""

from collections.abc import Callable

from knowledge.data.cases import UNKNOWN, CardOnTable
from knowledge.data.profile import CARD_KINDS, FIELD, Card, Effect, Kind
from knowledge.table.activations import targets_now
from knowledge.table.cards import (
    as_equip,
    asked_card,
    is_meant,
    is_token,
    names_by_rule,
    names_given,
    profile_of,
    words_of,
    zone_of,
)
from knowledge.table.in_force import InForce, kept_off
from knowledge.table.responses import effects_of_link
from knowledge.table.situation import Fact, Situation, yes


def _renamed_in_the_deck(s: Situation, lying: CardOnTable) -> bool:
    """Whether a card bears another name in a deck, by its own text, and the effect takes cards of a name from there."""
    acts = s.question.effect.does if s.question.effect is not None else ()
    taken = any(a.which is not None and "deck" in a.which.zones and a.which.compared for a in acts)
    return taken and lying.zone == "deck" and bool(names_given(s, lying))


_NO_XYZ_MATERIAL = ("no-material", "xyz-material")
_NO_EFFECT: tuple[Kind, ...] = ("condition", "summoning")  # text that holds whether or not the card is negated
_STAYING = {"Continuous", "Field", "Equip"}
_AGAINST_OPPONENTS = "opponents-effects"
_VALUES = ("atk-def", "change-level")  # acts that give a value
_OF_DEF = ("def", "original-def")
_NOT_OF_LINKS = ("target-def", "target-original-def", "target-level")


def _of_asked(claim: Callable[[Situation, CardOnTable], bool]) -> Callable[[Situation], Fact]:
    """A fact that is a claim about the card asked about; unknown where the table does not list it."""

    def fact(s: Situation) -> Fact:
        lying = asked_card(s)
        return UNKNOWN if lying is None else yes(claim(s, lying))

    return fact


def asked_link(s: Situation) -> Fact:
    """Whether the card asked about is a Link Monster."""
    lying = asked_card(s)
    if lying is None:
        card = s.question.card
        return UNKNOWN if card is None else yes("Link" in card.type.split(" / "))
    return yes("link" in words_of(s, lying))


def lacks_the_figure(s: Situation, effect: Effect, lying: CardOnTable) -> bool:
    """Whether a target is a Link Monster, and the effect changes its DEF or Level alone or needs one for a value."""
    if "link" not in words_of(s, lying):
        return False
    acts = [a for a in effect.does if a.what == "target" and not a.optional]
    changes = bool(acts) and all(a.stat in _OF_DEF or a.act == "change-level" for a in acts)
    values = [a for a in effect.does if a.act.endswith(_VALUES) and a.joined != "then" and isinstance(a.amount, str)]
    values = [a for a in values if not (a.joined and a.worded == "subject")]  # what becomes so may come to nothing
    both = [a for a in values if a.amount == "target-values" and a.stat == "both"]
    return changes or bool(both) or any(str(a.amount).endswith(_NOT_OF_LINKS) for a in values)


_KEEPS_ITSELF = ("set-card", "special-summon", "special-summon-self")  # by then it is Set again, or a monster


def leaves_with_its_chain(s: Situation, lying: CardOnTable) -> bool:
    """Whether the card asked about is a spell or trap being activated that does not stay on the field afterwards."""
    card = profile_of(s, lying)
    if card is None or card.type.startswith("Monster") or zone_of(s, lying) != "spell-zone":
        return False
    opened = [x for x in s.question.table.chain if s.book.card_named(x.card) is card and x.activates != "effect"]
    words = set(card.type.split(" / "))
    done = [a for e in card.effects for a in e.does]
    stays = bool(words & _STAYING) or any(a.act == "equip" or "turn" in a.until for a in done)
    stays = stays or any(a.what == "self" and a.act in _KEEPS_ITSELF for a in done)
    return bool(opened) and not stays and any(e.opens_the_card for x in opened for e in effects_of_link(x, card))


def barred_as_material(s: Situation, lying: CardOnTable) -> bool:
    """Whether its own text or an effect resolved before keeps it from being material of an Xyz Summon."""
    card = profile_of(s, lying)
    printed = [a for e in card.effects_of(*_NO_EFFECT) for a in e.does if a.what == "self"] if card else []
    in_force = [a.act for a in s.state.acts_on(lying, "forbid-other")]
    return any(a.act == "forbid-other" and _bars_xyz_material(a.to) for a in (*printed, *in_force))


def _bars_xyz_material(word: str) -> bool:
    return word in _NO_XYZ_MATERIAL or (word.endswith("material") and "xyz" in word.split("-"))


def barred_from_this_summon(s: Situation, lying: CardOnTable) -> bool:
    """Whether its own text or an effect in force keeps it from being material of the summon asked about."""
    kind = str(s.value("use")).removesuffix("-summon")
    card = profile_of(s, lying)
    printed = [a for e in card.effects_of(*_NO_EFFECT) for a in e.does if a.what == "self"] if card else []
    by_name = "declared"  # a ban on a name spares what lay on the field, and is asked for by itself
    in_force = [a.act for a in s.state.acts_on(lying, "forbid-other") if a.act.what != by_name]
    bars = [a.to for a in (*printed, *in_force) if a.act == "forbid-other" and a.to.endswith("material")]
    return any(to == "no-material" or kind in to.split("-") for to in bars)


def banned_as_material(s: Situation, lying: CardOnTable) -> bool:
    """Whether a ban on its name keeps it from being material; while a card keeps the ban up, the field is spared."""
    bans = [a for a in s.state.acts("forbid-other") if a.act.to == "no-material" and a.act.what == "declared"]
    named = [a for a in bans if any(s.book.card_named(n) is profile_of(s, lying) for n in _declared(a) if n)]
    on_field = lying.zone in FIELD and lying.face == "up"
    return any(a.resolved or not on_field for a in named)


def _declared(ban: InForce) -> tuple[str, ...]:
    return (ban.declared, *ban.targets, *((ban.source.targeting,) if ban.source is not None else ()))


def shielded_for_now(s: Situation, lying: CardOnTable) -> bool:
    """Whether an effect of the other player keeps it from being targeted while a condition of that effect is met."""
    return any(
        a.effect.requires
        and a.act.to.startswith(_AGAINST_OPPONENTS)
        and a.side != "own"
        and not (a.act.to.endswith("except-tokens") and is_token(lying))
        for a in s.state.acts_on(lying, "protect-from-targeting")
    )


def protected_from_effects(s: Situation, lying: CardOnTable) -> Fact:
    """Whether an effect that applies keeps it from being destroyed by an effect of the asking player's.

    Not known where it keeps off the effects of some kinds of cards only and nobody told which card destroys it.
    """
    shields = [a for a in s.state.acts_on(lying, "protect-from-effect") if not _is_aimed_at(s, a.act.to, lying)]
    kinds = {card.type.partition(" / ")[0] for card in _destroyers(s, lying)} or {
        kind.capitalize() for kind in CARD_KINDS
    }
    answers = {any(_keeps_off(a, kind) for a in shields) for kind in kinds}
    return UNKNOWN if len(answers) > 1 else yes(answers == {True})


def _keeps_off(shield: InForce, kind: str) -> bool:
    """Whether a protection is one against the effects that the asking player's cards of a kind activate."""
    told = kept_off(shield.act.to)
    return told is None or told.covers(kind, theirs=shield.side != "own", activated=True)


def _destroyers(s: Situation, lying: CardOnTable) -> list[Card]:
    """The card whose effect would destroy it: the last of the chain, or the one asked about beside it."""
    named = s.book.card_named(s.question.table.chain[-1].card) if s.question.table.chain else s.question.card
    return [named] if named is not None and named is not profile_of(s, lying) else []


def _is_aimed_at(s: Situation, shield: str, lying: CardOnTable) -> bool:
    """Whether a shield against what does not target the card fails it: the effect that resolves does target it."""
    chain = s.question.table.chain
    return shield == "effects-that-do-not-target-it" and bool(chain) and targets_it(s, targets_now(s, chain[-1]), lying)


def targets_it(s: Situation, names: tuple[str, ...], lying: CardOnTable) -> bool:
    """Whether one of these names means this very card."""
    return any(is_meant(s, name, lying) for name in names)


def saved_once_already(s: Situation, lying: CardOnTable) -> bool:
    """Whether all that saves it from effects does so a number of times and has done it."""
    shields = s.state.acts_on(lying, "protect-from-effect")
    return bool(shields) and all(s.state.is_used_up(a, lying) for a in shields)


def asked_protected_from_effects(s: Situation) -> Fact:
    """Whether something keeps the card asked about from being destroyed by an effect of the asking player's."""
    lying = asked_card(s)
    return UNKNOWN if lying is None else protected_from_effects(s, lying)


def monster_printed(s: Situation) -> Fact:
    """What a monster prints: a Gemini, effects or none; not known of one that is not described."""
    lying = asked_card(s)
    if lying is not None and is_token(lying):
        return "normal"
    card = profile_of(s, lying) if lying is not None else s.question.card
    words = {w.lower() for w in card.type.split(" / ")} if card is not None else set()
    words |= set(lying.type) if lying is not None else set()
    if "gemini" in words:
        return "gemini"
    return "effect" if "effect" in words else "normal" if card is not None or "normal" in words else UNKNOWN


asked_token = _of_asked(lambda s, c: is_token(c))
asked_as_equip = _of_asked(lambda s, c: as_equip(c))
asked_in_hand_or_deck = _of_asked(lambda s, c: c.zone in ("hand", "deck", "extra-deck") and not c.being_summoned)
asked_in_a_deck = _of_asked(lambda s, c: c.zone in ("deck", "extra-deck") and not c.being_summoned)
asked_banned_as_material = _of_asked(banned_as_material)
asked_face_down = _of_asked(lambda s, c: c.face == "down")
asked_negated = _of_asked(lambda s, c: s.state.is_negated(c))
asked_material = _of_asked(lambda s, c: c.zone == "material")
asked_being_summoned = _of_asked(lambda s, c: c.being_summoned)
asked_its_own_card = _of_asked(lambda s, c: c is s.question.table.self)
asked_leaves_with_its_chain = _of_asked(leaves_with_its_chain)
asked_barred_as_xyz_material = _of_asked(barred_as_material)
asked_barred_from_this_summon = _of_asked(barred_from_this_summon)
asked_shielded_for_now = _of_asked(shielded_for_now)
monster_summoned_again = _of_asked(lambda s, c: c.summoned == "gemini")
asked_named_otherwise_by_rule = _of_asked(
    lambda s, c: (card := profile_of(s, c)) is not None and bool(names_by_rule(card) or _renamed_in_the_deck(s, c))
)
asked_unaffected_by_it = _of_asked(lambda s, c: s.state.unaffected_by(c, s.card, c.side) is not None)
asked_saved_once_already = _of_asked(saved_once_already)


def lies_as_a_normal_monster(s: Situation) -> Fact:
    """Whether a card that prints effects is told to lie in a monster zone as a Normal Monster."""
    own: CardOnTable | None = s.question.table.self
    told = own is not None and zone_of(s, own) == "monster-zone" and {"monster", "normal"} <= {*own.type}
    return "yes" if told and "Monster / " not in s.card.type else "no"


def gained_counts_a_summon(s: Situation) -> Fact:
    """Whether the text asked about was only gained, and all it gives is counted by what its card was summoned with."""
    own, e = s.question.table.self, s.question.effect
    if own is None or e is None or not any(s.book.card_named(name) is s.card for name in own.gained):
        return "no"
    return yes(bool(e.does) and all(str(a.amount).endswith("used-for-it") for a in e.does))


def became_an_equip(s: Situation) -> Fact:
    """Whether the card asked about is equipped to a monster though nothing in its own text equips it."""
    own = s.question.table.self
    if own is None:
        return UNKNOWN
    if not own.equipped_to:
        return "no"
    of_its_own = "Equip" in s.card.type or any(
        a.act == "equip" or a.what == "equipped" for e in s.card.effects for a in e.every_act
    )
    return "no" if of_its_own or not s.book.has_profile(s.card) else "yes"
