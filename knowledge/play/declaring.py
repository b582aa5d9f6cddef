"""What has to be done before an attack can be declared: texts that allow it only at a price."""

from collections.abc import Iterator

from knowledge.data.profile import Action, Effect, Zone
from knowledge.play.acts.values import pay
from knowledge.play.finding import piece_named
from knowledge.play.game import Game
from knowledge.play.moving import move
from knowledge.play.scenario import Step
from knowledge.play.selecting import Resolving, affected
from knowledge.play.state import Link, Piece
from knowledge.table.attack_counts import PROCEDURE

_GOES: dict[str, tuple[Zone, str]] = {
    "return-to-hand": ("hand", ""),
    "tribute": ("gy", "tributed"),
    "send-to-gy": ("gy", ""),
    "discard": ("gy", "discarded"),
    "mill": ("gy", ""),
}


def follow_procedures(game: Game, attacker: Piece, step: Step) -> None:
    """Do what the texts demand for this declaration: procedures, neither cost nor effect."""
    names = [piece_named(game, name).handle for name in step.pays]
    for source, effect in _demanding(game, attacker):
        if game.matter("demand-due", piece=source, effect=effect, side=source.side) == "no":
            continue
        assert source.card is not None
        r = Resolving(Link(source, source.card, effect, attacker.side), None, [], names)
        for act in [a for a in effect.does if a.to != PROCEDURE]:
            _do(game, r, act, attacker.side)


def _demanding(game: Game, attacker: Piece) -> Iterator[tuple[Piece, Effect]]:
    """Every text on the field that asks something for an attack of this monster."""
    for source in list(game.state.pieces.values()):
        if source.card is None or not source.on_field or source.face == "down":
            continue
        for effect in source.card.effects:
            for act in effect.does:
                ours = source.side == attacker.side
                meant = {"self": source is attacker, "both": True, "you": ours, "opponent": not ours}
                if act.to == PROCEDURE and meant.get(act.what, False):
                    yield source, effect


def _do(game: Game, r: Resolving, act: Action, side: str) -> None:
    if act.act == "pay-lp" and isinstance(act.amount, int):
        pay(game, side, act.amount)
    elif act.act in _GOES:
        to, tells = _GOES[act.act]
        chosen = affected(game, r, act) if act.which is not None else _from_the_deck(game, r, side)
        for piece in chosen:
            move(game, piece, to, "rule", r.piece.handle, tells=tells)
    else:
        word = game.book.library.acts[act.act]
        game.report.omit("not.act", card=game.names(r.piece), act={"zh": word.zh, "en": word.en})


def _from_the_deck(game: Game, r: Resolving, side: str) -> list[Piece]:
    """The top card of a deck: named by the step, or only counted."""
    named = [p for name in r.picks if (p := game.piece(name)) and p.zone == "deck"]
    if not named:
        word = game.book.library.acts["mill"]
        game.report.suppose("unnamed", count=1, act={"zh": word.zh, "en": word.en})
        if side in game.state.deck:
            game.state.deck[side] = max(0, game.state.deck[side] - 1)
    return named[:1]
