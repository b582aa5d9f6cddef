"""The input of a calculation: one monster and the steps that happen to it."""

from typing import Annotated, Literal

import msgspec

Operation = Literal["set", "gain", "lose", "halve", "double", "swap", "note"]
StatWord = Literal["atk", "def", "both", "original-atk", "original-def", "original-both"]
Kind = Literal["activated", "continuous", "equip"]
Source = Literal["current", "original", "atk", "def", "original-atk", "original-def"]
Reach = Literal["self-only", "others-too"]
Role = Literal["self", "target", "battled"]
Where = Literal["field", "face-down", "hand", "deck", "extra-deck", "gy", "banished", "material"]

LARGEST = 10_000_000
MOST_STEPS = 1_000
LONGEST_NAME = 200
LARGEST_FILE = 1_000_000

Points = Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Unknown = Literal["?", "？"]

VERBS = ("do", "end", "negate", "restore", "update", "use")


class Amounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Different amounts for the two values of one step."""

    atk: Points
    defence: Points = msgspec.field(name="def")


class Monster(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The monster as printed; a value left out is looked up in its profile, and a Link Monster has no DEF."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""
    atk: Points | Unknown | None = None
    defence: Points | Unknown | None = msgspec.field(name="def", default=None)
    where: Where = "field"


EffectLabel = Annotated[str, msgspec.Meta(pattern=r"^[pP]?[0-9]{1,2}$")]  # 2, or p2 for a pendulum effect


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One thing that happens; exactly one of the verbs is given."""

    do: Operation | None = None
    end: Name | None = None
    negate: Literal["self", "field"] | None = None  # this monster's own effects, or every card on the field
    restore: Literal["self"] | None = None
    update: Name | None = None  # a continuous effect's amount is counted anew
    use: Name | None = None  # a card whose profile says what is done

    stat: StatWord | None = None
    by: Name | None = None
    kind: Kind | None = None
    value: Points | Amounts | None = None
    of: Source | None = None  # what is halved, doubled or copied, where the text names another value
    until: str = ""
    own: bool | None = None
    affects: Reach | None = None
    reapply: bool | None = None
    activated_as: Literal["monster", "spell", "trap"] | None = None  # what its own card was as the effect was activated
    calculate_with: Literal["original"] | None = None  # of a note: what damage calculation reads

    effect: int | EffectLabel | None = None  # of `use`: which effect of the card; p1 is a pendulum effect
    choice: int | None = None  # of `use`: which bullet of the effect
    role: Role | None = msgspec.field(name="as", default=None)  # of `use`: what the monster is to the effect


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A monster and what happens to it, in order."""

    monster: Monster
    steps: Annotated[tuple[Step, ...], msgspec.Meta(max_length=MOST_STEPS)] = ()
    as_of: Name | int | None = None  # by the law of this day
