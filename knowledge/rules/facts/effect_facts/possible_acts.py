"""Facts about what an effect would do: whether something forbids it, whether there is room and anything to do it to.

Of several things done to one card, the words decide whether one of them may come to nothing (`worded`): what is made so
must be possible, what becomes so may be skipped as long as something else is left to do.
"""

from collections.abc import Callable

import msgspec

from knowledge.data.cases import OTHER, UNKNOWN, CardOnTable
from knowledge.data.profile import FIELD, Action, Effect, Filter
from knowledge.rules.facts.effect_facts.asked_card import lacks_the_figure
from knowledge.rules.facts.table_facts.card_moves import OWN_WAYS, must_come_its_own_way
from knowledge.rules.facts.table_facts.oaths import (
    forbidding_summons,
    has_as_many_as_allowed,
    is_special_summon,
    kind_is_refused,
    summon_forbidden,
)
from knowledge.rules.facts.table_facts.prohibitions import (
    ATTACKED,
    BANNED_BY_NAME,
    BARRED,
    FACE_DOWN_AWAY,
    LIES_OPEN,
    refusal,
)
from knowledge.table.cards import (
    asked_card,
    every_card,
    figure,
    printed,
    words_of,
    zone_of,
)
from knowledge.table.comparisons import value_of
from knowledge.table.filters import is_listed_in_full, lists_all, matches, perhaps, something_matches
from knowledge.table.requirements import met
from knowledge.table.responses import effects_of_link
from knowledge.table.situation import Fact, Situation, all_hold, one_holds, yes
from knowledge.table.values import multiple_of

_MAIN_ZONES = 5
_EXTRA_DECK_MONSTERS = frozenset(("fusion", "synchro", "xyz", "link", "pendulum"))  # these may lie in an extra zone
_FROM_EXTRA_DECK = ("fusion-summon", "synchro-summon", "xyz-summon", "link-summon")
_BY_SO_MUCH = ("gain-atk-def", "lose-atk-def", "inflict-damage", "gain-lp")
_MERELY_LOOKS = ("look", "reveal", "declare")  # what changes nothing by itself
_DONE_BY = ("", "you", "opponent", "both")  # nobody said, or the player who does it
_AS_MANY_AS_SUCH = "as-many-as-such"
_AS_MANY = ("all", "any", "as-many-as-possible")
_LEAVES_IN: dict[str, tuple[str, ...]] = {
    "draw": ("hand",),
    "add-to-hand": ("hand",),
    "return-to-hand": ("hand",),
    "send-to-gy": ("gy",),
    "discard": ("gy", "banished"),
    "destroy": ("gy", "banished"),
    "tribute": ("gy", "banished"),
    "detach-material": ("gy", "banished"),
    "banish": ("banished",),
    "return-to-deck": ("deck", "extra-deck"),
    "special-summon": ("monster-zone",),
    "normal-summon": ("monster-zone",),
    "place-card": ("monster-zone", "spell-zone", "field-zone", "pendulum-zone"),
    "set-card": ("monster-zone", "spell-zone", "field-zone"),
    "equip": ("spell-zone",),
    "take-control": ("monster-zone",),
    "flip-face-up": ("monster-zone",),
    "flip-face-down": ("monster-zone",),
    "change-position": ("monster-zone",),
    "excavate": ("deck", "hand", "gy"),
    "attach-material": ("material",),
}
_MATERIALS_ACROSS = {"materials-from-either-field": "either", "materials-from-opponent-field": "opponent"}
_TAKEN_TOGETHER = ("tribute", "banish", "send-to-gy", "return-to-deck", "discard", "special-summon", "attach-material")
_CLEARING = ("tribute", "send-to-gy", "banish", FACE_DOWN_AWAY, "destroy", "return-to-hand", "return-to-deck")
_TOKENS = "summon-token"
_REACHING_A_GY = "effects-that-reach-a-gy"
_NOT_THERE = frozenset(("not-summonable", ATTACKED, BANNED_BY_NAME, *BARRED.values()))
_NEVER = _NOT_THERE | {LIES_OPEN}  # what nobody may choose a card for
FITS = "yes"


def _no_room(s: Situation, act: Action, side: str, printed: Action) -> bool:
    """Whether this side's monster zones leave too little room, and nothing that comes before makes more."""
    if _frees_a_zone(s, printed, side) or act.act in _FROM_EXTRA_DECK or "opponent" in act.to:
        return False
    if act.to == "extra-monster-zone":
        return any(c.side == side and c.slot is not None and c.slot > _MAIN_ZONES for c in every_card(s))
    if act.to.startswith("linked-zone"):
        return False  # which zone that is, and whether it is free, only the board tells
    read_whole = not any("summoning" in clause.beside for clause in s.effect.unread_deeds)
    if act.act != "take-control" and read_whole and has_as_many_as_allowed(s, side):
        return True
    taken = [c for c in every_card(s) if c.side == side and zone_of(s, c) == "monster-zone"]
    in_main_zones = [c for c in taken if c.face == "down" or not words_of(s, c) & _EXTRA_DECK_MONSTERS]
    coming = act.count if act.act == _TOKENS and isinstance(act.count, int) else 1  # all tokens a text names, or none
    return len(in_main_zones) + coming > _MAIN_ZONES


def _frees_a_zone(s: Situation, act: Action, side: str) -> bool:
    """Whether the cost, or what is done before this act or with it, may take a monster off this side's zones."""
    e = s.question.effect
    if e is None:
        return False
    done = e.does[: e.does.index(act)] if act in e.does else e.does
    beside = [a for a in e.does[len(done) + 1 :] if a.joined == "with"]
    clearing = [a for a in (*e.cost, *done, *beside) if a.act in _CLEARING]
    there = [c for c in every_card(s) if c.side == side and zone_of(s, c) == "monster-zone"]
    return any(a.which is None or any(perhaps(s, c, a.which) and not refusal(s, a, c) for c in there) for a in clearing)


def _holds_itself_alone(s: Situation, act: Action, by: str) -> bool:
    """Whether the card that is opened from the hand is all its player holds, and nothing it does brings another."""
    e, lying = s.question.effect, s.question.table.self
    if e is None or lying is None or by != "own" or s.question.table.count("hand", by) != 1:
        return False
    before = e.does[: e.does.index(act)] if act in e.does else e.does
    brings = any("hand" in _LEAVES_IN.get(a.act, ()) or a.act == "search" for a in before)
    return e.opens_the_card and lying.zone == "hand" and not brings


def is_prevented(s: Situation, act: Action, by: str = "own", printed: Action | None = None) -> Fact:
    """Whether an act cannot be done on this table: forbidden, or with nothing to do it to.

    `printed` is the act as the text has it, where the one asked about was made of it.
    """
    summons = is_special_summon(s, act)
    if summons and (summon_forbidden(s, act, by) or (by == "own" and kind_is_refused(s, act))):
        return "yes"
    if (summons or act.act == "take-control") and _no_room(s, act, by, printed or act):
        return "yes"
    if act.to == "other-main-monster-zone" and _main_zones_left(s, by) == 0:
        return "yes"
    if act.act == "redirect-battle-damage" and _takes_no_battle_damage(s, by, act.what):
        return "yes"
    if act.act == "search" and s.question.table.count("deck", by) == 0 and not act.optional:
        return "yes"
    if act.act == "discard" and isinstance(act.count, int) and not act.optional and _holds_itself_alone(s, act, by):
        return "yes"
    if act.act == "draw" and act.what == "you" and by in s.question.table.deck and isinstance(act.count, int):
        return yes(_too_few_to_draw(s, act, by))
    if act.what == "self" and s.question.table.self is not None and not act.optional:
        why = refusal(s, act, s.question.table.self)
        return "yes" if why and (why != "too-low" or act.worded == "object") else UNKNOWN
    which = act.which
    if which is None and act.whence == ("extra-deck",) and "add-to-hand" in s.book.wider_acts((act.act,)):
        which = Filter(side="own", zones=act.whence, type=("monster",), face="up")
    if which is None and act.whence and summons:
        which = Filter(side="own", zones=act.whence, type=("monster",))  # a text that says from where, and no more
    if act.optional or act.what not in _DONE_BY or which is None:
        return UNKNOWN
    found = something_matches(s, which, by)
    if found == "yes" and act.count == _AS_MANY_AS_SUCH and _are_too_few(s, act, which, by):
        return "yes"
    if found == "yes":
        fitting = [c for c in every_card(s) if matches(s, c, which, by) != "no"]
        if not all(refusal(s, act, c) for c in fitting):
            return "no"
        return "yes" if lists_all(s, which, by) else UNKNOWN  # another card, of which nothing is told, might do
    return "yes" if found == "no" else UNKNOWN


def _are_too_few(s: Situation, act: Action, which: Filter, by: str) -> bool:
    """Whether a text takes one card for each of a kind, and fewer lie there than it would have to take."""
    if act.per is None or not lists_all(s, which, by):
        return False
    there = [c for c in every_card(s) if matches(s, c, which, by) != "no"]
    return len(there) < sum(matches(s, c, act.per, by) == "yes" for c in every_card(s))


def _main_zones_left(s: Situation, side: str) -> int:
    """How many main monster zones are free, with those that may lie in an extra one left out."""
    there = [c for c in every_card(s) if c.side == side and zone_of(s, c) == "monster-zone"]
    return _MAIN_ZONES - sum(c.slot is not None and c.slot <= _MAIN_ZONES for c in there)


def _takes_no_battle_damage(s: Situation, by: str, whom: str) -> bool:
    """Whether the player on whom battle damage would be turned takes none for now."""
    player = OTHER[by] if whom == "opponent" else by
    safe = [a for a in s.state.acts("no-battle-damage") if a.sure and a.act.which is None]
    return any(a.act.what == "both" or (a.side if a.act.what == "you" else OTHER[a.side]) == player for a in safe)


def _no_summon(s: Situation, act: Action) -> bool:
    """Whether a Special Summon is forbidden, or that of the card itself is one that may not be made."""
    own = s.question.table.self
    itself = act.act == "special-summon-self" and own is not None and own.zone is not None
    if summon_forbidden(s, act) or kind_is_refused(s, act):
        return True
    return itself and own is not None and bool(refusal(s, act, own))


def _from_deck(acts: tuple[Action, ...]) -> int:
    """How many cards of their player's deck these acts surely take away."""
    taking = [a for a in acts if a.act in ("mill", "search", "draw") and a.what in ("you", "") and not a.optional]
    return sum(a.count for a in taking if isinstance(a.count, int))


def _too_few_to_draw(s: Situation, act: Action, by: str, taken: int = 0) -> bool:
    """Whether the deck is known to hold fewer cards than the act draws; a text that names nobody means its player."""
    deck = next((cards for side, cards in s.question.table.deck.items() if side == by), None)
    draws = act.act in ("draw", "mill") and act.what in ("you", "") and not act.optional
    known = deck is not None and isinstance(act.count, int)
    asked = [met(s, r, s.question.table.self, by) for r in act.requires] if known and taken else []
    return draws and known and all(a == "yes" for a in asked) and deck < taken + act.count  # type: ignore[operator]


def _no_material(s: Situation) -> bool:
    """Whether the table shows that nothing lies where a Fusion or Ritual Summon takes its materials from."""
    e = s.effect
    places: set[str] = set()
    for act in e.does:
        if act.act == "fusion-summon" and act.to == "materials-from-hand-or-field":
            places |= {"hand", "monster-zone"}
        if act.to in _MATERIALS_ACROSS and not _has_monsters(s, _MATERIALS_ACROSS[act.to]):
            return True
        if act.to == "using-this-card" and s.question.table.self is not None:
            return s.question.table.self.zone not in (None, "monster-zone")
        if act.act in ("attach-material", "tribute") and not act.what:
            places |= set(act.whence or (act.which.zones if act.which else ()))
    if not places or not any(a.act in ("fusion-summon", "ritual-summon") for a in e.does):
        return False
    own = s.question.table.self
    there = [c for c in every_card(s) if c is not own and c.side == "own" and zone_of(s, c) in places]
    return not there and is_listed_in_full(s, tuple(sorted(places)), "own")


def _has_monsters(s: Situation, side: str) -> bool:
    """Whether a monster may lie on this side's field, or on either."""
    sides = ("own", "opponent") if side == "either" else (side,)
    there = any(c.side in sides and zone_of(s, c) == "monster-zone" for c in every_card(s))
    return there or not is_listed_in_full(s, ("monster-zone",), side)


def _sum_out_of_reach(s: Situation) -> Fact:
    """Whether the table shows that no cards to be taken together have the sum a text asks for: too little, or too much.

    A Ritual Summon keeps the monster that it summons: it is no tribute for itself.
    """
    for act in (a for a in s.effect.does if a.act in _TAKEN_TOGETHER and not a.optional and a.which is not None):
        together = act.which.together if act.which is not None else None
        if together is None or not together.total or act.which is None:
            continue
        summoned = next((a.which for a in s.effect.does if a.act == "ritual-summon" and a is not act), None)
        there = [c for c in every_card(s) if c is not s.question.table.self and perhaps(s, c, act.which)]
        kept = [c for c in there if zone_of(s, c) == "hand" and perhaps(s, c, summoned)][:1]
        values = [value_of(s, c, together.total[0]) for c in there if c not in kept]
        wanted = together.amount if isinstance(together.amount, int) else _least_of(s, summoned, together.total[0])
        known = [value for value in values if isinstance(value, int)]
        if wanted is None or not _misses(together.how, known, wanted):
            continue
        full = is_listed_in_full(s, act.which.zones, act.which.side) and len(known) == len(values)
        return "yes" if full else UNKNOWN
    return "no"


def _misses(how: str, values: list[int], wanted: int) -> bool:
    """Whether no choice among these values makes up the sum, as far as their size alone tells."""
    if how == "at-most":
        return not values or min(values) > wanted
    too_little = sum(values) < wanted
    return too_little or (how == "same" and min(values, default=0) > wanted)


def _least_of(s: Situation, which: Filter | None, value: str) -> int | None:
    """The lowest value among the cards described that the table lists; nothing where it lists none."""
    held = [value_of(s, c, value) for c in every_card(s) if which is not None and perhaps(s, c, which)]
    known = [one for one in held if isinstance(one, int)]
    return min(known) if known and len(known) == len(held) else None


def does_nothing(s: Situation) -> Fact:
    """Whether what the effect does first, or what comes at once with it, cannot be done; of bullets one is enough."""
    e = s.question.effect
    if e is not None and any(not choice.does for choice in e.choices):
        return UNKNOWN  # what belongs to which choice is not told apart
    short = _sum_out_of_reach(s) if e is not None else "no"
    if e is not None and (short != "no" or _no_material(s)):
        return "yes" if _no_material(s) else short
    acts = e.does if e is not None else ()
    bullets = [(act,) for act in acts] if all(act.requires for act in acts) else []  # each under a condition of its own
    if e is not None and e.choices and all(a.act in _MERELY_LOOKS for a in acts):
        bullets = [choice.does for choice in e.choices]  # type: ignore[misc]
    if len(bullets) > 1:
        tried = [_comes_to_nothing(s, bullet) for bullet in bullets]
        return all_hold(tried)
    return _comes_to_nothing(s, acts)


def _by_nothing(s: Situation, act: Action) -> bool:
    """Whether it is by so much for each card of a kind, and the table tells that there is none."""
    if act.act not in _BY_SO_MUCH or act.per is None or not multiple_of(str(act.amount))[0]:
        return False
    return something_matches(s, act.per, "own") == "no"


def _answered_has_left(s: Situation, act: Action) -> bool:
    """Whether it would move the card answered, which has left the field as the cost of just that activation."""
    chain = s.question.table.chain
    card = s.book.card_named(chain[-1].card) if chain else None
    if act.act not in _CLEARING or act.what != "answered" or card is None or not card.type.startswith("Monster"):
        return False
    answered = effects_of_link(chain[-1], card)
    return bool(answered) and all(any(c.act in _CLEARING and c.what == "self" for c in e.cost) for e in answered)


def _comes_to_nothing(s: Situation, acts: tuple[Action, ...]) -> Fact:
    if len(acts) == 1 and (_by_nothing(s, acts[0]) or _answered_has_left(s, acts[0])):
        return "yes"
    if any(a.joined == "and-if-you-do" and not a.optional and _no_summon(s, a) for a in acts):
        return "yes"  # a summon that is one with what comes before it has to be possible too
    looked = [a.act in (*_MERELY_LOOKS, "excavate") for a in acts]
    if any(
        looked[0] and all(looked[:n]) and is_special_summon(s, a) and _no_room(s, a, "own", a)
        for n, a in enumerate(acts)
        if n and not a.optional and not a.requires
    ):
        return "yes"  # nothing has left the field by then
    if any(_too_few_to_draw(s, act, "own", taken=_from_deck(acts[:place])) for place, act in enumerate(acts)):
        return "yes"  # also where something comes before the draw, and would put cards into the deck
    answers = [is_prevented(s, act) for place, act in enumerate(acts) if not place or act.joined == "with"]
    return "yes" if "yes" in answers else UNKNOWN if UNKNOWN in answers or not answers else "no"


def later_part_impossible(s: Situation) -> Fact:
    """Whether a later part that must be done cannot be, and nothing done before it could bring what it needs."""
    e = s.question.effect
    if e is None or e.choices or len(e.does) < 2:
        return "no"
    brought = {zone for act in e.cost for zone in left_in(s, act)}
    answers: list[Fact] = []
    for place, act in enumerate(e.does):
        if place and _must_be_done(act):
            needs = set(act.which.zones if act.which else act.whence)
            answers.append("no" if needs & brought else is_prevented(s, act))
        brought |= set(left_in(s, act))
    if "yes" in answers and not s.book.has_profile(s.card) and any(not clause.word for clause in e.unread_deeds):
        return UNKNOWN  # the part may hang on what nobody has read
    return one_holds(answers)


def _must_be_done(act: Action) -> bool:
    """Whether a part is neither optional nor conditional, nor content with whatever there is.

    What is done to all at the same time as the part before it needs one at least.
    """
    together = act.count == "all" and act.joined == "and-if-you-do" and act.which is not None
    freely = (act.count in _AS_MANY and not together) or str(act.count).startswith("up-to")
    return not (act.optional or act.requires or freely) and act.what in _DONE_BY


def left_in(s: Situation, act: Action) -> tuple[str, ...]:
    """Where an act leaves the cards it moves."""
    wide = s.book.wider_acts((act.act,))
    return tuple(zone for word, zones in _LEAVES_IN.items() if word in wide for zone in zones)


def effect_takes_all(s: Situation) -> Fact:
    """Whether a part of the effect takes all, or as many as there are."""
    e = s.question.effect
    return yes(e is not None and any(a.count in _AS_MANY for a in e.does))


def revival_barred(s: Situation) -> Fact:
    """Whether the effect would Special Summon its own card from the GY though it never came out as its text demands."""
    q = s.question
    own = q.table.self
    if q.effect is None or own is None or not own.summoned:
        return UNKNOWN
    summons_itself = any("special-summon-self" in s.book.wider_acts((a.act,)) for a in q.effect.does)
    limited = must_come_its_own_way(s.card)
    return yes(summons_itself and limited and own.summoned in ("other-effect", "never"))


def suits(s: Situation, effect: Effect, lying: CardOnTable) -> Fact:
    """Whether the effect can do to its target what its text says, as the words of its parts decide."""
    first = next((n for n, a in enumerate(effect.does) if a.what == "target"), None)
    if first is None:
        return FITS
    done = [a for a in effect.does[first:] if a.what == "target" or not (a.what or a.which or a.optional)]
    done = [_summon_in_the_end(a) for a in done]
    done = [a for a in done if a.act != "apply-later" and (a.which is None or perhaps(s, lying, a.which))]
    if (
        done
        and is_special_summon(s, done[0])
        and zone_of(s, lying) not in FIELD
        and _no_room(s, done[0], s.viewer, done[0])
    ):
        return "not-summonable"
    fallen = next((n for n, a in enumerate(done) if a.act in ("destroy", "send-to-gy")), len(done))
    done = done[: fallen + 1]  # what has gone from the field is under no protection of the field any more
    refused = [(a, why) for a in done if not a.optional and (why := refusal(s, a, lying))]
    if not refused:
        return FITS
    if barred := next((why for _, why in refused if why in _NOT_THERE), ""):
        return barred
    if len(refused) == len(done) == len(effect.does):
        act, why = refused[0]
        return FITS if why == "too-low" and (len(done) == 1 or act.worded == "subject") else why
    if made := next((why for a, why in refused if a.worded == "object"), ""):
        return made
    return FITS if all(a.worded == "subject" for a, _ in refused) else UNKNOWN


def _summon_in_the_end(act: Action) -> Action:
    """What an act comes to that leaves a Special Summon of its target for later: it must be possible from the start."""
    later = act.act == "apply-later" and act.to == "special-summon"
    return msgspec.structs.replace(act, act=act.to, to="") if later else act


def target_suits(s: Situation) -> Fact:
    """Whether the effect asked about can do what it says to the card asked about."""
    e, lying = s.question.effect, asked_card(s)
    if e is None or lying is None or not e.targets or not s.question.about:
        return FITS
    if takes_control_by_equipping(s) and s.state.bar(lying, "change-control") is not None:
        return BARRED["change-control"]
    return "no-such-figure" if lacks_the_figure(s, e, lying) else suits(s, e, lying)


def choice_suits(s: Situation) -> Fact:
    """Whether something of what the effect does to the cards it describes can be done to the card asked about."""
    e, lying = s.question.effect, asked_card(s)
    if e is None or lying is None or not s.question.about:
        return "yes"
    if zone_of(s, lying) == "gy" and any(a.act.what == _REACHING_A_GY for a in s.state.acts("negate-effect")):
        return "no"  # what reaches into a GY does not apply there
    acts = [a for a in e.every_act if a.which is not None]
    meant = [a for a in acts if perhaps(s, lying, a.which, s.viewer)]
    if acts and not meant:  # unless a part speaks of a card that was not told of as a target, and it may be this one
        astray = not e.targets and any(a.what == "target" for a in e.every_act)
        return UNKNOWN if astray else "no"
    return yes(not meant or any(refusal(s, a, lying) not in _NEVER for a in meant))


def takes_control_by_equipping(s: Situation) -> bool:
    """Whether the effect equips its own card, and that gives control of what it equips while it lies there."""
    e, card = s.question.effect, s.question.card
    if e is None or card is None:
        return False
    equips_itself = any(a.act == "equip" and (a.what == "self" or e.opens_the_card) for a in e.does)
    if not e.applies_of_itself and not equips_itself:
        return False
    lasting = (a for x in card.standing_effects for a in x.does)
    return any(a.act == "take-control" and a.what == "equipped" for a in lasting)


def zone_for_control(s: Situation) -> Fact:
    """Whether a monster that first of all comes over to this side finds a free zone.

    An equip card is activated for that alone; a monster's effect that equips the monster has done so by then.
    """
    first = s.effect.does[0] if s.effect.does else None
    as_a_card = s.effect.opens_the_card and takes_control_by_equipping(s)
    if first is None or not (first.act == "take-control" or as_a_card):
        return "yes"
    side = s.viewer
    taken = [c for c in every_card(s) if c.side == side and zone_of(s, c) == "monster-zone" and c.slot not in (6, 7)]
    elsewhere = [c for c in taken if c.slot is None and c.face == "up" and words_of(s, c) & _EXTRA_DECK_MONSTERS]
    return "no" if len(taken) - min(1, len(elsewhere)) >= _MAIN_ZONES else UNKNOWN


def _amount_from_target(act: Action) -> bool:
    return isinstance(act.amount, str) and "target" in act.amount and act.amount.endswith(("-atk", "-atk-of-target"))


def target_gives_nothing(s: Situation) -> Fact:
    """Whether the effect raises or lowers by a value of its target that is nought, or unknown where it lies."""
    e, lying = s.question.effect, asked_card(s)
    if e is None or lying is None or not s.question.about:
        return "no"
    first = next((a for a in e.does if a.act in ("gain-atk-def", "lose-atk-def")), None)
    if first is None or first is not e.does[0] or not _amount_from_target(first):
        return "no"
    apart = len(e.targets) > 1  # a text with several targets reads the value off the one that is not raised
    if apart and first.which is not None and perhaps(s, lying, first.which):
        return "no"
    on_field = zone_of(s, lying) in FIELD
    value = figure(s, lying, "atk") if on_field else lying.atk if lying.atk is not None else printed(s, lying, "atk")
    known = value is not None or (not on_field and bool(lying.card))
    return "yes" if known and not value else "no"


def summon_by_own_effect(s: Situation) -> Fact:
    """Whether the way to summon itself that a monster prints is an effect: it is where it can be Normal Summoned."""
    card = s.card
    own_kind = bool(set(card.type.lower().split(" / ")) & OWN_WAYS)
    unnumbered = any(e.number == 0 and e.kind in ("summoning", "condition") for e in card.effects)
    return "no" if own_kind or unnumbered else "yes"


MADE_SO: dict[str, Callable[[Situation], tuple[str, ...]]] = {
    "does-nothing": lambda s: forbidding_summons(s, s.effect.does[0], "own") if s.effect.does else ()
}
