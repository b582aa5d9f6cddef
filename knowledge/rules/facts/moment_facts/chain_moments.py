"""Facts about the moments of a chain: what may be joined, who acted last, who may open one, whether both passed."""

from knowledge.data.cases import UNKNOWN, CardOnTable, Happening, Link
from knowledge.data.profile import Card, Effect, effects_numbered
from knowledge.table.cards import card_called, every_card, profile_of
from knowledge.table.situation import Fact, Situation, account


def kind_of_moment(s: Situation) -> Fact:
    """Whether the card waits for an event or for an activation, a summon about to happen included."""
    effects = s.question.card.effects if s.question.card else ()
    if any(e.responds_to for e in effects):
        return "activation"
    return "event" if any(e.trigger for e in effects) else UNKNOWN


def moment_is_last_link(s: Situation) -> Fact:
    """Whether the last link of the chain is what the card answers."""
    chain = s.question.table.chain
    if not chain or s.question.card is None:
        return UNKNOWN
    return "yes" if any(_answers(s, e, chain[-1]) for e in s.question.card.effects) else "no"


def _answers(s: Situation, effect: Effect, link: Link) -> bool:
    card = s.book.card_named(link.card)
    return bool(effect.responds_to and card and s.book.answers(effect.responds_to, link, card, s) == "yes")


def answers_some_link(s: Situation) -> Fact:
    """Whether any link of the chain is what the effect answers."""
    e, chain = s.question.effect, s.question.table.chain
    return "yes" if e is not None and any(_answers(s, e, link) for link in chain) else "no"


def answered_directly(s: Situation) -> Fact:
    """Whether the activation that set off the card's own last link stands directly below it.

    Forced answers to the same activation that came before it are not what it answers; they only stand in between.
    """
    asked, chain = s.question.card, s.question.table.chain
    mine = [n for n, link in enumerate(chain) if asked and s.book.card_named(link.card) is asked]
    if not mine:
        return UNKNOWN
    own = _answering(s.card, chain[mine[-1]])
    for n in range(mine[-1] - 1, -1, -1):
        if not _forced_answer(s, chain[n]) and any(_answers(s, e, chain[n]) for e in own):
            return "yes" if n == mine[-1] - 1 else "no"
    return "no"


def _answering(card: Card, link: Link) -> list[Effect]:
    return [e for e in effects_numbered(card, link.effect) if e.responds_to]


def _forced_answer(s: Situation, link: Link) -> bool:
    card = s.book.card_named(link.card)
    return card is not None and any(e.mandatory for e in _answering(card, link))


def summon_awaited(s: Situation) -> Fact:
    """How it stands with a summon that was about to happen when the chain began: none, negated, or not negated."""
    told = s.book.wider_events(tuple(h.event for h in account(s)))
    if "summon-attempted" not in told:
        return "none"
    return "negated" if "summon-negated" in told else "not-negated"


def just_processed(s: Situation) -> Fact:
    """What has just been done with: a whole chain, a process without a chain, or nothing because one is going on."""
    told = [h.event for h in s.question.table.happened]
    if s.question.table.chain or "chain-resolving" in told:
        return "still-going-on"
    if "chain-resolved" in told:
        return "chain"
    return "process" if "process-done" in told else UNKNOWN


def waits_for_activation(s: Situation) -> Fact:
    """Whether the text says "if … was activated", which is an event of the past and not an activation to answer."""
    e = s.question.effect
    events = e.trigger.events if e is not None and e.trigger else ()
    if "effect-activated" not in s.book.wider_events(events):
        return "no"
    return "no" if any(_was_in_an_earlier_chain(s, h) for h in s.question.table.happened) else "yes"


def _was_in_an_earlier_chain(s: Situation, h: Happening) -> bool:
    """Whether a card is told to have been activated that is no link of the chain on the table: its chain is over."""
    lying = card_called(s, h.card) if "effect-activated" in s.book.wider_events((h.event,)) else None
    links = [link.card for link in s.question.table.chain]
    return lying is not None and bool(links) and all(card_called(s, name) is not lying for name in links)


def _leftover(s: Situation, player: str) -> Fact:
    found = [h for h in s.question.table.happened if h.side and player_of(s, h.side) == player]
    for h in found:
        if h.event in ("leftover-applied", "leftover-held-back"):
            return h.event.removeprefix("leftover-")
    return "none" if s.question.table.happened else UNKNOWN


def turn_players_leftover(s: Situation) -> Fact:
    """What the turn player did with the process their card left for the end phase."""
    return _leftover(s, "turn-player")


def other_players_leftover(s: Situation) -> Fact:
    """What the other player did with the process their card left for the end phase."""
    return _leftover(s, "other-player")


def effect_protected(s: Situation) -> Fact:
    """Whether an effect that goes on for the card asked about keeps it from being destroyed by effects."""
    lying = card_called(s, s.question.about)
    if lying is None:
        return UNKNOWN
    return "yes" if s.state.acts_on(lying, "protect-from-effect") else "no"


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
