"""The turn moving on: which window follows, what happens on entering it; summons and what else players do by hand."""

from contextlib import suppress

from knowledge.data.language import both
from knowledge.data.profile import Effect
from knowledge.data.records import nearest
from knowledge.play.acts.moved_cards import draw, use_as_material
from knowledge.play.acts.value_changes import lose_lp
from knowledge.play.board import views
from knowledge.play.board.continuous import battle_is_over, expire, refresh
from knowledge.play.board.duel import OTHER, Entry, Piece, Summoning
from knowledge.play.board.game import ATTEMPTS, Game, Illegal, closing_rule, said
from knowledge.play.board.movement import destroy, flip, move, summon, turn_face_down
from knowledge.play.board.selection import effect_meant, piece_named
from knowledge.play.chain_resolution import texts_set_in
from knowledge.play.damage_calculation import after_calculation, calculate, fallen_leave, fighters, turn_up
from knowledge.play.later_effects import carry_out_what_is_due
from knowledge.play.scenario import Outside, Step
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


_PROCEDURES = ("special", "fusion", "ritual", "synchro", "xyz", "link")


def kind_of_act(step: Step) -> str:
    """What the rules call the summon of a step."""
    how = "normal" if step.how == "tribute" else step.how
    return "special-summon-by-procedure" if how in _PROCEDURES else f"{how}-summon"


def begin(game: Game, piece: Piece, step: Step) -> None:
    """Start a summon; it waits where the next step answers it, and is carried out at once where none does."""
    if piece.on_field and step.how != "flip" and not step.assume:
        raise Illegal(said("on.field", card=game.names(piece)), value=piece.handle)
    used = [piece_named(game, name) for name in step.pays]
    for one in used:
        use_as_material(game, one, piece, step.how)
    piece.summoned, piece.coming = step.how, True
    spent = kind_of_act(step) == "normal-summon"
    game.state.happens("normal-summon-attempted" if spent else "summon-attempted", piece, by="player")
    side, materials = _to_whom(piece, used), tuple(p.handle for p in used)
    game.state.summoning = Summoning(piece.handle, side, step.how, step.to or "attack", materials)
    if game.upcoming is not None and answers_the_summon(game, game.upcoming):
        game.report.say("summon.waits", card=game.names(piece))
    else:
        finish(game)


def _to_whom(piece: Piece, used: list[Piece]) -> str:
    """Whose field it comes to: a procedure that uses the other player's monsters may bring it there."""
    ways = piece.card.effects_of("summoning") if piece.card else []
    there = any(a.to.startswith("opponent-field") for e in ways for a in e.does)
    theirs = any(p.owner != piece.side for p in used)
    return OTHER[piece.side] if there and theirs else piece.side


def answers_the_summon(game: Game, step: Step) -> bool:
    """Whether a step is, or asks about, an activation that answers a summon about to happen."""
    named = step.activate or step.try_
    if not named:
        return False
    with suppress(Illegal):
        return any(answers_summons(effect) for effect in effect_meant(game, named, step.by)[1])
    return False


def answers_summons(effect: Effect) -> bool:
    """Whether the text of an effect answers a summon about to happen."""
    return effect.responds_to is not None and "summon" in effect.responds_to.to


def finish(game: Game) -> None:
    """The summon that was waiting is carried out; a negated one is over."""
    state = game.state
    pending, state.summoning = state.summoning, None
    piece = game.piece(pending.handle) if pending else None
    if pending is None or piece is None:
        return
    piece.coming = False
    if pending.negated:
        return
    state.new_moment()
    if pending.how == "flip":
        flip(game, piece, "player", "attack")
        game.state.happens("flip-summoned", piece, by="player")
        return
    summon(game, piece, pending.side, pending.how, pending.position)


def after_its_chain(game: Game, first: int) -> None:
    """The chain that answered a summon is done: what is not negated succeeds now."""
    if game.state.summoning is None:
        return
    account = game.state.account
    begun = max((n for n, e in enumerate(account[:first]) if e.event in ATTEMPTS), default=first)
    game.matter("moment-after-processing", account=views.Account(tuple(account[:first]), tuple(account[first:])))
    finish(game)
    game.state.just = begun


_GOES = {
    "banished": "banished",
    "sent-to-gy": "gy",
    "returned-to-hand": "hand",
    "added-to-hand": "hand",
    "returned-to-deck": "deck",
    "tributed": "gy",
    "discarded": "gy",
    "left-field": "gy",
}


def player_acts(game: Game, step: Step) -> None:
    """A summon, a set or a change of position by the player, where the rules allow it."""
    name = step.summon or step.set or step.position
    piece = piece_named(game, name, step.by or game.state.turn)
    # setting a monster uses the chance of the Normal Summon
    about = kind_of_act(step) if step.summon else "normal-summon" if "monster" in piece.words() else "set-spell-trap"
    account = views.moment(game.book, game.state, None, None, game.state.fresh())
    gate = "may-change-position" if step.position else "player-act"
    asked = "player" if step.position else about
    judgement = game.asked_matter(gate, about=asked, account=account, piece=piece, side=piece.side)
    game.note(gate, judgement, piece.handle)
    if judgement.verdict == "no" and not step.assume:
        raise Illegal(said("cannot.act", card=game.names(piece)), closing_rule(judgement), name)
    game.state.just = len(game.state.account)
    game.state.new_moment()
    if step.summon:
        begin(game, piece, step)
    elif step.set:
        _set(game, piece)
    else:
        _turn(game, piece, step.to)


def _set(game: Game, piece: Piece) -> None:
    monster = "monster" in piece.words()
    move(game, piece, "monster-zone" if monster else "spell-zone", "rule")
    piece.face, piece.set_this_turn, piece.position = "down", True, "defence"
    game.state.happens("normal-set" if monster else "set-on-field", piece, by="player")
    game.report.say("set", card=game.names(piece))


def _turn(game: Game, piece: Piece, to: str) -> None:
    wanted = to or ("defence" if piece.position == "attack" else "attack")
    if piece.face == "down":
        flip(game, piece, "player", wanted)
    piece.position = wanted
    game.state.happens("position-changed", piece, by="player")
    game.report.say(f"position.{wanted}", card=game.names(piece))


def from_outside(game: Game, outside: Outside) -> None:
    """Let something happen that no card of the scenario does."""
    events = game.book.library.events
    if outside.event not in events:
        near = nearest(outside.event, list(events))
        raise Illegal(said("unknown.event", name=outside.event, near=near or "-"), value=outside.event)
    piece = piece_named(game, outside.card) if outside.card else None
    wider = game.book.wider_events((outside.event,))
    by = outside.by or "effect"
    if piece is None:
        _without_a_card(game, outside)
    elif "destroyed" in wider:
        destroy(game, piece, by)
    elif goes := next((zone for event, zone in _GOES.items() if event in wider), ""):
        move(game, piece, goes, by, tells=outside.event)  # type: ignore[arg-type]
    elif "summoned" in wider:
        how = outside.event.removesuffix("-summoned").replace("summoned", "special")
        summon(game, piece, outside.side or piece.side, how, "attack")
    elif not _changes_how_it_lies(game, piece, outside):
        game.state.happens(outside.event, piece, by=by, amount=outside.amount, to=outside.to)


def _changes_how_it_lies(game: Game, piece: Piece, outside: Outside) -> bool:
    if outside.event == "control-changed":
        piece.side = OTHER[piece.side]
        game.report.say(f"control.{piece.side}", card=game.names(piece))
    elif outside.event == "position-changed":
        piece.position = outside.to or {"attack": "defence", "defence": "attack"}[piece.position]
        game.report.say(f"position.{piece.position}", card=game.names(piece))
    elif outside.event == "flipped":
        flip(game, piece, outside.by or "effect")
        return True
    elif outside.event == "set-on-field":
        turn_face_down(game, piece)
    else:
        return False
    game.state.happens(outside.event, piece, by=outside.by)
    return True


def _without_a_card(game: Game, outside: Outside) -> None:
    side = outside.side or "own"
    if outside.event in ("drawn", "normal-draw"):
        draw(game, side, outside.amount or 1)
    elif outside.event in ("effect-damage-taken", "damage-taken"):
        lose_lp(game, side, outside.amount or 0, "effect")
    else:
        game.state.happens(outside.event, side=outside.side, by=outside.by, amount=outside.amount, to=outside.to)
