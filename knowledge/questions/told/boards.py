"""What lies where, told without names: `no monsters on my field`, `two set cards`, `the deck has 3 cards left`.

A clause is walked through once. A player and a place hold until others are named; an amount and a thing close a
statement. What cannot be said on a table (at most two Dragons) is not used, and so is shown as left out.
"""

from dataclasses import dataclass, field
from typing import Any

from knowledge.data.profile import BEHIND_MONSTERS, OFF_FIELD, Card
from knowledge.questions.cast import Cast, Item, neighbour, opponent_acts
from knowledge.questions.lexicon import SPELL_OR_TRAP, Phrase, Thing
from knowledge.questions.roles import of_a_thing

_MAIN_ZONES = 5  # of each kind
_WHOLE = {  # states that are an amount and a thing
    "no-monsters": ("none", Thing()),
    "no-cards": ("none", Thing(kind="card")),
    "has-monster": ("some", Thing()),
}
_MOST = 12
FIGURES = {"atk": "atk", "def": "defence", "level": "level"}
_COMING = ("special-summon", "summon-token", "take-control")
_STAYING = ("Continuous", "Field", "Equip")  # kinds of spells and traps that stay on the field
_OF_FIELD = ("field", "monster-zone", "spell-zone")
_ZONES = {
    "field": ("monster-zone", *BEHIND_MONSTERS),
    "monster-zone": ("monster-zone",),
    "spell-zone": BEHIND_MONSTERS,
    "hand": ("hand",),
    "deck": ("deck",),
    "extra": ("extra-deck",),
    "gy": ("gy",),
    "banished": ("banished",),
}


@dataclass
class Told:
    """One statement in the making: whose, where, how much of what, and the words it is made of."""

    sides: tuple[str, ...] = ()
    place: str = ""
    place_open: bool = False  # "I have": the field, unless a place is told behind it
    amount: str = ""
    count: int | None = None
    things: list[Thing] = field(default_factory=list)
    groups: tuple[str, ...] = ()  # the names of an archetype
    figures: dict[str, int] = field(default_factory=dict)  # its ATK, DEF or level
    position: str = ""
    items: list[Item] = field(default_factory=list)
    of_a_name: bool = False
    besides: bool = False  # so many besides the card asked about
    several: bool = False  # two kinds are told side by side, of which one statement says nothing

    @property
    def thing(self) -> Thing:
        """All that is said of the thing, as one."""
        kinds = [t.kind for t in self.things]
        kind = next((k for k in kinds if k != "card"), kinds[0] if kinds else "card")
        kind = "spell-trap" if {"spell", "trap"} <= set(kinds) else kind
        described = any(t.attribute or t.race or t.type for t in self.things)
        return Thing(
            kind="monster" if described and kind in ("card", "monster") else kind,
            face=next((t.face for t in self.things if t.face), ""),
            type=tuple(w for t in self.things for w in t.type),
            attribute=next((t.attribute for t in self.things if t.attribute), ""),
            race=next((t.race for t in self.things if t.race), ""),
        )


@dataclass
class Board:
    """What the clauses tell of the table, in the shape of `given`, and the places of the words that went into it."""

    cards: list[dict[str, Any]] = field(default_factory=list)
    nothing_else_in: list[str] = field(default_factory=list)
    lacks: list[dict[str, Any]] = field(default_factory=list)
    some: list[str] = field(default_factory=list)  # whose field holds a card of which nothing more is told
    some_face: str = ""  # how that card lies, where it is told
    hand: dict[str, int] = field(default_factory=dict)
    deck: dict[str, int] = field(default_factory=dict)
    summons: bool = False  # the card asked about needs a monster zone
    plays: bool = False  # it needs a spell and trap zone
    elsewhere: bool = False  # it is played in a zone of its own
    is_set_first: bool = False  # it is on the field, and no card of the hand
    absent: list[tuple[str, str]] = field(default_factory=list)  # where a card that is named does not lie
    from_hand: bool = False  # so the card asked about is in the hand, where nobody says otherwise
    actor: str = "own"  # who would activate it
    used: set[int] = field(default_factory=set)
    open: list[Item] = field(default_factory=list)  # words that weigh and became no statement


def board_in(cast: Cast, subject: Card | None = None) -> Board:
    """Everything a sentence tells of what lies where."""
    plays = subject is not None and subject.type.startswith("Spell") and "Field" not in subject.type
    actor = "opponent" if opponent_acts(cast) else "own"
    board = Board(actor=actor, summons=subject is not None and _summons(subject), plays=plays)
    board.elsewhere = subject is not None and "Field" in subject.type
    board.is_set_first = subject is not None and subject.type.startswith("Trap")
    asked = cast.asked_part()
    last: Told | None = None
    for part in sorted({item.part for item in cast.items}):
        for told in _told_in(cast, part):
            _as_before(told, last)
            last = told if told.things else last
            if part == asked and _is_what_is_taken(cast, told):
                continue
            told.besides = any(i.has("besides") for i in cast.items if i.part in (part - 1, part))
            if absent := _absent(told):
                board.absent += absent
                board.used |= {item.start for item in told.items}
            elif _lacks_one_card(told) or not (told.amount or told.count is not None) or not _place(board, told):
                open_here = part != asked or (told.amount in ("none", "other") and bool(told.things))
                board.open += [i for i in told.items if _weighs(cast, told, i)] if open_here else []
    return board


def _as_before(told: Told, last: Told | None) -> None:
    """`the opponent has a Spellcaster, I have none`: of what was spoken of right before."""
    if told.things or told.of_a_name or told.groups or last is None or not told.sides or last.sides == told.sides:
        return
    elsewhere = bool(told.place) and not told.place_open and told.place != last.place
    if elsewhere or not (told.amount == "none" or told.count is not None):
        return
    told.things, told.groups = [*last.things], last.groups
    told.place = told.place or last.place or "field"


def _is_what_is_taken(cast: Cast, told: Told) -> bool:
    """`can it send a DARK monster`: a kind of card right behind what the effect is asked to do lies nowhere yet."""
    if told.place or told.amount or not any(t.attribute or t.race or t.type for t in told.things):
        return False
    before = [i for i in cast.in_part(told.items[0].part) if i.start < told.items[0].start]
    acts = [i for i in before if i.phrase and not i.phrase.light]
    return bool(acts) and bool(acts[-1].phrase and acts[-1].phrase.does)


def _absent(told: Told) -> list[tuple[str, str]]:
    """Where `no X` was told of one card: on a field or in a GY, where other cards may lie."""
    named = told.items[-1].named if told.items and told.items[-1].is_name else None
    if not told.of_a_name or told.amount != "none" or named is None:
        return []
    stays = any(kind in named.card.type for kind in _STAYING)  # "I have no X": such a card is of use only there
    where = told.place or ("field" if told.sides == ("opponent",) or (told.sides and stays) else "")
    if where not in ("field", "monster-zone", "gy"):
        return []
    place = "gy" if where == "gy" else "monster-zone"
    nobodys = ("own",) if place == "gy" else ("own", "opponent")  # "no X on the field": on either
    return [(side, place) for side in told.sides or nobodys]


def _lacks_one_card(told: Told) -> bool:
    """`no X in the deck`: that one card is not there, and what else is nobody tells."""
    return told.of_a_name and told.amount == "none" and told.place not in ("", "field", "monster-zone", "gy")


def _summons(card: Card) -> bool:
    """Whether a monster is to come to one's field: summoned, or taken over."""
    return any(act.act.startswith(_COMING) for e in card.effects for act in e.does)


def _weighs(cast: Cast, told: Told, item: Item) -> bool:
    """Whether a word that reached no statement could change everything: none, only, so many."""
    phrase = item.phrase
    if phrase is None or (phrase.amount == "only" and not (told.place or told.things)):
        return False
    many = phrase.number == "count" and (phrase.value or (item.token.number if item.token else 0) or 0) > 1
    named = neighbour(cast.items, cast.items.index(item), 1) if many else None
    copies = named is not None and named.part == item.part
    return phrase.amount in ("none", "full", "other", "only", "bounded") or (many and not copies)


def _is_joined_with_the_other(items: list[Item], at: int) -> bool:
    """`my and my opponent's GY`: whose it is was said of one player, and goes on with the other."""
    if at < 2 or not items[at - 1].has("and"):
        return False
    one, other = items[at - 2].phrase, items[at].phrase
    whose = "own" if items[at - 2].has("reflexive") else one.side if one else ""
    return other is not None and {whose, other.side} == {"own", "opponent"}


def _told_in(cast: Cast, part: int) -> list[Told]:
    items = cast.in_part(part)
    found: list[Told] = []
    now = Told()
    for at, item in enumerate(items):
        phrase = item.phrase
        if (phrase is not None and "besides" in phrase.marks and not phrase.number) or _is_left_aside(items, at):
            continue
        if phrase is None:
            follows = any(i.has("behind-its-thing") for i in now.items)  # "手札が1枚もない時に X": said of the hand
            now.of_a_name = now.amount in ("none", "other") and not now.things and not follows  # "no X"
            now.of_a_name |= now.amount == "only" and bool(now.place or now.things)  # "the only monster there is X"
            if now.of_a_name and item.role not in ("subject", "again"):
                now.items.append(item)
            joined = at + 1 < len(items) and items[at + 1].has("and")
            place = now.place if joined and not now.things and not now.of_a_name else ""
            now = _closed(found, now)
            now.place = place  # "in my hand X and a Fairy"
            continue
        acts = "activate" in phrase.marks or "respond" in phrase.marks
        if acts and not (phrase.thing and now.amount):  # who acts is not whose field is spoken of
            now = _closed(found, now)
            now.sides = ()
        elif phrase.side or "both" in phrase.marks:
            follows = ("both" in phrase.marks and bool(phrase.place)) or _place_follows(items, at)
            open_yet = now.things and (not now.place or now.place_open) and follows
            if (now.amount or now.things) and not open_yet:
                now = _closed(found, now)
            both = "both" in phrase.marks or _is_joined_with_the_other(items, at)
            now.sides = ("own", "opponent") if both else (phrase.side,)
            if "both" in phrase.marks and phrase.amount:  # "neither player controls a monster"
                now.place_open = not now.place  # "neither player has one in the GY"
                now.place, now.amount = now.place or "field", phrase.amount
            unnamed = not any(i.is_name for i in items[at:]) or _has_a_thing(items, at)
            if phrase.role == "in-force":  # "the opponent has a monster", "I have X and a trap"
                now.place, now.place_open = "field", True
            if phrase.role == "in-force" and unnamed:
                now.amount = "some"
                now.items.append(item)
            now.items += [item] if "both" in phrase.marks else []
            if phrase.place and "both" not in phrase.marks:  # "我场上有表侧表示的卡": whose, where, how much of what
                now.place, now.place_open = phrase.place, False
                now.items.append(item)
                if phrase.thing:
                    _take(now, item, phrase)
            if "both" in phrase.marks and phrase.place:  # "in either graveyard"
                now.place, now.place_open = phrase.place, False
        elif phrase.opens:
            now = _closed(found, now) if now.amount or now.things else now
            now.sides = ("own",)
        elif phrase.place or (phrase.zone in OFF_FIELD and now.things and not any(i.is_name for i in items[at:])):
            if now.place and (now.amount or now.things) and not (now.place_open and now.things):
                now = _closed(found, now)
            now.place, now.place_open = phrase.place or phrase.zone, False
            now.items.append(item)
            if phrase.amount or phrase.thing:
                _take(now, item, phrase)
        elif _is_on_the_field(cast, item):
            now.place, now.amount = now.place or "field", now.amount or "some"
            now.items.append(item)
            now = _closed(found, now) if phrase.card == "before" else now  # a name behind it is another's
        elif (
            phrase.amount
            or phrase.thing
            or phrase.number in ("count", *FIGURES)
            or _whole(phrase)
            or _lies_there(now, items, at)
        ):
            anew = (phrase.amount and now.amount) or (phrase.number == "count" and now.count is not None)
            if now.things and (anew or _whole(phrase)):
                place = now.place
                now = _closed(found, now)
                now.place = place
            _take(now, item, phrase)
        elif item.token is not None and item.token.groups:
            now.groups = tuple(name for group in item.token.groups for name in group.names.values() if name)
            now.items.append(item)
        elif phrase.position and phrase.light:
            now.position = phrase.position
            now.items.append(item)
        elif not phrase.light:
            now = _closed(found, now)
    _closed(found, now)
    return found


def _has_a_thing(items: list[Item], at: int) -> bool:
    """`我场上有怪能开X吗`: what a player has is described, and a card that is named further on is another."""
    for item in items[at + 1 :]:
        if item.is_name or item.phrase is None or not item.phrase.light:
            return False
        if item.phrase.thing is not None:
            return True
    return False


def _kind_alone(phrase: Phrase) -> Thing | None:
    """A spell or a trap: the same word tells an activation of one where somebody makes it."""
    return (
        Thing(kind=SPELL_OR_TRAP[phrase.activation], face=phrase.face) if phrase.activation in SPELL_OR_TRAP else None
    )


def _lies_there(now: Told, items: list[Item], at: int) -> bool:
    """`no trap in my GY`: a kind of card behind a place and an amount, of which nothing is activated."""
    phrase = items[at].phrase
    alone = phrase is not None and _kind_alone(phrase) is not None
    behind = items[at + 1] if at + 1 < len(items) else None
    follows = behind is not None and behind.phrase is not None and bool(behind.phrase.amount)  # "魔法カードしかない"
    counted = bool(now.amount) or now.count is not None or follows
    return alone and bool(now.place) and counted and not (behind is not None and behind.has("activate", "respond"))


def _is_left_aside(items: list[Item], at: int) -> bool:
    """`besides X`: the card asked about, told apart from the others."""
    return at > 0 and items[at].role in ("subject", "again") and items[at - 1].has("besides")


def _place_follows(items: list[Item], at: int) -> bool:
    """`no Warriors in my deck`: whose place it is, behind the thing."""
    after = items[at + 1].phrase if at + 1 < len(items) else None
    return after is not None and bool(after.place)


def _is_on_the_field(cast: Cast, item: Item) -> bool:
    """Whether a word for being in force stands beside no card: then only the field is meant."""
    phrase = item.phrase
    assert phrase is not None
    at = cast.items.index(item)
    beside = neighbour(cast.items, at, 1 if phrase.card == "after" else -1)
    if phrase.role != "in-force":
        return False
    of_a_thing_there = phrase.card == "before" and beside is not None and of_a_thing(cast.items, beside, at)
    return beside is None or beside.part != item.part or of_a_thing_there


def _whole(phrase: Phrase) -> tuple[str, Thing] | None:
    """The amount and the thing of a phrase that tells both at once."""
    return next((_WHOLE[state] for state in phrase.states if state in _WHOLE), None)


def _take(now: Told, item: Item, phrase: Phrase) -> None:
    if whole := _whole(phrase):
        now.amount = whole[0]
        now.things.append(whole[1])
        now.items.append(item)
    if phrase.amount and (not now.amount or now.amount == "some" or phrase.amount in ("none", "full", "bounded")):
        now.amount = phrase.amount
    if phrase.number in FIGURES and item.token and item.token.number is not None:
        now.figures[FIGURES[phrase.number]] = item.token.number
    if phrase.number == "count":
        now.count = item.token.number if item.token and item.token.number is not None else phrase.value
    if thing := phrase.thing or _kind_alone(phrase):
        now.several |= bool(now.groups) and now.things[-1:] == [Thing()] and bool(thing.race or thing.attribute)
        now.things.append(thing)
    if item not in now.items:
        now.items.append(item)


def _closed(found: list[Told], now: Told) -> Told:
    if now.items:
        found.append(now)
    return Told(sides=now.sides)


def _place(board: Board, told: Told) -> bool:
    """Put a statement on the board; whether it could be."""
    thing, place = told.thing, told.place
    described = bool(thing.type or thing.attribute or thing.race or told.groups)
    if told.groups and not told.things and told.amount == "some" and place in _OF_FIELD:
        told.things.append(thing := Thing())  # "an X is there": a monster of the name
    if told.figures and told.things and not told.amount and place:
        told.amount = "some"
    lies = thing.kind == "monster" or (thing.kind == "spell-trap" and thing.face == "down")
    if not place and told.things and (lies or any(_whole(i.phrase) for i in told.items if i.phrase)):
        place = "field"
    if not place or told.of_a_name or told.several or told.amount == "bounded" or _says_too_little(told, place):
        return False
    done = False
    everyone = told.amount in ("none", "other") and place in (*_OF_FIELD, "gy") and thing.kind != "room"
    everyone |= told.amount == "only" and told.count is None and told.place == "field" and thing.kind == "monster"
    for side in told.sides or (("own", "opponent") if everyone else ("own",)):
        if told.amount == "full" or (told.amount == "none" and thing.kind == "room"):
            done = _fill(board, side, place)
        elif told.figures and (
            told.amount not in ("some", "only") or thing.kind != "monster" or place not in _OF_FIELD
        ):
            done = False  # no table says that nothing of such a value lies there
        elif told.amount == "none":
            done = _empty(board, told, side, place, thing, described)
        elif told.amount == "other" and place == "hand" and thing.kind == "card":
            board.hand[side] = 1  # the card asked about
            board.from_hand |= side == board.actor
            done = True
        elif told.amount == "other" and place in ("field", "monster-zone", "gy"):
            board.nothing_else_in.append(f"{side}-{_zone_emptied(place, thing)}")
            done = True
        elif thing.kind == "room" and told.count is not None and place in ("field", "monster-zone"):
            board.cards += _cards(side, "monster-zone", Thing(), _MAIN_ZONES - told.count)
            done = True
        else:
            done = _fill_with(board, told, side, place, thing, described)
    if done:  # a word that no statement is made of stays open, also where it describes what lies there
        board.used |= {item.start for item in told.items if not (item.phrase and "unplaced" in item.phrase.states)}
    return done


def _says_too_little(told: Told, place: str) -> bool:
    return not told.things and place in _OF_FIELD and told.amount not in ("full", "none")


def _fill(board: Board, side: str, place: str) -> bool:
    zone = "monster-zone" if place == "field" else place
    if zone == "spell-zone" and board.elsewhere:
        return True  # it needs none of them
    if not (board.summons if zone == "monster-zone" else board.plays and zone == "spell-zone"):
        return False  # it matters only where something is to come there
    board.from_hand |= zone == "spell-zone" and side == board.actor
    board.cards += _cards(side, zone, Thing() if zone == "monster-zone" else Thing(kind="spell-trap"), _MAIN_ZONES)
    return True


def _zone_emptied(place: str, thing: Thing) -> str:
    return "monster-zone" if place in ("field", "monster-zone") and thing.kind == "monster" else place


def _empty(board: Board, told: Told, side: str, place: str, thing: Thing, described: bool) -> bool:
    if place in ("hand", "deck") and thing.kind == "card":
        (board.hand if place == "hand" else board.deck)[side] = 0
    elif place in ("field", "monster-zone") and not described and not thing.face and thing.kind in ("monster", "card"):
        zone = place if place == "monster-zone" else _zone_emptied(place, thing)
        board.nothing_else_in.append(f"{side}-{zone}")
    elif place == "gy" and not described and thing.kind in ("monster", "card"):
        if thing.kind == "monster":
            board.cards += _cards(side, "gy", Thing(kind="spell"), 1)
        board.nothing_else_in.append(f"{side}-gy")
    elif thing.kind != "room" and place in _ZONES:
        apart = told.things if thing.kind == "spell-trap" and described else [thing]  # "no Continuous Spell or Trap"
        board.lacks += [_kind(told, side, place, one) for one in apart]
    else:
        return False
    return True


def _kind(told: Told, side: str, place: str, thing: Thing) -> dict[str, Any]:
    """The kind of card of which none lies there, in the shape of a filter."""
    zones = _ZONES[place]
    if place == "field":
        zones = ("monster-zone",) if thing.kind == "monster" else zones
    types = {"spell-trap": ("spell", "trap"), "card": ()}.get(thing.kind, (thing.kind,))
    kind: dict[str, Any] = {"side": side, "zones": list(zones), "type": [*types, *thing.type]}
    kind |= {"race": [thing.race]} if thing.race else {}
    kind |= {"attribute": [thing.attribute]} if thing.attribute else {}
    kind |= {"group": list(told.groups)} if told.groups else {}
    kind |= {"face": thing.face} if thing.face else {}
    return {key: value for key, value in kind.items() if value}


def _fill_with(board: Board, told: Told, side: str, place: str, thing: Thing, described: bool) -> bool:
    count = told.count if told.count is not None else 1
    whole = told.amount == "only" or (told.count is not None and told.count > 1)
    of_them = {"groups": list(told.groups)} if told.groups else {}
    if place in ("hand", "deck") and not described and thing.kind == "card" and told.count is not None:
        with_it = told.besides and place == "hand" and side == board.actor and not board.is_set_first
        (board.hand if place == "hand" else board.deck)[side] = count + with_it
        board.from_hand |= with_it
    elif place in ("field", "monster-zone") and thing.kind == "monster":
        stands = {"position": told.position} if told.position and not thing.face else {}
        board.cards += [card | told.figures | stands | of_them for card in _cards(side, "monster-zone", thing, count)]
        all_cards = any(t.kind == "card" for t in told.things)  # "their only cards are Tokens"
        kind_told = place == told.place and (told.count is None or described)  # "only Tokens are there"
        alone = told.amount == "only" and place == "field" and (all_cards or kind_told)
        board.nothing_else_in += [f"{side}-{'field' if alone else 'monster-zone'}"] if whole else []
    elif place in ("field", "spell-zone") and thing.kind in ("spell-trap", "spell", "trap"):
        board.cards += _cards(side, "spell-zone", thing, count)
        board.nothing_else_in += [f"{side}-monster-zone"] if told.amount == "only" and place == "field" else []
    elif place == "gy" and told.things:
        board.cards += [card | of_them for card in _cards(side, "gy", thing, count)]
        board.nothing_else_in += [f"{side}-gy"] if told.amount == "only" or (whole and not described) else []
    elif place == "banished" and told.things and told.count is not None and not described:
        board.cards += _cards(side, "banished", thing, count)
        board.nothing_else_in += [f"{side}-banished"] if whole else []
    elif place == "field" and thing.kind == "card" and not described and not whole:
        board.some.append(side)
        board.some_face = thing.face or board.some_face
    elif place == "field" and thing == Thing(kind="card", face="down") and told.amount == "only":
        board.some.append(side)
        board.some_face = thing.face
        board.lacks.append({"side": side, "zones": list(_ZONES["field"]), "face": "up"})
    elif place == "hand" and thing.kind != "card":
        board.cards += _cards(side, "hand", thing, count)
    else:
        return False
    return True


def _cards(side: str, zone: str, thing: Thing, count: int) -> list[dict[str, Any]]:
    """So many cards as described; nobody knows more of them."""
    card: dict[str, Any] = {"side": side, "zone": zone}
    card |= {"face": "down"} if thing.face == "down" else {}
    if zone == "monster-zone":
        card["position"] = "defence" if thing.face == "down" else "attack"
    kinds = [*thing.type]
    if zone in ("gy", "hand", "spell-zone") and thing.kind in ("monster", "spell", "trap"):
        kinds.append(thing.kind)
    card |= {"type": kinds} if kinds else {}
    card |= {"attribute": thing.attribute} if thing.attribute else {}
    card |= {"race": thing.race} if thing.race else {}
    label = "-".join(("some", side, zone, thing.kind, thing.attribute.lower(), *thing.type)).strip("-")
    return [{"called": f"{label}-{n}", **card} for n in range(min(count, _MOST))]
