"""Acts that move cards."""

from collections.abc import Callable

from knowledge.data.profile import Action, Zone
from knowledge.play.board.duel import Piece
from knowledge.play.board.game import Game
from knowledge.play.board.movement import destroy, move, turn_face_down
from knowledge.play.board.selection import PLAYERS, Resolving, players, reached


def _destroy(game: Game, r: Resolving, act: Action) -> bool:
    fallen = [p for p in reached(game, r, act) if destroy(game, p, "effect", r.piece.handle)]
    r.done["destroyed"] = [*r.done.get("destroyed", []), *fallen]
    return bool(fallen)


def _to(zone: Zone, tells: str = "", by: str = "effect") -> Callable[[Game, Resolving, Action], bool]:
    def act_on(game: Game, r: Resolving, act: Action) -> bool:
        before = r.unnamed
        moved = reached(game, r, act)
        for piece in moved:
            to: Zone = "extra-deck" if zone == "deck" and _belongs_to_extra_deck(piece) else zone
            move(game, piece, to, by, r.piece.handle, tells=tells)
        r.done[act.act] = r.done["banished" if zone == "banished" else act.act] = moved
        return bool(moved) or _unnamed(game, r, act, before)

    return act_on


def _unnamed(game: Game, r: Resolving, act: Action, before: int) -> bool:
    """Cards taken from a hand or deck that the scenario does not name: only their number is followed."""
    taken = r.unnamed - before
    if not taken or act.which is None:
        return False
    word = game.book.library.acts[act.act]
    game.report.suppose("unnamed", count=taken, act={"zh": word.zh, "en": word.en})
    for side in players(r, "opponent" if act.which.side == "opponent" or act.what == "opponent" else "you"):
        for zone, counts in (("hand", game.state.hand), ("deck", game.state.deck)):
            if zone in act.which.zones and side in counts:
                counts[side] = max(0, counts[side] - taken)
        if act.act in ("search", "add-to-hand") and side in game.state.hand:
            game.state.hand[side] += taken
    return True


def _belongs_to_extra_deck(piece: Piece) -> bool:
    return bool(piece.words() & {"fusion", "synchro", "xyz", "link"})


def _draw(game: Game, r: Resolving, act: Action) -> bool:
    count = act.count if isinstance(act.count, int) else r.link.value or 1
    for side in players(r, act.what if act.what in PLAYERS else "you"):
        draw(game, side, count)
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
}
