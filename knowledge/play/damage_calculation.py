"""Damage calculation: who is destroyed, who takes how much, what is replaced; each decided by the gates."""

from knowledge.play.acts.value_changes import lose_lp
from knowledge.play.board import views
from knowledge.play.board.continuous import expire, refresh
from knowledge.play.board.duel import Battle, Link, Piece, figures
from knowledge.play.board.game import Game
from knowledge.play.board.movement import destroy, flip, move
from knowledge.play.later_effects import do_instead, replacement_for

ROLES = (("attacker", "attacker"), ("target", "target"))


def fighters(game: Game) -> list[tuple[str, Piece]]:
    """The two monsters of the battle that are still there, each with its part in it."""
    battle = game.state.battle
    found = [(role, game.piece(getattr(battle, attribute))) for role, attribute in ROLES] if battle else []
    return [(role, p) for role, p in found if p is not None and p.is_monster]


def turn_up(game: Game) -> None:
    """A face-down monster in the battle is turned up before damage calculation."""
    for _, piece in fighters(game):
        if piece.face == "down":
            game.matter("moment-of", about="flip-by-battle")
            flip(game, piece, "battle")


def calculate(game: Game) -> bool:
    """Carry out damage calculation if it comes to it."""
    battle = game.state.battle
    assert battle is not None
    refresh(game)
    if not _happens(game, battle):
        return False
    game.state.new_moment()
    _with_calculated_values(game, battle)
    game.state.happens("damage-calculation", game.piece(battle.attacker), to=battle.target)
    if game.matter("comes-first", about="replacement-decided") == "replacement":
        _replacements(game, battle)
    _damage(game, battle)
    _destruction(game, battle)
    battle.calculated = True
    game.report.say("calculated")
    for _, piece in fighters(game):
        game.state.happens("battled", piece, by="battle")
    return True


def _happens(game: Game, battle: Battle) -> bool:
    if game.matter("attack-continues") == "stops":
        game.report.say("not.calculated")
        return False
    if game.matter("calculation-happens") == "no" or len(fighters(game)) != (2 if battle.target else 1):
        game.report.say("not.calculated")
        return False
    return True


def _with_calculated_values(game: Game, battle: Battle) -> None:
    for _, piece in fighters(game):
        values = figures(piece)
        battle.fought[piece.handle] = (piece.position, values.atk, values.defence)
        game.report.say(
            "fights.with",
            card=game.names(piece),
            atk=values.atk or 0,
            defence=values.defence if values.defence is not None else "-",
        )


def _damage(game: Game, battle: Battle) -> None:
    amounts = _worked_out(game)
    for side, amount in amounts.items():
        battle.damage[side] = amount
        source = next((p for _, p in fighters(game) if p.side != side), None)
        lose_lp(game, side, amount, "battle")
        if source is not None and amount:
            game.state.happens("battle-damage-inflicted", source, by="battle", amount=amount)
    if not any(amounts.values()):
        game.report.say("no.damage")


_OPEN = ("unknown", "depends", "undetermined")  # no sum was reached


def _worked_out(game: Game) -> dict[str, int]:
    """How much each player takes, as the rules work it out change by change."""
    told = game.matter("battle-damage-amount")
    if told in ("none", *_OPEN):
        if told != "none":
            game.report.omit("not.damage")
        return {}
    return {side: int(amount) for side, amount in (part.split() for part in told.split(", "))}


def _destruction(game: Game, battle: Battle) -> None:
    _replacements(game, battle)
    for role, piece in fighters(game) if battle.target else []:
        kept = piece.handle in battle.replaced
        if not kept and game.matter("battle-destruction", about=role) == "destroyed":
            piece.certain = True
            game.report.say("certain", card=game.names(piece))


def _replacements(game: Game, battle: Battle) -> None:
    """What keeps a loser from being destroyed is settled; what it takes is done after damage calculation."""
    for role, piece in fighters(game) if battle.target else []:
        if piece.handle in battle.replaced:
            continue
        if game.matter("battle-destruction", about=role) != "destroyed" and not _loses_but_for_one(game, role):
            continue
        found = replacement_for(game, piece, "battle")
        if found is not None:
            game.matter("moment-of", about="replacement-decided")
            battle.replaced[piece.handle] = lambda f=found, p=piece: do_instead(game, f, p)  # type: ignore[misc]
            game.state.happens("destruction-replaced", piece, by="battle")
            game.report.say("replaced", card=game.names(piece))


def _loses_but_for_one(game: Game, role: str) -> bool:
    """Whether only a replacement that must be made keeps the monster: it is done all the same."""
    unreplaced = game.asked_matter("battle-destruction", about=role, stated={"destruction-replaced": "no"})
    return unreplaced.verdict == "destroyed"


def after_calculation(game: Game) -> None:
    """First of all after damage calculation: what replaces a destruction is done, and monsters destroy themselves."""
    battle = game.state.battle
    if battle is None:
        return
    for instead in battle.replaced.values():
        game.matter("moment-of", about="replacement-done")
        instead()
    battle.replaced.clear()
    for piece in list(game.state.pieces.values()):
        if piece.is_monster and piece.face == "up" and piece.card is not None and _destroys_itself(game, piece):
            destroy(game, piece, "effect", piece.handle)
    expire(game)


def _destroys_itself(game: Game, piece: Piece) -> bool:
    """Only texts that fall due after a battle are looked at; the gate tells whether they do."""
    flipped = [e for e in game.state.account if e.event == "flipped" and e.by == "battle" and e.handle == piece.handle]
    if not flipped or flipped[-1].battle != (game.state.battle.number if game.state.battle else 0):
        return False
    account = views.Account((), tuple(flipped))
    return game.matter("self-destruction", piece=piece, account=account, side=piece.side) == "yes"


def fallen_leave(game: Game) -> None:
    """At the end of the damage step, what the battle destroyed goes to the GY."""
    leaving = [(role, p) for role, p in fighters(game) if p.certain]
    battle = game.state.battle
    if battle is None or not leaving:
        return
    game.state.new_moment()
    game.matter("moment-of", about="destroyed-goes-to-gy")
    pair = dict(fighters(game))
    for role, piece in leaving:
        victor = pair.get("target" if role == "attacker" else "attacker")
        game.report.say("destroyed.battle", card=game.names(piece))
        move(game, piece, "gy", "battle", victor.handle if victor else "", tells="destroyed-by-battle")
        if victor is not None:
            game.state.happens("destroys-by-battle", victor, by="battle", to=piece.handle)
    game.state.happens("damage-step-ended", pair.get("attacker"), by="rule")


def calculate_inside(game: Game, link: Link) -> bool:
    """Damage calculation in the middle of a resolution: windows pass without a chance to act."""
    battle = game.state.battle
    if battle is None or battle.stopped or battle.calculated:
        return False
    battle.inside = link.card.names.zh
    before = game.state.window
    game.state.happens("damage-step-entered", game.piece(battle.attacker), to=battle.target)
    game.state.window = "damage.before"
    turn_up(game)
    game.state.window = "damage.calculation"
    done = calculate(game)
    if done and game.matter("comes-first", about="after-chain-with-calculation") == "what-follows-the-calculation":
        game.state.window = "damage.after"
        after_calculation(game)
    game.state.window = before
    game.report.say("inside")
    return done
