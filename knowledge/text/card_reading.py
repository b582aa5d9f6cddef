"""What a reading of card text holds: each effect's profile, the spans it came from, and what was not understood."""

from typing import Literal, NamedTuple

import msgspec

from knowledge.data.profile import Effect, Requirement, Says
from knowledge.problems import sentence

Language = Literal["zh", "ja", "en"]
Reason = Literal["event", "resolution", "older-target", "older-text", "too-long"]


def why_unsure(reason: Reason) -> Says:
    """The sentence people see."""
    says = sentence(f"not-understood.{reason}")
    return Says(zh=says["zh"], en=says["en"])


class Doubt(NamedTuple):
    """A stretch of text that was not understood, and the reason."""

    reason: Reason
    span: tuple[int, int]


class Unsure(msgspec.Struct, frozen=True):
    """A stretch of a card's text that was not understood, and why, in both languages."""

    reason: Reason
    part: str
    span: tuple[int, int]
    says: Says


class Unread(msgspec.Struct, frozen=True):
    """A clause of a card's text that no word of its profile stands for, as printed."""

    part: str
    span: tuple[int, int]
    text: str
    phrase: str  # the words in it that no pattern knows


class Standing(msgspec.Struct, frozen=True):
    """What a text does while it applies, whom it reaches, and where it stands; a word of `rulings/words`."""

    does: str
    reach: str
    span: tuple[int, int]


class EffectReading(msgspec.Struct, frozen=True):
    """One effect as read, with the span of text each field came from."""

    effect: Effect
    when_or_if: Literal["when", "if"] | None
    text_span: tuple[int, int]
    spans: dict[str, tuple[int, int]]
    continuous: tuple[Standing, ...] = ()
    quick_if: tuple[Requirement, ...] = ()  # under which condition it is a quick effect for either turn as well


class CardReading(msgspec.Struct, frozen=True):
    """All effects of a text in their order, and what was not understood."""

    effects: tuple[EffectReading, ...]
    unsure: tuple[Unsure, ...]
    unread: tuple[Unread, ...] = ()

    @property
    def continuous(self) -> tuple[tuple[str, str], ...]:
        """What the card does while it applies and whom it reaches, each once, in the order of the text.

        The one monster a card was activated on is its own affair, as in the labels this is compared with.
        """
        told = (one for read in self.effects for one in read.continuous)
        return tuple(dict.fromkeys((one.does, "self" if one.reach == "target" else one.reach) for one in told))
