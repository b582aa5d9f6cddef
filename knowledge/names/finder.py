"""Every card the desk can name, by the index kept with the data; what to say of names that are none or several."""

import hashlib
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from knowledge.cards.record import StoredCard, profile_of
from knowledge.cards.store import CardStore, StoreWatch
from knowledge.data.language import NOTHING_BETWEEN, listed
from knowledge.data.profile import Card, Effect, Names
from knowledge.names.index import NameIndex
from knowledge.names.index_file import VERSION, BrokenIndex
from knowledge.names.matches import Hit
from knowledge.names.named_cards import Group, NamedCard, Nickname, card_listed
from knowledge.problems import BadInput, sentence

MOST_NEAR = 5
MOST_PROFILES = 2048  # of imported cards kept as read, some kilobytes each
SHORTEST_PINYIN = 5
_KEPT = 2  # index files: the present one, and the one of the import just being made
FOLDING_VERSION = 3  # raise when the same name would be folded, grouped or spelled in pinyin differently


class Unsettled(BadInput):
    """A name that is no card's, or several cards'; `cards` are those that may be meant."""

    def __init__(self, zh: str, en: str, name: str, cards: Sequence[Card], *, several: bool) -> None:
        super().__init__(
            zh,
            en,
            field="card",
            value=name,
            accepted=[named_fully(card) for card in cards],
            status=409 if several else 404,
            kind="ambiguous-card" if several else "unknown-card",
        )
        self.cards = list(cards)


class FoundCard(NamedTuple):
    """A card of a search, how surely it is meant and why it was found."""

    card: Card
    score: float
    why: str


class Finder:
    """The built-in profiles, the imported cards, and the cards known by their nickname alone, found by any name."""

    def __init__(
        self,
        profiles: Mapping[str, Card],
        nicknames: Sequence[Nickname],
        directory: Path,
        read: Callable[[CardStore, StoredCard, bytes | None], tuple[Effect, ...]] = lambda store, card, derived: (),
        others: Iterable[Card] = (),
    ) -> None:
        self._profiles = profiles
        self._read = read
        self._profiles_read: dict[tuple[str, str], Card] = {}
        self._bare = bare_cards(profiles.values(), nicknames, others)
        self._watch = NameWatch(directory, [*profiles.values(), *self._bare.values()], nicknames)

    @property
    def index(self) -> NameIndex:
        """The names as they are now."""
        return self._watch.current()

    @property
    def generations(self) -> tuple[str, str | None]:
        """What names are found in: the present import, and the one the index was built from (None before any)."""
        return self._watch.generations

    def count_imported(self) -> int:
        """How many cards the import there is now has."""
        store = self._watch.store.current()
        return store.count if store else 0

    @property
    def problem(self) -> BadInput | None:
        """Why imported cards cannot be read, where they cannot."""
        self._watch.store.current()
        return self._watch.store.problem

    def card_of(self, named: NamedCard) -> Card:
        """The profile of a card of the index; an imported card's is read from its text."""
        if named.key in self._profiles:
            return self._profiles[named.key]
        store = self._watch.store.current()
        at = (store.generation if store else "", named.key)
        kept = self._profiles_read.get(at)
        if kept is not None:
            return kept
        if store:
            stored, derived = store.with_derived(named.key)
            if stored:
                profile = profile_of(stored, self._read(store, stored, derived))
                self._keep_profile(at, profile)
                return profile
        return self._bare.get(named.key) or _bare(named.names, named.key)

    def listed_card(self, named: NamedCard) -> Card:
        """The same card to be listed: its text is not read, and where one import alone knows it, nothing is opened."""
        if named.key in self._profiles:
            return self._profiles[named.key]
        if not named.profiled:
            return card_listed(named)
        store = self._watch.store.current()
        stored = store.by_key(named.key) if store else None
        return profile_of(stored) if stored else self._bare.get(named.key) or _bare(named.names, named.key)

    def _keep_profile(self, at: tuple[str, str], profile: Card) -> None:
        """Keep a profile read from a text: the same card is asked about again, and what is known of it hangs on it."""
        if len(self._profiles_read) >= MOST_PROFILES:
            self._profiles_read.clear()
        self._profiles_read[at] = profile

    def imported(self, card: Card) -> StoredCard | None:
        """The card as the user's database has it, also where its profile is written by hand."""
        found = self.imported_in(card)
        return found[1] if found else None

    def imported_in(self, card: Card) -> tuple[CardStore, StoredCard] | None:
        """The same with the database it stands in, for what was kept with it there."""
        store = self._watch.store.current()
        if store is None:
            return None
        found = store.by_key(card.id) if card.id not in self._profiles else None
        found = found or (store.by_password(card.password) if card.password else None)
        found = found or (store.by_cid(card.cid) if card.cid else None) or store.by_key(card.id)
        return (store, found) if found else None

    def resolved(self, name: str) -> Card:
        """The one card of this name, nickname, number or whole pinyin; else the choice or the nearest names."""
        try:
            return self.card_of(self.index.resolve(name))
        except BadInput as wrong:
            if wrong.status not in (404, 409):
                raise
            keys = [str(choice["key"]) for choice in wrong.accepted if isinstance(choice, dict)]
        if keys:
            raise ambiguous(name, [self.card_of(named) for key in keys if (named := self.index.by_key(key))])
        found = self.search(name, MOST_NEAR + 1)
        by_pinyin = [f for f in found if f.why == "pinyin" and len(name.strip()) >= SHORTEST_PINYIN]
        if len(by_pinyin) == 1 and found[0] is by_pinyin[0]:
            return by_pinyin[0].card
        if by_pinyin:
            raise ambiguous(name, [f.card for f in by_pinyin])
        raise unknown(name, [f.card for f in found[:MOST_NEAR]], self.problem)

    def search(self, words: str, limit: int) -> list[FoundCard]:
        """Cards a person may mean, best first."""
        return self._found(self.index.search(words, limit))

    def listed(self, words: str, limit: int) -> list[FoundCard]:
        """The same for a list of names: the texts of imported cards are not read."""
        hits = self.index.search(words, limit)
        return [FoundCard(self.listed_card(hit.card), hit.score, hit.why) for hit in hits]

    def suggest(self, begun: str, limit: int) -> list[FoundCard]:
        """What a name begun may become."""
        return self._found(self.index.suggest(begun, limit))

    def groups(self, words: str, limit: int = 5, most_cards: int | None = None) -> list[tuple[Group, list[Card]]]:
        """Archetypes called so, with the first of their cards; the texts of imported cards are not read."""
        index = self.index
        return [
            (group, [self.listed_card(index.card(n)) for n in group.members[:most_cards]])
            for group in index.groups(words, limit)
        ]

    def _found(self, hits: Iterable[Hit]) -> list[FoundCard]:
        return [FoundCard(self.card_of(hit.card), hit.score, hit.why) for hit in hits]


def keep_index(
    profiles: Mapping[str, Card],
    nicknames: Sequence[Nickname],
    directory: Path,
    store: CardStore | None,
    others: Iterable[Card] = (),
) -> NameIndex:
    """Build the index a finder over these cards will look for, so that nobody has to wait for it."""
    listed = [*profiles.values(), *bare_cards(profiles.values(), nicknames, others).values()]
    return index_kept_in(directory, listed, nicknames, store)


def index_is_kept(
    profiles: Mapping[str, Card],
    nicknames: Sequence[Nickname],
    directory: Path,
    store: CardStore | None,
    others: Iterable[Card] = (),
) -> bool:
    """Whether the index over these cards lies in a directory."""
    listed = [*profiles.values(), *bare_cards(profiles.values(), nicknames, others).values()]
    return index_path(directory, fingerprint_of(listed, nicknames, store)).is_file()


def bare_cards(profiles: Iterable[Card], nicknames: Iterable[Nickname], others: Iterable[Card] = ()) -> dict[str, Card]:
    """Cards only rulings or nicknames speak of, by key; without them a nickname of two cards would seem clear."""
    known = {card.password for card in profiles}
    found: dict[str, Card] = {card.id: card for card in others if card.password not in known}
    for nickname in nicknames:
        names = nickname.name if isinstance(nickname.name, tuple) else (nickname.name,)
        for password, name in zip(nickname.cards, names, strict=False):
            if password not in known:
                found.setdefault(str(password), _bare({"zh": name}, str(password), password))
    return found


def _bare(names: Mapping[str, str], key: str, password: int | None = None) -> Card:
    zh = names.get("zh") or next(iter(names.values()), key)
    return Card(id=key, names=Names(zh=zh, en=names.get("en", ""), ja=names.get("ja", "")), type="", password=password)


def named_fully(card: Card) -> str:
    """A card by both names and a number, as a choice shows it."""
    names = " / ".join(dict.fromkeys(name for name in (card.names.zh, card.names.en) if name))
    number = f"cid:{card.cid}" if card.cid else str(card.password or card.id)
    return f"{names} ({number})"


def ambiguous(name: str, cards: Sequence[Card]) -> Unsettled:
    """The refusal of a name that several cards bear."""
    listed = [named_fully(card) for card in cards[:MOST_NEAR]]
    says = sentence("card.choose", name=name, listed={"zh": "；".join(listed), "en": "; ".join(listed)})
    return Unsettled(says["zh"], says["en"], name, cards, several=True)


def unknown(name: str, near: Sequence[Card], damage: BadInput | None = None) -> Unsettled:
    """The refusal of a name that no card bears; where imported cards cannot be read, it may be one of them."""
    told = [sentence("card.not-found", name=name)]
    if near:
        zh, en = "，".join(c.names.zh for c in near), ", ".join(c.names.en or c.names.zh for c in near)
        told.append(sentence("card.near", listed={"zh": zh, "en": en}))
    if damage:
        told.append(sentence("card.damage", damage=damage.says))
    says = listed(told, NOTHING_BETWEEN)
    return Unsettled(says["zh"], says["en"], name, near, several=False)


def fingerprint_of(profiles: Sequence[Card], nicknames: Sequence[Nickname], store: CardStore | None) -> str:
    """What an index is built from, in one short word."""
    known = [(card.id, card.names, card.aliases, card.cid, card.password, card.groups, card.type) for card in profiles]
    content = msgspec.json.encode((known, list(nicknames)))
    generation = store.generation if store else ""
    return hashlib.sha256(f"{VERSION}|{FOLDING_VERSION}|{generation}|".encode() + content).hexdigest()[:32]


def index_path(directory: Path, fingerprint: str) -> Path:
    """Where the index built from `fingerprint` is kept; each set of cards has its own file."""
    return directory / f"names-{fingerprint}.index"


def index_kept_in(
    directory: Path, profiles: Sequence[Card], nicknames: Sequence[Nickname], store: CardStore | None
) -> NameIndex:
    """The index over profiles and imported cards; a missing, broken, foreign or outdated file is replaced."""
    fingerprint = fingerprint_of(profiles, nicknames, store)
    path = index_path(directory, fingerprint)
    try:
        return NameIndex.open(path, fingerprint)
    except BrokenIndex:
        try:
            imported = list(store.cards()) if store else []
        except BadInput:  # a damaged import must not take the built-in cards away
            return NameIndex.build(profiles, nicknames, fingerprint)
        index = NameIndex.build([*profiles, *imported], nicknames, fingerprint)
    with suppress(OSError):  # a data directory that cannot be written costs time at the next start, nothing else
        directory.mkdir(parents=True, exist_ok=True)
        index.save(path)
        _remove_older(directory, path)
    return index


def _remove_older(directory: Path, present: Path) -> None:
    """Keep the present index and the newest of the others: where the clock was set back, the present looks oldest."""
    others = (path for path in directory.glob("names-*.index") if path != present)
    newest_first = sorted(others, key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for old in newest_first[_KEPT - 1 :]:
        old.unlink(missing_ok=True)


class NameWatch:
    """Gives the index that fits the present store; a finished import is noticed at the next call.

    Nobody waits for a new index: while it is built beside the requests, they are answered from the old one.
    """

    def __init__(self, directory: Path, profiles: Sequence[Card], nicknames: Sequence[Nickname]) -> None:
        self.store = StoreWatch(directory)
        self._directory = directory
        self._profiles = profiles
        self._nicknames = nicknames
        self._lock = threading.Lock()
        self._building: threading.Thread | None = None
        self._generation: str | None = None
        self._index: NameIndex | None = None

    def current(self) -> NameIndex:
        """The index as it is now; only the very first one is waited for."""
        store = self.store.current()
        wanted = store.generation if store else ""
        with self._lock:
            if self._index is None or (self._generation != wanted and self._is_ready(store)):
                self._take(store)
            elif self._generation != wanted and self._building is None:
                self._building = threading.Thread(target=self._build, args=(store,), daemon=True)
                self._building.start()
            assert self._index is not None
            return self._index

    @property
    def generations(self) -> tuple[str, str | None]:
        """The import there is now, and the one the index in use was built from; they differ while one is built."""
        store = self.store.current()
        return store.generation if store else "", self._generation

    def wait_until_built(self) -> None:
        """Return when no index is being built."""
        building = self._building
        if building is not None:
            building.join()

    def _is_ready(self, store: CardStore | None) -> bool:
        return index_path(self._directory, fingerprint_of(self._profiles, self._nicknames, store)).is_file()

    def _take(self, store: CardStore | None) -> None:
        self._index = index_kept_in(self._directory, self._profiles, self._nicknames, store)
        self._generation = store.generation if store else ""

    def _build(self, store: CardStore | None) -> None:
        try:
            index = index_kept_in(self._directory, self._profiles, self._nicknames, store)
            with self._lock:
                self._index, self._generation = index, store.generation if store else ""
        finally:
            self._building = None
