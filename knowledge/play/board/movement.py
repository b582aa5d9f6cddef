"""Pieces that change place: where they go, what goes with them, and the events that tell of it."""

from knowledge.data.profile import Card, Zone
from knowledge.play.board import views
from knowledge.play.board.duel import FIELD, NOTHING_SHOWN, OTHER, Piece
from knowledge.play.board.game import Game

_SENT = {"effect": "sent-to-gy-by-effect", "battle": "sent-to-gy-by-battle"}
_GOES: dict[str, Zone] = {"banish": "banished", "return-to-deck": "deck", "send-to-gy": "gy", "return-to-hand": "hand"}


def move(game: Game, piece: Piece, to: Zone, by: str = "effect", source: str = "", *, tells: str = "") -> None:
    """Move a piece to another zone; `tells` is the event of the move itself where it has a name of its own."""
    state = game.state
    origin, was_on_field, side = _origin(piece), piece.on_field, piece.side
    if was_on_field and to not in FIELD and piece.leaves_for:
        to = piece.leaves_for  # type: ignore[assignment]
    if to == "gy":
        to = _instead_of_the_gy(game, piece)
    if tells:
        state.happens(tells, piece, by=by, source=source, origin=origin)
    if was_on_field and to not in FIELD:
        state.happens(
            "left-field-by-effect" if by == "effect" else "left-field", piece, by=by, source=source, origin=origin
        )
        _leave_the_field(game, piece)
    elif not was_on_field and to in FIELD:
        piece.changes.clear()
    if piece.is_token and to not in FIELD:
        piece.gone = True
        game.report.say("token.vanishes", card=game.names(piece))
        return
    piece.zone = to
    piece.slot, piece.coming = None, False
    if to not in FIELD and to != "material":
        piece.side = piece.owner
        piece.face = "up"
    arrival = _arrival(to, by, origin)
    if arrival and arrival != tells:
        state.happens(arrival, piece, by=by, source=source, origin=origin, side=side)
    _count_hands(game, piece, origin, to)
    game.report.say(f"moves.{to}", card=game.names(piece))
    if was_on_field and to not in FIELD:
        _cut_ties(game, piece, destroyed=tells.startswith("destroyed"))


def _origin(piece: Piece) -> Zone | None:
    """Where it comes from; a face-down monster that was being summoned lay nowhere."""
    return None if piece.coming and piece.zone in FIELD else piece.zone


def _arrival(to: Zone, by: str, origin: Zone | None) -> str:
    if to == "gy":
        return _SENT.get(by, "sent-to-gy")
    if to == "hand":
        return "returned-to-hand" if origin in FIELD else "added-to-hand"
    return {"banished": "banished", "deck": "returned-to-deck", "extra-deck": "returned-to-deck"}.get(to, "")


def _instead_of_the_gy(game: Game, piece: Piece) -> Zone:
    """Where a card that would go to the GY ends up."""
    if "pendulum" in piece.words() and piece.on_field and "monster" in piece.words():
        return "extra-deck"
    account = views.of_battle(game.book, game.state)
    where = game.asked_matter("where-it-goes", piece=piece, account=account, side=piece.side)
    if where.verdict == "banished":
        game.note("where-it-goes", where, piece.handle)
        return "banished"
    return "gy"


def _count_hands(game: Game, piece: Piece, origin: Zone | None, to: Zone) -> None:
    for zone, counts in (("hand", game.state.hand), ("deck", game.state.deck)):
        if piece.owner in counts and (origin == zone) != (to == zone):
            counts[piece.owner] = max(0, counts[piece.owner] + (1 if to == zone else -1))


def _leave_the_field(game: Game, piece: Piece) -> None:
    """What a card loses with the field: materials, counters, values, what applied to it."""
    for name in list(piece.materials):
        under = next((p for p in game.state.pieces.values() if p.zone == "material" and p.handle == name), None)
        piece.materials.remove(name)
        if under is not None:
            move(game, under, "gy", "rule", piece.handle)
    piece.counters.clear()
    piece.changes.clear()
    piece.affected_by.clear()
    piece.negated_by = piece.equipped_to = piece.targeting = piece.summoned = ""
    piece.certain, piece.leaves_for, piece.shown = False, "", NOTHING_SHOWN
    game.state.durations = [d for d in game.state.durations if d.handle != piece.handle]


def _cut_ties(game: Game, piece: Piece, *, destroyed: bool) -> None:
    """Equips without their monster fall by the rules; cards tied by a text fall with the other card."""
    for other in list(game.state.pieces.values()):
        if other.on_field and other.equipped_to == piece.handle:
            destroy(game, other, "rule", piece.handle)
    for tie in [d for d in game.state.durations if d.undoes in ("falls-if-left", "falls-if-destroyed")]:
        if tie.source != piece.handle or tie not in game.state.durations:
            continue
        fallen = game.piece(tie.handle)
        if tie.undoes == "falls-if-destroyed" and not destroyed:
            continue
        game.state.durations.remove(tie)
        if fallen is not None and fallen.on_field:
            _fall(game, fallen, tie.back, piece.handle)


def _fall(game: Game, piece: Piece, does: str, source: str) -> None:
    """What a text does to a card whose fate hangs on another's."""
    to = _GOES.get(does)
    if to is None:
        destroy(game, piece, "effect", source)
    else:
        move(game, piece, to, "effect", source)


def destroy(game: Game, piece: Piece, by: str, source: str = "") -> bool:
    """Destroy a piece; whether an effect can is asked here, whether a battle can at damage calculation."""
    if not piece.on_field and piece.zone != "hand" and not piece.coming:
        return False
    if by == "effect" and not _can_be_destroyed(game, piece, source):
        game.report.say("protected", card=game.names(piece))
        return False
    if by == "effect" and game.replaces(game, piece, source):
        return False
    event = {"effect": "destroyed-by-effect", "battle": "destroyed-by-battle"}.get(by, "destroyed")
    game.report.say("destroyed", card=game.names(piece))
    move(game, piece, "gy", by, source, tells=event)
    return True


def _can_be_destroyed(game: Game, piece: Piece, source: str) -> bool:
    """Whether an effect of the source's player destroys a card."""
    destroyer = game.piece(source)
    side = destroyer.side if destroyer is not None else OTHER[piece.side]
    judgement = game.asked_matter("destroyed-by-effect", about=piece.handle, side=side)
    if judgement.verdict == "survives":
        game.note("destroyed-by-effect", judgement, piece.handle)
    return judgement.verdict != "survives"


def turn_face_down(game: Game, piece: Piece) -> None:
    """Turn a piece face-down: what applied to it and lay on it is gone."""
    piece.face = "down"
    if piece.is_monster:
        piece.position = "defence"
    piece.counters.clear()
    piece.changes.clear()
    piece.affected_by.clear()
    piece.negated_by = piece.targeting = ""
    piece.certain = False
    for other in game.state.pieces.values():
        if other.targeting == piece.handle:
            other.targeting = ""
        if other.equipped_to == piece.handle and other.on_field:
            destroy(game, other, "rule", piece.handle)
    game.state.durations = [d for d in game.state.durations if piece.handle not in (d.handle, d.source)]
    game.report.say("face-down", card=game.names(piece))


def flip(game: Game, piece: Piece, by: str, position: str = "defence") -> None:
    """Turn a face-down monster face-up."""
    piece.face = "up"
    piece.position = position
    game.state.happens("flipped", piece, by=by)
    game.report.say("flipped", card=game.names(piece))


def summon(game: Game, piece: Piece, side: str, how: str, position: str, source: str = "", face: str = "up") -> None:
    """Bring a monster to a player's field."""
    origin = piece.zone
    move(game, piece, "monster-zone", "effect" if how == "special" else "rule", source)
    piece.summoned, piece.side, piece.position, piece.face = how, side, position, face
    events = {"normal": "normal-summoned", "tribute": "tribute-summoned", "flip": "flip-summoned"}
    game.state.happens(
        events.get(how, "special-summoned"), piece, by="effect" if source else "rule", source=source, origin=origin
    )
    game.report.say(f"summoned.{position}", card=game.names(piece))


def new_piece(game: Game, name: str, card: Card | None, side: str, zone: Zone, **more: object) -> Piece:
    """A piece that was not listed: a token, or a card taken from a place that is not laid open."""
    handle, n = name, 2
    while handle in game.state.pieces:
        handle, n = f"{name} {n}", n + 1
    piece = Piece(handle, name, card, side, side, zone, ended=game.book.ended, **more)  # type: ignore[arg-type]
    game.state.pieces[handle] = piece
    return piece
