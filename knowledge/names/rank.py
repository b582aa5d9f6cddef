"""The order of hits and why each is one."""

from typing import Literal

import msgspec

Why = Literal[
    "name", "id", "alias", "nickname", "prefix", "one-missing", "one-extra", "one-wrong", "substring", "words",
    "pinyin", "initials", "pinyin-prefix", "initials-prefix", "pinyin-near", "pinyin-part", "near",
]  # fmt: skip

# A hit's score lies between its reason's floor and the next one above; how much of the name was typed decides where.
FLOORS: dict[Why, float] = {
    "name": 0.98,
    "id": 0.97,
    "alias": 0.95,
    "nickname": 0.93,
    "prefix": 0.80,
    "one-missing": 0.799,  # all that was typed stands in the name, as with a beginning
    "pinyin": 0.785,
    "one-extra": 0.75,
    "one-wrong": 0.70,
    "substring": 0.66,
    "words": 0.60,
    "initials": 0.55,
    "pinyin-prefix": 0.48,
    "initials-prefix": 0.42,
    "pinyin-near": 0.36,
    "pinyin-part": 0.30,
    "near": 0.10,
}
_REACH = {"prefix": 0.12, "one-missing": 0.12, "substring": 0.12, "near": 0.20}
_SMALL_REACH = 0.04


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """A card found: by what, and how surely (1 is the exact name)."""

    card_key: str
    names: dict[str, str]
    score: float
    why: Why
    spelling: str  # the folded spelling that was hit
    cid: int | None = None
    password: int | None = None


class Candidates:
    """The best reason so far for each card."""

    def __init__(self) -> None:
        self._best: dict[int, tuple[float, Why, int]] = {}

    def __len__(self) -> int:
        return len(self._best)

    def offer(self, card: int, why: Why, share: float, row: int) -> None:
        """Keep a reason where it is better than what is known of the card; `share` from 0 to 1 tells how good it is."""
        exact = FLOORS[why] >= FLOORS["nickname"]
        score = FLOORS[why] + (0.0 if exact else share * _REACH.get(why, _SMALL_REACH))
        known = self._best.get(card)
        if known is None or known[0] < score:
            self._best[card] = (score, why, row)

    def has_exact(self) -> bool:
        """Whether some card bears just this name or number."""
        return any(score >= FLOORS["nickname"] for score, _, _ in self._best.values())

    def is_telling(self) -> bool:
        """Whether some card is hit well enough to need no look at likenesses."""
        return any(score >= FLOORS["pinyin-prefix"] for score, _, _ in self._best.values())

    def best(self, limit: int, known: bytes | memoryview) -> list[tuple[int, float, Why, int]]:
        """The best cards first; of equals, those people talk about most, then the oldest."""
        order = sorted(self._best.items(), key=lambda item: (-round(item[1][0], 5), -known[item[0]], item[0]))
        return [(card, score, why, row) for card, (score, why, row) in order[:limit]]
