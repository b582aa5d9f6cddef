"""The benchmark of starting: from nothing to the first answer, beside importing Flask alone."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

from knowledge.cards.data_directory import VARIABLE
from knowledge.desk import Desk

_ANSWER = ("-m", "service.cli.main", "can", "cid:12950", "--at", "damage-step", "--json")


def start_against_flask(desk: Desk, quick: bool) -> dict[str, Any]:
    """Start to first answer: cold in an empty data directory, warm with the library kept; by clock and by processor."""
    cold, warm, flask = [], [], []
    with tempfile.TemporaryDirectory(prefix="ocg-rulings-bench-") as kept:
        _timed(kept, *_ANSWER)
        for _ in range(3 if quick else 9):  # in turns: a busy machine is so to both
            warm.append(_timed(kept, *_ANSWER))
            flask.append(_timed(kept, "-c", "import flask"))
    for _ in range(1 if quick else 3):
        with tempfile.TemporaryDirectory(prefix="ocg-rulings-bench-") as empty:
            cold.append(_timed(empty, *_ANSWER))
    figures: dict[str, Any] = {}
    for name, runs in (("cold", cold), ("warm", warm), ("import_flask", flask)):
        figures[f"{name}_s"] = round(statistics.median(r[0] for r in runs), 3)
        figures[f"{name}_processor_s"] = round(statistics.median(r[1] for r in runs), 3)
    for name in ("cold", "warm"):
        figures[f"{name}_to_flask"] = round(figures[f"{name}_s"] / figures["import_flask_s"], 2)
        spent = figures["import_flask_processor_s"]
        figures[f"{name}_to_flask_by_processor"] = round(figures[f"{name}_processor_s"] / spent, 2) if spent else None
    return figures


def _timed(directory: str, *args: str) -> tuple[float, float]:
    """Seconds by the clock and of the processor until a command has ended."""
    before, start = os.times(), time.perf_counter()
    subprocess.run([sys.executable, *args], check=True, capture_output=True, env={**os.environ, VARIABLE: directory})
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - start, spent
