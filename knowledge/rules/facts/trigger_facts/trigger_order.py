"""Facts about the place of a trigger in the chain of its moment: who goes before whom, and who comes too late.

The order is: mandatory triggers, optional triggers of cards both players see, mandatory quick effects, and then, by
turns, fast effects and triggers of cards only their player sees; within each the turn player goes first.
"""

from knowledge.data.cases import UNKNOWN, CardOnTable, Link
from knowledge.data.profile import Card, Effect
from knowledge.rules.facts.trigger_facts.trigger_events import event_happened, sets_off
from knowledge.table.cards import card_called
from knowledge.table.responses import effects_of_link
from knowledge.table.situation import Fact, Situation, yes

_MANDATORY, _PUBLIC, _FORCED_ANSWER, _FAST = 1, 3, 5, 7  # the other player's come one place after the turn player's
_HIDDEN = frozenset(("hand", "deck"))
_NO_CHAINING = "in-response-to-such"  # how a profile puts a lock on answers alone
_TOO_FAST = 3  # nothing but its like is chained to spell speed 3


def waits_unseen(s: Situation) -> Fact:
    """Whether the effect is a trigger of a card that only its player sees: in the hand or deck, and not revealed."""
    own = s.question.table.self
    if not _is_of_unseen_cards(s, s.effect):
        return "no"
    if own is None or own.zone is None:
        return "yes" if set(s.effect.zones) <= _HIDDEN else UNKNOWN
    return yes(own.zone in _HIDDEN and not own.revealed)


def _is_of_unseen_cards(s: Situation, e: Effect) -> bool:
    """What befalls the card itself, as when it comes back to the hand, has been seen by both; so have phase effects."""
    if e.kind != "trigger" or e.mandatory or e.trigger is None or not set(e.zones) & _HIDDEN:
        return False
    return e.trigger.subject != "self" and "phase-came" not in s.book.wider_events(e.trigger.events)


def place_has_passed(s: Situation) -> Fact:
    """Whether the chain already holds a link that only comes after the place a trigger like this one has."""
    chain, e = s.question.table.chain, s.effect
    if not chain or e.kind != "trigger" or s.value("waits-unseen") == "yes" or _may_wait(s, e):
        return "no"
    own = _place(s, s.card, e, "own", s.question.table.self)
    limit = _FORCED_ANSWER - 1 if own < _PUBLIC else own  # a mandatory one was never given up for an optional one
    places = [_places_of(s, link) for link in chain]
    if any(place and min(place) > limit for place in places):
        return "yes"
    return UNKNOWN if any(not place or max(place) > limit for place in places) else "no"


def _may_wait(s: Situation, e: Effect) -> bool:
    """Traps that name the attack declaration may come with the fast effects too; phase effects have no such order."""
    events = s.book.wider_events(e.trigger.events if e.trigger else ())
    return "phase-came" in events or (s.card.type.startswith("Trap") and "attack-declared" in events)


def _places_of(s: Situation, link: Link) -> set[int]:
    """The places a link may have; none where its card is not known."""
    card = s.book.card_named(link.card)
    lying = card_called(s, link.card)
    return {_place(s, card, e, link.by, lying) for e in effects_of_link(link, card)} if card else set()


def _place(s: Situation, card: Card, e: Effect, by: str, lying: CardOnTable | None) -> int:
    second = by != s.question.turn
    if e.kind == "quick" and e.mandatory:
        return _FORCED_ANSWER + second
    if e.kind != "trigger":
        return _FAST
    if e.mandatory:
        return _MANDATORY + second
    unseen = _is_of_unseen_cards(s, e) and set(e.zones) <= _HIDDEN and not (lying is not None and lying.revealed)
    return _FAST if unseen else _PUBLIC + second


def chain_began_at_its_moment(s: Situation) -> Fact:
    """Whether what sets the effect off had happened when the chain began; a chain opened by hand began at no event."""
    table = s.question.table
    if not table.chain:
        return "yes"
    if table.happened:
        return event_happened(s)
    first = s.book.card_named(table.chain[0].card)
    speeds = s.book.link_speeds(table.chain[0])
    triggers = any(e.kind == "trigger" for e in effects_of_link(table.chain[0], first)) if first else True
    return "no" if speeds == {1} and not triggers else UNKNOWN


def chained_unseen(s: Situation) -> Fact:
    """Whether a trigger of a card only its player sees may be chained like a fast effect."""
    chain = s.question.table.chain
    if not chain or s.value("waits-unseen") != "yes":
        return "no"
    if min(s.book.link_speeds(chain[-1]), default=_TOO_FAST) >= _TOO_FAST:
        return "no"
    return s.value("chain-began-at-its-moment")


def met_by_a_cost_of_the_chain(s: Situation) -> Fact:
    """Whether all that sets the trigger off was done to pay for a link of the chain that is still open."""
    table, e = s.question.table, s.effect
    if not table.chain or e.kind != "trigger" or e.trigger is None:
        return "no"
    if "phase-came" in s.book.wider_events(e.trigger.events):
        return "no"  # no cost brings a phase about
    if not table.happened:
        return UNKNOWN
    fitting = [h for h in table.happened if sets_off(s, h) != "no"]
    return yes(bool(fitting) and all(h.by == "cost" for h in fitting))


def chaining_lock_lifted(s: Situation) -> Fact:
    """Whether a cost within the chain took away a card that kept this player from chaining, not from activating."""
    paid = [h for h in s.question.table.happened if h.by == "cost" and h.side != "own" and h.card]
    cards = [
        s.book.card_named(lying.card if (lying := card_called(s, h.card)) and lying.card else h.card) for h in paid
    ]
    texts = [a for c in cards if c is not None for e in c.effects if e.kind == "continuous" for a in e.does]
    return yes(any(a.act == "forbid-activation" and a.to == _NO_CHAINING for a in texts))
