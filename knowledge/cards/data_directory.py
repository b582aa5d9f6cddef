"""Where the data directory is, and one import into it at a time."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import platformdirs

from knowledge.problems import BadInput, bad_input

VARIABLE = "OCG_RULINGS_DATA"
LOCK_NAME = "import.lock"
_PAUSE = 0.1


def data_directory(told: str | Path | None = None) -> Path:
    """The user's data directory; it need not exist yet."""
    named = told or os.environ.get(VARIABLE)
    place = Path(named).expanduser() if named else Path(platformdirs.user_data_dir("ocg-rulings", appauthor=False))
    if place.exists() and not place.is_dir():
        raise bad_input(
            "data-directory.no-folder", field="data", value=str(place), accepted=["a folder"], place=str(place)
        )
    return place


def made_data_directory(told: str | Path | None = None) -> Path:
    """The user's data directory, created where it is missing."""
    place = data_directory(told)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as refused:
        raise bad_input(
            "data-directory.not-created",
            field="data",
            value=str(place),
            place=str(place),
            strerror=refused.strerror or "",
        ) from refused
    return place


def _try_lock(file: IO[bytes]) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows has no fcntl
        return _try_lock_on_windows(file)
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _try_lock_on_windows(file: IO[bytes]) -> bool:
    import msvcrt

    with suppress(OSError):
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        return True
    return False


def cannot_write(directory: Path, fault: Exception) -> BadInput:
    """The sentence for a data directory that takes nothing: full, or only to be read."""
    return bad_input(
        "store.cannot-write",
        field="data",
        value=str(directory),
        status=507,
        kind="cannot-write",
        directory=str(directory),
        fault=str(fault),
    )


@contextmanager
def one_import_at_a_time(directory: Path, wait_seconds: float) -> Iterator[None]:
    """Hold the import lock of a data directory; refuse when another import holds it longer than `wait_seconds`."""
    try:
        lock = open(directory / LOCK_NAME, "ab")  # noqa: SIM115 - closed below, when the import is done
    except OSError as fault:
        raise cannot_write(directory, fault) from fault
    with lock as file:
        pauses_left = int(wait_seconds / _PAUSE)
        while not _try_lock(file):
            if pauses_left <= 0:
                raise bad_input(
                    "import.busy",
                    field="data",
                    value=str(directory),
                    status=409,
                    kind="busy",
                    directory=str(directory),
                )
            pauses_left -= 1
            time.sleep(_PAUSE)
        yield  # closing the file drops the lock; the file itself stays, for removing it would let two imports in
