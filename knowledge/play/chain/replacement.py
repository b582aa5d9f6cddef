"""Destructions that something else takes the place of: whose text does it, whether it can, and doing it."""

from collections.abc import Iterator
from dataclasses import dataclass

from knowledge.data.profile import Action, Effect
from knowledge.play.acts import ACTS
from knowledge.play.board.duel import Link, Piece
from knowledge.play.board.game import Game
from knowledge.play.board.movement import move
from knowledge.play.board.selection import Resolving, candidates

_CHAINLESS = ("continuous", "unclassified")
_COUNTERS = ("remove-guard-counter", "remove-counter")
_TAKES_COST = ("send-target-to-gy", "destroy-equipped-monster")


@dataclass(frozen=True)
class Replacement:
    """A text that replaces the destruction of a piece."""

    source: Piece
    effect: Effect
    act: Action
    targets: tuple[str, ...] = ()  # of the effect that goes on, where it was activated


def replacement_for(game: Game, piece: Piece, by: str, source: str = "") -> Replacement | None:
    """The text that takes the place of this destruction; what its player may refuse, the scenario may refuse."""
    for found in _replacements(game, piece):
        if not _means_this(game, found, piece, by, source) or not _can_be_done(game, found, piece):
            continue
        if not found.act.optional:
            return found
        said = next((how for name, how in game.step.replace.items() if _is_named(found.source, name)), "")
        if said == "decline":
            continue
        if not said:
            game.report.suppose("replacement.used", card=game.names(found.source))
        return found
    return None


def _is_named(piece: Piece, name: str) -> bool:
    names = piece.card.names if piece.card else None
    return name == piece.handle or (names is not None and name in (names.zh, names.en, names.ja))


def _replacements(game: Game, piece: Piece) -> Iterator[Replacement]:
    """Texts of cards that lie where they work, then effects that resolved before and go on."""
    for source in list(game.state.pieces.values()):
        if source.card is None or source.gone or (source.on_field and (source.face == "down" or _is_off(game, source))):
            continue
        for effect in source.card.effects:
            here = source.zone in effect.zones if effect.zones else source.on_field
            if effect.kind in _CHAINLESS and here:
                yield from (Replacement(source, effect, a) for a in effect.does if _covers(game, source, a, piece))
    for link in game.state.resolved:
        for act in link.effect.does:
            if act.act != "replace-destruction":
                continue
            if piece.handle in link.targets if act.what == "target" else (act.what == "self" and link.piece is piece):
                yield Replacement(link.piece, link.effect, act, link.targets)


def _is_off(game: Game, source: Piece) -> bool:
    return game.is_negated(source) or source.certain


def _covers(game: Game, source: Piece, act: Action, piece: Piece) -> bool:
    if act.act != "replace-destruction":
        return False
    if act.which is not None:
        return game.fits(piece, act.which, source.side, source)
    return source.equipped_to == piece.handle if act.what == "equipped" else source is piece


def _means_this(game: Game, found: Replacement, piece: Piece, by: str, source: str) -> bool:
    """Whether the text speaks of destruction by battle, or by an effect, or by this player's effect."""
    if found.act.amount == "by-battle":
        return by == "battle"
    if found.act.to == "by-opponents-effect":
        destroyer = game.piece(source)
        return by == "effect" and (destroyer is None or destroyer.side != piece.side)
    return True


def _instead(effect: Effect) -> list[Action]:
    return [a for a in effect.does if a.act != "replace-destruction"] if effect.kind in _CHAINLESS else []


def _can_be_done(game: Game, found: Replacement, piece: Piece) -> bool:
    """Whether there is something to do in place of the destruction."""
    if found.act.to in _COUNTERS:
        return any(piece.counters.values())
    if found.act.to in _TAKES_COST:
        return any(p.on_field for p in _given_up(game, found, piece))
    source, r = found.source, _resolving(found)
    for act in _instead(found.effect):
        if act.act == "detach-material" and not source.materials:
            return False
        if act.act == "remove-counter" and not any(source.counters.values()):
            return False
        if act.which is not None and act.act in ("destroy", "discard") and not candidates(game, r, act):
            return False
    return True


def _given_up(game: Game, found: Replacement, piece: Piece) -> list[Piece]:
    """The cards that go in its place: what an earlier effect targeted, or what is equipped to it."""
    if found.act.to == "send-target-to-gy":
        return [p for name in found.targets if (p := game.piece(name))]
    return [p for p in game.state.pieces.values() if p.equipped_to == piece.handle]


def _resolving(found: Replacement) -> Resolving:
    assert found.source.card is not None
    return Resolving(Link(found.source, found.source.card, found.effect, found.source.side), None, [])


def do_instead(game: Game, found: Replacement, piece: Piece) -> None:
    """Do what the text does in place of the destruction."""
    if found.act.to in _COUNTERS:
        kind = next(k for k, n in piece.counters.items() if n)
        piece.counters[kind] -= 1
        game.report.say("counters", card=game.names(piece), count=piece.counters[kind])
        return
    if found.act.to in _TAKES_COST:
        for one in _given_up(game, found, piece)[:1]:
            move(game, one, "gy", "effect", found.source.handle)
        return
    r = _resolving(found)
    r.picks += game.step.pick
    for act in _instead(found.effect):
        doing = ACTS.get(act.act)
        if doing is None:
            word = game.book.library.acts[act.act]
            game.report.omit("not.act", card=game.names(found.source), act={"zh": word.zh, "en": word.en})
        else:
            doing(game, r, act)


def replaces(game: Game, piece: Piece, source: str) -> bool:
    """Replace a destruction by an effect where a text does; tells whether it did."""
    found = replacement_for(game, piece, "effect", source) if piece.on_field else None
    if found is None:
        return False
    game.state.happens("destruction-replaced", piece, by="effect", source=source)
    game.report.say("replaced", card=game.names(piece))
    do_instead(game, found, piece)
    return True
