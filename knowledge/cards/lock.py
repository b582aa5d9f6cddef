"""One import at a time: a lock the operating system drops when its process ends, however it ends."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from knowledge.problems import BadInput, bad_input

LOCK_NAME = "import.lock"
_PAUSE = 0.1


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
