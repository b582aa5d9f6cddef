"""A question as understood: its kind, its cards in their roles, the table, and what reached nothing."""

from dataclasses import dataclass, field

from knowledge.data.profile import Card
from knowledge.explanation.answer_records import EVERYTHING, Included
from knowledge.questions.asked_topics import Topic
from knowledge.questions.cast import Cast
from knowledge.questions.meanings import Meaning, OpenWord
from knowledge.questions.named.cut import Doubt
from knowledge.questions.outcomes.counts import Count
from knowledge.questions.outcomes.words_used import Span, Used
from knowledge.questions.told.battles import Attack, Values
from knowledge.questions.told.statements import Statements

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
