"""The command line inside this process: what a person types, what comes back, and the status it ends with.

A process of its own costs a second and belongs where the start itself is tested.
"""

import io
import sys
from typing import NamedTuple
from unittest.mock import patch

from service.cli.main import main


class Ran(NamedTuple):
    """What a command wrote and how it ended, under the names of `subprocess`."""

    stdout: str
    stderr: str
    returncode: int


def typed(*arguments: str, stdin: str | bytes = "") -> Ran:
    """Run a verb as if it had been typed."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    streams = {name: io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for name in ("stdout", "stderr")}
    told = {"argv": ["ocg-rulings", *arguments], "stdin": io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")}
    status = 0
    with patch.multiple(sys, **told, **streams):
        try:
            main()
        except SystemExit as end:
            status = int(end.code or 0)
    written = []
    for stream in streams.values():
        stream.flush()
        written.append(stream.buffer.getvalue().decode("utf-8"))
    return Ran(written[0], written[1], status)
