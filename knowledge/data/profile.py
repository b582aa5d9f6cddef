"""What a card's text says, in structured form: the shape of hand-written profiles and of what the text reader gives.

A profile never holds a verdict. A permission that is printed on the card ("also in the damage step") is text, and is
recorded as such in `also`.
"""

from typing import Annotated, Literal

import msgspec

Side = Literal["own", "opponent", "either"]
Kind = Literal["activate", "ignition", "trigger", "quick", "continuous", "unclassified", "condition", "summoning"]
ACTIVATED = ("activate", "ignition", "trigger", "quick")  # kinds that make a chain link
CHAINLESS = ("continuous", "unclassified")  # kinds that apply of themselves
Zone = Literal[
    "hand",
    "deck",
    "extra-deck",
    "monster-zone",
    "spell-zone",
    "field-zone",
    "pendulum-zone",
    "gy",
    "banished",
    "material",
]
FIELD: tuple[Zone, ...] = ("monster-zone", "spell-zone", "field-zone", "pendulum-zone")
BEHIND_MONSTERS: tuple[Zone, ...] = ("spell-zone", "field-zone", "pendulum-zone")  # where spells and traps lie
OFF_FIELD: tuple[Zone, ...] = ("hand", "gy", "deck", "banished")
CARD_KINDS = ("monster", "spell", "trap")
EXTRA_DECK_KINDS = frozenset(("fusion", "synchro", "xyz", "link"))  # monsters that go to the Extra Deck, to no hand


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing's names in the three languages."""

    zh: str
    en: str = ""
    ja: str = ""


class Says(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One sentence of our own, in both languages; in Japanese where the product says it to who asks in Japanese."""

    zh: str
    en: str
    ja: str = ""


MOST_WORDS = 40  # in one list of a text, or beside one card of a table
Words = Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_WORDS)]


class Compared(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a card has, measured by what another has: "ATK less than or equal to that monster's"."""

    value: Words  # level, rank, atk, def, name, race, attribute; original-atk … as printed; each of them
    how: Literal["at-most", "at-least", "below", "above", "same", "other"]
    than: str  # self, target, equipped, attacker …, or an act: the card to which this effect did that
    their: str = ""  # the other card's value, where it is not the same one
    by: int = 0  # measured by the other's value and so much: "1 Level higher"


class Together(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What cards that are taken or counted together must be: of different names, of one Type, of so many Levels."""

    different: Words = ()  # no two of them have one name, level …
    alike: Words = ()  # all have one
    total: Words = ()  # what is added up
    how: Literal["", "at-most", "at-least", "same"] = ""
    amount: int | str = ""  # of the total: a figure, or the card whose value it is, as `than` says it


class Filter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Which cards a text speaks of; every field narrows."""

    side: Side | None = None
    zones: Annotated[tuple[Zone, ...], msgspec.Meta(max_length=MOST_WORDS)] = ()
    type: Words = ()  # monster, spell, trap, normal, effect, fusion, synchro, xyz, link, pendulum, token, counter …
    name: Words = ()
    group: Words = ()  # archetypes
    attribute: Words = ()
    race: Words = ()
    level: tuple[int, int] | None = None  # lowest, highest
    atk: tuple[int, int] | None = None
    defence: tuple[int, int] | None = None
    face: Literal["up", "down"] | None = None
    position: Literal["attack", "defence"] | None = None
    summoned: Words = ()  # normal, tribute, flip, special, xyz …
    counters: Words = ()  # counters of these kinds lie on it
    other: bool = False  # other than this card
    but: Words = ()  # cards of these names are left out
    original: bool = False  # attribute, type and level as printed, whatever effects made of them
    compared: Annotated[tuple[Compared, ...], msgspec.Meta(max_length=MOST_WORDS)] = ()
    together: Together | None = None
    extreme: Words = ()  # of all such cards the one with the highest-atk, lowest-level …; several where they are equal
    place: Words = ()  # own-column, adjacent, linked-by-this, equipped-by-this, linked, main-monster-zone …
    owner: Literal["own", "opponent"] | None = None  # whose card it is, whoever controls it
    befell: Words = ()  # events: one of these happened to it this turn
    mentions: Words = ()  # names that its text mentions
    by_this: Words = ()  # acts: it is the card to which this effect did that
    either: Annotated[tuple["Filter", ...], msgspec.Meta(max_length=MOST_WORDS)] = ()  # and one of these besides


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One thing done, as a cost or at resolution; `act` is an id of `rulings/acts.yaml`."""

    act: str
    what: str = (
        ""  # self, target, answered (the activation it answers), battled (the monster fought), you, opponent, both
    )
    which: Filter | None = None
    whence: tuple[Zone, ...] = ()  # the places it may take its cards from, where `which` does not say it
    count: int | str = ""  # a number, "all", "any", "up-to-2"
    amount: int | str = ""  # points: a number or a word such as "half", "double", "battled-atk"
    per: Filter | None = None  # the cards that a number or an amount is counted or read off by: `such`
    stat: str = ""  # atk, def, both, original-atk, original-def, original-both
    to: str = ""
    # how it follows on what stands before it; `with`: both at once, and neither without the other
    # `activated`: it comes for having been activated, whatever became of what stands before it
    joined: Literal["", "then", "and-if-you-do", "also", "with", "activated"] = ""
    optional: bool = False  # "you may" inside the resolution
    # how the Japanese text puts a change: a value or an effect is made so (を), or becomes so (は, が)
    worded: Literal["", "object", "subject"] = ""
    until: str = ""  # end-of-turn, end-of-damage-step, while-faceup …
    requires: tuple["Requirement", ...] = ()  # what this part of the effect needs of the table


class Trigger(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What must have happened; `events` are ids of `rulings/events.yaml`, any one of which is enough."""

    events: tuple[str, ...]
    subject: Literal["self", "other", "any"] = "self"  # this card, other cards, either
    names_itself: bool = False  # of either: the text names this card beside the others
    of: Filter | None = None
    by: Side | None = None  # whose action caused it
    when_or_if: Literal["when", "if"] | None = None
    not_by: tuple[str, ...] = ()  # narrower events the text leaves out: "except by drawing"
    each: bool = False  # "each time": it sets the effect off as often as it happened


class Response(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What is answered directly: "when … is activated", "when … would be summoned"."""

    to: tuple[
        str, ...
    ]  # card-activation, effect-activation, monster-effect, spell, trap, spell-card, trap-card, summon …
    by: Side | None = None
    doing: tuple[str, ...] = ()  # acts the answered activation must include
    doing_from: tuple[Zone, ...] = ()  # whence those acts must take their cards
    doing_to: Filter | None = None  # to what those acts must be done
    doing_count: int = 1  # to how many cards at least
    of: Filter | None = None
    targeting: str = ""  # what the answered activation must target, e.g. "self", "one-own-monster"
    targeted: Filter | None = None  # and which cards one of those must be


class Requirement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A printed condition on the table; `is_` is an id of `rulings/requirements.yaml`."""

    is_: str = msgspec.field(name="is")
    of: Filter | None = None
    amount: int | str = ""
    among: tuple["Requirement", ...] = ()  # of `any-of`: one of these is enough
    then: bool = False  # a state in which the event has to happen; it counts as it was then


class Limit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """How often: "once per turn" counts this copy, "only once per turn" by name counts the name."""

    per: Literal["turn", "chain", "battle", "damage-step", "phase", "duel", "field"] = (
        "turn"  # field: once while face-up
    )
    counts: Literal["copy", "name"] = "copy"
    times: int = 1
    # what is counted: uses of the effect, activations of the card, times it is applied, choices of each bullet, or
    # Special Summons of the card that succeeded, by whatever means
    of: Literal["use", "card", "application", "choice", "summon"] = "use"
    shared: tuple[int, ...] = ()  # "one of these effects": the numbers that share the count


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One bulleted choice inside an effect; what it leaves out is the effect's own."""

    bullet: int
    cost: tuple[Action, ...] = ()
    targets: tuple[Filter, ...] = ()
    requires: tuple[Requirement, ...] = ()
    does: tuple[Action, ...] = ()
    summary: Says | None = None


class UnreadClause(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A clause about what an effect does that the text reader could not read, as printed, and what it speaks of."""

    text: str
    about: Words = ()  # ids of `rulings/words/subjects.yaml`
    beside: Words = ()  # and what the rest of its sentence speaks of
    own: bool = False  # it speaks of its own card and of no other, nor of a player
    en: str = ""  # the same in English, where the words are our own
    kinds: Words = ()  # of a ban on activations: monster, spell, trap; all where it names none
    word: str = ""  # the word of a hand-written profile that stands for it, which nobody interprets


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One effect of a card."""

    number: int
    kind: Kind
    part: Literal["monster", "pendulum", "card"] = "monster"
    mandatory: bool = False
    speed: int | None = None  # only where the card departs from its kind
    zones: tuple[Zone, ...] = ()  # where it is activated or applies; empty: where its kind works
    face: Literal["up", "down", "any"] = "up"
    turn: Side = "either"  # whose turn, where printed
    at: tuple[str, ...] = ()  # printed moments: ids of timings, after `own:` or `opponent:` where each has its player
    also: tuple[
        Literal["damage-step", "opponent-turn", "from-hand", "turn-it-was-set"], ...
    ] = ()  # printed permissions
    trigger: Trigger | None = None
    responds_to: Response | None = None
    requires: tuple[Requirement, ...] = ()
    cost: tuple[Action, ...] = ()
    targets: tuple[Filter, ...] = ()
    does: tuple[Action, ...] = ()
    limit: Limit | None = None
    # what the text says cannot be negated: this effect or its activation, or the card, which is then never negated
    unnegatable: tuple[Literal["card", "activation", "effect"], ...] = ()
    choices: tuple[Choice, ...] = ()
    unread: tuple[str, ...] = ()  # clauses about its activation that the text reader could not read, as printed
    unread_deeds: tuple[UnreadClause, ...] = ()  # and those about what it does
    summary: Says | None = None

    @property
    def is_activated(self) -> bool:
        """Whether using it makes a chain link."""
        return self.kind in ACTIVATED

    @property
    def opens_the_card(self) -> bool:
        """Whether it is what the activation of a spell or trap card itself does."""
        return self.kind == "activate"

    @property
    def applies_of_itself(self) -> bool:
        """Whether it is never activated; whether it applies now the state tells."""
        return self.kind in CHAINLESS

    @property
    def every_act(self) -> tuple[Action, ...]:
        """What it does, whichever bullet is chosen."""
        return (*self.does, *(act for choice in self.choices for act in choice.does)) if self.choices else self.does


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One card: who it is, and what its text says."""

    id: str
    names: Names
    type: str  # as printed: "Monster / Zombie / Tuner / Effect", "Spell / Quick-Play", "Trap / Counter"
    cid: int | None = None
    password: int | None = None
    aliases: tuple[str, ...] = ()
    reading: str = ""  # its Japanese name as it is read aloud: archetypes are written that way
    attribute: str = ""
    level: int | None = None  # level, rank or link rating
    atk: int | Literal["?"] | None = None
    defence: int | Literal["?"] | None = None
    scale: int | None = None
    groups: tuple[str, ...] = ()  # archetypes it belongs to
    effects: tuple[Effect, ...] = ()

    def effects_of(self, *kinds: Kind) -> list[Effect]:
        """The effects of these kinds."""
        return [effect for effect in self.effects if effect.kind in kinds]

    @property
    def has_unread(self) -> bool:
        """Whether something of its effects could not be read."""
        return any(effect.unread or effect.unread_deeds for effect in self.effects)

    @property
    def standing_effects(self) -> list[Effect]:
        """What its text does without being activated; whether any of it applies now the state of a table tells."""
        return [effect for effect in self.effects if effect.applies_of_itself]

    @property
    def activated_effects(self) -> list[Effect]:
        """The effects that make a chain link."""
        return [effect for effect in self.effects if effect.is_activated]


class OtherCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A card rulings speak of that has no profile: who it is; the user's database tells the rest."""

    password: int
    names: Names
    cid: int | None = None


def number_of(effect: Effect) -> str:
    """An effect's number as cases and questions write it: p1 for a pendulum effect."""
    return f"p{effect.number}" if effect.part == "pendulum" else str(effect.number)


def card_and_number(text: str) -> tuple[str, str]:
    """`CARD/N` in its two parts; a slash inside a name is no number."""
    name, slash, number = text.rpartition("/")
    is_number = slash and number.strip().lower().removeprefix("p").isdecimal()
    return (name.strip(), number.strip()) if is_number else (text, "")


def effects_numbered(card: Card, number: int | str | None) -> list[Effect]:
    """The effects a number means, all without one; a plain number is a pendulum effect's where no other has it."""
    wanted = "" if number is None else str(number)
    if not wanted:
        return list(card.effects)
    exactly = [e for e in card.effects if number_of(e) == wanted]
    return exactly or [e for e in card.effects if str(e.number) == wanted]
