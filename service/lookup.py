"""What a person names: a card exactly, or a choice, or the nearest names; a record by its id. Never a silent pick."""

import os
import threading
from functools import cache
from pathlib import Path
from typing import Any

from knowledge.cards.read_profiles import effects_of, reading_kept_with
from knowledge.cards.record import StoredCard
from knowledge.cards.store import VARIABLE, CardStore, data_directory, open_store
from knowledge.data.profile import Card, Effect
from knowledge.data.yaml_files import rulings_folder
from knowledge.desk import Desk
from knowledge.names.finder import Finder, ambiguous, index_is_kept, keep_index
from knowledge.names.named_cards import all_nicknames
from knowledge.problems import bad_input
from knowledge.rules.book import bare_others

LONGEST = 500
_one_at_a_time = threading.Lock()


_finders: dict[tuple[Desk, str | None], Finder] = {}  # by desk and by the name of the data directory


@cache
def _finder(desk: Desk, directory: Path) -> Finder:
    acts = desk.book.library.acts

    def read(store: CardStore, card: StoredCard, derived: bytes | None) -> tuple[Effect, ...]:
        return effects_of(reading_kept_with(store, card, derived), acts, card.type)

    nicknames = all_nicknames(rulings_folder())
    return Finder(desk.book.library.cards, nicknames, directory, read, bare_others(desk.book.library))


def finder_of(desk: Desk) -> Finder:
    """The finder over a desk's profiles and the user's data directory, made at the first need."""
    at = (desk.origin, os.environ.get(VARIABLE))
    found = _finders.get(at)
    if found is None:
        with _one_at_a_time:  # two finders made at once would each build an index
            found = _finders[at] = _finder(desk.origin, data_directory(at[1]))
    return found


def prepare_names(desk: Desk, directory: Path, store: CardStore) -> None:
    """Build the index of names for a store just made."""
    library = desk.book.library
    nicknames = all_nicknames(rulings_folder())
    keep_index(library.cards, nicknames, directory, store, bare_others(library))


def names_are_kept(desk: Desk, directory: Path) -> bool:
    """Whether the index for the store of a directory lies there."""
    nicknames = all_nicknames(rulings_folder())
    library = desk.book.library
    return index_is_kept(library.cards, nicknames, directory, open_store(directory), bare_others(library))


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


def checked_text(text: object, field: str) -> str:
    """A text a person gave: not empty, not over-long, no control characters."""
    if not isinstance(text, str) or not text.strip():
        raise bad_input("text.empty", field=field, value=text)
    if len(text) > LONGEST:
        raise bad_input(
            "text.too-long",
            field=field,
            value=text[:40] + "…",
            accepted=[f"1-{LONGEST}"],
            longest=LONGEST,
        )
    said: str = text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
    return said.strip()


def known(shelf: dict[str, Any], name: str, what: str) -> Any:
    """The record of this id, or a refusal."""
    if name not in shelf:
        raise bad_input("unknown-record", field=what, value=name[:80], status=404, kind=f"unknown-{what}", what=what)
    return shelf[name]
