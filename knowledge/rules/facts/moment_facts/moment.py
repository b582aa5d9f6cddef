"""Facts about the window, the turn and the chain: what may be joined, who acted last, who may open one."""

from collections.abc import Callable

from knowledge.data.cases import UNKNOWN, CardOnTable, Happening, Link
from knowledge.data.profile import Card, Effect, Response, effects_numbered
from knowledge.rules.categories import speed_of
from knowledge.table.cards import card_called, every_card, profile_of
from knowledge.table.filters import matches
from knowledge.table.responses import effects_of_link, of_all
from knowledge.table.situation import Fact, Situation, account, one_holds

_AFTER = "damage.after"
_DAMAGE_WINDOWS = "damage-step"
_ONE_ALONE = "exactly-one-monster-summoned"


def timing(s: Situation) -> Fact:
    """The window asked about."""
    return s.question.window or UNKNOWN


def turn(s: Situation) -> Fact:
    """Whose turn it is, seen from the player who would activate."""
    return s.question.turn


def duel_begun(s: Situation) -> Fact:
    """Whether the first turn has begun."""
    number = s.question.table.turn_number
    if number is None:
        return UNKNOWN if s.question.window == "draw" else "yes"
    return "yes" if number > 0 else "no"


def printed_moment(s: Situation) -> Fact:
    """Whether the window is one the text names: none named, named and here, or named and elsewhere."""
    windows = printed_windows(s)
    if windows is None:
        return "none-named"
    battle = s.question.table.battle
    inside = battle is not None and battle.inside and battle.calculated  # the moment comes once that effect is resolved
    return "here" if s.question.window in windows or (inside and _AFTER in windows) else "elsewhere"


def printed_windows(s: Situation) -> frozenset[str] | None:
    """The windows the effect's text names, or those in which its events can happen; None when it names none."""
    e = s.question.effect
    if e is None:
        return None
    printed = frozenset(w for moment in e.at for w in s.book.windows_of(_in_this_turn(s, moment)))
    happens = _windows_of_its_events(s, e)
    if e.at and not printed:
        return printed  # every moment it names is one of the other player's turn
    if printed and happens:
        return printed & happens or printed  # a text may place its effect elsewhere than where its event falls
    return printed or happens or None


def _in_this_turn(s: Situation, moment: str) -> str:
    """A moment without the player whose it is (`own:main`); nothing where it is the other player's turn."""
    side, _, timing = moment.rpartition(":")
    return timing if side in ("", s.question.turn) else ""


def _windows_of_its_events(s: Situation, e: Effect) -> frozenset[str]:
    """The windows in which its events can happen; none where they can happen anywhere or it has other occasions too."""
    if e.trigger is None or e.responds_to is not None:
        return frozenset()
    happens = [s.book.library.events[event].happens for event in e.trigger.events if event in s.book.library.events]
    return frozenset(w for some in happens for w in some) if all(happens) else frozenset()


def names_this_window(s: Situation) -> Fact:
    """Whether the text names this very window of the damage step, or the damage step as its moment."""
    of_the_damage_step = s.book.windows_of(_DAMAGE_WINDOWS)
    if s.question.window not in of_the_damage_step:
        return "no"
    windows = printed_windows(s)
    return "yes" if windows is not None and s.question.window in windows and windows <= of_the_damage_step else "no"


def printed_turn_fits(s: Situation) -> Fact:
    """Whether the turn is one the text allows."""
    wanted = s.question.effect.turn if s.question.effect else "either"
    return "no" if wanted != "either" and wanted != s.question.turn else "yes"


def starts_by_hand(s: Situation) -> Fact:
    """Whether activating now would start a chain by the player's own choice, answering nothing."""
    e = s.effect
    if s.question.table.chain or (s.question.table.happened and e.trigger):
        return "no"
    return "no" if e.trigger or e.responds_to or e.mandatory else "yes"


def who_starts_here(s: Situation) -> Fact:
    """Who may start a chain by hand in this window."""
    return s.book.library.timings[s.question.window].by_hand


def chain_length(s: Situation) -> Fact:
    """How many links the chain has already."""
    return len(s.question.table.chain)


def answers_last_link(s: Situation) -> Fact:
    """Whether the last link is what the effect's text answers."""
    e, chain = s.question.effect, s.question.table.chain
    if e is None or e.responds_to is None:
        return "nothing-to-answer"
    if not chain:
        return UNKNOWN
    last = chain[-1]
    card = s.book.card_named(last.card)
    if card is None:
        return UNKNOWN
    return s.book.answers(e.responds_to, last, card, s)


def summon_can_come(s: Situation) -> Fact:
    """Whether a summon that uses no chain can be about to happen, where the text answers nothing else."""
    e, q = s.question.effect, s.question
    if e is None or e.trigger or e.responds_to is None or e.responds_to.to != ("summon",):
        return "yes"
    told = any(h.event == "summon-attempted" for h in (*q.table.earlier, *q.table.happened))
    if told or any(c.being_summoned for c in q.table.cards):
        return "yes"
    summoner_fits = e.responds_to.by in (None, "either", q.turn)
    return "yes" if summoner_fits and q.window in s.book.windows_of("main") else "no"


_SUMMON_TO_COME = {"summon-attempted", "would-be-summoned"}


def summon_to_answer(s: Situation) -> Fact:
    """Whether a summon the text answers is about to happen; only a table that tells of the moment says no."""
    e, happened = s.question.effect, s.question.table.happened
    arriving = [lying for lying in s.question.table.cards if lying.being_summoned]
    if e is None or e.responds_to is None or not (happened or arriving):
        return UNKNOWN
    told = [h for h in happened if s.book.wider_events((h.event,)) & _SUMMON_TO_COME]
    if told and any(h.later for h in happened[happened.index(told[-1]) + 1 :]):
        return "no"  # a chain has been dealt with since: the moment to answer the summon is over
    coming = [(h.side, card_called(s, h.card) if h.card else None) for h in told]
    coming += [(lying.side, lying) for lying in arriving if not any(lying is known for _, known in coming)]
    if e.responds_to.targeting == _ONE_ALONE and len(coming) > 1:
        return "no"
    answers = [_is_answered(s, e.responds_to, *one) for one in coming]
    return one_holds(answers)


def _is_answered(s: Situation, response: Response, side: str | None, coming: CardOnTable | None) -> Fact:
    """Whether the text means this player's summon, and a summon of this kind; unknown where the table does not tell."""
    if response.by in ("own", "opponent") and side and response.by != side:
        return "no"
    if response.of is None:
        return "yes"
    return UNKNOWN if coming is None else matches(s, coming, response.of, ignore=("zones", "face"))


def summon_is_meant(s: Situation) -> Fact:
    """Whether the text that negates a summon means the summon of the monster asked about."""
    e, coming = s.effect, card_called(s, s.question.about)
    if e.responds_to is None or coming is None:
        return UNKNOWN
    return _is_answered(s, e.responds_to, coming.side, coming)


def speed(s: Situation) -> int:
    """The spell speed of the effect."""
    return speed_of(s.card, s.effect)


def slower_than_chain(s: Situation) -> Fact:
    """Whether the effect is too slow for the last link."""
    chain = s.question.table.chain
    if not chain:
        return "no"
    own = speed(s)
    if own < 2:
        return "yes"
    return of_all([own < last for last in sorted(s.book.link_speeds(chain[-1]))])


def last_link_is_a_trigger(s: Situation) -> Fact:
    """Whether the last link is an effect set off by an event: only such a link leaves room for others of the moment."""
    chain = s.question.table.chain
    card = s.book.card_named(chain[-1].card) if chain else None
    if card is None:
        return UNKNOWN
    return of_all([effect.kind == "trigger" for effect in effects_of_link(chain[-1], card)])


def window_chain_done(s: Situation) -> Fact:
    """Whether the chain of the effects that name this window has already been resolved, or another chain is open."""
    table = s.question.table
    if any(h.event == "window-chain-resolved" for h in (*table.earlier, *table.happened)):
        return "yes"
    return UNKNOWN


def _moments_named(s: Situation) -> tuple[str, ...]:
    """The moments the text names, where this is none of them: the windows, or the wider times it prints."""
    windows = printed_windows(s)
    if not windows or s.question.window in windows:
        return ()
    return tuple(s.effect.at) or tuple(w for w in s.book.windows if w in windows)


MADE_SO: dict[str, Callable[[Situation], tuple[str, ...]]] = {"printed-moment": _moments_named}


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
