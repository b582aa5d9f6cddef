"""The index on disk: magic, version, fingerprint of what it was built from, checksum; anything else is refused."""

import os
import sys
import threading
import zlib
from pathlib import Path

import msgspec

from knowledge.data.unfinished_files import remove_leftovers

MAGIC = b"OCGNAMES"
VERSION = 3  # raise when the sections or what stands in them change
_ALIGNMENT = 8
_FIXED = len(MAGIC) + 4 + 4 + 4  # magic, version, length of the head, checksum of all that follows


class BrokenIndex(Exception):
    """A file that is not a whole index of this version."""


class _Head(msgspec.Struct):
    byteorder: str
    fingerprint: str
    sections: dict[str, tuple[int, int]]  # name -> start, length


def write_index(path: Path, sections: dict[str, bytes], fingerprint: str) -> None:
    """Write an index whole: beside the old one first, then under its name."""
    places: dict[str, tuple[int, int]] = {}
    place = 0
    for name, content in sections.items():
        places[name] = (place, len(content))
        place += len(content) + -len(content) % _ALIGNMENT
    head = msgspec.json.encode(_Head(byteorder=sys.byteorder, fingerprint=fingerprint, sections=places))
    head += b" " * (-(len(head) + _FIXED) % _ALIGNMENT)
    body = b"".join(content + b"\0" * (-len(content) % _ALIGNMENT) for content in sections.values())
    checksum = zlib.crc32(body, zlib.crc32(head))
    unfinished = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.tmp")
    try:
        with open(unfinished, "wb") as file:
            file.write(MAGIC + b"".join(n.to_bytes(4, "little") for n in (VERSION, len(head), checksum)) + head + body)
            file.flush()
            os.fsync(file.fileno())
        remove_leftovers(unfinished, "names-*.tmp")
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def read_index(path: Path) -> tuple[dict[str, memoryview], str]:
    """The sections of an index and its fingerprint; `BrokenIndex` unless every byte is as it was written."""
    try:
        # read, not mapped: a file cut short while it is mapped would kill the process; forks share the memory anyway
        mapped = memoryview(path.read_bytes())
    except (OSError, ValueError) as fault:
        raise BrokenIndex(str(fault)) from fault
    if len(mapped) < _FIXED or mapped[: len(MAGIC)] != MAGIC:
        raise BrokenIndex("not an index of names")
    numbers = (int.from_bytes(mapped[start : start + 4], "little") for start in range(len(MAGIC), _FIXED, 4))
    version, head_length, checksum = numbers
    if version != VERSION:
        raise BrokenIndex(f"version {version}, not {VERSION}")
    if zlib.crc32(mapped[_FIXED:]) != checksum:
        raise BrokenIndex("checksum differs")
    try:
        head = msgspec.json.decode(mapped[_FIXED : _FIXED + head_length], type=_Head)
    except msgspec.DecodeError as fault:
        raise BrokenIndex(str(fault)) from fault
    if head.byteorder != sys.byteorder:
        raise BrokenIndex("made on a machine of another byte order")
    start = _FIXED + head_length
    return {
        name: mapped[start + at : start + at + size] for name, (at, size) in head.sections.items()
    }, head.fingerprint
