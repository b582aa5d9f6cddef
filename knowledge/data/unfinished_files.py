"""What a process that was stopped left half written beside what it meant to write."""

import shutil
from contextlib import suppress
from pathlib import Path

_STILL_WRITTEN = 3600.0  # seconds: something younger may belong to a process that still writes


def remove_leftovers(present: Path, pattern: str) -> None:
    """Remove what matches the pattern beside `present`, just made, and is of quite another time than it.

    Times are compared with the file just made and either way, so that a clock that was set back does no harm.
    """
    made = present.stat().st_mtime
    for path in present.parent.glob(pattern):
        with suppress(OSError):
            if abs(path.stat().st_mtime - made) > _STILL_WRITTEN:
                if path.is_dir():
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    path.unlink(missing_ok=True)
