"""A bit that turned on the disk, in any file the desk keeps: the answer is right, or a sentence tells the damage."""

import os
import random
import shutil
from pathlib import Path

import pytest

from knowledge.cards.database_import import import_file
from knowledge.cards.read_profiles import effects_of, read_stored, reading_kept_with, version_of_reader
from knowledge.cards.store import STORE_NAME, open_store
from knowledge.data.cache import keep_library, kept_library
from knowledge.names.finder import Finder
from knowledge.problems import BadInput
from knowledge.search import Wanted, WordIndex, entries_of

from .conftest import imported

FLIPS = int(os.environ.get("OCG_RULINGS_FLIPS", "40"))  # docs/reliability.md tells of a run with 200
IMPORTED = "灰猫"


class Kept:
    """A data directory with every kind of file in it, over a small part of the built-in data."""

    def __init__(self, desk, directory: Path) -> None:
        self.desk, self.directory = desk, imported(directory)
        self.profiles = {card.id: card for card in sorted(desk.book.library.cards.values(), key=lambda c: c.id)[:20]}
        self.entries = entries_of(desk.book)[:20]
        keep_library(directory, "now", desk.book.library)
        self.names, self.words = self.cards_named(directory), self.words_found(directory)

    def cards_named(self, directory: Path) -> tuple[object, object]:
        """A card of the desk's own, and an imported one or what is said instead."""
        acts = self.desk.book.library.acts

        def read(store, card, derived):
            return effects_of(reading_kept_with(store, card, derived), acts, card.type)

        finder = Finder(self.profiles, (), directory, read)
        own = finder.resolved(next(iter(self.profiles.values())).names.zh).id
        try:
            return own, finder.resolved(IMPORTED)
        except BadInput as told:  # the store is damaged, or left out because it is
            return own, told.kind

    def words_found(self, directory: Path) -> list[str]:
        """The entries found by a word."""
        found = WordIndex(self.entries, directory).search(Wanted(words=("怪兽",)))
        return [entry.key for entry, _ in found.hits]


@pytest.fixture(scope="module")
def kept(desk, tmp_path_factory) -> Kept:
    return Kept(desk, tmp_path_factory.mktemp("whole") / "data")


def test_a_bit_flipped_anywhere_is_never_taken_for_data(kept, tmp_path):
    dice = random.Random(200)
    files = sorted(p.relative_to(kept.directory) for p in kept.directory.rglob("*") if p.is_file() and p.stat().st_size)
    assert {f.name.partition("-")[0] for f in files} >= {STORE_NAME, "library", "names"}
    for number in range(FLIPS):
        broken = tmp_path / str(number)
        shutil.copytree(kept.directory, broken)
        file = broken / dice.choice(files)
        content = bytearray(file.read_bytes())
        content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
        file.write_bytes(bytes(content))
        if file.name.startswith("library-"):
            assert kept_library(broken, "now") is None, file
        elif file.parent == broken:
            own, other = kept.cards_named(broken)
            assert own == kept.names[0], file
            assert other in (kept.names[1], "store-damaged", "unknown-card"), file
        else:
            assert kept.words_found(broken) == kept.words, file
        shutil.rmtree(broken)


def test_a_damaged_store_is_whole_again_after_an_import(kept, tmp_path):
    broken = tmp_path / "data"
    shutil.copytree(kept.directory, broken)
    store = broken / STORE_NAME
    content = store.read_bytes()
    at = content.index("把这张卡".encode())
    store.write_bytes(content[:at] + b"\x00" + content[at + 1 :])
    with pytest.raises(BadInput, match="damaged"):
        open_store(broken).by_password(1001)
    file = kept.directory.parent / "invented.cdb"
    again = import_file(file, broken, derive=read_stored, derived_by=version_of_reader(), replace_damaged=True)
    assert again.replaced_damaged
    assert open_store(broken).by_password(1001).names["zh"] == IMPORTED


def test_indexes_cut_short_while_somebody_reads_them_go_on_answering(kept, tmp_path):
    place = tmp_path / "data"
    shutil.copytree(kept.directory, place)
    acts = kept.desk.book.library.acts
    finder = Finder(kept.profiles, (), place, lambda store, c, _: effects_of(reading_kept_with(store, c), acts, c.type))
    words = WordIndex(kept.entries, place)
    own = next(iter(kept.profiles.values()))
    assert finder.resolved(own.names.zh).id == own.id
    assert words.search(Wanted(words=("怪兽",))).hits
    indexes = [*place.glob("names-*"), *(p for folder in place.glob("words-*") for p in folder.iterdir())]
    assert indexes
    for file in indexes:
        os.truncate(file, 10)  # a mapped file would end the process here
    assert finder.resolved(own.names.zh).id == own.id
    assert finder.resolved(IMPORTED).names.zh == IMPORTED
    found = words.search(Wanted(words=("怪兽",)))
    assert [entry.key for entry, _ in found.hits] == kept.words


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX permissions")
def test_a_word_index_that_others_may_write_is_made_again(kept, tmp_path):
    place = tmp_path / "data"
    shutil.copytree(kept.directory, place)
    (folder,) = place.glob("words-*")
    folder.chmod(0o777)
    (folder / "planted").write_bytes(b"anything")
    assert kept.words_found(place) == kept.words
    assert not folder.stat().st_mode & 0o022
    assert not (folder / "planted").exists()
