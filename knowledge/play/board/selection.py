"""Which pieces a step or an act means: by a name, by its text, as targets, picked as it resolves; and how much."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from knowledge.data.profile import Action, Card, Effect, card_and_number, number_of
from knowledge.data.records import nearest
from knowledge.play.board.duel import OTHER, Link, Piece, figures
from knowledge.play.board.game import Game, Illegal, lying, said
from knowledge.rules.book import Book
from knowledge.spelling import folded
from knowledge.table.comparisons import DONE
from knowledge.table.values import Counting, in_points, multiple_of

HIDDEN = ("deck", "hand", "extra-deck")
PLAYERS = ("you", "opponent", "both")


@dataclass
class Resolving:
    """One link while it resolves: what is left of its picks, and what its earlier acts have done."""

    link: Link
    answered: Link | None
    targets: list[str]
    picks: list[str] = field(default_factory=list)
    done: dict[str, list[Piece]] = field(default_factory=dict)  # summoned, destroyed, banished … so far
    unnamed: int = 0  # cards that were taken from places that are not laid open
    last: bool = True  # whether the act before was carried out
    not_from: frozenset[str] = frozenset()  # cards that cannot be taken for it: they fall by the same effect
    figures: dict[str, int] = field(default_factory=dict)  # what its earlier acts came to: LP gained, ATK lost

    @property
    def effect(self) -> Effect:
        """The effect that resolves."""
        return self.link.effect

    @property
    def by(self) -> str:
        """The player whose effect it is."""
        return self.link.by

    @property
    def piece(self) -> Piece:
        """The card whose effect it is."""
        return self.link.piece


def players(resolving: Resolving, what: str) -> list[str]:
    """The players an act is about; the opponent, the owner of the effect, or both."""
    if what == "both":
        return [resolving.by, OTHER[resolving.by]]
    return [OTHER[resolving.by] if (what == "opponent") != resolving.link.mirrored else resolving.by]


def affected(game: Game, r: Resolving, act: Action) -> list[Piece]:
    """The pieces an act is done to now."""
    named = _named(game, r, act)
    if named is not None:
        fitting = [p for p in named if not p.gone]
        if act.count == "the-rest":
            fitting = [p for p in fitting if p not in r.done.get("summoned", ())]
        if act.which is not None and act.what not in ("self", "summoned", "destroyed"):
            fitting = [p for p in fitting if game.fits(p, act.which, r.by, r.piece, zones=False)]
        if act.what == "target" and act.which is not None and act.which.zones:
            fitting = [p for p in fitting if _was_targeted_in(r, p, act.which.zones)]
        return fitting
    return _picked(game, r, act)


def _was_targeted_in(r: Resolving, piece: Piece, zones: tuple[str, ...]) -> bool:
    """Whether a part that speaks of the targets of some place means this one, by where it lay when it was targeted."""
    named, kinds = r.link.targets, r.effect.targets
    if len(named) != len(kinds) or piece.handle not in named:
        return True
    return not kinds[named.index(piece.handle)].zones or bool({*kinds[named.index(piece.handle)].zones} & {*zones})


def reached(game: Game, r: Resolving, act: Action) -> list[Piece]:
    """The pieces an act is done to and takes hold of: the rules keep some from returning, turning or being touched."""
    found = [p for p in affected(game, r, act) if _is_carried_out(game, r, act, p)]
    touched = r.done.setdefault("affected", [])
    touched += [p for p in found if p not in touched]
    return found


def _is_carried_out(game: Game, r: Resolving, act: Action, piece: Piece) -> bool:
    """Asked for this act alone; what hangs on an earlier act is looked at when the effect is carried out."""
    alone = msgspec.structs.replace(r.effect, does=(msgspec.structs.replace(act, joined=""),), choices=())
    about = act.act if piece is r.piece else f"{act.act} {piece.handle}"
    judgement = game.asked_matter("carried-out", about=about, piece=r.piece, effect=alone, side=r.by)
    if judgement.verdict != "yes":
        game.note("carried-out", judgement, piece.handle)
    if judgement.verdict == "undetermined":
        game.report.suppose("undetermined", card=game.names(piece))
    return judgement.verdict != "no"


def _named(game: Game, r: Resolving, act: Action) -> list[Piece] | None:
    state, battle = game.state, game.state.battle
    what = act.what
    if what == "self":
        return [r.piece]
    if what == "target":
        return [p for name in r.targets if (p := game.piece(name))]
    if what == "answered":
        coming = game.piece(r.link.answers_summon)
        return [coming] if coming else [r.answered.piece] if r.answered else []
    if what in ("summoned", "destroyed") or what in r.done:
        return r.done.get(what, [])
    if what in DONE:
        return _pieces_done(game, r, act, what) or []
    if what == "destroyed-this-turn" and act.which is not None:
        fallen = {e.handle for e in state.account if e.event.startswith("destroyed")}
        return [
            p for p in state.pieces.values() if p.handle in fallen and p.zone in act.which.zones and p.owner == r.by
        ]
    if what == "subject":
        return [p for name in r.link.subjects if (p := game.piece(name))]
    if what == "equipped":
        worn = game.piece(r.piece.equipped_to)
        return [worn] if worn else []
    if what == "holder":
        return [p for p in state.pieces.values() if r.piece.handle in p.materials]
    over = battle is not None and what == "battled" and _is_over(game, battle.number)  # nobody fights any more
    if battle is not None and not over and what in ("battled", "own-battler", "battler", "attacker", "declared"):
        fighters = [p for name in (battle.attacker, battle.target) if name and (p := game.piece(name))]
        if what in ("attacker", "declared"):
            return fighters[:1]
        if what == "battled":
            return [p for p in fighters if p is not r.piece and (r.piece in fighters or p.side != r.by)][:1]
        return [p for p in fighters if p.side == r.by][:1]
    return None


def _is_over(game: Game, number: int) -> bool:
    """Whether the attack of this number was negated or has stopped."""
    battle = game.state.battle
    negated = any(e.event == "attack-negated" and e.battle == number for e in game.state.account)
    return negated or battle is None or battle.stopped


def _picked(game: Game, r: Resolving, act: Action) -> list[Piece]:
    """Everything the text speaks of, or the cards its player picks from that."""
    if act.which is None:
        return [] if act.what else _unnamed(game, r, act)
    open_ones = candidates(game, r, act)
    count = str(act.count)
    if count == "all":
        return open_ones
    if count.startswith("all-but"):
        return [p for p in open_ones if p.handle not in r.targets]
    most = _until_equal(game, r) if count == "until-equal" else how_many(game, r, act)
    if count.endswith("-or-more"):
        most = max(most, sum(any(p.handle == name for p in open_ones) for name in r.picks))
    chosen: list[Piece] = []
    for name in list(r.picks):
        found = next((p for p in open_ones if p.handle == name), None)
        if found is not None and found not in chosen and len(chosen) < most:
            chosen.append(found)
            r.picks.remove(name)
    if chosen or not open_ones:
        if not open_ones and set(act.which.zones) & set(HIDDEN):
            r.unnamed += most
        return chosen
    if len(open_ones) > most:
        game.report.suppose("picked", card=game.names(open_ones[0]))
    return open_ones[:most]


def _unnamed(game: Game, r: Resolving, act: Action) -> list[Piece]:
    """An act that names no card is done to the targets; without any it is not known what it is done to."""
    aimed = [p for name in r.targets if (p := game.piece(name)) and not p.gone]
    meant = [p for p in aimed if not act.whence or p.zone in act.whence]
    if not meant and not r.targets:
        game.report.omit("not.whom", card=game.names(r.piece), act=game.word_for(act))
    return meant


def _until_equal(game: Game, r: Resolving) -> int:
    """How many cards the other player has to give up to have as many on the field as this one."""
    lying = [p.side for p in game.state.pieces.values() if p.on_field]
    return max(0, lying.count(OTHER[r.by]) - lying.count(r.by))


def candidates(game: Game, r: Resolving, act: Action) -> list[Piece]:
    """Every listed piece an act could take."""
    assert act.which is not None
    found = []
    for p in game.state.pieces.values():
        if p.gone or (p.certain and str(act.count) != "all" and not _may_be_chosen(game, p, r)):
            continue
        if (act.which.other and p is r.piece) or p in r.done.get("swapped", []) or p.handle in r.not_from:
            continue
        if act.what in PLAYERS and p.side not in players(r, act.what) and act.which.side is None:
            continue
        if game.fits(p, act.which, r.by, r.piece) and (act.which.zones or p.on_field):
            found.append(p)
    return found


def _may_be_chosen(game: Game, piece: Piece, r: Resolving) -> bool:
    """Whether a monster that is certain to be destroyed can be picked."""
    return game.matter("may-be-chosen", piece=piece, side=r.by) == "yes"


def _number(count: str) -> int:
    digits = "".join(c for c in count if c.isdigit())
    return int(digits) if digits else 1


def piece_named(game: Game, name: str, by: str | None = None) -> Piece:
    """The piece a handle, or the name of its card in any language, means."""
    pieces = [p for p in game.state.pieces.values() if not p.gone]
    exact = [p for p in pieces if p.handle == name]
    card = game.book.card_named(name)
    found = exact or [p for p in pieces if card is not None and p.card is card]
    if by is not None and len(found) > 1:
        found = [p for p in found if p.side == by] or found
    if not found:
        handles = [p.handle for p in pieces]
        raise Illegal(
            said("unknown.piece", name=name, near=nearest(name, handles) or "-"), value=name, accepted=handles
        )
    return found[0]


def effect_meant(game: Game, text: str, by: str | None) -> tuple[Piece, list[Effect]]:
    """The piece and the effects that CARD or CARD/N means; p1 is a pendulum effect."""
    name, number = card_and_number(text) if text not in game.state.pieces else (text, "")
    piece = piece_named(game, name, by)
    card = piece.card
    if card is None:
        raise Illegal(said("no.profile", card=game.names(piece)), value=text)
    activated = card.activated_effects
    if not number and not card.effects:
        raise Illegal(said("no.effects", card=game.names(piece)), value=text)
    if not number:
        return piece, activated or list(card.effects)
    wanted = [e for e in card.effects if number_of(e) == number.lower()]
    if not wanted:
        known = [number_of(e) for e in card.effects]
        raise Illegal(said("no.effect", card=game.names(piece), number=number), value=text, accepted=known)
    return piece, wanted


def window_named(book: Book, text: str) -> str:
    """The window a name in any language means."""
    for timing in book.library.timings.values():
        if timing.kind != "window":
            continue
        names = (timing.id, timing.names.zh, timing.names.ja, timing.names.en, *timing.aliases)
        if folded(text) in {folded(n) for n in names if n}:
            return timing.id
    near = nearest(text, book.windows)
    raise Illegal(said("unknown.window", name=text, near=near or "-"), value=text, accepted=book.windows)


def card_known(book: Book, name: str) -> Card:
    """The profile of a card, or a refusal with the nearest name."""
    found = book.cards_named(name)
    if len(found) == 1:
        return found[0]
    names = [c.names.zh for c in book.library.cards.values()] + [c.names.en for c in book.library.cards.values()]
    key = "ambiguous.card" if found else "unknown.card"
    accepted = [c.id for c in found]
    raise Illegal(said(key, name=name, near=nearest(name, names) or "-"), value=name, accepted=accepted)


_OF_THE_EFFECT: dict[str, Callable[[Resolving], int | None]] = {
    "lp-paid": lambda r: r.link.paid_amount,
    "lp-gained": lambda r: r.figures.get("lp-gained"),
    "atk-lost-by-target": lambda r: r.figures.get("atk-lost"),
}
_STAT = re.compile(r"(?P<whose>.+?)-(?P<original>original-)?(?P<stat>atk|def|higher|level|rank|link)")


def amount_of(game: Game, r: Resolving, act: Action, piece: Piece | None = None) -> int | None:
    """The amount of an act in points; nothing where the text's word for it is not understood."""
    if r.link.value is not None:
        return r.link.value
    if isinstance(act.amount, int):
        return act.amount
    word = act.amount
    whole = word.removeprefix("half-of-")
    found = _done_so_far(game, r, act, whole)
    if found is not None:
        return -(-found // 2) if whole != word else found
    s = game.situation()
    return in_points(s, word, lying(s, piece or r.piece), r.by, act.per, r.targets)


def how_many(game: Game, r: Resolving, act: Action) -> int:
    """How many an act means: a figure, as many as this effect did something to, or what the table shows; else one."""
    if isinstance(act.count, int):
        return act.count
    if r.link.value is not None:
        return r.link.value
    done = next((word for word in (*DONE, "affected") if f"-as-{word}" in act.count), "")
    if done and (pieces := _pieces_done(game, r, act, done)) is not None:
        return len(pieces)
    s = game.situation()
    found = Counting(s, lying(s, r.piece), r.by, act.per, r.targets).how_many(act.count)
    return _number(act.count) if found is None else found


def _pieces_done(game: Game, r: Resolving, act: Action, word: str) -> list[Piece] | None:
    """The pieces to which this effect, or its cost, did what a word says; nothing where it did no such thing."""
    deed = DONE.get(word, word)
    done = next((r.done[key] for key in (word, deed) if key in r.done), None)
    if word == "subject" and done is None:
        done = [p for name in r.link.subjects if (p := game.piece(name))]
    if done is None and any(cost.act == deed for cost in r.effect.cost):
        done = [p for name in r.link.paid if (p := game.piece(name))]
    if done is None or act.per is None:
        return done
    return [p for p in done if game.fits(p, act.per, r.by, r.piece, zones=False)]


def _done_so_far(game: Game, r: Resolving, act: Action, word: str) -> int | None:
    """An amount that only the effect itself, or the account of what happened, can tell."""
    if word in _OF_THE_EFFECT:
        return _OF_THE_EFFECT[word](r)
    if word == "damage-taken":
        return next((e.amount for e in reversed(game.state.account) if e.event.endswith("damage-taken")), None)
    each, what = multiple_of(word)
    if what in DONE:
        pieces = _pieces_done(game, r, act, what)
        return None if pieces is None else each * len(pieces)
    told = _STAT.fullmatch(what or word)
    if told is None:
        return None
    target = [p for name in r.targets[:1] if (p := game.piece(name))] if told["whose"] == "target" else None
    held = [
        _held(p, told["original"] or "", told["stat"])
        for p in target or _pieces_done(game, r, act, told["whose"]) or ()
    ]
    known = [one for one in held if one is not None]
    return (each or 1) * sum(known) if known and len(known) == len(held) else None


def _held(piece: Piece, original: str, stat: str) -> int | None:
    """What a piece has of a value; one that has left the field as it was there."""
    values = figures(piece)
    if stat == "atk":
        return values.original_atk if original else values.atk
    if stat == "def":
        return values.original_def if original else values.defence
    if stat == "higher":
        return max(values.atk or 0, values.defence or 0)
    return piece.card.level if piece.card is not None else None
