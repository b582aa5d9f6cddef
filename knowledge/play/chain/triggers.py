"""Effects that what has just happened sets off: those that must go on the chain, and those that may."""

from knowledge.data.profile import Effect, number_of
from knowledge.play.board.duel import OTHER, Piece
from knowledge.play.board.game import Game, sets_off
from knowledge.play.chain.build import MAY, put_on_chain
from knowledge.play.report import Following
from knowledge.play.scenario import Step
from knowledge.rules.categories import speed_of

_PHASE = "phase-came"


def following(game: Game) -> list[tuple[Piece, Effect, str, str]]:
    """Every effect set off just now, with its player and verdict; forced ones and the turn player's come first."""
    found = []
    for piece in list(game.state.pieces.values()):
        if piece.card is None or piece.gone or piece.zone in ("deck", "material"):
            continue
        by = piece.side if piece.on_field else piece.owner
        for effect in piece.card.effects:
            if not speed_of(piece.card, effect) or not _comes_up(game, piece, effect, by):
                continue
            verdict = game.activation(piece, effect, by).verdict
            if verdict in MAY:
                found.append((piece, effect, by, verdict))
    order = {game.state.turn: 0, OTHER[game.state.turn]: 1}
    return sorted(found, key=lambda f: (not f[1].mandatory, order[f[2]]))


def _comes_up(game: Game, piece: Piece, effect: Effect, by: str) -> bool:
    """Set off by what happened; or an answer that must be given to the chain as it stands."""
    if effect.trigger is not None:
        return _is_set_off(game, piece, effect, by)
    return effect.mandatory and effect.responds_to is not None and bool(game.state.chain)


def _is_set_off(game: Game, piece: Piece, effect: Effect, by: str) -> bool:
    if belongs_to_phase(game, effect):
        return game.state.window in _windows(game, effect) and not _used_here(game, piece, effect)
    return any(sets_off(game, effect, piece, by, e) for e in game.state.fresh())


def _windows(game: Game, effect: Effect) -> set[str]:
    events = effect.trigger.events if effect.trigger else ()
    return {w for event in events for w in game.book.library.events[event].happens}


def belongs_to_phase(game: Game, effect: Effect) -> bool:
    """Whether a phase or step coming sets the effect off: it opens a chain of its own, in its player's own time."""
    return effect.trigger is not None and _PHASE in game.book.wider_events(effect.trigger.events)


def _used_here(game: Game, piece: Piece, effect: Effect) -> bool:
    window, battle = game.state.window, game.state.battles
    mine = [e for e in game.state.account if e.event == "effect-activated" and e.handle == piece.handle]
    return any(str(e.effect) == number_of(effect) and e.window == window and e.battle in (0, battle) for e in mine)


def waiting(game: Game) -> list[tuple[Piece, Effect, str]]:
    """Forced effects of this phase or step that have not been activated yet."""
    return [
        (p, e, by)
        for p, e, by, verdict in following(game)
        if e.mandatory and verdict == "must" and belongs_to_phase(game, e)
    ]


def force(game: Game) -> None:
    """Put the forced effects of this moment on the chain, the turn player's first; then tell what else may follow.

    On a chain that is being built only answers to it are looked for: what events set off was settled before it began.
    """
    answers_only, told = bool(game.state.chain), set()
    for _ in range(12):
        found = [
            f
            for f in following(game)
            if f[1].mandatory
            and f[3] == "must"
            and not (answers_only and f[1].trigger is not None)
            and not belongs_to_phase(game, f[1])
            and (f[0].handle, f[1].number) not in told
        ]
        if not found:
            break
        piece, effect, by, _ = found[0]
        told.add((piece.handle, effect.number))
        game.report.say("forced", card=game.names(piece))
        put_on_chain(game, piece, effect, by, _as_stated(game, effect))
    tell(game)


def _as_stated(game: Game, effect: Effect) -> Step:
    """What the present step says about an effect that goes on the chain by itself: its targets and picks."""
    step = game.step
    if step.activate:
        return Step()  # what it says is about the effect it activates
    targets = step.targets if effect.targets else ()
    return Step(targets=targets, pick=step.pick, result=step.result, declares=step.declares)


def tell(game: Game) -> None:
    """List what may or must follow now."""
    on_chain = {(link.piece.handle, link.effect.number) for link in game.state.chain}
    game.report.following = [
        Following(p.name, p.handle, e.number, by, verdict)
        for p, e, by, verdict in following(game)
        if (p.handle, e.number) not in on_chain
    ]
