"""What players do without a card's effect, and what a scenario lets happen from outside."""

from knowledge.data.faults import nearest
from knowledge.play import views
from knowledge.play.acts.moving_cards import draw
from knowledge.play.acts.values import lose_lp
from knowledge.play.finding import piece_named
from knowledge.play.game import Game
from knowledge.play.moving import destroy, flip, move, summon, turn_face_down
from knowledge.play.refusing import Illegal, closing_rule
from knowledge.play.scenario import Outside, Step
from knowledge.play.state import OTHER, Piece
from knowledge.play.summoning import begin, kind_of_act
from knowledge.play.words import said

_GOES = {
    "banished": "banished",
    "sent-to-gy": "gy",
    "returned-to-hand": "hand",
    "added-to-hand": "hand",
    "returned-to-deck": "deck",
    "tributed": "gy",
    "discarded": "gy",
    "left-field": "gy",
}


def player_acts(game: Game, step: Step) -> None:
    """A summon, a set or a change of position by the player, where the rules allow it."""
    name = step.summon or step.set or step.position
    piece = piece_named(game, name, step.by or game.state.turn)
    # setting a monster uses the chance of the Normal Summon
    about = kind_of_act(step) if step.summon else "normal-summon" if "monster" in piece.words() else "set-spell-trap"
    account = views.moment(game.book, game.state, None, None, game.state.fresh())
    gate = "may-change-position" if step.position else "player-act"
    asked = "player" if step.position else about
    judgement = game.asked_matter(gate, about=asked, account=account, piece=piece, side=piece.side)
    game.note(gate, judgement, piece.handle)
    if judgement.verdict == "no" and not step.assume:
        raise Illegal(said("cannot.act", card=game.names(piece)), closing_rule(judgement), name)
    game.state.just = len(game.state.account)
    game.state.new_moment()
    if step.summon:
        begin(game, piece, step)
    elif step.set:
        _set(game, piece)
    else:
        _turn(game, piece, step.to)


def _set(game: Game, piece: Piece) -> None:
    monster = "monster" in piece.words()
    move(game, piece, "monster-zone" if monster else "spell-zone", "rule")
    piece.face, piece.set_this_turn, piece.position = "down", True, "defence"
    game.state.happens("normal-set" if monster else "set-on-field", piece, by="player")
    game.report.say("set", card=game.names(piece))


def _turn(game: Game, piece: Piece, to: str) -> None:
    wanted = to or ("defence" if piece.position == "attack" else "attack")
    if piece.face == "down":
        flip(game, piece, "player", wanted)
    piece.position = wanted
    game.state.happens("position-changed", piece, by="player")
    game.report.say(f"position.{wanted}", card=game.names(piece))


def from_outside(game: Game, outside: Outside) -> None:
    """Let something happen that no card of the scenario does."""
    events = game.book.library.events
    if outside.event not in events:
        near = nearest(outside.event, list(events))
        raise Illegal(said("unknown.event", name=outside.event, near=near or "-"), value=outside.event)
    piece = piece_named(game, outside.card) if outside.card else None
    wider = game.book.wider_events((outside.event,))
    by = outside.by or "effect"
    if piece is None:
        _without_a_card(game, outside)
    elif "destroyed" in wider:
        destroy(game, piece, by)
    elif goes := next((zone for event, zone in _GOES.items() if event in wider), ""):
        move(game, piece, goes, by, tells=outside.event)  # type: ignore[arg-type]
    elif "summoned" in wider:
        how = outside.event.removesuffix("-summoned").replace("summoned", "special")
        summon(game, piece, outside.side or piece.side, how, "attack")
    elif not _changes_how_it_lies(game, piece, outside):
        game.state.happens(outside.event, piece, by=by, amount=outside.amount, to=outside.to)


def _changes_how_it_lies(game: Game, piece: Piece, outside: Outside) -> bool:
    if outside.event == "control-changed":
        piece.side = OTHER[piece.side]
        game.report.say(f"control.{piece.side}", card=game.names(piece))
    elif outside.event == "position-changed":
        piece.position = outside.to or {"attack": "defence", "defence": "attack"}[piece.position]
        game.report.say(f"position.{piece.position}", card=game.names(piece))
    elif outside.event == "flipped":
        flip(game, piece, outside.by or "effect")
        return True
    elif outside.event == "set-on-field":
        turn_face_down(game, piece)
    else:
        return False
    game.state.happens(outside.event, piece, by=outside.by)
    return True


def _without_a_card(game: Game, outside: Outside) -> None:
    side = outside.side or "own"
    if outside.event in ("drawn", "normal-draw"):
        draw(game, side, outside.amount or 1)
    elif outside.event in ("effect-damage-taken", "damage-taken"):
        lose_lp(game, side, outside.amount or 0, "effect")
    else:
        game.state.happens(outside.event, side=outside.side, by=outside.by, amount=outside.amount, to=outside.to)
