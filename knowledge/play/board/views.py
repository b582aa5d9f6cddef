"""The state of play as others see it: a table for the gates, from one player's side; plain data for people."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from knowledge.data import cases
from knowledge.data.cases import CardOnTable, Happening, Table
from knowledge.data.profile import Effect, Side, number_of
from knowledge.play.board.duel import OTHER, SHARED, Entry, Link, Piece, State, figures, plain_names
from knowledge.rules.book import Book
from knowledge.rules.facts.battle_facts.battle import COMING_AND_GOING

ACTIVATIONS = ("effect-activated", "card-activated")
_BY_NAME = frozenset((*ACTIVATIONS, "activation-negated", "effect-resolved", "chain-resolved"))
_DECLARATIONS = frozenset(("attack-declared", "chosen-as-attack-target"))
_STATIONS = ("damage-step-entered", "damage-calculation")
COMPLETE = ("field", "gy")  # a scenario lists everything that lies in these places
NOTHING_NEW = Entry("process-done")


@dataclass(frozen=True)
class Account:
    """What is told of the past for one question."""

    earlier: tuple[Entry, ...]
    happened: tuple[Entry, ...]


def as_table(
    book: Book,
    state: State,
    side: str = "own",
    piece: Piece | None = None,
    account: Account | None = None,
    chain: Iterable[Link] | None = None,
    known: dict[str, Any] | None = None,
) -> Table:
    """The table as `side` sees it, with `piece` as the card asked about."""
    view = _View(book, state, side, piece)
    told = account or Account((), ())
    battle = state.battle
    fields: dict[str, Any] = {
        "turn": view.seen(state.turn),
        "turn_number": state.turn_number,
        "lp": {view.seen(s): n for s, n in state.lp.items()},
        "hand": {view.seen(s): n for s, n in state.hand.items()},
        "deck": {view.seen(s): n for s, n in state.deck.items()},
        "self": view.lying(piece) if piece else None,
        "cards": tuple(view.lying(p) for p in state.pieces.values() if p is not piece and not p.gone),
        "battle": view.battle() if battle and not battle.stopped else None,
        "chain": tuple(view.link(link) for link in (state.chain if chain is None else chain)),
        "happened": view.just_now(told.happened),
        "earlier": tuple(view.told(e) for e in told.earlier),
        "applied": tuple(view.link(link) for link in state.resolved),
        "nothing_else_in": COMPLETE,
        "known": known or {},
    }
    return Table(**fields)


class _View:
    def __init__(self, book: Book, state: State, side: str, piece: Piece | None) -> None:
        self.book, self.state, self.side = book, state, side
        self.me = piece.handle if piece else ""

    def seen(self, side: str | None) -> Any:
        return side if side is None or self.side == "own" else OTHER[side]

    def called(self, handle: str) -> str:
        return "self" if handle and handle == self.me else handle

    def lying(self, p: Piece) -> CardOnTable:
        values = figures(p)
        position, atk, defence = self._as_it_fought(p) or (
            (p.position, values.atk, values.defence) if p.is_monster else (None, p.atk, p.defence)
        )
        changed: dict[str, Any] = {name: getattr(p, name) for name in SHARED}
        changed |= {
            "card": p.card.names.zh if p.card else "",
            "called": p.handle,
            "side": self.seen(p.side),
            "owner": self.seen(p.owner),
            "face": p.face if p.on_field or p.zone in ("gy", "banished") else "down",
            "position": position,
            "atk": atk,
            "defence": defence,
            "original_atk": values.original_atk if p.is_monster else None,
            "original_defence": values.original_def if p.is_monster else None,
            "materials": tuple(p.materials),
            "counters": dict(p.counters),
            "affected_by": tuple(p.affected_by),
            "equipped_to": self.called(p.equipped_to),
            "targeting": self.called(p.targeting),
            "being_summoned": p.coming,
        }
        return msgspec.structs.replace(p.shown, **changed)

    def _as_it_fought(self, p: Piece) -> tuple[str | None, int | None, int | None] | None:
        """A fighter that has left keeps the figures it fought with: the battle is judged by them to its end."""
        battle = self.state.battle
        return battle.fought.get(p.handle) if battle and battle.calculated and not p.is_monster else None

    def battle(self) -> cases.Battle:
        b = self.state.battle
        assert b is not None
        return cases.Battle(
            attacker=self.called(b.attacker),
            defender=self.called(b.target),
            calculated=b.calculated,
            inside=b.inside,
            through=b.through,
        )

    def link(self, link: Link) -> cases.Link:
        return cases.Link(
            card=link.card.names.zh,
            by=self.seen(link.by),
            effect=number_of(link.effect),
            targets=tuple(self.called(t) for t in link.targets),
            activates="card" if link.effect.opens_the_card else "effect",
        )

    def just_now(self, entries: tuple[Entry, ...]) -> tuple[Happening, ...]:
        """What has just happened, each with whether it came after what stands before it."""
        before = (None, *entries)
        return tuple(
            self.told(e, later=b is not None and e.moment > b.moment) for b, e in zip(before, entries, strict=False)
        )

    def told(self, e: Entry, *, later: bool = False) -> Happening:
        card = self.called(e.handle)
        if card != "self" and (e.event in _BY_NAME or (e.origin and e.origin != "monster-zone")):
            card = e.name or card
        return Happening(
            event=e.event,
            card=card,
            by=e.by,
            source=self._named(e.source),
            origin=e.origin,
            side=self.seen(e.side),
            amount=e.amount,
            effect=e.effect,
            to=self.called(e.to),
            later=later,
            caused_by=self._caused_by(e),
        )

    def _caused_by(self, e: Entry) -> Side | None:
        """Whose card brought it about, where an effect, a cost or a battle did."""
        source = self.state.pieces.get(e.source)
        told: Side | None = self.seen(source.side) if source is not None and e.by in ("effect", "cost") else None
        return told

    def _named(self, handle: str) -> str:
        source = self.state.pieces.get(handle)
        return source.card.names.zh if source and source.card else handle


def moment(book: Book, state: State, piece: Piece | None, effect: Effect | None, fresh: Iterable[Entry]) -> Account:
    """For an activation: what has just happened that bears on the effect, and the rest of the turn before it."""
    happened = tuple(fresh)
    before = [e for e in state.account[: state.just] if not _of_this_attack(book, state, e)]
    if state.chain or not happened:
        happened = happened or (NOTHING_NEW,)
    earlier = [e for e in before if e.event not in ACTIVATIONS and _concerns(state, e, piece)]
    used = [e for e in state.account if e.event in ACTIVATIONS]
    earlier += [e for n, e in _numbered(state) if e in used and not e.negated and not _pending(state, n)]
    mine = [e for e in used if piece and effect and spends(state, e, piece, effect)]
    own = [told for e in mine for told in _as_use(e, piece)]
    earlier = [e for e in earlier if e.event not in ACTIVATIONS or piece is None or e.handle != piece.handle]
    return Account((*earlier, *own), tuple(e for e in happened if e.event not in ACTIVATIONS) or (NOTHING_NEW,))


def _numbered(state: State) -> list[tuple[int, Entry]]:
    return list(enumerate(state.account))


def _pending(state: State, place: int) -> bool:
    return any(link.since == place for link in state.chain)


def _as_use(e: Entry, piece: Piece | None) -> list[Entry]:
    """A use of the effect asked about, told of the card asked about, and that it was negated where it was."""
    handle = piece.handle if piece else e.handle
    told = Entry(e.event, handle, e.name, side=e.side, effect=e.effect, to=e.to, window=e.window)
    return [told, *([Entry("activation-negated", handle, e.name, side=e.side)] if e.negated else [])]


def _concerns(state: State, e: Entry, piece: Piece | None) -> bool:
    if e.event == "window-chain-resolved":
        return e.window == state.window and e.battle == (state.battle.number if state.battle else 0)
    if piece is None or e.event not in _STATIONS:
        return True
    return piece.handle == e.handle or (e.event == "damage-calculation" and piece.handle == e.to)


def _of_this_attack(book: Book, state: State, e: Entry) -> bool:
    """The declaration of the attack going on is the present, not the past."""
    now = state.battle is not None and not state.battle.stopped and e.battle == state.battle.number
    return now and bool(book.wider_events((e.event,)) & _DECLARATIONS)


def spends(state: State, e: Entry, piece: Piece, effect: Effect) -> bool:
    """Whether an earlier activation counts against the limit of this effect."""
    limit = effect.limit
    if limit is None or str(e.effect) not in {number_of(effect), *map(str, limit.shared)}:
        return False
    mine = e.handle == piece.handle
    if limit.counts == "name":
        mine = bool(e.name) and e.name == piece.name and e.side == piece.side
    scope = {
        "chain": bool(state.chain) and e.chain == state.chains,
        "battle": state.battle is not None and e.battle == state.battle.number,
        "damage-step": state.battle is not None and e.battle == state.battle.number,
        "phase": e.window == state.window,
    }
    return mine and scope.get(limit.per, True)


def of_battle(book: Book, state: State) -> Account:
    """For a matter of the attack going on: what happened since it was declared, and the attacks before it."""
    since = state.battle.since if state.battle else len(state.account)
    chosen = state.battle.chosen_at if state.battle else since
    before = [e for e in state.account[:since] if not book.wider_events((e.event,)) & COMING_AND_GOING]
    happened = [
        e
        for n, e in enumerate(state.account[since:], since)
        if n >= chosen or not book.wider_events((e.event,)) & COMING_AND_GOING
    ]
    return Account(_settled(state, before), _settled(state, happened) or (NOTHING_NEW,))


def _settled(state: State, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Without activations that were negated or still wait to resolve: they change nothing on the table."""
    return tuple(e for e in entries if not e.negated and not (e.event in ACTIVATIONS and _waits(state, e)))


def _waits(state: State, e: Entry) -> bool:
    return any(link.since < len(state.account) and state.account[link.since] is e for link in state.chain)


def of_piece(state: State, piece: Piece) -> Account:
    """For a matter of one monster's turn: only its own battles and what was done with it."""
    told = [e for e in state.account if _concerns(state, e, piece) and not e.negated]
    own = [e for e in told if piece.handle in (e.handle, e.to)]
    return Account(tuple(own) or (NOTHING_NEW,), (NOTHING_NEW,))


def since_link(state: State, link: Link) -> Account:
    """For the resolution of a link: what happened since it was activated."""
    after = [e for e in state.account[link.since + 1 :] if e.event not in ACTIVATIONS]
    return Account(tuple(state.account[: link.since]), tuple(after) or (NOTHING_NEW,))


def snapshot(state: State) -> dict[str, Any]:
    """Everything that can be seen on the table now."""
    battle = state.battle
    return {
        "window": state.window,
        "turn": state.turn,
        "lp": dict(state.lp),
        "damage": dict(state.damage),
        "hand": dict(state.hand),
        "chain": [
            {
                "link": n,
                "card": link.card.names.zh,
                "called": link.piece.handle,
                "effect": link.effect.number,
                "by": link.by,
                "targets": list(link.targets),
            }
            for n, link in enumerate(state.chain, 1)
        ],
        "battle": None
        if battle is None
        else {
            "attacker": battle.attacker,
            "target": battle.target or None,
            "calculated": battle.calculated,
            "replay": battle.replay,
            "damage": dict(battle.damage),
        },
        "cards": [_shown(p) for p in state.pieces.values() if not p.gone],
        "over": state.over or None,
    }


def _shown(piece: Piece) -> dict[str, Any]:
    values = figures(piece) if piece.is_monster else None
    told: dict[str, Any] = {
        "called": piece.handle,
        "names": plain_names(piece),
        "card": piece.name or None,
        "side": piece.side,
        "zone": piece.zone,
        "face": piece.face if piece.on_field else None,
        "position": piece.position if piece.is_monster else None,
        "atk": values.atk if values else None,
        "def": values.defence if values else None,
    }
    more = {
        "materials": list(piece.materials),
        "counters": {k: n for k, n in piece.counters.items() if n},
        "equipped_to": piece.equipped_to,
        "targeting": piece.targeting,
        "negated_by": piece.negated_by,
        "affected_by": list(piece.affected_by),
        "certain_to_be_destroyed": piece.certain,
    }
    return told | {key: value for key, value in more.items() if value}
