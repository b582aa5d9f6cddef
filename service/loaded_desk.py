"""The desk, loaded once for a process; data with faults is refused."""

import gc
import hashlib
from functools import cache
from pathlib import Path

from knowledge.cards.plain_verdicts import PlainVerdicts
from knowledge.cards.store import data_directory
from knowledge.checks import all_faults
from knowledge.data.cache import keep_library, kept_library, state_of
from knowledge.data.language import ANSWERS, catalogues
from knowledge.data.library import read_library
from knowledge.data.yaml_files import rulings_folder
from knowledge.desk import Desk
from knowledge.problems import bad_input
from knowledge.rules.book import Book

# how many objects are made before garbage is looked for: an answer makes some thousand, and hardly any in a circle
_GARBAGE = (10_000, 20, 50)


def loaded_desk(folder: str | None = None) -> Desk:
    """The desk over the built-in rulings, or over another folder of them."""
    return _one_of(folder)


@cache
def _one_of(folder: str | None) -> Desk:
    """The desk of a folder, the same however it was asked for.

    What is loaded stays: it is not looked through for garbage, neither on the way nor later.
    """
    looked_for = gc.isenabled()
    gc.disable()
    try:
        return _loaded(folder)
    finally:
        gc.freeze()
        gc.set_threshold(*_GARBAGE)
        if looked_for:
            gc.enable()


def _loaded(folder: str | None) -> Desk:
    root = Path(folder) if folder else rulings_folder()
    directory, state = data_directory(), state_of(root)
    library = kept_library(directory, state)
    if library is None:
        library = read_library(root)
        faults = all_faults(library)
        if faults:
            raise bad_input("data.faults", kind="broken-data", count=len(faults), first=str(faults[0]))
        keep_library(directory, state, library)
    for file in ANSWERS:
        catalogues(file)
    desk = Desk(Book(library))
    if folder is None:
        kept = PlainVerdicts(desk, directory)
        desk.plain, desk.alike = kept.line, kept.related
    return desk


@cache
def data_version() -> str:
    """A short name for the state of the built-in data: the same files give the same name."""
    digest = hashlib.sha256()
    for path in sorted(rulings_folder().rglob("*.yaml")):
        digest.update(path.relative_to(rulings_folder()).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]
