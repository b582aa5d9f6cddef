"""Acts whose result goes on: protections, prohibitions, permissions, and what a card counts as."""

from collections.abc import Callable

from knowledge.data.profile import Action
from knowledge.play.board.duel import Duration
from knowledge.play.board.game import Game
from knowledge.play.board.selection import Resolving, reached

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
    "replace-destruction",
    "calculate-with-original-values",
    "gain-effect",
    "treat-as",
)


def _goes_on(game: Game, r: Resolving, act: Action) -> bool:
    """The gates read what goes on off the account of the turn; the pieces remember whose effect it is."""
    name = r.piece.name or r.piece.handle
    for piece in reached(game, r, act):
        if act.what != "self" and name not in piece.affected_by:
            piece.affected_by.append(name)
            until = act.until or "while-faceup"
            game.state.durations.append(
                Duration(until, piece.handle, name, "affected", r.effect, source=r.piece.handle)
            )
        game.report.say("goes-on", card=game.names(piece), act=_word(game, act))
    return True


def _word(game: Game, act: Action) -> dict[str, str]:
    word = game.book.library.acts[act.act]
    return {"zh": word.zh, "en": word.en}


def _change_kind(game: Game, r: Resolving, act: Action) -> bool:
    """A monster gets another attribute, type, name or scale: the one the text names, or the one declared."""
    told = r.link.declares or act.to
    if act.act == "change-name" and act.to.startswith("target") and r.targets:
        told = r.targets[0]
    changed = [p for p in reached(game, r, act) if p.on_field]
    for piece in changed:
        if act.act == "change-attribute" and told:
            piece.attribute = told.upper()
        elif act.act == "change-race" and told:
            piece.race = told
        game.report.say("becomes", card=game.names(piece), act=_word(game, act), what=told or "-")
    return bool(changed)


def _change_attack_target(game: Game, r: Resolving, act: Action) -> bool:
    battle = game.state.battle
    if battle is None or battle.stopped:
        return False
    if act.to == "direct":
        battle.target, battle.through, battle.chosen_at = "", r.piece.name, len(game.state.account)
        game.state.happens("attack-target-changed", game.piece(battle.attacker), by="effect", source=r.piece.handle)
        game.report.say("target.direct")
        return True
    chosen = [r.piece] if "self" in (act.to, act.what) else reached(game, r, act)
    chosen = [p for p in chosen if p.is_monster and p.handle != battle.attacker]
    if not chosen:
        return False
    battle.target = chosen[0].handle
    battle.chosen_at = len(game.state.account)
    game.state.happens("attack-target-changed", chosen[0], by="effect", source=r.piece.handle)
    game.report.say("target.changed", card=game.names(chosen[0]))
    return True


ACTS: dict[str, Callable[[Game, Resolving, Action], bool]] = {
    **dict.fromkeys(GOES_ON, _goes_on),
    "change-attribute": _change_kind,
    "change-race": _change_kind,
    "change-name": _change_kind,
    "change-attack-target": _change_attack_target,
}
