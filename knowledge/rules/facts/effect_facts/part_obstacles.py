"""Facts about what keeps one part of an effect from being done: guarantees, protections, closed places, conditions."""

import msgspec

from knowledge.data.cases import UNKNOWN, CardOnTable, Link
from knowledge.data.profile import Action
from knowledge.rules.facts.effect_facts.asked_card import protected_from_effects
from knowledge.rules.facts.effect_facts.effect_parts import PAYMENTS, part_asked, recipients
from knowledge.rules.facts.effect_facts.possible_acts import is_prevented
from knowledge.rules.facts.table_facts.prohibitions import bars_opening
from knowledge.table.cards import every_card, profile_of, zone_of
from knowledge.table.filters import is_listed_in_full, perhaps
from knowledge.table.requirements import met
from knowledge.table.responses import ACTIVATION, EFFECT, is_proof, kept, kept_on_chain, taken_from
from knowledge.table.situation import Fact, Situation

_NEGATIONS = {"negate-activation": ACTIVATION, "negate-effect": EFFECT}
_CLOSES_GY = "effects-that-reach-a-gy"
_LEAVING_GY = frozenset(  # what an effect does with cards of a GY that a closed GY does not let it do
    ("special-summon", "add-to-hand", "return-to-hand", "return-to-deck", "set-card", "equip", "attach-material")
)


def _answered_link(s: Situation) -> Link | None:
    """The link under that of the effect asked about, or the last one where its own is not listed yet."""
    chain = s.question.table.chain
    own = next((n for n, x in enumerate(chain) if s.book.card_named(x.card) is s.question.card), len(chain))
    return chain[own - 1] if own else None


def part_cannot_be_negated(s: Situation) -> Fact:
    """Whether what the part would negate cannot be negated: the activation or effect answered, or a card."""
    part = part_asked(s)
    if part is None or part.act not in _NEGATIONS:
        return "no"
    if part.what == "answered":
        link = _answered_link(s)
        return "yes" if link is not None and _NEGATIONS[part.act] in kept_on_chain(s, link) else "no"
    found = recipients(s)
    return "yes" if found and all(is_proof(s, c) for c in found) else "no"


def part_recipient_protected(s: Situation) -> Fact:
    """Whether an effect in force keeps all the part would destroy from being destroyed by effects."""
    part, found = part_asked(s), recipients(s)
    if part is None or part.act != "destroy" or not found:
        return "no"
    return "yes" if all(protected_from_effects(s, c) for c in found) else "no"


def part_negated_first(s: Situation) -> Fact:
    """Whether the same effect first negates all effects of what it would destroy, and that protects itself."""
    part, e, found = part_asked(s), s.question.effect, recipients(s)
    if part is None or e is None or not found:
        return "no"
    whole = next((c.does for c in e.choices if part in c.does), e.does)
    before = [a for a in whole[: whole.index(part)] if a.act == "negate-effect" and _is_whole(a)]
    own = all(_protects_itself(s, c) and not is_proof(s, c) for c in found)
    done = any(s.book.settled("carried-out", s, a.act) == "yes" for a in before)
    return "yes" if before and own and done else "no"


def _is_whole(act: Action) -> bool:
    """Whether a negation puts out all effects of a card, not the one that was activated."""
    return not act.to and (act.what != "answered" or act.count == "all-effects")


def _protects_itself(s: Situation, lying: CardOnTable) -> bool:
    shields = s.state.acts_on(lying, "protect-from-effect")
    return bool(shields) and all(a.source is lying and not a.resolved for a in shields)


def part_gy_lock(s: Situation) -> Fact:
    """What a closed graveyard does to the part asked about: nothing, stops this part, or negates the whole effect.

    A part that must reach into a GY in which such a card lies has the whole effect negated; one that a player may leave
    out, or may do elsewhere, is left out alone; and so is each that only reaches there, of what cannot be negated.
    """
    part, e, own = part_asked(s), s.question.effect, s.question.table.self
    locks = [a for a in s.state.acts("negate-effect") if a.act.what == _CLOSES_GY]
    if part is None or e is None or not locks:
        return "none"
    if EFFECT not in kept(s, own, e) and any(_must_reach(s, a) for a in e.does):
        return "whole"
    return "this-part" if _places(s, part) == {"gy"} else "none"


def _places(s: Situation, part: Action) -> set[str]:
    """Where a part takes cards from, as far as they leave their place."""
    e = s.effect
    moves = bool(s.book.wider_acts((part.act,)) & _LEAVING_GY)
    places = taken_from(s.card, e, part, e.targets) if moves else set()
    if part.what == "target":
        found = {zone_of(s, c) for c in recipients_of(s, part)}
        return found or places
    return places


def recipients_of(s: Situation, part: Action) -> list[CardOnTable]:
    """The targets of the effect asked about that lie on the table."""
    links = [x for x in s.question.table.chain if s.book.card_named(x.card) is s.question.card]
    names = {name for x in links for name in x.targets}
    return [c for c in every_card(s) if {c.called, c.card} & names] if part.what == "target" else []


def _must_reach(s: Situation, part: Action) -> bool:
    """Whether a part has to take a card from a GY in which there is one, as far as the table tells."""
    if part.optional or _places(s, part) != {"gy"}:
        return False
    which = part.which
    if which is None:
        return True
    there = [c for c in every_card(s) if zone_of(s, c) == "gy" and perhaps(s, c, which)]
    return bool(there) or not is_listed_in_full(s, ("gy",), which.side)


def part_cannot_be_done(s: Situation) -> Fact:
    """Whether the part asked about is forbidden or finds nothing to be done to; unknown of what the text does not tell.

    A part that its player may leave out is taken as wanted.
    """
    part, own = part_asked(s), s.question.table.self
    if part is None:
        return "no" if s.question.about == PAYMENTS or s.question.effect is None else UNKNOWN
    wanted = msgspec.structs.replace(part, optional=False)
    return "yes" if is_prevented(s, wanted, own.side if own is not None else "own", part) == "yes" else "no"


def part_opened_condition_fails(s: Situation) -> Fact:
    """Whether the card a part would activate asks for something that is not so."""
    part, found = part_asked(s), recipients(s)
    if part is None or part.act != "activate-card":
        return "no"
    if not found:
        return UNKNOWN
    return "yes" if all(_cannot_be_opened(s, c) for c in found) else "no"


def part_opened_is_barred(s: Situation) -> Fact:
    """Whether a prohibition keeps spells or traps of the kind a part would activate from being activated."""
    part, own = part_asked(s), s.question.table.self
    if part is None or part.act != "activate-card":
        return "no"
    return "yes" if bars_opening(s, part, own.side if own is not None else "own") else "no"


def _cannot_be_opened(s: Situation, lying: CardOnTable) -> bool:
    card = profile_of(s, lying)
    opening = [e for e in card.effects if e.kind == "activate"] if card is not None else []
    return bool(opening) and all("no" in {met(s, r, lying, lying.side) for r in e.requires} for e in opening)
