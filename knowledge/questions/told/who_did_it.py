"""Who did what to whom: the card an event befell, the one by which it came about, the one that negated it."""

from itertools import pairwise

from knowledge.questions.cast import Cast, Item, answers_things, is_the_cause, marks_of

GIVEN_UP = {"discarded": "discard", "tributed": "tribute"}  # what befalls a card that is given up, by its act


def told_of(cast: Cast, item: Item) -> tuple[Item | None, Item | None]:
    """Of an event: the card it befell, and the card by which it came about."""
    assert item.phrase is not None
    part = cast.in_part(item.part)
    here = [i for i in part if i.is_name and i.role != "in-force"]
    players = [i.start for i in part if i.phrase and i.phrase.side and i.start < item.start and not i.has("reflexive")]
    before = [i for i in here if i.start < item.start]
    if item.has("both-fall"):  # "X 和对方怪兽同归于尽", "X 攻击对方怪兽，双方都被战斗破坏"
        return before[0] if before else _topic(cast, item.part), None
    if before and players and players[-1] > before[-1].start:
        before = []  # "X 对方攻击时": another player's card is meant
    asks = [i.start for i in part if i.has("may", "must") and i.start > item.start]
    after = [i for i in here if i.start > item.start and not any(a < i.start for a in asks)]
    voice = item.phrase.voice
    if item.phrase.does and not (voice or item.phrase.events) and before and after and "passive" not in marks_of(part):
        voice = "active"  # "they use X to destroy my Y"
    if item.has("by-behind") and before and after and voice != "active":  # "X was destroyed by Y"
        return before[-1], after[0]
    befallen = _right_behind(cast, item)
    if befallen is not None and befallen in after and before and voice != "active":
        return befallen, before[-1]  # "因X的效果被除外的Y", "解放X特殊召唤Y"
    if len(before) > 1 and "cause" in marks_of(_between(cast, before[-2], before[-1])):  # "X 因 Y 的效果回到卡组"
        return before[-2], before[-1]
    summons = any(event.endswith("summoned") for event in (*item.phrase.events, *item.phrase.told))
    if len(before) > 1 and not summons and any(i.has("purpose") for i in _between(cast, before[-2], before[-1])):
        return before[-2], None  # "X 为 Y 的上级召唤而被解放"
    if len(before) > 1 and any(i.has("by-before") for i in _between(cast, before[-2], before[-1])):
        return before[-1], before[-2]  # "X のコストで Y を捨てた"
    if item.has("caused") and before:  # "X が Y で破壊された"
        return before[-2] if len(before) > 1 else None, before[-1]
    suffers = len(before) > 1 and any(i.has("passive") for i in _between(cast, before[-2], before[-1]))
    if suffers and not after:  # "X 被 Y 炸了", where the word alone would be what its card does
        return before[-2], before[-1]
    if voice == "active":  # "X destroys Y"
        if not before and len(after) > 1 and _by_means_of(cast, item, after[0], after[1]):
            return after[0], after[1]  # "I discarded Y with X"
        if not before and len(after) > 1 and any(i.has("with") for i in _between(cast, after[0], after[1])):
            return after[0], after[1]  # "they destroy Y with X"
        if after:
            return after[0], before[-1] if before else None
        taken = [i for i in before if _is_object(cast, i)]
        if taken:  # "X 把 Y 破坏"
            others = [i for i in before if i is not taken[-1]]
            return taken[-1], others[-1] if others else None
        return None, before[-1] if before else None
    if suffers:  # "X 被 Y 破坏"
        return before[-2], before[-1]
    passive = [
        i.start for i in part if i.has("passive") and not (i.phrase and i.phrase.events) and i.start < item.start
    ]
    if len(before) == 1 and passive and passive[-1] < before[0].start and not _is_told_of_it(item):  # "…，被 Y 破坏"
        return after[0] if after else _topic(cast, item.part), before[0]
    if len(before) == 1 and not after and any(i.has("takes") for i in _between(cast, before[0], item)):
        return _topic(cast, item.part), before[0]  # "…，Y 把它破坏"
    if len(before) == 1 and is_the_cause(part, before[0]):  # "…，因 Y 的效果被除外"
        return after[0] if after else _topic(cast, item.part), before[0]
    if len(before) > 1 and _is_paid_with(cast, before[-1], item):  # "X 作为 Y 的 cost 丢弃"
        return before[-2], before[-1]
    if len(before) > 1 and _is_object(cast, before[-1]):  # "Y 把 X 送墓"
        return before[-1], before[-2]
    if len(before) > 1 and _gives_up(before[-2], item) and _side_by_side(cast, before[-2], before[-1]):
        return before[-1], before[-2]  # "X で Y を捨てた", "X丢Y"
    if before:
        return before[-1], None
    return (after[0] if after else None), None


def _gives_up(name: Item, event: Item) -> bool:
    """Whether the text of a card discards or tributes others, as its cost or by its effect, and that is the event."""
    told = (*event.phrase.events, *event.phrase.told) if event.phrase else ()
    acts = tuple(GIVEN_UP[one] for one in told if one in GIVEN_UP)
    effects = name.named.card.effects if name.named and acts else ()
    return any(act.act.startswith(acts) and act.what != "self" for e in effects for act in (*e.cost, *e.does))


def _by_means_of(cast: Cast, event: Item, one: Item, other: Item) -> bool:
    """`Y with X`: whether X is told as what did it, or its text does so."""
    told = any(i.has("with", "by") for i in _between(cast, one, other))
    return (told or _gives_up(other, event)) and _side_by_side(cast, one, other)


def _side_by_side(cast: Cast, one: Item, other: Item) -> bool:
    """Whether nothing but words that tell nothing stand between two names."""
    between = _between(cast, one, other)
    return all(i.phrase is not None and i.phrase.light and not i.phrase.side for i in between)


def _right_behind(cast: Cast, item: Item) -> Item | None:
    """The card named right behind an event, with nothing but a word that tells nothing between."""
    for other in cast.items[cast.items.index(item) + 1 :]:
        if other.part != item.part or other.is_name:
            return other if other.part == item.part else None
        if other.phrase is None or not other.phrase.light or other.phrase.marks or other.phrase.side:
            return None
    return None


def _is_told_of_it(item: Item) -> bool:
    """Whether the word says itself what it befell: `被抢走`, `被特召出来的怪兽`."""
    return item.phrase is not None and (bool(item.phrase.side) or item.phrase.thing is not None)


def _topic(cast: Cast, part: int) -> Item | None:
    """What the clause before spoke of first, where a clause names only by what something was done."""
    before = [i for i in cast.in_part(part - 1) if i.is_name and i.role != "in-force"]
    return before[0] if before else None


def _between(cast: Cast, one: Item, other: Item) -> list[Item]:
    return [i for i in cast.items if one.start < i.start < other.start]


def _is_paid_with(cast: Cast, name: Item, event: Item) -> bool:
    """Whether a card is told to have a cost, before the event: the card before it is what was paid."""
    return any(i.has("is-cost") or (i.phrase is not None and i.phrase.by == "cost" and i is not event)
               for i in _between(cast, name, event))  # fmt: skip


def _is_object(cast: Cast, name: Item) -> bool:
    """Whether a card is told as what is acted on: behind the word for it, with only light words between."""
    at = cast.items.index(name)
    if at > 0 and cast.items[at - 1].has("object"):
        return True
    for item in reversed(cast.items[:at]):
        if item.part != name.part or item.is_name or not (item.phrase and item.phrase.light):
            return False
        if item.has("takes"):
            return True
    return False


def negated_in(cast: Cast) -> list[tuple[Item, Item]]:
    """`X was negated by Y`, told before a question about one of them and about the time after: that chain is over."""
    asked = cast.asked_part()
    here = cast.in_part(asked)
    moment = any(i.phrase and i.phrase.at for i in here)
    later = moment and not any(i.phrase and i.phrase.at for i in cast.items if i.part < asked)
    if not (later or {"again", "another-copy", "later", "often"} & marks_of(here)) or "respond" in marks_of(here):
        return []
    found = []
    for part in sorted({i.part for i in cast.items if i.part < asked}):
        items = cast.in_part(part)
        names = [i for i in items if i.named]
        for one, other in pairwise(names):
            between = [i for i in items if one.start < i.start < other.start]
            behind = [i for i in items if i.start > other.start]
            passive = any(i.has("passive") for i in between) or any(i.has("undone") for i in behind)
            if passive and _answers(other):
                found.append((one, other))
            elif not passive and _answers(one) and any(i.has("respond") for i in between) and not behind:
                found.append((other, one))
            elif _answers(one) and any(i.has("takes") for i in between) and any(i.has("respond") for i in behind):
                found.append((other, one))  # "Y把X无效了"
    alone = [names for part in range(asked) if len(names := [i for i in cast.in_part(part) if i.named]) == 1]
    for (one,), (other,) in pairwise(alone):  # "我发动X，对方用Y无效了"
        if other.part == one.part + 1 and _answers(other) and _tells_a_use(cast, one) and _tells_negation(cast, other):
            found.append((one, other))
    named = {i.who for i in here if i.is_name}
    return [(x, y) for x, y in found if named <= {x.who} or (later and named <= {y.who})]


def only_negated_something(cast: Cast) -> bool:
    """`an effect was negated by X. Can it be used again`: X is the one card named, and what it negated has no name."""
    names = [i for i in cast.items if i.is_name]
    asked = cast.asked_part()
    if not names or len({i.who for i in names}) != 1 or any(i.part >= asked for i in names):
        return False
    here, told = marks_of(cast.in_part(asked)), cast.in_part(names[0].part)
    before = [i for i in told if i.start < names[0].start]
    behind = [i for i in told if i.start > names[0].start]
    negated = any(i.has("respond") for i in told) and (
        any(i.has("passive") for i in before) or any(i.has("undone") for i in behind) or _negated_by(before)
    )
    something = any(i.has("the-effect", "describes") or (i.phrase and i.phrase.thing) for i in cast.items)
    return negated and something and bool(here & {"again", "another-copy", "still"}) and "respond" not in here


def _negated_by(before: list[Item]) -> bool:
    """`was negated by`: the word for answering stands right before the card."""
    return bool(before) and before[-1].has("respond")


def _tells_a_use(cast: Cast, item: Item) -> bool:
    return any(i.has("activate") for i in cast.in_part(item.part))


def _tells_negation(cast: Cast, item: Item) -> bool:
    """`the opponent negated it with Y`: told of the other player, and done."""
    part = cast.in_part(item.part)
    told = any(i.has("respond", "negates-it", "chains") for i in part)
    return told and not any(i.has("may", "asks") for i in part)


def _answers(item: Item) -> bool:
    return item.named is not None and answers_things(item.named.card)
