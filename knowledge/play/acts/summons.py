"""Acts that summon: from anywhere, tokens, with materials, and Normal Summons by effect."""

from collections.abc import Callable

from knowledge.data.profile import Action
from knowledge.play.board.duel import FIELD, OTHER, Piece
from knowledge.play.board.game import Game
from knowledge.play.board.movement import move, new_piece, summon
from knowledge.play.board.piece_values import figures
from knowledge.play.board.selection import Resolving, reached
from knowledge.play.words import said


def _special_summon(game: Game, r: Resolving, act: Action) -> bool:
    side = OTHER[r.by] if act.to.startswith("opponent") else r.by
    found = _coming(game, r, act) if act.act != "special-summon-self" else [r.piece]
    for piece in [p for p in found if p.zone not in FIELD]:
        hidden = "face-down" in act.to
        position = "defence" if "defence" in act.to or hidden else "attack"
        summon(game, piece, side, "special", position, r.piece.handle, "down" if hidden else "up")
        if "effects-negated" in act.to:
            piece.negated_by = r.piece.name or r.piece.handle
        r.done["summoned"] = [*r.done.get("summoned", []), piece]
    return bool(r.done.get("summoned"))


def _coming(game: Game, r: Resolving, act: Action) -> list[Piece]:
    """The monsters that are to come; one that the scenario does not name comes without figures."""
    before, found = r.unnamed, reached(game, r, act)
    if not found and r.unnamed > before:
        game.report.suppose("unnamed.summon")
        found = [new_piece(game, f"{r.piece.handle} +", None, r.by, "deck")]
    return found


def _with_materials(game: Game, r: Resolving, act: Action) -> bool:
    """A summon by effect that uses materials: the cards picked besides the monster, or its target to be laid over."""
    found = [p for p in _coming(game, r, act) if p.zone not in FIELD][:1]
    for piece in found:
        used = [p for name in (r.targets if act.to == "over-target" else r.picks) if (p := game.piece(name))]
        if not used:
            game.report.suppose("unnamed.materials", card=game.names(piece))
        for one in [p for p in used if p is not piece]:
            use_as_material(game, one, piece, act.act.removesuffix("-summon"))
        how = act.act.removesuffix("-summon")
        summon(game, piece, r.by, how, "defence" if "defence" in act.to else "attack", r.piece.handle)
    r.done["summoned"] = [*r.done.get("summoned", []), *found]
    return bool(found)


def use_as_material(game: Game, used: Piece, for_: Piece, how: str) -> None:
    """Xyz materials lie under the monster, tributes and other materials go to the GY."""
    if how == "xyz" and not used.is_token:
        for_.materials += [*used.materials, used.handle]
        used.materials.clear()
        used.zone = "material"
        game.state.happens("became-material", used, by="rule", to=for_.handle)
        game.report.say("attached", card=game.names(used), to=game.names(for_))
        return
    tells = "tributed" if how in ("tribute", "normal", "ritual") else "used-as-material"
    move(game, used, "gy", "rule", for_.handle, tells=tells)


def _normal_summon(game: Game, r: Resolving, act: Action) -> bool:
    """A Normal Summon that an effect carries out; tributes are the other cards picked."""
    tribute = "tribute" in act.to
    found = [r.piece] if act.what == "self" else _coming(game, r, act)[:1]
    for piece in found:
        for one in [p for name in r.picks if tribute and (p := game.piece(name)) and p is not piece]:
            use_as_material(game, one, piece, "tribute")
        summon(game, piece, r.by, "tribute" if tribute else "normal", "attack", r.piece.handle)
    return bool(found)


def _token(game: Game, r: Resolving, act: Action) -> bool:
    count = act.count if isinstance(act.count, int) else 1
    side = OTHER[r.by] if act.to.startswith("opponent") else r.by
    name = said("token.name", card=r.piece.name)["zh"]
    made = [new_piece(game, name, None, side, "hand", **_token_values(game, r, act)) for _ in range(count)]
    for piece in made:
        summon(game, piece, side, "special", "defence" if "defence" in act.to else "attack", r.piece.handle)
    r.done["summoned"] = made
    return bool(made)


def _token_values(game: Game, r: Resolving, act: Action) -> dict[str, object]:
    """A token's figures: printed in the text that makes it, copied from a target, or else 0."""
    more: dict[str, object] = {"type": ("token", "normal"), "atk": 0, "defence": 0}
    model = game.piece(r.targets[0]) if r.targets and act.to.startswith("copy-of-target") else None
    if model is not None:
        values = figures(model)
        original = "original" in act.to
        more["atk"] = (values.original_atk if original else values.atk) or 0
        more["defence"] = (values.original_def if original else values.defence) or 0
    elif isinstance(act.amount, int):
        more["atk"] = more["defence"] = act.amount
    return more


ACTS: dict[str, Callable[[Game, Resolving, Action], bool]] = {
    "special-summon": _special_summon,
    "special-summon-self": _special_summon,
    "summon-token": _token,
    **dict.fromkeys(
        ("fusion-summon", "ritual-summon", "synchro-summon", "xyz-summon", "link-summon", "pendulum-summon"),
        _with_materials,
    ),
    "normal-summon": _normal_summon,
}
