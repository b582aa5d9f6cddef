"""Workers that hang, spin or keep dying; a reload under load; clients that wait, trickle and crowd."""

import itertools
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.bench.servers import Drive, Line, Served, request_bytes, serving

SMALL = str(Path(__file__).with_name("small_service.py"))
pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs to see the children of a process")


@contextmanager
def small(tmp_path: Path, workers: int = 2, connections: int = 1000, seconds: float = 10.0) -> Iterator[Served]:
    with serving(SMALL, str(workers), str(connections), str(seconds), str(tmp_path / "broken")) as served:
        assert until(lambda: len(served.family()) == workers + 1)
        yield served


def until(holds: Callable[[], bool], seconds: float = 30.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return False


def connected(served: Served, sent: bytes = b"") -> socket.socket:
    host, _, port = served.address.rpartition(":")
    line = socket.create_connection((host, int(port)), timeout=30)
    line.sendall(sent)
    return line


def asked(served: Served, path: str = "/") -> int:
    line = Line(served.address)
    try:
        return line.ask(request_bytes(path))
    finally:
        line.close()


@pytest.mark.parametrize("path", ["/hang", "/spin"])
def test_a_worker_that_hangs_is_replaced_while_the_other_serves(tmp_path, path):
    with small(tmp_path) as served:
        before = set(served.family())
        line = connected(served, request_bytes(path))
        begun, lost = time.monotonic(), 0
        while before <= set(served.family()):
            try:
                assert asked(served) == 200  # whoever is free takes it
            except ConnectionError:
                lost += 1  # it lay with the worker that hung
            assert lost <= 1
            assert time.monotonic() - begun < 20, "the worker was not replaced"
            time.sleep(0.2)
        assert until(lambda: len(served.family()) == 3)
        assert len(before & set(served.family())) == 2, "only the worker that hung was replaced"
        line.close()
        assert served.stop() == 0


def test_a_worker_that_keeps_dying_is_started_again_later_and_later(tmp_path):
    with small(tmp_path, workers=1) as served:
        for _ in range(3):
            line = connected(served, request_bytes("/die"))
            assert line.recv(100) == b""
            line.close()
        assert until(lambda: len(served.family()) == 2)
        assert served.stop() == 0
        served.reader.join(10)
        pauses = [line.rpartition(" in ")[2].split()[0] for line in served.lines if "started again" in line]
        assert pauses == ["0.5", "1.0", "2.0"]


def test_workers_whose_supervisor_was_killed_end_by_themselves(tmp_path):
    with small(tmp_path) as served:
        supervisor, *workers = served.family()
        os.kill(supervisor, signal.SIGKILL)
        served.process.wait()
        assert until(lambda: not any(_runs(worker) for worker in workers), 60.0)


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_reload_under_load_loses_nothing_and_keeps_the_process(tmp_path):
    with small(tmp_path) as served:
        before = set(served.family())
        load = Drive(served.address, itertools.repeat(request_bytes("/")), 4, 60.0)
        time.sleep(0.5)
        os.kill(served.process.pid, signal.SIGHUP)
        assert until(lambda: len(served.family()) >= 3 and not before & set(served.family()) - {served.process.pid})
        load.enough()
        load.done()
        answered = load.statuses.pop("200")
        assert answered > 100
        # a connection kept open is closed when its worker ends; a request is never cut off
        assert set(load.statuses) <= {"ConnectionError", "ConnectionResetError", "BrokenPipeError"}
        assert sum(load.statuses.values()) <= 4
        assert served.stop() == 0


def test_a_reload_that_could_not_start_changes_nothing(tmp_path):
    with small(tmp_path) as served:
        before = set(served.family())
        (tmp_path / "broken").touch()
        os.kill(served.process.pid, signal.SIGHUP)
        assert until(lambda: any("the reload was refused" in line for line in served.lines))
        assert asked(served) == 200
        assert set(served.family()) == before
        assert served.stop() == 0


def test_idle_clients_make_room_for_those_who_ask(tmp_path):
    with small(tmp_path, workers=1, connections=40) as served:
        crowd = [connected(served) for _ in range(120)]
        assert asked(served) == 200
        kept = connected(served, request_bytes("/"))
        assert kept.recv(1000).startswith(b"HTTP/1.1 200")
        assert until(lambda: sum(_is_closed(one) for one in crowd) >= 80)
        for one in (*crowd, kept):
            one.close()
        assert served.stop() == 0


def test_requests_that_come_drop_by_drop_hold_no_thread_and_are_cut_off(tmp_path):
    with small(tmp_path, workers=1, seconds=1.0) as served:
        half = b"POST / HTTP/1.1\r\nHost: desk\r\nContent-Length: 500\r\n\r\n{"
        trickling = [connected(served, half if n % 2 else half[:20]) for n in range(60)]
        assert asked(served) == 200
        for _ in range(8):  # a drop every now and then does not start the clock anew
            time.sleep(0.2)
            for one in trickling:
                try:
                    one.sendall(b"a")
                except OSError:
                    continue
        assert until(lambda: all(_is_closed(one) for one in trickling))
        assert asked(served) == 200
        for one in trickling:
            one.close()
        assert served.stop() == 0


def _is_closed(line: socket.socket) -> bool:
    line.setblocking(False)
    try:
        return line.recv(1000) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
