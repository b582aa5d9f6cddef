"""Counting what amounts are counted by: cards in a place, counters, levels, materials."""

from collections.abc import Callable

from knowledge.play.game import Game
from knowledge.play.selecting import Resolving
from knowledge.play.state import OTHER, Piece
from knowledge.play.values import figures


def counted(game: Game, r: Resolving, what: str) -> int | None:
    """How many there are of what a text counts by; nothing where its word is not understood."""
    count = _COUNTS.get(what)
    return count(game, r) if count else None


def highest(game: Game, r: Resolving, word: str) -> int | None:
    """The highest ATK on the field, as it is or as it was printed, of all monsters or of the others."""
    if not word.endswith(("atk-on-field", "other-atk-plus-100")):
        return None
    others = [p for p in _face_up(game) if not (word.startswith("highest-other") and p is r.piece)]
    values = [f.original_atk if "original" in word else f.atk for f in map(figures, others)]
    best = max((v for v in values if v is not None), default=None)
    return best if best is None or not word.endswith("plus-100") else best + 100


def _face_up(game: Game) -> list[Piece]:
    return [p for p in game.state.pieces.values() if p.is_monster and p.face == "up"]


def _hand(game: Game, side: str) -> int:
    named = sum(p.zone == "hand" and p.owner == side for p in game.state.pieces.values())
    return game.state.hand.get(side, named)


def _field(game: Game, side: str, *zones: str) -> int:
    lying = [p for p in game.state.pieces.values() if p.on_field and p.side == side]
    return sum(not zones or p.zone in zones for p in lying)


def _level(piece: Piece) -> int:
    return (piece.level if piece.level is not None else piece.card.level if piece.card else 0) or 0


def _banished(game: Game) -> int:
    return sum(p.zone == "banished" for p in game.state.pieces.values())


_COUNTS: dict[str, Callable[[Game, Resolving], int]] = {
    "destroyed": lambda game, r: len(r.done.get("destroyed", [])),
    "summoned": lambda game, r: len(r.done.get("summoned", [])),
    "milled-for-cost": lambda game, r: len(r.link.paid),
    "counter": lambda game, r: sum(r.piece.counters.values()),
    "own-hand": lambda game, r: _hand(game, r.by),
    "own-materials": lambda game, r: len(r.piece.materials),
    "own-level": lambda game, r: _level(r.piece),
    "level": lambda game, r: _level(r.piece),
    "banished-card": lambda game, r: _banished(game),
    "opponents-field-cards": lambda game, r: _field(game, OTHER[r.by]),
    "opponent-monsters": lambda game, r: _field(game, OTHER[r.by], "monster-zone"),
    "own-face-up-monsters": lambda game, r: sum(p.side == r.by for p in _face_up(game)),
    "own-spells-and-traps": lambda game, r: _field(game, r.by, "spell-zone", "field-zone", "pendulum-zone"),
    "opponent-hand-and-field-card": lambda game, r: _hand(game, OTHER[r.by]) + _field(game, OTHER[r.by]),
    "ranks-on-field": lambda game, r: sum(_level(p) for p in _face_up(game) if "xyz" in p.words()),
}
