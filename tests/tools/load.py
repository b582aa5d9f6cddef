"""Mixed load on a real server process on loopback: `python tests/tools/load.py --seconds 60 --warm-up 60 --workers 1`.

The warm-up is the same load, not measured: answers are kept up to a number of bytes, and memory grows until then.
"""

import argparse
import http.client
import json
import os
import random
import statistics
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from service.bench.servers import DESK, Served  # noqa: E402 - after the path to it
from service.loaded_desk import loaded_desk  # noqa: E402 - as above

STATS = {
    "monster": {"atk": 3000, "def": 2500},
    "steps": [{"do": "halve", "stat": "both", "by": "a"}, {"do": "gain", "stat": "atk", "by": "b", "value": 500}],
}


def requests_of(
    dice: random.Random, names: list[str], windows: list[str], rulings: list[str]
) -> tuple[str, str, object]:
    """One request of the mix: kind, address and body."""
    name, window = dice.choice(names), dice.choice(windows)
    kind = dice.choice(["can", "can", "can", "ask", "search", "page", "card", "ruling", "stats"])
    return {
        "can": ("can", "/api/v1/can", {"card": name, "at": window, "turn": dice.choice(["own", "opponent"])}),
        "ask": ("ask", "/api/v1/ask", {"question": f"{name}在伤害步骤能发动吗"}),
        "search": ("search", f"/api/v1/search?q={quote(name[:3])}", None),
        "page": ("page", f"/ask?card={quote(name)}&at={window}", None),
        "card": ("card", f"/api/v1/cards/{quote(name)}", None),
        "ruling": ("ruling", f"/rulings/{dice.choice(rulings)}", None),
        "stats": ("stats", "/api/v1/stats", STATS),
    }[kind]


class Client(threading.Thread):
    """One connection that asks without a pause until the time is over."""

    def __init__(self, seed: int, address: str, until: float, data: tuple[list[str], list[str], list[str]]) -> None:
        super().__init__(daemon=True)
        self.seed, self.address, self.until, self.data = seed, address, until, data
        self.times: dict[str, list[float]] = {}
        self.statuses: Counter[str] = Counter()

    def run(self) -> None:
        """Ask; what is not an answer is counted by what it was."""
        dice = random.Random(self.seed)
        line = http.client.HTTPConnection(self.address, timeout=60)
        while time.monotonic() < self.until:
            kind, path, body = requests_of(dice, *self.data)
            start = time.perf_counter()
            try:
                sent = json.dumps(body) if body else None
                line.request(
                    "POST" if body else "GET", path, sent, {"Content-Type": "application/json"} if body else {}
                )
                reply = line.getresponse()
                reply.read()
                self.statuses[str(reply.status)] += 1
            except (OSError, http.client.HTTPException) as wrong:
                self.statuses[type(wrong).__name__] += 1
                line.close()
            self.times.setdefault(kind, []).append(time.perf_counter() - start)


def asked_by(
    connections: int, first_seed: int, address: str, seconds: float, data: tuple[list[str], list[str], list[str]]
) -> list[Client]:
    """So many clients, after they have asked for so many seconds."""
    until = time.monotonic() + seconds
    clients = [Client(first_seed + n, address, until, data) for n in range(connections)]
    for client in clients:
        client.start()
    for client in clients:
        client.join(seconds + 90)
    return clients


def _weigh(server: Served, pause: float, memory: list[float]) -> None:
    for _ in range(3):
        time.sleep(pause)
        memory.append(server.memory())


def told(times: list[float]) -> dict[str, float]:
    """Median and 99th percentile in milliseconds."""
    times = sorted(times)
    return {
        "count": len(times),
        "p50_ms": round(statistics.median(times) * 1000, 1),
        "p99_ms": round(times[int(len(times) * 0.99)] * 1000, 1),
    }


def main() -> None:
    """Start a server, load it, print what was measured; exit 1 on any error."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--warm-up", type=float, default=60)
    options.add_argument("--connections", type=int, default=16)
    options.add_argument("--workers", type=int, default=1)
    wanted = options.parse_args()
    library = loaded_desk().book.library
    names = [
        card.names.zh for card in library.cards.values() if len(loaded_desk().book.cards_named(card.names.zh)) == 1
    ]
    data = (sorted(names), list(loaded_desk().book.windows), sorted(library.rulings))
    server = Served(*DESK, "--workers", str(wanted.workers))
    address = server.address
    server.settle()  # the indexes are made ready after the start
    load_before = os.getloadavg()[0]
    try:
        warmed = sum(c.statuses.total() for c in asked_by(wanted.connections, 1000, address, wanted.warm_up, data))
        memory = [server.memory()]
        thirds = threading.Thread(target=_weigh, args=(server, wanted.seconds / 3, memory))
        thirds.start()
        clients = asked_by(wanted.connections, 0, address, wanted.seconds, data)
        thirds.join()
    finally:
        stopped = server.stop()
    statuses = sum((c.statuses for c in clients), Counter())
    kinds = sorted({kind for c in clients for kind in c.times})
    by_kind = {kind: [t for c in clients for t in c.times.get(kind, [])] for kind in kinds}
    everything = [t for times in by_kind.values() for t in times]
    errors = sum(n for status, n in statuses.items() if status not in ("200", "302", "303", "304"))
    figures = {
        "seconds": wanted.seconds,
        "connections": wanted.connections,
        "workers": wanted.workers,
        "load_of_machine": [round(load_before, 1), round(os.getloadavg()[0], 1)],
        "requests_a_second": round(len(everything) / wanted.seconds, 1),
        "errors": errors,
        "statuses": dict(statuses),
        "all": told(everything),
        **{kind: told(times) for kind, times in by_kind.items()},
        "requests_of_warm_up": warmed,
        "memory_mb_before_and_at_thirds": memory,
        "memory_growth_after_warm_up": round(memory[-1] / memory[0] - 1, 3),
        "exit_status": stopped,
    }
    print(json.dumps(figures, indent=1, ensure_ascii=False))
    sys.exit(1 if errors or stopped else 0)


if __name__ == "__main__":
    main()
