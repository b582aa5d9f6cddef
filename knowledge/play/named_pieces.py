"""What a step means by a name: a piece on the table, one of its effects, a window of the turn."""

from knowledge.data.faults import nearest
from knowledge.data.profile import Card, Effect, number_of
from knowledge.play.board.duel import Piece
from knowledge.play.board.game import Game
from knowledge.play.illegal_steps import Illegal
from knowledge.play.words import said
from knowledge.rules.book import Book
from knowledge.spelling import folded

ACTIVATED = ("activate", "ignition", "trigger", "quick")


def piece_named(game: Game, name: str, by: str | None = None) -> Piece:
    """The piece a handle, or the name of its card in any language, means."""
    pieces = [p for p in game.state.pieces.values() if not p.gone]
    exact = [p for p in pieces if p.handle == name]
    card = game.book.card_named(name)
    found = exact or [p for p in pieces if card is not None and p.card is card]
    if by is not None and len(found) > 1:
        found = [p for p in found if p.side == by] or found
    if not found:
        handles = [p.handle for p in pieces]
        raise Illegal(
            said("unknown.piece", name=name, near=nearest(name, handles) or "-"), value=name, accepted=handles
        )
    return found[0]


def effect_meant(game: Game, text: str, by: str | None) -> tuple[Piece, list[Effect]]:
    """The piece and the effects that CARD or CARD/N means; p1 is a pendulum effect."""
    name, _, number = text.rpartition("/") if "/" in text and text not in game.state.pieces else (text, "", "")
    piece = piece_named(game, name, by)
    card = piece.card
    if card is None:
        raise Illegal(said("no.profile", card=game.names(piece)), value=text)
    activated = [e for e in card.effects if e.kind in ACTIVATED]
    if not number and not card.effects:
        raise Illegal(said("no.effects", card=game.names(piece)), value=text)
    if not number:
        return piece, activated or list(card.effects)
    wanted = [e for e in card.effects if number_of(e) == number.lower()]
    if not wanted:
        known = [number_of(e) for e in card.effects]
        raise Illegal(said("no.effect", card=game.names(piece), number=number), value=text, accepted=known)
    return piece, wanted


def window_named(book: Book, text: str) -> str:
    """The window a name in any language means."""
    for timing in book.library.timings.values():
        if timing.kind != "window":
            continue
        names = (timing.id, timing.names.zh, timing.names.ja, timing.names.en, *timing.aliases)
        if folded(text) in {folded(n) for n in names if n}:
            return timing.id
    near = nearest(text, book.windows)
    raise Illegal(said("unknown.window", name=text, near=near or "-"), value=text, accepted=book.windows)


def card_known(book: Book, name: str) -> Card:
    """The profile of a card, or a refusal with the nearest name."""
    found = book.cards_named(name)
    if len(found) == 1:
        return found[0]
    names = [c.names.zh for c in book.library.cards.values()] + [c.names.en for c in book.library.cards.values()]
    key = "ambiguous.card" if found else "unknown.card"
    accepted = [c.id for c in found]
    raise Illegal(said(key, name=name, near=nearest(name, names) or "-"), value=name, accepted=accepted)
