"""Acts that move and summon cards."""

from collections.abc import Callable
from typing import cast

from knowledge.data.profile import Action, Zone
from knowledge.play.board.duel import FIELD, OTHER, Piece, figures
from knowledge.play.board.game import Game, said
from knowledge.play.board.movement import destroy, move, new_piece, summon, turn_face_down
from knowledge.play.board.selection import PLAYERS, Resolving, how_many, players, reached

_DECKS = ("deck", "extra-deck")


def _destroy(game: Game, r: Resolving, act: Action) -> bool:
    meant = reached(game, r, act)
    before, game.falling = game.falling, game.falling | {p.handle for p in meant}
    fallen = [p for p in meant if destroy(game, p, "effect", r.piece.handle)]
    game.falling = before
    r.done["destroyed"] = [*r.done.get("destroyed", []), *fallen]
    return bool(fallen)


def _to(zone: Zone, tells: str = "", by: str = "effect") -> Callable[[Game, Resolving, Action], bool]:
    def act_on(game: Game, r: Resolving, act: Action) -> bool:
        before = r.unnamed
        homes = {True: "extra-deck", False: zone} if zone in ("deck", "hand") else {True: zone, False: zone}
        ways = [(piece, homes[_belongs_to_extra_deck(piece)]) for piece in reached(game, r, act)]
        if any(to in _DECKS and piece.zone in FIELD for piece, to in ways) and _is_kept_on_the_field(game):
            ways = [(piece, to) for piece, to in ways if to not in _DECKS or piece.zone not in FIELD]
        for piece, to in ways:
            move(game, piece, cast(Zone, to), by, r.piece.handle, tells=tells)
        moved = [piece for piece, _ in ways]
        r.done[act.act] = r.done["banished" if zone == "banished" else act.act] = moved
        return bool(moved) or _unnamed(game, r, act, before)

    return act_on


def _unnamed(game: Game, r: Resolving, act: Action, before: int) -> bool:
    """Cards taken from a hand or deck that the scenario does not name: only their number is followed."""
    taken = r.unnamed - before
    if not taken or act.which is None:
        return False
    game.report.suppose("unnamed", count=taken, act=game.word_for(act))
    for side in players(r, "opponent" if act.which.side == "opponent" or act.what == "opponent" else "you"):
        for zone, counts in (("hand", game.state.hand), ("deck", game.state.deck)):
            if zone in act.which.zones and side in counts:
                counts[side] = max(0, counts[side] - taken)
        if act.act in ("search", "add-to-hand") and side in game.state.hand:
            game.state.hand[side] += taken
    return True


def _is_kept_on_the_field(game: Game) -> bool:
    """Whether an effect lets nobody return cards on the field to a deck."""
    return any(ban.act.to == "return-to-deck-from-field" for ban in game.situation().state.acts("forbid-other"))


def _belongs_to_extra_deck(piece: Piece) -> bool:
    return bool(piece.words() & {"fusion", "synchro", "xyz", "link"})


def _draw(game: Game, r: Resolving, act: Action) -> bool:
    for side in players(r, act.what if act.what in PLAYERS else "you"):
        draw(game, side, how_many(game, r, act))
    return True


def draw(game: Game, side: str, count: int) -> None:
    """Draw cards that nobody names; a player who cannot draw loses."""
    if game.state.deck.get(side, count) < count:
        game.state.happens("draw-required", side=side, amount=count)
        game.state.over = "duel"
        game.report.say(f"loses.{side}")
        return
    if side in game.state.deck:
        game.state.deck[side] -= count
    if side in game.state.hand:
        game.state.hand[side] += count
    game.state.happens("drawn", side=side, amount=count, by="effect")
    game.report.say(f"draws.{side}", count=count)


def _set_card(game: Game, r: Resolving, act: Action) -> bool:
    placed = reached(game, r, act)
    for piece in placed:
        move(game, piece, "monster-zone" if "monster" in piece.words() else "spell-zone", "effect", r.piece.handle)
        piece.face, piece.set_this_turn = "down", True
        piece.side = r.by
        game.state.happens("set-on-field", piece, by="effect", source=r.piece.handle)
    return bool(placed)


def _place_card(game: Game, r: Resolving, act: Action) -> bool:
    """Put cards face-up into a zone that is not where their kind usually lies."""
    to: Zone = "pendulum-zone" if "pendulum-zone" in act.to else "spell-zone"
    placed = reached(game, r, act)
    for piece in placed:
        move(game, piece, to, "effect", r.piece.handle)
        piece.face, piece.side = "up", r.by
    return bool(placed)


def _return_to_field(game: Game, r: Resolving, act: Action) -> bool:
    """Cards banished for a while come back to where they lay; that is no summon."""
    back = [p for p in reached(game, r, act) if p.zone == "banished"]
    for piece in back:
        monster = "monster" in piece.words()
        move(game, piece, "monster-zone" if monster else "spell-zone", "effect", r.piece.handle)
        piece.face = "up"
    return bool(back)


def _flip_face_down(game: Game, r: Resolving, act: Action) -> bool:
    turned = []
    for piece in reached(game, r, act):
        about = "" if piece is r.piece else piece.handle
        after = game.matter("position-after", about=about, piece=r.piece, effect=r.effect, side=r.by)
        if piece.is_monster and piece.face == "up" and after != "as-it-was":
            turn_face_down(game, piece)
            turned.append(piece)
    return bool(turned)


def _special_summon(game: Game, r: Resolving, act: Action) -> bool:
    side = OTHER[r.by] if act.to.startswith("opponent") else r.by
    how = act.to.removeprefix(_TREATED_AS).removesuffix("-summon") if act.to.startswith(_TREATED_AS) else "special"
    found = _coming(game, r, act) if act.act != "special-summon-self" else [r.piece]
    for piece in [p for p in found if p.zone not in FIELD]:
        hidden = "face-down" in act.to and "-or-" not in act.to  # of two ways the first
        in_attack = act.to == "attack-or-face-down-defence"
        position = "defence" if hidden or ("defence" in act.to and not in_attack) else "attack"
        summon(game, piece, side, how, position, r.piece.handle, "down" if hidden else "up")
        piece.type = (*piece.type, *(kind for way, kind in _BECOMES.items() if act.to.endswith(way)))
        if "effects-negated" in act.to:
            piece.negated_by = r.piece.name or r.piece.handle
        r.done["summoned"] = [*r.done.get("summoned", []), piece]
    return bool(r.done.get("summoned"))


_TREATED_AS = "treated-as-"
_BECOMES = {"as-effect-monster": "effect", "as-normal-monster": "normal"}  # what a trap is as a monster


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
    tribute = "tribute" in act.to and act.to != "without-tribute"
    found = [r.piece] if act.what == "self" else _coming(game, r, act)[:1]
    for piece in found:
        for one in [p for name in r.picks if tribute and (p := game.piece(name)) and p is not piece]:
            use_as_material(game, one, piece, "tribute")
        summon(game, piece, r.by, "tribute" if tribute else "normal", "attack", r.piece.handle)
    return bool(found)


def _token(game: Game, r: Resolving, act: Action) -> bool:
    count = act.count if isinstance(act.count, int) else 1
    side = OTHER[r.by] if act.to.startswith("opponent") else r.by
    if act.to == "opposite-the-subject":
        side = next((OTHER[p.side] for name in r.link.subjects if (p := game.piece(name))), side)
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
    "destroy": _destroy,
    "banish": _to("banished"),
    "banish-face-down": _to("banished"),
    "send-to-gy": _to("gy"),
    "mill": _to("gy"),
    "tribute": _to("gy", "tributed"),
    "discard": _to("gy", "discarded-by-effect"),
    "return-to-hand": _to("hand"),
    "add-to-hand": _to("hand"),
    "search": _to("hand"),
    "return-to-deck": _to("deck"),
    "return-to-extra-deck": _to("extra-deck"),
    "return-to-field": _return_to_field,
    "return-to-gy": _to("gy", by="rule"),
    "draw": _draw,
    "set-card": _set_card,
    "place-card": _place_card,
    "flip-face-down": _flip_face_down,
    "special-summon": _special_summon,
    "special-summon-self": _special_summon,
    "summon-token": _token,
    **dict.fromkeys(
        ("fusion-summon", "ritual-summon", "synchro-summon", "xyz-summon", "link-summon", "pendulum-summon"),
        _with_materials,
    ),
    "normal-summon": _normal_summon,
}
