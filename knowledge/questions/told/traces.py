"""Which words of what is told left no trace on the table, and which need none: told twice, or known anyway."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from knowledge.data.profile import Card, card_and_number
from knowledge.names.fold import fold
from knowledge.questions.asked import Asked
from knowledge.questions.cast import Cast, Item, does_so
from knowledge.questions.lexicon import Phrase
from knowledge.questions.named.cut import Cut
from knowledge.questions.told.accounts import BY_ACT, LEAVING
from knowledge.questions.told.unplaced import restates_a_text
from knowledge.rules.book import Book

_NEGATED = ("activation-negated", "effect-negated", "negated")
_ALSO_SAID = {"discard": ("send-to-gy",), "destroy": ("send-to-gy",)}  # people say the one for the other
_HAVE_THEIR_PLACE = (
    "used",
    "in-force",
    "target",
    "fights",
    "paid",
    "lies-there",
)  # roles that other statements account for


def find_untraced(asked: Asked, made: Cut, cast: Cast, form: dict[str, Any]) -> None:
    """Tell as not placed what should stand in the form and does not."""
    said = set(_words_of(form))
    told = [i for i in told_items(cast) if i.start not in asked.told.used]
    left = [i for i in told if _tells_two_ways(cast, i)]
    left += [i for i in cast.asked_items if i not in told and i.has("and") and _tells_two_ways(cast, i)]
    placed = bool(asked.in_force) or _negation_placed(said, form)  # or by what applies
    left += [i for i in told if i.has("respond") and i.has("passive") and not placed]
    left += [i for i in told if i.has("damage") and not any("damage" in word for word in said)]
    left += [i for i in told if i.has("direct") and not asked.attack and "attacked-directly" not in said]
    either = {word.start for i in cast.items if (words := either_way(cast, i)) for word in words}
    left += [i for i in _told_twice_in_one_breath(told_items(cast)) if i in told and i.start not in either]
    left += [i for i in told if _is_a_deed(i) and not _somebody_does_it(asked, i) and not restates_a_text(cast, i)]
    left += [i for i in told if i.named and not _is_traced(asked, cast, i, said)]
    left += [i for i in cast.asked_items if i.has("aims-at-it") and _befell_what_is_aimed_at(asked, i)]
    answers_one = asked.answered is not None or bool(asked.answered_kind)
    left += [] if answers_one else _effect_described(cast)
    known = {*asked.not_placed, *(name for name, _ in asked.aside), *(word.text for word in asked.open_words)}
    for item in sorted(left, key=lambda i: i.start):
        token = item.named.token if item.named else item.token
        spelled = made.spelled(token) if token else ""
        if spelled and spelled not in known:
            known.add(spelled)
            asked.not_placed.append(spelled)


def _befell_what_is_aimed_at(asked: Asked, item: Item) -> bool:
    """`a monster was banished a while: can I activate X on it`: what it went through, no table tells of a target."""
    effects = asked.card.effects if asked.card else ()
    awaited = {event for e in effects if e.trigger for event in e.trigger.events}
    gone = [a for a in asked.accounts if a.another and a.event in LEAVING and a.event not in awaited]
    return bool(gone) and item.start not in asked.told.used


def _effect_described(cast: Cast) -> list[Item]:
    """`X能无效从手卡送去墓地的效果吗`, `negate an effect that …`: the words that tell what that effect does."""
    here = cast.asked_items
    verbs = [i.start for i in here if i.has("respond") and not i.has("passive")]
    effects = [i.start for i in here if i.has("the-effect")]
    clause = [i for i in here if i.has("effect-that")]
    if verbs and clause:
        return clause
    if not verbs or not effects:
        return []
    first = verbs[0] if verbs[0] < effects[-1] else max((i.start for i in here if i.is_name), default=0)
    between = [i for i in here if first < i.start < effects[-1] and i.phrase]
    return [i for i in between if i.phrase and (i.phrase.events or i.phrase.told or i.phrase.does or i.phrase.origin)]


def find_idle_clauses(asked: Asked, made: Cut, cast: Cast, telling: frozenset[str]) -> None:
    """A clause beside the question of words that carry nothing, one of which tells something where it stands alone.

    Beside a question such words only fill it up; a clause they make by themselves tells something that nobody read.
    """
    known = {at for start, end, _ in asked.not_understood for at in range(start, end)}
    for part in sorted({i.part for i in cast.items} - {cast.asked_part()}):
        here = cast.in_part(part)
        if not all(_is_idle(i) and i.start not in asked.told.used for i in here):
            continue
        for item in here:
            token = item.token
            if token and fold(made.spelled(token)) in telling:
                start, end = made.span(token)
                if start not in known:
                    asked.not_understood.append((start, end, made.spelled(token)))


def _is_idle(item: Item) -> bool:
    """A word that hands nothing on by itself; words with a reading of their own are walked back elsewhere."""
    phrase = item.phrase
    if phrase is None or item.is_name:
        return False
    tells = phrase.events or phrase.told or phrase.states or phrase.activation or phrase.at or phrase.turn
    return not (tells or phrase.number or phrase.does or phrase.effect or phrase.could or phrase.zone)


def find_untouched(asked: Asked, made: Cut, cast: Cast) -> None:
    """Where the text of one card answers alone, whatever is told beside it: no table is judged by it."""
    told = [i for i in _beside_the_question(cast) if i.token and i.phrase and not i.phrase.light]
    names = [i for i in cast.items if i.named and i.named.card is not asked.card]
    weighty = [i for i in told if not (i.has("activate") and not i.phrase.does) and not _only_asks(i)]  # type: ignore[union-attr]
    asked.not_placed += list(dict.fromkeys(made.spelled(i.token) for i in weighty if i.token))
    asked.not_placed += list(dict.fromkeys(made.spelled(i.named.token) for i in names if i.named))


def _beside_the_question(cast: Cast) -> list[Item]:
    return [*told_items(cast), *(i for i in cast.items if i.part > cast.asked_part())]


def _only_asks(item: Item) -> bool:
    return item.has("targets", "is-cost", "asks", "may")


def told_items(cast: Cast) -> list[Item]:
    """What is told and not asked: the parts before the question, and in its own part what a word closes."""
    asks = cast.asked_part()
    closing = [i.start for i in cast.in_part(asks) if i.has("closes")]
    verbs = [i.start for i in cast.in_part(asks) if i.has("may", "must")]
    ends = [at for at in closing if verbs and at < verbs[0]]
    return [i for i in cast.items if i.part < asks or (i.part == asks and ends and i.start < ends[-1])]


def _words_of(value: object) -> Iterator[str]:
    """Every word of a form: keys, names, zones, events."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from _words_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _words_of(inner)
    else:
        yield card_and_number(str(value))[0]


def _is_traced(asked: Asked, cast: Cast, item: Item, said: set[str]) -> bool:
    """Whether a named card stands in the form, or did what stands there: the means of something that is placed."""
    assert item.named is not None
    card = item.named.card
    names = {card.names.zh, f"cid:{card.cid}", str(card.password), card.id}
    if card is asked.card or names & said or item.role in _HAVE_THEIR_PLACE:
        return True
    placed = [i.start for i in cast.items if i.who == item.who and i.start in asked.told.used]
    placed += [i.start for i in cast.items[cast.items.index(item) + 1 :][:1] if i.start in asked.told.used]
    part_of_it = any(card in (told.card, told.source) or told.part == item.part for told in asked.accounts)
    return bool(placed) or part_of_it or any(card is other for _, other in asked.aside)


def _is_a_deed(item: Item) -> bool:
    """A word for what an effect does, which tells no event of its own."""
    phrase = item.phrase
    return phrase is not None and bool(phrase.does) and not (phrase.events or phrase.told or item.has("respond"))


def _somebody_does_it(asked: Asked, item: Item) -> bool:
    """Whether it is what the card asked about, or one on the chain, does or pays: then it only describes that."""
    assert item.phrase is not None
    acts = (*item.phrase.does, *_ALSO_SAID.get(item.phrase.does[0], ()))
    cards = [asked.card, asked.answered[0] if asked.answered else None, *(card for card, _, _ in asked.links)]
    effects = [effect for card in cards if card is not None for effect in card.effects]
    paid = any(act.act.startswith(acts) for effect in effects for act in effect.cost)
    return paid or bool(asked.answered_kind) or any(does_so(effect, acts) for effect in effects)


def _negation_placed(said: set[str], form: dict[str, Any]) -> bool:
    """Whether a negation stands in the form: as what happened, or as the link that does it."""
    return bool(said & set(_NEGATED)) or len(form.get("given", {}).get("chain", ())) > 1


def _tells_two_ways(cast: Cast, item: Item) -> bool:
    """`A or B is the case`: two tables, of which one was taken; two names beside each other are read one by one."""
    if not item.has("or"):
        return False
    at = cast.items.index(item)
    beside = cast.items[max(at - 1, 0) : at] + cast.items[at + 1 : at + 2]
    return not all(i.is_name for i in beside) and either_way(cast, item) is None


def either_way(cast: Cast, item: Item) -> tuple[Item, Item] | None:
    """`is Normal Summoned or Special Summoned`: the words before and behind, where each tells an event or a moment."""
    part = [i for i in cast.in_part(item.part) if i is item or (i.phrase and (not i.phrase.light or i.phrase.events))]
    at = part.index(item)
    if not item.has("or") or not 0 < at < len(part) - 1:
        return None
    one, other = part[at - 1].phrase, part[at + 1].phrase
    if one is None or other is None:
        return None
    events = bool(one.events or one.told) and bool(other.events or other.told)
    moments = bool(one.at and other.at and not one.events and not other.events)
    return (part[at - 1], part[at + 1]) if events or moments else None


def _told_twice_in_one_breath(told: list[Item]) -> list[Item]:
    """The second of two different words for one event, right behind the first: two things happened, one was kept."""
    events = [(i, {*i.phrase.events, *i.phrase.told}) for i in told if i.phrase and (i.phrase.events or i.phrase.told)]
    return [
        then
        for (first, one), (then, other) in pairwise(events)
        if first.part == then.part and one & other and first.phrase is not then.phrase
    ]


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
    asked = cast.asked_items
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
