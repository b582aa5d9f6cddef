"""What a reading of card text holds: each effect's profile, the spans it came from, and what was not understood."""

from typing import Literal, NamedTuple

import msgspec

from knowledge.data.profile import Effect, Says

Language = Literal["zh", "ja", "en"]
Reason = Literal["event", "resolution", "older-target", "older-text", "too-long"]

REASONS: dict[Reason, Says] = {
    "event": Says(zh="触发条件不属于已知的事件。", en="What triggers it is none of the known events."),
    "resolution": Says(zh="没有读懂这个效果做什么。", en="What the effect does was not understood."),
    "older-target": Says(zh="旧文本没有写明对象，按惯例推断。", en="The older text names no target; it was inferred."),
    "older-text": Says(
        zh="旧文本没有写明发动，按惯例推断。", en="The older text states no activation; it was inferred."
    ),
    "too-long": Says(
        zh="文本比任何卡都长，后面的部分没有读。", en="The text is longer than any card's; the rest was not read."
    ),
}


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


class CardReading(msgspec.Struct, frozen=True):
    """All effects of a text in their order, and what was not understood."""

    effects: tuple[EffectReading, ...]
    unsure: tuple[Unsure, ...]
    unread: tuple[Unread, ...] = ()

    @property
    def continuous(self) -> tuple[tuple[str, str], ...]:
        """What the card does while it applies and whom it reaches, each once, in the order of the text."""
        return tuple(dict.fromkeys((one.does, one.reach) for read in self.effects for one in read.continuous))
