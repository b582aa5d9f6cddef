"""The turn moving on: which window follows, what happens on entering it, what ends there."""

from knowledge.data.language import both
from knowledge.play.board import views
from knowledge.play.board.continuous import battle_is_over, expire, refresh
from knowledge.play.board.duel import OTHER, Entry
from knowledge.play.board.game import Game
from knowledge.play.board.movement import move
from knowledge.play.chain.later_effects import carry_out_what_is_due
from knowledge.play.chain.resolve import texts_set_in
from knowledge.play.report import Illegal, said
from knowledge.play.turn.damage_calculation import after_calculation, calculate, fallen_leave, fighters, turn_up
from knowledge.rules.gates import CompiledRule

_CHOICE = {"main1": "no-battle", "battle-step": "no-attack"}
_PHASES = ("draw", "standby", "main1", "main2", "end", "start-step", "end-step")


def rule_leading_to(game: Game, gate: str, outcome: str) -> str:
    """The rule of a gate that would lead to an outcome: what is missing when it does not come."""
    waiting: list[CompiledRule] = list(game.book.gates[gate].roots)
    by_a_fact = ""  # a rule that may come to any outcome
    while waiting:
        rule = waiting.pop(0)
        if rule.rule.then == outcome:
            return rule.rule.id
        by_a_fact = by_a_fact or (rule.rule.id if rule.rule.then_as else "")
        waiting += rule.exceptions
    return by_a_fact


def following_window(game: Game, *, battle: bool = False) -> str:
    """The window that follows when both players pass."""
    state = game.state
    in_damage_step = state.window in game.book.windows_of("damage-step")
    cut_short = in_damage_step and game.matter("damage-step-goes-on") == "no"
    in_battle_phase = state.window in game.book.windows_of("battle-phase") and state.window != "end-step"
    if cut_short or (state.ended_by_effect and in_battle_phase):
        return "end-step"
    choice = "battle" if battle and state.window == "main1" else _CHOICE.get(state.window, "on")
    return game.matter("what-follows", about=choice)


def advance(game: Game, *, battle: bool = False) -> None:
    """Both players have passed: go to the window that follows."""
    state = game.state
    if state.window == "damage.calculation" and state.battle and not state.battle.calculated:
        calculate(game)
        texts_set_in(game, "battle-damage-taken")
        if state.over:
            return
    to = following_window(game, battle=battle)
    if to == "next-turn" and cut_the_hand(game):
        return
    if to == "next-turn":
        state.happens("turn-ended")
        expire(game)
        state.over = state.over or "turn"
        game.report.say("turn.over")
        return
    if to not in game.book.windows or to == state.window:
        raise Illegal(said("stuck", window=_named(game, state.window)), rule_leading_to(game, "may-advance", "no"))
    enter(game, to)


def cut_the_hand(game: Game) -> bool:
    """At the very end of the turn the turn player discards down to the limit; tells whether anything was discarded."""
    state, side = game.state, game.state.turn
    named = [p for p in state.pieces.values() if p.zone == "hand" and p.owner == side]
    state.hand.setdefault(side, len(named))
    passes = views.Account((), tuple(Entry("priority-passed", side=one) for one in (side, OTHER[side])))
    chosen = [p for p in named if p.handle in game.step.pick] + [p for p in named if p.handle not in game.step.pick]
    before, state.just = state.hand[side], len(state.account)
    state.new_moment()
    while game.asked_matter("hand-limit", account=passes).verdict == "yes":
        if before == state.hand[side]:
            game.matter("hand-limit", account=passes)
        if chosen:
            move(game, chosen.pop(0), "gy", "rule", tells="discarded")
        else:
            state.hand[side] -= 1
    if before != state.hand[side]:
        game.report.say(f"cut.{side}", count=before - state.hand[side])
    return before != state.hand[side]


def enter(game: Game, window: str) -> None:
    """Arrive in a window: what the rules do there of themselves is done, and what lasts no longer ends."""
    state = game.state
    leaving_battle = state.battle is not None and window not in game.book.windows_of("damage-step")
    leaving_battle = leaving_battle and window not in ("attack-declaration", "after-declaration")
    state.window = window
    state.passed.clear()
    state.new_moment()
    state.just = len(state.account)
    if window in _PHASES:
        state.happens("phase-entered")
    for event in game.book.library.events.values():
        if window in event.happens and "phase-came" in game.book.wider_events((event.id,)):
            state.happens(event.id, side=state.turn)
    if window == "end-step":
        state.ended_by_effect = False
    if leaving_battle and state.battle is not None:
        battle_is_over(game, state.battle.number)
        state.battle = None
    game.report.say("window", window=_named(game, window))
    _of_the_damage_step(game, window)
    carry_out_what_is_due(game, entering=True)
    expire(game, battle_over=leaving_battle)
    refresh(game)


def _of_the_damage_step(game: Game, window: str) -> None:
    state, battle = game.state, game.state.battle
    if battle is None:
        return
    attacker = game.piece(battle.attacker)
    if window == "damage.start":
        state.happens("damage-step-entered", attacker, to=battle.target)
        for _, piece in fighters(game):
            state.happens("battle-started", piece, by="battle")
    elif window == "damage.before":
        turn_up(game)
        for _, piece in fighters(game):
            state.happens("before-damage-calculation", piece, by="battle")
    elif window == "damage.calculation":  # texts of this moment are activated before it is calculated
        for _, piece in fighters(game):
            state.happens("calculation-reached", piece, by="battle")
    elif window == "damage.after":
        _bring_up_again(game)
        after_calculation(game)
    elif window == "damage.end":
        fallen_leave(game)


def _bring_up_again(game: Game) -> None:
    """After damage calculation its results count as just happened, and monsters flipped by the battle with them."""
    state, battle = game.state, game.state.battle
    assert battle is not None
    told = [n for n, e in enumerate(state.account) if e.battle == battle.number and e.event == "damage-calculation"]
    flipped = [e for e in state.account if e.battle == battle.number and e.event == "flipped" and e.by == "battle"]
    if told:
        state.just = told[-1] + 1
        state.moment = state.account[told[-1]].moment
    for entry in dict.fromkeys(e.handle for e in flipped):
        piece = game.piece(entry)
        if piece is not None:
            state.happens("flipped", piece, by="battle")


def _named(game: Game, window: str) -> dict[str, str]:
    timing = game.book.library.timings[window]
    return both(timing.names)
