"""Playing a scenario: its first state, then step by step each verb, what follows it, and the report of it all."""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from knowledge.data.cases import CardOnTable
from knowledge.data.language import both
from knowledge.data.profile import Card, Zone, card_and_number
from knowledge.data.records import nearest
from knowledge.deadline import look_up
from knowledge.play.attack import DECLARED, call_off, choose_again, declare, look_for_replay, start_in_battle
from knowledge.play.board import views
from knowledge.play.board.continuous import refresh
from knowledge.play.board.duel import SHARED, Piece, State, plain_names
from knowledge.play.board.game import Answered, Both, Game, Illegal, StepReport, deciding_rule, refused, said, words
from knowledge.play.board.selection import card_known, piece_named, window_named
from knowledge.play.board.views import snapshot
from knowledge.play.chain_build import activate, best_effect, force, put_on_chain, tell, waiting
from knowledge.play.chain_resolution import resolve_chain
from knowledge.play.expectations import answer, final_answers, judge_expectations
from knowledge.play.later_effects import carry_out_what_is_due, look_for_watched, replaces, tie_what_lies_there
from knowledge.play.scenario import SPOKEN, Lying, Scenario, Step, verb_of
from knowledge.play.turn import (
    advance,
    after_its_chain,
    answers_the_summon,
    enter,
    finish,
    from_outside,
    player_acts,
    rule_leading_to,
)
from knowledge.rules.book import Book

_ROOM = {"monster-zone": 7, "spell-zone": 5, "field-zone": 1, "pendulum-zone": 2}
_WAITS_FACE_DOWN = ("Normal", "Quick-Play", "Counter")
MOST_WINDOWS = 40


@dataclass
class Played:
    """A scenario with everything that came of it."""

    scenario: Scenario
    steps: list[StepReport] = field(default_factory=list)
    answers: dict[str, Any] = field(default_factory=dict)
    asked: list[Answered] = field(default_factory=list)

    @property
    def right(self) -> bool:
        """Whether everything came out as expected."""
        told = [*self.asked, *(a for step in self.steps for a in step.answers)]
        return all(a.right is not False for a in told)


def play(book: Book, scenario: Scenario) -> Played:
    """Play every step; a step the rules do not allow is refused with its number."""
    try:
        game = started(book, scenario)
    except Illegal as wrong:
        raise refused(book, 0, wrong) from None
    game.replaces = replaces
    tie_what_lies_there(game)
    refresh(game)
    played = Played(scenario)
    if scenario.battle is not None:
        try:
            start_in_battle(game, scenario.battle, window_named(book, scenario.at))
        except Illegal as wrong:
            raise refused(book, 0, wrong) from None
    tell(game)
    game.report.window, game.report.state = game.state.window, snapshot(game.state)
    played.steps.append(game.report)
    for number, step in enumerate(scenario.steps, 1):
        look_up()
        game.report = StepReport(number, _title(game, step))
        game.step = step
        game.upcoming = scenario.steps[number] if number < len(scenario.steps) else None
        try:
            _play(game, step)
            game.report.answers += [answer(game, ask) for ask in step.ask]
        except Illegal as wrong:
            raise refused(book, number, wrong) from None
        game.report.window, game.report.state = game.state.window, snapshot(game.state)
        played.steps.append(game.report)
    try:
        played.asked = [answer(game, ask) for ask in scenario.ask]
        played.answers = final_answers(game)
        played.asked += judge_expectations(played.answers, scenario.expect)
    except Illegal as wrong:
        raise refused(book, len(scenario.steps), wrong) from None
    return played


def _title(game: Game, step: Step) -> Both:
    """What a step is called before it is played."""
    if step.says:
        return both(step.says)
    verb = verb_of(step)
    value = getattr(step, verb, "") if verb else ""
    name = _spoken(game, verb, value if isinstance(value, str) else value.event)
    return said(f"step.{verb.rstrip('_') or 'none'}", name=name, by=said(f"player.{step.by or game.state.turn}"))


def _spoken(game: Game, verb: str, value: str) -> Both:
    """The name in a title, in both languages where there are two."""
    if verb in ("pass_", "replay") and f"spoken.{value}" in words():
        return said(f"spoken.{value}")
    with suppress(Illegal):
        if verb == "next":
            names = game.book.library.timings[window_named(game.book, value)].names
            return both(names)
        name, effect = card_and_number(value)
        piece = piece_named(game, name)
        return {lang: f"{name} {effect}".strip() for lang, name in plain_names(piece).items()}
    word = game.book.library.events.get(value)
    return both(word or value)


def _play(game: Game, step: Step) -> None:
    verb = verb_of(step)
    given = [
        v.rstrip("_")
        for v in ("activate", "attack", "pass_", "next", "summon", "set", "position", "replay", "happens", "try_")
        if getattr(step, v)
    ]
    if len(given) != 1:
        raise Illegal(said("one.verb", found=", ".join(given) or "-"), value=given, accepted=SPOKEN)
    if game.state.over and verb != "try_":
        raise Illegal(said(f"over.{game.state.over}"), value=given[0])
    for name in step.replace:
        piece_named(game, name)
    if step.assume:
        game.report.suppose("assumed.step")
    refresh(game)
    if game.state.summoning and not game.state.chain and not answers_the_summon(game, step):
        finish(game)
        force(game)
        if verb == "pass_":
            return  # nobody answered the summon
    _VERBS[verb](game, step)
    refresh(game)
    if not game.report.following:
        tell(game)


def _activate(game: Game, step: Step) -> None:
    _settle_replay(game, step)
    activate(game, step)
    force(game)


def _try(game: Game, step: Step) -> None:
    """Ask about an activation without carrying it out."""
    piece, effect, by, judgement = best_effect(game, step.try_, step.by)
    game.note("activation", judgement, piece.handle)
    rules = judgement.rules_that_decided()
    right = None
    if step.expect is not None or step.because:
        right = step.expect in (None, judgement.verdict) and (not step.because or step.because in rules)
    says = said("asked.activate", card=game.names(piece), by=said(f"player.{by}"))
    game.report.answers.append(
        Answered(says, judgement.verdict, step.expect, step.because, game.report.decided[-1:], right)
    )
    del effect


def _pass(game: Game, step: Step) -> None:
    state = game.state
    sides = ["own", "opponent"] if step.pass_ == "both" else [step.pass_]
    for side in sides:
        if side not in state.passed:
            state.passed.append(side)
        game.report.say(f"passes.{side}")
    if len(state.passed) == 2:
        _both_passed(game, moves_on=True)


def _both_passed(game: Game, *, battle: bool = False, moves_on: bool) -> None:
    """Both players have passed: the chain resolves, or what must still be done is done, or the turn moves on."""
    state = game.state
    if state.chain:
        settle_chain(game)
        return
    if held := waiting(game):
        piece, effect, by = held[0]
        game.report.say("forced", card=game.names(piece))
        put_on_chain(game, piece, effect, by, Step())
        return
    _settle_replay(game, None)
    if carry_out_what_is_due(game, entering=False):
        force(game)
        return
    if moves_on and not state.over:
        advance(game, battle=battle)
        force(game)


def settle_chain(game: Game) -> None:
    """Resolve the chain and see what comes of it: forced effects, the end of the battle phase, a replay."""
    state = game.state
    before, first = state.window, len(state.account)
    resolve_chain(game)
    if state.over:
        return
    after_its_chain(game, first)
    look_for_watched(game)
    battle = state.battle
    if state.ended_by_effect and before in game.book.windows_of("battle-phase"):
        just = state.just
        game.matter("what-follows", about="on")
        enter(game, "end-step")
        state.just = just
    elif battle is not None and battle.inside and battle.calculated and before in DECLARED:
        enter(game, "damage.after")
    elif before == "attack-declaration":
        just = state.just
        game.matter("what-follows", about="on", account=views.Account((), (views.NOTHING_NEW,)))
        enter(game, "after-declaration")
        state.just = just
    force(game)
    look_for_replay(game)


def _settle_replay(game: Game, step: Step | None) -> None:
    battle = game.state.battle
    if battle is None or not battle.replay or game.state.chain:
        return
    if step is not None:
        raise Illegal(said("replay.first"), rule_leading_to(game, "replay", "yes"), accepted=["replay"])
    game.report.suppose("replay.unanswered")
    call_off(game)


def _next(game: Game, step: Step) -> None:
    to = window_named(game.book, step.next)
    if step.assume:
        enter(game, to)
        force(game)
        return
    windows = game.book.windows
    battle = to in game.book.windows_of("battle-phase") or to == "main2"
    if held := [f for f in waiting(game) if not game.state.chain]:
        raise Illegal(said("waiting", card=game.names(held[0][0])), _holding_rule(game), step.next)
    start, seen = game.state.window, 0
    while seen == 0 or game.state.window != to or game.state.chain:
        if game.state.over == "duel":
            break
        if seen > MOST_WINDOWS or game.state.over:
            raise Illegal(said("unreachable", window=to, start=start), _way_taken(game, battle), step.next, windows)
        if game.state.battle is not None and game.state.battle.replay and not game.state.chain:
            raise Illegal(said("replay.first"), rule_leading_to(game, "replay", "yes"), accepted=["replay"])
        if game.state.window == to and game.state.chain and seen:
            break  # the window is reached; the chain it opened of itself is for the players to answer
        _both_passed(game, battle=battle, moves_on=True)
        seen += 1


def _holding_rule(game: Game) -> str:
    """The rule that keeps the turn where it is while a forced effect waits."""
    account = views.Account((), (views.NOTHING_NEW,))
    judgement = game.asked_matter("what-follows", about="on", account=account)
    held = judgement.verdict == game.state.window
    return deciding_rule(judgement) if held else rule_leading_to(game, "may-advance", "no")


def _way_taken(game: Game, battle: bool) -> str:
    """The rule by which the turn went another way: where the battle phase was wanted, the first; else the last."""
    told = [d.judgement for d in game.report.decided if d.gate == "what-follows"]
    if not told:
        return rule_leading_to(game, "may-advance", "no")
    return deciding_rule(told[0] if battle else told[-1])


def _happens(game: Game, step: Step) -> None:
    assert step.happens is not None
    game.state.just = len(game.state.account)
    game.state.new_moment()
    from_outside(game, step.happens)
    look_for_watched(game)
    force(game)
    look_for_replay(game)


def _act(game: Game, step: Step) -> None:
    _settle_replay(game, step)
    player_acts(game, step)
    look_for_watched(game)
    force(game)


_VERBS = {
    "activate": _activate,
    "attack": declare,
    "pass_": _pass,
    "next": _next,
    "summon": _act,
    "set": _act,
    "position": _act,
    "replay": choose_again,
    "happens": _happens,
    "try_": _try,
}


def started(book: Book, scenario: Scenario) -> Game:
    """The state at the start of a scenario."""
    at = window_named(book, scenario.at)
    in_battle = at in book.windows_of("damage-step") | {"attack-declaration", "after-declaration"}
    if in_battle != (scenario.battle is not None):
        key = "start.in.battle" if in_battle else "start.out.of.battle"
        raise Illegal(said(key), value=scenario.at, accepted=["battle"] if in_battle else ["attack-declaration"])
    state = State(scenario.turn, "battle-step" if in_battle else at, scenario.turn_number)
    state.lp.update({str(side): points for side, points in scenario.lp.items()})
    state.hand.update({str(side): n for side, n in scenario.hand.items()})
    state.deck.update({str(side): n for side, n in scenario.deck.items()})
    for lying in scenario.cards:
        piece = _piece(book, state, lying)
        state.pieces[piece.handle] = piece
    _check_places(state)
    _check_references(state)
    _check_facts(book, scenario)
    state.happens("phase-entered")
    game = Game(book, state, dict(scenario.known))
    for event in book.library.events.values():
        if state.window in event.happens and "phase-came" in book.wider_events((event.id,)):
            state.happens(event.id, side=state.turn)
    return game


def _piece(book: Book, state: State, lying: Lying) -> Piece:
    card = card_known(book, lying.card) if lying.card else None
    if card is None and not lying.called:
        raise Illegal(said("nameless"), accepted=["card", "called"])
    handle, n = lying.called or lying.card, 2
    if lying.called and lying.called in state.pieces:
        raise Illegal(said("called.twice", name=lying.called), value=lying.called)
    while handle in state.pieces:
        handle, n = f"{lying.card} {n}", n + 1
    zone = lying.zone or _usual_zone(card)
    face = lying.face or _usual_face(card, zone)
    position = lying.position or ("defence" if face == "down" else "attack")
    owner = lying.owner or lying.side
    told: dict[str, Any] = {name: getattr(lying, name) for name in SHARED if name != "card"}
    told |= {"owner": owner, "zone": zone, "face": face, "position": position}
    told |= {"materials": list(lying.materials), "counters": dict(lying.counters)}
    told |= {"affected_by": list(lying.affected_by)}
    rest = {name: getattr(lying, name) for name in CardOnTable.__struct_fields__ if name not in (*SHARED, "called")}
    name = card.names.zh if card else lying.card
    return Piece(handle=handle, name=name, card=card, shown=CardOnTable(**rest), ended=book.ended, **told)


def _usual_zone(card: Card | None) -> Zone:
    if card is None or card.type.startswith("Monster"):
        return "monster-zone"
    return "field-zone" if "Field" in card.type.split(" / ") else "spell-zone"


def _usual_face(card: Card | None, zone: Zone) -> str:
    """Spells and traps that do not stay face-up wait face-down on the field."""
    if card is None or zone not in ("spell-zone", "field-zone") or card.type.startswith("Monster"):
        return "up"
    return "down" if set(card.type.split(" / ")) & set(_WAITS_FACE_DOWN) else "up"


def _check_places(state: State) -> None:
    taken: dict[tuple[str, str, int], str] = {}
    for piece in state.pieces.values():
        if piece.slot is not None and piece.on_field:
            place = (piece.side, piece.zone, piece.slot)
            if place in taken:
                raise Illegal(said("same.zone", one=taken[place], other=piece.handle), value=piece.slot)
            taken[place] = piece.handle
    for side in ("own", "opponent"):
        for zone, room in _ROOM.items():
            lying = [p.handle for p in state.pieces.values() if p.side == side and p.zone == zone]
            if len(lying) > room:
                raise Illegal(said("no.room", zone=zone, room=room), value=lying)


def _check_references(state: State) -> None:
    for piece in state.pieces.values():
        for name in filter(None, (piece.equipped_to, piece.targeting)):
            if name not in state.pieces:
                near = nearest(name, list(state.pieces))
                raise Illegal(
                    said("unknown.piece", name=name, near=near or "-"), value=name, accepted=list(state.pieces)
                )


def _check_facts(book: Book, scenario: Scenario) -> None:
    for fact in scenario.known:
        if fact not in book.library.facts:
            near = nearest(fact, list(book.library.facts))
            raise Illegal(said("unknown.fact", name=fact, near=near or "-"), value=fact)
