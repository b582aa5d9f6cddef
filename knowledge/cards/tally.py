"""What a reading gave and what it left out, by reason."""

from collections import Counter

import msgspec

from knowledge.cards.record import Source, StoredCard

# Why a row was left out or changed; the sentence people see.
REASONS: dict[str, dict[str, str]] = {
    "duplicate-id": {"zh": "编号重复，只取第一条", "en": "repeats an id; the first row is kept"},
    "bad-id": {"zh": "编号不是正整数", "en": "its id is not a positive whole number"},
    "no-name": {"zh": "没有卡名", "en": "has no name"},
    "no-data": {"zh": "只有文字而没有数值", "en": "has text but no figures"},
    "unknown-type": {"zh": "种类不是怪兽、魔法、陷阱", "en": "is neither monster, spell nor trap"},
    "bad-number": {"zh": "数值栏不是数字", "en": "has a figure that is not a number"},
    "bad-encoding": {"zh": "文字不是 UTF-8 编码", "en": "is not encoded in UTF-8"},
    "too-long": {"zh": "卡名或文字过长", "en": "has a name or text that is too long"},
    "other-shape": {"zh": "结构不是卡片记录", "en": "is not shaped like a card"},
}


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
