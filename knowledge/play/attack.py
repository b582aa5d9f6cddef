"""An attack from the price of its declaration to the end of its battle: every decision of it comes from the gates."""

from collections.abc import Iterator

from knowledge.data.language import both
from knowledge.data.profile import Action, Effect, Zone
from knowledge.play.acts.value_changes import pay
from knowledge.play.board import views
from knowledge.play.board.duel import Battle, Link, Piece
from knowledge.play.board.game import Game, Illegal, closing_rule, said
from knowledge.play.board.movement import move
from knowledge.play.board.selection import Resolving, affected, piece_named
from knowledge.play.chain_build import force
from knowledge.play.damage_calculation import calculate
from knowledge.play.scenario import Fight, Step
from knowledge.play.turn import enter, rule_leading_to
from knowledge.table.attack_counts import PROCEDURE

_GOES: dict[str, tuple[Zone, str]] = {
    "return-to-hand": ("hand", ""),
    "tribute": ("gy", "tributed"),
    "send-to-gy": ("gy", ""),
    "discard": ("gy", "discarded"),
    "mill": ("gy", ""),
}


def follow_procedures(game: Game, attacker: Piece, step: Step) -> None:
    """Do what the texts demand for this declaration: procedures, neither cost nor effect."""
    names = [piece_named(game, name).handle for name in step.pays]
    for source, effect in _demanding(game, attacker):
        if game.matter("demand-due", piece=source, effect=effect, side=source.side) == "no":
            continue
        assert source.card is not None
        r = Resolving(Link(source, source.card, effect, attacker.side), None, [], names)
        for act in [a for a in effect.does if a.to != PROCEDURE]:
            _do(game, r, act, attacker.side)


def _demanding(game: Game, attacker: Piece) -> Iterator[tuple[Piece, Effect]]:
    """Every text in force that asks something for an attack of this monster."""
    for applied in game.situation().state.acts("forbid-other"):
        source = game.piece(applied.source.called) if applied.source is not None else None
        if source is None or applied.act.to != PROCEDURE:
            continue
        ours = source.side == attacker.side
        meant = {"self": source is attacker, "both": True, "you": ours, "opponent": not ours}
        if meant.get(applied.act.what, False):
            yield source, applied.effect


def _do(game: Game, r: Resolving, act: Action, side: str) -> None:
    if act.act == "pay-lp" and isinstance(act.amount, int):
        pay(game, side, act.amount)
    elif act.act in _GOES:
        to, tells = _GOES[act.act]
        chosen = affected(game, r, act) if act.which is not None else _from_the_deck(game, r, side)
        for piece in chosen:
            move(game, piece, to, "rule", r.piece.handle, tells=tells)
    else:
        game.report.omit("not.act", card=game.names(r.piece), act=game.word_for(act))


def _from_the_deck(game: Game, r: Resolving, side: str) -> list[Piece]:
    """The top card of a deck: named by the step, or only counted."""
    named = [p for name in r.picks if (p := game.piece(name)) and p.zone == "deck"]
    if not named:
        word = game.book.library.acts["mill"]
        game.report.suppose("unnamed", count=1, act=both(word))
        if side in game.state.deck:
            game.state.deck[side] = max(0, game.state.deck[side] - 1)
    return named[:1]


DIRECT, STOP = "direct", "stop"
DECLARED = ("attack-declaration", "after-declaration")


def declare(game: Game, step: Step) -> None:
    """Declare an attack, checked in the order of the rules: the moment, the attacker, its target."""
    state = game.state
    attacker = piece_named(game, step.attack, state.turn)
    target = _target(game, step.target, attacker)
    if game.matter("what-follows", about="attack") != "attack-declaration" and not step.assume:
        raise Illegal(
            said("cannot.attack.here"), rule_leading_to(game, "what-follows", "attack-declaration"), step.attack
        )
    if state.chain:
        raise Illegal(said("chain.open"), rule_leading_to(game, "may-advance", "no"), step.attack)
    place = len(state.account)
    state.battles += 1
    state.battle = Battle(state.battles, attacker.handle, target.handle if target else "", since=place, chosen_at=place)
    judgement = game.asked_matter("may-declare-attack", about=attacker.handle)
    game.note("may-declare-attack", judgement, attacker.handle)
    if judgement.verdict == "no" and not step.assume:
        raise Illegal(said("cannot.attack", card=game.names(attacker)), closing_rule(judgement), step.attack)
    follow_procedures(game, attacker, step)
    if _fails_for_its_procedure(game, attacker, step):
        state.battle = None
        return
    enter(game, "attack-declaration")
    state.just = place
    state.happens("attack-declared" if target else "attacked-directly", attacker, to=target.handle if target else "")
    if target is not None:
        state.happens("chosen-as-attack-target", target, by="battle", to=attacker.handle)
        game.report.say("attacks", card=game.names(attacker), target=game.names(target))
    else:
        game.report.say("attacks.directly", card=game.names(attacker))
    force(game)


def start_in_battle(game: Game, fight: Fight, window: str) -> None:
    """Bring the table to a window of an attack that is going on: declared, unanswered so far."""
    declare(game, Step(attack=fight.attacker, target=fight.target))
    order = game.book.windows
    for at in order[order.index(game.state.window) + 1 : order.index(window) + 1]:
        if game.state.window == "damage.calculation":
            calculate(game)
        game.state.chain.clear()  # what would have been activated before is not part of this scenario
        enter(game, at)
    force(game)


def _fails_for_its_procedure(game: Game, attacker: Piece, step: Step) -> bool:
    """Whether what had to be done first has left nothing to declare the attack with."""
    done = {"attack.procedure-possible": "yes"}
    judgement = game.asked_matter("may-declare-attack", about=attacker.handle, stated=done)
    if step.assume or judgement.verdict != "no":
        return False
    game.note("may-declare-attack", judgement, attacker.handle)
    game.report.say("not.declared.after.all", card=game.names(attacker))
    force(game)
    return True


def _target(game: Game, named: str, attacker: Piece) -> Piece | None:
    """The monster attacked; without a word, the only monster there, or the player where there is none."""
    against = game.state.monsters("opponent" if attacker.side == "own" else "own")
    if named == DIRECT or (not named and not against):
        return None
    if not named:
        if len(against) > 1:
            raise Illegal(said("which.target"), value="", accepted=[p.handle for p in against])
        return against[0]
    target = piece_named(game, named)
    if target not in against:
        raise Illegal(
            said("no.such.target", card=game.names(target)), value=named, accepted=[p.handle for p in against]
        )
    return target


def look_for_replay(game: Game) -> None:
    """Once everything is resolved: does the attacker have to choose again?"""
    state, battle = game.state, game.state.battle
    if battle is None or battle.stopped or state.chain or state.window not in DECLARED:
        return
    judgement = game.asked_matter("replay", about="")
    if judgement.verdict == "no" and not battle.replay:
        changed = len(state.account) > battle.chosen_at
        if changed and len(state.fresh()) > 1:
            game.note("replay", judgement)
        return
    game.note("replay", judgement)
    if judgement.verdict == "yes" and not battle.replay:
        battle.replay = True
        state.replays += 1
        game.report.say("replay")
        game.matter("replay-choices")


def choose_again(game: Game, step: Step) -> None:
    """The attacker's choice in a replay: another target, the player, or no attack."""
    battle = game.state.battle
    if battle is None or (not battle.replay and not step.assume):
        raise Illegal(said("no.replay"), rule_leading_to(game, "replay", "no"), step.replay)
    attacker = game.piece(battle.attacker)
    assert attacker is not None
    battle.replay = False
    if step.replay == STOP:
        call_off(game)
        return
    target = _target(game, step.replay, attacker)
    before = battle.target
    battle.target = target.handle if target else ""
    judgement = game.asked_matter("may-declare-attack", about=attacker.handle)
    if judgement.verdict == "no" and not step.assume:
        battle.target = before
        game.note("may-declare-attack", judgement, attacker.handle)
        raise Illegal(said("cannot.attack", card=game.names(attacker)), closing_rule(judgement), step.replay)
    game.state.just = battle.chosen_at = len(game.state.account)
    game.state.new_moment()
    if target is not None:
        game.state.happens("chosen-as-attack-target", target, by="battle", to=attacker.handle)
        game.report.say("attacks.again", card=game.names(attacker), target=game.names(target))
    else:
        game.report.say("attacks.directly", card=game.names(attacker))
    force(game)


def call_off(game: Game) -> None:
    """The attack is given up in a replay; it was declared all the same."""
    battle = game.state.battle
    assert battle is not None
    battle.replay = False
    game.state.happens("attack-stopped", game.piece(battle.attacker))
    game.report.say("called.off")
    account = views.of_battle(game.book, game.state)
    enter(game, game.matter("what-follows", about="attack", account=account))
