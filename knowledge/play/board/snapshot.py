"""The state as plain data: what a program, a page or a person reads after each step."""

from typing import Any

from knowledge.play.board.duel import Piece, plain_names
from knowledge.play.board.game import Game
from knowledge.play.board.piece_values import figures


def snapshot(game: Game) -> dict[str, Any]:
    """Everything that can be seen on the table now."""
    state, battle = game.state, game.state.battle
    return {
        "window": state.window,
        "turn": state.turn,
        "lp": dict(state.lp),
        "damage": dict(state.damage),
        "hand": dict(state.hand),
        "chain": [
            {
                "link": n,
                "card": link.card.names.zh,
                "called": link.piece.handle,
                "effect": link.effect.number,
                "by": link.by,
                "targets": list(link.targets),
            }
            for n, link in enumerate(state.chain, 1)
        ],
        "battle": None
        if battle is None
        else {
            "attacker": battle.attacker,
            "target": battle.target or None,
            "calculated": battle.calculated,
            "replay": battle.replay,
            "damage": dict(battle.damage),
        },
        "cards": [_lying(p) for p in state.pieces.values() if not p.gone],
        "over": state.over or None,
    }


def _lying(piece: Piece) -> dict[str, Any]:
    values = figures(piece) if piece.is_monster else None
    told: dict[str, Any] = {
        "called": piece.handle,
        "names": plain_names(piece),
        "card": piece.name or None,
        "side": piece.side,
        "zone": piece.zone,
        "face": piece.face if piece.on_field else None,
        "position": piece.position if piece.is_monster else None,
        "atk": values.atk if values else None,
        "def": values.defence if values else None,
    }
    more = {
        "materials": list(piece.materials),
        "counters": {k: n for k, n in piece.counters.items() if n},
        "equipped_to": piece.equipped_to,
        "targeting": piece.targeting,
        "negated_by": piece.negated_by,
        "affected_by": list(piece.affected_by),
        "certain_to_be_destroyed": piece.certain,
    }
    return told | {key: value for key, value in more.items() if value}
