"""Questions about the table as it stands, the final answers, and whether they are what was expected."""

from typing import Any

from knowledge.data.language import both
from knowledge.data.records import nearest
from knowledge.play.board import views
from knowledge.play.board.duel import Piece, figures
from knowledge.play.board.game import Answered, Decided, Game, Illegal, Told, said
from knowledge.play.board.selection import effect_meant, piece_named
from knowledge.play.chain_build import best_effect
from knowledge.play.scenario import Ask

DECLARATIONS = ("attack-declared", "attacked-directly")
READABLE = (
    "lp",
    "damage",
    "zone",
    "position",
    "atk",
    "def",
    "destroyed",
    "attacked",
    "battled",
    "declared",
    "certain",
    "replays",
    "window",
    "side",
    "counters",
)


def answer(game: Game, ask: Ask) -> Answered:
    """Answer one question."""
    if ask.activate:
        return _activation(game, ask)
    if ask.asks:
        return _matter(game, ask)
    if not ask.tells:
        raise Illegal(said("empty.ask"), accepted=["activate", "asks", "tells"])
    return _told(game, ask)


def _activation(game: Game, ask: Ask) -> Answered:
    piece, _, by, judgement = best_effect(game, ask.activate, ask.by)
    says = said("asked.activate", card=game.names(piece), by=said(f"player.{by}"))
    decided = [Decided("activation", judgement.verdict, judgement, piece.handle)]
    return _checked(Answered(says, judgement.verdict, ask.expect, ask.because, decided), judgement.rules_that_decided())


def _matter(game: Game, ask: Ask) -> Answered:
    if ask.asks not in game.book.gates:
        near = nearest(ask.asks, list(game.book.gates))
        raise Illegal(said("unknown.gate", name=ask.asks, near=near or "-"), value=ask.asks)
    piece, effect = None, None
    if ask.of:
        piece, effects = effect_meant(game, ask.of, None) if "/" in ask.of else (piece_named(game, ask.of), [])
        effect = effects[0] if effects else None
    account = views.of_piece(game.state, piece) if piece and not game.state.battle else None
    judgement = game.judgement_on(ask.asks, about=ask.about, piece=piece, effect=effect, account=account, side=ask.by)
    gate = game.book.gates[ask.asks].gate
    decided = [Decided(ask.asks, judgement.verdict, judgement, ask.about)]
    says = both(gate.asks)
    return _checked(Answered(says, judgement.verdict, ask.expect, ask.because, decided), judgement.rules_that_decided())


def _told(game: Game, ask: Ask) -> Answered:
    got: Told
    if ask.tells in ("lp", "damage"):
        got = (game.state.lp if ask.tells == "lp" else game.state.damage)[ask.of or "own"]
    elif ask.tells == "window":
        got = game.state.window
    elif ask.tells == "replay":
        got = "yes" if game.state.battle and game.state.battle.replay else "no"
    elif ask.tells == "chain":
        got = len(game.state.chain)
    else:
        got = told_of(game, piece_named(game, ask.of), ask.tells)
    return _checked(Answered(said(f"asked.{ask.tells}", of=ask.of or ask.about), got, ask.expect, ask.because), set())


def told_of(game: Game, piece: Piece, what: str) -> Told:
    """What can be read off one piece and the account of the turn."""
    events = [e for e in game.state.account if e.handle == piece.handle]
    values = figures(piece)
    if what in ("attacked", "battled"):
        return _flag(game, piece, f"counts-as-{what}")
    readable: dict[str, Told] = {
        "zone": piece.zone if not piece.gone else "gone",
        "position": piece.position,
        "atk": values.atk,
        "def": values.defence,
        "side": piece.side,
        "counters": sum(piece.counters.values()),
        "certain": piece.certain,
        "declared": sum(e.event in DECLARATIONS for e in events),
        "destroyed": next((e.by for e in reversed(events) if e.event.startswith("destroyed")), False),
    }
    return readable[what]


def _flag(game: Game, piece: Piece, gate: str) -> bool:
    """A battle that is going on counts for its fighters only, and as an attack for its attacker only."""
    battle, account = game.state.battle, views.of_piece(game.state, piece)
    mine = (
        (battle.attacker,)
        if battle and gate == "counts-as-attacked"
        else (battle.attacker, battle.target)
        if battle
        else ()
    )
    game.state.battle = battle if piece.handle in mine else None
    verdict = game.asked_matter(gate, piece=piece, account=account, side=piece.side).verdict
    game.state.battle = battle
    return verdict == "yes"


def _checked(answered: Answered, rules: set[str]) -> Answered:
    if answered.expect is not None or answered.because:
        fits = answered.expect is None or answered.got == answered.expect
        answered.right = fits and (not answered.because or answered.because in rules)
    return answered


def final_answers(game: Game) -> dict[str, Any]:
    """What came of it: damage, life points, who was destroyed and how, attacks, flags, replays, triggers."""
    state = game.state
    monsters = [p for p in state.pieces.values() if _took_part(game, p)]
    return {
        "lp": dict(state.lp),
        "damage": dict(state.damage),
        "effect_damage": _points_of(game, "effect-damage-taken"),
        "lp_gained": _points_of(game, "lp-gained"),
        "window": state.window,
        "replays": state.replays,
        "zone": {p.handle: p.zone if not p.gone else "gone" for p in state.pieces.values()},
        "destroyed": {p.handle: how for p in state.pieces.values() if (how := told_of(game, p, "destroyed"))},
        "left": {
            p.handle: {"window": e.window, "by": e.by}
            for p in state.pieces.values()
            for e in state.account
            if e.handle == p.handle and e.event.startswith("left-field")
        },
        "declared": {p.handle: told_of(game, p, "declared") for p in monsters},
        "attacked": {p.handle: told_of(game, p, "attacked") for p in monsters},
        "battled": {p.handle: told_of(game, p, "battled") for p in monsters},
        "position": {p.handle: p.position for p in state.pieces.values() if p.is_monster},
        "atk": {p.handle: figures(p).atk for p in state.pieces.values() if p.is_monster},
        "def": {p.handle: figures(p).defence for p in state.pieces.values() if p.is_monster},
        "side": {p.handle: p.side for p in state.pieces.values() if p.on_field},
        "counters": {p.handle: sum(p.counters.values()) for p in state.pieces.values() if p.on_field},
        "may_follow": [
            {"card": f.card, "called": f.handle, "effect": f.effect, "by": f.by, "verdict": f.verdict}
            for f in game.report.following
        ],
    }


def _points_of(game: Game, event: str) -> dict[str, int]:
    """How many points an event that is told of a player came to, by player."""
    return {
        side: sum(e.amount or 0 for e in game.state.account if (e.event, e.side) == (event, side))
        for side in game.state.lp
    }


def _took_part(game: Game, piece: Piece) -> bool:
    events = (*DECLARATIONS, "chosen-as-attack-target", "damage-calculation")
    return any(e.event in events and piece.handle in (e.handle, e.to) for e in game.state.account)


def judge_expectations(answers: dict[str, Any], expect: dict[str, Any]) -> list[Answered]:
    """Compare the final answers with those the scenario expects; nested answers are compared one by one."""
    judged = []
    for key, wanted in expect.items():
        if key not in answers:
            near = nearest(key, list(answers))
            raise Illegal(said("unknown.expectation", name=key, near=near or "-"), value=key, accepted=READABLE)
        pairs = wanted.items() if isinstance(wanted, dict) else [("", wanted)]
        for of, value in pairs:
            got = answers[key].get(of, False) if of else answers[key]
            judged.append(Answered(said(f"asked.{key}", of=str(of)), got, value, right=got == value))
    return judged
