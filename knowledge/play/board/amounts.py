"""Amounts that only the table knows: ATK of a fighter, half of the LP, so much for each card in a place."""

import re
from collections.abc import Callable

from knowledge.data.profile import Action
from knowledge.play.board.duel import OTHER, Piece
from knowledge.play.board.game import Game
from knowledge.play.board.piece_values import Figures, figures
from knowledge.play.board.selection import Resolving


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


_PER = re.compile(r"(?P<each>\d+)-per-(?P<what>.+)|(?P<of>.+)-x-?(?P<times>\d+)")
_OF_THE_EFFECT: dict[str, Callable[[Resolving], int | None]] = {
    "paid": lambda r: r.link.paid_amount,
    "lp-gained": lambda r: r.figures.get("lp-gained"),
    "atk-lost-by-target": lambda r: r.figures.get("atk-lost"),
}


def amount_of(game: Game, r: Resolving, act: Action, piece: Piece | None = None) -> int | None:
    """The amount of an act in points; nothing where the text's word for it is not understood."""
    if r.link.value is not None:
        return r.link.value
    if isinstance(act.amount, int):
        return act.amount
    word = act.amount
    whole = word.removeprefix("half-of-").removeprefix("half-")
    found = _read(game, r, whole, piece)
    if found is None:
        return None
    return -(-found // 2) if whole != word else found


def _read(game: Game, r: Resolving, word: str, piece: Piece | None) -> int | None:
    if word in _OF_THE_EFFECT:
        return _OF_THE_EFFECT[word](r)
    if told := _PER.fullmatch(word):
        each = int(told["each"] or told["times"])
        number = counted(game, r, told["what"] or told["of"])
        return None if number is None else each * number
    if word.startswith("highest-"):
        return highest(game, r, word)
    if word == "own-lp":
        return game.state.lp[r.by]
    if word == "damage-taken":
        return next((e.amount for e in reversed(game.state.account) if e.event.endswith("damage-taken")), None)
    if word == "original-atk-of-one-destroyed":
        word = "destroyed-original-atk"
    whose, _, stat = word.rpartition("-")
    if stat not in ("atk", "def"):
        return None
    original = whose.endswith("original")
    owner = whose.removesuffix("original").rstrip("-")
    meant = _whose(game, r, owner, piece)
    return _figure(figures(meant), stat, original=original) if meant else None


def _whose(game: Game, r: Resolving, word: str, piece: Piece | None) -> Piece | None:
    battle = game.state.battle
    if word in ("", "own", "self"):
        return piece or r.piece
    if word == "equipped-monster":
        return next((p for p in game.state.pieces.values() if p.equipped_to == r.piece.handle and p.on_field), None)
    if word == "target" and r.targets:
        return game.piece(r.targets[0])
    if word == "equipped":
        return game.piece(r.piece.equipped_to)
    if word in ("destroyed", "summoned", "revealed", "banished") and r.done.get(word):
        return r.done[word][0]
    if battle is None or word not in ("battled", "attacker"):
        return None
    fighters = [p for name in (battle.attacker, battle.target) if name and (p := game.piece(name))]
    if word == "attacker":
        return fighters[0] if fighters else None
    return next((p for p in fighters if p is not (piece or r.piece) and p.side != r.by), None)


def _figure(values: Figures, stat: str, *, original: bool) -> int | None:
    if stat == "atk":
        return values.original_atk if original else values.atk
    return values.original_def if original else values.defence
