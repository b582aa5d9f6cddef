"""The cards of a book whose effects are most like those of a card."""

from collections import Counter
from functools import cache, lru_cache
from heapq import nsmallest
from itertools import chain
from math import ceil

from knowledge.data.profile import Card
from knowledge.rules.book import Book

MOST_RELATED = 6
MOST_PATTERNS = 1024  # kept with the cards like them
LEAST_ALIKE = 0.6


class _Patterns:
    """The cards of a book by what their effects are and do, each pattern as the bits of a number.

    Two patterns are alike by the share of words they have in common; numbers are compared far faster than sets. Of a
    pattern only the first cards can ever be shown: those most alike, by id, and one more where one is the card itself.
    Patterns that are alike share one of their rarest words, by which they are found without looking at the others.
    """

    def __init__(self, book: Book) -> None:
        self._bits: dict[str, int] = {}
        found: dict[frozenset[str], list[Card]] = {}
        for card in book.library.cards.values():
            for keys in {book.keys_of(card, e) for e in card.effects if e.does}:
                found.setdefault(keys, []).append(card)
        self._times = Counter(word for keys in found for word in keys)
        self._by_word: dict[tuple[str, int], list[tuple[int, list[Card]]]] = {}  # and by how many words it has
        for keys, cards in found.items():
            cards.sort(key=lambda card: card.id)
            pattern = (self._number(keys), cards[: MOST_RELATED + 1])
            for word in self._rarest(keys):
                self._by_word.setdefault((word, len(keys)), []).append(pattern)
        self.like = lru_cache(MOST_PATTERNS)(self._like)

    def _number(self, keys: frozenset[str]) -> int:
        return sum(self._bits.setdefault(word, 1 << len(self._bits)) for word in keys)

    def _rarest(self, keys: frozenset[str]) -> list[str]:
        """So many words that a pattern without any of them has too few in common to be alike."""
        least = ceil(LEAST_ALIKE * len(keys) - 1e-9)
        return sorted(keys, key=lambda word: (self._times[word], word))[: len(keys) - least + 1]

    def _like(self, keys: frozenset[str]) -> list[tuple[Card, float]]:
        own, size = self._number(keys), len(keys)
        rarest, found, best = self._rarest(keys), dict[float, list[list[Card]]](), dict[str, tuple[Card, float]]()
        for most, other in _likest_first(size):
            best = _best(found, most)
            if len(best) > MOST_RELATED:
                break  # what is left is less alike, and not shown
            near = {pattern: cards for word in rarest for pattern, cards in self._by_word.get((word, other), ())}
            for pattern, cards in near.items():
                shared = (own & pattern).bit_count()
                alike = shared / (size + other - shared)
                if alike >= LEAST_ALIKE:
                    found.setdefault(round(alike, 2), []).append(cards)
        else:
            best = _best(found, 0)
        return nsmallest(MOST_RELATED + 1, best.values(), key=_by_likeness)


@cache
def _likest_first(size: int) -> list[tuple[float, int]]:
    """How many words a pattern like one of so many can have, and how alike it then is at most, the likest first."""
    others = range(ceil(LEAST_ALIKE * size - 1e-9), int(size / LEAST_ALIKE + 1e-9) + 1)
    return sorted(((round(min(size, n) / max(size, n), 2), n) for n in others), reverse=True)


def _best(found: dict[float, list[list[Card]]], above: float) -> dict[str, tuple[Card, float]]:
    """The cards more alike than this, the likest first, until there are enough; those of one likeness together."""
    best = dict[str, tuple[Card, float]]()
    for alike in sorted((alike for alike in found if alike > above), reverse=True):
        for card in chain.from_iterable(found[alike]):
            best.setdefault(card.id, (card, alike))
        if len(best) > MOST_RELATED:
            break  # what is less alike is not shown
    return best


_patterns = lru_cache(maxsize=8)(_Patterns)


def related(book: Book, card: Card) -> list[tuple[Card, float]]:
    """Cards with an effect of the same pattern: the share of categories and acts two effects have in common."""
    own = {keys for e in card.effects if e.does and (keys := book.keys_of(card, e))}
    best: dict[str, tuple[Card, float]] = {}
    for keys in own:
        for other, alike in _patterns(book).like(keys):
            if other.id != card.id and alike > best.get(other.id, (other, 0.0))[1]:
                best[other.id] = (other, alike)
    return sorted(best.values(), key=_by_likeness)[:MOST_RELATED]


def _by_likeness(found: tuple[Card, float]) -> tuple[float, str]:
    return -found[1], found[0].id
