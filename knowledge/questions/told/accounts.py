"""What is told to have happened, and the figures of the table: whom it befell, by what, from where."""

import re
from dataclasses import replace
from itertools import pairwise

from knowledge.data.profile import Card
from knowledge.questions.asked import Account, Asked
from knowledge.questions.cast import Cast, Item, does_one, does_so, is_fast, marks_of, neighbour, side_before
from knowledge.questions.told.described_cards import befell_another, described, who_acts, whose_it_was
from knowledge.questions.told.who_did_it import GIVEN_UP, told_of
from knowledge.rules.book import Book

# "能送墓康吗": how it is done, not what happened
_DONE_ON_THE_WAY = frozenset(("sent-to-gy", "banished", "tributed", "discarded"))
_BEFALLS = {
    "destroy": ("destroyed-by-effect", "sent-to-gy-by-effect"),
    "banish": ("banished",),
    "return-to-hand": ("returned-to-hand",),
    "return-to-deck": ("returned-to-deck",),
}
_AS_MATERIAL = ("used-as-material", "sent-to-gy-as-material")
_WITH_MATERIALS = frozenset(("Fusion", "Synchro", "Xyz", "Link", "Ritual"))
_FLIP_SUMMONED, _FLIPPED = "flip-summoned", "flipped"
_BY_EFFECT = "destroyed-by-effect"
_IN_BATTLE = ("destroyed-by-battle", "sent-to-gy-by-battle")
LEAVING = frozenset(("destroyed", "sent-to-gy", "tributed", "banished", "returned-to-hand", "returned-to-deck"))
_LEAVES = tuple(LEAVING)
OF_MONSTERS = frozenset(
    ("summoned", "flipped", "destroyed-by-battle", "attack-declared", "battled", "chosen-as-attack-target")
)
BY_ACT = {  # what an act does to a card, as an event
    "negate-attack": "attack-negated",
    "special-summon": "summoned",
    "summon-token": "summoned",
    "destroy": "destroyed",
    "banish": "banished",
    "search": "added-to-hand",
    "add-to-hand": "added-to-hand",
    "draw": "drawn",
    "return-to-hand": "returned-to-hand",
    "return-to-deck": "returned-to-deck",
    "tribute": "tributed",
    "send-to-gy": "sent-to-gy",
    "take-control": "control-changed",
}


def tell_whose_effect_it_was(asked: Asked, says: dict[str, re.Pattern[str]]) -> None:
    """`destroyed by my own card's effect`: whose card did it, where it has no name."""
    found = [side for side, said in says.items() if said.search(asked.text.lower())]
    if len(found) != 1:
        return
    asked.accounts = [
        replace(a, caused_by=found[0])
        if a.card in (None, asked.card) and not (a.another or a.source or a.caused_by) and _by_an_effect(a)
        else a
        for a in asked.accounts
    ]


def _by_an_effect(account: Account) -> bool:
    return account.event.startswith(_LEAVES) and "battle" not in account.event and account.by in ("", "effect")


def tell_how_it_lay(asked: Asked, cast: Cast) -> None:
    """`X in defence position was destroyed`: how it lay before, where its place is told beside its name."""
    beside = [i for i in cast.items if i.phrase and i.phrase.light and not i.phrase.thing]
    beside = [i for i in beside if i.phrase and (i.phrase.position or i.phrase.face == "down")]
    named = [(i, neighbour(cast.items, cast.items.index(i), step)) for i in beside for step in (1, -1)]
    own = [i for i, name in named if name and name.named and name.named.card is asked.card and name.part == i.part]
    left = [a for a in asked.accounts if a.card in (None, asked.card) and not a.another and a.event.startswith(_LEAVES)]
    told = {f"{i.phrase.face or 'up'}-{i.phrase.position or 'defence'}" for i in own if i.phrase}
    if len(told) != 1 or not left:
        return
    was = f"face-{told.pop()}"
    asked.accounts = [replace(a, was=was) if a in left and not a.was else a for a in asked.accounts]
    asked.told.used |= {i.start for i in own}


def tell_what_happened(asked: Asked, item: Item, cast: Cast, book: Book) -> None:
    """Take a figure of the table, and every event a phrase tells, with whom it befell and by what."""
    phrase = item.phrase
    assert phrase is not None
    of_a_thing = item.part != cast.asked_part() and _describes_a_thing(cast, item)
    if phrase.face and phrase.thing is None and not of_a_thing and not _is_of_another(asked, cast, item):
        asked.face = phrase.face
    if phrase.number == "lp":
        asked.lp = asked.told.lp.get("own")
    if phrase.number == "hand":
        asked.hand = asked.told.hand.get("own")
    by_effect = ""
    asks = [i for i in cast.in_part(item.part) if i.has("may") and i.start < item.start]
    here = [i for i in cast.in_part(item.part) if asks and asks[0].start < i.start < item.start]
    to_it = any(i.is_name for i in here) and here[-1].has("takes", "it")  # "能发动X使其回到卡组": what X would do
    on_the_way = to_it or bool(_DONE_ON_THE_WAY & set(phrase.events))
    asked_for = item.part == cast.asked_part() and (
        bool(phrase.does) or (bool(asks) and phrase.voice != "passive" and on_the_way)
    )
    done = (
        ()
        if phrase.events or (phrase.told and item.part != cast.asked_part())
        else _done_to_it(asked, cast, item, book)
    )
    asked.told.used |= {item.start} if done else _what_the_link_is_for(asked, cast, item)
    events = phrase.events or (phrase.told if item.part != cast.asked_part() else ()) or done
    if any(i.has("cannot") and i.start < item.start for i in cast.in_part(item.part)):
        events = ()  # "(normal summons are not allowed)": nothing of the kind happened
        asked.told.used |= {i.start for i in cast.in_part(item.part)} if _is_a_remark(cast, item.part) else set()
    events = (*events, _FLIPPED) if _FLIP_SUMMONED in events and _FLIPPED not in events else events
    befallen, source = told_of(cast, item) if events else (None, None)
    befallen = _among_others(asked, cast, befallen) if befallen is not None else None
    if source is not None and source.named and _BY_EFFECT in events and _tells_no_way(item):
        events = _by_battle_or_effect(source.named.card, events)
    if befallen is not None and _cannot_befall(book, befallen, events):  # "被月之书盖掉之后再反转召唤"
        befallen, source = None, None if "attack-declared" in events else source or befallen
    if item.has("joins") and befallen is not None and befallen.start < item.start and _is_material(befallen):
        events = _AS_MATERIAL  # "X和Y同调了": no monster of the main deck comes out so
        asked.told.used |= {i.start for i in cast.in_part(item.part) if i.start < item.start}
    doer = befallen.named.card if befallen is not None and befallen.named and not phrase.voice else None
    if doer is not None and doer is not asked.card and phrase.told and phrase.does and does_one(doer, phrase.does):
        befallen, source = None, befallen  # "X检索了": X did it
    if events and not phrase.events and _describes_what_is_answered(asked, cast, book, item, befallen):
        asked.told.used |= {i.start for i in (befallen, source if done else None) if i is not None}
        return
    if {"attack-declared", "attacked-directly"} & set(phrase.events):
        befallen = befallen if befallen is not None and befallen.start < item.start and not phrase.side else None
        asked_for = befallen is None and not (phrase.side or side_before(cast, item))  # only a moment is told
    if source is not None and not asked_for:
        asked.told.used.add(source.start)
    if source is None and not asked_for and (phrase.by or _by_what(cast, item)) == "cost":
        asked.told.used |= {i.start for i in _paid_for(asked, cast, item)}
    elif source is None and phrase.voice != "active" and not asked_for:
        source = _brought_about_by(asked, cast, item, events)
        by_effect = "effect" if source is not None else ""
        events = _BY_AN_EFFECT if source is not None and events == (_EITHER_WAY,) else events
    other = [i for i in cast.in_part(item.part) if i.has("another-card") and i.start < item.start]
    befallen = None if other else befallen
    another = befallen is None and (bool(other) or source is not None or befell_another(cast, item))
    asked.told.used |= {i.start for i in other}
    side = whose_it_was(cast, item) if another else phrase.side or side_before(cast, befallen or item)
    side = side or _the_speaker(cast, item, events) or _whom_the_speaker_answers(asked, cast, befallen, events)
    handle = described(asked, cast, item, events, side) if another and not asked_for else ""
    for event in () if asked_for else events:
        account = Account(
            event,
            befallen.named.card if befallen and befallen.named else None,
            side,
            phrase.by or _by_what(cast, item) or by_effect or _by_its_text(source, event),
            phrase.origin or _origin_told(cast, item) or _origin_by(source, event),
            source.named.card if source and source.named else None,
            phrase.now,
            another=another,
            handle=handle,
            caused_by=_whose_doing(cast, source, befallen) if source is not None else "",
            part=item.part,
        )
        if _is_told_more_closely(asked, account, book):
            asked.told.used.add(item.start)
        elif event not in asked.events:
            asked.events.append(event)
            asked.accounts.append(account)
        else:
            _tell_more(asked, account)


def _what_the_link_is_for(asked: Asked, cast: Cast, item: Item) -> set[int]:
    """`they use X to destroy my Y; can I chain Z`: the words for Y, which lies there yet as X is answered."""
    link = asked.answered[0] if asked.answered else None
    part = cast.in_part(item.part)
    if item.phrase is None or item.part == cast.asked_part() or link is None or not does_one(link, item.phrase.does):
        return set()
    named = [i for i in part if i.named]
    behind = [i for i in named if i.start > item.start]
    told = bool(named) and named[0].named is not None and named[0].named.card is link and named[0].start < item.start
    return {i.start for i in behind} if told else set()


def _among_others(asked: Asked, cast: Cast, befallen: Item) -> Item:
    """`X and Y were destroyed`: the one asked about, where it stands in a row with the one it befell."""
    at, row = cast.items.index(befallen), [befallen]
    for step in (1, -1):
        other = at + 2 * step
        while 0 <= other < len(cast.items) and cast.items[other - step].has("and"):
            if not cast.items[other].named or cast.items[other].part != befallen.part:
                break
            row.append(cast.items[other])
            other += 2 * step
    found = [item for item in row if item.named and item.named.card is asked.card]
    asked.told.used |= {item.start for item in row} if found else set()
    return found[0] if found else befallen


def _is_told_more_closely(asked: Asked, account: Account, book: Book) -> bool:
    """`X was Special Summoned. … the X that came out so`: the wider word for what is told of the same card already."""
    before = [a for a in asked.accounts if a.part != account.part and a.event != account.event]
    same = [a for a in before if account.event in book.wider_events((a.event,)) and not (a.another or account.another)]
    return any((a.card or asked.card) is (account.card or asked.card) for a in same)


_EITHER_WAY, _BY_AN_EFFECT = "destroyed", ("destroyed-by-effect", "sent-to-gy-by-effect")
_BROUGHT_BY = {  # what befalls a card, by the acts of a text that bring it about
    "destroyed": ("destroy",),
    "discarded": ("discard",),
    "destroyed-by-effect": ("destroy",),
    "banished": ("banish",),
    "returned-to-hand": ("return-to-hand",),
    "returned-to-deck": ("return-to-deck",),
    "sent-to-gy-by-effect": ("send-to-gy", "destroy", "discard", "mill"),
}


def _brought_about_by(asked: Asked, cast: Cast, item: Item, events: tuple[str, ...]) -> Item | None:
    """`they activate X. My Y is destroyed`: X, told to be used right before, where its text does such a thing."""
    acts = {act for event in events for act in _BROUGHT_BY.get(event, ())}
    before = [i for i in cast.items if i.named and i.part == item.part - 1]
    here = cast.in_part(item.part)
    if not acts or len(before) != 1 or item.part == cast.asked_part() or any(i.phrase and i.phrase.by for i in here):
        return None
    doer = before[0].named.card if before[0].named else None
    used = "activate" in marks_of(cast.in_part(before[0].part)) and before[0].role in ("answered", "aside")
    did = doer is not None and doer is not asked.card and does_one(doer, tuple(acts))
    return before[0] if used and did and any(i.named and i.named.card is asked.card for i in here) else None


def _by_its_text(source: Item | None, event: str) -> str:
    """`X丢了Y`: as its cost or by its effect, where the text of X does such a thing in one of the two ways only."""
    act = GIVEN_UP.get(event, "")
    effects = source.named.card.effects if source is not None and source.named and act else ()
    costs = [one for e in effects for one in (*e.cost, *(paid for choice in e.choices for paid in choice.cost))]
    paid = any(one.act.startswith(act) for one in costs)
    done = any(does_so(e, (act,)) for e in effects)
    return "cost" if paid and not done else "effect" if done and not paid else ""


def _paid_for(asked: Asked, cast: Cast, item: Item) -> list[Item]:
    """`I activate X, discarding Y as its cost`: X, told right before, whose text has such a cost."""
    before = [i for i in cast.items if i.named and i.part == item.part - 1 and i.named.card is not asked.card]
    used = before and "activate" in marks_of(cast.in_part(before[0].part))
    paying = [i for i in before if i.named and any(effect.cost for effect in i.named.card.effects)]
    return paying if used and len(before) == 1 else []


def _whose_doing(cast: Cast, source: Item, befallen: Item | None) -> str:
    """`destroyed by my own X`: the player named right before the card that did it, behind the one it befell."""
    names = [i.start for i in cast.items if i.is_name and i.start < source.start]
    first = max([*names, befallen.start if befallen and befallen.start < source.start else -1], default=-1)
    here = [i for i in cast.in_part(source.part) if first < i.start < source.start]
    sides = [i.phrase.side for i in here if i.phrase and i.phrase.side and not i.phrase.thing]
    return sides[-1] if sides else ""


def _describes_a_thing(cast: Cast, item: Item) -> bool:
    """`我场上盖放的1张卡`: told of a card without a name, with at most its number between."""
    here = cast.in_part(item.part)
    behind = [i for i in here if i.start > item.start and not (i.phrase and i.phrase.number == "count")]
    thing = behind[0].phrase.thing if behind and behind[0].phrase else None
    return thing is not None and not any(i.named for i in here if i.start > behind[0].start)


def _is_of_another(asked: Asked, cast: Cast, item: Item) -> bool:
    """`the set X was sent away; can Y …`: told right before another card than the one asked about."""
    owner = neighbour(cast.items, cast.items.index(item), 1)
    other = owner is not None and owner.named is not None and owner.named.card is not asked.card
    if other and item.part != cast.asked_part() and item.token is not None and item.start not in asked.told.used:
        asked.not_placed.append(asked.spelled(item.token))
    return other


def _is_a_remark(cast: Cast, part: int) -> bool:
    """Whether a part without names stands behind one that names a card: it says what that card does not allow."""
    here, before = cast.in_part(part), cast.in_part(part - 1)
    return not any(i.is_name for i in here) and any(i.is_name for i in before) and part < cast.asked_part()


def _is_material(item: Item) -> bool:
    """Whether a monster is of no kind that is summoned with materials."""
    kinds = item.named.card.type.split(" / ") if item.named else []
    return "Monster" in kinds and not set(kinds) & _WITH_MATERIALS


def _the_speaker(cast: Cast, item: Item, events: tuple[str, ...]) -> str:
    """`我先通招了一只`: who speaks summons, where nothing but the speaker stands before the word; else who acted."""
    before = [i for i in cast.in_part(item.part) if i.start < item.start]
    alone = not any(i.is_name for i in before) and any(i.phrase and i.phrase.opens for i in before)
    if not any(event.endswith("summoned") for event in events):
        return ""
    return "own" if alone else who_acts(cast, item) if item.phrase and item.phrase.voice != "passive" else ""


def _whom_the_speaker_answers(asked: Asked, cast: Cast, befallen: Item | None, events: tuple[str, ...]) -> str:
    """`when X is summoned, may I activate Y`: the other player's, where who speaks asks for what waits for theirs."""
    speaks = any(i.phrase and i.phrase.opens for i in cast.asked_items)
    summoned = befallen is not None and any(event.endswith("summoned") for event in events)
    of_another = befallen is not None and befallen.named is not None and befallen.named.card is not asked.card
    return side_waited_for(asked) if speaks and summoned and of_another else ""


def side_waited_for(asked: Asked) -> str:
    """The one player whose monsters the text waits for; empty where it may be either's."""
    triggers = [e.trigger for e in (asked.card.effects if asked.card else ()) if asked.effect in (None, e.number)]
    waits = {trigger.of.side for trigger in triggers if trigger is not None and trigger.of is not None}
    return waits.pop() or "" if len(waits) == 1 else ""


def _tells_no_way(item: Item) -> bool:
    """`destroyed by X`, `X destroyed my Y`: in battle or by its effect, the word itself does not say."""
    return item.has("by-behind") or (item.phrase is not None and item.phrase.voice == "active" and not item.phrase.by)


def _by_battle_or_effect(source: Card, events: tuple[str, ...]) -> tuple[str, ...]:
    """`destroyed by X`: by its effect, unless X is a monster, which may have been fought."""
    if not source.type.startswith("Monster"):
        return events
    return ("destroyed",) if does_one(source, ("destroy",)) else _IN_BATTLE


def _done_to_it(asked: Asked, cast: Cast, item: Item, book: Book) -> tuple[str, ...]:
    """`被X破坏`, `they use X to destroy my Y`: what the card told before did, as what befell the other one."""
    phrase, part = item.phrase, cast.in_part(item.part)
    if phrase is None or item.part == cast.asked_part() or not phrase.does or phrase.voice:
        return ()
    passive = [i.start for i in part if i.has("passive") and i.start < item.start]
    named = [i for i in part if i.named and passive and passive[-1] < i.start < item.start]
    doer = named[-1].named.card if named and named[-1].named else None
    did = doer is not None and (not doer.type.startswith("Monster") or does_one(doer, phrase.does))
    events = next((events for act, events in _BEFALLS.items() if act in phrase.does), ())
    return events if did or (not passive and _is_done_to_the_one_asked_about(asked, cast, item, book, events)) else ()


def _is_done_to_the_one_asked_about(asked: Asked, cast: Cast, item: Item, book: Book, events: tuple[str, ...]) -> bool:
    """Whether a card whose text does so is told to be used on the one asked about, which waits to be treated so."""
    part = cast.in_part(item.part)
    before, behind = ([i.named.card for i in part if i.named and (i.start < item.start) == so] for so in (True, False))
    used = len(before) == 1 and item.phrase is not None and does_one(before[0], item.phrase.does)
    waiting = [e.trigger for e in (asked.card.effects if asked.card else ()) if asked.effect in (None, e.number)]
    of_itself = any(t and t.subject != "other" and book.wider_events(events) & set(t.events) for t in waiting)
    return used and behind[:1] == [asked.card] and of_itself and not (asked.card and is_fast(asked.card))


def _tell_more(asked: Asked, again: Account) -> None:
    """What is told of an event a second time: by which card, by what, from where, where that was left out first."""
    for at, first in enumerate(asked.accounts):
        if first.event == again.event and (first.card or asked.card) is (again.card or asked.card):
            asked.accounts[at] = replace(
                first,
                source=first.source or again.source,
                by=first.by or again.by,
                origin=first.origin or again.origin,
                now=first.now or again.now,
                caused_by=first.caused_by or again.caused_by,
            )


def _origin_told(cast: Cast, item: Item) -> str:
    """`from the deck`, before the event in the same part."""
    here = [i for i in cast.in_part(item.part) if i.start < item.start and i.phrase and not i.phrase.events]
    return next((i.phrase.origin for i in here if i.phrase and i.phrase.origin), "")


def _origin_by(source: Item | None, event: str) -> str:
    """From the deck, where the card that put something into the GY takes it from nowhere else."""
    effects = source.named.card.effects if source is not None and source.named else ()
    sends = [act for e in effects for act in e.does if act.act.startswith("send-to-gy")]
    whence = [act.whence or (act.which.zones if act.which else ()) for act in sends]
    of_the_deck = bool(sends) and all(zones == ("deck",) for zones in whence)
    return "deck" if of_the_deck and event.startswith("sent-to-gy") else ""


def _by_what(cast: Cast, item: Item) -> str:
    """`as a cost`, in the same part as the event."""
    here = cast.in_part(item.part)
    told = [i.phrase.by for i in here if i.phrase and i.phrase.by and not i.phrase.events]
    return told[0] if told else "cost" if any(i.has("is-cost") for i in here) else ""


def _cannot_befall(book: Book, item: Item, events: tuple[str, ...]) -> bool:
    """Whether something only befalls monsters, and the card named beside it is none."""
    of_monsters = bool(book.wider_events(events) & OF_MONSTERS)
    return of_monsters and item.named is not None and not item.named.card.type.startswith("Monster")


def waits_for(asked: Asked, book: Book, events: tuple[str, ...]) -> bool:
    """Whether the text asked about waits for one of these things, and for no activation."""
    effects = asked.effects_meant
    waiting = [e for e in effects if e.trigger is not None and e.responds_to is None]
    return any(book.wider_events(events) & set(e.trigger.events) for e in waiting if e.trigger)


def _describes_what_is_answered(asked: Asked, cast: Cast, book: Book, item: Item, befallen: Item | None) -> bool:
    """`they use X to revive Y`: what X would do, not what happened, unless Y is the one asked about."""
    if befallen is not None and befallen.named and befallen.named.card is asked.card:
        return False
    done = item.has("done") and "respond" not in marks_of(cast.asked_items)
    if item.phrase is not None and done and waits_for(asked, book, item.phrase.told):
        return False
    before = [i for i in cast.in_part(item.part) if i.start < item.start and i.named]
    return asked.answered is not None and any(i.named and i.named.card is asked.answered[0] for i in before)


def in_the_order_of_its_text(asked: Asked, book: Book) -> None:
    """`X negated the attack and summoned a monster`: of two things one text does in turn the second came later."""
    for at, (one, other) in enumerate(pairwise(asked.accounts), start=1):
        doer = one.source
        if doer is None or other.source not in (None, doer):
            continue
        rows = [effect.does for effect in doer.activated_effects]
        then = [
            (before, act) for row in rows for n, act in enumerate(row) if act.joined == "then" for before in row[:n]
        ]
        if any(_comes_of(book, one, before.act) and _comes_of(book, other, act.act) for before, act in then):
            asked.accounts[at] = replace(other, later=True)


def _comes_of(book: Book, account: Account, act: str) -> bool:
    """Whether an event is what an act brings about."""
    return BY_ACT.get(act, "") in book.wider_events((account.event,))
