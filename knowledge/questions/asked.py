"""A question as understood: kind, cards, the table; what of it an answer used, and what reached nothing."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal

from knowledge.data.profile import Card, Effect
from knowledge.explanation.answer_records import EVERYTHING, Included
from knowledge.questions.asked_topics import Topic
from knowledge.questions.cast import Cast, Item
from knowledge.questions.meanings import Meaning, OpenWord
from knowledge.questions.named.cut import Doubt, Token
from knowledge.questions.outcomes.counts import Count
from knowledge.questions.told.battles import Attack, Values
from knowledge.questions.told.statements import Statements

Span = tuple[int, int]

# what a word may tell of the table, by the fields of its phrase and by its marks
_FIELDS = ("events", "told", "states", "at", "turn", "thing", "amount", "place", "zone", "position", "face", "does")
_MARKS = (
    "attack",
    "respond",
    "damage",
    "equips",
    "lp-lower",
    "lp-higher",
    "cannot",
    "last-turn",
    "next-turn",
    "excepts",
)
_A_CARD = "card"  # a monster or a card of which nothing more is told
_WEAK = frozenset((_A_CARD, "amount"))
_FIELD = ("field", "monster-zone", "extra-monster-zone", "spell-zone")
_NAMES_ONLY = ("effect", "link", "")  # numbers that tell which effect or link is meant, and nothing of the table
_ASK = ("may", "must", "when", "outcome", "how-much", "value", "replay", "count-asked", "times-asked")
_OPENS = ("clause", "excepts")  # marks of words with which a condition or an exception begins


@dataclass(frozen=True)
class Used:
    """What of a question went into its answer."""

    spans: tuple[Span, ...] = ()  # of the text: the words the pattern of the answer stands for
    takes: frozenset[str] = field(default=frozenset())  # what is told beside them and went in as well: fields, marks
    belongs: frozenset[str] = field(default=frozenset())  # a clause that tells one of these went in as a whole
    whole: bool = False  # every word was looked at, and nothing else is told
    keeps: Literal["nothing", "open-words", "all"] = "nothing"  # of what was left over before


def left_beside(cast: Cast, places: list[int], used: Used) -> list[Item]:
    """The words of clauses that tell something and of which nothing was used, in their order."""
    if used.whole:
        return []
    taken = _without_conditions(cast.items, places, used.spans)
    clauses = [(clause, _is_touched(cast, clause, places, taken, used)) for clause in _clauses(cast.items)]
    again = [item.phrase.thing for clause, touched in clauses if touched for item in clause if item.phrase]
    return [
        item
        for clause, touched in clauses
        if not touched and _tells_something(clause, used.takes)
        for item in clause
        if (told := told_by(item)) - used.takes
        and not (item.phrase and item.phrase.thing in again and told == {"thing"})
    ]


def outside(
    words: Iterable[tuple[int, int, str]], items: list[Item], places: list[int], used: Used
) -> list[tuple[int, int, str]]:
    """The words nobody knows that stand outside what the answer is made of."""
    taken = _without_conditions(items, places, used.spans)
    return [word for word in words if not any(start <= word[0] and word[1] <= end for start, end in taken)]


def _clauses(items: list[Item]) -> list[list[Item]]:
    """What stands between two pauses; a condition behind what is asked is a clause of its own."""
    found: list[list[Item]] = []
    for _, group in groupby(items, key=lambda item: (item.clause, item.part)):
        found.append([])
        for item in group:
            if item.has(*_OPENS) and found[-1]:
                found.append([])
            found[-1].append(item)
    return found


def _without_conditions(items: list[Item], places: list[int], spans: Iterable[Span]) -> list[Span]:
    """Each span up to the word that opens a condition inside it: a pattern may run on to the end of the question."""
    opens = [places[item.start] for item in items if item.has(*_OPENS)]
    return [(start, min([end, *(at for at in opens if start < at < end)])) for start, end in spans]


def _is_touched(cast: Cast, clause: list[Item], places: list[int], taken: list[Span], used: Used) -> bool:
    if any(item.is_name for item in clause) or any(told_by(item) & used.belongs for item in clause):
        return True
    if any(item.has(*_ASK) for item in clause) or _asks_last(cast, clause):
        return True
    return any(start <= at < end for item in clause for at in _letters(item, places) for start, end in taken)


def _letters(item: Item, places: list[int]) -> list[int]:
    """Where the letters of a word stand: a span may begin within it ("my opponent's turn")."""
    return [places[item.start], places[item.token.end - 1]] if item.token else [places[item.start]]


def _asks_last(cast: Cast, clause: list[Item]) -> bool:
    """Whether a word that only asks stands in a clause, and in none behind it: "my Deck is empty, does it target"."""
    asking = [item for item in cast.items if item.has("asks", *_ASK)]
    opened = clause[0].has(*_OPENS) and len(asking) > 1 and asking[-1] is not cast.items[-1]  # "… if it is face-down"
    return bool(asking) and asking[-1] in clause and not opened


def _tells_something(clause: list[Item], takes: frozenset[str]) -> bool:
    """Whether a clause tells more than that there is some card, or that there is none of nobody says what."""
    told = {word for item in clause for word in told_by(item)} - takes
    return len(told) > 1 or bool(told - _WEAK)


def told_by(item: Item) -> set[str]:
    """What a word tells of the table: the fields and marks it has, and what its number counts."""
    phrase = item.phrase
    if phrase is None or item.token is None:
        return set()
    told = {name for name in (*_FIELDS, "activation") if getattr(phrase, name)} | {
        mark for mark in _MARKS if item.has(mark)
    }
    told |= {phrase.number} if phrase.number not in _NAMES_ONLY else set()
    if (phrase.place or phrase.zone) and (phrase.place or phrase.zone) not in _FIELD:
        told = told - {"place", "zone"} | {"pile"}  # the hand, the Deck, the GY
    if phrase.thing is not None and not (phrase.thing.type or phrase.thing.attribute or phrase.thing.race):
        told = told - {"thing"} | {_A_CARD}
    return told


ANY_TIME = "turn"
_EXTRA = ("Fusion", "Synchro", "Xyz", "Link")  # what goes back to the Extra Deck, face-down


@dataclass
class Account:
    """One thing that is told to have happened."""

    event: str
    card: Card | None = None  # whom it befell
    side: str = ""
    by: str = ""
    origin: str = ""
    source: Card | None = None
    now: str = ""  # where the card is since, where that is more than the event says
    held_by: str = ""  # who controlled the card asked about as it befell it, where somebody had taken it
    another: bool = False  # it befell a card that is not named and not the one asked about
    handle: str = ""  # that card, where it is described and so lies on the table
    caused_by: str = ""  # whose the card was that did it, where that was said
    over: bool = False  # it came before the rest, and is no longer what just happened
    part: int = -1  # of the sentence, that tells it
    was: str = ""  # the position it had before, where that was told
    later: bool = False  # it came after what is told before it, by the order of the text that did both


@dataclass
class Asked:
    """A question as understood; `missing` names what must be asked back."""

    text: str
    kind: str
    card: Card | None = None
    asked_as: str = ""  # the name the card was called by
    effect: int | None = None
    at: str = ""
    turn: str = ""
    by_opponent: bool = False  # the opponent is the one who would activate
    answered: tuple[Card, int | None] | None = None
    links: list[tuple[Card, int | None, str]] = field(default_factory=list)  # the chain before what is answered
    activation_told: bool = False  # somebody activated something, and nothing more is told of it
    answered_kind: str = ""  # an activation that is answered and told of without its card
    negated_kind: str = ""  # what a card that answers nothing is asked to negate: monster-effect, spell, trap
    answers_own: bool = False  # the activation answered is said to be of the player who would answer it
    answered_by: str = ""  # who made it, where that is told: own, opponent, or both are named beside it
    answered_guessed: bool = False  # nothing says that it is on the chain, only that it is not asked about
    in_force: list[Card] = field(default_factory=list)
    in_force_of: dict[str, str] = field(default_factory=dict)  # whose each of them is, where that was said
    does: tuple[str, ...] = ()  # what the effect asked about is said to do
    answered_does: tuple[str, ...] = ()  # what the effect that is answered is said to do
    answered_targets: list[tuple[Card, str, str]] = field(default_factory=list)  # what it was aimed at, whose, where
    answered_zone: str = ""  # where the card that is answered lies
    now: bool = False  # asked of a table that was not told
    events: list[str] = field(default_factory=list)
    accounts: list["Account"] = field(default_factory=list)  # each event with whom it befell and by what
    told: Statements = field(default_factory=Statements)
    particulars: dict[str, dict[str, Any]] = field(default_factory=dict)  # of cards that lie there
    topic: Topic | None = None  # what of the rules is asked about, where no card is named
    of_the_topic: tuple[Span, ...] = ()  # where it is spoken of
    cast: Cast | None = None
    places: list[int] = field(default_factory=list)  # where each character of the folded text stands
    one_way: bool = False  # of two things told with "or" one was taken
    event_side: str = ""
    summon_done: bool = False  # the summon told of is said to have succeeded
    zone: str = ""
    face: str = ""
    lp: int | None = None
    hand: int | None = None
    changed: str = ""  # of a replay: whether the number of monsters changed
    attack: Attack | None = None
    attack_by: str = ""  # whose monster attacks, in a question about an activation
    values: Values | None = None
    counts: list[Count] = field(default_factory=list)  # every number told, with what it counts
    counted: list[Card] = field(default_factory=list)  # cards that are only counted
    copies: dict[str, int] = field(default_factory=dict)  # of cards that are used: so many of each, by its id
    figure: str = ""  # which figure is asked for: value, damage, recover, pay
    terms: list[str] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    named: list[tuple[str, Card]] = field(default_factory=list)  # every card with the name it was called by
    words: str = ""  # what is left to search for
    missing: str = ""
    doubt: Doubt | None = None
    assumed: str = ""  # how the moment was settled, where it was not said
    not_understood: list[tuple[int, int, str]] = field(default_factory=list)
    not_placed: list[str] = field(default_factory=list)  # understood words that reached no statement
    open_words: list[OpenWord] = field(default_factory=list)  # the same, with what each of them may mean
    supposed: Meaning = field(default_factory=dict)  # one of those meanings, to be judged by
    aside: list[tuple[str, Card]] = field(default_factory=list)  # cards that are named and have no part in it
    slips: list[tuple[str, str]] = field(default_factory=list)  # words as typed, and as they are read
    used: Used | None = None  # what went into an answer that is no verdict on an activation
    include: frozenset[Included] = EVERYTHING  # what is told beyond the verdict

    @property
    def asked_items(self) -> list[Item]:
        """What stands in the part that asks."""
        return self.cast.asked_items if self.cast else []

    @property
    def effects_meant(self) -> list[Effect]:
        """The effects of the card that may be asked about: the one told by its number, else all."""
        return [e for e in (self.card.effects if self.card else ()) if self.effect in (None, e.number)]

    def span(self, token: Token) -> Span:
        """Where the person typed a token."""
        return self.places[token.start], self.places[token.end - 1] + 1

    def spelled(self, token: Token) -> str:
        """A token as the person typed it."""
        return self.text[slice(*self.span(token))]


def where_it_went(asked: Asked) -> dict[str, str]:
    """Where the card asked about lies since something befell it, where nobody sees it there."""
    told = [a for a in asked.accounts if a.card in (None, asked.card) and not a.another]
    if not told or asked.card is None:
        return {}
    if any(a.now == "banished-face-down" for a in told):
        return {"zone": "banished", "face": "down"}
    back = max((n for n, a in enumerate(told) if a.event == "returned-to-deck"), default=-1)
    moved_on = [a for a in told[back + 1 :] if a.origin == "deck" or "summoned" in a.event]
    if back >= 0 and moved_on:
        told = told[back + 1 :]
    elif back >= 0:
        of_the_extra_deck = any(kind in asked.card.type for kind in _EXTRA)
        return {"zone": "extra-deck" if of_the_extra_deck else "deck", "face": "down"}
    if told[-1].event == "banished" and not any(_waits_for(asked.card, a.event) for a in told):
        return {"zone": "banished"}
    others = any("gy" not in e.zones for e in asked.card.effects_of("ignition", "quick"))
    to_the_gy = all(any(word in a.event for word in ("gy", "destroyed", "tributed", "discarded")) for a in told)
    in_the_gy = to_the_gy and any("gy" in a.event for a in told)
    return {"zone": "gy"} if in_the_gy and others and asked.card.type.startswith("Monster") else {}


def _waits_for(card: Card, event: str) -> bool:
    """Whether an effect of a card is set off by that: then where the card lies is a matter of its text."""
    return any(effect.trigger is not None and event in effect.trigger.events for effect in card.effects)
