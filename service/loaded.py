"""The desk, loaded once for a process; data with faults is refused."""

import hashlib
from functools import cache
from pathlib import Path

from knowledge.answers import Desk
from knowledge.checks import all_faults
from knowledge.data import rulings_folder
from knowledge.engine.book import Book
from knowledge.loading.library import read_library
from knowledge.problems import BadInput


@cache
def loaded_desk(folder: str | None = None) -> Desk:
    """The desk over the built-in rulings, or over another folder of them."""
    library = read_library(Path(folder) if folder else rulings_folder())
    faults = all_faults(library)
    if faults:
        raise BadInput(
            f"数据有{len(faults)}处错误，第一处：{faults[0]}",
            f"the data has {len(faults)} faults; the first: {faults[0]}",
            kind="broken-data",
        )
    return Desk(Book(library))


@cache
def data_version() -> str:
    """A short name for the state of the built-in data: the same files give the same name."""
    digest = hashlib.sha256()
    for path in sorted(rulings_folder().rglob("*.yaml")):
        digest.update(path.relative_to(rulings_folder()).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]
