"""The benchmark on real servers: the desk beside a bare Flask route on the same server, and its memory under requests.

`python -m service.bench.servers WORKERS` is the bare route.
"""

import itertools
import random
import statistics
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import urlencode

from flask import Flask, jsonify

from knowledge.desk import Desk
from service.bench.server_process import DESK, Served, driven, request_bytes, serving
from service.operations.http_server import Limits, listening
from service.operations.processes import Service

THREADS = 8
CONNECTIONS = 4
FIXED = {"card": "cid:12950", "at": "damage.before"}
PAGE = "/ask?card=cid:12950&at=damage.before&lang=en"


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
