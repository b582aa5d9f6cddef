"""Destructions that something else takes the place of: whose text does it, whether it can, and doing it."""

from collections.abc import Iterator
from dataclasses import dataclass

from knowledge.data.profile import Action, Effect
from knowledge.play.acts import ACTS
from knowledge.play.board.duel import Link, Piece
from knowledge.play.board.game import Game, lying
from knowledge.play.board.movement import move
from knowledge.play.board.selection import Resolving, candidates
from knowledge.table.in_force import is_about

_COUNTERS = ("remove-guard-counter", "remove-counter")
_TAKES_COST = ("send-target-to-gy", "destroy-equipped-monster")


@dataclass(frozen=True)
class Replacement:
    """A text that replaces the destruction of a piece."""

    source: Piece
    effect: Effect
    act: Action
    targets: tuple[str, ...]  # of the effect that goes on, where it was activated
    instead: tuple[Action, ...]  # what its text does in place of the destruction


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
    """Texts of cards that lie where they work, and effects that resolved before and go on, as the state has them."""
    s = game.situation()
    hit = lying(s, piece)
    for one in s.state.acts("replace-destruction"):
        source = game.piece(one.source.called) if one.source else _activated_by(game, one.effect)
        if hit is not None and source is not None and not source.certain and is_about(s, one, hit):
            instead = () if one.resolved else tuple(a for a in one.effect.does if a.act != "replace-destruction")
            yield Replacement(source, one.effect, one.act, one.targets, instead)


def _activated_by(game: Game, effect: Effect) -> Piece | None:
    """The piece whose effect this was, where it lies on the table no more."""
    return next((link.piece for link in game.state.resolved if link.effect is effect), None)


def _means_this(game: Game, found: Replacement, piece: Piece, by: str, source: str) -> bool:
    """Whether the text speaks of destruction by battle, or by an effect, or by this player's effect."""
    if found.act.amount == "by-battle":
        return by == "battle"
    if found.act.to == "by-effect":
        return by == "effect"
    if found.act.to == "by-opponents-effect":
        destroyer = game.piece(source)
        return by == "effect" and (destroyer is None or destroyer.side != piece.side)
    return True


def _can_be_done(game: Game, found: Replacement, piece: Piece) -> bool:
    """Whether there is something to do in place of the destruction."""
    if found.act.to in _COUNTERS:
        return any(piece.counters.values())
    if found.act.to in _TAKES_COST:
        return any(p.on_field for p in _given_up(game, found, piece))
    source, r = found.source, _resolving(game, found)
    for act in found.instead:
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


def _resolving(game: Game, found: Replacement) -> Resolving:
    assert found.source.card is not None
    link = Link(found.source, found.source.card, found.effect, found.source.side)
    return Resolving(link, None, [], not_from=game.falling)


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
    r = _resolving(game, found)
    r.picks += game.step.pick
    for act in found.instead:
        doing = ACTS.get(act.act)
        if doing is None:
            game.report.omit("not.act", card=game.names(found.source), act=game.word_for(act))
        else:
            doing(game, r, act)


def replaces(game: Game, piece: Piece, source: str) -> bool:
    """Replace a destruction by an effect where a text does; tells whether it did. What falls in its place falls."""
    found = replacement_for(game, piece, "effect", source) if piece.on_field and not game.in_place else None
    if found is None:
        return False
    game.state.happens("destruction-replaced", piece, by="effect", source=source)
    game.report.say("replaced", card=game.names(piece))
    game.in_place = True
    do_instead(game, found, piece)
    game.in_place = False
    return True
