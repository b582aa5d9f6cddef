"""Acts that chance, a declaration or a look decides: the scenario states what came out."""

from collections.abc import Callable

from knowledge.data.profile import Action
from knowledge.play.board.duel import OTHER, Piece
from knowledge.play.board.game import Game
from knowledge.play.board.selection import HIDDEN, Resolving, affected, players

_FAILS = ("tails", "wrong", "lost", "no")


def _chance(game: Game, r: Resolving, act: Action) -> bool:
    """A die or a coin: what the scenario states came out; the rest of the text waits for it."""
    result = r.link.result or game.step.result  # an effect that went on the chain by itself is told of later
    if not result:
        game.report.omit("not.result", card=game.names(r.piece), act=game.word_for(act))
        return False
    told = "、".join(map(str, result))
    game.report.say("came.out", act=game.word_for(act), result=told)
    bullets = [c.bullet for c in r.effect.choices]
    if result[0] in bullets:
        r.link.choose = int(result[0])
    return result[0] not in _FAILS


def _game_of_chance(game: Game, r: Resolving, act: Action) -> bool:
    """A game of the players against one another: its winner is stated, and so the loser's fighting monster is known."""
    winner = next(iter(r.link.result or game.step.result), "")
    if act.to != "rock-paper-scissors" or winner not in OTHER:
        game.report.omit("not.result", card=game.names(r.piece), act=game.word_for(act))
        return False
    battle = game.state.battle
    fighters = [game.piece(name) for name in (battle.attacker, battle.target)] if battle else []
    r.done["loser"] = [p for p in fighters if p is not None and p.side == OTHER[str(winner)]]
    return True


def _told(game: Game, r: Resolving, act: Action) -> bool:
    """Cards are looked at or put in order: nothing on the table changes."""
    game.report.say("done.act", act=game.word_for(act))
    return True


def _declare(game: Game, r: Resolving, act: Action) -> bool:
    declare(game, r.piece, r.link.declares, act)
    return True


def declare(game: Game, piece: Piece, declared: str, act: Action) -> None:
    """Say what is declared, or that the scenario does not state it."""
    if declared:
        game.report.say("declared", card=game.names(piece), what=declared)
    else:
        game.report.suppose("not.declared", card=game.names(piece))


def _excavate(game: Game, r: Resolving, act: Action) -> bool:
    """The top cards of the deck are turned over: those the scenario picks."""
    shown = [p for name in list(r.picks) if (p := game.piece(name)) and p.zone == "deck"]
    r.done["excavated"] = shown or affected(game, r, act)
    r.picks = [name for name in r.picks if name not in {p.handle for p in shown}]
    for piece in r.done["excavated"]:
        game.report.say("excavated", card=game.names(piece))
    if not r.done["excavated"]:
        game.report.suppose("unnamed", count=1, act=game.word_for(act))
    return True


def _reveal(game: Game, r: Resolving, act: Action) -> bool:
    shown = affected(game, r, act) if act.which is not None else []
    for piece in shown:
        game.report.say("revealed", card=game.names(piece))
    if not shown and act.which is not None and set(act.which.zones) & set(HIDDEN):
        game.report.suppose("unnamed", count=1, act=game.word_for(act))
    r.done["revealed"] = shown
    return True


def _win(game: Game, r: Resolving, act: Action) -> bool:
    for side in players(r, "opponent"):
        game.state.over = "duel"
        game.report.say(f"loses.{side}")
    return True


ACTS: dict[str, Callable[[Game, Resolving, Action], bool]] = {
    "roll-die": _chance,
    "toss-coin": _chance,
    "other": _game_of_chance,
    "look": _told,
    "shuffle": _told,
    "reorder-deck": _told,
    "declare": _declare,
    "excavate": _excavate,
    "reveal": _reveal,
    "win-duel": _win,
}
