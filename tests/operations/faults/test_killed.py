"""Processes killed outright: the others go on, nothing is lost, the next start works."""

import itertools
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cards.conftest import ROOT

from service.bench.servers import DESK, Drive, Line, request_bytes, serving

from .conftest import ran, seeded

CONNECTIONS = 4
pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs to see the children of a process")


def _until(holds, seconds: float = 60.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.1)
    return False


def test_a_worker_killed_under_load_costs_its_own_connections_one_request_each_and_is_started_again():
    asked = request_bytes("/api/v1/can", {"card": "灰流丽", "at": "damage-step"})
    with serving(*DESK, "--workers", "2") as served:
        assert _until(lambda: len(served.family()) == 3)
        load = Drive(served.address, itertools.repeat(asked), CONNECTIONS, 60.0)
        time.sleep(0.5)
        _, victim, survivor = served.family()
        os.kill(victim, signal.SIGKILL)
        assert _until(lambda: len(served.family()) == 3 and victim not in served.family())
        time.sleep(0.5)
        load.enough()
        load.done()
        answered = load.statuses.pop("200")
        assert answered > CONNECTIONS
        assert set(load.statuses) <= {"ConnectionError", "ConnectionResetError", "BrokenPipeError"}, load.statuses
        assert sum(load.statuses.values()) <= CONNECTIONS
        assert survivor in served.family()
        assert Line(served.address).ask(asked) == 200
        assert served.stop() == 0
        assert any("started again" in line for line in served.lines)


def test_a_search_killed_while_it_builds_its_indexes_leaves_nothing_that_misleads_the_next(ready, tmp_path):
    whole = ran(seeded(ready, tmp_path / "whole"), "search", "damage calculation", "--json")
    assert whole.returncode == 0
    broken, dice = seeded(ready, tmp_path / "broken", "library"), random.Random(9)
    for wanted in ("words-unfinished-*", "words-unfinished-*/*", "names-*"):
        process = subprocess.Popen(
            [sys.executable, "-m", "service.cli.main", "search", "damage calculation", "--json"],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "OCG_RULINGS_DATA": str(broken)},
        )
        assert _until(lambda wanted=wanted, process=process: any(broken.glob(wanted)) or process.poll() is not None)
        process.kill()
        process.wait()
        for index in (*broken.glob("words-[0-9a-f]*"), *broken.glob("names-*")):
            if dice.random() < 0.5 and index.is_file():
                index.unlink()
    assert ran(broken, "search", "damage calculation", "--json").stdout == whole.stdout
