"""Facts about counters: where they lie, which effect put them there, and what they may serve."""

from knowledge.data.cases import UNKNOWN, CardOnTable
from knowledge.data.profile import FIELD, Action, Card, Effect
from knowledge.table.cards import asked_card, card_called, changes_kind_of_zone, profile_of
from knowledge.table.resolved_effects import effect_named
from knowledge.table.situation import Fact, Situation, yes

_NAMELESS = ("", "counter")
_OF_THE_HOLDER = "counter-of-its-own-effect"


def _kind(s: Situation, lying: CardOnTable) -> str:
    """The kind of counter that is meant: the one named, the one the effect places, or the only one that lies there."""
    if s.question.about in lying.counters:
        return str(s.question.about)
    placing = _placing(s.question.effect) if s.question.effect is not None and not lying.counters else []
    return placing[0].to if placing else next(iter(lying.counters), "")


def _placing(effect: Effect) -> list[Action]:
    return [a for a in effect.does if a.act == "place-counter"]


def _placed_by(s: Situation, lying: CardOnTable) -> tuple[Card, Effect] | None:
    return effect_named(s, lying.counters_from.get(_kind(s, lying), ""))


def counter_left_its_place(s: Situation) -> Fact:
    """Whether the card has left the field, or gone from the monster zones to the others or back."""
    for h in s.question.table.happened:
        if card_called(s, h.card or "self") is not asked_card(s):
            continue
        if "left-field" in s.book.wider_events((h.event,)):
            return "yes"
        if changes_kind_of_zone(h):
            return "yes"
    return "no"


def counter_needs_ability(s: Situation) -> Fact:
    """Whether texts put this kind of counter only on cards that can hold it."""
    lying = asked_card(s)
    if lying is None:
        return UNKNOWN
    kind = _kind(s, lying)
    cards = s.book.library.cards.values()
    return yes(
        any(r.is_ == "target-can-hold" and r.amount == kind for c in cards for e in c.effects for r in e.requires)
    )


def counter_placed_on_itself_alone(s: Situation) -> Fact:
    """Whether the effect that placed the counters can place them on no card but its own."""
    lying = asked_card(s)
    placed = _placed_by(s, lying) if lying is not None else None
    if lying is None or placed is None:
        return UNKNOWN
    card, effect = placed
    return yes(card is profile_of(s, lying) and all(a.what == "self" for a in _placing(effect)))


def counter_kind_serves(s: Situation) -> Fact:
    """Whether the counters are of the kind the effect asked about speaks of."""
    card, lying = s.question.card, asked_card(s)
    placed = _placed_by(s, lying) if lying is not None else None
    if card is None or lying is None:
        return UNKNOWN
    spoken = {a.to for e in card.effects for a in (*e.cost, *e.does) if a.act in ("place-counter", "remove-counter")}
    kind = _kind(s, lying)
    if kind not in _NAMELESS:
        return yes(kind in spoken)
    if placed is None:
        return UNKNOWN
    source, effect = placed
    if any(a.to == _OF_THE_HOLDER for a in _placing(effect)):
        return yes(profile_of(s, lying) is card and bool(spoken & set(_NAMELESS)))
    return yes(source is card)


def counter_nameless(s: Situation) -> Fact:
    """Whether the counters have no name of their own."""
    lying = asked_card(s)
    return UNKNOWN if lying is None or not lying.counters else yes(_kind(s, lying) in _NAMELESS)


def counter_placing_does_more(s: Situation) -> Fact:
    """Whether the effect that places the counter does something more with the card that gets it."""
    e = s.effect
    if not _placing(e):
        return UNKNOWN
    got = {a.what for a in _placing(e)}
    return yes(any(a.what in got and a.act not in ("place-counter", "remove-counter") for a in e.does))


def counter_may_lie_there(s: Situation) -> Fact:
    """Whether the card that gets the counter lies face-up on the field."""
    lying = asked_card(s)
    if lying is None or lying.zone is None:
        return UNKNOWN
    return yes(lying.zone in FIELD and lying.face == "up")


def can_hold(s: Situation, lying: CardOnTable, kind: str) -> Fact:
    """Whether a card can hold such counters: a text of its own has it take them, and that text is not negated."""
    card = profile_of(s, lying)
    if card is None:
        return UNKNOWN
    taken = [a for e in card.effects for a in (*e.cost, *e.does) if a.act == "place-counter" and a.what == "self"]
    if not any(a.to == kind for a in taken):
        return UNKNOWN if any(e.unread or e.unread_deeds or e.choices for e in card.effects) else "no"
    negated = s.state.negated(lying)
    return "no" if negated == "yes" else UNKNOWN if negated == UNKNOWN else "yes"


def counter_holder_able(s: Situation) -> Fact:
    """Whether a text of the card itself has it take this kind of counter."""
    lying = asked_card(s)
    card = profile_of(s, lying) if lying is not None else None
    if lying is None or card is None:
        return "no"
    kind = _kind(s, lying)
    taken = [a for e in card.effects for a in _placing(e) if a.what == "self"]
    return yes(any(a.to == kind for a in taken))
