"""Monsters certain to be destroyed by battle: the battle they lost, as it stands once its damage is calculated."""

from typing import Any

from knowledge.data.cases import OTHER
from knowledge.questions.asked import Asked
from knowledge.questions.cast import Cast, Item, side_before
from knowledge.questions.told.statements import called
from knowledge.rules.book import Book

_DOOMED, _VICTOR = "doomed", "victor"
_TOKEN = "token"
_FAR_STRONGER = 9000  # ATK that beats whatever it meets


def tell_the_doomed(asked: Asked, cast: Cast, book: Book) -> None:
    """Put the monster told to be doomed, and one that beats it, into a battle whose damage has been calculated."""
    words = [item for item in cast.items if item.has("doomed")]
    if not words or asked.card is None:
        return
    fallen = next((who for word in words if (who := _who_falls(cast, word))), None)
    if fallen is None:
        return
    mine = fallen.named is not None and fallen.named.card is asked.card
    side = side_before(cast, fallen) or "own"
    handle = "self" if mine else _DOOMED
    if mine:
        asked.told.own = {"zone": "monster-zone", "position": "attack"} | asked.told.own
    else:
        asked.told.cards = [c for c in asked.told.cards if not _is_it(book, c, fallen)]
        asked.told.cards.append(_lying(book, cast, fallen, side) | _of_its_name(asked, cast, fallen))
    victor = {"called": _VICTOR, "side": OTHER[side], "zone": "monster-zone", "position": "attack"}
    asked.told.cards.append(victor | {"atk": _FAR_STRONGER})
    asked.told.battle = {"attacker": _VICTOR, "defender": handle, "calculated": True}
    asked.attack = None
    beaten = ("destroyed-by-battle", "sent-to-gy-by-battle")
    asked.accounts = [a for a in asked.accounts if a.event not in beaten]
    asked.events = [event for event in asked.events if event not in beaten]
    if not asked.at or asked.assumed:
        asked.at, asked.assumed = "damage.after", "event"
    asked.told.used |= {item.start for item in words}
    asked.told.used |= {i.start for i in cast.items if i.who and i.who == fallen.who}
    if fallen.named is None:
        told = {word.part for word in words}
        asked.told.used |= {i.start for i in cast.items if i.part in told and i.phrase and _describes(i)}
    _only_that_one(asked, cast, words, side)


def _who_falls(cast: Cast, word: Item) -> Item | None:
    """The monster beside the word: named before it, else behind it, else described."""
    here = cast.in_part(word.part)
    monsters = [i for i in here if i.named and i.named.card.type.startswith("Monster")]
    before, after = [i for i in monsters if i.start < word.start], [i for i in monsters if i.start > word.start]
    things = [i for i in here if i.phrase and ((i.token and i.token.groups) or i.phrase.thing)]
    things = [i for i in things if i.phrase and (not i.phrase.thing or i.phrase.thing.kind == "monster")]
    attributive = word.phrase is not None and bool(after) and not before
    return after[0] if attributive else before[-1] if before else things[0] if things else None


def _describes(item: Item) -> bool:
    return item.phrase is not None and bool(item.phrase.thing or (item.token and item.token.groups))


def _is_it(book: Book, lying: dict[str, Any], fallen: Item) -> bool:
    named = fallen.named is not None and lying.get("card") == called(book, fallen.named.card)
    return named or (fallen.named is None and str(lying.get("called", "")).startswith("some-own-monster-zone"))


def _lying(book: Book, cast: Cast, fallen: Item, side: str) -> dict[str, Any]:
    lying: dict[str, Any] = {"called": _DOOMED, "side": side, "zone": "monster-zone", "position": "attack"}
    if fallen.named is not None:
        return lying | {"card": called(book, fallen.named.card)}
    here = [i for i in cast.in_part(fallen.part) if i.phrase]
    groups = [group.id for i in here if i.token for group in i.token.groups]
    things = [i.phrase.thing for i in here if i.phrase and i.phrase.thing]
    kinds = [kind for thing in things for kind in thing.type]
    return lying | {"atk": 0} | ({"groups": groups} if groups else {}) | ({"type": kinds} if kinds else {})


def _of_its_name(asked: Asked, cast: Cast, fallen: Item) -> dict[str, Any]:
    """A token told without its name is one of those that the card's own cost or target names."""
    things = [i.phrase.thing for i in cast.in_part(fallen.part) if i.phrase and i.phrase.thing]
    if fallen.named is not None or not any(_TOKEN in thing.type for thing in things):
        return {}
    effects = [e for e in asked.effects_meant if e.is_activated]
    taken = [w for e in effects for w in (*e.targets, *(act.which for act in e.cost)) if w is not None]
    names = [name for which in taken if _TOKEN in which.type for name in which.name]
    return {"token_name": names[0]} if names else {}


def _only_that_one(asked: Asked, cast: Cast, words: list[Item], side: str) -> None:
    """`the only one left is …`: nothing else lies in the monster zones."""
    for word in words:
        only = [i for i in cast.in_part(word.part) if (i.phrase and i.phrase.amount == "only") or i.has("sole")]
        if only:
            asked.told.nothing_else_in.append(f"{side}-monster-zone")
            asked.told.used |= {i.start for i in only}
            asked.told.used |= {i.start for i in cast.in_part(word.part) if i.phrase and i.phrase.thing}
            asked.told.open = [i for i in asked.told.open if i not in only]
