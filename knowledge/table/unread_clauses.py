"""Clauses the text reader could not read, and whether what they speak of could bear on what is asked.

A clause that merely stands on a card changes nothing. It bears on a question where its text applies on the table, has
resolved, or is the very effect asked about, and where it speaks of what the question is about (`words/subjects.yaml`).
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from knowledge.data.cases import CardOnTable, Link
from knowledge.data.profile import CHAINLESS, Action, Card, Effect, Response, UnreadClause, card_and_number, number_of
from knowledge.table.activations import resolved, told_as_activated
from knowledge.table.cards import card_called, every_card, fighter, is_meant, profile_of, working_zones, zone_of
from knowledge.table.filters import perhaps
from knowledge.table.requirements import met
from knowledge.table.responses import effects_of_link, surely_answered
from knowledge.table.situation import Situation
from knowledge.table.state import BARS

if TYPE_CHECKING:
    from knowledge.rules.book import Book

_ACTIVATION, _ALLOWED, _TARGETING = "activation", "activation-allowed", "targeting"
FIGHTERS = ("attacker", "defender")
_ATTACK = "attack"
_FORBIDS_SUMMONS, _SUMMONING = "forbid-summon", "summoning"
# acts that are done to some card or with some amount: where a text that was read names neither, it was read in part
_DONE_TO_CARDS = frozenset(
    {"destroy", "banish", "banish-face-down", "send-to-gy", "mill", "tribute", "discard", "return-to-hand", "equip",
     "return-to-deck", "add-to-hand", "search", "special-summon", "set-card", "place-card", "attach-material",
     "take-control", "negate-effect", "change-level", "change-race", "change-attribute", "place-counter",
     "change-position", "flip-face-down"}
)  # fmt: skip
_AT_ONCE = _DONE_TO_CARDS | {"draw", "pay-lp", "look", "reveal", "excavate", "declare", "negate-activation"}
_OF_TRAITS = frozenset(("change-name", "change-race", "change-attribute", "change-level"))
_COUNTERS = "place-counter"
_CARRIED_OUT, _COPIED, _SETS_IN = "carried-out", "copied-text", "sets-in"
_PLAYERS = ("", "you", "opponent", "both")  # who does it, and not to what
_RESOLVING = ("effect-applies", _CARRIED_OUT)
_OF_ITSELF = frozenset(("traits", "name"))
_DOING = (*_RESOLVING, "continuous-applies")
_TARGETS, _COST, _WHEN, _INSTEAD = "does-it-target", "cost", "when", "instead"
_SO_MANY = frozenset(("destroy", "banish", "send-to-gy", "return-to-hand", "return-to-deck", "take-control"))
_OF_ITS_TEXT = {"may-be-declared": "name", "procedure-may-be-used": "summoning"}
_KINDS_LIMITED = frozenset(
    {"more-than-one-attribute-face-up", "more-than-one-race-face-up", "two-of-the-same-race-face-up",
     "more-monsters-than-the-other-side"}
)  # fmt: skip
_NEGATES = ("negate-effect", "negate-activation")
_USED, _UNDONE = "may-be-used", "undone-by-negation"
_MADE_WITH_MATERIAL = frozenset(("Fusion", "Synchro", "Xyz", "Link"))
_CHOICES = ("may-be-target", "may-be-used", "may-be-chosen")
_NUMBERED = "({})"
_ZONES_BEHIND = 5
_AT_A_MOMENT = "just-summoned"  # said of a part: a text that lies there applies at every moment
_BY_SO_MUCH = frozenset({"gain-atk-def", "lose-atk-def", "set-atk-def", "change-atk-def", "inflict-damage", "gain-lp"})
_VALUES, _UNREAD = "values", "unread"
_HURTS = "inflict-damage"
_NOT_IN_THE_DAMAGE_STEP = frozenset(("battle-step", "end-step"))  # moments of a text that leaves the damage step out
_PAID = frozenset(("banished", "sent"))  # the card paid with, of which a text makes its own effect
_OWN_ACTIVATION, _OWN_RESOLUTION = "its-activation", "its-resolution"


def bearing_on_matter(s: Situation, gate: str, verdict: str = "") -> tuple[str, ...]:
    """The clauses that could change how a matter comes out, as printed."""
    subjects: frozenset[str] = s.book.spoken_of(gate)
    effect = s.question.effect
    found: list[str] = []
    if effect is not None and _OWN_ACTIVATION in subjects:
        found += effect.unread
    by_its_deeds = _OWN_RESOLUTION in subjects or (gate == _TARGETS and verdict == "no")
    by_its_deeds |= gate == _COPIED and effect is not None and not (effect.does or effect.choices)
    if effect is not None and by_its_deeds:
        found += [c.text for c in effect.unread_deeds if not c.word and not (gate == _UNDONE and _is_told(effect, c))]
    if effect is not None and gate in _RESOLVING:
        subjects |= s.book.spoken_of_acts(tuple(sorted({a.act for a in effect.every_act})))
        found += effect.unread if verdict == "yes" and _is_otherwise_now(s) else ()
        if verdict == "yes" and not s.book.has_profile(s.card) and _gy_is_closed(s):
            found += read_in_part(effect)  # it may be a card of the GY that it acts on
    if gate in _RESOLVING and verdict == "yes":
        found += (*_may_have_negated_it(s), *_said_of_all(s))
    if effect is not None and gate in _DOING and verdict == "yes":
        found += _under_conditions_not_read(effect, s.question.about.partition(" ")[0])
    if effect is not None and gate == _CARRIED_OUT and verdict == "yes" and not s.book.has_profile(s.card):
        found += _done_to_nobody_knows_what(effect, s.question.about)
    if effect is not None and gate == _CARRIED_OUT and verdict == "yes":
        found += _behind_a_damage_that_is_changed(s, effect)
    if effect is not None:  # a word of a profile says which questions it may change
        found += [c.text for c in effect.unread_deeds if c.word and gate in c.about]
    if effect is not None and not s.book.has_profile(s.card) and verdict == "no":
        found += _not_told_by_its_reading(s, gate, effect)
    if effect is not None and gate in _CHOICES and verdict == "yes" and not s.book.has_profile(s.card):
        found += read_in_part(effect)  # what is to be done to a card decides whether it may be taken for it
        found += _copied_with_demands(s, effect)
    if effect is not None and gate == _USED and verdict == "yes":
        found += _used_for_its_text(s, effect)
    if gate == _USED and verdict == "yes" and s.question.effect is None and _hides_what_it_is(s):
        found.append(s.card.names.zh)  # whether its way asks to see what is used is read by nobody
    if gate == _USED and verdict == "yes" and s.question.effect is None and _is_made_with_material(s):
        found.append(s.card.names.zh)  # what its first line asks for as material is read by nobody
    if gate in _OF_ITS_TEXT:  # what a card's own text says of its name or its summon holds wherever it lies
        asked = next((c for c in every_card(s) if is_meant(s, s.question.about, c)), None) if s.question.about else None
        own = profile_of(s, asked) if asked is not None else s.question.card
        clauses = [c for e in (own.effects if own is not None else ()) for c in e.unread_deeds if not c.word]
        found += [c.text for c in clauses if _OF_ITS_TEXT[gate] in (*c.about, *c.beside)]
    subjects = subjects | {gate}
    found += [clause.text for clause in _in_force(s) if not subjects.isdisjoint((*clause.about, *clause.beside))]
    if _VALUES in subjects:  # by how much a value would change was not read
        open_values = [a for a in s.state.possible if a.act.amount == _UNREAD and _takes_part(s, a.source)]
        found += [str(r.amount) for a in open_values for r in a.act.requires if r.is_ == _UNREAD]
    if subjects != {gate} and not (gate in _RESOLVING and verdict == "no"):
        found += _results_not_read(s)
    return tuple(dict.fromkeys(found))


def _may_have_negated_it(s: Situation) -> list[str]:
    """The links above that of the card asked about which negate something, where it was not read what."""
    chain = s.question.table.chain
    own = next((n for n, link in enumerate(chain) if _is_of_the_asked(s, link)), len(chain))
    found = []
    for link in chain[own + 1 :]:
        card = s.book.card_named(link.card)
        if card is not None and link.activates == "card" and _negates_from_now_on(s, card):
            found.append(card.names.zh)
        if card is None or s.book.has_profile(card) or link.by == chain[own].by:
            continue
        if link.choice and not any(e.choices for e in effects_of_link(link, card)):
            found.append(card.names.zh)  # which of its bullets that is, no reading holds
        acts = [a for e in effects_of_link(link, card) for a in e.every_act]
        found += [card.names.zh for a in acts if a.act in _NEGATES and a.what not in ("answered", "target")]
    return found


def _is_of_the_asked(s: Situation, link: Link) -> bool:
    """Whether a link is an effect of the card asked about, also where another card has only gained it."""
    return s.question.card in (s.book.card_named(link.card), s.book.card_named(link.gained_from or link.card))


def _said_of_all(s: Situation) -> list[str]:
    """What a card says before its effects, where nobody has read it: it may bind every one of them."""
    before = [e for e in s.card.effects if not e.number and e.kind == "unclassified"]
    clauses = (clause for e in before for clause in e.unread_deeds if not clause.word)
    return [clause.text for clause in clauses if not clause.about or not _OF_ITSELF.issuperset(clause.about)]


def _negates_from_now_on(s: Situation, card: Card) -> bool:
    """Whether a card that stays, and whose link has resolved by then, negates effects of the kind asked about."""
    meant = [a.which for e in card.standing_effects for a in e.does if a.act == "negate-effect" and not a.what]
    kind = s.card.type.split(" / ")[0].lower()
    return any(which is not None and (not which.type or kind in which.type) for which in meant)


def _under_conditions_not_read(effect: Effect, asked: str) -> list[str]:
    """The conditions nobody has read under which an effect does what is asked about, or anything at all."""
    acts = list(effect.every_act)
    meant = [a for a in acts if a.act == asked] or acts
    return [str(r.amount) for a in meant for r in a.requires if r.is_ == _UNREAD]


def _done_to_nobody_knows_what(effect: Effect, about: str) -> list[str]:
    """What was read in part, where it is asked whether a card is acted on and no act of that kind says on which."""
    asked, _, on_a_card = about.partition(" ")
    meant = [a for a in effect.every_act if a.act == asked]
    aimless = [a for a in meant if a.act in _DONE_TO_CARDS and a.which is None and not a.whence and a.what in _PLAYERS]
    return read_in_part(effect) if on_a_card and meant and len(aimless) == len(meant) else []


def _behind_a_damage_that_is_changed(s: Situation, effect: Effect) -> list[str]:
    """What changes effect damage now, where the part asked about is done only if the effect has dealt some."""
    acts = [a.act for a in effect.does]
    asked = s.question.about.partition(" ")[0]
    hangs = _HURTS in acts and asked in acts[acts.index(_HURTS) + 1 :]
    return [a.card.names.zh for a in s.state.acts("change-effect-damage")] if hangs else []


def _not_told_by_its_reading(s: Situation, gate: str, effect: Effect) -> list[str]:
    """A text that was read, where what would make it a yes is a matter of how old texts are understood."""
    fights = gate == _TARGETS and any(a.what == "battled" and a.count == 1 for a in effect.does)
    waits = gate == _SETS_IN and effect.is_activated
    return [s.card.names.zh] if fights or waits else []


def _is_told(effect: Effect, clause: UnreadClause) -> bool:
    """Whether what a clause changes on the card itself was read, and only which name or how much was not."""
    own = {a.act for a in effect.every_act if a.what == "self"}
    spoken = {*clause.about, *clause.beside}
    return ("name" in spoken and "change-name" in own) or (_VALUES in spoken and not own.isdisjoint(_BY_SO_MUCH))


def _hides_what_it_is(s: Situation) -> bool:
    """Whether a card that lies face-down would serve a way of summoning that describes what it takes."""
    lying = next((c for c in every_card(s) if is_meant(s, s.question.about, c)), None)
    hidden = lying is not None and lying.face == "down" and zone_of(s, lying) == "monster-zone"
    return hidden and s.question.card is not None and not s.book.has_profile(s.card)


def _is_made_with_material(s: Situation) -> bool:
    """Whether the card asked about is a monster of the extra deck and its material is asked about."""
    of_the_extra_deck = not _MADE_WITH_MATERIAL.isdisjoint(s.card.type.split(" / ")) if s.question.card else False
    return of_the_extra_deck and not s.book.has_profile(s.card)


def bearing_on_activation(s: Situation, verdict: str, closed: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The clauses of other texts that could open or close the activation of the effect asked about.

    `closed` are the gates that close it: a text nobody has read may offer another way to pay a cost.
    """
    effect = s.question.effect
    if effect is None:
        return ()
    subjects = {_ALLOWED} if verdict == "no" else {_ACTIVATION}
    if closed == {_COST}:
        subjects.add(_INSTEAD)
    if closed == {_WHEN} and effect.unread and not {*effect.at} >= _NOT_IN_THE_DAMAGE_STEP:
        return effect.unread  # its moment may be what was not read
    if verdict != "no":
        subjects |= s.book.spoken_of_acts(tuple(sorted({a.act for a in (*effect.does, *effect.cost)})))
        subjects |= {_TARGETING} if effect.targets else set()
    kind = s.card.type.split(" / ")[0].lower()
    bearing = [c for c in _in_force(s) if not subjects.isdisjoint((*c.about, *c.beside))]
    found = [c.text for c in bearing if not c.kinds or kind in c.kinds]
    if verdict != "no" and effect.unread_deeds and s.state.acts(_FORBIDS_SUMMONS):  # it may be what is forbidden
        spoken = ((clause, (*clause.about, *(clause.beside if clause.own else ()))) for clause in effect.unread_deeds)
        found += [clause.text for clause, subjects_of_it in spoken if _SUMMONING in subjects_of_it]
    first = effect.does[0] if effect.does else None  # to its target or what it answers: something, at any rate
    on_its_target = first is not None and first.what in ("target", "answered") and not _is_open(first)
    on_its_target &= bool(effect.targets) or effect.responds_to is not None  # else what it takes was not read
    if verdict != "no" and not s.book.has_profile(s.card) and not on_its_target and _is_restricted(s, effect):
        found += read_in_part(effect) or [clause.text for clause in effect.unread_deeds if not clause.word]
    if verdict != "no" and _comes_as_some_monster(s, effect):
        found.append(s.card.names.zh)  # as what kind of monster it comes is read by nobody
    if verdict != "no" and effect.opens_the_card and not effect.does:
        found += _lacking_later(s)
    if verdict != "no" and _finds_no_zone_behind(s, effect):
        found.append(s.card.names.zh)  # unless what it puts there is a Field Spell, or its target makes room
    if verdict != "no" and effect.responds_to is not None and effect.responds_to.doing:
        found += _answered_in_part(s, effect.responds_to)
    found += _said_of_all(s) if verdict != "no" else ()
    if verdict != "no":  # what it does instead of what was read may be subject to other conditions
        found += [c.text for c in effect.unread_deeds if not c.word and _ACTIVATION in c.about]
    if verdict != "no" and not s.book.has_profile(s.card):
        found += [c.text for c in effect.unread_deeds if any(d in c.about and _is_barred(s, d) for d in BARS)]
    found += _results_not_read(s)
    found += (*_bans_of_unknown_reach(s, effect), *_copied_with_demands(s, effect)) if verdict != "no" else ()
    return tuple(dict.fromkeys(found))


def _lacking_later(s: Situation) -> list[str]:
    """A card that does something only after its activation, where the table tells that this will find nothing."""
    later = [a.which for e in s.card.effects if not e.opens_the_card for a in e.does if a.which is not None]
    missing = [lack for lack in s.question.table.lacks for which in later if set(lack.zones) & set(which.zones)]
    return [s.card.names.zh] if missing else []


def _is_barred(s: Situation, deed: str) -> bool:
    return any(a.act.to in BARS[deed] for a in s.state.acts("forbid-other"))


def _finds_no_zone_behind(s: Situation, effect: Effect) -> bool:
    """Whether an effect puts a card into the spell and trap zones, and cards that are told lie in all of them."""
    taken = [c for c in every_card(s) if c.side == s.viewer and zone_of(s, c) in ("spell-zone", "pendulum-zone")]
    return len(taken) >= _ZONES_BEHIND and any(a.act in ("set-card", "place-card") for a in effect.does)


def _comes_as_some_monster(s: Situation, effect: Effect) -> bool:
    """Whether a spell or trap would come out as a monster, while kinds of monsters are limited."""
    itself = any(a.what == "self" and "special-summon" in s.book.wider_acts((a.act,)) for a in effect.does)
    unread = itself and not s.card.type.startswith("Monster") and not s.book.has_profile(s.card)
    return unread and any(a.act.to in _KINDS_LIMITED for a in s.state.acts("forbid-other"))


def _bans_of_unknown_reach(s: Situation, effect: Effect) -> list[str]:
    """The prohibitions on the table of which nobody has read what they forbid, where they may mean this activation."""
    wide = s.book.wider_acts(tuple(sorted({a.act for a in effect.every_act})))
    comes_out = bool(wide & {"special-summon", "set-card"})
    bans = {"forbid-activation", *((_FORBIDS_SUMMONS, "forbid-other") if comes_out else ())}
    unknown = [a for a in s.state.possible if a.act.act in bans and a.act.to == _UNREAD]
    return [str(r.amount) for a in unknown for r in a.act.requires if r.is_ == _UNREAD]


def _copied_with_demands(s: Situation, effect: Effect) -> list[str]:
    """What an effect would copy, where that text has a cost, a moment or a condition of its own, or uses the hand.

    Whether those hold for the copy too differs from card to card, and no rule here tells.
    """
    copies = {a.what for a in effect.every_act if a.act == "copy-effect"}
    chain = s.question.table.chain
    names = [chain[-1].card] if chain and "answered" in copies else []
    if "target" in copies:
        lying = [c for c in s.question.table.cards if any(perhaps(s, c, which) for which in effect.targets)]
        names += [c.card for c in lying if c.card]
    cards = [card for name in names if (card := s.book.card_named(name)) is not None]
    doubtful = [card for card in cards if any(_has_demands(e) for e in card.effects if e.opens_the_card)]
    if copies & _PAID:
        described = [act.which for act in effect.cost if act.which is not None]
        lying = [c for c in s.question.table.cards if c.card and any(perhaps(s, c, which) for which in described)]
        paid = [card for c in lying if (card := profile_of(s, c)) is not None]
        doubtful += [card for card in paid if any(_waits(e) for e in card.effects if e.opens_the_card)]
    return [card.names.zh for card in doubtful]


def _used_for_its_text(s: Situation, effect: Effect) -> list[str]:
    """The card asked about, where it is paid with to use its text, and that waits for something of its own."""
    asked = next((c for c in every_card(s) if is_meant(s, s.question.about, c)), None) if s.question.about else None
    card = profile_of(s, asked) if asked is not None else None
    copies = any(a.act == "copy-effect" and a.what not in ("target", "answered") for a in effect.every_act)
    opened = [e for e in card.effects if e.opens_the_card] if card is not None else []
    waits = any(_waits(e) or _has_demands(e) for e in opened)
    return [card.names.zh] if card is not None and copies and waits else []


def _waits(effect: Effect) -> bool:
    return effect.trigger is not None or effect.responds_to is not None


def _has_demands(effect: Effect) -> bool:
    by_hand = any("hand" in (*a.whence, *(a.which.zones if a.which else ())) for a in effect.does)
    return bool(effect.cost or effect.at or effect.requires or effect.unread or by_hand)


def _answered_in_part(s: Situation, response: Response) -> list[str]:
    """What was read in part of the link answered, where the answer asks for just that, and for cards nobody can see."""
    chain, doing = s.question.table.chain, frozenset(response.doing)
    card = s.book.card_named(chain[-1].card) if chain else None
    meant = response.doing_to
    open_to_all = meant is not None and any(c.face == "up" and perhaps(s, c, meant) for c in every_card(s))
    if card is not None and _HURTS in doing and _by_the_value_of_a_question_mark(s):
        return [card.names.zh]  # where the value is taken that is "?" on the card, no text tells
    if card is None or s.book.has_profile(card) or open_to_all:
        return []
    answered = effects_of_link(chain[-1], card)
    if surely_answered(s.book, response, chain[-1], card, s):
        return []  # whatever else it may do
    if not s.question.table.cards:  # what was read is taken to be done, unless a part of the text was not read at all
        answered = [e for e in answered if e.unread or e.unread_deeds]
    such = [e for e in answered if any(_left_open(e, a) and s.book.wider_acts((a.act,)) & doing for a in e.every_act)]
    return [text for e in such for text in read_in_part(e)]


def _by_the_value_of_a_question_mark(s: Situation) -> bool:
    """Whether the last link targets a monster whose printed ATK is "?"."""
    aimed = [card_called(s, name) for name in s.question.table.chain[-1].targets]
    printed = [profile_of(s, lying) for lying in aimed if lying is not None]
    return any(card is not None and card.atk == "?" for card in printed)


def _left_open(effect: Effect, act: Action) -> bool:
    """Whether it is not told what an act is done to; what hangs on a condition nobody read may be done at any time."""
    return _is_open(act) if effect.unread else _on_any_card(act)


def _gy_is_closed(s: Situation) -> bool:
    """Whether an effect in force negates what would reach into a GY."""
    return any(a.act.what == "effects-that-reach-a-gy" for a in s.state.acts("negate-effect"))


def _is_otherwise_now(s: Situation) -> bool:
    """Whether the table tells what is missing, has happened meanwhile or was aimed at: a condition may speak of it."""
    table = s.question.table
    aimed = any(link.targets for link in table.chain if s.book.card_named(link.card) is s.question.card)
    marked = any(lying.affected_by for lying in table.cards)
    return bool(table.nothing_else_in or table.lacks or table.happened or aimed or marked)


def _results_not_read(s: Situation) -> list[str]:
    """The effects told to go on of which nothing was read that could go on; what they do meanwhile is not known."""
    told = [one for one in resolved(s) if not s.book.has_profile(one.card)]
    dark = [x for x in told if not _lasts(s.book, x.effect) or any(_changes_some_card(a) for a in x.effect.does)]
    return [f"{one.card.names.zh} {number_of(one.effect)}" for one in dark]


def _changes_some_card(act: Action) -> bool:
    """Whether a name, Type, attribute or level is changed for a time, and it was not read of which cards."""
    return act.act in _OF_TRAITS and not (act.what or act.which is not None)


def _lasts(book: "Book", effect: Effect) -> bool:
    """Whether something of a text that was read lasts: it has a time of its own, or is no deed done at once."""
    return any(a.until or not book.wider_acts((a.act,)) & _AT_ONCE for a in effect.every_act)


def over_once_resolved(book: "Book", effect: Effect) -> bool:
    """Whether a text was read whole and all it does is done at once: nothing of it goes on after its resolution."""
    whole = not (effect.unread or effect.unread_deeds or effect.choices or read_in_part(effect))
    return whole and bool(effect.does) and not _lasts(book, effect)


def read_in_part(effect: Effect) -> list[str]:
    """What of an activated effect was read without what it is done to, as printed or in our words for its acts."""
    if effect.kind in CHAINLESS or effect.kind in ("condition", "summoning") or not effect.number:
        return []
    aims = effect.targets or any(choice.targets for choice in effect.choices)
    astray = not aims and any(a.what == "target" for a in effect.every_act)  # it speaks of a target nobody chose
    if (effect.does or effect.choices) and not astray and not any(_is_open(a) for a in effect.every_act):
        return []
    printed = [clause.text for clause in effect.unread_deeds]
    return printed or [
        effect.summary.zh if effect.summary is not None and effect.summary.zh else _NUMBERED.format(effect.number)
    ]


def _is_open(act: Action) -> bool:
    """Whether an act names neither the cards it is done to nor where they come from, or not how many or how much."""
    how_many = act.act == _COUNTERS or (act.act in _SO_MANY and act.which is not None and not (act.what or act.whence))
    how_much = act.act in _BY_SO_MUCH and act.amount in ("", "unread")
    return _on_any_card(act) or (how_many and not act.count) or how_much


def _on_any_card(act: Action) -> bool:
    """Whether an act that is done to cards names neither these nor where they come from."""
    return act.act in _DONE_TO_CARDS and not (act.what or act.whence or act.which is not None)


def _is_restricted(s: Situation, effect: Effect) -> bool:
    """Whether the table tells that something is missing, or something in force forbids what was read in part."""
    table = s.question.table
    priced = [act.which for act in effect.cost]  # with what else a cost might be paid is no matter of what it does
    lacks = [lack for lack in table.lacks if lack not in priced]
    if table.nothing_else_in or lacks or 0 in (*table.hand.values(), *table.deck.values()):
        return True
    deeds = s.book.wider_acts(tuple(a.act for a in effect.every_act if _is_open(a)))
    summons = not deeds or "special-summon" in deeds
    limited = any(a.act.to in _KINDS_LIMITED for a in s.state.acts("forbid-other"))
    return (summons and (limited or bool(s.state.acts(_FORBIDS_SUMMONS)))) or any(
        a.act.to in BARS.get(deed, ()) for deed in deeds for a in s.state.acts("forbid-other")
    )


def may_bear(s: Situation) -> bool:
    """Whether some card of the table has a clause nobody has read: a quick look before the close one."""
    table, effect = s.question.table, s.question.effect
    read = effect if effect is not None and not s.book.has_profile(s.card) else None
    if read is not None and (read_in_part(read) or (read.unread_deeds and _is_restricted(s, read))):
        return True
    if effect is not None and effect.responds_to is not None and effect.responds_to.doing and table.chain:
        return True
    if any(c.affected_by for c in every_card(s)) or table.applied:
        return True
    if table.self is None and not (table.cards or table.applied or table.chain or table.earlier or table.happened):
        return False
    lying = (profile_of(s, c) for c in every_card(s))
    told = [link.card for link in (*table.applied, *table.chain)] + [h.card for h in (*table.earlier, *table.happened)]
    marked = [card_and_number(name)[0] for c in every_card(s) for name in (*c.affected_by, *c.counters_from.values())]
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
            ruled_out = any(met(s, r, lying, lying.side) == "no" for r in effect.requires if r.is_ != _AT_A_MOMENT)
            if effect.kind == "summoning" and lying.summoned and effect.unread_deeds and _takes_part(s, lying):
                yield from (_about_everything(clause) for clause in effect.unread_deeds)
            if works and effect.unread_deeds and not ruled_out and not s.state.is_negated(lying):
                asked = _takes_part(s, lying)
                meant = (clause for clause in effect.unread_deeds if asked or not clause.own)
                yield from (clause for clause in meant if not _is_shown(lying, clause))
    yield from _of(one.effect for one in (*resolved(s), *told_as_activated(s)))


def _about_everything(clause: UnreadClause) -> UnreadClause:
    """What a text adds for a card that was summoned in its own way may bind that card in anything."""
    return msgspec.structs.replace(clause, about=(*clause.about, _ACTIVATION, _ATTACK, _VALUES))


def _is_shown(lying: CardOnTable, clause: UnreadClause) -> bool:
    """Whether what a word would come to can be seen: the ATK of its own card is told."""
    return bool(clause.word) and clause.own and clause.about == (_VALUES,) and lying.atk is not None


def _takes_part(s: Situation, lying: CardOnTable | None) -> bool:
    """Whether a card is the one asked about, or fights in the battle."""
    if lying is None:
        return False
    asked = lying is s.question.table.self or profile_of(s, lying) is s.question.card
    about = s.question.about
    return asked or bool(about and is_meant(s, about, lying)) or any(fighter(s, role) is lying for role in FIGHTERS)


def _of(effects: Iterable[Effect]) -> Iterator[UnreadClause]:
    for effect in effects:
        yield from effect.unread_deeds
