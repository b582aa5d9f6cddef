"""The verdicts on every imported effect with nothing stated, at every moment: worked out at the import and then read.

So are the cards most like an imported one.

They rest on the card, the rules and the program alone. The file is named by the state of rules and program, and each
card in it by what it says, so that a card that has changed is never answered by the verdicts on the former one.
Verdicts are by today's law and by that of the first edition, which every answer is compared with.
"""

import os
import zlib
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, cached_property, lru_cache
from heapq import nsmallest
from itertools import chain
from math import ceil
from pathlib import Path
from time import monotonic

import msgspec

import knowledge
from knowledge.cards.read_profiles import effects_of, reading_kept_with
from knowledge.cards.record import profile_of
from knowledge.cards.store import CardStore
from knowledge.data.cache import keep_bytes, kept_bytes, path_of_kept, state_of
from knowledge.data.profile import Card, Effect
from knowledge.data.yaml_files import rulings_folder
from knowledge.desk import Desk
from knowledge.rules.book import Book
from knowledge.rules.verdicts import Moments

KEPT_AS = "verdicts"
PAUSE = 0.2  # seconds
MOST_TOLD = 1024  # cards of which it is known what is kept
LETTERS = {"yes": "y", "no": "n", "must": "m", "depends": "d", "undetermined": "u", "unknown": "k"}
_VERDICTS = {letter: verdict for verdict, letter in LETTERS.items()}

Line = dict[tuple[str, str], str]  # window and turn → verdict
Progress = Callable[[int, int], None]


class _Sheet(msgspec.Struct, frozen=True):
    """Lines of letters, a letter a moment; and for each card what it says, summed up, and the lines of its effects."""

    lines: list[str]
    cards: dict[str, tuple[int, ...]]  # checksum; then for each effect its line by today's law and by the first
    related: dict[str, str] = {}  # for each card those most like it, each with how alike it is in hundredths


_DECODER = msgspec.msgpack.Decoder(_Sheet)
_NOTHING = _Sheet([], {})


class PlainVerdicts:
    """What is kept of imported cards, read when it is first asked for and again when an import has renewed it."""

    def __init__(self, desk: Desk, directory: Path) -> None:
        self._desk, self._directory = desk, directory
        self._seen: tuple[int, int] | None = None
        self._look_again = 0.0
        self._told: dict[int, tuple[Card, tuple[int, ...] | None]] = {}  # what is kept of a card that was asked about
        self._sheet, self._lines = _NOTHING, list[Line]()

    @cached_property
    def _laws(self) -> dict[frozenset[tuple[str, str]], int]:
        """By which laws verdicts are kept, and where in what is kept of an effect."""
        return {self._desk.laws.history[0][1].ended: 2, self._desk.book.ended: 1}

    @cached_property
    def _state(self) -> str:
        return _state()

    @cached_property
    def _path(self) -> Path:
        return path_of_kept(self._directory, KEPT_AS, self._state)

    def line(self, card: Card, effect: Effect, ended: frozenset[tuple[str, str]]) -> Line | None:
        """The verdicts on an effect of an imported card by the law in which these rules have ended, if they are kept.

        The line is common to all effects it is true of: it is read, never changed.
        """
        law = self._laws.get(ended)
        if law is None:
            return None
        self._renew()
        kept = self._told.get(id(card))
        told = kept[1] if kept is not None else self._kept_of(card)
        if told is None:
            return None
        place = next((n for n, e in enumerate(_asked(card)) if e is effect), None)
        return self._lines[told[2 * place + law]] if place is not None else None

    def related(self, card: Card) -> list[tuple[Card, float]] | None:
        """The cards most like an imported one, where they are kept."""
        self._renew()
        kept = self._told.get(id(card))
        told = kept[1] if kept is not None else self._kept_of(card)
        if told is None:
            return None
        found = (other.rpartition(" ") for other in self._sheet.related.get(card.id, "").split("\n") if other)
        cards = self._desk.book.library.cards
        return [(cards[other], int(alike) / 100) for other, _, alike in found]

    def _kept_of(self, card: Card) -> tuple[int, ...] | None:
        """What is kept of a card, if it says what it said then."""
        told = self._sheet.cards.get(card.id)
        told = told if told is not None and told[0] == _sum_of(card) else None
        if len(self._told) >= MOST_TOLD:
            self._told.clear()
        self._told[id(card)] = (card, told)  # with the card itself, so that no other can take its place in memory
        return told

    def _renew(self) -> None:
        """Look whether there is something new, now and then: what is kept stays true of the cards it is kept of."""
        now = monotonic()
        if now < self._look_again:
            return
        self._look_again = now + PAUSE
        try:
            about = os.stat(self._path)
            seen = (about.st_mtime_ns, about.st_size)
        except OSError:
            seen = None
        if seen == self._seen:
            return
        self._sheet, self._seen, self._told = _kept(self._directory, self._state), seen, {}
        self._lines = [
            {at: _VERDICTS[letter] for at, letter in zip(_moments(self._desk), line, strict=True)}
            for line in self._sheet.lines
        ]


def keep_plain_verdicts(desk: Desk, directory: Path, store: CardStore, progress: Progress | None = None) -> int:
    """Work out what is not kept yet of the cards of a store; how many cards that were."""
    state = _state()
    before = _kept(directory, state)
    numbers = {line: n for n, line in enumerate(before.lines)}
    cards: dict[str, tuple[int, ...]] = {}
    alike: dict[str, str] = {}
    made = 0
    for done, card in enumerate(_profiles(desk, store)):
        if progress is not None and done % 250 == 0:
            progress(done, store.count)
        told, summed = before.cards.get(card.id), _sum_of(card)
        if told is None or told[0] != summed:
            lines = (line for effect in _asked(card) for line in _made(desk, card, effect))
            told = (summed, *(numbers.setdefault(line, len(numbers)) for line in lines))
            alike[card.id] = "\n".join(f"{other.id} {round(share * 100)}" for other, share in related(desk.book, card))
            made += 1
        else:
            alike[card.id] = before.related.get(card.id, "")
        cards[card.id] = told
    if made or cards.keys() != before.cards.keys():
        keep_bytes(directory, KEPT_AS, state, msgspec.msgpack.encode(_Sheet(list(numbers), cards, alike)))
    return made


def plain_verdicts_are_kept(directory: Path) -> bool:
    """Whether verdicts by these rules and this program lie in a directory; an import renews them."""
    return path_of_kept(directory, KEPT_AS, _state()).is_file()


def _profiles(desk: Desk, store: CardStore) -> Iterable[Card]:
    """The cards of a store that have effects to activate, with the profile written by hand where there is one."""
    acts = desk.book.library.acts
    written = {card.password: card for card in desk.book.library.cards.values() if card.password}
    for stored in store.cards():
        card = written.get(stored.password or 0)
        if card is None:
            card = profile_of(stored, effects_of(reading_kept_with(store, stored), acts, stored.type))
        if any(True for _ in _asked(card)):
            yield card


def _made(desk: Desk, card: Card, effect: Effect) -> tuple[str, str]:
    """The lines of an effect by today's law and by the first; what surely is alike is not asked twice."""
    first = desk.laws.history[0][1]
    strangers = () if card.id in desk.book.library.cards else (card,)
    now, then = (Moments(book, card, effect, strangers=strangers) for book in (desk.book, first))
    today = {at: now.verdict(*at) for at in _moments(desk)}
    at_first = {at: said if now.is_same_by(then.book, *at, None) else then.verdict(*at) for at, said in today.items()}
    return _letters(today), _letters(at_first)


def _letters(line: Line) -> str:
    return "".join(LETTERS[verdict] for verdict in line.values())


def _moments(desk: Desk) -> list[tuple[str, str]]:
    return [(window, side) for side in ("own", "opponent") for window in desk.book.windows]


def _asked(card: Card) -> Iterable[Effect]:
    return (effect for effect in card.effects if effect.is_activated)


def _sum_of(card: Card) -> int:
    return zlib.crc32(msgspec.msgpack.encode(card))


def _state() -> str:
    return f"{state_of(rulings_folder())}-{state_of(Path(knowledge.__file__).parent, '.py')}"


def _kept(directory: Path, state: str) -> _Sheet:
    raw = kept_bytes(directory, KEPT_AS, state)
    try:
        return _DECODER.decode(raw) if raw else _NOTHING
    except (msgspec.DecodeError, msgspec.ValidationError):
        return _NOTHING


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
