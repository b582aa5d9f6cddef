"""Building a chain: each link is checked by the gates, its cost paid, its targets chosen; and what is set off."""

from knowledge.data.profile import Action, Choice, Effect, number_of
from knowledge.phrases import effect_named
from knowledge.play.acts.chance import declare
from knowledge.play.acts.field import detach
from knowledge.play.acts.moved_cards import _unnamed
from knowledge.play.acts.value_changes import pay
from knowledge.play.board.continuous import refresh
from knowledge.play.board.duel import OTHER, Link, Piece
from knowledge.play.board.game import Following, Game, Illegal, closing_rule, said, sets_off
from knowledge.play.board.movement import move
from knowledge.play.board.selection import Resolving, affected, amount_of, effect_meant, piece_named
from knowledge.play.chain_resolution import carry_out
from knowledge.play.later_effects import come_back
from knowledge.play.scenario import Step
from knowledge.rules.categories import speed_of
from knowledge.rules.verdicts import Judgement

_PHASE = "phase-came"
MAY = ("yes", "must", "depends", "unknown", "undetermined")
_MOVES = {
    "send-to-gy": ("gy", ""),
    "mill": ("gy", ""),
    "discard": ("gy", "discarded"),
    "tribute": ("gy", "tributed"),
    "banish": ("banished", ""),
    "banish-face-down": ("banished", ""),
    "return-to-hand": ("hand", ""),
    "return-to-deck": ("deck", ""),
    "return-to-extra-deck": ("extra-deck", ""),
}


def following(game: Game) -> list[tuple[Piece, Effect, str, str]]:
    """Every effect set off just now, with its player and verdict; forced ones and the turn player's come first."""
    found = []
    for piece in list(game.state.pieces.values()):
        if piece.card is None or piece.gone or piece.zone in ("deck", "material"):
            continue
        by = piece.side if piece.on_field else piece.owner
        for effect in piece.card.effects:
            if not speed_of(piece.card, effect) or not _comes_up(game, piece, effect, by):
                continue
            verdict = game.activation(piece, effect, by).verdict
            if verdict in MAY:
                found.append((piece, effect, by, verdict))
    order = {game.state.turn: 0, OTHER[game.state.turn]: 1}
    return sorted(found, key=lambda f: (not f[1].mandatory, order[f[2]]))


def _comes_up(game: Game, piece: Piece, effect: Effect, by: str) -> bool:
    """Set off by what happened; or an answer that must be given to the chain as it stands."""
    if effect.trigger is not None:
        return _is_set_off(game, piece, effect, by)
    return effect.mandatory and effect.responds_to is not None and bool(game.state.chain)


def _is_set_off(game: Game, piece: Piece, effect: Effect, by: str) -> bool:
    if belongs_to_phase(game, effect):
        return game.state.window in _windows(game, effect) and not _used_here(game, piece, effect)
    return any(sets_off(game, effect, piece, by, e) for e in game.state.fresh())


def _windows(game: Game, effect: Effect) -> set[str]:
    events = effect.trigger.events if effect.trigger else ()
    return {w for event in events for w in game.book.library.events[event].happens}


def belongs_to_phase(game: Game, effect: Effect) -> bool:
    """Whether a phase or step coming sets the effect off: it opens a chain of its own, in its player's own time."""
    return effect.trigger is not None and _PHASE in game.book.wider_events(effect.trigger.events)


def _used_here(game: Game, piece: Piece, effect: Effect) -> bool:
    window, battle = game.state.window, game.state.battles
    mine = [e for e in game.state.account if e.event == "effect-activated" and e.handle == piece.handle]
    return any(str(e.effect) == number_of(effect) and e.window == window and e.battle in (0, battle) for e in mine)


def waiting(game: Game) -> list[tuple[Piece, Effect, str]]:
    """Forced effects of this phase or step that have not been activated yet."""
    return [
        (p, e, by)
        for p, e, by, verdict in following(game)
        if e.mandatory and verdict == "must" and belongs_to_phase(game, e)
    ]


def force(game: Game) -> None:
    """Put the forced effects of this moment on the chain, the turn player's first; then tell what else may follow.

    On a chain that is being built only answers to it are looked for: what events set off was settled before it began.
    """
    answers_only, told = bool(game.state.chain), set()
    for _ in range(12):
        found = [
            f
            for f in following(game)
            if f[1].mandatory
            and f[3] == "must"
            and not (answers_only and f[1].trigger is not None)
            and not belongs_to_phase(game, f[1])
            and (f[0].handle, f[1].number) not in told
        ]
        if not found:
            break
        piece, effect, by, _ = found[0]
        told.add((piece.handle, effect.number))
        game.report.say("forced", card=game.names(piece))
        put_on_chain(game, piece, effect, by, _as_stated(game, effect))
    tell(game)


def _as_stated(game: Game, effect: Effect) -> Step:
    """What the present step says about an effect that goes on the chain by itself: its targets and picks."""
    step = game.step
    if step.activate:
        return Step()  # what it says is about the effect it activates
    targets = step.targets if effect.targets else ()
    return Step(targets=targets, pick=step.pick, result=step.result, declares=step.declares)


def tell(game: Game) -> None:
    """List what may or must follow now."""
    on_chain = {(link.piece.handle, link.effect.number) for link in game.state.chain}
    game.report.following = [
        Following(p.name, p.handle, e.number, by, verdict)
        for p, e, by, verdict in following(game)
        if (p.handle, e.number) not in on_chain
    ]


def best_effect(game: Game, text: str, by: str | None) -> tuple[Piece, Effect, str, Judgement]:
    """Which effect a step means, who activates it, and what the gates say of it; the first one that may is meant."""
    piece, effects = effect_meant(game, text, by)
    player = by or piece.side
    judged = [(effect, game.activation(piece, effect, player)) for effect in effects]
    for effect, judgement in judged:
        if judgement.verdict in MAY:
            return piece, effect, player, judgement
    return piece, judged[0][0], player, judged[0][1]


def activate(game: Game, step: Step) -> None:
    """Put one more link on the chain."""
    piece, effect, by, judgement = best_effect(game, step.activate, step.by)
    game.note("activation", judgement, piece.handle)
    if judgement.verdict == "no" and not step.assume:
        rule = closing_rule(judgement)
        raise Illegal(said("cannot.activate", card=game.names(piece), effect=effect_named(effect)), rule, step.activate)
    if judgement.verdict not in ("yes", "must"):
        game.report.suppose("assumed.legal", card=game.names(piece), verdict=judgement.verdict)
    put_on_chain(game, piece, effect, by, step)


def put_on_chain(game: Game, piece: Piece, effect: Effect, by: str, step: Step) -> Link:
    """Activate an effect: show the card, pay the cost, declare, choose targets."""
    state = game.state
    assert piece.card is not None
    link = Link(
        piece,
        piece.card,
        effect,
        by,
        pick=step.pick,
        choose=step.choose,
        value=step.value,
        decline=step.decline,
        zone=piece.zone,
        subjects=_subjects(game, piece, effect, by),
        result=step.result,
        declares=step.declares,
        answers_summon=state.summoning.handle if state.summoning and not state.chain else "",
    )
    if not state.chain:
        state.chains += 1
    _show_card(game, link)
    targets = _targets(game, link, step)  # chosen last, but checked before anything is paid
    link.since = len(state.account)
    event = "card-activated" if effect.opens_the_card else "effect-activated"
    state.happens(
        event,
        piece,
        side=by,
        effect=number_of(effect) if effect.part == "pendulum" else effect.number,
        to=targets[0] if targets else "",
    )
    pay_cost(game, link, step)
    link.targets = targets
    state.chain.append(link)
    state.passed.clear()
    game.report.say(f"link.{by}", number=len(state.chain), card=game.names(piece), effect=effect_named(effect))
    for handle in targets:
        target = game.piece(handle)
        if target is not None:
            game.report.say("targets", card=game.names(target))
    return link


def _subjects(game: Game, piece: Piece, effect: Effect, by: str) -> tuple[str, ...]:
    """The cards to which what set the effect off has happened; for a "when", the last time it did."""
    found = [e for e in game.state.fresh() if e.handle and sets_off(game, effect, piece, by, e)]
    if effect.trigger is not None and effect.trigger.when_or_if == "when":
        found = [e for e in found if e.moment == found[-1].moment]
    return tuple(dict.fromkeys(e.handle for e in found))


def _show_card(game: Game, link: Link) -> None:
    piece = link.piece
    if not link.effect.opens_the_card:
        return
    if piece.zone == "hand":
        field = "field" in piece.words()
        piece.zone = "field-zone" if field else "spell-zone"
        if link.by in game.state.hand:
            game.state.hand[link.by] = max(0, game.state.hand[link.by] - 1)
    piece.face = "up"
    refresh(game)  # what counts face-up cards counts it before anything is paid


def _targets(game: Game, link: Link, step: Step) -> tuple[str, ...]:
    """The targets a step names, each checked; a single possible target goes without saying."""
    filters = _chosen(link.effect, link.choose).targets if link.choose else ()
    filters = filters or link.effect.targets
    if not filters:
        if step.targets and not step.assume:
            raise Illegal(said("no.targets", card=game.names(link.piece)), value=list(step.targets))
        return tuple(piece_named(game, t).handle for t in step.targets)
    if step.targets:
        chosen = [piece_named(game, t) for t in step.targets]
        for target in chosen:
            if not step.assume:
                _check_target(game, link, target)
        return tuple(t.handle for t in chosen)
    possible = [p for p in game.state.pieces.values() if _is_possible(game, link, p)]
    set_off = [name for name in link.subjects if name != link.piece.handle]
    if len(set_off) == 1 and any(p.handle == set_off[0] for p in possible):
        return tuple(set_off)
    possible.sort(key=lambda p: p.side == link.by)  # where nothing is said, the other player's cards first
    if possible and len(possible) > 1:
        game.report.suppose("picked", card=game.names(possible[0]))
    return tuple(p.handle for p in possible[:1])


def _is_possible(game: Game, link: Link, piece: Piece) -> bool:
    try:
        _check_target(game, link, piece)
    except Illegal:
        return False
    return True


def _check_target(game: Game, link: Link, target: Piece) -> None:
    filters = _chosen(link.effect, link.choose).targets if link.choose else ()
    fitting = [f for f in filters or link.effect.targets if game.fits(target, f, link.by, link.piece)]
    on_itself = link.effect.opens_the_card and target is link.piece
    if target.gone or not fitting or on_itself:
        raise Illegal(said("bad.target", card=game.names(target)), value=target.handle)
    if _speaks_of_the_attacker(link.effect) and not _is_the_attacker(game, target):
        raise Illegal(said("bad.target", card=game.names(target)), value=target.handle)
    judgement = game.asked_matter("may-be-target", piece=target, side=link.by)
    if judgement.verdict == "no":
        raise Illegal(said("bad.target", card=game.names(target)), closing_rule(judgement), target.handle)


def _speaks_of_the_attacker(effect: Effect) -> bool:
    return any(r.is_ == "target-still-attacks" for act in effect.does for r in act.requires)


def _is_the_attacker(game: Game, target: Piece) -> bool:
    battle = game.state.battle
    return battle is not None and battle.attacker == target.handle


def _chosen(effect: Effect, bullet: int | None) -> Choice:
    found = next((c for c in effect.choices if c.bullet == bullet), None)
    if found is None:
        raise Illegal(said("no.choice", number=bullet or 0), value=bullet, accepted=[c.bullet for c in effect.choices])
    return found


def pay_cost(game: Game, link: Link, step: Step) -> None:
    """Pay what the text asks for before the activation; it stays paid whatever comes."""
    costs = [*link.effect.cost, *(_chosen(link.effect, link.choose).cost if link.choose else ())]
    names = [piece_named(game, n).handle if _is_listed(game, n) else n for n in step.pays]
    r = Resolving(link, None, [], names)
    for cost in costs:
        _pay(game, r, cost)


def _is_listed(game: Game, name: str) -> bool:
    try:
        piece_named(game, name)
    except Illegal:
        return False
    return True


def _pay(game: Game, r: Resolving, cost: Action) -> None:
    if cost.act == "pay-lp":
        amount = -(-game.state.lp[r.by] // 2) if cost.amount == "half" else amount_of(game, r, cost)
        if amount is None:
            game.report.omit("not.amount", card=game.names(r.piece), amount=str(cost.amount))
        else:
            pay(game, r.by, amount)
            r.link.paid_amount = amount
        return
    if cost.act == "detach-material" and r.piece.materials:
        for _ in range(cost.count if isinstance(cost.count, int) else 1):
            if r.piece.materials:
                detach(game, r.piece, r.picks.pop(0) if r.picks else "")
        return
    if cost.act == "remove-counter" and r.piece.counters:
        kind = cost.to if cost.to in r.piece.counters else next(iter(r.piece.counters))
        r.piece.counters[kind] -= cost.count if isinstance(cost.count, int) else 1
        return
    if cost.act in _MOVES:
        to, tells = _MOVES[cost.act]
        before = r.unnamed
        paid = affected(game, r, cost)
        for piece in paid:
            move(game, piece, to, "cost", r.piece.handle, tells=tells)  # type: ignore[arg-type]
        r.link.paid = (*r.link.paid, *(p.handle for p in paid))
        come_back(game, r, paid, cost.until, carry_out)
        if not paid:
            _unnamed(game, r, cost, before)
        return
    if cost.act == "declare":
        declare(game, r.piece, r.link.declares, cost)
        return
    if cost.act == "reveal":
        r.link.paid = (*r.link.paid, *(p.handle for p in affected(game, r, cost)))
        return
    if cost.until or cost.act.startswith("forbid"):
        return  # an oath: the gates read it off the account of the turn
    game.report.omit("not.cost", card=game.names(r.piece), act=game.word_for(cost))
