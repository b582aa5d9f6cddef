"""Acts whose result goes on: protections, prohibitions, permissions; and what is left for later."""

from collections.abc import Callable

from knowledge.model.profile import Action
from knowledge.play.game import Game
from knowledge.play.selecting import Resolving, reached
from knowledge.play.state import Duration

GOES_ON = (
    "protect-from-battle",
    "protect-from-effect",
    "protect-from-targeting",
    "unaffected",
    "forbid-activation",
    "forbid-summon",
    "forbid-attack",
    "forbid-attack-declaration",
    "forbid-position-change",
    "forbid-battle-phase",
    "forbid-set",
    "forbid-other",
    "allow-extra-attack",
    "allow-attack-all",
    "allow-direct-attack",
    "piercing",
    "change-battle-damage",
    "double-battle-damage",
    "halve-battle-damage",
    "no-battle-damage",
    "redirect-battle-damage",
    "force-attack",
    "restrict-attack-target",
    "redirect-to-banish",
    "change-effect-damage",
)
_TIES = {
    "self-left-field": "falls-if-left",
    "self-leaves-field": "falls-if-left",
    "target-left-field": "falls-if-left",
    "target-destroyed": "falls-if-destroyed",
}


def _goes_on(game: Game, r: Resolving, act: Action) -> bool:
    """The gates read what goes on off the account of the turn; the pieces remember whose effect it is."""
    name = r.piece.name or r.piece.handle
    for piece in reached(game, r, act):
        if name not in piece.affected_by:
            piece.affected_by.append(name)
            game.state.durations.append(Duration(act.until or "while-faceup", piece.handle, name, "affected", r.effect))
        game.report.say("goes-on", card=game.names(piece), act=_word(game, act))
    return True


def _word(game: Game, act: Action) -> dict[str, str]:
    word = game.book.library.acts[act.act]
    return {"zh": word.zh, "en": word.en}


def _later(game: Game, r: Resolving, act: Action) -> bool:
    """Cards tied to one another fall together; anything else that is left for later is told, not done."""
    kind = _TIES.get(act.until, "")
    if act.to != "destroy" or not kind:
        game.report.omit("not.later", card=game.names(r.piece))
        return True
    targets = [p.handle for n in r.targets if (p := game.piece(n))]
    for target in targets:
        falls, watched = (r.piece.handle, target) if act.what == "self" else (target, r.piece.handle)
        game.state.durations.append(Duration(act.until, falls, r.piece.name, kind, r.effect, source=watched))
    return True


def _change_attack_target(game: Game, r: Resolving, act: Action) -> bool:
    battle = game.state.battle
    chosen = [r.piece] if "self" in (act.to, act.what) else reached(game, r, act)
    if battle is None or battle.stopped or not chosen or not chosen[0].is_monster:
        return False
    battle.target = chosen[0].handle
    battle.chosen_at = len(game.state.account)
    game.state.happens("attack-target-changed", chosen[0], by="effect", source=r.piece.handle)
    game.report.say("target.changed", card=game.names(chosen[0]))
    return True


ACTS: dict[str, Callable[[Game, Resolving, Action], bool]] = {
    **dict.fromkeys(GOES_ON, _goes_on),
    "apply-later": _later,
    "change-attack-target": _change_attack_target,
}
