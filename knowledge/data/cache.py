"""Things made once and kept: a second start decodes one file instead of parsing six hundred.

The file names the data it was made from, carries a checksum and holds plain records, no code; anything foreign or
broken is ignored and made again. Only a library without faults is kept.
"""

import hashlib
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

import msgspec

from knowledge.data.library import Library

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


_NAME = "{what}-{state}.msgpack"
_LIBRARY = "library"
_ENCODER = msgspec.msgpack.Encoder()


def state_of(root: Path, ending: str = ".yaml") -> str:
    """A short name for the state of a folder's files of one kind and of the records they are read into."""
    digest = hashlib.sha256(_signature().encode())
    for folder, _, files in sorted(os.walk(root)):
        for name in sorted(files):
            if name.endswith(ending):
                path = os.path.join(folder, name)
                about = os.stat(path)
                digest.update(f"{os.path.relpath(path, root)} {about.st_size} {about.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:16]


def _signature() -> str:
    """What the records look like: another shape must not be decoded as this one."""
    return str(msgspec.inspect.type_info(Library))


def kept_library(directory: Path, state: str) -> Library | None:
    """The library kept for this state, if it is there and whole."""
    body = kept_bytes(directory, _LIBRARY, state)
    try:
        return msgspec.msgpack.decode(body, type=Library) if body else None
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError):
        return None


def keep_library(directory: Path, state: str, library: Library) -> None:
    """Keep a library for the next start, replacing older ones; a place that cannot be written is no fault."""
    keep_bytes(directory, _LIBRARY, state, _ENCODER.encode(library))


def path_of_kept(directory: Path, what: str, state: str) -> Path:
    """Where something is kept for a state."""
    return directory / _NAME.format(what=what, state=state)


def kept_bytes(directory: Path, what: str, state: str) -> bytes | None:
    """What was kept under this name for this state, if it is there and whole."""
    try:
        raw = path_of_kept(directory, what, state).read_bytes()
    except OSError:
        return None
    checksum, body = raw[:32], raw[32:]
    return body if hashlib.sha256(body).digest() == checksum else None


def keep_bytes(directory: Path, what: str, state: str, body: bytes) -> None:
    """Keep something for the next start, replacing what is older; a place that cannot be written is no fault."""
    with suppress(OSError):
        directory.mkdir(parents=True, exist_ok=True)
        target = path_of_kept(directory, what, state)
        with tempfile.NamedTemporaryFile(dir=directory, prefix=f".{what}-", delete=False) as out:
            unfinished = Path(out.name)
        try:
            unfinished.write_bytes(hashlib.sha256(body).digest() + body)
            remove_leftovers(unfinished, f".{what}-*")
            os.replace(unfinished, target)
        finally:
            unfinished.unlink(missing_ok=True)
        for old in directory.glob(_NAME.format(what=what, state="*")):
            if old != target:
                old.unlink(missing_ok=True)
