"""Resolving a chain backwards: each link as its text says, with what was negated, lost or made impossible left out."""

from dataclasses import replace

from knowledge.data.profile import Action, Choice
from knowledge.phrases import effect_named
from knowledge.play.acts import ACTS
from knowledge.play.board import views
from knowledge.play.board.continuous import refresh
from knowledge.play.board.duel import Link, Piece
from knowledge.play.board.game import Game
from knowledge.play.board.movement import move
from knowledge.play.board.selection import Resolving
from knowledge.play.damage_calculation import calculate_inside
from knowledge.play.later_effects import leave_for_later, moment_named, schedule
from knowledge.table.unread_clauses import over_once_resolved, read_in_part

_STAYS = ("continuous", "field", "equip")
_CHANCE = ("roll-die", "toss-coin")


def resolve_chain(game: Game) -> None:
    """Resolve all links, the last first; then the cards that do not stay go to the GY."""
    state = game.state
    chain = list(state.chain)
    if not chain:
        return
    first = len(state.account)
    for place in range(len(chain) - 1, -1, -1):
        state.new_moment()
        _resolve(game, chain, place)
        if not chain[place].negated and not over_once_resolved(game.book, chain[place].effect):
            state.resolved.append(chain[place])
        refresh(game)
        if state.over:
            break
    last = state.moment
    state.moment = last
    state.chain.clear()
    state.passed.clear()
    for link in chain:
        _after_the_chain(game, link)
    _settle_account(game, chain)
    state.happens("chain-resolved", source=chain[0].piece.handle, by="rule")
    if state.window in game.book.windows_of("damage-step"):
        state.happens("window-chain-resolved")
    state.just = first
    texts_set_in(game, "targeted")


def _resolve(game: Game, chain: list[Link], place: int) -> None:
    link = chain[place]
    game.report.say("resolves", number=place + 1, card=game.names(link.piece), effect=effect_named(link.effect))
    if link.negated != "activation":
        _tell_targets(game, link)
    if link.negated:
        game.report.say(f"resolves.negated.{link.negated}")
        game.report.fates[link.piece.handle] = f"negated-{link.negated}"
        if link.negated == "effect":
            _keep_relation(game, link)
        return
    if _is_negated_where_it_lies(game, link):
        link.negated = "effect"
        game.report.say("resolves.negated.effect")
        game.report.fates[link.piece.handle] = "negated-effect"
        _keep_relation(game, link)
        return
    answered = chain[place - 1] if place and link.effect.responds_to else None
    r = Resolving(link, answered, list(link.targets), list(link.pick))
    if not _still_applies(game, r, chain):
        game.report.say("resolves.without-effect")
        game.report.fates[link.piece.handle] = "without-effect"
        return
    _keep_relation(game, link)
    game.report.fates[link.piece.handle] = "carried-out"
    _carry_out(game, r)


def _tell_targets(game: Game, link: Link) -> None:
    for handle in link.targets:
        target = game.piece(handle)
        if target is not None:
            game.state.happens("targeted", target, by="effect", source=link.piece.handle)


def _is_negated_where_it_lies(game: Game, link: Link) -> bool:
    """Negated by name anywhere; else while the card still lies on the field where it was activated, negated."""
    piece, only_monsters = link.piece, game.state.negated_names.get(link.card.names.zh)
    if only_monsters is not None and (not only_monsters or "monster" in piece.words()):
        return True
    lies_there = piece.on_field and piece.face == "up" and piece.card is link.card
    stays = link.effect.opens_the_card or piece.zone == link.zone
    as_monster = link.effect.opens_the_card and piece.is_monster
    return lies_there and stays and not as_monster and game.is_negated(piece)


def _still_applies(game: Game, r: Resolving, chain: list[Link]) -> bool:
    """Whether the effect applies when it resolves; targets that are lost are left out."""
    link = r.link
    place = chain.index(link)
    account = views.since_link(game.state, link)
    piece = link.piece if not link.piece.gone else None
    outcome = game.matter(
        "effect-applies", account=account, piece=piece, effect=link.effect, side=link.by, chain=chain[: place + 1]
    )
    if outcome == "no":
        return False
    if outcome == "to-the-rest":
        gone = {e.handle for e in account.happened if e.origin}
        r.targets = [t for t in r.targets if t not in gone]
    return True


def _keep_relation(game: Game, link: Link) -> None:
    """A card that stays on the field and has a target goes on being tied to it."""
    piece = link.piece
    if not link.targets or not piece.on_field or not _stays(link):
        return
    target = game.piece(link.targets[0])
    if target is not None and target.on_field and link.effect.opens_the_card and "equip" not in piece.words():
        piece.targeting = target.handle


def _carry_out(game: Game, r: Resolving) -> None:
    in_part = read_in_part(r.effect) if not game.book.has_profile(r.link.card) else []
    if unread := [clause.text for clause in r.effect.unread_deeds if not clause.word] or in_part:
        game.report.omit("not.read", clauses="；".join(unread))
    carry_out(game, r, list(r.effect.does))
    if r.effect.choices and (bullet := _choice(game, r)) is not None:
        carry_out(game, r, list(bullet.does))


def _choice(game: Game, r: Resolving) -> Choice | None:
    """The bullet chosen; where none is named, the one that answers what the effect answers, else the first."""
    link, choices = r.link, r.effect.choices
    if link.choose is not None:
        return next((c for c in choices if c.bullet == link.choose), None)
    if any(a.act in _CHANCE for a in r.effect.does):
        return None  # chance decides, and nobody has said what came out
    wanted = "negate-summon" if link.answers_summon else "negate-activation" if r.answered else "negate-attack"
    fitting = [c for c in choices if any(a.act == wanted for a in c.does)]
    if not fitting:
        game.report.suppose("first.choice", card=game.names(link.piece))
    return (fitting or list(choices))[0]


def carry_out(game: Game, r: Resolving, acts: list[Action]) -> None:
    """Do one act after the other, as they hang together."""
    for n, act in enumerate(acts):
        if act.optional and r.link.decline:
            continue
        if act.joined in ("then", "and-if-you-do") and not r.last:
            game.report.say("hangs.on")
            continue
        if act.joined == "then":
            game.state.new_moment()
            refresh(game)  # what came out before stands under what applies there by now
        if act.act == "apply-later" and (window := moment_named(act.to)):
            schedule(game, r, acts[n + 1 :], window, carry_out)
            return
        done = _one(game, r, act)
        r.last = done if act.joined != "also" else r.last or done


def _one(game: Game, r: Resolving, act: Action) -> bool:
    if act.act == "start-battle":
        return calculate_inside(game, r.link)
    if act.act == "apply-later":
        return leave_for_later(game, r, act, carry_out)
    doing = ACTS.get(act.act)
    if doing is None:
        game.report.omit("not.act", card=game.names(r.piece), act=game.word_for(act))
        return True
    done = doing(game, r, act)
    if not done:
        game.report.say("did.nothing", act=game.word_for(act))
    return done


def _stays(link: Link) -> bool:
    return bool(link.piece.words() & set(_STAYS)) or link.piece.is_monster or not link.effect.opens_the_card


def _after_the_chain(game: Game, link: Link) -> None:
    """Spells and traps that do not stay on the field go to the GY when the chain is done."""
    piece = link.piece
    spent = link.effect.opens_the_card and piece.zone in ("spell-zone", "field-zone") and piece.face == "up"
    if spent and (not _stays(link) or link.negated == "activation"):
        move(game, piece, "gy", "rule")


def _settle_account(game: Game, chain: list[Link]) -> None:
    """Mark the activations that were negated, and tell which effects resolved."""
    account = game.state.account
    for link in chain:
        entry = account[link.since]
        if link.negated:
            account[link.since] = replace(entry, negated=True)
        if link.negated == "activation":
            game.state.happens("activation-negated", link.piece, side=link.by, effect=entry.effect)
        elif not link.negated:
            game.state.happens("effect-resolved", link.piece, side=link.by, effect=entry.effect)


def texts_set_in(game: Game, event: str) -> None:
    """Texts that are never activated and apply once what they name has come about, such as "when targeted"."""
    for piece in [p for p in game.state.pieces.values() if p.is_monster and p.face == "up" and p.card]:
        assert piece.card is not None
        for effect in piece.card.effects:
            if not effect.applies_of_itself or effect.trigger is None or event not in effect.trigger.events:
                continue
            fresh = game.state.fresh()
            mine = [e for e in fresh if e.event == event and (e.handle == piece.handle or _hit(game, piece, e.side))]
            account = views.Account((), tuple(mine) or (views.NOTHING_NEW,))
            if game.matter("sets-in", account=account, piece=piece, effect=effect, side=piece.side, chain=[]) == "yes":
                game.state.new_moment()
                r = Resolving(Link(piece, piece.card, effect, piece.side), None, [])
                _carry_out(game, r)


def _hit(game: Game, piece: Piece, side: str | None) -> bool:
    """Whether a monster fights, and the player told of is its own: what its battle does to that player is meant."""
    battle = game.state.battle
    return battle is not None and side == piece.side and piece.handle in (battle.attacker, battle.target)
