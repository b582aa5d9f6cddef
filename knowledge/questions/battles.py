"""Who attacks whom, with which values; and which monster's values are asked for."""

from dataclasses import dataclass, field

from knowledge.model.profile import Card
from knowledge.questions.roles import Cast, Item


@dataclass
class Fighter:
    """A monster of a battle: a card, or only its values; a position where one was told."""

    card: Card | None = None
    atk: int | None = None
    defence: int | None = None
    position: str = ""


@dataclass
class Attack:
    """A battle asked about; no defender in a direct attack."""

    attacker: Fighter | None = None
    defender: Fighter | None = None
    direct: bool = False


@dataclass
class Values:
    """A monster and the cards that change its values, in the order they are named."""

    monster: Fighter | None = None
    changes: list[Card] = field(default_factory=list)


def attack_in(cast: Cast) -> Attack:
    """The battle a question tells of: what stands before the word for attacking, and after it."""
    places = [n for n, item in enumerate(cast.items) if item.phrase and "attack" in item.phrase.marks]
    if not places:
        return Attack()
    at = places[0]
    direct = any(item.phrase and "direct" in item.phrase.marks for item in cast.items)
    attacker, defender = _fighter(cast.items[:at]), _fighter(cast.items[at + 1 :])
    return Attack(attacker, None if direct else defender, direct)


def values_in(cast: Cast) -> Values:
    """The monster whose values are asked for, and what changes them."""
    cards = [item.named.card for item in cast.items if item.named]
    stated = _figures(cast.items)
    if stated.atk is not None:
        return Values(stated, [card for card in cards if card.id != _called(cast)])
    monsters = [card for card in cards if card.atk is not None]
    if not monsters:
        return Values(None, cards)
    monster = monsters[0]
    return Values(Fighter(card=monster), [card for card in cards if card.id != monster.id])


def _called(cast: Cast) -> str:
    """The monster whose values are stated: one named before its own figures."""
    for at, item in enumerate(cast.items):
        if item.phrase and item.phrase.number == "atk":
            before = [i.named.card for i in cast.items[:at] if i.named and i.named.card.atk is not None]
            return before[-1].id if before else ""
    return ""


def _fighter(items: list[Item]) -> Fighter | None:
    fighter = _figures(items)
    named = [item.named.card for item in items if item.named and item.named.card.atk is not None]
    if named:
        fighter.card = named[0]
    told = fighter.card is not None or fighter.atk is not None or fighter.defence is not None
    return fighter if told else None


def _figures(items: list[Item]) -> Fighter:
    fighter = Fighter()
    for item in items:
        phrase, token = item.phrase, item.token
        if phrase is None or token is None:
            continue
        if phrase.number == "atk" and fighter.atk is None:
            fighter.atk = token.number
        if phrase.number == "def" and fighter.defence is None:
            fighter.defence = token.number
        if phrase.position:
            fighter.position = phrase.position
    if fighter.atk is None and fighter.defence is not None:
        fighter.position = fighter.position or "defence"
    return fighter
