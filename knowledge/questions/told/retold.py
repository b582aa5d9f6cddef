"""What a question tells a second time, or of a card that is known anyway: words that need no statement of their own.

A case is mostly told twice, once as a judge writes it and once as a player asks it. The second telling uses other words
for what the first one said of the same cards; and a remark beside a card often says only what kind of card it is.
"""

from collections import defaultdict
from itertools import pairwise

from knowledge.data.profile import Card
from knowledge.names.fold import fold
from knowledge.questions.asked import Asked
from knowledge.questions.cast import Cast, Item
from knowledge.questions.lexicon import Phrase
from knowledge.questions.told.accounts import BY_ACT
from knowledge.rules.book import Book

_KINDS = {"spell": "Spell", "trap": "Trap"} | {
    f"monster-effect{place}": "Monster" for place in ("", "-field", "-hand", "-gy")
}
_NOTHING = "nothing"  # begins no event
_BY_MEANING = {
    "summon": ("summoned",),
    "destroy": ("destroyed",),
    "banish": ("banished",),
    "tribute": ("tributed",),
    "material": ("used-as-material",),
    "away": ("returned-to-hand", "returned-to-deck"),
}


def account_for_what_is_retold(asked: Asked, cast: Cast, book: Book) -> None:
    """Mark the words of told parts that only repeat a statement, deny another case, or name the kind of a card."""
    used = asked.told.used
    for part in sorted({item.part for item in cast.items if item.part != cast.asked_part()}):
        here = cast.in_part(part)
        if any(item.has("denies") for item in here):
            used |= {item.start for item in here}
        used |= _wished(cast, here) | _brought_to_a_number(here) | _named_as_printed(cast, here)
        used |= {item.start for item in here if _names_the_kind(asked, cast, item)}
        used |= _described_before_it_is_named(asked, here)
        happened = _happened_to(asked, book, [item for item in here if item.named])
        told = [item for item in here if item.phrase and happened & _tells(book, item.phrase)]
        used |= {item.start for item in told}
        causes = {account.source.id for account in asked.accounts if account.source}
        befallen = {account.card.id for account in asked.accounts if account.card}
        if told:
            used |= {item.start for item in here if item.named and item.who in causes | befallen}
        used |= _means_of_it(asked, here)
        used |= _negated_and_gone(asked, here)
        if asked.told.absent and any(item.has("absent-there") for item in here):
            used |= {item.start for item in here if item.has("absent-there") or item.role == "aside"}


def _wished(cast: Cast, here: list[Item]) -> set[int]:
    """`I want to activate another Spell. … can I activate another Spell`: kinds of cards that are asked about."""
    asked = cast.in_part(cast.asked_part())
    wanted = any(item.has("wants") for item in here) and not any(item.is_name for item in here)
    again = any(item.has("describes") for item in asked) and any(item.has("activate") for item in asked)
    return {item.start for item in here if item.has("describes")} if wanted and again else set()


def _named_as_printed(cast: Cast, here: list[Item]) -> set[int]:
    """`X, whose name is treated as Y`: what the text of X says of it anyway."""
    for word, other in pairwise(here):
        before = [i.named.card for i in cast.items if i.named and i.start < word.start and i.named]
        if not word.has("treated-as") or other.named is None or not before:
            continue
        called = other.named.card.names
        names = {fold(name) for name in (called.ja, called.zh, called.en)}
        acts = [act for effect in before[-1].standing_effects for act in effect.does if act.act == "change-name"]
        if any(fold(act.to) in names for act in acts):
            return {word.start, other.start}
    return set()


def _brought_to_a_number(here: list[Item]) -> set[int]:
    """`X made my hand 0 cards`, `they took damage by X`: the card by which a number or damage came about."""
    figures = [item for item in here if item.phrase and item.phrase.number in ("hand", "deck", "lp")]
    figures += [item for item in here if item.phrase and "battle-phase-skipped" in item.phrase.states]
    figures += [item for item in here if item.has("damage") and item.phrase and not item.phrase.does]
    pairs = [*pairwise(here)]
    names = [b for a, b in pairs if a.has("passive", "cause")]
    for word in [item for item in here if item.has("takes")]:  # "X等效果让…": what stands between tells nothing
        before = [item for item in here if item.start < word.start]
        while before and before[-1].phrase and before[-1].phrase.light and not before[-1].is_name:
            before.pop()
        names += before[-1:]
    found = {item.start for item in names if item.role == "aside" and any(f.start > item.start for f in figures)}
    used = [a for a, b in pairs if b.start in found and a.has("activate") and a.phrase and not a.phrase.does]
    return found | {item.start for item in used}


def _means_of_it(asked: Asked, here: list[Item]) -> set[int]:
    """`用X破坏的Y`, `用X特召`: the word for using a card, where what came about by that card is told already."""
    causes: dict[str, list[str]] = defaultdict(list)
    for account in asked.accounts:
        causes[account.source.id if account.source else ""].append(account.event)
    found: set[int] = set()
    for word, card in pairwise(here):
        if card.named is None or card.who not in causes or not word.has("activate") or word.phrase is None:
            continue
        behind = [i for i in here if i.start > card.start and i.phrase and (i.phrase.does or i.phrase.events)]
        done = [i for i in behind if any(root in e for e in causes[card.who] for root in _roots(i.phrase))]  # type: ignore[arg-type]
        if not (word.phrase.does or word.phrase.side) and done:
            found |= {word.start, card.start, done[0].start}
    return found


def _negated_and_gone(asked: Asked, here: list[Item]) -> set[int]:
    """`X的发动被Y无效并破坏`: the activation that came to nothing, where X is told to be destroyed by Y."""
    fallen = {a.source.id for a in asked.accounts if a.source and a.card in (None, asked.card) and not a.another}
    negating = [i for i in here if i.has("negates-it")]
    named = [i for i in here if i.named and i.who in fallen]
    acts = [i for i in here if i.has("activate") and i.phrase and not (i.phrase.does or i.phrase.told)]
    own = [i for i in here if i.named and i.named.card is asked.card]
    triggers = [e.trigger for e in (asked.card.effects if asked.card else ()) if e.trigger]
    if any(t.of is not None or any(event.startswith("left-field") for event in t.events) for t in triggers):
        return set()  # a card whose activation came to nothing was never on the field
    return {i.start for i in acts if negating and named and own and own[0].start < i.start < named[0].start}


def _roots(phrase: Phrase) -> tuple[str, ...]:
    """How the events begin that a word tells, also by what it does."""
    events = [*phrase.events, *phrase.told, *(BY_ACT[act] for act in phrase.does if act in BY_ACT)]
    return tuple(event.partition("-by-")[0] for event in events) or (_NOTHING,)


def _happened_to(asked: Asked, book: Book, named: list[Item]) -> frozenset[str]:
    """What is told of these cards, by any of its names; nothing where one of them has no part in what is told."""
    cards = {item.who for item in named}
    known = {c.id for a in asked.accounts for c in (a.card, a.source) if c}
    known |= {asked.card.id} if asked.card else set()
    known |= {asked.answered[0].id} if asked.answered else set()
    if not cards or not cards <= known:
        return frozenset()
    of_them = [a for a in asked.accounts if (a.card or asked.card) and (a.card or asked.card).id in cards]  # type: ignore[union-attr]
    return frozenset(event for a in of_them for event in book.wider_events((a.event,)))


def _tells(book: Book, phrase: Phrase) -> frozenset[str]:
    """The events a word may tell of, by any of their names."""
    told = {*phrase.events, *phrase.told}
    told |= {event for act, event in BY_ACT.items() if any(done.startswith(act) for done in phrase.does)}
    told |= {event for name in phrase.could for event in _BY_MEANING.get(name, ())}
    return book.wider_events(tuple(told)) if told else frozenset()


def _described_before_it_is_named(asked: Asked, here: list[Item]) -> set[int]:
    """`a Thunder monster's effect is activated. I activate X`: the words for the activation that is named later."""
    acts = [i.phrase for i in here if i.phrase and i.phrase.activation]
    things = [i.phrase.thing for i in here if i.phrase and i.phrase.thing]
    if not acts or any(i.is_name for i in here):
        return set()
    chain = [card for card, _, _ in asked.links] + ([asked.answered[0]] if asked.answered else [])
    fits = any(
        all(_is_of_kind(card, _KINDS.get(act.activation, "")) for act in acts)
        and all(not thing.race or thing.race in card.type.split(" / ") for thing in things)
        for card in chain
    )
    return {i.start for i in here} if fits and not any(t.type or t.attribute or t.face for t in things) else set()


def _names_the_kind(asked: Asked, cast: Cast, item: Item) -> bool:
    """`X (a Normal Trap)`: the kind of a card named in this part or right before it, which it is."""
    phrase = item.phrase
    kind = _KINDS.get(phrase.activation, "") if phrase else ""
    if not kind:
        return False
    before = [i for i in cast.items if i.named and i.part in (item.part, item.part - 1) and i.start < item.start]
    card = before[-1].named.card if before and before[-1].named else None
    known = asked.answered is not None and card is asked.answered[0]
    return known and card is not None and _is_of_kind(card, kind)


def _is_of_kind(card: Card, kind: str) -> bool:
    return card.type.startswith(kind)
