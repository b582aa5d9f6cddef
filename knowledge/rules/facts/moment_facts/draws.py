"""Facts about the normal draw: what takes its place, and cards drawn one after another."""

from knowledge.data.cases import UNKNOWN
from knowledge.rules.categories import draw_given_up
from knowledge.table.responses import effects_of_link
from knowledge.table.situation import Fact, Situation

EMPTY_HAND = "empty-hand"


def draw_to_replace(s: Situation) -> Fact:
    """Whether an effect that gives up the normal draw finds one: a card in the deck, and leave to draw."""
    way = draw_given_up(s.effect)
    own = s.question.table.self
    side = own.side if own is not None else "own"
    barred = [a for a in s.state.acts("forbid-other") if a.act.to == "draw" and way != "oath"]
    if any(a.act.what == "both" or (a.act.what == "opponent") == (a.side != side) for a in barred):
        return "no"
    left = s.question.table.count("deck", side)
    return UNKNOWN if left is None else "yes" if left > 0 else "no"


def draw_given_up_joins(s: Situation) -> Fact:
    """Whether an effect that gives up the draw may join a chain of such effects: onto what resolves so."""
    way = draw_given_up(s.question.effect)
    links = [x for x in s.question.table.chain if x.by == "own"]
    below = [{draw_given_up(e) for e in effects_of_link(x, card)} for x in links if (card := s.book.card_named(x.card))]
    ways = {found for one in below for found in one} - {"none"}
    if way == "none" or not ways:
        return "not-asked"
    if ways == {"processing"}:
        return "yes"
    if way == "processing" or "condition" in {way, *ways}:
        return "no"
    return UNKNOWN  # of two oaths nothing has been said


def drawn_into_an_empty_hand(s: Situation) -> Fact:
    """Whether a card that must be drawn by a player without cards came first of what was drawn, into an empty hand."""
    e = s.question.effect
    if e is None or e.trigger is None or not any(r.is_ == EMPTY_HAND and r.then for r in e.requires):
        return "yes"
    told = s.question.table.happened
    draws = [h for h in told if h.side != "opponent" and "drawn" in s.book.wider_events((h.event,))]
    if draws and draws[0].card not in ("", "self"):
        return "no"
    held = s.question.table.count("hand", "own")
    if not draws or held is None:
        return UNKNOWN
    return "yes" if held <= sum(h.amount or 1 for h in draws) else "no"
