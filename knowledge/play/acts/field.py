"""Acts that change how cards lie on the field, and those that go on applying: protections, prohibitions, leave."""

from collections.abc import Callable

import msgspec

from knowledge.data.profile import Action
from knowledge.play.board.duel import OTHER, Duration, Piece
from knowledge.play.board.game import Game
from knowledge.play.board.movement import flip, move
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


def _change_position(game: Game, r: Resolving, act: Action) -> bool:
    """To the position named; without one, to the position the rules give."""
    turned = []
    for piece in reached(game, r, act):
        wanted = "defence" if "defence" in act.to else "attack" if "attack" in act.to else ""
        wanted = wanted or _turned(game, r, act, piece)
        if not piece.is_monster or not wanted or (piece.face == "up" and wanted == piece.position):
            continue
        if piece.face == "down":
            flip(game, piece, "effect", wanted)
        piece.position = wanted
        game.state.happens("position-changed", piece, by="effect", source=r.piece.handle)
        game.report.say(f"position.{piece.position}", card=game.names(piece))
        turned.append(piece)
    return bool(turned)


def _turned(game: Game, r: Resolving, act: Action, piece: Piece) -> str:
    about = "" if piece is r.piece else piece.handle
    alone = msgspec.structs.replace(r.effect, does=(msgspec.structs.replace(act, joined=""),), choices=())
    after = game.matter("position-after", about=about, piece=r.piece, effect=alone, side=r.by)
    return after.rpartition("-")[2] if after.startswith("face-up") else ""


def _flip_face_up(game: Game, r: Resolving, act: Action) -> bool:
    hidden = [p for p in reached(game, r, act) if p.is_monster and p.face == "down"]
    for piece in hidden:
        flip(game, piece, "effect", "attack" if "attack" in act.to else "defence")
    return bool(hidden)


def _take_control(game: Game, r: Resolving, act: Action) -> bool:
    taken = []
    for piece in reached(game, r, act):
        to = OTHER[r.by] if act.act == "give-control" else r.by
        if not piece.on_field or piece.side == to:
            continue
        piece.side = to
        r.done["swapped"] = [*r.done.get("swapped", []), piece]
        game.state.happens("control-changed", piece, by="effect", source=r.piece.handle)
        game.report.say(f"control.{to}", card=game.names(piece))
        if act.until:
            game.state.durations.append(
                Duration(act.until, piece.handle, r.piece.name, "control", r.effect, OTHER[to], r.piece.handle)
            )
        taken.append(piece)
    return bool(taken)


def _move_zone(game: Game, r: Resolving, act: Action) -> bool:
    """To another zone of the same kind: `value` says which."""
    moved = [p for p in reached(game, r, act) if p.on_field]
    for piece in moved:
        piece.slot = r.link.value
        game.state.happens("moved-zone", piece, by="effect", source=r.piece.handle)
        game.report.say("moved.zone", card=game.names(piece))
    return bool(moved)


def _equip(game: Game, r: Resolving, act: Action) -> bool:
    """The card itself to its target, or a card to this monster."""
    targets = [p for name in r.targets if (p := game.piece(name))]
    lent = [p for p in targets if "equip" in p.words()]
    bearers = [p for p in targets if p not in lent and p.is_monster and p.on_field]
    if lent and bearers:  # a card and the monster it goes to are both targets
        worn, wearer = [p for p in reached(game, r, act) if p in lent], bearers[0]
    elif act.to == "self" or act.what == "target":
        worn, wearer = reached(game, r, act), r.piece
    else:
        worn = [r.piece] if act.what in ("", "self") else reached(game, r, act)
        wearer = targets[0] if targets else r.piece
    done = [p for p in worn if p is not wearer and wearer.is_monster and wearer.face == "up"]
    for piece in done:
        if piece.zone != "spell-zone":
            move(game, piece, "spell-zone", "effect", r.piece.handle)
        piece.equipped_to, piece.face, piece.side = wearer.handle, "up", r.by
        game.state.happens("equipped", piece, by="effect", to=wearer.handle)
        game.report.say("equipped", card=game.names(piece), to=game.names(wearer))
    return bool(done)


def _attach(game: Game, r: Resolving, act: Action) -> bool:
    """Cards go under a monster: they do not leave the field, they are no cards any more."""
    holder = r.piece if act.to in ("self", "") else next((p for n in r.targets if (p := game.piece(n))), r.piece)
    under = [p for p in reached(game, r, act) if p is not holder and not p.is_token]
    for piece in under:
        piece.zone = "material"
        holder.materials.append(piece.handle)
        game.report.say("attached", card=game.names(piece), to=game.names(holder))
    return bool(under)


def _detach(game: Game, r: Resolving, act: Action) -> bool:
    holders = [p for p in reached(game, r, act) if p.materials] or ([r.piece] if r.piece.materials else [])
    count = act.count if isinstance(act.count, int) else 1
    for holder in holders[:1]:
        for _ in range(min(count, len(holder.materials))):
            detach(game, holder)
    return bool(holders)


def detach(game: Game, holder: Piece, which: str = "") -> str:
    """Take one material off a monster; it goes to the GY."""
    name = which if which in holder.materials else holder.materials[-1]
    holder.materials.remove(name)
    under = game.piece(name)
    game.report.say("detached", card=name, to=game.names(holder))
    if under is not None:
        game.state.happens("detached", under, by="effect", source=holder.handle)
        move(game, under, "gy", "cost", holder.handle)
    return name


def _place_counter(game: Game, r: Resolving, act: Action) -> bool:
    count = act.count if isinstance(act.count, int) else act.amount if isinstance(act.amount, int) else 1
    placed = [p for p in reached(game, r, act) if p.on_field and p.face == "up"]
    for piece in placed:
        kind = act.to or "counter"
        piece.counters[kind] = piece.counters.get(kind, 0) + count
        game.state.happens("counter-placed", piece, by="effect", amount=count)
        game.report.say("counters", card=game.names(piece), count=piece.counters[kind])
    return bool(placed)


def _remove_counter(game: Game, r: Resolving, act: Action) -> bool:
    holders = [p for p in reached(game, r, act) if p.counters] or ([r.piece] if r.piece.counters else [])
    for piece in holders:
        kind = act.to if act.to in piece.counters else next(iter(piece.counters))
        piece.counters[kind] = max(0, piece.counters[kind] - (act.count if isinstance(act.count, int) else 1))
        game.state.happens("counter-removed", piece, by="effect")
        game.report.say("counters", card=game.names(piece), count=piece.counters[kind])
    return bool(holders)


def _change_level(game: Game, r: Resolving, act: Action) -> bool:
    word = str(act.amount)
    if not word.removeprefix("plus-").removeprefix("minus-").isdigit():
        game.report.omit("not.amount", card=game.names(r.piece), amount=word)
        return False
    changed = [p for p in reached(game, r, act) if p.is_monster]
    for piece in changed:
        now = piece.level if piece.level is not None else piece.card.level if piece.card else None
        figure = int("".join(c for c in word if c.isdigit()))
        sign = 1 if word.startswith("plus") else -1
        piece.level = figure if word.isdigit() else max(1, (now or 0) + sign * figure)
        game.state.happens("level-changed", piece, by="effect")
        game.report.say("level", card=game.names(piece), level=piece.level)
    return bool(changed)


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
        game.report.say("goes-on", card=game.names(piece), act=game.word_for(act))
    return True


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
        game.report.say("becomes", card=game.names(piece), act=game.word_for(act), what=told or "-")
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
    "change-position": _change_position,
    "flip-face-up": _flip_face_up,
    "take-control": _take_control,
    "give-control": _take_control,
    "move-zone": _move_zone,
    "equip": _equip,
    "attach-material": _attach,
    "detach-material": _detach,
    "place-counter": _place_counter,
    "remove-counter": _remove_counter,
    "change-level": _change_level,
    **dict.fromkeys(GOES_ON, _goes_on),
    "change-attribute": _change_kind,
    "change-race": _change_kind,
    "change-name": _change_kind,
    "change-attack-target": _change_attack_target,
}
