"""Amounts that only the table knows: ATK of a fighter, half of the LP, the damage just taken."""

import re
from collections.abc import Callable

from knowledge.data.profile import Action
from knowledge.play.counting import counted, highest
from knowledge.play.game import Game
from knowledge.play.selecting import Resolving
from knowledge.play.state import Piece
from knowledge.play.values import Figures, figures

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
