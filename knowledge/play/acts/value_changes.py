"""Acts that change figures: ATK and DEF through the ledger, life points by damage, gain and payment."""

from collections.abc import Callable

import msgspec

from knowledge.data.profile import Action
from knowledge.play.board.continuous import values_told
from knowledge.play.board.duel import OTHER, Duration, Piece, change, figures, rules_of_last_change
from knowledge.play.board.game import Game
from knowledge.play.board.selection import PLAYERS, Resolving, amount_of, players, reached
from knowledge.problems import BadInput
from knowledge.stats.profiles import OPERATIONS, steps_from_effect
from knowledge.stats.request import Role


def _change_values(game: Game, r: Resolving, act: Action) -> bool:
    found = [p for p in reached(game, r, act) if p.is_monster and p.face == "up"]
    changed = [piece for piece in found if _on_one(game, r, act, piece)]
    return bool(changed)


def _on_one(game: Game, r: Resolving, act: Action, piece: Piece) -> bool:
    alone = msgspec.structs.replace(r.effect, does=(act,), choices=())
    before = figures(piece)
    by, own = r.piece.name or r.piece.handle, piece is r.piece
    role: Role = "self" if act.what == "self" else "battled" if act.what == "battled" else "target"
    try:
        steps = steps_from_effect(
            alone,
            by=by,
            role=role,
            own=own,
            value=_value(game, r, act, piece),
            until=act.until,
        )
    except BadInput:
        game.report.omit("not.amount", card=game.names(r.piece), amount=str(act.amount))
        return False
    done = [step for step in steps if change(piece, step)]
    if not done:
        return False
    game.report.rules += rules_of_last_change(piece)
    if act.until:
        game.state.durations.append(Duration(act.until, piece.handle, by, "change", r.effect, source=r.piece.handle))
    r.figures["atk-lost"] = max(0, (before.atk or 0) - (figures(piece).atk or 0))
    game.state.happens("stats-changed", piece, by="effect", source=r.piece.handle)
    values_told(game, piece, (before.atk, before.defence))
    return True


def _value(game: Game, r: Resolving, act: Action, piece: Piece) -> int | None:
    """An amount is worked out here only where the ledger cannot read it off the monster itself."""
    if isinstance(act.amount, int) and r.link.value is None:
        return None
    if act.act in ("halve-atk-def", "double-atk-def", "swap-atk-def"):
        return r.link.value
    return amount_of(game, r, act, piece)


def _inflict(game: Game, r: Resolving, act: Action) -> bool:
    amount = amount_of(game, r, act)
    if amount is None:
        game.report.omit("not.amount", card=game.names(r.piece), amount=str(act.amount))
        return False
    hurt = False
    for side in players(r, act.what if act.what in PLAYERS else "opponent"):
        for taker, taken in _changed_damage(game, r, act, side, amount).items():
            lose_lp(game, taker, taken, "effect", r.piece.handle)
            hurt = hurt or taken > 0
    return hurt  # what follows on a damage waits for one that was taken


def _changed_damage(game: Game, r: Resolving, act: Action, side: str, amount: int) -> dict[str, int]:
    """What each player takes once everything that changes effect damage has been reckoned in."""
    seen = "you" if side == r.by else "opponent"
    alone = msgspec.structs.replace(act, what=seen, amount=amount, joined="", requires=())
    effect = msgspec.structs.replace(r.effect, does=(alone,), choices=())
    told = game.matter("effect-damage-amount", piece=r.piece, effect=effect, side=r.by)
    if told in ("none", "unknown"):
        return {}
    parts = (part.split() for part in told.split(", "))
    return {r.by if who == "own" else OTHER[r.by]: int(points) for who, points in parts}


def lose_lp(game: Game, side: str, amount: int, by: str, source: str = "") -> None:
    """Take life points off a player as damage."""
    if amount <= 0:
        return
    game.state.lp[side] = max(0, game.state.lp[side] - amount)
    game.state.damage[side] += amount
    event = "battle-damage-taken" if by == "battle" else "effect-damage-taken"
    game.state.happens(event, side=side, amount=amount, by=by, source=source)
    game.report.say(f"damage.{side}", amount=amount, lp=game.state.lp[side])
    _out_of_lp(game)


def _out_of_lp(game: Game) -> None:
    without = [side for side, left in game.state.lp.items() if left == 0]
    if len(without) > 1:
        game.report.say("nobody.wins")  # what came with the damage of a battle counts along with it
    elif without and not game.state.over:
        game.report.say(f"loses.{without[0]}")
    game.state.over = "duel" if without else game.state.over


def _gain(game: Game, r: Resolving, act: Action) -> bool:
    amount = amount_of(game, r, act)
    if amount is None:
        game.report.omit("not.amount", card=game.names(r.piece), amount=str(act.amount))
        return False
    for side in players(r, act.what if act.what in PLAYERS else "you"):
        game.state.lp[side] += amount
        r.figures["lp-gained"] = amount
        game.state.happens("lp-gained", side=side, amount=amount, by="effect")
        game.report.say(f"gains.{side}", amount=amount, lp=game.state.lp[side])
    return True


def _change_lp(game: Game, r: Resolving, act: Action) -> bool:
    for side in players(r, act.what if act.what in PLAYERS else "you"):
        now = game.state.lp[side]
        word = str(act.amount)
        less = msgspec.structs.replace(act, amount=word.removeprefix("minus-"))
        amount = -(-now // 2) if word == "half" else amount_of(game, r, less if word.startswith("minus-") else act)
        if amount is not None and word.startswith("minus-"):
            amount = max(0, now - amount)
        if amount is None:
            game.report.omit("not.amount", card=game.names(r.piece), amount=str(act.amount))
            return False
        game.state.lp[side] = amount
        game.report.say(f"lp.{side}", lp=amount)
        _out_of_lp(game)
    return True


def pay(game: Game, side: str, amount: int) -> None:
    """Pay life points as a cost."""
    game.state.lp[side] = max(0, game.state.lp[side] - amount)
    game.state.happens("lp-paid", side=side, amount=amount, by="cost")
    game.report.say(f"pays.{side}", amount=amount, lp=game.state.lp[side])
    _out_of_lp(game)


ACTS: dict[str, Callable[[Game, Resolving, Action], bool]] = {
    **dict.fromkeys(OPERATIONS, _change_values),
    "inflict-damage": _inflict,
    "gain-lp": _gain,
    "change-lp": _change_lp,
}
