"""The records of a scenario file: the table at the start, the steps, what is asked; read from text or plain data."""

from typing import Annotated, Any, Literal

import msgspec
import yaml

from knowledge.data.cases import CardOnTable
from knowledge.data.law import Cite, Record
from knowledge.data.profile import Says
from knowledge.data.records import as_record
from knowledge.data.yaml_files import Placed, Unreadable, read_yaml
from knowledge.problems import BadInput, bad_input, refusal, sentence

Player = Literal["own", "opponent"]
LARGEST = 10_000_000
MOST_CARDS, MOST_STEPS, MOST_ASKED, MOST_WORDS = 80, 60, 60, 40
Points = Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
Name = Annotated[str, msgspec.Meta(max_length=200)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_WORDS)]


class Lying(CardOnTable, frozen=True):
    """The record of a card on the table, as a scenario writes it: in sizes a stranger may send, face as usual."""

    card: Name = ""
    called: Name = ""  # what the steps call it; its name where nothing is said
    side: Player = "own"
    owner: Player | None = None
    face: Literal["up", "down"] | None = None  # type: ignore[assignment]
    atk: Points | None = None
    defence: Points | None = None
    level: Points | None = None
    counters: dict[str, Points] = {}


class Outside(Record, frozen=True):
    """Something that happens to the table from outside the cards played."""

    event: Name
    card: Name = ""
    to: Name = ""  # where the card goes, or what it is aimed at
    by: Literal["", "battle", "effect", "cost", "rule"] = "effect"
    side: Player | None = None
    amount: Points | None = None


class Fight(Record, frozen=True):
    """The attack a scenario starts in the middle of."""

    attacker: Name
    target: Name = "direct"  # a monster, or `direct`


class Ask(Record, frozen=True):
    """One question about the table as it is then: an activation, a matter of the rules, or what can be read off it."""

    expect: Any = None
    because: Name = ""  # the rule that has to decide
    activate: Name = ""  # card, or card/effect
    by: Player = "own"
    asks: Name = ""  # a matter of the rules
    of: Name = ""
    about: Name = ""
    tells: Literal[
        "",
        "lp",
        "damage",
        "zone",
        "position",
        "atk",
        "def",
        "window",
        "replay",
        "declared",
        "attacked",
        "battled",
        "destroyed",
        "certain",
        "chain",
        "counters",
        "side",
    ] = ""


class Step(Record, frozen=True):
    """One step; exactly one of the verbs is given."""

    activate: Name = ""
    attack: Name = ""
    pass_: Literal["own", "opponent", "both", ""] = msgspec.field(name="pass", default="")
    next: Name = ""
    summon: Name = ""
    set: Name = ""
    position: Name = ""
    replay: Name = ""  # after a replay: a monster, `direct` or `stop`
    happens: Outside | None = None
    try_: Name = msgspec.field(name="try", default="")  # ask whether it may be activated, without doing it

    by: Player | None = None
    target: Name = ""  # of an attack: a monster, or `direct`
    targets: Names = ()
    pick: Names = ()  # cards chosen while it resolves, and zones of tokens
    pays: Names = msgspec.field(name="cost", default=())  # the cards the cost, tribute or summon uses
    choose: int | None = None  # which bullet
    value: Points | None = None  # an amount only the players know
    result: Annotated[
        tuple[int | Name, ...], msgspec.Meta(max_length=MOST_WORDS)
    ] = ()  # of a die, a coin (heads, tails) or a game of chance (its winner)
    declares: Name = ""  # what the player declares: an attribute, a name …
    replace: Annotated[
        dict[Name, Literal["use", "decline"]], msgspec.Meta(max_length=MOST_WORDS)
    ] = {}  # texts that may replace a destruction, by card
    how: Literal["normal", "tribute", "flip", "special", "fusion", "ritual", "synchro", "xyz", "link", "pendulum"] = (
        "normal"
    )
    to: Literal["", "attack", "defence"] = ""
    decline: bool = False  # leave out what the text says may be done while it resolves
    expect: Any = None
    because: Name = ""
    assume: bool = False  # take it as done, whatever the rules say
    says: Says | None = None
    ask: Annotated[tuple[Ask, ...], msgspec.Meta(max_length=MOST_ASKED)] = ()


VERBS = ("activate", "attack", "pass_", "next", "summon", "set", "position", "replay", "happens", "try_")
SPOKEN = tuple(verb.rstrip("_") for verb in VERBS)


class Scenario(Record, frozen=True):
    """A table, the steps played on it, and the questions at the end."""

    steps: Annotated[tuple[Step, ...], msgspec.Meta(max_length=MOST_STEPS)] = ()
    title: Says | Name = ""
    says: Says | None = None
    cites: Annotated[tuple[Cite, ...], msgspec.Meta(max_length=MOST_WORDS)] = ()
    turn: Player = "own"
    turn_number: Points | None = None
    at: Name = "main1"
    lp: dict[Player, Points] = {}
    hand: dict[Player, Points] = {}  # how many cards are in hand, named or not
    deck: dict[Player, Points] = {}
    cards: Annotated[tuple[Lying, ...], msgspec.Meta(max_length=MOST_CARDS)] = ()
    battle: Fight | None = None  # where `at` lies in an attack: which one
    known: Annotated[dict[str, Any], msgspec.Meta(max_length=MOST_CARDS)] = {}  # answers to the engine's own questions
    ask: Annotated[tuple[Ask, ...], msgspec.Meta(max_length=MOST_ASKED)] = ()
    expect: Annotated[
        dict[str, Any], msgspec.Meta(max_length=MOST_ASKED)
    ] = {}  # the final answers that are right: lp, damage, zone, destroyed …
    as_of: Name | int | None = None  # by the law of this day


def verb_of(step: Step) -> str:
    """The verb of a step, as it is written."""
    return next((verb for verb in VERBS if getattr(step, verb)), "")


LARGEST_FILE = 200_000


def parse_scenario(text: str) -> Scenario:
    """Read a scenario file."""
    if len(text) > LARGEST_FILE:
        raise bad_input("scenario.too-long", field="file", accepted=[LARGEST_FILE], largest_file=LARGEST_FILE)
    try:
        return _scenario(read_yaml(text))
    except (Unreadable, yaml.YAMLError, ValueError, RecursionError) as wrong:
        if isinstance(wrong, BadInput):
            raise
        line = getattr(wrong, "line", 1)
        raise bad_input("scenario.unreadable-line", field="file", line=line) from None


def read_scenario(data: Any) -> Scenario:
    """Turn plain data into a checked scenario."""
    return _scenario(Placed(data))


def _scenario(placed: Placed) -> Scenario:
    if not isinstance(placed.value, dict):
        raise bad_input("scenario.no-mapping", field="scenario")
    try:
        record, faults = as_record(Scenario, placed, (), "scenario", acts=False)
    except RecursionError:
        record, faults = None, []
    if record is not None:
        return record
    if not faults:
        raise bad_input("scenario.too-deep", field="scenario")
    line = faults[0].line
    raise refusal(faults[0], "scenario", sentence("scenario.line", line=line))
