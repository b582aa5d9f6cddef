"""Who wears what: `装备X的Y`, `X装备在对方怪兽上`, `Y equipped with X` → the equip card and the monster it lies on."""

from typing import Any

from knowledge.data.cases import OTHER
from knowledge.questions.asked import Asked
from knowledge.questions.cast import Cast, Item, side_before
from knowledge.questions.told.statements import called
from knowledge.rules.book import Book

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
