"""What applies without being activated: ATK/DEF changes of cards that lie there, durations that end."""

import unicodedata
from dataclasses import replace

from knowledge.data.cases import CardOnTable
from knowledge.data.profile import UnreadClause
from knowledge.play.board import views
from knowledge.play.board.duel import Duration, Link, Piece, change, figures
from knowledge.play.board.game import Game, lying
from knowledge.stats.changes import effect_of
from knowledge.stats.request import Step
from knowledge.table.filters import perhaps
from knowledge.table.in_force import FOR_ONE_BATTLE
from knowledge.table.requirements import UNREAD
from knowledge.table.situation import Situation
from knowledge.table.unread_clauses import read_in_part
from knowledge.table.values import VALUES, steps_of

_KNOWN = ("end-phase", "end-of-turn", "end-of-battle-phase", "end-of-damage-step")
_WHILE_ITS_SOURCE_LIES = "while-self-faceup"
# a gate is asked about these the moment one of them is done, and tells what nobody has read of it then
_JUDGED_WHEN_DONE = frozenset(
    {"summoning", "activation", "activation-allowed", "targeting", "drawing", "tribute", "destruction", "leaving",
     "instead", "control", "position"}
)  # fmt: skip
_OF_THE_BATTLE = ("end-of-battle", "end-of-damage-calculation", "damage-calculation")


def refresh(game: Game) -> None:
    """Bring the values of all monsters up to date with the continuous effects that lie on the table."""
    for d in [d for d in game.state.durations if d.until == _WHILE_ITS_SOURCE_LIES and _is_over(game, d, False)]:
        game.state.durations.remove(d)
        _undo(game, d)
    open_ = [p for p in game.state.pieces.values() if p.face == "up"]
    _give_control(game)
    s = game.situation()  # one look for all, as long as nothing changes
    for piece in [p for p in open_ if p.on_field and p.card]:
        if unread := _applies_unread(game, s, piece):
            game.report.omit("not.read", clauses="；".join(unread))
    for piece in [p for p in open_ if p.is_monster]:
        if _negation(game, s, piece):
            s = game.situation()
        if steps := _steps(piece, _changes_on(game, s, piece)):
            for step in steps:
                change(piece, step)
            s = game.situation()


def _give_control(game: Game) -> None:
    """What an equip gives control of goes over to its player for as long as the equip lies there."""
    for one in game.situation().state.acts("take-control"):
        worn = game.piece(one.source.called) if one.source else None
        wearer = game.piece(worn.equipped_to) if worn is not None and one.act.what == "equipped" else None
        if worn is None or wearer is None or worn.side == wearer.side:
            continue
        back, wearer.side = wearer.side, worn.side
        game.state.happens("control-changed", wearer, by="effect", source=worn.handle)
        game.report.say(f"control.{wearer.side}", card=game.names(wearer))
        tie = Duration(_WHILE_ITS_SOURCE_LIES, wearer.handle, worn.name, "control", one.effect, back, worn.handle)
        game.state.durations.append(tie)


def _steps(piece: Piece, wanted: dict[str, list[Step]]) -> list[Step]:
    """What begins, ends or has another value now, so that the piece has the changes that are wanted."""
    live = _live(piece)
    steps = [Step(end=by) for by in live if by not in wanted]
    for by, begun in wanted.items():
        if by not in live:
            steps += begun
        elif len(begun) == 1 and begun[0].value not in (None, _amount(piece, by)):
            steps.append(Step(update=by, value=begun[0].value))
    return steps


def _applies_unread(game: Game, s: Situation, piece: Piece) -> list[str]:
    """What a card known by its text alone may do as it lies there, as far as nobody has read it.

    A card that holds another one goes on with the effect it was activated with.
    """
    card = piece.card
    if card is None or game.book.has_profile(card) or game.is_negated(piece, s):
        return []
    found: list[str] = []
    for effect in card.effects:
        if effect.applies_of_itself and effect.trigger is None:
            clauses = [clause for clause in effect.unread_deeds if not clause.word]
            found += [clause.text for clause in clauses if not _judged_when_done(clause)]
            judged = {_plain(clause.text) for clause in clauses if _judged_when_done(clause)}
            unread = [str(r.amount) for a in effect.does for r in a.requires if r.is_ == UNREAD]
            found += [text for text in unread if _plain(text) not in judged]
        elif effect.opens_the_card and piece.targeting:
            found += read_in_part(effect)
    return list(dict.fromkeys(found))


def _plain(text: str) -> str:
    """A clause in one spelling: a condition keeps it as it was read, with plain figures."""
    return unicodedata.normalize("NFKC", text)


def _judged_when_done(clause: UnreadClause) -> bool:
    """Whether a clause speaks of nothing but what a gate is asked about when it is done."""
    spoken = {*clause.about, *clause.beside}
    return bool(spoken) and spoken <= _JUDGED_WHEN_DONE


def _live(piece: Piece) -> list[str]:
    """The continuous effects that change the piece's values by now: those begun and not ended since."""
    live: dict[str, None] = {}
    for step in piece.changes:
        if step.do and step.by and step.kind in ("continuous", "equip"):
            live[step.by] = None
        elif step.end:
            live.pop(step.end, None)
    return list(live)


def _amount(piece: Piece, by: str) -> object:
    return next((s.value for s in reversed(piece.changes) if by in (s.by, s.update) and s.value is not None), None)


def _negation(game: Game, s: Situation, piece: Piece) -> bool:
    """Values of a monster's own effects stop while it is negated; whether that has changed."""
    now = game.is_negated(piece, s) or piece.certain
    verbs = [step for step in piece.changes if step.negate or step.restore]
    before = bool(verbs) and verbs[-1].negate is not None
    if now == before:
        return False
    return change(piece, Step(negate="self", by=piece.negated_by or None) if now else Step(restore="self"))


def _unread_about_values(s: Situation, changed: CardOnTable | None) -> list[str]:
    """The clauses nobody has read that would change the values of a piece."""
    if changed is None or not s.state.possible:
        return []
    about = [a for a in s.state.possible if a.act.act in VALUES]
    reaching = [a for a in about if s.state.reaches(a, changed) or perhaps(s, changed, a.act.which, a.side)]
    asked = [r for a in reaching for r in (*a.effect.requires, *a.act.requires) if r.is_ == UNREAD]
    return list(dict.fromkeys(str(r.amount) for r in asked))


def _changes_on(game: Game, s: Situation, piece: Piece) -> dict[str, list[Step]]:
    """What cards that lie there do to a piece's values now, by the name of the card."""
    found: dict[str, list[Step]] = {}
    changed = lying(s, piece)
    unread = _unread_about_values(s, changed)
    if unread:
        game.report.omit("not.read", clauses="；".join(unread))
    for one in s.state.acts_on(changed, *VALUES):
        source = game.piece(one.source.called) if one.source else None
        if one.was_activated or source is None or source.certain or changed is None:
            continue
        alone = sum(p.name == source.name for p in game.state.pieces.values()) == 1
        by = source.name if alone and source.name else effect_of(one.card.names.zh, source.handle)
        steps = steps_of(s, one, changed, by)
        if steps is not None:
            found.setdefault(by, []).extend(steps)
        elif not str(one.act.amount).startswith("destroyed"):  # nothing has been destroyed that it could read
            game.report.omit("not.amount", card=game.names(source), amount=str(one.act.amount))
    return found


def expire(game: Game, *, battle_over: bool = False) -> None:
    """End what lasts no longer in the window that has been reached."""
    for d in list(game.state.durations):
        if d in game.state.durations and _is_over(game, d, battle_over):
            game.state.durations.remove(d)
            _undo(game, d)


def battle_is_over(game: Game, number: int) -> None:
    """What was done for one battle alone goes on no longer."""
    of_it = [link for link in game.state.resolved if game.state.account[link.since].battle == number]
    spent = [link for link in of_it if _is_for_one_battle(game, link)]
    game.state.resolved = [link for link in game.state.resolved if link not in spent]


def _is_for_one_battle(game: Game, link: Link) -> bool:
    """Whether all that an effect leaves behind is about battle damage or destruction, with no longer time printed."""
    acts = link.effect.every_act
    about = [a for a in acts if game.book.wider_acts((a.act,)) & FOR_ONE_BATTLE]
    longer = [a for a in acts if a.until and a.until not in (*_OF_THE_BATTLE, "end-of-damage-step")]
    return bool(about) and not longer


def _is_over(game: Game, d: Duration, battle_over: bool) -> bool:
    if d.until in _OF_THE_BATTLE:
        calculated = game.state.battle is None or game.state.battle.calculated
        return battle_over or (calculated and d.until != "end-of-battle")
    if d.until == _WHILE_ITS_SOURCE_LIES:
        source = game.piece(d.source)
        return source is not None and not (source.on_field and source.face == "up")
    if d.until not in _KNOWN or d.effect is None:
        return False
    piece = game.piece(d.source)
    account = replace(views.of_battle(game.book, game.state))
    card = game.book.card_named(d.by)
    stated = {"duration": d.until}
    judgement = game.asked_matter("still-applies", account=account, effect=d.effect, card=card, stated=stated)
    if judgement.verdict == "no":
        game.note("still-applies", judgement, piece.handle if piece else d.by)
    return judgement.verdict == "no"


def _undo(game: Game, d: Duration) -> None:
    piece = game.piece(d.handle)
    if piece is None:
        return
    if d.undoes == "change" and change(piece, Step(end=d.by)):
        game.report.say("ends", card=game.names(piece), by=d.by)
    elif d.undoes == "negation" and piece.negated_by == d.by:
        piece.negated_by = ""
        game.report.say("ends", card=game.names(piece), by=d.by)
    elif d.undoes == "affected" and d.by in piece.affected_by:
        piece.affected_by.remove(d.by)
    elif d.undoes == "control" and piece.on_field:
        piece.side = d.back
        game.state.happens("control-changed", piece, by="rule")
        game.report.say("control.back", card=game.names(piece))


def values_told(game: Game, piece: Piece, before: object) -> None:
    """Say what a monster's values have become, if they changed."""
    now = figures(piece)
    if (now.atk, now.defence) != before:
        game.report.say(
            "values", card=game.names(piece), atk=now.atk or 0, defence=now.defence if now.defence is not None else "-"
        )
