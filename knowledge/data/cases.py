"""Rulings and the cases that test the rules: a table as a person sees it, a question, and the outcome that is right."""

from typing import Annotated, Any, Literal

import msgspec

from knowledge.data.law import Cite, Dated, Record
from knowledge.data.profile import MOST_WORDS, Filter, Says, Side, Words, Zone

MOST_CARDS, MOST_EVENTS = 200, 60  # on a table, in a turn: more than a duel can have
OTHER = {"own": "opponent", "opponent": "own"}  # the other player


class CardOnTable(Record, frozen=True):
    """One card that lies on the table; `card` names its profile, or it is described by its figures alone."""

    card: str = ""
    called: str = ""  # a handle for the rest of the scenario
    side: Side = "own"  # who controls it, seen from the asking player
    owner: Side | None = None
    zone: Zone | None = None
    face: Literal["up", "down"] = "up"
    position: Literal["attack", "defence"] | None = None
    atk: int | None = None
    defence: int | None = None
    type: Words = ()  # token, normal, effect … where no profile says it
    original_atk: int | None = None  # where its text, not its print, gives the original value
    original_defence: int | None = None
    summoned: str = ""
    materials: Words = ()
    counters: Annotated[dict[str, int], msgspec.Meta(max_length=MOST_WORDS)] = {}
    equipped_to: str = ""
    targeting: str = ""
    negated_by: str = ""  # the card whose effect negates this one
    set_this_turn: bool = False
    revealed: bool = False  # of a card in the hand: it is kept open for both players to see
    affected_by: Words = ()  # the cards whose effects, already resolved, go on for this one
    level: int | None = None  # what it is now, or what no profile says: level or rank
    attribute: str = ""
    race: str = ""
    groups: Words = ()
    pointed_at_by: Words = ()  # the link monsters whose arrows point to its zone
    token_name: str = ""  # what a token is called
    made_by: str = ""  # the card/effect that summoned this token
    being_summoned: bool = False  # its summon is about to happen: it is not on the field yet
    summoned_with: Words = ()  # what its own summon used as material
    counters_from: Annotated[
        dict[str, str], msgspec.Meta(max_length=MOST_WORDS)
    ] = {}  # kind of counter → the card/effect that placed it
    gained: Words = ()  # the cards whose effects it has taken on beside its own
    slot: Annotated[int, msgspec.Meta(ge=1, le=7)] | None = None  # which zone of its kind it lies in
    declared: str = ""  # the Type, attribute or level its player declared for its effect


class Link(Record, frozen=True):
    """One link of the chain so far."""

    card: str
    by: Side = "opponent"
    effect: int | str | None = None  # which effect: 2, or p2 for a pendulum effect
    targets: Words = ()
    activates: Literal["card", "effect", ""] = ""
    choice: int | None = None  # which of its bullets was chosen, where that is done at activation
    zone: Zone | None = None  # where its card lay as it was activated
    paid: Words = ()  # the cards its cost was paid with
    gained_from: str = ""  # the card that gave the effect, where the card only gained it; `effect` is numbered there
    rewritten_by: str = ""  # the card/effect whose rewriting it resolves with
    declared: str = ""  # the Type, attribute or level declared for it


class Happening(Record, frozen=True):
    """Something that happened: an event of `rulings/events.yaml`, to which card, by what."""

    event: str
    card: str = ""  # "self", a handle or a name
    by: str = ""  # battle, effect, cost, rule, player
    source: str = ""  # the card whose effect, cost or attack it was
    origin: Zone | None = None  # where the card was before
    side: Side | None = None
    amount: int | None = None
    effect: int | str = ""  # which effect was activated: 2, or p2 for a pendulum effect
    to: str = ""  # the card it was aimed at: the target of the effect or of the attack
    was: str = ""  # the position or place the card had before
    now: str = ""  # the position or place it has since
    choice: int | None = None  # which bullet of the effect that was activated
    later: bool = False  # it came after what is listed before it, not at the same moment
    gained_from: str = ""  # of an activation: the card that gave the effect, where it was only gained
    unseen: bool = False  # the other player was not shown what card it was
    caused_by: Side | None = None  # the player whose effect, cost or act brought it about; `side` is whose card it was


class Battle(Record, frozen=True):
    """The battle going on: handles, or "self" for the card asked about."""

    attacker: str = ""
    defender: str = ""  # empty: a direct attack
    calculated: bool = False  # damage calculation has been carried out
    through: str = ""  # the card whose effect lets the attacker attack directly, where several would
    inside: str = ""  # the card in whose resolution the damage is calculated


Place = Literal[
    "field",
    "own-field",
    "opponent-field",
    "monster-zone",
    "own-monster-zone",
    "opponent-monster-zone",
    "gy",
    "own-gy",
    "opponent-gy",
    "own-hand",
    "opponent-hand",
    "own-banished",
    "opponent-banished",
]


class Table(Record, frozen=True):
    """What a person sees on the table. What is left out is not known, and the assumptions of the facts apply."""

    turn: Literal["own", "opponent"] | None = None
    lp: dict[Literal["own", "opponent"], int] = {}
    hand: dict[Literal["own", "opponent"], int] = {}
    deck: dict[Literal["own", "opponent"], int] = {}  # how many cards are left in it
    turn_number: int | None = None  # 1 is the first turn of the duel, 0 the time before it
    duels: Annotated[
        tuple[Literal["won", "lost", "drawn"], ...], msgspec.Meta(max_length=MOST_WORDS)
    ] = ()  # earlier duels of the match
    self: CardOnTable | None = None
    cards: Annotated[tuple[CardOnTable, ...], msgspec.Meta(max_length=MOST_CARDS)] = ()
    nothing_else_in: Annotated[
        tuple[Place, ...], msgspec.Meta(max_length=MOST_WORDS)
    ] = ()  # where nothing lies but the cards listed (and `self`)
    lacks: Annotated[
        tuple[Filter, ...], msgspec.Meta(max_length=MOST_WORDS)
    ] = ()  # kinds of cards of which none lies in the zones named, but for the cards listed
    battle: Battle | None = None
    chain: Annotated[tuple[Link, ...], msgspec.Meta(max_length=MOST_EVENTS)] = ()
    applied: Annotated[
        tuple[Link, ...], msgspec.Meta(max_length=MOST_EVENTS)
    ] = ()  # effects resolved before whose results last, and cards that lie there, in their order
    happened: Annotated[tuple[Happening, ...], msgspec.Meta(max_length=MOST_EVENTS)] = ()  # just now
    earlier: Annotated[tuple[Happening, ...], msgspec.Meta(max_length=MOST_EVENTS)] = ()  # earlier this turn
    battle_phases: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None  # as many as an effect allows this turn
    skipped: Words = ()  # phases (draw, standby, main1, battle-phase, main2, end), or "turn", an effect had left out
    known: Annotated[
        dict[str, Any], msgspec.Meta(max_length=MOST_CARDS)
    ] = {}  # answers a person gave to the engine's own questions

    def count(self, of: str, side: str) -> int | None:
        """How many life points, or cards in hand or deck, a player has, where it is told."""
        told = {"lp": self.lp, "hand": self.hand, "deck": self.deck}[of]
        return next((number for whose, number in told.items() if whose == side), None)


class Case(Record, frozen=True):
    """A question with its right outcome: `activate`, `asks` a gate, `stats`, `choose` by value, `play` a scenario."""

    expect: Any
    because: str = ""  # the rule that decides
    activate: str = ""  # card, or card/effect
    asks: str = ""  # the gate of another matter
    of: str = ""  # the card, or card/effect, that gate is asked about
    about: str = ""  # with a card in `of`: the handle or the part of the effect that is meant
    at: str = ""
    turn: Literal["own", "opponent"] | None = None
    given: Table | None = None
    near_miss: bool = False
    as_of: str = ""  # by the law of this day; without it, by that of the ruling's own time
    stats: dict[str, Any] = {}  # a monster and its steps; `expect` has a pair of values a step
    expect_original: tuple[int, int] | None = None
    expect_calculation: tuple[int, int] | None = None
    choose: dict[str, Any] = {}  # may an effect with a bound on ATK or DEF pick this monster?
    play: dict[str, Any] = {}  # a scenario; `expect` has final answers (zone, atk …), or the verdict of its last `ask`


class Ruling(Dated, frozen=True):
    """A ruling of the documents, stated in our words, with the cases that test the rules by it."""

    id: str
    says: Says
    cites: tuple[Cite, ...]
    cases: tuple[Case, ...] = ()  # none where the desk has no way to put it, which `precedent` then says
    status: Literal["confirmed", "undetermined", "superseded"] = "confirmed"
    superseded_by: str = ""
    exception: Says | None = None  # the document itself calls it an exception: why
    precedent: Says | None = None  # the rules do not reach it: why
    cards: tuple[str, ...] = ()  # further cards it concerns


def every_case(ruling: Ruling) -> list[tuple[str, Case]]:
    """Each case with the name of its test."""
    if len(ruling.cases) == 1:
        return [(ruling.id, ruling.cases[0])]
    return [(f"{ruling.id}.{n}", case) for n, case in enumerate(ruling.cases, 1)]


class Unknown(msgspec.Struct, frozen=True):
    """Marks a value that nobody has stated."""


UNKNOWN = Unknown()
