"""What a reading of card text holds: each effect's profile, the spans it came from, and what was not understood."""

from typing import Literal

import msgspec

from knowledge.model.profile import Effect

Language = Literal["zh", "ja", "en"]


class Unsure(msgspec.Struct, frozen=True):
    """A stretch of text that was not understood, and why, in both languages."""

    part: str
    span: tuple[int, int]
    zh: str
    en: str


class EffectReading(msgspec.Struct, frozen=True):
    """One effect as read, with the span of text each field came from."""

    effect: Effect
    when_or_if: Literal["when", "if"] | None
    text_span: tuple[int, int]
    spans: dict[str, tuple[int, int]]


class CardReading(msgspec.Struct, frozen=True):
    """All effects of a text in their order, and what was not understood."""

    effects: tuple[EffectReading, ...]
    unsure: tuple[Unsure, ...]
