"""Amounts while an effect resolves: what it has done so far gives some of them, the table as it lies the others."""

from collections.abc import Callable

from knowledge.data.profile import Action
from knowledge.play.board.duel import Piece
from knowledge.play.board.game import Game, lying
from knowledge.play.board.piece_values import figures
from knowledge.play.board.selection import Resolving
from knowledge.table.amounts import in_points, multiple_of

_OF_THE_EFFECT: dict[str, Callable[[Resolving], int | None]] = {
    "paid": lambda r: r.link.paid_amount,
    "lp-gained": lambda r: r.figures.get("lp-gained"),
    "atk-lost-by-target": lambda r: r.figures.get("atk-lost"),
}
_DONE: dict[str, Callable[[Resolving], int]] = {
    "destroyed": lambda r: len(r.done.get("destroyed", [])),
    "summoned": lambda r: len(r.done.get("summoned", [])),
    "milled-for-cost": lambda r: len(r.link.paid),
}


def amount_of(game: Game, r: Resolving, act: Action, piece: Piece | None = None) -> int | None:
    """The amount of an act in points; nothing where the text's word for it is not understood."""
    if r.link.value is not None:
        return r.link.value
    if isinstance(act.amount, int):
        return act.amount
    word = act.amount
    whole = word.removeprefix("half-of-")
    found = _done_so_far(game, r, whole)
    if found is not None:
        return -(-found // 2) if whole != word else found
    s = game.situation()
    return in_points(s, word, lying(s, piece or r.piece), r.by)


def _done_so_far(game: Game, r: Resolving, word: str) -> int | None:
    """An amount that only the effect itself, or the account of what happened, can tell."""
    if word in _OF_THE_EFFECT:
        return _OF_THE_EFFECT[word](r)
    each, what = multiple_of(word)
    if what in _DONE:
        return each * _DONE[what](r)
    if word == "damage-taken":
        return next((e.amount for e in reversed(game.state.account) if e.event.endswith("damage-taken")), None)
    if word == "original-atk-of-one-destroyed":
        word = "destroyed-original-atk"
    whose, _, stat = word.rpartition("-")
    owner = whose.removesuffix("original").rstrip("-")
    meant = game.piece(r.targets[0]) if owner == "target" and r.targets else next(iter(r.done.get(owner, ())), None)
    if meant is None or stat not in ("atk", "def"):
        return None
    values = figures(meant)
    if whose.endswith("original"):
        return values.original_atk if stat == "atk" else values.original_def
    return values.atk if stat == "atk" else values.defence
