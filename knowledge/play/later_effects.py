"""What effects leave for later, or do each time something happens; and what takes the place of a destruction."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from knowledge.data.language import both
from knowledge.data.profile import Action, Card, Effect
from knowledge.play.acts import ACTS
from knowledge.play.board.duel import OTHER, Duration, Leftover, Link, Piece, Watch
from knowledge.play.board.game import Game, lying
from knowledge.play.board.movement import move
from knowledge.play.board.selection import Resolving, affected, candidates
from knowledge.table.in_force import is_about

Carry = Callable[[Game, Resolving, list[Action]], None]
_MOMENTS = {
    "end-phase": "end",
    "end-of-turn": "end",
    "end-step": "end-step",
    "start-step": "start-step",
    "damage.start": "damage.start",
    "damage.after": "damage.after",
    "end-of-damage-step": "damage.start",  # for the length of the damage step: it begins with it
}
_ELSEWHERE = {"banish": "banished", "return-to-deck": "deck"}
_RETURNS = {"end-of-battle-phase": "end-step"}
_TIES = {
    "self-left-field": "falls-if-left",
    "target-left-field": "falls-if-left",
    "self-destroyed": "falls-if-destroyed",
    "target-destroyed": "falls-if-destroyed",
    "target-destroyed-and-sent-to-gy": "falls-if-destroyed",
}
_EACH_TIME = re.compile(r"(?P<count>\d+)-per-(?P<whose>opponents|own)-(?P<event>[a-z-]+)")
_ON_ENTERING = ("damage.start", "damage.after")


class EachTime(NamedTuple):
    """So many each time a player has an event."""

    times: int
    of_the_other: bool
    event: str


def each_time(count: object) -> EachTime | None:
    """What a count like `1-per-opponents-special-summon` waits for; nothing where it is another one."""
    told = _EACH_TIME.fullmatch(str(count))
    if told is None:
        return None
    event = told["event"] if told["event"].endswith("ed") else f"{told['event']}ed"
    return EachTime(int(told["count"]), told["whose"] == "opponents", event)


def moment_named(text: str) -> str:
    """The window a word for a later moment means; empty where it is none of this turn."""
    return _MOMENTS.get(text, "")


def leave_for_later(game: Game, r: Resolving, act: Action, carry_out: Carry) -> bool:
    """Keep what a text says is done later; what lies beyond this turn is told, not done."""
    if watched := each_time(act.count):
        _watch(game, r, act, watched, carry_out)
        return True
    does, when = act.to, act.until
    pieces = _bound(game, r, act)
    if when in _TIES and pieces:
        for piece in pieces:
            _tie(game, r, piece, act, does, when)
        return True
    window = moment_named(when) or (_RETURNS.get(when, "") if does == "return-to-field" else "")
    if does not in game.book.library.acts or not window:
        game.report.omit("not.later", card=game.names(r.piece))
        return True
    later = msgspec.structs.replace(act, act=does, to="", joined="", until=_lasts(act))
    schedule(game, r, [later], window, carry_out, pieces)
    return True


def _lasts(act: Action) -> str:
    return act.until if act.until == "end-of-damage-step" else ""


def _bound(game: Game, r: Resolving, act: Action) -> list[Piece]:
    """The cards meant, settled now: what a text describes by kind is looked for when the time comes."""
    if act.what == "affected":
        return list(r.done.get("affected", []))
    if act.what == "banished-for-cost":
        return [p for name in r.link.paid if (p := game.piece(name))]
    if not act.what or act.what in ("you", "opponent", "both", "destroyed-this-turn"):
        return []
    return affected(game, r, msgspec.structs.replace(act, which=None))


def schedule(
    game: Game, r: Resolving, acts: list[Action], window: str, carry_out: Carry, pieces: list[Piece] | None = None
) -> None:
    """Have acts carried out when a window comes, to cards that still lie where they lay."""
    since = len(game.state.account)
    places = {p.handle: p.zone for p in pieces or []}

    def due() -> None:
        still = Resolving(r.link, r.answered, list(r.targets), list(r.picks), dict(r.done))
        told = acts
        if pieces is not None and places:
            left = {e.handle for e in game.state.account[since:] if e.event.startswith("left-field")}
            still.done["bound"] = [p for p in pieces if p.handle not in left and p.zone == places[p.handle]]
            told = [msgspec.structs.replace(a, what="bound", which=None) for a in acts]
        carry_out(game, still, told)

    game.state.leftovers.append(Leftover(window, r.by, due, r.piece.name or r.piece.handle))
    game.report.say("left.for", card=game.names(r.piece), window=_named(game, window))


def come_back(game: Game, r: Resolving, pieces: list[Piece], until: str, carry_out: Carry) -> None:
    """Have cards that a cost banished for a while return when their time comes."""
    window = moment_named(until)
    if window and pieces:
        schedule(game, r, [Action(act="return-to-field")], window, carry_out, pieces)


def _leaves_for(card: Card | None, piece: Piece) -> str:
    """Where a card under an effect goes when it leaves the field, as that effect says of what it brought out."""
    meant = ("self",) if card is piece.card else ("summoned", "target")
    acts = [a for e in (card.effects if card is not None else ()) for a in e.does if a.act == "apply-later"]
    told = [a.to for a in acts if a.what in meant and a.until in ("", "self-left-field", "target-left-field")]
    return next((_ELSEWHERE[to] for to in told if to in _ELSEWHERE), "")


def _tie(game: Game, r: Resolving, piece: Piece, act: Action, does: str, when: str) -> None:
    """One card's fate hangs on another's, or it goes elsewhere than to the GY when it leaves."""
    target = next((p for name in r.targets if (p := game.piece(name))), None)
    watched = target if when.startswith("target") else r.piece
    if watched is None or watched is piece:
        goes = _ELSEWHERE.get(does, "")
        piece.leaves_for = goes or piece.leaves_for
        return
    name = r.piece.name or r.piece.handle
    game.state.durations.append(Duration(when, piece.handle, name, _TIES[when], r.effect, does, watched.handle))


def tie_what_lies_there(game: Game) -> None:
    """Cards that the table shows tied by a text: one falls with the other, or goes elsewhere when it leaves."""
    for piece in [p for p in game.state.pieces.values() if p.affected_by and p.on_field]:
        for name in piece.affected_by:
            piece.leaves_for = _leaves_for(game.book.card_named(name), piece) or piece.leaves_for
    for piece in [p for p in game.state.pieces.values() if p.targeting and p.card and p.on_field and p.face == "up"]:
        assert piece.card is not None
        for effect in piece.card.effects:
            r = Resolving(Link(piece, piece.card, effect, piece.side), None, [piece.targeting])
            for act in [a for a in effect.does if a.act == "apply-later" and a.until in _TIES]:
                for bound in _bound(game, r, act):
                    _tie(game, r, bound, act, act.to, act.until)


def _watch(game: Game, r: Resolving, act: Action, told: EachTime, carry_out: Carry) -> None:
    does = msgspec.structs.replace(act, act=act.to, to="", count=told.times, until="", joined="", per=None)
    side = OTHER[r.by] if told.of_the_other else r.by

    def act_on(handles: list[str]) -> None:
        pieces = [p for handle in handles if (p := game.piece(handle))]
        fitting = [p for p in pieces if act.per is None or game.fits(p, act.per, r.by, r.piece, zones=False)]
        if fitting or act.per is None:
            r.done["subject"] = fitting
            carry_out(game, r, [does])

    watch = Watch(told.event, side, act.until, act_on, len(game.state.account))
    game.state.watches.append(watch)
    word = game.book.library.acts["apply-later"]
    game.report.say("goes-on", card=game.names(r.piece), act=both(word))


def look_for_watched(game: Game) -> None:
    """Do what is done each time, once for all that happened at the same moment."""
    account = game.state.account
    for watch in game.state.watches:
        fresh = account[watch.seen :]
        watch.seen = len(account)
        such = [e for e in fresh if e.side == watch.side and watch.event in game.book.wider_events((e.event,))]
        for moment in dict.fromkeys(e.moment for e in such):
            watch.does([e.handle for e in such if e.moment == moment])
        watch.seen = len(account)


def carry_out_what_is_due(game: Game, *, entering: bool) -> bool:
    """Do what was left for this window, the turn player's first; tells whether anything was."""
    state = game.state
    if entering != (state.window in _ON_ENTERING):
        return False
    due = [left for left in state.leftovers if left.when == state.window]
    if not due:
        return False
    if len({left.by for left in due}) > 1:
        game.matter("leftover-order")
    for left in sorted(due, key=lambda one: one.by != state.turn):
        state.leftovers.remove(left)
        state.new_moment()
        state.just = len(state.account) if left is due[0] else state.just
        game.report.say("leftover", by=left.card)
        left.does()
    return True


def _named(game: Game, window: str) -> dict[str, str]:
    names = game.book.library.timings[window].names
    return both(names)


_COUNTERS = ("remove-guard-counter", "remove-counter")
_TAKES_COST = ("send-target-to-gy", "destroy-equipped-monster")


@dataclass(frozen=True)
class Replacement:
    """A text that replaces the destruction of a piece."""

    source: Piece
    effect: Effect
    act: Action
    targets: tuple[str, ...]  # of the effect that goes on, where it was activated
    instead: tuple[Action, ...]  # what its text does in place of the destruction


def replacement_for(game: Game, piece: Piece, by: str, source: str = "") -> Replacement | None:
    """The text that takes the place of this destruction; what its player may refuse, the scenario may refuse."""
    for found in _replacements(game, piece):
        if not _means_this(game, found, piece, by, source) or not _can_be_done(game, found, piece):
            continue
        if not found.act.optional:
            return found
        said = next((how for name, how in game.step.replace.items() if _is_named(found.source, name)), "")
        if said == "decline":
            continue
        if not said:
            game.report.suppose("replacement.used", card=game.names(found.source))
        return found
    return None


def _is_named(piece: Piece, name: str) -> bool:
    names = piece.card.names if piece.card else None
    return name == piece.handle or (names is not None and name in (names.zh, names.en, names.ja))


def _replacements(game: Game, piece: Piece) -> Iterator[Replacement]:
    """Texts of cards that lie where they work, and effects that resolved before and go on, as the state has them."""
    s = game.situation()
    hit = lying(s, piece)
    for one in s.state.acts("replace-destruction"):
        source = game.piece(one.source.called) if one.source else _activated_by(game, one.effect)
        if hit is not None and source is not None and not source.certain and is_about(s, one, hit):
            instead = () if one.resolved else tuple(a for a in one.effect.does if a.act != "replace-destruction")
            yield Replacement(source, one.effect, one.act, one.targets, instead)


def _activated_by(game: Game, effect: Effect) -> Piece | None:
    """The piece whose effect this was, where it lies on the table no more."""
    return next((link.piece for link in game.state.resolved if link.effect is effect), None)


def _means_this(game: Game, found: Replacement, piece: Piece, by: str, source: str) -> bool:
    """Whether the text speaks of destruction by battle, or by an effect, or by this player's effect."""
    if found.act.amount == "by-battle":
        return by == "battle"
    if found.act.to == "by-effect":
        return by == "effect"
    if found.act.to == "by-opponents-effect":
        destroyer = game.piece(source)
        return by == "effect" and (destroyer is None or destroyer.side != piece.side)
    return True


def _can_be_done(game: Game, found: Replacement, piece: Piece) -> bool:
    """Whether there is something to do in place of the destruction."""
    if found.act.to in _COUNTERS:
        return any(piece.counters.values())
    if found.act.to in _TAKES_COST:
        return any(p.on_field for p in _given_up(game, found, piece))
    source, r = found.source, _resolving(game, found)
    for act in found.instead:
        if act.act == "detach-material" and not source.materials:
            return False
        if act.act == "remove-counter" and not any(source.counters.values()):
            return False
        if act.which is not None and act.act in ("destroy", "discard") and not candidates(game, r, act):
            return False
    return True


def _given_up(game: Game, found: Replacement, piece: Piece) -> list[Piece]:
    """The cards that go in its place: what an earlier effect targeted, or what is equipped to it."""
    if found.act.to == "send-target-to-gy":
        return [p for name in found.targets if (p := game.piece(name))]
    return [p for p in game.state.pieces.values() if p.equipped_to == piece.handle]


def _resolving(game: Game, found: Replacement) -> Resolving:
    assert found.source.card is not None
    link = Link(found.source, found.source.card, found.effect, found.source.side)
    return Resolving(link, None, [], not_from=game.falling)


def do_instead(game: Game, found: Replacement, piece: Piece) -> None:
    """Do what the text does in place of the destruction."""
    if found.act.to in _COUNTERS:
        kind = next(k for k, n in piece.counters.items() if n)
        piece.counters[kind] -= 1
        game.report.say("counters", card=game.names(piece), count=piece.counters[kind])
        return
    if found.act.to in _TAKES_COST:
        for one in _given_up(game, found, piece)[:1]:
            move(game, one, "gy", "effect", found.source.handle)
        return
    r = _resolving(game, found)
    r.picks += game.step.pick
    for act in found.instead:
        doing = ACTS.get(act.act)
        if doing is None:
            game.report.omit("not.act", card=game.names(found.source), act=game.word_for(act))
        else:
            doing(game, r, act)


def replaces(game: Game, piece: Piece, source: str) -> bool:
    """Replace a destruction by an effect where a text does; tells whether it did. What falls in its place falls."""
    found = replacement_for(game, piece, "effect", source) if piece.on_field and not game.in_place else None
    if found is None:
        return False
    game.state.happens("destruction-replaced", piece, by="effect", source=source)
    game.report.say("replaced", card=game.names(piece))
    game.in_place = True
    do_instead(game, found, piece)
    game.in_place = False
    return True
