"""Facts about priority: who acted last, who may open a chain, whether both players have passed."""

from knowledge.data.cases import UNKNOWN, CardOnTable
from knowledge.table.cards import every_card, profile_of
from knowledge.table.situation import Fact, Situation


def player_of(s: Situation, side: str) -> str:
    """The turn player or the other one, by the side seen from the asking player."""
    return "turn-player" if side == s.question.turn else "other-player"


def asked_player(s: Situation) -> Fact:
    """Which player the question is about."""
    return s.question.about or UNKNOWN


def last_to_act(s: Situation) -> Fact:
    """Which player activated or passed last in the window; nobody when it has just been reached."""
    acted = _passes(s)
    if acted:
        return player_of(s, acted[-1])
    chain = s.question.table.chain
    return player_of(s, chain[-1].by) if chain else "nobody"


def _passes(s: Situation) -> list[str]:
    return [h.side for h in s.question.table.happened if h.event == "priority-passed" and h.side]


def both_passed(s: Situation) -> Fact:
    """Whether both players have given up priority one after the other, with no chain left to resolve."""
    table = s.question.table
    if table.chain:
        return "no"
    if len(set(_passes(s))) > 1:
        return "yes"
    return "no" if table.happened else UNKNOWN


def chain_open(s: Situation) -> Fact:
    """Whether a chain is being built or resolved."""
    table = s.question.table
    return "yes" if table.chain or any(h.event == "chain-resolving" for h in table.happened) else "no"


def holds_priority(s: Situation) -> Fact:
    """Whether the asking player may open a chain: the turn player until they pass or act."""
    table = s.question.table
    passes = _passes(s)
    if table.chain:
        return "yes"  # whoever's turn it is to answer, an open chain can be answered
    if passes:
        return "no" if passes[-1] == "own" else "yes"
    if any(h.event == "phase-entered" for h in table.happened):
        return "yes" if s.question.turn == "own" else "no"
    return UNKNOWN


def turn_players_forced_effect_left(s: Situation) -> Fact:
    """Whether the turn player has a mandatory effect of this phase left."""
    return _forced_effect_left(s, "turn-player")


def other_players_forced_effect_left(s: Situation) -> Fact:
    """Whether the other player has a mandatory effect of this phase left."""
    return _forced_effect_left(s, "other-player")


def _forced_effect_left(s: Situation, player: str) -> Fact:
    """Whether a card of this player has a mandatory effect that this phase sets off and that has not come yet."""
    table = s.question.table
    if not table.cards and table.self is None:
        return UNKNOWN
    used = {h.card for h in table.earlier if "effect-activated" in s.book.wider_events((h.event,))}
    waiting = [
        c
        for c in every_card(s)
        if player_of(s, c.side) == player and not used & {c.called, c.card, "self" if c is table.self else ""} - {""}
    ]
    return "yes" if any(_comes_now(s, c) for c in waiting) else "no"


def _comes_now(s: Situation, lying: CardOnTable) -> bool:
    card = profile_of(s, lying)
    whose = "own" if lying.side == s.question.turn else "opponent"
    forced = [e for e in card.effects if e.mandatory and e.trigger] if card else []
    due = [e for e in forced if e.turn in ("either", whose) and (not e.zones or lying.zone in e.zones)]
    events = [s.book.library.events[name] for e in due if e.trigger for name in e.trigger.events]
    return any("phase-came" in s.book.wider_events((e.id,)) and s.question.window in e.happens for e in events)
