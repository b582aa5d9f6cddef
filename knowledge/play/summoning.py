"""Summons by a player: about to happen, answered, negated or carried out."""

from contextlib import suppress

from knowledge.data.profile import Effect
from knowledge.play import views
from knowledge.play.acts.summons import use_as_material
from knowledge.play.finding import effect_meant, piece_named
from knowledge.play.game import ATTEMPTS, Game
from knowledge.play.moving import flip, summon
from knowledge.play.refusing import Illegal
from knowledge.play.scenario import Step
from knowledge.play.state import OTHER, Piece, Summoning
from knowledge.play.words import said

_PROCEDURES = ("special", "fusion", "ritual", "synchro", "xyz", "link")


def kind_of_act(step: Step) -> str:
    """What the rules call the summon of a step."""
    how = "normal" if step.how == "tribute" else step.how
    return "special-summon-by-procedure" if how in _PROCEDURES else f"{how}-summon"


def begin(game: Game, piece: Piece, step: Step) -> None:
    """Start a summon; it waits where the next step answers it, and is carried out at once where none does."""
    if piece.on_field and step.how != "flip" and not step.assume:
        raise Illegal(said("on.field", card=game.names(piece)), value=piece.handle)
    used = [piece_named(game, name) for name in step.pays]
    for one in used:
        use_as_material(game, one, piece, step.how)
    piece.summoned, piece.coming = step.how, True
    spent = kind_of_act(step) == "normal-summon"
    game.state.happens("normal-summon-attempted" if spent else "summon-attempted", piece, by="player")
    side, materials = _to_whom(piece, used), tuple(p.handle for p in used)
    game.state.summoning = Summoning(piece.handle, side, step.how, step.to or "attack", materials)
    if game.upcoming is not None and answers_the_summon(game, game.upcoming):
        game.report.say("summon.waits", card=game.names(piece))
    else:
        finish(game)


def _to_whom(piece: Piece, used: list[Piece]) -> str:
    """Whose field it comes to: a procedure that uses the other player's monsters may bring it there."""
    ways = [e for e in piece.card.effects if e.kind == "summoning"] if piece.card else []
    there = any(a.to.startswith("opponent-field") for e in ways for a in e.does)
    theirs = any(p.owner != piece.side for p in used)
    return OTHER[piece.side] if there and theirs else piece.side


def answers_the_summon(game: Game, step: Step) -> bool:
    """Whether a step is, or asks about, an activation that answers a summon about to happen."""
    named = step.activate or step.try_
    if not named:
        return False
    with suppress(Illegal):
        return any(answers_summons(effect) for effect in effect_meant(game, named, step.by)[1])
    return False


def answers_summons(effect: Effect) -> bool:
    """Whether the text of an effect answers a summon about to happen."""
    return effect.responds_to is not None and "summon" in effect.responds_to.to


def finish(game: Game) -> None:
    """The summon that was waiting is carried out; a negated one is over."""
    state = game.state
    pending, state.summoning = state.summoning, None
    piece = game.piece(pending.handle) if pending else None
    if pending is None or piece is None:
        return
    piece.coming = False
    if pending.negated:
        return
    state.new_moment()
    if pending.how == "flip":
        flip(game, piece, "player", "attack")
        game.state.happens("flip-summoned", piece, by="player")
        return
    summon(game, piece, pending.side, pending.how, pending.position)


def after_its_chain(game: Game, first: int) -> None:
    """The chain that answered a summon is done: what is not negated succeeds now."""
    if game.state.summoning is None:
        return
    account = game.state.account
    begun = max((n for n, e in enumerate(account[:first]) if e.event in ATTEMPTS), default=first)
    game.matter("moment-after-processing", account=views.Account(tuple(account[:first]), tuple(account[first:])))
    finish(game)
    game.state.just = begun
