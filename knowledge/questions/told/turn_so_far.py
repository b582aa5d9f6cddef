"""What was done earlier in the turn: it is on no chain any more, and counts for the rest of the turn.

`the turn in which X was activated`, `X was negated by Y; this turn, …`: the use is a statement of the table, with what
became of it where that is told or the text of what negated it says it.
"""

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from knowledge.data.cases import OTHER
from knowledge.data.profile import Card, Effect
from knowledge.questions.asked import Asked
from knowledge.questions.cast import Cast, Item, answers_things, does_one, is_fast, marks_of, side_before
from knowledge.questions.told.statements import called, field_zone
from knowledge.rules.book import Book

_TWIN = "another-copy"
_THIS_TURN, _BEHIND = frozenset(("this-turn", "same-turn")), 6  # letters behind a name that may tell it was set
_AFTERWARDS = frozenset(("later", "again", "another-copy", "often", "next-turn", "since"))


@dataclass(frozen=True)
class Past:
    """A card that was used or summoned before, what of that was negated, and by which card."""

    card: Item
    summoned: bool = False
    negated: str = ""  # activation, effect, summon
    by: Item | None = None


def parts_of(past: list[Past], cast: Cast) -> set[int]:
    """Every part before the question that names one of these cards: a case is mostly told twice."""
    meant = {i.who for one in past for i in (one.card, one.by) if i is not None}
    return {i.part for i in cast.items if i.who in meant and i.part < cast.asked_part()} if meant else set()


def past_of_the_turn(cast: Cast) -> list[Past]:
    """The parts that tell of the turn so far; what they name is out of every chain."""
    asked = cast.asked_part()
    here = marks_of(cast.in_part(asked))
    if "respond" in here:
        return []
    found = [Past(used, negated=_negated([], by), by=by) for used, by in cast.negated]
    for part in sorted({i.part for i in cast.items if i.part < asked}):
        items = cast.in_part(part)
        marks = marks_of(items)
        since = here | {
            mark for i in cast.items if part < i.part < asked for mark in (i.phrase.marks if i.phrase else ())
        }
        over = ({"passive", "respond"} <= marks or _made_to_activate(items)) and since & _AFTERWARDS
        mine = "later" in here and _used_by_me(cast, items)
        if not ("turn-of" in marks or over or mine or _uses_what_is_asked_about(cast, items)):
            continue
        past = _told_in(items)
        if past is None or any(past.card.who == other.card.who for other in found):
            continue
        found.append(past)
    return found


def _uses_what_is_asked_about(cast: Cast, items: list[Item]) -> bool:
    """`I already used X's ② this turn; can ③ still be activated`: of the card asked about, by a word for the turn."""
    names = [i for i in items if i.named]
    dated = {"this-turn", "already"} & marks_of(items) and not {"last-turn", "passive", "respond"} & marks_of(items)
    uses = any(i.has("activate") for i in items)
    states = any(i.phrase and "used" in i.phrase.states for i in items)  # told by a longer phrase already
    others = any(i.is_name and i.role not in ("subject", "again") for i in cast.items)
    told = bool(names) and all(i.role in ("subject", "again") for i in names) and names[0].beside is not None
    return bool(dated) and uses and told and not states and not others


def _used_by_me(cast: Cast, items: list[Item]) -> bool:
    """`I activated X; can I still activate Y this turn`: of oneself, by a word for using a card."""
    names = {i.who for i in items if i.is_name}
    words = [i for i in items if i.has("activate") and i.phrase and not (i.phrase.does or i.phrase.told)]
    sides = {side_before(cast, i) for i in items if i.named}
    return len(names) == 1 and bool(words) and sides <= {"own", ""} and not {"passive", "respond"} & marks_of(items)


def _told_in(items: list[Item]) -> Past | None:
    names = [i for i in items if i.named]
    passive = [i for i in items if i.has("passive") and not (i.phrase and i.phrase.events)]
    if passive and any(i.has("respond") for i in items):
        before = [i for i in names if i.start < passive[-1].start]
        after = [i for i in names if i.start > passive[-1].start]
        if len({i.who for i in before}) != 1 or len({i.who for i in after}) > 1:
            return None
        said = [i for i in items if before[-1].start < i.start < passive[-1].start]
        by = after[0] if after else None
        negated = _negated(said, by)
        return Past(before[-1], negated == "summon", negated, by) if negated else None
    if made := _made_to_activate(items):
        return Past(made)
    if len({i.who for i in names}) != 1 or passive:
        return None
    summons = any(i.phrase and (_summons(i) or "special-summoned" in i.phrase.states) for i in items)
    summons = summons and names[0].beside is None  # "I Special Summoned with X's ①": its effect was used
    if summons or any(i.has("activate") for i in items):
        return Past(names[0], summons)
    return None


def _made_to_activate(items: list[Item]) -> Item | None:
    """`X is activated by force by Y`, `Y has X activated`: the card that was activated."""
    forced = [i for i in items if i.has("forced") and any(j.start > i.start and j.has("activate") for j in items)]
    turned = [i for i in items if i.has("passive", "takes") and forced and i.start < forced[0].start]
    if not turned:
        return None
    names = [i for i in items if i.named]
    before = [i for i in names if i.start < turned[-1].start]
    behind = [i for i in names if turned[-1].start < i.start < forced[0].start]
    meant = before[-1:] if turned[-1].has("passive") else behind[:1]
    return meant[0] if meant else None


def _negated(said: list[Item], by: Item | None) -> str:
    """What of a card's use came to nothing, by the word between it and the passive, else by what negated it."""
    if any(_summons(i) for i in said):
        return "summon"
    if any(i.has("activate") and i.phrase and not i.phrase.does for i in said):
        return "activation"
    if any(i.has("the-effect") for i in said):
        return "effect"
    if by is None or by.named is None:
        return ""
    return "activation" if does_one(by.named.card, ("negate-activation",)) else "effect"


def _summons(item: Item) -> bool:
    phrase = item.phrase
    return phrase is not None and any(event.endswith("summoned") for event in (*phrase.events, *phrase.told))


def statements_of(past: Past, cast: Cast, book: Book) -> list[dict[str, Any]]:
    """What happened earlier this turn, in the words of the table."""
    asked_about = past.by is not None and past.by.role == "subject"
    side = side_before(cast, past.card) or ("opponent" if asked_about else "own")
    if past.summoned:
        told = [] if past.negated else [_of(past.card, "special-summoned", side, book)]
    else:
        told = [_used(past.card, side, book)]
        told += [_of(past.card, "activation-negated", side, book)] if past.negated == "activation" else []
        told += [_of(past.card, "effect-negated", side, book)] if past.negated == "effect" else []
    return told + ([_negating(past.by) | _used(past.by, OTHER[side], book)] if past.by else [])


def _negating(item: Item) -> dict[str, Any]:
    """Which effect of a card negated something, where it has one that can."""
    answers = [e.number for e in item.named.card.effects if e.responds_to is not None] if item.named else []
    return {"effect": answers[0]} if len(answers) == 1 else {}


def _used(item: Item, side: str, book: Book) -> dict[str, Any]:
    assert item.named is not None
    opening = [e.number for e in item.named.card.effects if e.opens_the_card]
    of_the_card = not item.named.card.type.startswith("Monster") and item.beside in (None, *opening)
    event = "card-activated" if of_the_card else "effect-activated"
    told = item.effect if item.beside is None else item.beside
    number = {"effect": told} if told is not None else {}
    return _of(item, event, side, book) | number


def _of(item: Item, event: str, side: str, book: Book) -> dict[str, Any]:
    assert item.named is not None
    return {"event": event, "card": called(book, item.named.card), "side": side}


def tell_what_it_needs(asked: Asked, cast: Cast, book: Book) -> None:
    """`they used X in my main phase, can I activate Y`: Y is too slow to answer it, and its text needs such a use."""
    effects = asked.card.activated_effects if asked.card else []
    needs = any(required.is_ == "activated-this-turn" for effect in effects for required in effect.requires)
    used = [i for i in cast.of("answered") if i.named and i.part != cast.asked_part()]
    if not needs or not used or asked.card is None or is_fast(asked.card) or asked.answered is None:
        return
    if "respond" in marks_of(cast.asked_items):
        return
    if any(i.phrase and i.phrase.at and not i.phrase.at.startswith("main") for i in cast.in_part(used[0].part)):
        return  # in which phase it has to be used no statement says
    asked.told.earlier.append(_used(used[0], side_before(cast, used[0]) or "opponent", book))
    asked.answered, asked.links = None, []


def tell_what_came_back(asked: Asked, cast: Cast) -> None:
    """`it was banished for a time and came back`: it lies on the field again, and what befell it is over."""
    words = [i for i in cast.items if i.has("came-back")]
    gone = [a for a in asked.accounts if a.event == "banished" and a.card in (None, asked.card) and not a.another]
    card = asked.card
    if card is None or not words or not gone or not card.type.startswith("Monster"):
        return
    effects = [e for e in card.activated_effects if asked.effect in (None, e.number)]
    since = [i for i in cast.items if words[-1].start < i.start and i.part < cast.asked_part() and i.phrase]
    used = any(i.has("activate") or (i.phrase and "used" in i.phrase.states) for i in since)
    if used or any(e.trigger is not None or e.requires or e.unread for e in effects):
        return  # it may be this that sets it off, or how it came before
    asked.accounts = [a for a in asked.accounts if a not in gone]
    asked.accounts = [replace(a, over=True) if a.card in (None, card) and not a.another else a for a in asked.accounts]
    asked.told.earlier.append({"event": "banished", "card": "self", "by": "effect"})
    asked.told.own = {key: value for key, value in asked.told.own.items() if key != "zone"} | {"zone": "monster-zone"}
    asked.zone, asked.events = "", []
    asked.told.used |= {i.start for i in words}


def tell_the_hand_limit(asked: Asked, cast: Cast) -> None:
    """`discarded to the hand limit`: by no effect, at the end of the turn; after a chain of it the next is too late."""
    words = [i for i in cast.items if i.has("hand-limit")]
    if not words or asked.card is None:
        return
    told = [i for i in cast.items if i.part < cast.asked_part()]
    used = any(i.start > words[0].start and i.has("activate") for i in told)
    if not any(_discards(cast.in_part(word.part), asked.card) for word in words):
        _after_the_hand_limit(asked, words, used=used)
        return
    if used:
        asked.told.earlier += [{"event": "discarded", "side": "own", "by": "rule"}, {"event": "chain-resolved"}]
    asked.accounts, asked.events = [], []
    asked.told.happened = [{"event": "discarded", "card": "self", "origin": "hand", "by": "rule"}]
    asked.told.own = {"zone": "gy"} | asked.told.own
    asked.at, asked.assumed, asked.turn = "end", "", "own"
    asked.answered, asked.links, asked.missing = None, [], ""
    asked.told.used |= {i.start for i in told} | {i.start for i in words}


def _after_the_hand_limit(asked: Asked, words: list[Item], *, used: bool) -> None:
    """`after the hand limit X is summoned by Y, and falls`: Y was the one chain there is then.

    Where nothing was used then, how it came about no statement says.
    """
    if used and any(a.card is asked.card for a in asked.accounts):
        asked.told.earlier += [{"event": "discarded", "side": "own", "by": "rule"}, {"event": "chain-resolved"}]
        asked.at, asked.assumed, asked.turn = "end", "", "own"
        asked.told.used |= {i.start for i in words}


def _discards(part: list[Item], card: Card) -> bool:
    """Whether a part tells that a card was discarded."""
    told = any(i.phrase and "discarded" in (*i.phrase.events, *i.phrase.told) for i in part)
    return told and any(i.named and i.named.card is card for i in part)


def tell_what_was_passed_up(asked: Asked, cast: Cast) -> None:
    """`I gave up its effect then; may it be activated in the chain that came later`: what set it off is over."""
    words = [i for i in cast.items if i.has("passed-up") and i.part != cast.asked_part()]
    effects = [e for e in asked.effects_meant if e.is_activated]
    mine = [i for word in words for i in cast.in_part(word.part) if i.named and i.named.card is asked.card]
    later = [i for i in cast.items if words and words[0].part < i.part <= cast.asked_part()]
    chained = any(i.has("activate", "respond", "in-a-chain") for i in later if i.part < cast.asked_part())
    if not mine or not chained or not effects or any(e.kind != "trigger" or e.mandatory for e in effects):
        return
    asked.accounts = [replace(a, over=a.over or a.part <= words[0].part) for a in asked.accounts]
    asked.answered, asked.links = None, []
    asked.told.happened.append({"event": "effect-activated", "card": "another", "side": "opponent"})
    asked.told.used |= {i.start for i in (*words, *later) if i.part < cast.asked_part()}


def tell_copies_in_one_chain(asked: Asked, cast: Cast, book: Book) -> None:
    """`two copies of X in hand, may both be activated in one chain`: the second one above the first; or one twice."""
    here = cast.asked_items
    words = [i for i in here if i.has("same-chain")]
    card, others = asked.card, {i.who for i in cast.items if i.is_name} - {asked.card.id if asked.card else ""}
    counts = [
        one
        for one, other in pairwise(cast.items)
        if one.phrase and one.phrase.number == "count" and one.token and other.named and other.named.card is card
    ]
    several = [i for i in counts if i.token and (i.token.number or (i.phrase.value if i.phrase else 0) or 0) > 1]
    several += [i for i in cast.items if i.has("two-copies") and i not in several]
    again = [i for i in here if i.has("often")]
    if card is None or not words or not (several or again) or others or asked.answered:
        return
    effects = [e for e in card.activated_effects if asked.effect in (None, e.number)]
    if len(effects) != 1 or _comes_together(effects[0]) or not card.type.startswith("Monster"):
        return
    gone = any(act.what == "self" and act.act != "reveal" for act in effects[0].cost)
    if not several and (gone or effects[0].kind != "quick" or effects[0].responds_to is not None):
        return  # another copy may be meant, or another thing to answer, or what sets it off may come several times
    zone = effects[0].zones[0] if effects[0].zones else "monster-zone"
    asked.effect = effects[0].number
    asked.answered, asked.answers_own = (card, asked.effect), True
    if not several:  # it answers itself, and once it was used already
        use = {"event": "effect-activated", "card": "self", "side": "own", "effect": asked.effect}
        asked.told.earlier = [use]
        asked.told.used |= {i.start for i in cast.items if i.has("same-chain")} | {i.start for i in again}
        return
    asked.told.cards.append({"card": called(book, card), "called": _TWIN, "zone": zone})
    asked.told.earlier.append({"event": "effect-activated", "card": _TWIN, "side": "own", "effect": asked.effect})
    asked.told.used |= {i.start for i in (*words, *several)}


def tell_it_was_just_set(asked: Asked, cast: Cast, says: re.Pattern[str]) -> None:
    """`I set X, can I activate it this turn`: X was set in the turn that is asked about."""
    card = asked.card
    if card is None or card.type.startswith("Monster") or not _THIS_TURN & marks_of(cast.asked_items):
        return
    told = [i for i in cast.items if i.named and i.named.card is card and i.part < cast.asked_part()]
    here = cast.in_part(told[0].part) if told else []
    tokens = [token for i in here if (token := i.token or (i.named.token if i.named else None))]
    earlier = any(i.has("last-turn") or "set-before" in i.phrase.states for i in here if i.phrase)
    if not tokens or earlier:
        return
    start, end = asked.places[tokens[0].start], max(asked.places[token.end - 1] for token in tokens) + 1
    found = says.search(asked.text[start : end + _BEHIND].lower())
    if found is None:
        return
    asked.told.cards = [c for c in asked.told.cards if "card" in c or c.get("face") != "down"]
    asked.told.own |= {"zone": field_zone(card), "face": "down", "set_this_turn": True}
    asked.told.used |= {i.start for i in here} | {i.start for i in cast.items if i.has(*_THIS_TURN)}
    spoken = (start + found.start(), start + found.end())
    asked.not_understood = [w for w in asked.not_understood if w[1] <= spoken[0] or spoken[1] <= w[0]]


def how_often_used(asked: Asked, cast: Cast, book: Book) -> None:
    """`twice a turn`, `a second copy`: may it be used again after it was used once?"""
    told = asked.told.earlier
    if asked.card is None or not {"often", "again", "another-copy"} & cast.marks:
        return
    event = "effect-activated" if asked.card.type.startswith("Monster") else "card-activated"
    uses = [use for use in told if use["card"] == called(book, asked.card)]
    theirs = [i for i in cast.items if i.has("another-copy") and side_before(cast, i) == "opponent"]
    copies = set() if theirs else {"two-copies", "another-copy"} & cast.marks
    if not uses and not ({"often", "another-copy"} & cast.marks):
        return
    if copies and asked.effect is None and not asked.card.type.startswith("Monster"):  # the cards are used
        opening = [e.number for e in asked.card.activated_effects if e.opens_the_card]
        asked.effect = opening[0] if len(opening) == 1 else None
    if not (uses or copies) and asked.effect is None and (works := _works_once_it_lies_there(asked.card)):
        asked.effect, event = works.number, "effect-activated"
    if not uses:
        told.append({"event": event, "card": "", "side": "own"})
        uses = told[-1:]
        if asked.effect is not None:
            uses[0]["effect"] = asked.effect
    for use in [use for use in told if use["card"] == called(book, asked.card)] or uses:
        use["card"] = _TWIN if copies else "self"
    if copies:
        asked.told.cards.append({"card": called(book, asked.card), "called": _TWIN, "zone": field_zone(asked.card)})
    _twice_in_one_chain(asked, cast, copies=bool(copies))


def _works_once_it_lies_there(card: Card) -> Effect | None:
    """The one effect of a card that is opened with nothing to do: opening it is no use of it."""
    opening = [e for e in card.activated_effects if e.opens_the_card]
    others = [e for e in card.activated_effects if not e.opens_the_card]
    idle = bool(opening) and not any(e.does or e.choices or e.unread for e in opening)
    return others[0] if idle and len(others) == 1 else None


def _comes_together(effect: Effect) -> bool:
    """Whether several copies are set off together where all can see them: then none of them answers another."""
    return effect.kind == "trigger" and "hand" not in effect.zones


def _twice_in_one_chain(asked: Asked, cast: Cast, *, copies: bool) -> None:
    """`two of them in one chain`: the second is chained to the first, where it answers no special thing; what may be
    used once a turn is used up in its chain, too."""
    words = [i for i in cast.asked_items if i.has("same-chain")]
    if not words or asked.card is None or asked.answered is not None:
        return
    effects = [e for e in asked.card.activated_effects if asked.effect in (None, e.number)]
    limits = [e.limit for e in effects]
    once = all(li and li.per == "turn" and li.times == 1 and (li.counts == "name" or not copies) for li in limits)
    if copies and any(_comes_together(e) for e in effects):
        return
    if copies and not answers_things(asked.card):
        asked.answered, asked.answered_by, asked.answers_own = (asked.card, asked.effect), "own", True
    elif not once or not limits:
        return
    asked.told.used |= {i.start for i in words}
