"""Finding cards for a person: exactly, or a choice, or the nearest names; never a silent pick."""

import os
import threading
from functools import cache
from pathlib import Path

from knowledge.cards.place import VARIABLE, data_directory
from knowledge.cards.readings import effects_of, reading_kept_with
from knowledge.cards.record import StoredCard
from knowledge.cards.store import CardStore
from knowledge.data.folder import rulings_folder
from knowledge.data.profile import Card, Effect
from knowledge.desk import Desk
from knowledge.names.finder import Finder, ambiguous, keep_index
from knowledge.names.nicknames import read_nicknames

_one_at_a_time = threading.Lock()


@cache
def _finder(desk: Desk, directory: Path) -> Finder:
    acts = desk.book.library.acts

    def read(store: CardStore, card: StoredCard) -> tuple[Effect, ...]:
        return effects_of(reading_kept_with(store, card), acts, card.type)

    return Finder(desk.book.library.cards, read_nicknames(rulings_folder() / "nicknames.yaml"), directory, read)


@cache
def _looked_up(named: str | None) -> Path:
    """The data directory, looked up once for each name of it: every request asks."""
    return data_directory(named)


def finder_of(desk: Desk) -> Finder:
    """The finder over a desk's profiles and the user's data directory, made at the first need."""
    with _one_at_a_time:  # two finders made at once would each build an index
        return _finder(desk, _looked_up(os.environ.get(VARIABLE)))


def prepare_names(desk: Desk, directory: Path, store: CardStore) -> None:
    """Build the index of names for a store just made."""
    keep_index(desk.book.library.cards, read_nicknames(rulings_folder() / "nicknames.yaml"), directory, store)


def card_by_name(desk: Desk, name: str) -> Card:
    """The one card of this name, official id, password, nickname or pinyin."""
    found = desk.book.cards_named(name)  # exact names need no index, so that a start stays quick
    if len(found) == 1:
        return found[0]
    if found:
        raise ambiguous(name, found)
    return finder_of(desk).resolved(name)


def is_read(desk: Desk, card: Card) -> bool:
    """Whether the desk knows what a card's text says."""
    return card.id in desk.book.library.cards or bool(card.effects)
