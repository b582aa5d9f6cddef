"""Facts about triggers: whether the card is as its text asks, and the order of those set off together."""

from knowledge.data.cases import UNKNOWN, CardOnTable, Happening, Link
from knowledge.data.profile import FIELD, Effect, Filter, Requirement
from knowledge.rules.facts.effect_facts.wording import requirement_met
from knowledge.rules.facts.moment_facts.turn_flow import EMPTY_HAND
from knowledge.rules.facts.trigger_facts.trigger_events import event_happened, sets_off
from knowledge.table.cards import card_called
from knowledge.table.filters import matches
from knowledge.table.responses import effects_of_link
from knowledge.table.situation import Fact, Situation, all_hold, yes

_ARRIVES = frozenset(
    ("summoned", "flipped", "sent-to-gy", "destroyed", "tributed", "discarded", "banished", "set-on-field")
)
_LEAVES = frozenset(
    ("destroyed", "left-field", "sent-to-gy", "tributed", "banished", "returned-to-hand", "returned-to-deck")
)
_MOVES = _LEAVES | {"special-summoned", "added-to-hand", "set-on-field"}
_AFTERWARDS = ("gy", "banished", "hand")  # where a card is once something has befallen it; a deck cannot be looked into
_OPENS = frozenset(("effect-resolved", "card-activated"))  # its own activation as a card, which the chain still holds
_PUBLIC = (*FIELD, "gy", "banished")
_PLAYERS = ("own", "opponent")
_CHOSEN = "chosen-as-attack-target"
_DISCARDED = "discarded"
_RESOLVED = "chain-resolved"
_CHAINED = (_RESOLVED, "effect-activated", "card-activated")
_MANDATORY, _KNOWN_TO_ALL, _FORCED_ANSWER, _FAST = (
    1,
    3,
    5,
    7,
)  # the other player's come one place after the turn player's
_HIDDEN = frozenset(("hand", "deck"))
_NO_CHAINING = "in-response-to-such"  # how a profile puts a lock on answers alone
_TOO_FAST = 3  # nothing but its like is chained to spell speed 3


def came_by_a_negation(s: Situation) -> Fact:
    """Whether the card's own summon, or its activation as a spell or trap card, was negated before it moved on."""
    table = s.question.table
    told = [*table.earlier, *table.happened]
    return ("yes" if any(_negates_it(s, h) for h in told) else "no") if told else UNKNOWN


def _negates_it(s: Situation, h: Happening) -> bool:
    if h.card != "self":
        return False
    is_card = not s.card.type.startswith("Monster") and h.effect in (None, "", 0)
    return h.event == "summon-negated" or (h.event == "activation-negated" and is_card)


def absent_at_the_event(s: Situation) -> Fact:
    """Whether the card came to where it lies only with the event, or after it; cards nobody sees need not be there."""
    own, trigger = s.question.table.self, s.effect.trigger
    if s.effect.kind != "trigger" or trigger is None or trigger.subject == "self":
        return "no"
    if own is None or own.zone is None:
        return UNKNOWN
    if own.zone not in _PUBLIC or own.face == "down":
        return "no"
    if _paid_for_the_event(s):
        return "yes"
    arrived = _last_moment(s, _ARRIVES | _OPENS)
    events = [m for m, h in _by_moment(s) if h.card != "self" and sets_off(s, h) != "no"]
    if arrived is None or not events:
        return UNKNOWN
    return yes(all(event <= arrived for event in events))


def _paid_for_the_event(s: Situation) -> bool:
    """Whether the card came to where it lies as the cost of the very activation that would set it off."""
    table = s.question.table
    paid = {h.source for h in table.earlier if h.card == "self" and h.by == "cost" and h.source}
    named = s.effect.trigger.events if s.effect.trigger is not None and paid else ()
    events = [h for h in table.happened if h.event in named]
    return bool(events) and all(h.card in paid for h in events)


def opened_in_that_chain(s: Situation) -> Fact:
    """Whether what came too late was only the activation of the card itself, which the same chain still held."""
    opened, arrived = _last_moment(s, _OPENS), _last_moment(s, _ARRIVES)
    return yes(opened is not None and (arrived is None or opened > arrived))


def moved_on_since(s: Situation) -> Fact:
    """Whether the card that something befell has left, since then, the place it came to by that."""
    trigger, told = s.effect.trigger, _by_moment(s)
    if trigger is None or trigger.subject != "self":
        return "no"
    befell = [m for m, h in told if h.card == "self" and sets_off(s, h) != "no"]
    since = [h for m, h in told if befell and m > befell[-1] and h.card == "self"]
    went = [h for h in since if h.origin in _AFTERWARDS and s.book.wider_events((h.event,)) & _MOVES]
    return yes(bool(went) or any(h.event == _DISCARDED for h in since))  # which is done from a hand alone


def speaks_of_lying_there(s: Situation) -> Fact:
    """Whether the text asks that the card itself lies there, or destroys it: it is not used as the card is opened."""
    e = s.effect
    falls = any(a.act == "destroy" and a.what == "self" for a in e.does)
    return yes(bool(e.zones) or falls)


def _by_moment(s: Situation) -> list[tuple[int, Happening]]:
    """What just happened, each with the number of its moment."""
    moment, found = 0, []
    for h in s.question.table.happened:
        moment += h.later
        found.append((moment, h))
    return found


def _last_moment(s: Situation, events: frozenset[str]) -> int | None:
    told = [m for m, h in _by_moment(s) if h.card == "self" and s.book.wider_events((h.event,)) & events]
    return told[-1] if told else None


def state_held_then(s: Situation) -> Fact:
    """Whether the state in which the event has to happen was there at the event, whatever became of it since."""
    return all_hold([_held_then(s, r) for r in s.effect.requires if r.then and r.is_ != EMPTY_HAND])


def _held_then(s: Situation, printed: Requirement) -> Fact:
    now, told = requirement_met(s, printed), _by_moment(s)
    events = [m for m, h in told if sets_off(s, h) != "no"] if s.effect.trigger else []
    if not events or printed.of is None:
        return now
    since = [h for m, h in told if m > events[-1]]
    if any(s.book.wider_events((h.event,)) & _LEAVES and _is_such(s, h, printed.of) for h in since):
        return "yes"
    came = [card_called(s, h.card) for h in since if s.book.wider_events((h.event,)) & _ARRIVES]
    there = [c for c in s.question.table.cards if matches(s, c, printed.of) == "yes"]
    return "no" if there and all(any(c is late for late in came) for c in there) else now


def _is_such(s: Situation, h: Happening, which: Filter) -> bool:
    lying = card_called(s, h.card) or CardOnTable(card=h.card, side=h.side or "own")
    return bool(matches(s, lying, which, ignore=("zones", "face")) == "yes")


def controller_changed_since(s: Situation) -> Fact:
    """Whether control of the card changed after the event, and the text speaks of one player or the other."""
    e = s.effect
    if e.trigger is None:
        return "no"
    sided = (
        e.trigger.by in _PLAYERS or e.turn in _PLAYERS or (e.trigger.of is not None and e.trigger.of.side in _PLAYERS)
    )
    told = _by_moment(s)
    taken = [m for m, h in told if h.event == "control-changed" and h.card == "self"]
    events = [m for m, h in told if h.event != "control-changed" and sets_off(s, h) != "no"]
    if not sided or not told:
        return "no" if not sided else UNKNOWN
    return yes(bool(taken) and bool(events) and events[-1] < taken[-1])


def taken_when_it_left(s: Situation) -> Fact:
    """Whether the card left while the other player controlled it, and the text asks what a player did to it."""
    trigger = s.effect.trigger
    if trigger is None or trigger.subject != "self" or trigger.by not in _PLAYERS:
        return "no"
    told = [h for h in s.question.table.happened if h.card == "self" and sets_off(s, h) != "no"]
    if not told:
        return UNKNOWN
    by_battle = [h.by == "battle" or h.event.endswith("-by-battle") for h in told]
    return yes(any(h.side == "opponent" for h in told) and not any(by_battle))


def hand_limit_just_discarded(s: Situation) -> Fact:
    """Whether the hand has just been discarded down to the limit, with no chain since."""
    happened = s.question.table.happened
    return yes(any(_to_the_limit(h) for h in happened)) if happened else UNKNOWN


def hand_limit_chain_over(s: Situation) -> Fact:
    """Whether a chain has been resolved since the hand was discarded down to the limit."""
    earlier = s.question.table.earlier
    if not earlier:
        return UNKNOWN
    since = next((n for n, h in enumerate(earlier) if _to_the_limit(h) or _for_no_effect(h)), None)
    if since is not None and earlier[since].card and _is_of_its_chain(s, earlier[since].card):
        return "yes"
    chained = [h for h in earlier[since:] if h.event in _CHAINED] if since is not None else []
    if any(h.event == _RESOLVED for h in chained):
        return "yes"  # whatever happened since came of that chain, or after it
    return yes(bool(chained) and all(_to_the_limit(h) or _for_no_effect(h) for h in s.question.table.happened))


def _is_of_its_chain(s: Situation, discarded: str) -> bool:
    """Whether what has just happened was done by the effect that the discarded card used."""
    happened, card = s.question.table.happened, s.book.card_named(discarded)
    by_it = [h for h in happened if h.by == "effect" and h.source and s.book.card_named(h.source) is card]
    return card is not None and bool(happened) and len(by_it) == len(happened)


def _to_the_limit(h: Happening) -> bool:
    return h.event == _DISCARDED and h.by == "rule"


def _for_no_effect(h: Happening) -> bool:
    """A discard in the end phase of which no cause is told is the one the hand limit demands."""
    return h.event == _DISCARDED and not h.by and not h.source


def set_off_by_the_discard(s: Situation) -> Fact:
    """Whether the discard down to the hand limit is what sets the effect off."""
    told = [h for h in s.question.table.happened if _to_the_limit(h)]
    return yes(s.effect.trigger is not None and any(sets_off(s, h) != "no" for h in told))


def between_turns(s: Situation) -> Fact:
    """Whether one turn has ended and the next has not begun."""
    told = [h.event for h in s.question.table.happened]
    return yes("turn-ended" in told and "phase-entered" not in told)


def fought_in_the_resolution(s: Situation) -> Fact:
    """Whether an effect made the card the attack target and carried out damage calculation in the same resolution."""
    trigger, battle = s.effect.trigger, s.question.table.battle
    if trigger is None or _CHOSEN not in trigger.events:
        return "no"
    if battle is None and not s.question.table.happened:
        return UNKNOWN
    if any(h.event in ("damage-calculation", "battled") for h in s.question.table.happened):
        return "yes"
    return UNKNOWN if battle is None else yes(bool(battle.inside))


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
    own = _place(s, e, "own", s.question.table.self)
    limit = _FORCED_ANSWER - 1 if own < _KNOWN_TO_ALL else own  # a mandatory one was never given up for an optional one
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
    return {_place(s, e, link.by, lying) for e in effects_of_link(link, card)} if card else set()


def _place(s: Situation, e: Effect, by: str, lying: CardOnTable | None) -> int:
    second = by != s.question.turn
    if e.kind == "quick" and e.mandatory:
        return _FORCED_ANSWER + second
    if e.kind != "trigger":
        return _FAST
    if e.mandatory:
        return _MANDATORY + second
    unseen = _is_of_unseen_cards(s, e) and set(e.zones) <= _HIDDEN and not (lying is not None and lying.revealed)
    return _FAST if unseen else _KNOWN_TO_ALL + second


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
    texts = [a for c in cards if c is not None for e in c.standing_effects for a in e.does]
    return yes(any(a.act == "forbid-activation" and a.to == _NO_CHAINING for a in texts))
