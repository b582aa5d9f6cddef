"""Acts on the activation they answer: its target moves, its effect becomes another."""

from collections.abc import Callable

import msgspec

from knowledge.data.profile import Action
from knowledge.play.game import Game
from knowledge.play.selecting import Resolving


def _change_target(game: Game, r: Resolving, act: Action) -> bool:
    """The answered effect goes to another card, or to the other player."""
    if r.answered is None or r.answered.negated:
        return False
    if act.to == "other-player":
        r.answered.mirrored = True
        game.report.say("mirrored", card=game.names(r.answered.piece))
        return True
    chosen = [p for name in r.targets if (p := game.piece(name)) and not p.gone]
    if not chosen or not _may_take_over(game, r, chosen[0].handle):
        return False
    r.answered.targets = (chosen[0].handle,)
    game.report.say("retargeted", card=game.names(r.answered.piece), target=game.names(chosen[0]))
    return True


def _may_take_over(game: Game, r: Resolving, handle: str) -> bool:
    """Whether the card would have been a right target for the answered effect."""
    answered, piece = r.answered, game.piece(handle)
    if answered is None or piece is None:
        return False
    fits = [f for f in answered.effect.targets if game.fits(piece, f, answered.by, answered.piece)]
    return bool(fits) and game.asked_matter("may-be-target", piece=piece, side=answered.by).verdict != "no"


def _change_effect(game: Game, r: Resolving, act: Action) -> bool:
    """What the answered activation does is replaced by what this text says."""
    if r.answered is None or r.answered.negated or act.to not in game.book.library.acts:
        return False
    new = Action(act=act.to, which=act.which, count=act.count)
    r.answered.effect = msgspec.structs.replace(r.answered.effect, does=(new,), choices=(), targets=())
    r.answered.targets = ()
    game.report.say("rewritten", card=game.names(r.answered.piece))
    return True


ACTS: dict[str, Callable[[Game, Resolving, Action], bool]] = {
    "change-target": _change_target,
    "change-effect": _change_effect,
}
