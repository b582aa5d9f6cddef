"""The benchmark on real servers over loopback: the desk beside a bare Flask route, and its memory under requests."""

import itertools
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec
from flask import Flask, jsonify

from knowledge.desk import Desk
from service.operations.processes import Limits, Service, listening
from service.operations.requests import RATE_VARIABLE as LIMIT

ROOT = Path(__file__).resolve().parents[2]
DESK = ("-m", "service.cli.main", "serve", "--port", "0", "--no-log")
_SECONDS_A_TICK = 1 / os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 0.01
THREADS = 8
CONNECTIONS = 4
FIXED = {"card": "cid:12950", "at": "damage.before"}
PAGE = "/ask?card=cid:12950&at=damage.before&lang=en"


class Served:
    """A server in a process of its own; its first line on stderr is its address."""

    def __init__(self, *command: str, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *(command or DESK)],
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=ROOT,
            env={**os.environ, LIMIT: "0", **environment},
        )
        assert self.process.stderr is not None
        first = self.process.stderr.readline().strip()
        if first and not first.startswith("http"):
            first = self.process.stderr.readline().strip()  # before that it may say that texts were read anew
        if not first.startswith("http"):
            self.process.kill()
            raise RuntimeError(f"the server did not start: {first} {self.process.stderr.read()}")
        self.address = urlsplit(first).netloc
        self.lines: list[str] = []
        self.reader = threading.Thread(target=lambda: self.lines.extend(self.process.stderr or ()), daemon=True)
        self.reader.start()

    def family(self) -> list[int]:
        """The process and its workers."""
        pid = self.process.pid
        try:
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        except OSError:
            children = []
        return [pid, *map(int, children)]

    def memory(self) -> float:
        """Resident megabytes of the process and its workers; 0 where the system does not tell."""
        try:
            pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self.family())
        except OSError:
            return 0.0
        return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)

    def processor_seconds(self) -> float:
        """Processor time of the process and its workers so far; 0 where the system does not tell."""
        try:
            fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self.family()]
        except OSError:
            return 0.0
        return sum((int(f[11]) + int(f[12])) * _SECONDS_A_TICK for f in fields)

    def settle(self, most: float = 120.0) -> None:
        """Wait until it does nothing of its own any more: indexes are made ready after the start."""
        until, before = time.monotonic() + most, -1.0
        while time.monotonic() < until and (now := self.processor_seconds()) != before:
            before = now
            time.sleep(1.0)

    def stop(self) -> int:
        """Ask it to stop in good order; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=60)


@contextmanager
def serving(*command: str, **environment: str) -> Iterator[Served]:
    """A server for as long as it is needed."""
    served = Served(*command, **environment)
    try:
        yield served
    finally:
        try:
            served.stop()
        finally:
            served.process.kill()


def request_bytes(path: str, body: object = None) -> bytes:
    """A request as it goes over the line: a GET, or a POST of JSON."""
    head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: desk\r\n"
    if body is None:
        return f"{head}\r\n".encode()
    sent = msgspec.json.encode(body)
    return f"{head}Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n".encode() + sent


class Line:
    """One connection that is kept; requests go out as they are, answers come back whole."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self._socket = socket.create_connection((host.strip("[]"), int(port)), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, sent: bytes) -> int:
        """The status of the answer to one request, after all of it has come."""
        self._socket.sendall(sent)
        got = b""
        while (end := got.find(b"\r\n\r\n")) < 0:
            got += self._more()
        head = got[:end].lower()
        at = head.find(b"content-length:")
        missing = (int(head[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0) - (len(got) - end - 4)
        while missing > 0:
            missing -= len(self._more())
        return int(head[9:12])

    def _more(self) -> bytes:
        got = self._socket.recv(1 << 16)
        if not got:
            raise ConnectionError("the server closed the connection")
        return got

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


class Drive:
    """So many connections asking one after another until the requests or the seconds are used up."""

    def __init__(self, address: str, requests: Iterable[bytes], connections: int, seconds: float) -> None:
        self.statuses: Counter[str] = Counter()
        self._address, self._next, self._lock = address, iter(requests), threading.Lock()
        self._until = time.monotonic() + seconds
        self._threads = [threading.Thread(target=self._run, daemon=True) for _ in range(connections)]
        self._begun = time.perf_counter()
        for thread in self._threads:
            thread.start()

    def enough(self) -> None:
        """End it before its seconds are used up; what is on its way is waited for."""
        self._until = time.monotonic()

    def done(self) -> float:
        """Wait for the end; the requests answered a second."""
        for thread in self._threads:
            thread.join()
        return sum(self.statuses.values()) / (time.perf_counter() - self._begun)

    def _run(self) -> None:
        line, seen = Line(self._address), Counter[str]()
        while time.monotonic() < self._until:
            with self._lock:
                sent = next(self._next, None)
            if sent is None:
                break
            try:
                seen[str(line.ask(sent))] += 1
            except (OSError, ValueError) as wrong:
                seen[type(wrong).__name__] += 1
                line.close()
                line = Line(self._address)
        line.close()
        with self._lock:
            self.statuses.update(seen)


def driven(
    served: Served, requests: Callable[[], Iterable[bytes]], connections: int, seconds: float
) -> tuple[float, float]:
    """Requests answered a second, and a second of the server's processor time; anything but answers is an error."""
    before = served.processor_seconds()
    drive = Drive(served.address, requests(), connections, seconds)
    rate = drive.done()
    spent = served.processor_seconds() - before
    if set(drive.statuses) - {"200"}:
        raise RuntimeError(f"requests of the benchmark failed: {dict(drive.statuses)}")
    return rate, drive.statuses["200"] / spent if spent else 0.0


def servers_against_bare_route(desk: Desk, quick: bool) -> dict[str, Any]:
    """`POST /api/v1/can` and the answer page beside a bare route, with one and with two processes.

    `new` asks every question once, so that each is worked out; `kept` asks one question again and again, as a desk is
    asked in a round. Rates are by the clock and by the processor time the server used: the second leaves out what else
    the machine does.
    """
    return {f"{n}_process": _beside_bare(desk, n, 0.6 if quick else 2.0, 2 if quick else 5) for n in (1, 2)}


def _beside_bare(desk: Desk, workers: int, seconds: float, rounds: int) -> dict[str, Any]:
    fresh = new_questions(desk)
    kinds: dict[str, Callable[[], Iterable[bytes]]] = {
        "can_kept": lambda: itertools.repeat(request_bytes("/api/v1/can", FIXED)),
        "can_new": lambda: (request_bytes("/api/v1/can", body) for body in fresh),
        "page_kept": lambda: itertools.repeat(request_bytes(PAGE)),
        "page_new": lambda: (request_bytes(f"/ask?{urlencode(body)}") for body in fresh),
    }
    bare_requests = request_bytes("/", FIXED)
    with (
        serving(*DESK, "--workers", str(workers), "--threads", str(THREADS)) as ours,
        serving("-m", "service.bench.servers", str(workers)) as bare,
    ):
        ours.settle()
        rates: dict[str, list[tuple[float, float]]] = {"bare": [], **{name: [] for name in kinds}}
        for _ in range(rounds):  # in turns: a busy machine is so to all
            rates["bare"].append(driven(bare, lambda: itertools.repeat(bare_requests), CONNECTIONS, seconds))
            for name, requests in kinds.items():
                rates[name].append(driven(ours, requests, CONNECTIONS, seconds))
    clock = {name: statistics.median(r[0] for r in found) for name, found in rates.items()}
    processor = {name: statistics.median(r[1] for r in found) for name, found in rates.items()}
    return {
        name: {
            "per_second": round(clock[name], 1),
            "to_bare": round(clock[name] / clock["bare"], 2),
            "per_processor_second": round(processor[name], 1),
            "to_bare_by_processor": round(processor[name] / processor["bare"], 2) if processor["bare"] else None,
        }
        for name in rates
    }


def new_questions(desk: Desk) -> Iterator[dict[str, str]]:
    """Every card at every window in either turn, each once, in an order that is always the same."""
    cards = sorted(card.id for card in desk.book.library.cards.values() if card.effects)
    questions = list(itertools.product(cards, desk.book.windows, ("own", "opponent")))
    random.Random(11).shuffle(questions)
    return ({"card": card, "at": at, "turn": turn} for card, at, turn in questions)


def memory_under_requests(desk: Desk, quick: bool) -> dict[str, Any]:
    """Resident memory after the start, after a tenth of the requests and after all of them."""
    count = 2_000 if quick else 50_000
    questions = itertools.cycle(list(new_questions(desk)))
    with serving(*DESK) as ours:
        ours.settle()
        start = ours.memory()
        _ask(ours, _mixed(questions, count // 10))
        warm = ours.memory()
        _ask(ours, _mixed(questions, count - count // 10))
        after = ours.memory()
    return {
        "after_start_mb": start,
        "after_a_tenth_mb": warm,
        "after_mb": after,
        "requests": count,
        "growth_after_a_tenth": round(after / warm - 1, 3) if warm else None,
    }


def _mixed(questions: Iterator[dict[str, str]], count: int) -> Iterator[bytes]:
    """Seven questions to the API, then one page."""
    for n, body in zip(range(count), questions, strict=False):
        yield request_bytes(f"/ask?{urlencode(body)}") if n % 8 == 7 else request_bytes("/api/v1/can", body)


def _ask(served: Served, requests: Iterable[bytes]) -> None:
    driven(served, lambda: requests, CONNECTIONS, 3600)


def bare_app() -> Flask:
    """One route that returns fixed JSON."""
    app = Flask("bare")
    app.add_url_rule("/", "bare", lambda: jsonify({"verdict": "no"}), methods=["POST"])
    return app


def _serve_bare(workers: int) -> None:
    def tell(address: Any) -> None:
        print(f"http://127.0.0.1:{address[1]}/", file=sys.stderr, flush=True)

    Service(bare_app(), listening("127.0.0.1", 0), workers, Limits(THREADS), lambda row: None, tell).run()


if __name__ == "__main__":
    _serve_bare(int(sys.argv.pop()))
