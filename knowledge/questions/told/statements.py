"""What a sentence tells of the table: clauses → cards in their zones, figures, uses, events, the chain so far.

Everything is told from the speaker's seat; `seen_by_the_opponent` turns the table round where the opponent is the one
who would act. What becomes a statement is marked as used, so that what did not can be shown.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

import msgspec

from knowledge.data.cases import OTHER, CardOnTable
from knowledge.data.profile import Card, Side, Zone
from knowledge.questions.cast import Cast, Item, marks_of, neighbour, side_before, zones_told
from knowledge.questions.lexicon import SPELL_OR_TRAP
from knowledge.questions.told.boards import board_in
from knowledge.rules.book import Book

_NO_GY = "empty-gy"
_EMPTY = {  # what a state leaves empty, by the place's name behind the side
    _NO_GY: ("gy",),
    "no-hand": ("hand",),
}
_EMPTY_DECK = "empty-deck"
_OF_A_HAND = frozenset(("reveal", "look", "declare", "search", "add-to-hand", "discard", "return-to-hand"))
_COUNTED = {"hand": "hand", "deck": "deck"}
_MOST_DUMMIES = 12
_COUNTER = "counter"  # one without a name


@dataclass
class Statements:
    """The table as told, in the shape of `given`, and the items that went into it."""

    own: dict[str, Any] = field(default_factory=dict)
    cards: list[dict[str, Any]] = field(default_factory=list)
    nothing_else_in: list[str] = field(default_factory=list)
    lacks: list[dict[str, Any]] = field(default_factory=list)
    some: list[str] = field(default_factory=list)  # whose field holds a card of which nothing more is told
    some_face: str = ""  # how that card lies, where it is told
    lp: dict[str, int] = field(default_factory=dict)
    hand: dict[str, int] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)  # phases of this turn that an effect leaves out
    known: dict[str, str] = field(default_factory=dict)  # facts that are told in so many words
    deck: dict[str, int] = field(default_factory=dict)
    earlier: list[dict[str, Any]] = field(default_factory=list)
    happened: list[dict[str, Any]] = field(default_factory=list)
    battle: dict[str, Any] = field(default_factory=dict)  # of monsters that are not told as attacker and attacked
    used: set[int] = field(default_factory=set)
    absent: list[tuple[str, str]] = field(default_factory=list)  # side and place where a named card does not lie
    open: list[Item] = field(default_factory=list)  # words that deny something, and reached nothing
    from_hand: bool = False  # what is told of the table leaves only the hand for the card asked about

    def given(self) -> dict[str, Any]:
        """The body's `given`, without what nobody spoke of."""
        whole = {
            "self": self.own,
            "cards": self.cards,
            "nothing_else_in": self.nothing_else_in,
            "lacks": self.lacks,
            "lp": self.lp,
            "hand": self.hand,
            "known": self.known,
            "skipped": self.skipped,
            "deck": self.deck,
            "earlier": self.earlier,
            "happened": self.happened,
            "battle": self.battle,
        }
        return {key: value for key, value in whole.items() if value}


def called(book: Book, card: Card) -> str:
    """A name under which exactly this card is found again."""
    if book.cards_named(card.names.zh) == [card]:
        return card.names.zh
    return f"cid:{card.cid}" if card.cid else str(card.password or card.id)


def field_zone(card: Card | None) -> Zone:
    """Where a card lies on the field."""
    if card is None or card.type.startswith("Monster"):
        return "monster-zone"
    return "field-zone" if "Field" in card.type else "spell-zone"


def on_the_field(
    card: Card, side: Side = "own", called: str = "", position: Literal["attack", "defence"] = "attack"
) -> CardOnTable:
    """A card that lies face-up on the field, a monster in attack position unless told otherwise."""
    stands = position if card.type.startswith("Monster") else None
    return CardOnTable(card=card.names.zh, called=called, side=side, zone=field_zone(card), position=stands)


def _use_of_a_kind(told: Statements, cast: Cast, at: int, side: str) -> bool:
    """`a spell card has been activated this turn already`: of which nothing more is told than what it is."""
    item, words = cast.items[at], []
    for other in cast.items[at + 1 :]:
        phrase = other.phrase
        if other.part != item.part or phrase is None or not (phrase.light or phrase.thing or phrase.activation):
            return False
        words.append(other)
        kind = phrase.thing.kind if phrase.thing else SPELL_OR_TRAP.get(phrase.activation, "")
        if kind in SPELL_OR_TRAP.values():
            break
        if phrase.number != "count":
            return False
    else:
        return False
    if any(i.is_name for i in cast.in_part(item.part) if i.start < item.start):
        return False  # "X used up a spell": what X did
    times = next((i.token.number or 1 for i in (item, *words) if i.token and i.phrase and i.phrase.number), 1)
    for n in range(times):
        handle = f"used-{kind}-{side or 'own'}-{n}"
        told.cards.append({"called": handle, "side": side or "own", "zone": "gy", "type": [kind]})
        told.earlier.append({"event": "card-activated", "card": handle, "side": side or "own"})
    told.used |= {item.start, *(i.start for i in words)}
    return True


def _only_card_in_hand(told: Statements, cast: Cast, subject: Card | None) -> None:
    """`the hand is X alone`: told in one part, it is the card asked about and there is no other."""
    for part in {item.part for item in cast.items if item.named and item.named.card is subject}:
        here = cast.in_part(part)
        hand = [i for i in here if i.phrase and "hand" in (i.phrase.place, i.phrase.zone)]
        only = [i for i in here if i.phrase and i.phrase.amount == "only"]
        one = [i for i, then in pairwise(here) if _counts_one(i) and then.named and then.named.card is subject]
        told_alone = (only and part != cast.asked_part()) or (one and hand and hand[0].start < one[0].start)
        if hand and told_alone and not any(i.phrase and i.phrase.thing for i in here):
            told.hand["own"] = 1
            told.own |= {"zone": "hand"}
            told.used |= {i.start for i in (*hand, *only)}


def _last_card_activated(told: Statements, cast: Cast, subject: Card | None) -> None:
    """`they activate X, their only card in hand`: nothing is left in that hand."""
    for sole in [i for i in cast.items if i.has("sole")]:
        here = cast.in_part(sole.part)
        behind = [i for i in here if i.start > sole.start][:2]
        placed = len(behind) == 2 and behind[0].phrase and "hand" in (behind[0].phrase.place, behind[0].phrase.zone)
        link = behind[1] if placed else None
        if link is None or not link.named or link.named.card is subject or not any(i.has("activate") for i in here):
            continue
        told.hand[side_before(cast, link) or "opponent"] = 0
        told.used |= {sole.start, behind[0].start}


def _counts_one(item: Item) -> bool:
    number = item.token.number if item.token and item.token.number is not None else None
    return item.phrase is not None and item.phrase.number == "count" and (number or item.phrase.value) == 1


def _side_of_the_clause_before(cast: Cast, item: Item) -> str:
    """`their only card in hand is activated, the hand becomes 0 cards`: the hand that was spoken of right before."""
    if item.phrase is None or item.phrase.number != "hand" or any(i.is_name for i in cast.in_part(item.part)):
        return ""
    before = cast.in_part(item.part - 1)
    spoken = [i for i in before if i.phrase and "hand" in (i.phrase.place, i.phrase.zone)]
    sides = [i.phrase.side for i in before if i.phrase and i.phrase.side and spoken and i.start <= spoken[0].start]
    return sides[-1] if sides and item.part > 0 else ""


def statements_in(cast: Cast, subject: Card | None, book: Book) -> Statements:
    """Everything a sentence tells of the table beside the chain and what happened."""
    told = Statements()
    for at, item in enumerate(cast.items):
        phrase, token = item.phrase, item.token
        if phrase is None or token is None:
            continue
        side = side_before(cast, item) or _side_of_the_clause_before(cast, item)
        if phrase.number:
            before = cast.items[at - 1] if at else None
            if before is not None and before.part == item.part and before.phrase and before.phrase.opens:
                side = "own"  # "对面9500血我1500血": who speaks
            number = token.number if token.number is not None else phrase.value
            if number is not None and item.has("below"):
                number = max(number - 1, 0)  # "less than 2000": at most one less
            denied = at + 1 < len(cast.items) and cast.items[at + 1].part == item.part and _denies(cast.items[at + 1])
            if denied and phrase.number in ("hand", "deck", "gy"):  # "not even one card"
                number = 0
                told.used.add(cast.items[at + 1].start)
            beside = [neighbour(cast.items, at, step) for step in (1, -1)] if phrase.number == "hand" else []
            if number == 1 and any(i and i.named and i.named.card is subject and i.part == item.part for i in beside):
                told.own |= {"zone": "hand"}  # "the only card in my hand is X"
            owner = _owner(cast, at) if phrase.number == "materials" else None
            if owner is None or owner.named is None or owner.named.card is subject:
                _figure(told, phrase.number, number, side, item)
        behind = cast.items[at + 1] if at + 1 < len(cast.items) else None
        of_one_card = behind is not None and behind.part == item.part and _is_one_kind(behind)
        for state in phrase.states:
            if state == _EMPTY_DECK and of_one_card:  # "卡组没有X": of the rest nobody speaks
                told.open.append(item)
                continue
            if state == "used" and _use_of_a_kind(told, cast, at, side):
                continue
            earlier_turn = "last-turn" in marks_of(cast.in_part(item.part))
            turned_up = any(i.phrase and {"flipped", "flip-summoned"} & set(i.phrase.events) for i in cast.items)
            _state(told, state, side, _owner(cast, at), subject, book, item, earlier_turn, turned_up=turned_up)
    _only_card_in_hand(told, cast, subject)
    _last_card_activated(told, cast, subject)
    if "conditions-met" in cast.marks:
        told.known["unread.met"] = "yes"
    for item in cast.items:
        if item.has("unpaid") and _is_of_a_summon(cast, item):
            continue
        if item.has("unpaid") and _costs_that(subject, item):
            told.known["cost-payable"] = "no"  # who would leave the cost unpaid cannot activate it
            told.used.add(item.start)
        elif item.has("unpaid"):
            told.open.append(item)
    for item in cast.of("aside"):
        zones = zones_told(cast.items, item)
        if item.named and zones and not (_brought_it_about(cast, item) or _comes_from_there(cast, item)):
            zone = field_zone(item.named.card) if zones[0] == "field" else zones[0]
            told.cards.append(
                {"card": called(book, item.named.card), "zone": zone, "side": side_before(cast, item) or "own"}
            )
            told.used.add(item.start)
    _tell_counters(told, cast, subject, book)
    _add_board(told, cast, subject)
    _beside_what_is_in_force(told, cast)
    down = [i for i in cast.items if i.phrase and i.phrase.face == "down"]
    this_turn = any(
        "this-turn" in marks_of(part) and any(j.named and j.named.card is subject for j in part)
        for i in down
        if i.part != cast.asked_part() and (part := cast.in_part(i.part))
    )  # "I set X this turn"
    set_now = bool(down) and ("same-turn" in cast.marks or this_turn)
    if set_now and subject is not None and not subject.type.startswith("Monster"):
        told.own |= {"zone": field_zone(subject), "face": "down", "set_this_turn": True}
    return told


def _beside_what_is_in_force(told: Statements, cast: Cast) -> None:
    """`I have X and 2 monsters`: what lies beside the card that is named, and how many, no statement holds yet."""
    for joins, thing in pairwise(cast.items):
        monsters = thing.phrase is not None and thing.phrase.thing is not None and thing.phrase.thing.kind == "monster"
        named = [i for i in cast.in_part(thing.part) if i.named and i.start < joins.start and i.role == "in-force"]
        beside = joins.has("and") and joins.part == thing.part < cast.asked_part()
        if beside and monsters and named and thing.start not in told.used:
            told.open.append(thing)


def _tell_counters(told: Statements, cast: Cast, subject: Card | None, book: Book) -> None:
    """`X with 3 counters`: on the card named beside them, of the kind its text speaks of."""
    for at, item in enumerate(cast.items):
        if item.phrase is None or item.token is None or item.phrase.number != "counters":
            continue
        owner = _owner(cast, at) or next((i for i in reversed(cast.items[:at]) if i.is_name), None)
        number = item.token.number if item.token.number is not None else item.phrase.value
        if owner is None or owner.named is None or number is None:
            continue
        card = owner.named.card
        kinds = [act.to for e in card.effects for act in (*e.cost, *e.does) if act.act.endswith("-counter") and act.to]
        counters = {kinds[0] if kinds else _COUNTER: number}
        lying = [c for c in told.cards if c.get("card") == called(book, card)]
        if card is subject:
            told.own["counters"] = counters
        elif lying:
            lying[0]["counters"] = counters
        else:
            continue
        told.used.add(item.start)


def _brought_it_about(cast: Cast, item: Item) -> bool:
    """`被X从墓地特殊召唤`: X stands behind the passive, and the place is where the other card came from."""
    at = cast.items.index(item)
    before = cast.items[at - 1] if at > 0 else None
    return before is not None and before.part == item.part and before.has("passive", "cause")


def _comes_from_there(cast: Cast, item: Item) -> bool:
    """`X从手卡特殊召唤`: the place right before a summon is where the card was until then."""
    at = cast.items.index(item)
    behind = [i.phrase for i in cast.items[at + 1 : at + 3] if i.part == item.part and i.phrase]
    return len(behind) == 2 and bool(behind[0].zone) and any(e.endswith("summoned") for e in behind[1].events)


def _denies(item: Item) -> bool:
    return item.phrase is not None and item.phrase.amount == "none"


def _add_board(told: Statements, cast: Cast, subject: Card | None) -> None:
    """What is told of places without names; what a longer phrase told already is not told again."""
    board = board_in(cast, subject)
    if board.from_hand and board.hand.get("own") == 1 and told.own.get("zone", "hand") != "hand":
        board.hand["own"], board.from_hand = 0, False  # "no other card in hand": the card asked about lies elsewhere
    for card in board.cards:
        known = [c for c in told.cards if (c.get("side"), c.get("zone")) == (card["side"], card["zone"])]
        if card["called"] not in {c.get("called") for c in known}:
            told.cards.append(card)
    told.nothing_else_in += [place for place in board.nothing_else_in if place not in told.nothing_else_in]
    told.lacks += board.lacks
    told.some += board.some
    told.some_face = board.some_face
    told.hand = board.hand | told.hand
    told.deck = board.deck | told.deck
    told.used |= board.used
    told.open += board.open
    told.absent += board.absent
    told.from_hand = board.from_hand


def _costs_that(subject: Card | None, item: Item) -> bool:
    """Whether every effect of the card costs what is told not to be paid; a bare `cost` means any."""
    acts = item.phrase.does if item.phrase else ()
    effects = subject.activated_effects if subject else ()
    return bool(effects) and all(any(act.act.startswith(acts or "") for act in e.cost) for e in effects)


def _is_one_kind(item: Item) -> bool:
    """One card or one kind of card, of which alone something is said."""
    thing = item.phrase.thing if item.phrase else None
    return item.is_name or bool(item.token and item.token.groups) or (thing is not None and thing.kind != "card")


def _is_of_a_summon(cast: Cast, item: Item) -> bool:
    """`Normal Summoned without tributes`: told beside a summon, it says how that was made and not what is paid."""
    beside = cast.in_part(item.part)
    return item.part != cast.asked_part() and any(
        i.phrase and any(event.endswith("summoned") for event in (*i.phrase.events, *i.phrase.told)) for i in beside
    )


def _owner(cast: Cast, at: int) -> Item | None:
    """The card a state is told of: right beside it, else before it in its part."""
    items = cast.items
    beside = next(
        (n for n in (neighbour(items, at, -1), neighbour(items, at, 1)) if n and n.part == items[at].part), None
    )
    before = [i for i in cast.in_part(items[at].part) if i.is_name and i.start < items[at].start]
    after = [i for i in cast.in_part(items[at].part) if i.is_name and i.start > items[at].start]
    return beside or (before[-1] if before else after[0] if after else None)


def _figure(told: Statements, what: str, number: int | None, side: str, item: Item) -> None:
    if number is None:
        return
    player = side or "own"
    if what == "lp":
        told.lp[player] = number
    elif what in _COUNTED:
        getattr(told, what)[player] = number
    elif what == "gy":
        told.cards += [{"called": f"gy-{n}", "side": player, "zone": "gy"} for n in range(min(number, _MOST_DUMMIES))]
        told.nothing_else_in.append(f"{player}-gy")
    elif what == "summons":
        made = {"event": "special-summoned", "card": "another", "side": player}
        told.earlier += [dict(made) for _ in range(min(number, _MOST_DUMMIES) - 1)]
        told.happened += [made] if number else []
    elif what == "materials":
        told.own["materials"] = [f"m{n}" for n in range(min(number, _MOST_DUMMIES))]
    else:
        return
    told.used.add(item.start)


def _state(
    told: Statements,
    state: str,
    side: str,
    owner: Item | None,
    subject: Card | None,
    book: Book,
    item: Item,
    earlier_turn: bool,
    *,
    turned_up: bool,
) -> None:
    of = owner.named.card if owner and owner.named else None
    mine = subject is not None and (of is None or of is subject)
    if state in _EMPTY:
        whose = ("own", "opponent") if state == _NO_GY else ("own",)  # "no cards in the GY": in nobody's
        players = [side] if side else list(whose)
        told.nothing_else_in += [f"{player}-{place}" for player in players for place in _EMPTY[state]]
        if state == "no-hand":
            told.hand |= dict.fromkeys(players, 0)
    elif state == "no-target":
        if subject is None:
            return
        wanted = [which for effect in subject.effects for which in effect.targets]
        told.lacks += [msgspec.to_builtins(which) for which in wanted]
    elif state == "hand-public":
        if subject is None or _looks_at_a_hand(subject):
            told.open.append(item)
            return
    elif state == "empty-deck":
        told.deck[side or "own"] = 0
    elif state in ("set-this-turn", "set-before"):
        if not mine or subject is None:
            return
        if subject.type.startswith("Monster") and not turned_up:
            return
        told.own |= {"zone": field_zone(subject), "face": "down"} if not turned_up else {}
        told.own |= {"set_this_turn": True} if state == "set-this-turn" and not turned_up else {}
    elif state == "used" and earlier_turn:
        told.used |= {owner.start} if owner and of is not None and of is not subject else set()
    elif state == "used":
        card = of or subject
        if card is None:
            return
        event = "effect-activated" if card.type.startswith("Monster") else "card-activated"
        use = {"event": event, "card": called(book, card), "side": side or "own"}
        number = (owner.effect if owner.beside is None else owner.beside) if owner else None
        told.earlier.append(use | ({"effect": number} if number is not None else {}))
        told.used |= {owner.start} if owner and of is not None and of is not subject else set()
    elif state == "unused" and side != "opponent":
        pass  # nothing was used: what is taken for granted anyway
    elif state == "battle-phase-skipped":
        told.skipped = ["battle-phase"]
    elif state in ("normal-summoned", "special-summoned", "attacked-directly"):
        told.earlier.append({"event": state, "card": "another", "side": side or "own"})
    else:
        return
    told.used.add(item.start)


def _looks_at_a_hand(card: Card) -> bool:
    """Whether something of a card may turn on what both players see in a hand: it works there, shows or takes cards."""
    done = [act for e in card.effects for act in (*e.cost, *e.every_act)]
    acts = {act.act for act in done}
    taken = any("hand" in (*act.whence, *(act.which.zones if act.which else ())) for act in done)
    events = {event for e in card.effects if e.trigger for event in e.trigger.events}
    there = taken or any("hand" in e.zones for e in card.effects) or bool(acts & _OF_A_HAND)
    unread = any(e.unread or e.unread_deeds for e in card.effects)
    return there or unread or bool(events & {"added-to-hand", "drawn"})


def seen_by_the_opponent(value: Any) -> Any:
    """The same table from the other seat."""
    if isinstance(value, dict):
        return {_other(key): seen_by_the_opponent(v) for key, v in value.items()}
    if isinstance(value, list):
        return [seen_by_the_opponent(v) for v in value]
    return _other(value) if isinstance(value, str) else value


def _other(word: str) -> str:
    if word in OTHER:
        return OTHER[word]
    side, dash, place = word.partition("-")
    return f"{OTHER[side]}-{place}" if dash and side in OTHER else word
