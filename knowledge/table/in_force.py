"""What applies on a table: acts of cards that lie there, and of effects that resolved before and last."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import msgspec

from knowledge.data.cases import UNKNOWN, CardOnTable, Link
from knowledge.data.profile import CARD_KINDS, Action, Card, Choice, Effect, Filter, Requirement
from knowledge.table.activations import (
    OATHS,
    Resolved,
    marks,
    oaths_on_the_chain,
    of_link,
    summoned_their_own_way,
    targets_now,
    told_as_activated,
)
from knowledge.table.cards import (
    card_called,
    every_card,
    fighter,
    is_being_activated,
    is_meant,
    names_by_rule,
    profile_of,
    working_zones,
    zone_of,
)
from knowledge.table.filters import surely
from knowledge.table.requirements import PLACES, UNREAD, met, taken_as_met
from knowledge.table.situation import Situation, account

_EFFECTS, _THEIRS, _ACTIVATED = "effects", "opponents", "activated"


class KeptOff(NamedTuple):
    """Effects of the other player only, such as are activated only, of certain kinds of cards only."""

    theirs: bool
    activated: bool
    kinds: tuple[str, ...]  # of any kind where it is empty

    def covers(self, kind: str, *, theirs: bool, activated: bool) -> bool:
        """Whether an effect of a card of this kind is one of those."""
        of_the_kind = not self.kinds or kind.lower() in self.kinds
        return of_the_kind and (theirs or not self.theirs) and (activated or not self.activated)


@lru_cache(256)
def kept_off(word: str) -> KeptOff | None:
    """What a word of `to` keeps off; nothing where it is not put together from whose, how and of what kind."""
    *parts, last = word.split("-")
    if last != _EFFECTS or not set(parts) <= {_THEIRS, _ACTIVATED, *CARD_KINDS}:
        return None
    return KeptOff(_THEIRS in parts, _ACTIVATED in parts, tuple(part for part in parts if part in CARD_KINDS))


AT_A_SUMMON = "just-summoned"  # what a text asks for that applies only while a summon is the last thing done
ONLY_ACTIVATED = "activated-effects"  # what a text negates that leaves the rest of the card alone
_WHILE_COUNTERED, _NEXT_OWN_TURN = "while-countered", "next-own-turn"
_OUTLASTS_ITS_MOMENT = (
    "end-of-turn", "end-of-opponents-turn", "end-of-battle-phase", "while-faceup", "end-of-next-turn", "end-of-duel",
    "end-of-next-own-turn", "next-standby", "next-own-standby", "next-own-draw-phase", "while-on-field-or-in-gy",
    _WHILE_COUNTERED,
)  # fmt: skip
_EQUIP = "equip"
_WHILE_IT_ATTACKS = "while-it-attacks"
_HOLDER, _SERVED_SO = "holder", "with-this-card-on-field-as-material"
_USER = "user"  # the monster that used the card as a material, and has what its text gives for that
FOR_ONE_BATTLE = frozenset(("change-battle-damage", "protect-from-battle", "calculate-with-original-values"))
_OF_THE_ATTACKED = ("restrict-attack-target", "allow-direct-attack")  # their `which` describes what is attacked

_OF_THAT_NAME = "of-that-original-name"
_AIMING = "those-that-target"  # a text that negates what targets the cards its condition describes
_FOUGHT = "fought-by"  # what the monsters described fight, from the attack on
_ONE_EFFECT = "effect-"  # what a text names of its own card when it switches off one effect of it
_ATTACKS = ("attack-declared", "attack-target-changed")


_Conditions = dict[tuple[int, str] | None, str]  # a condition and the side of the card that states it → what it is


@dataclass(frozen=True, slots=True, eq=False)
class InForce:
    """One act that applies: of which card and effect, for which player, aimed at what, and since when."""

    act: Action
    card: Card
    effect: Effect
    side: str
    source: CardOnTable | None = None  # the card itself, where it lies on the table
    targets: tuple[str, ...] = ()
    resolved: bool = False  # the result of an effect that was activated, which its card need not keep up
    since: int = -1  # place in the account of the turn; -1: before it, or for as long as its card lies there
    amount: int | None = None
    waits: bool = False  # it goes on, but what it asks for is not so now: another battle, another target
    sure: bool = True  # no condition of it is left open by the table
    taken: bool = True  # and where one is, it is of the kind that is taken as met
    once: bool = False  # done to a card as a counter was placed on it: what protects the card later does not undo it
    declared: str = ""  # what its player declared for it

    @property
    def was_activated(self) -> bool:
        """Whether it is the result of an effect that was activated, not of a card that merely lies there."""
        return not self.effect.applies_of_itself


def listed(s: Situation, spent: tuple[CardOnTable, ...]) -> Iterator[InForce]:
    """Every act that would apply, in the order of time: what was resolved before, then the cards as they are listed.

    A card that lies on the table and is also named among what was resolved takes its place in time there.
    """
    applied = s.question.table.applied
    met_before: _Conditions = {}
    cards = [c for c in every_card(s) if not any(c is x for x in spent)]
    dated = [c for c in cards if any(is_meant(s, link.card, c) for link in applied)] if applied else []
    for one in marks(s):
        yield from _results(s, one, one.effect.does)
    for link in applied:
        for one in of_link(s, link):
            yield from _results(s, one, one.effect.does)
        for lying in (c for c in dated if is_meant(s, link.card, c)):
            yield from _by_lying_there(s, lying, met_before, link.targets)
    if s.question.table.earlier or s.question.table.happened:
        for one in told_as_activated(s):
            yield from _results(s, one, [a for a in one.effect.does if _goes_on(s, a)])
        for one in summoned_their_own_way(s):
            yield from _results(s, one, one.effect.does)
    for one in oaths_on_the_chain(s):
        yield from _results(s, one, ())
    for lying in cards:
        if not any(lying is c for c in dated):
            yield from _by_lying_there(s, lying, met_before)
        yield from _given_by_materials(s, lying)


def _goes_on(s: Situation, act: Action) -> bool:
    """Whether what is only told to have been activated still applies: for its printed time, or beyond one battle."""
    return act.until in _OUTLASTS_ITS_MOMENT or not (act.until or s.book.wider_acts((act.act,)) & FOR_ONE_BATTLE)


def _results(s: Situation, one: Resolved, acts: Iterable[Action]) -> Iterator[InForce]:
    """What an effect that was activated leaves behind: what it did, and what its player swore for it."""
    for act in (*acts, *(a for a in one.effect.cost if a.until in OATHS)):
        waits = any(met(s, r, one.source, one.by) == "no" for r in act.requires) or _is_still_to_come(s, one, act)
        if act.until == _WHILE_COUNTERED and not _has_a_counter(s, one):
            continue
        of = (act, one.card, one.effect, one.by, one.source, one.targets)
        read = all(r.is_ != UNREAD or taken_as_met(s, r, one.source, one.by) for r in act.requires)
        once = one.by_counter and act.act == "negate-effect"
        lasting = InForce(*of, resolved=True, since=one.since, amount=one.amount, waits=waits, once=once)
        yield replace(lasting, sure=read, taken=read, declared=one.declared)
    for choice in one.effect.choices:
        for act in choice.does if one.choice in (None, choice.bullet) else ():
            of = (act, one.card, one.effect, one.by, one.source, one.targets)
            told = one.choice is not None  # else nobody knows whether this was chosen
            yield InForce(*of, resolved=True, since=one.since, amount=one.amount, sure=told, taken=told)


def _is_still_to_come(s: Situation, one: Resolved, act: Action) -> bool:
    """Whether what is for the next turn of its player was done this turn, or it is not that player's turn."""
    return act.until == _NEXT_OWN_TURN and (one.since >= 0 or s.question.turn != one.by)


def _has_a_counter(s: Situation, one: Resolved) -> bool:
    """Whether a counter lies on what the effect was done to; where that is not told, it is taken to."""
    held = [c for name in one.targets if (c := card_called(s, name)) is not None]
    return not held or any(any(c.counters.values()) for c in held)


def _given_by_materials(s: Situation, lying: CardOnTable) -> Iterator[InForce]:
    """What the cards that a monster was summoned with give it for that."""
    for name in lying.summoned_with if lying.face == "up" and not lying.negated_by else ():
        used = card_called(s, name)
        card = profile_of(s, used) if used is not None else s.book.card_named(name)
        for effect in card.effects if card is not None else ():
            asked = next((r for r in effect.requires if r.amount == _SERVED_SO), None)
            told = asked is None or asked.of is None or surely(s, lying, asked.of, lying.side, source=lying)
            for act in effect.does:
                if act.what == _USER or (act.what == _HOLDER and asked is not None):
                    given = msgspec.structs.replace(act, what=_USER)
                    yield InForce(given, card, effect, lying.side, lying, sure=told, taken=told)  # type: ignore[arg-type]


def _by_lying_there(
    s: Situation, lying: CardOnTable, met_before: _Conditions, named: tuple[str, ...] = ()
) -> Iterator[InForce]:
    """What a face-up card does for as long as it lies where its text works and its conditions are met."""
    card = profile_of(s, lying)
    given = [other for name in lying.gained if (other := s.book.card_named(name)) is not None]
    texts = [text for text in (card, *given) if text is not None]
    if not texts or lying.face == "down" or lying.negated_by or lying.being_summoned:
        return
    if s.question.table.chain and is_being_activated(s, lying):
        return  # it lies there already, but its effects begin when its own link has resolved
    zone, targets = zone_of(s, lying), (lying.targeting,) if lying.targeting else named
    for text, effect in ((one, e) for one in texts for e in one.effects):
        if _is_equipped_by(s, lying, text, effect):
            kept = (a for a in effect.does if a.what == "equipped" and not a.requires and not a.until)
            yield from (InForce(a, text, effect, lying.side, lying, targets) for a in kept)  # while it is equipped so
        if not effect.applies_of_itself or zone not in working_zones(text, effect):
            continue
        if effect.turn != "either" and (effect.turn == "own") != (s.question.turn == lying.side):
            continue  # it applies in the turn of one player only
        answers = [_condition(s, r, lying, met_before) for r in effect.requires]
        if "no" in answers:
            continue
        for act in (*effect.does, *(a for c in effect.choices if _is_the_case(s, lying, c) for a in c.does)):
            all_ = [*answers, *(_condition(s, r, lying, met_before) for r in act.requires)] if act.requires else answers
            if "no" not in all_:
                sure, taken = all(a == "yes" for a in all_), "open" not in all_
                of = (act, text, effect, lying.side, lying, targets)
                yield InForce(*of, sure=sure, taken=taken, declared=lying.declared)
            elif any(r.is_ == AT_A_SUMMON for r in act.requires):
                yield InForce(act, text, effect, lying.side, lying, targets, waits=True)


def _is_equipped_by(s: Situation, lying: CardOnTable, text: Card, effect: Effect) -> bool:
    """Whether a card was put on its monster by this effect of its own; another card's is told as the source."""
    if not (lying.equipped_to and effect.is_activated and any(a.act == _EQUIP for a in effect.does)):
        return False
    told = [h.source for h in account(s) if h.event == "equipped" and h.source and is_meant(s, h.card, lying)]
    return not told or s.book.card_named(told[-1]) is text


def _condition(s: Situation, printed: Requirement, lying: CardOnTable, met_before: _Conditions) -> str:
    """Whether a condition is met, is not, is taken as met, or stays open; copies of a card ask for it once a side."""
    alike = (id(printed), lying.side) if printed.is_ in PLACES and not _leaves_itself_out(printed) else None
    if alike in met_before:
        return met_before[alike]
    answer = met(s, printed, lying, lying.side)
    taken = "taken" if answer is UNKNOWN and taken_as_met(s, printed, lying, lying.side) else "open"
    found = taken if answer is UNKNOWN else str(answer)
    if alike:
        met_before[alike] = found
    return found


def _leaves_itself_out(printed: Requirement) -> bool:
    """Whether a condition on cards in a place is another for every card that states it: "other than this card"."""
    return printed.of is not None and (printed.of.other or bool(printed.of.either))


def _is_the_case(s: Situation, lying: CardOnTable, choice: Choice) -> bool:
    """Whether a part of a continuous text that depends on the table applies now."""
    return bool(choice.requires) and all(met(s, r, lying, lying.side) == "yes" for r in choice.requires)


def is_about(s: Situation, applied: InForce, lying: CardOnTable) -> bool:
    """Whether an act speaks of this card: itself, its target, what it equips or fights, or what it describes."""
    act, source = applied.act, applied.source
    if act.to == _AIMING:
        return aims_at_the_guarded(s, applied, lying)
    if act.what == _FOUGHT:
        return _was_fought(s, applied, lying)
    if act.what in ("self", _USER):
        return lying is source
    if act.what == "attacker" and act.to == _WHILE_IT_ATTACKS:
        return fighter(s, "attacker") is lying and (act.which is None or _fits(s, applied, lying))
    if act.what in ("you", "opponent", "both"):
        meant = act.what == "both" or (lying.side == applied.side) == (act.what == "you")
        return meant and (act.which is None or act.act in _OF_THE_ATTACKED or _fits(s, applied, lying))
    aimed = any(is_meant(s, name, lying) for name in applied.targets) or _is_a_namesake(s, applied, lying)
    aimed = aimed or (act.what == "declared" and _is_the_declared(s, applied, lying))
    worn = source is not None and bool(source.equipped_to) and is_meant(s, source.equipped_to, lying)
    if act.which is not None:
        left_out = {"all-but-equipped": worn, "all-but-target": aimed, "all-but-battler": aimed}.get(str(act.count))
        pointed = act.what != "linked" or source is None or any(is_meant(s, n, source) for n in lying.pointed_at_by)
        return not left_out and pointed and _fits(s, applied, lying)
    if act.what == "battled" and source is not None and not aimed:
        return source is not lying and {id(fighter(s, r)) for r in ("attacker", "defender")} == {id(source), id(lying)}
    return worn or (aimed and applied.resolved) if act.what in ("equipped", _HOLDER) else aimed


def _is_the_declared(s: Situation, applied: InForce, lying: CardOnTable) -> bool:
    """Whether the name that was declared is the card's own."""
    named = s.book.card_named(applied.declared) if applied.declared else None
    return named is not None and profile_of(s, lying) is named


def aims_at_the_guarded(s: Situation, applied: InForce, lying: CardOnTable, link: Link | None = None) -> bool:
    """Whether a card as a whole, or the effect it has on the chain, targets what a text guards.

    A card that was activated aiming at it, or is equipped to it, is meant as a whole for as long as it does; an effect
    of a card that lay there already is meant alone.
    """
    if not surely(s, lying, applied.act.which or Filter(), applied.side, source=applied.source):
        return False
    card = profile_of(s, lying)
    aiming = [e.kind for e in card.effects if e.targets] if card is not None else []
    opened = card is not None and ("activate" in aiming or not aiming)  # else an effect used later aims at it
    lasting = (lying.targeting or lying.equipped_to,) if opened or lying.equipped_to else ()
    links = [x for x in s.question.table.chain if is_meant(s, x.card, lying)] if link is None else [link]
    whole = [x for x in links if link is not None or is_being_activated(s, lying)]
    aims = [names for names in (lasting if link is None else (), *(targets_now(s, x) for x in whole)) if any(names)]
    return any(_is_guarded(s, applied, names) for names in aims)


def _is_guarded(s: Situation, applied: InForce, names: tuple[str, ...]) -> bool:
    """Whether what is targeted is what the text guards, and nothing else where it says so."""
    guards = [r for r in applied.act.requires if r.is_ == "aims-at"]
    targets = [card_called(s, name) for name in names]
    for guard in guards:
        if guard.amount == "target":
            fits = [c is not None and any(is_meant(s, name, c) for name in applied.targets) for c in targets]
        elif guard.amount == "self":
            fits = [c is not None and c is applied.source for c in targets]
        else:
            fits = [
                c is not None and surely(s, c, guard.of or Filter(), applied.side, source=applied.source)
                for c in targets
            ]
        if any(fits) and (guard.amount != "one-alone" or len(fits) == 1):
            return True
    return False


def _was_fought(s: Situation, applied: InForce, lying: CardOnTable) -> bool:
    """Whether a monster fights, or has fought in the time the text names, one of those it describes."""
    if lying.side == applied.side or applied.act.which is None:
        return False
    window = s.question.window
    if applied.act.until == "end-of-battle-phase" and window and "battle-phase" not in s.wider("timing", window):
        return False
    pairs = [(fighter(s, "attacker"), fighter(s, "defender"))]
    told = account(s)
    pairs += [(card_called(s, h.card), card_called(s, h.to)) for h in told if h.event in _ATTACKS and h.to]
    others = [one if other is lying else other for one, other in pairs if one is lying or other is lying]
    return any(c is not None and _fits(s, applied, c) for c in others)


def switches_off(applied: InForce) -> str:
    """The number of the one effect of its own card that a text puts out; empty for every other negation."""
    own = applied.act.act == "negate-effect" and applied.act.what == "self" and applied.act.to.startswith(_ONE_EFFECT)
    return applied.act.to.removeprefix(_ONE_EFFECT) if own else ""


def follows_the_name(applied: InForce) -> bool:
    """Whether a text reaches every card of a name, wherever it lies."""
    return applied.act.to.endswith(_OF_THAT_NAME)


def _is_a_namesake(s: Situation, applied: InForce, lying: CardOnTable) -> bool:
    """Whether a text reaches all cards of the original name of its target, or of the name declared for it."""
    if not follows_the_name(applied):
        return False
    own = profile_of(s, lying)
    named = (*applied.targets, *((applied.declared,) if applied.declared else ()))
    cards = [card for name in named if (card := _profile_called(s, name)) is not None]
    return own is not None and any(_of_one_original_name(s, card, own) for card in cards)


def _of_one_original_name(s: Situation, one: Card, other: Card) -> bool:
    """Whether two cards have the same original name: the one printed, or the one a text gives by the rules."""
    first, second = ([s.book.card_named(name) for name in names_by_rule(c)] or [c] for c in (one, other))
    return any(card is not None and card in second for card in first)


def _profile_called(s: Situation, name: str) -> Card | None:
    lying = card_called(s, name)
    return profile_of(s, lying) if lying is not None else s.book.card_named(name)


def _fits(s: Situation, applied: InForce, lying: CardOnTable) -> bool:
    """Whether the table tells that a card is what an act describes; "other than this card" leaves out its own."""
    assert applied.act.which is not None
    other = ("other",) if applied.source is None else ()
    return surely(s, lying, applied.act.which, applied.side, source=applied.source, ignore=other)


def spares_the_card(applied: InForce) -> bool:
    """Whether a negation is over at once, or is about single effects and leaves the card as it is."""
    once = applied.resolved and not applied.act.until and applied.act.what != "summoned"
    single = applied.act.to == ONLY_ACTIVATED or bool(switches_off(applied))
    on_an_event = applied.effect.trigger is not None and not applied.resolved
    return applied.act.act == "negate-effect" and (once or single or on_an_event)


def keeps_from(s: Situation, shield: InForce, lying: CardOnTable, card: Card, side: str, activated: bool) -> bool:
    """Whether an act makes this card unaffected by the effects of that one."""
    if shield.act.act != "unaffected" or _is_its_own(shield, card) or not is_about(s, shield, lying):
        return False
    if (told := kept_off(shield.act.to)) is not None:
        return told.covers(_acts_as(s, card), theirs=side != lying.side, activated=activated)
    covers = _COVERS.get(shield.act.to)
    if covers is None and not shield.act.to.isascii():  # one card, by its name
        return s.book.card_named(shield.act.to) is card
    return covers is not None and covers(s, lying, card, side, activated)


def _is_its_own(shield: InForce, card: Card) -> bool:
    """Whether what keeps a card unaffected is that card's own effect; a spell or trap used before was another copy."""
    return shield.card is card and not (shield.resolved and not _is_monster(card))


def may_keep_from(s: Situation, shield: InForce, lying: CardOnTable, card: Card) -> bool:
    """Whether an act makes this card unaffected by something its text was not read for, which may be that card."""
    word = shield.act.to
    told = shield.act.act == "unaffected" and word not in _COVERS and word.isascii() and kept_off(word) is None
    told = told or (shield.act.to == "kinds-it-was-summoned-with" and not lying.summoned_with)
    return told and shield.card is not card and is_about(s, shield, lying)


def _kinds_used(s: Situation, lying: CardOnTable) -> frozenset[str]:
    """The kinds of the cards a monster was summoned with: monster, spell, trap."""
    cards = [s.book.card_named(name) for name in lying.summoned_with]
    return frozenset(card.type.split(" / ")[0] for card in cards if card is not None)


def _is_monster(card: Card) -> bool:
    return card.type.startswith("Monster")


def _acts_as(s: Situation, card: Card) -> str:
    """Of which kind the effects of a card are as it lies: a monster card among the spells and traps has a spell's."""
    own = s.question.table.self if s.question.card is card else None
    placed = own is not None and (bool(own.equipped_to) or own.zone in ("spell-zone", "pendulum-zone"))
    return "Spell" if placed and _is_monster(card) else card.type.split(" / ")[0]


def _acts_as_a_monster(s: Situation, card: Card) -> bool:
    return _acts_as(s, card) == "Monster"


def _is_lower(s: Situation, lying: CardOnTable, card: Card, side: str, activated: bool) -> bool:
    own = profile_of(s, lying)
    known = own is not None and own.level is not None and card.level is not None
    return activated and _acts_as_a_monster(s, card) and known and card.level < own.level  # type: ignore[operator, union-attr]


_COVERS: dict[str, Callable[[Situation, CardOnTable, Card, str, bool], bool]] = {
    "other-cards": lambda s, lying, card, side, activated: True,
    "other-cards-effects": lambda s, lying, card, side, activated: card is not profile_of(s, lying),
    "other-monsters-effects": lambda s, lying, card, side, activated: (
        _acts_as_a_monster(s, card) and card is not profile_of(s, lying)
    ),
    "other-spells-and-traps": lambda s, lying, card, side, activated: not _acts_as_a_monster(s, card),
    "kinds-it-was-summoned-with": lambda s, lying, card, side, activated: (
        _acts_as(s, card) in _kinds_used(s, lying) and card is not profile_of(s, lying)
    ),
    "own-other-cards": lambda s, lying, card, side, activated: side == lying.side and card is not profile_of(s, lying),
    "activated-effects-of-monsters-with-lower-original-level-or-rank": _is_lower,
    "activated-effects-of-lower-original-level-opponent-monsters": lambda s, lying, card, side, activated: (
        side != lying.side and _is_lower(s, lying, card, side, activated)
    ),
    "spells-traps-and-activated-effects-of-monsters-with-lower-original-level-or-rank": (
        lambda s, lying, card, side, activated: (
            not _acts_as_a_monster(s, card) or _is_lower(s, lying, card, side, activated)
        )
    ),
}
