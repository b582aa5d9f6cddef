"""The project's benchmark: every figure measured in one run on the machine at hand, ratios before absolute times."""

import itertools
import os
import platform
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from knowledge.cards.read_profiles import read_stored
from knowledge.cards.store import data_directory, open_store
from knowledge.data.law import Category
from knowledge.data.library import Library
from knowledge.data.profile import Names, Says
from knowledge.desk import Desk
from knowledge.rules.book import Book
from knowledge.rules.verdicts import judged
from knowledge.stats import calculate, load_rulebook, read_request
from knowledge.table.situation import Question
from service.bench.hostile import hostile_texts
from service.bench.kinds import kinds_against_bare_route, start_against_flask, ten_times_the_knowledge
from service.bench.names import names_against_fts5
from service.bench.servers import FIXED, PAGE, bare_app, memory_under_requests, servers_against_bare_route

QUESTIONS = 1500
SEQUENCES = 10_000
# processor time of this thread where it is fine enough: what else the machine does is left out
_CLOCK = time.thread_time if time.get_clock_info("thread_time").resolution < 1e-6 else time.perf_counter


def measured(desk: Desk, wanted: Sequence[str] = (), quick: bool = False) -> dict[str, Any]:
    """The figures of the parts wanted, or of all; `quick` asks less often and is coarser."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    figures = {name: part(desk, quick) for name, part in PARTS.items() if not wanted or name in wanted}
    machine = {"processors": os.cpu_count(), "python": platform.python_version(), "load_before": round(load, 1)}
    return {"machine": machine, **figures}


def verdicts(desk: Desk, quick: bool) -> dict[str, Any]:
    """One verdict in process, over all cards, effects, windows and turns."""
    return timed(lambda q: judged(desk.book, q), some_questions(desk.book, QUESTIONS // (5 if quick else 1)))


def growth(desk: Desk, quick: bool) -> dict[str, Any]:
    """The same verdicts with ten and a hundred times the rules and rulings."""
    questions = some_questions(desk.book, QUESTIONS // (5 if quick else 1))
    base = timed(lambda q: judged(desk.book, q), questions)
    return {"1x": base, **{f"{n}x": grown_verdict(desk.book, questions, n, base["median_us"]) for n in (10, 100)}}


def reading(desk: Desk, quick: bool) -> dict[str, Any]:
    """Cards read a second by one process, from the texts that were imported."""
    store = open_store(data_directory())
    if store is None:
        return {"skipped": "no card database is imported: `ocg-rulings import-cards FILE`"}
    cards = [msgspec.to_builtins(card) for card in itertools.islice(store.cards(), 200 if quick else 2000)]
    store.close()
    start = time.process_time()
    for card in cards:
        read_stored(card)
    return {"cards": len(cards), "per_second": round(len(cards) / (time.process_time() - start), 1)}


def some_questions(book: Book, count: int) -> list[Question]:
    """Questions over all cards, effects, windows and turns, always the same ones."""
    dice = random.Random(20)
    cards = sorted((c for c in book.library.cards.values() if c.effects), key=lambda c: c.id)
    found = []
    for _ in range(count):
        card = dice.choice(cards)
        found.append(
            Question(dice.choice(book.windows), dice.choice(["own", "opponent"]), card, dice.choice(card.effects))
        )
    return found


def timed(work: Callable[[Any], Any], inputs: list[Any]) -> dict[str, float]:
    """Median and 99th percentile of one call, in microseconds, after a warm-up."""
    for one in inputs[:200]:
        work(one)
    times = []
    for one in inputs:
        start = _CLOCK()
        work(one)
        times.append((_CLOCK() - start) * 1e6)
    times.sort()
    return {"median_us": round(statistics.median(times), 1), "p99_us": round(times[int(len(times) * 0.99)], 1)}


def grown_verdict(book: Book, questions: list[Question], times: int, base: float) -> dict[str, float]:
    """The same questions in a book with so many times the rules and rulings, and the ratio to the book as it is."""
    bigger = Book(grown(book.library, times))
    figures = timed(lambda q: judged(bigger, q), questions)
    return {**figures, "ratio": round(figures["median_us"] / base, 2)}


def grown(library: Library, times: int) -> Library:
    """A library in which every exception and ruling has copies about effects of classes the asked cards do not have."""
    classes = {f"bench-{n}": _class(f"bench-{n}") for n in range(times - 1)}
    gates = {}
    for name, gate in library.gates.items():
        copies = [
            msgspec.structs.replace(
                rule, id=f"{rule.id}-{of}", when={"effect": of, "all": [rule.when or {"effect": of}]}
            )
            for rule in gate.rules
            if rule.except_
            for of in classes
        ]
        gates[name] = msgspec.structs.replace(gate, rules=(*gate.rules, *copies))
    rulings = dict(library.rulings)
    for of in classes:
        rulings |= {
            f"{n}-{of}": msgspec.structs.replace(r, id=f"{n}-{of}", cases=()) for n, r in library.rulings.items()
        }
    fields = {**vars(library), "gates": gates, "rulings": rulings, "categories": {**library.categories, **classes}}
    return Library(**fields)


def _class(name: str) -> Category:
    words = Says(name, name)
    return Category(id=name, names=Names(name), holds=words, fails=words)


def stats_sequences(desk: Desk, quick: bool) -> dict[str, Any]:
    """Random sequences of twelve steps: how long one takes, and that none fails."""
    dice, rulebook, count = random.Random(7), load_rulebook(), SEQUENCES // (10 if quick else 1)
    requests = [read_request(random_sequence(dice)) for _ in range(count)]
    return {**timed(lambda r: calculate(r, rulebook.last_order), requests), "sequences": count}


def random_sequence(dice: random.Random) -> dict[str, Any]:
    """A monster and twelve steps that may follow one another."""
    steps: list[dict[str, Any]] = []
    for n in range(12):
        do = dice.choice(["gain", "lose", "set", "halve", "double", "swap"])
        step: dict[str, Any] = {"do": do, "by": f"e{n}", "kind": dice.choice(["activated", "continuous"])}
        step["stat"] = "both" if do == "swap" else dice.choice(["atk", "def", "both", "original-atk"])
        if do in ("gain", "lose", "set"):
            step["value"] = dice.randrange(0, 4000, 50)
        steps.append(step)
    return {"monster": {"atk": dice.randrange(0, 4000, 100), "def": dice.randrange(0, 4000, 100)}, "steps": steps}


def http_against_bare_route(desk: Desk, quick: bool) -> dict[str, Any]:
    """Requests a second of processor time inside one process, without a server, beside a route that returns fixed JSON.

    `uncached` forgets what was kept before each request; the others are asked again and again, as a desk is in a round.
    """
    from service.operations.http_caching import memory_of
    from service.web.app import create_app

    app, bare = create_app({"POSTS_PER_MINUTE": 0}), bare_app()  # without a limit: a refusal is quick, not an answer
    memory = memory_of(app)

    def uncached(ask: Callable[[], Any]) -> Callable[[], Any]:
        def asked() -> Any:
            memory.forget()
            return ask()

        return asked

    requests: dict[str, Callable[[], Any]] = {
        "bare": lambda: bare.test_client().post("/", json=FIXED),
        "can": lambda: app.test_client().post("/api/v1/can", json=FIXED),
        "can_uncached": uncached(lambda: app.test_client().post("/api/v1/can", json=FIXED)),
        "page": lambda: app.test_client().get(PAGE),
        "page_uncached": uncached(lambda: app.test_client().get(PAGE)),
    }
    rounds = [{name: _rate(request) for name, request in requests.items()} for _ in range(2 if quick else 5)]
    rates = {
        name: statistics.median(r[name] for r in rounds) for name in requests
    }  # in turns: a busy machine is so to all
    ratios = {f"{name}_to_bare": round(rate / rates["bare"], 2) for name, rate in rates.items() if name != "bare"}
    return {**rates, **ratios}


def _rate(request: Callable[[], Any], seconds: float = 0.3) -> float:
    """Requests a second of processor time: one thread, so that what else the machine does is left out."""
    for _ in range(3):
        if request().status_code != 200:
            raise RuntimeError("a request of the benchmark is refused")
    start, done = time.process_time(), 0
    while time.process_time() - start < seconds:
        request()
        done += 1
    return round(done / (time.process_time() - start), 1)


PARTS: dict[str, Callable[[Desk, bool], dict[str, Any]]] = {
    "verdict": verdicts,
    "growth": growth,
    "stats": stats_sequences,
    "reading": reading,
    "patterns": hostile_texts,
    "names": names_against_fts5,
    "http": http_against_bare_route,
    "kinds": kinds_against_bare_route,
    "ten-times": lambda desk, quick: ten_times_the_knowledge(desk, quick, grown),
    "servers": servers_against_bare_route,
    "start": start_against_flask,
    "memory": memory_under_requests,
}
