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
    places = [n for n, item in enumerate(cast.items) if _marked(item, "attack")]
    if not places:
        return Attack()
    direct = any(_marked(item, "direct") for item in cast.items)
    before, after = cast.items[: places[0]], cast.items[places[0] + 1 :]
    if _fighter(before) is None:  # "attack X with Y": whoever attacks is told last
        cuts = [n for n, item in enumerate(after) if _marked(item, "with")]
        before, after = (after[cuts[-1] :], after[: cuts[-1]]) if cuts else (before, after)
    elif _fighter(after) is None and not direct:  # "X が Y を攻撃", "X 和 Y 战斗": both are told first
        before, after = _two_told(before, cast.items[places[0]])
    return Attack(_fighter(before), None if direct else _fighter(after), direct)


def _two_told(items: list[Item], attack: Item) -> tuple[list[Item], list[Item]]:
    """Two monsters told before the word for attacking, cut between them; an object's particle marks the target."""
    starts = [n for n, item in enumerate(items) if item.named or (item.phrase and item.phrase.number in ("atk", "def"))]
    if len(starts) < 2:
        return items, []
    first, second = items[: starts[-1]], items[starts[-1] :]
    attacked_first = any(_marked(item, "object") for item in first) and not (
        any(_marked(item, "object") for item in second) or _marked(attack, "object")
    )
    return (second, first) if attacked_first else (first, second)


def _marked(item: Item, mark: str) -> bool:
    return item.phrase is not None and mark in item.phrase.marks


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
