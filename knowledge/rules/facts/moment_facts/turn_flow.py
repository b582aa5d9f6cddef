"""Facts about the course of the turn: phases, the normal draw, what players may do, how long things last."""

import re
from collections.abc import Iterator

from knowledge.data.cases import UNKNOWN, CardOnTable, Happening
from knowledge.data.profile import Action, Card, Effect, effects_numbered
from knowledge.rules.categories import draw_given_up
from knowledge.rules.facts.table_facts.oaths import summon_forbidden
from knowledge.table.in_force import InForce
from knowledge.table.responses import effects_of_link
from knowledge.table.situation import Fact, Situation, account, yes

_COUNTED_TURN = re.compile(r"(?:second|third)-(own|opponent)-")
_LEAST_OVER_THE_LIMIT = 7
_BEFORE_AN_ATTACK = "battle-step"
# ends beyond this turn: the turns that must have ended, in whose turn, and the phase with whose coming it is over
_LATER_ENDS: dict[str, tuple[int, str, str]] = {
    "end-of-next-turn": (2, "", ""),
    "twentieth-turn-end": (20, "", ""),
    "next-standby": (1, "", "standby-phase"),
    "next-own-standby": (1, "own", "standby-phase"),
    "next-own-draw-phase": (1, "own", "draw-phase"),
    "next-opponent-end-phase": (1, "opponent", "end-phase"),
}
_END_OF_DUEL = "end-of-duel"
_DURATIONS = ("end-phase", "end-of-turn", "end-of-battle-phase", "end-of-damage-step", _END_OF_DUEL, *_LATER_ENDS)
_WITH_THE_TURN = ("end-phase", "end-of-turn")
_ACTS_OF_THE_MAIN_PHASE = frozenset(("normal-summoned", "flip-summoned", "set-on-field"))
_FORBIDDEN_BY = {  # the act of a text that forbids an act of a player, and the way of summoning it must name
    "normal-summon": ("forbid-summon", "normal"),
    "flip-summon": ("forbid-summon", "flip"),
    "set-spell-trap": ("forbid-set", ""),
    "set-monster": ("forbid-set", ""),
    "change-position": ("forbid-position-change", ""),
}
_PLAYERS = ("you", "opponent", "both", "self")  # `self` bars its own card alone
_PHASE_EVENTS = frozenset(("standby-phase-came", "end-phase-came"))
EMPTY_HAND = "empty-hand"

_OF_THE_TURN = "of-the-turn"


def _matter_asked(s: Situation) -> Fact:
    """The thing a matter is asked about, where it is not a card."""
    return s.question.about or UNKNOWN


def first_turn(s: Situation) -> Fact:
    """Whether this is the first turn of the duel."""
    number = s.question.table.turn_number
    return UNKNOWN if number is None else yes(number == 1)


def last_duel(s: Situation) -> Fact:
    """How the duel before this one ended, if the match has one."""
    duels = s.question.table.duels
    return UNKNOWN if not duels else "drawn" if duels[-1] == "drawn" else "decided"


def deck_was_cut(s: Situation) -> Fact:
    """Whether the opponent has already cut the deck and given it back."""
    return yes(any(h.event == "deck-cut" for h in account(s)))


def normal_draw_made(s: Situation) -> Fact:
    """Whether the draw that opens the draw phase is done."""
    if s.question.window not in s.book.windows_of("draw-phase"):
        return "yes"
    return draw_came_first(s)


def draw_came_first(s: Situation) -> Fact:
    """Whether the account tells of the draw; an effect that comes before it is asked about in its own time."""
    told = account(s)
    if any(h.event == "normal-draw" for h in told):
        return "yes"
    return "no" if any(h.event == "phase-entered" for h in told) else UNKNOWN


def prints_before_draw(s: Situation) -> Fact:
    """Whether the text places the effect before the draw or instead of it."""
    return yes(_requires(s, "before-normal-draw"))


def _requires(s: Situation, requirement: str) -> bool:
    e = s.question.effect
    return e is not None and any(r.is_ == requirement for r in e.requires)


def draw_impossible(s: Situation) -> Fact:
    """Whether the player has to draw more cards than the deck holds."""
    table = s.question.table
    if "own" not in table.deck:
        return UNKNOWN
    wanted = [h.amount or 1 for h in table.happened if h.event == "draw-required" and h.side in (None, "own")]
    return yes(bool(wanted) and max(wanted) > table.deck["own"])


def life_points_gone(s: Situation) -> Fact:
    """Whether the player asked about, or both players, have no life points left."""
    own, other = (s.question.table.count("lp", side) for side in ("own", "opponent"))
    if own is None:
        return UNKNOWN
    return "neither" if own > 0 else "both" if other == 0 else "theirs-alone"


def won_by_a_text(s: Situation) -> Fact:
    """Whether a text of the other player's that wins the duel applies, its condition met, as the cards lie now."""
    wins = [a for a in s.state.acts("win-duel") if a.sure]
    return "yes" if any((a.act.what == "you") == (a.side == "opponent") for a in wins) else UNKNOWN


def first_act_gone(s: Situation) -> Fact:
    """Whether the text wants to be the first act of the phase and something has been done in it already."""
    if not _requires(s, "first-act-of-phase"):
        return "no"
    if s.question.table.chain:
        return "yes"
    told = account(s)
    entered = [n for n, h in enumerate(told) if h.event == "phase-entered"]
    if entered:
        return yes(entered[-1] + 1 < len(told))
    done_by_hand = [h for h in told if s.book.wider_events((h.event,)) & _ACTS_OF_THE_MAIN_PHASE]
    return "yes" if any(h.side != "opponent" for h in done_by_hand) else UNKNOWN


def phase_trigger_negated(s: Situation) -> Fact:
    """Whether the phase itself sets the effect off and its activation has been negated in that phase already."""
    e = s.question.effect
    if e is None or e.trigger is None or not _PHASE_EVENTS & frozenset(e.trigger.events):
        return "no"
    if not account(s):
        return UNKNOWN
    return yes(any(h.event == "activation-negated" and h.card == "self" for h in account(s)))


def act_used_up(s: Situation) -> Fact:
    """Whether the act asked about is allowed once a turn and has been done this turn."""
    counted = {
        "normal-summon": ("normal-summoned", "normal-set", "normal-summon-attempted"),
        "pendulum-summon": ("pendulum-summoned",),
    }
    words = counted.get(s.question.about, ())
    if s.question.about == "special-summon-by-procedure" and s.question.effect is not None:
        return _procedure_used_up(s)
    if words and not account(s):
        return UNKNOWN
    made = [h for h in account(s) if h.side == "own" and h.by != "effect"]  # what an effect makes is no turn's own
    return yes(any(s.book.wider_events((h.event,)) & frozenset(words) for h in made))


def _procedure_used_up(s: Situation) -> Fact:
    """Whether this way of summoning is limited by the turn and has succeeded already; summons by effects are others."""
    limit = s.effect.limit
    if limit is None:
        return "no"
    if not account(s):
        return UNKNOWN
    made = [h for h in account(s) if h.side != "opponent" and h.by != "effect"]
    done = [h for h in made if "special-summoned" in s.book.wider_events((h.event,))]
    named = [h for h in done if h.card == "self" or s.book.card_named(h.card) is s.question.card]
    return yes(len(named) >= limit.times)


def player_act_forbidden(s: Situation) -> Fact:
    """Whether an effect in force keeps the player from the act asked about."""
    if s.question.about in ("special-summon-by-procedure", "pendulum-summon"):
        return yes(summon_forbidden(s, Action(act="special-summon-self")))
    word, way = _FORBIDDEN_BY.get(s.question.about, ("", ""))
    barred = s.state.acts(word) if word else ()
    hits = [one for one in barred if _is_kept(one)]
    if any(one.act.what not in _PLAYERS and one.act.which is not None for one in barred):
        return UNKNOWN  # of some monsters, and nobody tells which is meant
    if way:
        hits = [one for one in hits if one.act.which is not None and way in one.act.which.summoned]
    if s.question.about == "set-monster":
        if any(one.act.which is None for one in hits):
            return UNKNOWN  # of sets, and not of what
        hits = [one for one in hits if one.act.which is not None and "monster" in one.act.which.type]
    if any(one.act.to or isinstance(one.act.count, int) for one in hits):
        return UNKNOWN  # a limit or an exception that hangs on the card used
    return yes(bool(hits))


def _is_kept(one: InForce) -> bool:
    """Whether a bar in force is one on the player who asks."""
    return one.act.what == "both" or one.act.what == ("you" if one.side == "own" else "opponent")


def battle_phase_ended(s: Situation) -> Fact:
    """Whether an effect that has just resolved ends the battle phase."""
    return yes(bool(_ends_of_the_battle_phase(s)))


def _ends_of_the_battle_phase(s: Situation) -> list[Action]:
    told = {"chain-resolved": "source", "effect-resolved": "card"}
    names = [getattr(h, told[h.event]) for h in s.question.table.happened if h.event in told]
    resolved = [s.book.card_named(name) for name in names]
    return [a for card in resolved if card for a in every_act(card) if a.act == "end-battle-phase"]


def battle_phase_ended_for_the_turn(s: Situation) -> Fact:
    """Whether an effect that has just resolved ends the battle phase of the turn, not this one alone."""
    ends = _ends_of_the_battle_phase(s)
    return yes(any(a.to == _OF_THE_TURN for a in ends)) if ends else UNKNOWN


def battle_phases_left(s: Situation) -> Fact:
    """Whether an effect allows more battle phases this turn than have begun; one that is asked in has begun."""
    allowed = s.question.table.battle_phases
    if allowed is None:
        return UNKNOWN
    begun = sum(h.event == "battle-phase-began" for h in account(s))
    return yes(allowed > max(begun, "battle-phase" in s.book.timings_around[s.question.window]))


def battle_phase_left_out(s: Situation) -> Fact:
    """Whether an effect skips the battle phase of this turn."""
    return "yes" if "battle-phase" in s.question.table.skipped else UNKNOWN


def every_act(card: Card) -> Iterator[Action]:
    """Everything a card's text does or asks as a cost."""
    for effect in card.effects:
        yield from effect.cost
        yield from effect.does
        for choice in effect.choices:
            yield from (*choice.cost, *choice.does)


def counted_turns(s: Situation) -> Fact:
    """Whose turns a duration counts: every turn, or only those of the player the text names."""
    card = s.question.card
    if card is None:
        return s.question.about or UNKNOWN
    named = [m for a in every_act(card) if (m := _COUNTED_TURN.match(a.until))]
    return named[0][1] if named else "every"


def duration(s: Situation) -> Fact:
    """Until when the card's effect applies, as its text says."""
    card = s.card
    found = [a.until for a in every_act(card) if a.until in _DURATIONS]
    return found[0] if found else "other"


def printed_end_has_come(s: Situation) -> Fact:
    """Whether the end that the text names has come: the end phase, or the last of a step, a phase or the turn."""
    until, window = s.word("duration"), s.word("timing")
    if until in _WITH_THE_TURN and _was_skipped(s, "end"):
        return "yes"
    if until == "end-phase":
        return yes(window in s.book.windows_of("end-phase"))
    if until == "end-of-turn":
        return yes(any(h.event == "turn-ended" for h in account(s)))
    if until == _END_OF_DUEL:
        return "no"
    if until in _LATER_ENDS:
        return _has_come_later(s, *_LATER_ENDS[until])
    inside = s.book.windows_of(until.removeprefix("end-of-"))
    order = s.book.windows.index
    comes_once = until == "end-of-battle-phase"  # a damage step comes with each attack: outside it, it is over
    return yes(window not in inside and not (comes_once and order(window) < min(map(order, inside))))


def draw_given_up_now(s: Situation) -> Fact:
    """Whether an effect that gives up the normal draw has done so.

    As a condition or an oath it is given up by the activation, unless that was negated; by what an effect does, once
    it has resolved.
    """
    told = list(account(s))
    undone = {h.card for h in told if h.event == "activation-negated"}
    resolved = {h.card for h in told if h.event == "effect-resolved"}
    ways = {(h.card, way) for h in told if h.event == "effect-activated" for way in _ways_to_give_up_the_draw(s, h)}
    if not ways:
        return UNKNOWN
    given_up = [card in resolved if way == "processing" else True for card, way in ways if card not in undone]
    return "yes" if any(given_up) else UNKNOWN if given_up else "no"


def _ways_to_give_up_the_draw(s: Situation, h: Happening) -> set[str]:
    card = s.book.card_named(h.card) if h.card else None
    numbered = effects_numbered(card, h.effect) if card is not None and h.effect != "" else []
    return {draw_given_up(e) for e in numbered} - {"none"}


def due_skipped(s: Situation) -> Fact:
    """Whether the phase for which something was left, the one asked about, never came: an effect skipped it."""
    return yes(_was_skipped(s, s.question.about)) if s.question.table.skipped else UNKNOWN


def due_negated(s: Situation) -> Fact:
    """Whether the effect that would have left something for later was negated, or its activation."""
    told = [h.card for h in account(s) if h.event in ("effect-negated", "activation-negated")]
    return yes(any(name == "self" or s.book.card_named(name) is s.card for name in told))


def due_forbidden(s: Situation) -> Fact:
    """Whether an effect in force forbids every player what was left for the phase asked about."""
    left = {a.to for a in s.effect.does if a.act == "apply-later"}
    bans = {ban.act.to for ban in s.state.acts("forbid-other") if ban.sure and ban.act.what == "both"}
    return yes(bool(left) and left <= bans)


def _was_skipped(s: Situation, phase: str) -> bool:
    """Whether the table tells that a phase, or the whole turn it would belong to, was left out."""
    return not {phase, "turn"}.isdisjoint(s.question.table.skipped)


def _has_come_later(s: Situation, turns: int, whose: str, phase: str) -> Fact:
    """Whether so many turns have ended since, and the phase named has come in the turn of the player it names."""
    ended = sum(h.event == "turn-ended" for h in account(s))
    if ended < turns:
        return "no"
    if whose and s.question.turn != whose:
        return UNKNOWN if ended > turns else "no"
    order, inside = s.book.windows.index, s.book.windows_of(phase) if phase else ()
    return yes(not inside or order(s.word("timing")) >= min(map(order, inside)))


def window_that_follows(s: Situation) -> Fact:
    """The next window in the order of the turn; those of an attack are there only if there is one."""
    windows, window = s.book.windows, s.word("timing")
    if window == windows[-1]:
        return "next-turn"
    after = windows[windows.index(window) + 1 :]
    if window == _BEFORE_AN_ATTACK and s.value("turn-flow.choice") == "no-attack":
        of_an_attack = s.book.windows_of("battle-step-whole") | s.book.windows_of("damage-step")
        after = [w for w in after if w not in of_an_attack]
    return after[0]


def hand_over_limit(s: Situation) -> Fact:
    """Whether the turn player holds more cards than may be kept at the end of the turn."""
    held = s.question.table.count("hand", s.question.turn)
    return UNKNOWN if held is None else yes(held >= _LEAST_OVER_THE_LIMIT)


def phase_effects(s: Situation) -> Fact:
    """Whose effects wait in this phase or step: one player's or several of them, both players', or none."""
    if not s.question.table.cards:
        return UNKNOWN
    sides = [lying.side for lying in s.question.table.cards if _waits_here(s, lying)]
    if len(set(sides)) > 1:
        return "both"
    return "none" if not sides else "several-of-one" if len(sides) > 1 else "one"


def _waits_here(s: Situation, lying: CardOnTable) -> bool:
    card = s.book.card_named(lying.card) if lying.card else None
    return card is not None and lying.face == "up" and any(_belongs_here(s, e) for e in card.effects)


def _belongs_here(s: Situation, effect: Effect) -> bool:
    events = effect.trigger.events if effect.trigger else ()
    happens = {w for event in events for w in s.book.library.events[event].happens}
    left = [a.until for a in effect.does if a.act == "apply-later" and a.until in s.book.library.timings]
    named = {w for moment in (*effect.at, *left) for w in s.book.windows_of(moment)}
    return s.question.window in happens | named


turn_flow_figure = turn_flow_deck_act = turn_flow_player_act = turn_flow_choice = turn_flow_wording = _matter_asked


def draw_to_replace(s: Situation) -> Fact:
    """Whether an effect that gives up the normal draw finds one: a card in the deck, and leave to draw."""
    way = draw_given_up(s.effect)
    side = s.viewer
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
