"""What each card is in the question: asked about, answered, in force; and whose numbers and moments are whose."""

from dataclasses import dataclass, field
from itertools import pairwise

from knowledge.questions.cutting import Cut, Token
from knowledge.questions.lexicon import Phrase
from knowledge.questions.naming import Doubt, Named, Naming


@dataclass
class Item:
    """One thing of the sentence in its order: a phrase, a card, or a name in doubt."""

    start: int
    token: Token | None = None
    named: Named | None = None
    doubt: Doubt | None = None
    clause: int = 0
    part: int = 0  # clauses, cut again where only a space or the speaker tells that something new begins
    role: str = ""
    effect: int | None = None

    @property
    def phrase(self) -> Phrase | None:
        """The phrase, where it is one."""
        return self.token.phrase if self.token else None

    @property
    def is_name(self) -> bool:
        """Whether it is a card or would be one."""
        return self.named is not None or self.doubt is not None


@dataclass
class Cast:
    """Everything of a sentence in order, the names with their roles."""

    items: list[Item]
    marks: set[str] = field(default_factory=set)

    def of(self, role: str) -> list[Item]:
        """The names in a role, in order."""
        return [item for item in self.items if item.is_name and item.role == role]


def cast_of(made: Cut, naming: Naming) -> Cast:
    """Give every name its role."""
    items = [Item(t.start, token=t) for t in made.tokens if t.phrase is not None]
    items += [Item(n.token.start, named=n) for n in naming.cards]
    for doubt in naming.doubts:
        at = made.text.find(doubt.name)
        items.append(Item(next((n for n, place in enumerate(made.places) if place >= at), 0), doubt=doubt))
    for item in items:
        item.clause = made.clause_at(item.start)
    items.sort(key=lambda item: item.start)
    _number_parts(made, items)
    cast = Cast(items, {mark for item in items if item.phrase for mark in item.phrase.marks})
    _numbers(items)
    _firm_roles(items)
    _told_of_the_opponent(cast)
    _other_roles(cast)
    _the_one_asked_about(cast)
    return cast


def _number_parts(made: Cut, items: list[Item]) -> None:
    for at, (one, item) in enumerate(pairwise(items), start=1):
        begins = item.clause != one.clause or made.spaced_before(item.start) or _begins_to_ask(items, at)
        item.part = one.part + begins


def _begins_to_ask(items: list[Item], at: int) -> bool:
    """`我能…`, `can i …`: the speaker and the word for being allowed, in either order."""
    item = items[at]
    if item.phrase and item.phrase.opens:
        follows = next((i for i in items[at + 1 :] if not (i.phrase and i.phrase.light)), None)
        return _asks(follows) and not _asks(items[at - 1])
    follows = items[at + 1] if at + 1 < len(items) else None
    return _asks(item) and follows is not None and follows.phrase is not None and follows.phrase.opens


def _asks(item: Item | None) -> bool:
    return item is not None and item.phrase is not None and bool({"may", "must"} & set(item.phrase.marks))


def _neighbour(items: list[Item], at: int, step: int) -> Item | None:
    """The name beside a phrase in the same clause, with nothing but light phrases between."""
    clause = items[at].clause
    at += step
    while 0 <= at < len(items) and items[at].clause == clause:
        item = items[at]
        if item.is_name:
            return item
        if item.phrase is None or not item.phrase.light:
            return None
        at += step
    return None


def _numbers(items: list[Item]) -> None:
    """The number of an effect belongs to the card before it, else to the one after it."""
    for at, item in enumerate(items):
        phrase = item.phrase
        if phrase is None or (phrase.number != "effect" and phrase.effect is None):
            continue
        number = phrase.effect if phrase.effect is not None else item.token.number if item.token else None
        owner = _neighbour(items, at, -1) or _neighbour(items, at, 1)
        owner = owner or next((i for i in reversed(items[:at]) if i.is_name), None)
        owner = owner or next((i for i in items[at:] if i.is_name), None)
        if owner is not None and owner.effect is None:
            owner.effect = number


def _firm_roles(items: list[Item]) -> None:
    roles = ("aside", "in-force", "answered", "subject")
    ordered = [
        at for role in roles for at, i in enumerate(items) if i.phrase and i.phrase.firm and i.phrase.role == role
    ]
    for at in ordered:
        phrase = items[at].phrase
        name = _neighbour(items, at, 1 if phrase and phrase.card == "after" else -1)
        if name is None or phrase is None or name.role:
            continue
        if phrase.role == "subject" and any(i.role == "subject" for i in items):
            continue
        name.role = phrase.role


def _told_of_the_opponent(cast: Cast) -> None:
    """A part that tells what the opponent activates, without asking whether anyone may, names what is answered."""
    parts: dict[int, list[Item]] = {}
    for item in cast.items:
        parts.setdefault(item.part, []).append(item)
    names = [item for item in cast.items if item.is_name and item.role in ("", "subject")]
    if len(names) < 2 or cast.of("answered"):
        return
    for items in parts.values():
        phrases = [item.phrase for item in items if item.phrase]
        marks = {mark for phrase in phrases for mark in phrase.marks}
        theirs = any(phrase.side == "opponent" for phrase in phrases)
        here = [item for item in items if item.is_name and not item.role]
        if not theirs or marks & {"may", "must"}:
            continue
        if "activate" in marks and len(here) == 1:
            here[0].role = "answered"
            return
        if len(here) == 2 and not marks & {"attack", "and"} and _follows_the_opponent(items, here[0]):
            here[0].role, here[1].role = "answered", "aside"  # "the opponent ashes my search": one card used on another
            return


def _follows_the_opponent(items: list[Item], name: Item) -> bool:
    at = items.index(name)
    return at > 0 and (before := items[at - 1].phrase) is not None and before.side == "opponent"


def _other_roles(cast: Cast) -> None:
    for at, item in enumerate(cast.items):
        phrase = item.phrase
        if phrase is None or not phrase.role or phrase.firm:
            continue
        name = _neighbour(cast.items, at, 1 if phrase.card == "after" else -1)
        here = {mark for i in cast.items if i.clause == item.clause and i.phrase for mark in i.phrase.marks}
        role = phrase.role if not phrase.needs or phrase.needs in here else phrase.otherwise
        if name is not None and role == "aside" and "passive" in phrase.marks and _ends_the_question(cast, name):
            role = "subject"  # "X可以被Y吗": the card of which nothing else is told is the one that would be used
            cast.marks.add("respond")
        if name is None or name.role or not role or (role != "aside" and cast.of(role)):
            continue
        others = [i for i in cast.items if i.is_name and i is not name and i.role not in ("in-force", "aside")]
        if role != "subject" and not [i for i in others if not _same(i, name)]:
            continue  # with no other card, it is this one that is asked about
        name.role = role


def _ends_the_question(cast: Cast, name: Item) -> bool:
    """Whether nothing but fillers follows a name in a part that asks what may be done."""
    after = [i for i in cast.items if i.part == name.part and i.start > name.start]
    return _asks_here(cast, name) and all(i.phrase and i.phrase.light and not i.phrase.at for i in after)


def _same(one: Item, other: Item) -> bool:
    return one.named is not None and other.named is not None and one.named.card.id == other.named.card.id


def _the_one_asked_about(cast: Cast) -> None:
    free = [item for item in cast.items if item.is_name and not item.role]
    subjects = cast.of("subject")
    if subjects and free and "respond" in cast.marks and not cast.of("answered"):
        free[0].role = "answered"
        return
    if not free:
        return
    if subjects or _used_as_a_verb(cast, free):
        return
    distinct = {item.named.card.id if item.named else id(item): item for item in reversed(free)}
    if len(distinct) > 1:
        asking = [item for item in free if _asks_here(cast, item)]
        distinct = {item.named.card.id if item.named else id(item): item for item in reversed(asking)} or distinct
    if len(distinct) == 1:
        chosen = next(iter(distinct.values()))
        chosen.role = "subject"
        for item in free:  # the same card again, perhaps with the number of the effect
            if item is not chosen and _same(item, chosen):
                item.role = "again"
                chosen.effect = chosen.effect if chosen.effect is not None else item.effect


def _used_as_a_verb(cast: Cast, free: list[Item]) -> bool:
    """`can i ash rota`: the name right after the word for being allowed is what one would use, on the name after it."""
    for at, item in enumerate(cast.items):
        name = _next_name(cast.items, at) if _asks(item) else None
        if name is None or name not in free or len(free) < 2:
            continue
        other = _next_name(cast.items, cast.items.index(name))
        if other in free and other is not None and not _same(name, other) and not cast.of("answered"):
            name.role, other.role = "subject", "answered"
            return True
    return False


def _next_name(items: list[Item], at: int) -> Item | None:
    """The name that follows with nothing but light words between, and no `and`."""
    name = _neighbour(items, at, 1)
    between = items[at + 1 : items.index(name)] if name else []
    joined = any(i.phrase and "and" in i.phrase.marks for i in between)
    return None if joined else name


def _asks_here(cast: Cast, name: Item) -> bool:
    """Whether the part of a name is the one that asks."""
    return any(_asks(item) for item in cast.items if item.part == name.part)


def opponent_acts(cast: Cast) -> bool:
    """`can my opponent activate`: whether it is the opponent who would do what is asked about."""
    for one, other in pairwise(item for item in cast.items if item.token):
        asks = [p for p in (one.phrase, other.phrase) if p and {"may", "must"} & set(p.marks)]
        sides = [p.side for p in (one.phrase, other.phrase) if p and p.side]
        if len(asks) == 1 and sides == ["opponent"] and one.clause == other.clause and _touch(one, other):
            return True
    return False


def _touch(one: Item, other: Item) -> bool:
    return one.token is not None and other.token is not None and one.token.end == other.token.start
