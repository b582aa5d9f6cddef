"""How told cards lie: who leads in LP, cards that are all that lies somewhere, equips and who wears them."""

import re
from typing import Any

from knowledge.data.cases import OTHER
from knowledge.data.profile import BEHIND_MONSTERS, Card
from knowledge.questions.asked import Asked
from knowledge.questions.cast import Cast, Item, side_before
from knowledge.questions.told.statements import called, field_zone
from knowledge.rules.book import Book

_FIELD = ("field", "monster-zone", "spell-zone")
_ITSELF, _MONSTERS, _BACK_ROW, _OWN_HAND = "§", "monster-zone", "spell-zone", "own-hand"
_FULL, _LESS = 8000, 7900  # of an account that gives no figure: one has more than the other, and both have plenty
_COMPARED, _BOUNDED = ("lp-lower", "lp-higher"), ("lp-at-most", "lp-at-least")
LIES_THERE = "lies-there"  # the role of such a card


def tell_only_cards(asked: Asked, cast: Cast, book: Book) -> None:
    """Put them on the table, and close the place for anything else."""
    for word in [i for i in cast.items if _says_only(i) and i.part < cast.asked_part()]:
        part = cast.in_part(word.part)
        places = [i for i in part if i.phrase and (i.phrase.place or i.phrase.zone) and i.start < word.start]
        side = side_before(cast, word) or _the_speakers(part, word)
        names = _row_behind(part, word)
        if not places or not side or not names or any(i.has("activate", "respond", "attack") for i in part):
            continue
        place = places[-1].phrase.place or places[-1].phrase.zone if places[-1].phrase else ""
        monsters = any(i.phrase and i.phrase.thing and i.phrase.thing.kind == "monster" for i in part)
        if not _close(asked, side, place, names, monsters=monsters):
            continue
        for item in names:
            _lay(asked, book, side, place, item)
        asked.told.used |= {i.start for i in part}
        for item in (i for i in cast.items if i.who in {n.who for n in names} and i.role not in ("subject", "again")):
            item.role = LIES_THERE


def tell_it_stands_alone(asked: Asked, cast: Cast, says: list[tuple[list[str], re.Pattern[str]]]) -> None:
    """`it's my only monster`, `X is the only trap on the field`: the card asked about lies there, and nothing else of
    the kind does."""
    card = asked.card
    if card is None:
        return
    spelled, at, places = "", 0, list[int]()
    tokens = [i.named.token for i in cast.items if i.named and i.named.card is card]
    for start, end in (asked.span(t) for t in tokens):
        spelled += asked.text[at:start] + _ITSELF
        places += range(at, start + 1)
        at = end
    spelled, places = (spelled + asked.text[at:]).lower(), [*places, *range(at, len(asked.text) + 1)]
    found = next(((closes, match) for closes, pattern in says if (match := pattern.search(spelled))), None)
    if found is None or not _may_lie(card, found[0], asked.zone):
        return
    closed, match = found
    first, last = places[match.start()], places[match.end()]
    told = asked.told
    if closed == [_OWN_HAND]:
        told.hand["own"] = 1
        told.own = {"zone": "hand"} | told.own
    else:
        zone = field_zone(card)
        emptied = [tuple(one.split("-", 1)) for one in closed]
        told.cards = [c for c in told.cards if (c.get("side"), c.get("zone")) not in emptied or "card" in c]
        behind = [side for side, place in emptied if place == _BACK_ROW]
        told.lacks += [{"side": side, "zones": list(BEHIND_MONSTERS)} for side in behind]
        others = [] if behind else closed
        told.nothing_else_in = list(dict.fromkeys([*told.nothing_else_in, *others]))
        told.own = {"zone": zone, **({} if zone == _MONSTERS else {"face": "down"})} | told.own
    words = {i.start for i in cast.items if first <= asked.places[i.start] < last}
    told.used |= words
    told.open = [i for i in told.open if i.start not in words]
    asked.not_understood = [w for w in asked.not_understood if not first <= w[0] < last]


def _may_lie(card: Card, closed: list[str], told: str) -> bool:
    """Whether the card can be what is left in these places, and is not said to lie elsewhere."""
    if closed == [_OWN_HAND]:
        return told in ("", "hand")
    return told in ("", "field") and (closed[0].endswith("-field") or closed[0] == f"own-{field_zone(card)}")


def _says_only(item: Item) -> bool:
    return item.phrase is not None and (item.phrase.amount == "only" or item.has("only-there"))


def _the_speakers(part: list[Item], word: Item) -> str:
    """`I have only X`: who speaks is named before the word, and no other player."""
    return "own" if any(i.phrase and i.phrase.opens and i.start < word.start for i in part) else ""


def _row_behind(part: list[Item], word: Item) -> list[Item]:
    """The names right behind a word; none where something without a name lies there beside them."""
    behind = [i for i in part if i.start > word.start]
    names = [i for i in behind if i.is_name]
    if not names or not all(i.named for i in names):
        return []
    row = [i for i in behind if i.start < names[-1].start]
    counted = names[-1:] == behind[-1:] or not any(i.has("and") for i in behind if i.start > names[-1].start)
    plain = all(i.is_name or i.has("and") or _only_describes(i) for i in row)
    return names if plain and counted else []


def _only_describes(item: Item) -> bool:
    """`face-up X`: a word about the card behind it, and about none without a name."""
    phrase = item.phrase
    number = (item.token.number if item.token else None) or (phrase.value if phrase else None)
    one = phrase is not None and phrase.number == "count" and number == 1
    return phrase is not None and phrase.light and not phrase.thing and (one or not phrase.number)


def _close(asked: Asked, side: str, place: str, names: list[Item], *, monsters: bool) -> bool:
    """Say that nothing else lies there; whether a table can say it."""
    told = asked.told
    if place in _FIELD:
        emptied = "monster-zone" if monsters or place == "monster-zone" else "field"
        told.nothing_else_in.append(f"{side}-{emptied}")
    elif place == "gy" and monsters:
        told.lacks.append({"side": side, "zones": ["gy"], "type": ["monster"]})
    elif place == "gy":
        told.nothing_else_in.append(f"{side}-gy")
    elif place == "hand" and not monsters:
        told.hand[side] = len(names)
    else:
        return False
    return True


def _lay(asked: Asked, book: Book, side: str, place: str, item: Item) -> None:
    assert item.named is not None
    card = item.named.card
    zone = field_zone(card) if place in _FIELD else place
    if card is asked.card:
        asked.told.own = {"zone": zone} | asked.told.own
        return
    lying: dict[str, Any] = {"card": called(book, card), "side": side, "zone": zone}
    lying |= {"position": "attack"} if zone == "monster-zone" else {}
    asked.in_force = [other for other in asked.in_force if other is not card]
    others = [c for c in asked.told.cards if c.get("card") != lying["card"]]
    asked.told.cards = [*others, lying]


def tell_who_leads(asked: Asked, cast: Cast) -> None:
    """Place who has more LP; where a text asks for an amount of it, that is open and the words are left over."""
    told = [item for item in cast.items if item.has(*_COMPARED)]
    if not told or asked.told.lp:
        return
    wanted = [r for effect in (asked.card.effects if asked.card else ()) for r in effect.requires]
    by_amount = any(r.is_ in _BOUNDED or (r.is_ in _COMPARED and isinstance(r.amount, int)) for r in wanted)
    if by_amount or len({item.has("lp-lower") for item in told}) > 1:
        asked.not_placed += [asked.spelled(i.token) for i in told if i.token]
        return
    behind = told[0].has("lp-lower")
    asked.told.lp |= {"own": _LESS if behind else _FULL, "opponent": _FULL if behind else _LESS}
    asked.told.used |= {item.start for item in told}


WEARER = "wearer"


def tell_equips(asked: Asked, cast: Cast, book: Book) -> None:
    """Put every equip card told of on the monster told to wear it; what names no such pair stays open."""
    for word in [item for item in cast.items if item.has("equips")]:
        here = cast.in_part(word.part)
        worn = [i for i in here if i.named and _is_worn(i)]
        if len({i.who for i in worn}) != 1:
            continue
        monsters = [i for i in here if _may_wear(i)]
        wearer = _wearer(word, worn[0], monsters)
        if wearer is None:
            continue
        _place(asked, cast, book, worn[0], wearer)
        asked.told.used |= {word.start, worn[0].start, wearer.start}


def _is_worn(item: Item) -> bool:
    return item.named is not None and not item.named.card.type.startswith("Monster")


def _may_wear(item: Item) -> bool:
    if item.named is not None:
        return item.named.card.type.startswith("Monster")
    return item.phrase is not None and item.phrase.thing is not None and item.phrase.thing.kind == "monster"


def _wearer(word: Item, worn: Item, monsters: list[Item]) -> Item | None:
    """`装备X的Y`, `X装备在Y上`, `Y装备着X`: behind both words, else before both."""
    behind = [i for i in monsters if i.start > max(word.start, worn.start)]
    before = [i for i in monsters if i.start < min(word.start, worn.start)]
    return behind[0] if behind else before[-1] if before else None


def _place(asked: Asked, cast: Cast, book: Book, worn: Item, wearer: Item) -> None:
    assert worn.named is not None
    whose = side_before(cast, worn) or "own"
    side = side_before(cast, wearer) or whose
    handle = "self" if wearer.named and wearer.named.card is asked.card else WEARER
    cards = asked.told.cards
    if handle == WEARER and not any(c.get("called") == WEARER for c in cards):
        lying: dict[str, Any] = {"called": WEARER, "side": side, "zone": "monster-zone", "position": "attack"}
        if wearer.named:
            cards[:] = [c for c in cards if c.get("card") != called(book, wearer.named.card)]
            lying["card"] = called(book, wearer.named.card)
        cards.append(lying)
    elif handle == "self":
        asked.told.own = {"zone": "monster-zone"} | asked.told.own
    if worn.named.card is asked.card:
        asked.told.own = asked.told.own | {"zone": "spell-zone", "equipped_to": handle}
    elif not any(c.get("card") == called(book, worn.named.card) for c in cards):
        equip = {"card": called(book, worn.named.card), "side": whose, "zone": "spell-zone", "equipped_to": handle}
        cards.append(equip)


def tell_its_battle(asked: Asked, cast: Cast) -> None:
    """`the wearer battles a monster`: the battle of a monster known only by what it wears."""
    wearer = next((c for c in asked.told.cards if c.get("called") == WEARER), None)
    words = [item for item in cast.items if item.has("fight", "attack")]
    named = [i for i in cast.items if i.named and i.role == "fights"]
    if wearer is None or not words or asked.attack is not None or named or "card" in wearer:
        return
    foe = {"called": "battled", "side": OTHER[wearer["side"]], "zone": "monster-zone", "position": "attack"}
    asked.told.cards.append(foe)
    told = {item.phrase.side for item in words if item.phrase and item.phrase.side}  # "they attack the wearer"
    mine = (told or {"own"}) == {wearer["side"]} if wearer["side"] == "own" or told else False
    asked.told.battle = {"attacker": WEARER if mine else "battled", "defender": "battled" if mine else WEARER}
    asked.told.used |= {item.start for item in words if not (item.phrase and item.phrase.events)}
    parts = {item.part for item in words}
    asked.told.used |= {item.start for item in cast.items if item.has("latter") and item.part in parts and not mine}
