"""A service that listens has everything it needs: nobody waits for an index, and no worker builds one of its own."""

import http.client
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import pytest
from cards.conftest import ROOT

from service.bench.servers import DESK, serving


def told(address: str, path: str) -> tuple[int, dict]:
    line = http.client.HTTPConnection(address, timeout=60)
    line.request("GET", path)
    reply = line.getresponse()
    return reply.status, json.loads(reply.read())


def test_indexes_are_made_before_it_listens_and_once_for_all_workers(tmp_path):
    with serving(*DESK, "--workers", "2", OCG_RULINGS_DATA=str(tmp_path), OCG_RULINGS_DEADLINE="0") as served:
        made = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
        assert {name.partition("-")[0] for name in made} >= {"library", "names", "words", "timelines"}
        status, ready = told(served.address, "/readyz")
        assert (status, ready["status"], ready["index"]["names"]) == (200, "ready", "current")
        for words in ("灰流丽", "伤害步骤", "replay", "dragon"):
            status, found = told(served.address, f"/api/v1/search?q={quote(words)}")
            assert (status, found["total"] > 0) == (200, True), words
        assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == made


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes are looked up in /proc")
def test_what_is_judged_meanwhile_ends_with_the_process_that_asked_for_it(filled):
    program = "from service.operations.requests import judge_meanwhile; judge_meanwhile()"
    environment = {**os.environ, "OCG_RULINGS_DATA": str(filled)}
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, check=True, timeout=120)
    assert [pid for pid, held in environments() if f"OCG_RULINGS_DATA={filled}".encode() in held] == []


def environments() -> Iterator[tuple[str, bytes]]:
    """Every process with its environment, of those that can be looked at."""
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            yield place.name, (place / "environ").read_bytes()
