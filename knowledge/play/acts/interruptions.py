"""Acts on what somebody else does: an activation, effect, attack or phase stops, a target moves, an effect changes."""

from collections.abc import Callable

import msgspec

from knowledge.data.profile import Action
from knowledge.play.board.duel import Duration
from knowledge.play.board.game import Game
from knowledge.play.board.movement import move
from knowledge.play.board.selection import Resolving, affected, reached

_OF_THAT_NAME = "of-that-original-name"


def _negate_activation(game: Game, r: Resolving, act: Action) -> bool:
    if r.answered is None or r.answered.negated or not _takes_effect(game, r):
        return False
    r.answered.negated = "activation"
    game.report.say("negated.activation", card=game.names(r.answered.piece))
    return True


def _takes_effect(game: Game, r: Resolving) -> bool:
    """Whether the negation hits what it answers: only when it is chained to it directly."""
    below = game.state.chain[: game.state.chain.index(r.link) + 1]
    found = game.matter("answer-takes-effect", piece=r.piece, effect=r.effect, side=r.by, chain=below)
    return found != "no"


def _negate_effect(game: Game, r: Resolving, act: Action) -> bool:
    if act.what == "answered":
        if r.answered is None or r.answered.negated:
            return False
        r.answered.negated = "effect"
        game.report.say("negated.effect", card=game.names(r.answered.piece))
        return True
    if act.to.endswith(_OF_THAT_NAME):
        return _negate_by_name(game, r, act)
    hit = [p for p in reached(game, r, act) if p.on_field and p.face == "up"]
    newly = [p for p in hit if not p.negated_by]  # what was negated before is not negated by this
    for piece in hit:
        piece.negated_by = r.piece.name or r.piece.handle
        until = act.until or "while-faceup"
        game.state.durations.append(
            Duration(until, piece.handle, piece.negated_by, "negation", r.effect, source=r.piece.handle)
        )
        game.report.say("negated.card", card=game.names(piece))
    return bool(newly)


def _negate_by_name(game: Game, r: Resolving, act: Action) -> bool:
    """Everything of the name is negated for a while, wherever it is used."""
    named = [p for p in affected(game, r, act) if p.name]
    for piece in named:
        game.state.negated_names[piece.name] = act.to.startswith("and-monsters")
        game.report.say("negated.name", card=game.names(piece))
    return bool(named)


def _negate_summon(game: Game, r: Resolving, act: Action) -> bool:
    """The summon does not come about; what was put under the monster goes with it."""
    pending = game.state.summoning
    if pending is None or pending.negated or r.link.answers_summon != pending.handle:
        return False
    pending.negated = True
    piece = game.state.pieces[pending.handle]
    game.state.happens("summon-negated", piece, by="effect", source=r.piece.handle)
    game.report.say("negated.summon", card=game.names(piece))
    for name in list(piece.materials):
        piece.materials.remove(name)
        if under := game.piece(name):
            move(game, under, "gy", "rule", piece.handle)
    return True


def _negate_attack(game: Game, r: Resolving, act: Action) -> bool:
    battle = game.state.battle
    if battle is None or battle.stopped or battle.calculated:
        return False
    attacker = game.piece(battle.attacker)
    if any(e.event == "attack-negated" and e.battle == battle.number for e in game.state.account):
        return False  # an attack is negated once
    game.state.happens("attack-negated", attacker, by="effect", source=r.piece.handle)
    game.report.say("negated.attack")
    return True


def _end_battle_phase(game: Game, r: Resolving, act: Action) -> bool:
    game.state.ended_by_effect = True
    game.state.happens("battle-phase-ended-by-effect", by="effect", source=r.piece.handle)
    game.report.say("ends.battle-phase")
    return True


def _no_calculation(game: Game, r: Resolving, act: Action) -> bool:
    battle = game.state.battle
    if battle is None:
        return False
    game.state.happens("battle-ended-early", game.piece(battle.attacker), by="effect")
    return True


def _change_target(game: Game, r: Resolving, act: Action) -> bool:
    """The answered effect goes to another card, or to the other player."""
    if r.answered is None or r.answered.negated:
        return False
    if act.to == "other-player":
        r.answered.mirrored = True
        game.report.say("mirrored", card=game.names(r.answered.piece))
        return True
    chosen = [p for name in r.targets if (p := game.piece(name)) and not p.gone]
    if not chosen or not _may_take_over(game, r, chosen[0].handle):
        return False
    r.answered.targets = (chosen[0].handle,)
    game.report.say("retargeted", card=game.names(r.answered.piece), target=game.names(chosen[0]))
    return True


def _may_take_over(game: Game, r: Resolving, handle: str) -> bool:
    """Whether the card would have been a right target for the answered effect."""
    answered, piece = r.answered, game.piece(handle)
    if answered is None or piece is None:
        return False
    fits = [f for f in answered.effect.targets if game.fits(piece, f, answered.by, answered.piece)]
    return bool(fits) and game.asked_matter("may-be-target", piece=piece, side=answered.by).verdict != "no"


def _change_effect(game: Game, r: Resolving, act: Action) -> bool:
    """What the answered activation does is replaced by what this text says."""
    if r.answered is None or r.answered.negated or act.to not in game.book.library.acts:
        return False
    new = Action(act=act.to, which=act.which, count=act.count)
    r.answered.effect = msgspec.structs.replace(r.answered.effect, does=(new,), choices=(), targets=())
    r.answered.targets = ()
    game.report.say("rewritten", card=game.names(r.answered.piece))
    return True


ACTS: dict[str, Callable[[Game, Resolving, Action], bool]] = {
    "negate-activation": _negate_activation,
    "negate-effect": _negate_effect,
    "negate-summon": _negate_summon,
    "negate-attack": _negate_attack,
    "end-battle-phase": _end_battle_phase,
    "end-turn": _end_battle_phase,
    "no-damage-calculation": _no_calculation,
    "change-target": _change_target,
    "change-effect": _change_effect,
}
