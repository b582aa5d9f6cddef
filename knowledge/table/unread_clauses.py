"""Clauses the text reader could not read, and whether what they speak of could bear on what is asked.

A clause that merely stands on a card changes nothing. It bears on a question where its text applies on the table, has
resolved, or is the very effect asked about, and where it speaks of what the question is about (`words/subjects.yaml`).
"""

from collections.abc import Iterable, Iterator

from knowledge.data.cases import CardOnTable
from knowledge.data.profile import Card, Effect, UnreadClause
from knowledge.table.cards import every_card, fighter, is_meant, profile_of, working_zones, zone_of
from knowledge.table.requirements import met
from knowledge.table.resolved_effects import resolved, told_as_activated
from knowledge.table.situation import Situation

CHAINLESS = ("continuous", "unclassified")
_ACTIVATION, _ALLOWED, _TARGETING = "activation", "activation-allowed", "targeting"
FIGHTERS = ("attacker", "defender")
_FORBIDS_SUMMONS, _SUMMONING = "forbid-summon", "summoning"
_OWN_ACTIVATION, _OWN_RESOLUTION = "its-activation", "its-resolution"


def bearing_on_matter(s: Situation, gate: str) -> tuple[str, ...]:
    """The clauses that could change how a matter comes out, as printed."""
    subjects = s.book.spoken_of(gate)
    if not subjects:
        return ()
    effect = s.question.effect
    found: list[str] = []
    if effect is not None and _OWN_ACTIVATION in subjects:
        found += effect.unread
    if effect is not None and _OWN_RESOLUTION in subjects:
        found += [clause.text for clause in effect.unread_deeds]
    found += [clause.text for clause in _in_force(s) if not subjects.isdisjoint((*clause.about, *clause.beside))]
    return tuple(dict.fromkeys(found))


def bearing_on_activation(s: Situation, verdict: str) -> tuple[str, ...]:
    """The clauses of other texts that could open or close the activation of the effect asked about."""
    effect = s.question.effect
    if effect is None:
        return ()
    subjects = {_ALLOWED} if verdict == "no" else {_ACTIVATION}
    if verdict != "no":
        subjects |= s.book.spoken_of_acts(tuple(sorted({a.act for a in (*effect.does, *effect.cost)})))
        subjects |= {_TARGETING} if effect.targets else set()
    found = [clause.text for clause in _in_force(s) if not subjects.isdisjoint((*clause.about, *clause.beside))]
    if verdict != "no" and effect.unread_deeds and s.state.acts(_FORBIDS_SUMMONS):  # it may be what is forbidden
        found += [clause.text for clause in effect.unread_deeds if _SUMMONING in clause.about]
    return tuple(dict.fromkeys(found))


def may_bear(s: Situation) -> bool:
    """Whether some card of the table has a clause nobody has read: a quick look before the close one."""
    table = s.question.table
    if table.self is None and not (table.cards or table.applied or table.chain or table.earlier or table.happened):
        return False
    lying = (profile_of(s, c) for c in every_card(s))
    told = [link.card for link in (*table.applied, *table.chain)] + [h.card for h in (*table.earlier, *table.happened)]
    marked = [name.partition("/")[0] for c in every_card(s) for name in (*c.affected_by, *c.counters_from.values())]
    named = (s.book.card_named(name) for name in (*told, *marked) if name)
    return any(_has_unread(card) for cards in (lying, named) for card in cards if card is not None)


def _has_unread(card: Card) -> bool:
    return any(effect.unread_deeds for effect in card.effects)


def _in_force(s: Situation) -> Iterator[UnreadClause]:
    """The clauses of texts that apply as their cards lie there, and of effects that have resolved and may go on."""
    if not may_bear(s):
        return
    for lying in every_card(s):
        card = profile_of(s, lying)
        if card is None or lying.face == "down" or lying.negated_by or not _has_unread(card):
            continue
        zone = zone_of(s, lying)
        for effect in card.effects:
            works = effect.kind in CHAINLESS and effect.trigger is None and zone in working_zones(card, effect)
            ruled_out = any(met(s, r, lying, lying.side) == "no" for r in effect.requires)
            if works and effect.unread_deeds and not ruled_out and not s.state.is_negated(lying):
                asked = _takes_part(s, lying)
                yield from (clause for clause in effect.unread_deeds if asked or not clause.own)
    yield from _of(one.effect for one in (*resolved(s), *told_as_activated(s)))


def _takes_part(s: Situation, lying: CardOnTable) -> bool:
    """Whether a card is the one asked about, or fights in the battle."""
    asked = lying is s.question.table.self or profile_of(s, lying) is s.question.card
    about = s.question.about
    return asked or bool(about and is_meant(s, about, lying)) or any(fighter(s, role) is lying for role in FIGHTERS)


def _of(effects: Iterable[Effect]) -> Iterator[UnreadClause]:
    for effect in effects:
        yield from effect.unread_deeds
