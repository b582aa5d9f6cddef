"""Facts about oaths and bars on summons: what an activation is sworn for, and what of it was done or is due already."""

from collections.abc import Callable, Iterator

import msgspec

from knowledge.data.cases import OTHER, UNKNOWN, CardOnTable, Happening
from knowledge.data.profile import EXTRA_DECK_KINDS, FIELD, Action, Card, Effect, Filter
from knowledge.table.activations import OATHS
from knowledge.table.attack_counts import declared_so_far
from knowledge.table.cards import (
    asked_card,
    attribute_of,
    attributes_besides,
    card_called,
    every_card,
    profile_of,
    race_of,
    zone_of,
)
from knowledge.table.filters import perhaps, surely
from knowledge.table.in_force import InForce
from knowledge.table.responses import is_printed, taken_from
from knowledge.table.situation import Fact, Situation, account, yes

_WAYS = {
    "special": "special-summoned",
    "normal": "normal-summoned",
    "flip": "flip-summoned",
    "tribute": "tribute-summoned",
}
_SUMMONED_KINDS = {"fusion-summon": "fusion", "synchro-summon": "synchro", "xyz-summon": "xyz", "link-summon": "link",
                   "ritual-summon": "ritual"}  # fmt: skip
_ANY_WAY = ("", "special-summon", "other-effects")  # what a bar on summons means to the letter
# how many kinds of monsters may lie face-up on each side: what is compared, and whether two must be alike
_KIND_LIMITS: dict[str, tuple[Callable[[Situation, CardOnTable], str], bool]] = {
    "more-than-one-attribute-face-up": (attribute_of, True),
    "more-than-one-race-face-up": (race_of, True),
    "two-of-the-same-race-face-up": (race_of, False),
}
_ONE_ONLY = "second-copy-face-up"


def oath_broken(s: Situation) -> Fact:
    """Whether what the effect forbids in the turn it is activated has already been done."""
    e = s.question.effect
    oaths = [a for a in (e.cost if e is not None else ()) if a.until in OATHS]
    if any(_broken(s, oath) for oath in oaths):
        return "yes"
    table = s.question.table
    return UNKNOWN if oaths and not (table.earlier and table.cards) else "no"


def _broken(s: Situation, oath: Action) -> bool:
    table = s.question.table
    if oath.act == "forbid-battle-phase":
        return s.question.window == "main2" or any(h.event == "battle-phase-began" for h in table.earlier)
    if oath.act == "forbid-summon":
        which = oath.which or Filter(summoned=("special",))
        return any(True for _ in summons_made(s, "own", which, besides=_what_set_it_off(s)))
    if oath.act == "forbid-activation" and oath.to in ("", "cards"):
        allowed = oath.count if isinstance(oath.count, int) else 0
        return _is_itself_barred(s, oath) or sum(_was_barred(s, oath, h) for h in _activated(s)) > allowed
    if oath.act == "forbid-other" and oath.to == "draw":
        return any(h.event == "drawn" and h.by == "effect" and h.side != "opponent" for h in account(s))
    if oath.what == "self":
        return table.self is not None and _has_attacked(s, table.self, oath)
    if oath.what == "target":
        aims = [c for c in every_card(s) if perhaps(s, c, s.effect.targets[0], source=table.self)]
        return bool(aims) and all(_has_attacked(s, c, oath) for c in aims)
    return False


def _has_attacked(s: Situation, monster: CardOnTable, oath: Action) -> bool:
    attacks = declared_so_far(s, monster, whole_turn=True)
    return any(a.direct and a.calculated for a in attacks) if oath.to == "direct" else bool(attacks)


def _activated(s: Situation) -> list[Happening]:
    """What the asking player has activated this turn; a negated activation was none."""
    told = account(s)
    return [
        h
        for n, h in enumerate(told)
        if "effect-activated" in s.book.wider_events((h.event,))
        and h.side != "opponent"
        and not any(x.event == "activation-negated" and x.card == h.card for x in told[n:])
    ]


def _was_barred(s: Situation, oath: Action, h: Happening) -> bool:
    lying = card_called(s, h.card)
    card = profile_of(s, lying) if lying is not None else s.book.card_named(h.card)
    if card is None or (oath.which is not None and oath.which.other and card is s.question.card):
        return False
    if oath.to == "cards" and not card.type.startswith("Monster") and h.event != "card-activated":
        return False
    return oath.which is None or is_printed(oath.which, card)


def _is_itself_barred(s: Situation, oath: Action) -> bool:
    """Whether the card, as it is now, is one whose effects its own oath rules out."""
    own, which = s.question.table.self, oath.which
    if own is None or which is None:
        return False
    now = s.state.traits.get((id(own), "attribute")) or own.attribute
    told = [one for one in (now, *attributes_besides(s, own)) if isinstance(one, str) and one]
    barred = {word[4:] for word in which.attribute if word.startswith("non-")}
    return bool(barred) and any(one not in barred for one in told)


def summons_made(
    s: Situation, side: str, which: Filter, *, besides: tuple[Happening, ...] = ()
) -> Iterator[Card | None]:
    """The summons of this turn that a text speaks of, one about to happen included: so far it counts as made."""
    ways = {_WAYS.get(way, "special-summoned") for way in which.summoned or ("special",)}
    told = account(s)
    for h in (one for one in told if one not in besides):
        if ways & s.book.wider_events((h.event,)) and (h.side or "own") == side:
            yield from _of_the_kind(s, which, h.card, h.origin)
    coming = [c for c in every_card(s) if c.being_summoned and c.side == side and c.summoned in ("", "special")]
    for lying in coming if "special-summoned" in ways else ():
        yield from _of_the_kind(s, which, lying.called or lying.card, None)


def _what_set_it_off(s: Situation) -> tuple[Happening, ...]:
    """Its own summon that sets the effect off: that does not break its oath."""
    trigger = s.effect.trigger
    if trigger is None or trigger.subject != "self":
        return ()
    return tuple(h for h in s.question.table.happened if h.card == "self")


def _of_the_kind(s: Situation, which: Filter, name: str, origin: str | None) -> Iterator[Card | None]:
    lying = card_called(s, name)
    card = profile_of(s, lying) if lying is not None else s.book.card_named(name)
    words = {word.lower() for word in card.type.split(" / ")} if card is not None else set()
    if "extra-deck" in which.zones and not (origin == "extra-deck" or (origin is None and words & EXTRA_DECK_KINDS)):
        return
    described = msgspec.structs.replace(which, zones=(), summoned=())
    if card is None and (which.type or which.attribute or which.race or which.group):
        if lying is not None and surely(s, lying, described):
            yield None  # it is told of which kind it is, though not which card
        return
    if card is None or is_printed(described, card):
        yield card


def is_special_summon(s: Situation, act: Action, effect: Effect | None = None) -> bool:
    """Whether an act Special Summons: also one that sets a monster out of the GY or a deck, which comes face-down."""
    if "special-summon" in s.book.wider_acts((act.act,)):
        return True
    effect = effect or s.question.effect
    if act.act != "set-card" or effect is None:
        return False
    meant = (act.which,) if act.which is not None else effect.targets
    named = [which for which in meant if "monster" in which.type]
    return any(set(which.zones or act.whence) & {"gy", "deck", "banished"} for which in named)


def forbidding_summons(s: Situation, summon: Action, side: str) -> tuple[str, ...]:
    """The cards that keep this side from a Special Summon."""
    if not is_special_summon(s, summon):
        return ()
    barring = [one for one in s.state.acts("forbid-summon") if _bars(s, one, summon, side)]
    return tuple(dict.fromkeys(one.card.names.zh for one in barring))


def summon_forbidden(s: Situation, summon: Action, side: str = "own") -> bool:
    """Whether an effect in force keeps this side from Special Summoning at all, or what this act would summon."""
    return bool(forbidding_summons(s, summon, side))


def _bars(s: Situation, one: InForce, summon: Action, side: str) -> bool:
    act = one.act
    hit = {"both": True, "you": one.side == side, "opponent": one.side != side}.get(act.what, False)
    special = "special" in (act.which.summoned if act.which else ()) or act.to == "special-summon"
    if not hit or not special or act.to not in _ANY_WAY:
        return False
    if act.to == "other-effects" and s.question.card is one.card:
        return False
    if isinstance(act.count, int):
        made = sum(1 for _ in summons_made(s, side, act.which or Filter())) + _summons_that_failed(s, side)
        return made + _times(s) > act.count
    return _is_summoned(s, summon, act.which)


def _summons_that_failed(s: Situation, side: str) -> int:
    """How many effects of this side that Special Summon were resolved this turn without effect: each counts as made."""
    told, found = account(s), 0
    for place, h in enumerate(told):
        used = [x for x in told[:place] if x.card == h.card and "effect-activated" in s.book.wider_events((x.event,))]
        card = s.book.card_named(h.card) if h.event == "effect-negated" else None
        if card is not None and any((x.side or "own") == side for x in used):
            found += any(is_special_summon(s, a, e) for e in card.activated_effects for a in e.does[:1])
    return found


_WITH_WHAT_CAME = frozenset(("fusion-summon", "synchro-summon", "xyz-summon", "link-summon"))  # made after the first


def _times(s: Situation) -> int:
    """How often the effect asked about must Special Summon, one time after the other."""
    does = s.question.effect.does if s.question.effect is not None else ()
    acts = [a for a in does if "special-summon" in s.book.wider_acts((a.act,)) and not a.optional]
    return max(1, sum(1 for a in acts if a is acts[0] or a.joined == "then" or a.act in _WITH_WHAT_CAME))


def _is_summoned(s: Situation, summon: Action, barred: Filter | None) -> bool:
    """Whether all that the act may summon is of the kind barred; what its text leaves open is not."""
    if barred is None:
        return True
    if barred.either:
        common = msgspec.structs.replace(barred, either=())
        kinds = [msgspec.structs.replace(one, zones=barred.zones) for one in barred.either]
        return _is_summoned(s, summon, common) and any(_is_summoned(s, summon, one) for one in kinds)
    places = taken_from(s.card, s.effect, summon, s.effect.targets) if s.question.effect is not None else set()
    if barred.zones and not (places and places <= set(barred.zones)):
        return False
    plain = not (barred.type or barred.attribute or barred.race or barred.group)
    if "special-summon-self" in s.book.wider_acts((summon.act,)):
        return plain or (
            s.question.card is not None and is_printed(msgspec.structs.replace(barred, zones=(), summoned=()), s.card)
        )
    which = summon.which or Filter()
    kind = _SUMMONED_KINDS.get(summon.act)
    named = [
        (set(barred.type), {*which.type, *((kind,) if kind else ())} - {"monster"}),
        (set(barred.attribute), set(which.attribute)),
        (set(barred.race), set(which.race)),
        (set(barred.group), {*which.group, *which.name}),
    ]
    return all(_all_barred(words, said) for words, said in named if words)


def _all_barred(barred: set[str], named: set[str]) -> bool:
    """Whether every kind a text names is among those barred; one that names none may mean what is allowed."""
    allowed = {word[4:] for word in barred if word.startswith("non-")}
    return bool(named) and (not named & allowed if allowed else named <= barred)


def _comes_to(lying: CardOnTable) -> str:
    """Whose field a monster would come to: that of the player whose card it is told to be."""
    return lying.side if lying.side in OTHER else "own"


def _face_up(s: Situation, side: str, other_than: CardOnTable) -> list[CardOnTable]:
    there = [c for c in every_card(s) if c is not other_than and c.side == side and c.face == "up"]
    return [c for c in there if zone_of(s, c) == "monster-zone"]


def summon_kind_limit(s: Situation) -> Fact:
    """How a limit on the kinds of face-up monsters stands to the monster asked about."""
    lying = asked_card(s)
    return UNKNOWN if lying is None else _kind_limit(s, lying, _comes_to(lying))


def _kind_limit(s: Situation, lying: CardOnTable, side: str) -> str:
    found = "none"
    for one in (a for a in s.state.acts("forbid-other") if a.act.to in _KIND_LIMITS):
        if one.act.what == "both" or (one.act.what == "opponent") == (one.side != side):
            trait, alike = _KIND_LIMITS[one.act.to]
            there = {trait(s, c) for c in _face_up(s, side, lying)} - {""}
            mine = trait(s, lying)
            if there and mine and (mine in there) != alike:
                return "other-kind"
            found = "empty-field" if not there else "same-kind"
    return found


def kind_is_refused(s: Situation, summon: Action) -> bool:
    """Whether a limit on kinds keeps this very card, or the token a text describes, off the field it would come to."""
    side = "opponent" if "opponent" in summon.to else "own"
    if summon.act == "special-summon-self" and s.card.type.startswith("Monster"):
        coming = CardOnTable(race=s.card.type.split(" / ")[1], attribute=s.card.attribute)
    elif summon.act == "summon-token" and summon.which is not None:
        coming = CardOnTable(race="".join(summon.which.race), attribute="".join(summon.which.attribute))
    else:
        return False
    return _kind_limit(s, coming, side) == "other-kind"


def summon_second_copy(s: Situation) -> Fact:
    """Whether the text of a card lets only one of it lie face-up, and one does; its own negation lifts the clause."""
    lying = asked_card(s)
    card = profile_of(s, lying) if lying is not None else None
    if lying is None or card is None:
        return "no"
    clauses = [a for e in card.effects for a in e.does if a.act == "forbid-other" and a.to == _ONE_ONLY]
    if not clauses:
        return "no"
    if s.state.is_negated(lying):
        return "lifted"
    if not s.question.table.cards and not s.question.table.chain:
        return UNKNOWN
    there = [c for c in every_card(s) if c is not lying and c.face == "up" and zone_of(s, c) in FIELD]
    activated = [x for x in s.question.table.chain if s.book.card_named(x.card) is card and x.activates != "effect"]
    behind = not card.type.startswith("Monster") and any(x.by == lying.side for x in activated)
    return "yes" if behind or any(_is_such(s, a, lying, card, c) for a in clauses for c in there) else "no"


def _is_such(s: Situation, clause: Action, lying: CardOnTable, card: Card, other: CardOnTable) -> bool:
    if clause.which is not None:
        return zone_of(s, other) == "monster-zone" and surely(s, other, clause.which, lying.side)
    return profile_of(s, other) is card and other.side == lying.side


def summon_made_once_already(s: Situation) -> Fact:
    """Whether a monster that may be Special Summoned once a turn has been, this turn."""
    lying = asked_card(s)
    card = profile_of(s, lying) if lying is not None else None
    limited = [e for e in card.effects if e.limit is not None] if card is not None else []
    once = [e for e in limited if e.kind == "condition" and all(a.act.startswith("special-summon") for a in e.does)]
    if not once and not any(e.limit is not None and e.limit.of == "summon" for e in limited):
        return "no"
    told = [h for h in account(s) if h.side != "opponent"]
    summons = [h for h in told if "special-summoned" in s.book.wider_events((h.event,))]
    return "yes" if any(h.card == "self" or s.book.card_named(h.card) is card for h in summons) else UNKNOWN


def summon_outnumbers(s: Situation) -> Fact:
    """Whether a limit on the number of monsters leaves this side no further one."""
    lying = asked_card(s)
    return yes(lying is not None and has_as_many_as_allowed(s, _comes_to(lying)))


def has_as_many_as_allowed(s: Situation, side: str) -> bool:
    """Whether a text lets this side have no more monsters than the other, which has some, and it has as many."""
    limits = [a for a in s.state.acts("forbid-other") if a.act.to == "more-monsters-than-the-other-side"]
    if not any(one.side != side for one in limits):
        return False
    counts = {x: sum(c.side == x and zone_of(s, c) == "monster-zone" for c in every_card(s)) for x in OTHER}
    return 0 < counts[OTHER[side]] <= counts[side]


def summon_barred(s: Situation) -> Fact:
    """Whether an effect in force forbids the player to Special Summon the monster asked about."""
    lying = asked_card(s)
    if lying is None:
        return UNKNOWN
    attribute = attribute_of(s, lying)
    which = Filter(attribute=(attribute,)) if attribute else None
    return "yes" if summon_forbidden(s, Action(act="special-summon", which=which), _comes_to(lying)) else "no"


def summon_stopped_in_the_gy(s: Situation) -> Fact:
    """Whether an effect in force negates what reaches a GY, and the card would come out of one."""
    own = s.question.table.self
    negating = [a for a in s.state.acts("negate-effect") if a.act.what == "effects-that-reach-a-gy"]
    return "yes" if negating and own is not None and own.zone == "gy" else "no"
