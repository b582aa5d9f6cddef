"""From a scenario to the first state: cards are looked up, places filled, and what cannot be is refused."""

from typing import Any

from knowledge.data.cases import CardOnTable
from knowledge.data.faults import nearest
from knowledge.data.profile import Card, Zone
from knowledge.play.board.duel import SHARED, Piece, State
from knowledge.play.board.game import Game
from knowledge.play.board.selection import card_known, window_named
from knowledge.play.report import Illegal, said
from knowledge.play.scenario import Lying, Scenario
from knowledge.rules.book import Book

_ROOM = {"monster-zone": 7, "spell-zone": 5, "field-zone": 1, "pendulum-zone": 2}
_WAITS_FACE_DOWN = ("Normal", "Quick-Play", "Counter")


def started(book: Book, scenario: Scenario) -> Game:
    """The state at the start of a scenario."""
    at = window_named(book, scenario.at)
    in_battle = at in book.windows_of("damage-step") | {"attack-declaration", "after-declaration"}
    if in_battle != (scenario.battle is not None):
        key = "start.in.battle" if in_battle else "start.out.of.battle"
        raise Illegal(said(key), value=scenario.at, accepted=["battle"] if in_battle else ["attack-declaration"])
    state = State(scenario.turn, "battle-step" if in_battle else at, scenario.turn_number)
    state.lp.update({str(side): points for side, points in scenario.lp.items()})
    state.hand.update({str(side): n for side, n in scenario.hand.items()})
    state.deck.update({str(side): n for side, n in scenario.deck.items()})
    for lying in scenario.cards:
        piece = _piece(book, state, lying)
        state.pieces[piece.handle] = piece
    _check_places(state)
    _check_references(state)
    _check_facts(book, scenario)
    state.happens("phase-entered")
    game = Game(book, state, dict(scenario.known))
    for event in book.library.events.values():
        if state.window in event.happens and "phase-came" in book.wider_events((event.id,)):
            state.happens(event.id, side=state.turn)
    return game


def _piece(book: Book, state: State, lying: Lying) -> Piece:
    card = card_known(book, lying.card) if lying.card else None
    if card is None and not lying.called:
        raise Illegal(said("nameless"), accepted=["card", "called"])
    handle, n = lying.called or lying.card, 2
    if lying.called and lying.called in state.pieces:
        raise Illegal(said("called.twice", name=lying.called), value=lying.called)
    while handle in state.pieces:
        handle, n = f"{lying.card} {n}", n + 1
    zone = lying.zone or _usual_zone(card)
    face = lying.face or _usual_face(card, zone)
    position = lying.position or ("defence" if face == "down" else "attack")
    owner = lying.owner or lying.side
    told: dict[str, Any] = {name: getattr(lying, name) for name in SHARED if name != "card"}
    told |= {"owner": owner, "zone": zone, "face": face, "position": position}
    told |= {"materials": list(lying.materials), "counters": dict(lying.counters)}
    told |= {"affected_by": list(lying.affected_by)}
    rest = {name: getattr(lying, name) for name in CardOnTable.__struct_fields__ if name not in (*SHARED, "called")}
    name = card.names.zh if card else lying.card
    return Piece(handle=handle, name=name, card=card, shown=CardOnTable(**rest), ended=book.ended, **told)


def _usual_zone(card: Card | None) -> Zone:
    if card is None or card.type.startswith("Monster"):
        return "monster-zone"
    return "field-zone" if "Field" in card.type.split(" / ") else "spell-zone"


def _usual_face(card: Card | None, zone: Zone) -> str:
    """Spells and traps that do not stay face-up wait face-down on the field."""
    if card is None or zone not in ("spell-zone", "field-zone") or card.type.startswith("Monster"):
        return "up"
    return "down" if set(card.type.split(" / ")) & set(_WAITS_FACE_DOWN) else "up"


def _check_places(state: State) -> None:
    taken: dict[tuple[str, str, int], str] = {}
    for piece in state.pieces.values():
        if piece.slot is not None and piece.on_field:
            place = (piece.side, piece.zone, piece.slot)
            if place in taken:
                raise Illegal(said("same.zone", one=taken[place], other=piece.handle), value=piece.slot)
            taken[place] = piece.handle
    for side in ("own", "opponent"):
        for zone, room in _ROOM.items():
            lying = [p.handle for p in state.pieces.values() if p.side == side and p.zone == zone]
            if len(lying) > room:
                raise Illegal(said("no.room", zone=zone, room=room), value=lying)


def _check_references(state: State) -> None:
    for piece in state.pieces.values():
        for name in filter(None, (piece.equipped_to, piece.targeting)):
            if name not in state.pieces:
                near = nearest(name, list(state.pieces))
                raise Illegal(
                    said("unknown.piece", name=name, near=near or "-"), value=name, accepted=list(state.pieces)
                )


def _check_facts(book: Book, scenario: Scenario) -> None:
    for fact in scenario.known:
        if fact not in book.library.facts:
            near = nearest(fact, list(book.library.facts))
            raise Illegal(said("unknown.fact", name=fact, near=near or "-"), value=fact)
