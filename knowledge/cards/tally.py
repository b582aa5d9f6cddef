"""What a reading gave and what it left out, by reason."""

from collections import Counter

import msgspec

from knowledge.cards.record import Source, StoredCard
from knowledge.data.language import Both
from knowledge.problems import sentence

REASONS = (
    "duplicate-id",
    "bad-id",
    "no-name",
    "no-data",
    "unknown-type",
    "bad-number",
    "bad-encoding",
    "too-long",
    "other-shape",
)  # why a row was left out; each has its sentence, `left-out.…`


def why_left_out(reason: str) -> Both:
    """The sentence people see."""
    return sentence(f"left-out.{reason}")


class LeftOut(Exception):
    """A row that cannot be a card; `reason` is one of `REASONS`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Reading(msgspec.Struct, kw_only=True):
    """The cards of one file, and the rows that were left out."""

    source: Source
    lang: str  # the language of a ygopro file's names; "all" where a file carries every language
    cards: list[StoredCard] = []
    rows: int = 0
    skipped: dict[str, int] = {}
    without_text: int = 0
    cleaned: int = 0  # rows whose HTML was taken out

    def skip(self, reason: str, times: int = 1) -> None:
        """Count a row that is left out; `reason` is one of `REASONS`."""
        assert reason in REASONS
        self.skipped[reason] = self.skipped.get(reason, 0) + times


def most_common_reason(reading: Reading) -> str:
    """The reason that left out most rows."""
    return Counter(reading.skipped).most_common(1)[0][0] if reading.skipped else "other-shape"
