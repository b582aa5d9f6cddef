"""Playing a scenario step by step: each verb, what follows it, and the report of it all."""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from knowledge.data.language import both
from knowledge.data.profile import card_and_number
from knowledge.deadline import look_up
from knowledge.play.board import views
from knowledge.play.board.continuous import refresh
from knowledge.play.board.duel import plain_names
from knowledge.play.board.first_state import started
from knowledge.play.board.game import Game
from knowledge.play.board.selection import piece_named, window_named
from knowledge.play.board.views import snapshot
from knowledge.play.chain.build import activate, best_effect, force, put_on_chain, tell, waiting
from knowledge.play.chain.later_effects import carry_out_what_is_due, look_for_watched, tie_what_lies_there
from knowledge.play.chain.replacement import replaces
from knowledge.play.chain.resolve import resolve_chain
from knowledge.play.expectations import answer, final_answers, judge_expectations
from knowledge.play.report import Answered, Both, Illegal, StepReport, deciding_rule, refused, said, words
from knowledge.play.scenario import SPOKEN, Scenario, Step, verb_of
from knowledge.play.turn.attack import DECLARED, call_off, choose_again, declare, look_for_replay, start_in_battle
from knowledge.play.turn.player_moves import after_its_chain, answers_the_summon, finish, from_outside, player_acts
from knowledge.play.turn.windows import advance, enter, rule_leading_to
from knowledge.rules.book import Book

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
