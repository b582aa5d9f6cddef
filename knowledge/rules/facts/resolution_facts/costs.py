"""Facts about costs: whether the table lets them be paid, and what stands in the way."""

import re

import msgspec

from knowledge.data.cases import UNKNOWN, CardOnTable
from knowledge.data.profile import EXTRA_DECK_KINDS, FIELD, Action, Filter
from knowledge.table.cards import card_called, every_card, other_than_activated, profile_of, words_of
from knowledge.table.comparisons import DONE, value_of
from knowledge.table.filters import lists_all, matches
from knowledge.table.situation import Fact, Situation, account
from knowledge.table.values import in_points

_USUAL = {  # what a cost is paid with where the text does not say
    "discard": Filter(side="own", zones=("hand",)),
    "tribute": Filter(side="own", zones=("monster-zone",)),
}
_HALF = "half"
_KINDS = {"monster", "spell", "trap"}
_VALUE_PAID = re.compile(r"(?:half-of-|double-)?(?P<done>[a-z]+)-(?P<value>(?:original-)?(?:atk|def|level))")
_STEPS_OF = re.compile(r"multiple-of-(\d+)")
DESCRIBING = ("name", "group", "race", "attribute", "level", "atk", "defence")

_RETURNING = ("return-to-hand", "return-to-deck")


def gy_is_closed(s: Situation, lying: CardOnTable | None = None, side: str = "own") -> bool:
    """Whether a card of this side that would go to the GY is banished instead."""
    for one in s.state.acts("redirect-to-banish"):
        which = one.act.which
        whose = which.side if which else None
        itself = one.source is not None and one.source is s.question.table.self
        if one.act.what in ("self", "battled", "equipped", "target") or itself:
            continue
        if whose not in (None, "either") and (whose == "own") != (one.side == side):
            continue
        if which is None or which == Filter(side=whose):
            return True
        if lying is not None and _is_kept_out(s, lying, which, one.side):
            return True
    return False


def _is_kept_out(s: Situation, lying: CardOnTable, which: Filter, side: str) -> bool:
    """Whether a card is one that a text keeps out of the GY: by the kind it has there, which is the printed one."""
    card = profile_of(s, lying)
    kinds = set(which.type) & _KINDS
    if card is not None and kinds and card.type.split(" / ")[0].lower() not in kinds:
        return False
    ignored = ("side", "type") if card is not None and kinds == set(which.type) else ("side",)
    return matches(s, lying, which, side, ignore=ignored) != "no"


def reaches_gy(s: Situation, lying: CardOnTable) -> bool:
    """Whether a card sent to the GY now would arrive there."""
    words = words_of(s, lying)
    if "token" in words or ("pendulum" in words and lying.zone in FIELD):
        return False
    return not (gy_is_closed(s, lying, lying.owner or lying.side) or _leaves_for_elsewhere(s, lying))


def _leaves_for_elsewhere(s: Situation, lying: CardOnTable) -> bool:
    """Whether the effect that brought the card to the field takes it elsewhere when it leaves."""
    card = profile_of(s, lying)
    if card is None or lying.zone not in FIELD or lying.summoned != "own-effect":
        return False
    return any(
        act.what == "self" and (act.act == "redirect-to-banish" or (act.act == "apply-later" and act.to == "banish"))
        for effect in card.effects
        if any("special-summon" in s.book.wider_acts((a.act,)) for a in effect.does)
        for act in effect.does
    )


def cost_obstacle(s: Situation) -> Fact:
    """What keeps the cost from being paid: the first obstacle of any of its parts."""
    if s.question.effect is None:
        return UNKNOWN
    answers = [_obstacle(s, cost) for cost in s.question.effect.cost]
    found = next((a for a in answers if a not in ("none", UNKNOWN)), None)
    return found or (UNKNOWN if UNKNOWN in answers else "none")


def _obstacle(s: Situation, cost: Action) -> Fact:
    table = s.question.table
    if cost.act == "pay-lp":
        least = _least_payment(s, cost)
        if least == 0:
            return "none"
        if "own" not in table.lp or least is None:
            return UNKNOWN
        return "none" if table.lp["own"] >= least else "life-points"
    if cost.act == "mill" and cost.what in ("", "you") and isinstance(cost.count, int) and "own" in table.deck:
        return "none" if table.deck["own"] >= cost.count else "nothing-to-pay-with"
    if cost.act == "reveal" and _shows_the_hand(cost) and hand_is_public(s, "own"):
        return "already-public"
    if cost.act == "discard" and cost.to == "gy" and gy_is_closed(s, _paying(s, cost)):
        return "discard-misses-gy"
    own = table.self if cost.what == "self" else None
    whose = own.owner if own is not None and own.owner else "own"  # a card goes to the GY of the player who owns it
    if _must_reach_gy(s, cost) and gy_is_closed(s, _paying(s, cost), whose):
        return "gy-not-reached"
    if cost.what == "self":
        return "gy-not-reached" if own and _must_reach_gy(s, cost) and not reaches_gy(s, own) else UNKNOWN
    which = cost.which or _USUAL.get(cost.act)
    if cost.what or which is None:
        return UNKNOWN
    return _to_pay_with(s, cost, which if which.side else msgspec.structs.replace(which, side="own"))


def _shows_the_hand(act: Action) -> bool:
    return act.what == "self" or (act.which is not None and act.which.zones == ("hand",))


def hand_is_public(s: Situation, side: str) -> bool:
    """Whether an effect in force keeps this player's hand open to everybody."""
    whose = {"both": ("own", "opponent"), "you": ("same",), "opponent": ("other",)}
    shown = [a for a in s.state.acts("reveal") if a.act.which is not None and "hand" in a.act.which.zones]
    return any(
        side in whose.get(a.act.what, ()) or ("same" if a.side == side else "other") in whose.get(a.act.what, ())
        for a in shown
    )


def _least_payment(s: Situation, cost: Action) -> int | None:
    """How many LP a payment needs at least: half of them can always be paid; None where the table would decide."""
    if isinstance(cost.amount, int):
        return cost.amount
    if cost.amount == _HALF:
        return 0
    steps = _STEPS_OF.match(cost.amount)
    return int(steps[1]) if steps else in_points(s, cost.amount, s.question.table.self, s.viewer, cost.per)


def _paying(s: Situation, cost: Action) -> CardOnTable | None:
    """The card that is itself the cost; nothing where the cost is any card of a kind."""
    if cost.what != "self":
        return None
    return s.question.table.self or CardOnTable(card=s.card.id)


def _must_reach_gy(s: Situation, cost: Action) -> bool:
    return "send-to-gy" in s.book.wider_acts((cost.act,))


def _to_pay_with(s: Situation, cost: Action, which: Filter) -> Fact:
    """Whether enough cards lie there to pay with, and if not, why those that come near will not do."""
    needed = cost.count if isinstance(cost.count, int) else 1
    if (held := _held(s, which)) is not None and held < needed:
        return "nothing-to-pay-with"
    judged = [_usable(s, lying, cost, which) for lying in other_than_activated(s)]
    if judged.count("none") >= needed:
        return "none"
    if UNKNOWN in judged or not lists_all(s, which):
        return UNKNOWN
    return next((a for a in ("face-down", "gy-not-reached", "extra-deck-bound") if a in judged), "nothing-to-pay-with")


def _held(s: Situation, which: Filter) -> int | None:
    """How many cards are in the deck, or in the hand besides this one, where the cost is paid from there alone."""
    table = s.question.table
    if which.side != "own" or which.zones not in (("deck",), ("hand",)):
        return None
    count: int | None = getattr(table, which.zones[0]).get("own")
    itself = which.zones == ("hand",) and table.self is not None and table.self.zone == "hand"
    return None if count is None else max(0, count - itself)


def _usable(s: Situation, lying: CardOnTable, cost: Action, which: Filter) -> Fact:
    """Whether this card pays the cost: none (no obstacle), the obstacle, or no when the cost asks for other cards."""
    fitting = matches(s, lying, which, ignore=("face",))
    if fitting != "yes":
        return fitting
    hidden = lying.zone in FIELD and lying.face == "down"
    described = which.face == "up" or any(getattr(which, part) for part in DESCRIBING)
    if hidden and (which.face == "up" or (described and (_must_reach_gy(s, cost) or cost.act == "banish"))):
        return "face-down"
    if cost.act in _RETURNING and lying.zone in FIELD and words_of(s, lying) & EXTRA_DECK_KINDS:
        return "extra-deck-bound"
    if _must_reach_gy(s, cost) and not reaches_gy(s, lying):
        return "gy-not-reached"
    return "none"


def paying_card(s: Situation) -> Fact:
    """How the card named stands to the cost that it would pay, or to the part of it that comes nearest."""
    e, lying = s.question.effect, card_called(s, s.question.about)
    costs = [(cost, cost.which) for cost in e.cost if cost.which is not None] if e is not None else []
    if not costs:
        return "no-cost"
    if lying is None:
        return UNKNOWN
    judged = [(_usable(s, lying, cost, which), cost) for cost, which in costs]
    for answer, cost in judged:
        if answer == "none" and _comes_to_nothing(s, lying, cost):
            return "brings-nothing"
        if answer == "none":
            hidden = cost.act == "tribute" and lying.face == "down" and lying.zone in FIELD
            return "face-down-tribute" if hidden else "fits"
    words = {"face-down": "face-down", "gy-not-reached": "misses-gy", "extra-deck-bound": "extra-deck-bound"}
    for obstacle, word in words.items():
        if any(answer == obstacle for answer, _ in judged):
            return word
    return UNKNOWN if any(answer is UNKNOWN for answer, _ in judged) else "other-kind"


def _comes_to_nothing(s: Situation, lying: CardOnTable, cost: Action) -> bool:
    """Whether all the effect does goes by a value of what is paid, and this card has none of it."""
    for act in s.effect.does:
        told = _VALUE_PAID.fullmatch(str(act.amount))
        if told is None or DONE.get(told["done"]) != cost.act or value_of(s, lying, told["value"]) != 0:
            return False
    return bool(s.effect.does)


def cost_payable(s: Situation) -> Fact:
    """Whether the cost can be paid on this table."""
    obstacle = cost_obstacle(s)
    return obstacle if obstacle is UNKNOWN else "yes" if obstacle == "none" else "no"


def cost_acts(s: Situation) -> Fact:
    """What the cost consists of, wider acts included."""
    return s.book.wider_acts(tuple(a.act for a in s.effect.cost))


def banished_instead(s: Situation) -> Fact:
    """Whether an effect in force banishes what would go to one's GY: every card, or just what is moved: by this cost,
    else the card asked about."""
    e = s.question.effect
    moved = [_moved(s, cost) for cost in e.cost] if e is not None else [s.question.table.self]
    return "yes" if gy_is_closed(s) or any(gy_is_closed(s, lying) for lying in moved if lying) else "no"


def _moved(s: Situation, cost: Action) -> CardOnTable | None:
    """What a cost gives up, as far as its text tells: its own card, or some monster where monsters are tributed."""
    some_monster = CardOnTable(zone="monster-zone", type=("monster",)) if cost.act == "tribute" else None
    return _paying(s, cost) or some_monster


def only_face_down_left(s: Situation) -> Fact:
    """Whether the cost can be paid, and only with face-down cards."""
    e = s.question.effect
    for cost in e.cost if e else ():
        if cost.which is None or cost.what:
            continue
        usable = [c for c in every_card(s) if _usable(s, c, cost, cost.which) == "none"]
        if usable and all(c.face == "down" and c.zone in FIELD for c in usable):
            return "yes"
    return "no"


_PAID_AS = {"tribute": "tributed", "discard": "discarded", "send-to-gy": "sent-to-gy", "banish": "banished"}


def paid_for_another(s: Situation) -> Fact:
    """Whether what this effect would ask as its cost has just been paid, but for the effect of another card."""
    q = s.question
    own_cost = {_PAID_AS[a.act] for a in q.effect.cost if a.act in _PAID_AS} if q.effect else set()
    for happening in q.table.happened:
        if happening.card == "self" and happening.by == "cost" and happening.event in own_cost:
            if not happening.source:
                return UNKNOWN
            source = s.book.card_named(happening.source)
            return "no" if source is not None and source is q.card else "yes"
    return "no"


def moved_by_cost(s: Situation) -> Fact:
    """Whether what happened to this card was the cost of something, while its text asks for an effect."""
    e = s.question.effect
    if e is None or e.trigger is None:
        return "no"
    asks_for_an_effect = all(event.endswith("-by-effect") for event in e.trigger.events)
    as_cost = any(h.card == "self" and h.by == "cost" for h in s.question.table.happened)
    return "yes" if asks_for_an_effect and as_cost else "no"


def lp_after_cost(s: Situation) -> Fact:
    """What is left of the LP once the cost is paid."""
    e, table = s.question.effect, s.question.table
    amounts = [a.amount for a in e.cost if a.act == "pay-lp"] if e else []
    if amounts == [_HALF]:
        return UNKNOWN if table.lp.get("own") == 1 else "some-left"
    own = table.self
    worked_out = [a if isinstance(a, int) else in_points(s, a, own, s.viewer) for a in amounts]
    paid = [a for a in worked_out if a is not None]
    if "own" not in table.lp or len(paid) < len(amounts):
        return UNKNOWN
    left = table.lp["own"] - sum(paid)
    return "none-left" if left == 0 else "some-left" if left > 0 else "not-enough"


def cost_taken_over(s: Situation) -> Fact:
    """Whether what left as a cost was banished by another card's text, as far as the account tells."""
    told = [h for h in account(s) if h.event == "banished"]
    paid = [h for h in told if h.by == "cost" and h.source]
    taken = any(h.source != "self" and s.book.card_named(h.source) is not s.question.card for h in paid)
    return "yes" if taken else "no"


def cost_for_a_time(s: Situation) -> Fact:
    """Whether the cost itself says until when it lasts."""
    return "yes" if any(a.until for a in s.effect.cost) else "no"
