"""What the faults share: a data directory with an import in it, and the command line in a process of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cards.conftest import ROOT, write_cdb

from knowledge.cards.database_import import import_file
from knowledge.cards.read_profiles import read_stored, version_of_reader
from knowledge.desk import Desk
from service.reference.search import prepare_search


def ran(directory: Path, *args: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """A verb of the command line over a data directory."""
    return subprocess.run(
        [sys.executable, "-m", "service.cli.main", *args],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, "OCG_RULINGS_DATA": str(directory), **environment},
        timeout=120,
    )


def imported(folder: Path) -> Path:
    """A data directory with a few invented cards, each read."""
    folder.mkdir(parents=True, exist_ok=True)
    file = write_cdb(folder.parent / "invented.cdb")
    import_file(file, folder, derive=read_stored, derived_by=version_of_reader())
    return folder


@pytest.fixture(scope="session")
def ready(desk: Desk) -> Path:
    """A data directory with library and indexes, so that no process has to make them again."""
    prepare_search(desk)
    return Path(os.environ["OCG_RULINGS_DATA"])


@pytest.fixture
def filled(ready: Path, tmp_path: Path) -> Path:
    return imported(seeded(ready, tmp_path / "data"))


def seeded(ready: Path, place: Path, *kinds: str) -> Path:
    """A directory with what the desk keeps of its own data: `library`, `words`, or both."""
    place.mkdir(parents=True, exist_ok=True)
    for kind in kinds or ("library", "words"):
        for path in ready.glob(f"{kind}-*"):
            copy = shutil.copytree if path.is_dir() else shutil.copy
            copy(path, place / path.name)
    return place
