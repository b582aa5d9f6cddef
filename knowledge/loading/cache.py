"""The library read once and kept: a second start decodes one file instead of parsing six hundred.

Only a library without faults is kept. The file names the data it was made from, carries a checksum and holds plain
records, no code; anything foreign or broken is ignored and made again.
"""

import hashlib
import os
import tempfile
from contextlib import suppress
from pathlib import Path

import msgspec

from knowledge.leftovers import remove_leftovers
from knowledge.loading.library import Library

_NAME = "library-{state}.msgpack"
_ENCODER = msgspec.msgpack.Encoder()


def state_of(root: Path) -> str:
    """A short name for the state of a folder of rulings and of the code that reads it."""
    digest = hashlib.sha256(_signature().encode())
    for folder, _, files in sorted(os.walk(root)):
        for name in sorted(files):
            if name.endswith(".yaml"):
                path = os.path.join(folder, name)
                about = os.stat(path)
                digest.update(f"{os.path.relpath(path, root)} {about.st_size} {about.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:16]


def _signature() -> str:
    """What the records look like: another shape must not be decoded as this one."""
    return str(msgspec.inspect.type_info(Library))


def kept_library(directory: Path, state: str) -> Library | None:
    """The library kept for this state, if it is there and whole."""
    try:
        raw = (directory / _NAME.format(state=state)).read_bytes()
    except OSError:
        return None
    checksum, body = raw[:32], raw[32:]
    if hashlib.sha256(body).digest() != checksum:
        return None
    try:
        return msgspec.msgpack.decode(body, type=Library)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError):
        return None


def keep_library(directory: Path, state: str, library: Library) -> None:
    """Keep a library for the next start, replacing older ones; a place that cannot be written is no fault."""
    body = _ENCODER.encode(library)
    with suppress(OSError):
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=directory, prefix=".library-", delete=False) as out:
            out.write(hashlib.sha256(body).digest() + body)
        target = directory / _NAME.format(state=state)
        remove_leftovers(Path(out.name), ".library-*")
        os.replace(out.name, target)
        for old in directory.glob(_NAME.format(state="*")):
            if old != target:
                old.unlink(missing_ok=True)
