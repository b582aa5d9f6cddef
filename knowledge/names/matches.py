"""The ways a query can hit a spelling, from the whole name to a near one."""

import heapq
from collections import Counter
from typing import Literal

import msgspec
from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from knowledge.names.fold import fold, is_latin
from knowledge.names.index_file import (
    ALIAS,
    INITIALS,
    KIND_BITS,
    KIND_MASK,
    NAME,
    NICKNAME,
    WHOLE,
    HashTable,
    SortedTexts,
    grams,
    may_be_near,
    shorter_by_one,
)
from knowledge.names.named_cards import NamedCard

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

    card: NamedCard
    score: float
    why: Why
    spelling: str  # the folded spelling that was hit

    @property
    def card_key(self) -> str:
        """The card's name in links."""
        return self.card.key

    @property
    def names(self) -> dict[str, str]:
        """Its names by language code."""
        return self.card.names


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


__all__ = ["ALIAS", "NAME", "NICKNAME", "Spellings", "search_names", "search_near", "search_pinyin"]

_EXACT: dict[int, Why] = {NAME: "name", ALIAS: "alias", NICKNAME: "nickname"}
_ONE_AWAY: dict[int, Why] = {1: "one-missing", 0: "one-wrong", -1: "one-extra"}  # by how much longer the name is
_FARTHER = 0.002
_MOST_ROWS = 600  # looked at one by one; a query that hits more says too little to be ranked well
_COMMON = 2_000  # a piece in more spellings than this tells nothing
_MOST_PIECES = 24  # the rarest ones; more would only make long queries slow
_LEAST_LIKENESS = 70
_SHORTEST_IN_SENTENCE = {True: 3, False: 2}


class Spellings:
    """The rows of one kind (names, or pinyin): text, kind and card of each, with tables of pieces and near forms."""

    def __init__(self, views: dict[str, memoryview], prefix: str) -> None:
        joined = bytes(views[f"{prefix}.texts"]).decode("utf-8", "surrogatepass")
        self.texts = SortedTexts(joined, views[f"{prefix}.starts"].cast("I"))
        self.kinds = views[f"{prefix}.kinds"]
        self.cards = views[f"{prefix}.cards"].cast("I")
        self.grams = HashTable(views[f"{prefix}.grams"].cast("Q"))
        self.near = HashTable(views[f"{prefix}.near"].cast("Q"))

    def exact(self, folded: str) -> list[tuple[int, int]]:
        """(card, kind) of every row that is the text itself."""
        return [(self.cards[row], self.kind(row)) for row in self.texts.equal_to(folded)]

    def kind(self, row: int) -> int:
        """Whether a row is a name, an alias or a nickname; pinyin: whole or initials."""
        return self.kinds[row] & KIND_MASK

    def share(self, row: int, size: int) -> float:
        """How much of a row's text `size` characters are; of equals, the language mostly typed counts a little more."""
        return min(1.0, size / self.texts.length(row)) - (self.kinds[row] >> KIND_BITS) * _FARTHER

    def shortest_starting_with(self, folded: str, limit: int) -> list[int]:
        """Rows that begin with the text, the most complete first."""
        return heapq.nsmallest(limit, self.texts.starting_with(folded)[: _MOST_ROWS * 4], key=self.texts.length)

    def containing(self, folded: str) -> list[int]:
        """Rows that hold the text somewhere."""
        pieces = grams(folded)
        if not pieces:
            return self._scanned(folded)
        first, last = min((self.grams.span(piece) for piece in pieces), key=lambda span: span[1] - span[0])
        rows = self.grams.rows_in((first, min(last, first + _MOST_ROWS * 4)))
        texts = self.texts
        return [row for row in rows if folded in texts[row]][:_MOST_ROWS]

    def _scanned(self, folded: str) -> list[int]:
        rows: list[int] = []
        place = self.texts.joined.find(folded)
        while place >= 0 and len(rows) < 100:
            rows.append(self.texts.row_at(place))
            place = self.texts.joined.find(folded, place + 1)
        return rows

    def one_away(self, folded: str) -> list[int]:
        """Rows that differ from the text by one character: wrong, missing, extra, or two neighbours swapped."""
        rows = {row for piece in (folded, *shorter_by_one(folded)) for row in self.near.rows(piece)}
        return [row for row in rows if OSA.distance(folded, self.texts[row], score_cutoff=1) <= 1]

    def sharing_pieces(self, folded: str, limit: int) -> list[int]:
        """Rows that share most pieces with the text."""
        counted: Counter[int] = Counter()
        spans = sorted((self.grams.span(p) for p in set(grams(folded))), key=lambda span: (span[1] - span[0], span))
        telling = [span for span in spans if 0 < span[1] - span[0] <= _COMMON]
        for span in telling[:_MOST_PIECES]:
            counted.update(self.grams.rows_in(span))
        return [row for row, _ in counted.most_common(limit)]

    def spans_in(self, folded: str, text: str, places: list[int]) -> list[tuple[int, int]]:
        """For each place of a folded sentence the longest name that begins there."""
        spans: list[tuple[int, int]] = []
        for start in range(len(folded)):
            if folded[start].isascii() and start and not _is_edge(folded, text, places, start):
                continue
            end = self._longest_at(folded, start, text, places)
            if end:
                spans.append((start, end))
        return spans

    def _longest_at(self, folded: str, start: int, text: str, places: list[int]) -> int:
        rest = folded[start : start + 80]
        while rest:
            row = self.texts.first_from(rest + "\0") - 1
            if row < 0:
                return 0
            name = self.texts[row]
            if rest.startswith(name):
                if len(name) < _SHORTEST_IN_SENTENCE[is_latin(name)]:
                    return 0
                end = start + len(name)
                if not name[-1].isascii() or end == len(folded) or _is_edge(folded, text, places, end):
                    return end
                rest = name[:-1]
                continue
            # Any name that begins `rest` also begins what `rest` shares with the row just before it.
            shared = 0
            while shared < min(len(name), len(rest)) and name[shared] == rest[shared]:
                shared += 1
            rest = rest[:shared]
        return 0


def _is_edge(folded: str, text: str, places: list[int], place: int) -> bool:
    """Whether a Latin word ends or begins at a place of the sentence."""
    before, after = folded[place - 1], folded[place]
    if not (before.isascii() and after.isascii()):
        return True
    return places[place] - places[place - 1] > 1 and not text[places[place] - 1].isalnum()


def search_names(names: Spellings, query: str, folded: str, limit: int, found: Candidates) -> None:
    """The whole name, its beginning, any part of it, or its words in another order."""
    texts, cards, size = names.texts, names.cards, len(folded)
    for row in texts.equal_to(folded):
        found.offer(cards[row], _EXACT[names.kind(row)], 1, row)
    for row in names.shortest_starting_with(folded, limit * 2):
        found.offer(cards[row], "prefix", names.share(row, size), row)
    if len(found) < limit:
        for row in names.containing(folded):
            found.offer(cards[row], "substring", names.share(row, size), row)
    words = sorted({fold(word) for word in query.split()} - {""}, key=lambda word: (-len(word), word))
    if len(found) < limit and len(words) > 1:
        for row in names.containing(words[0]):
            text = texts[row]
            if all(word in text for word in words[1:]):
                found.offer(cards[row], "words", sum(map(len, words)) / len(text), row)


def search_pinyin(pinyin: Spellings, folded: str, limit: int, found: Candidates) -> None:
    """Pinyin without tones, or the initials, whole or begun."""
    texts, cards, size = pinyin.texts, pinyin.cards, len(folded)
    whole: dict[int, Why] = {WHOLE: "pinyin", INITIALS: "initials"}
    begun: dict[int, Why] = {WHOLE: "pinyin-prefix", INITIALS: "initials-prefix"}
    for row in texts.equal_to(folded):
        found.offer(cards[row], whole[pinyin.kind(row)], 1, row)
    if len(found) >= limit:
        return
    for row in pinyin.shortest_starting_with(folded, limit * 2):
        found.offer(cards[row], begun[pinyin.kind(row)], size / texts.length(row), row)
    if len(found) < limit and size >= 4:
        for row in pinyin.containing(folded):
            found.offer(cards[row], "pinyin-part", size / texts.length(row), row)


def search_near(names: Spellings, pinyin: Spellings, folded: str, found: Candidates) -> None:
    """One wrong character in the whole name; failing that, names that look most like the query."""
    if may_be_near(folded):
        for row in names.one_away(folded):
            size = names.texts.length(row)
            found.offer(names.cards[row], _ONE_AWAY[size - len(folded)], names.share(row, len(folded)), row)
        if folded.isascii() and len(folded) >= 5:
            for row in pinyin.one_away(folded):
                found.offer(pinyin.cards[row], "pinyin-near", 1, row)
    if not found.is_telling():
        for row in names.sharing_pieces(folded, 60):
            text = names.texts[row]
            likeness = max(fuzz.ratio(folded, text), 0.9 * fuzz.partial_ratio(folded, text))
            if likeness >= _LEAST_LIKENESS:
                found.offer(names.cards[row], "near", likeness / 100, row)
