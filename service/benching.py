"""The project's benchmark: every figure measured in one run on the machine at hand, ratios before absolute times."""

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec
from flask import Flask, jsonify

from knowledge.answers import Desk
from knowledge.engine.book import Book
from knowledge.engine.situation import Question
from knowledge.engine.verdicts import judged
from knowledge.loading.library import Library
from knowledge.model.law import Category
from knowledge.model.profile import Names, Says
from knowledge.stats import calculate, load_rulebook, read_request
from service.benching_names import names_against_fts5

QUESTIONS = 1500
SEQUENCES = 10_000


def measured(desk: Desk) -> dict[str, Any]:
    """All figures; name search over the imported cards, where there are any."""
    questions = some_questions(desk.book, QUESTIONS)
    verdict = timed(lambda q: judged(desk.book, q), questions)
    return {
        "verdict": verdict,
        "growth": {f"{n}x": grown_verdict(desk.book, questions, n, verdict["median_us"]) for n in (10, 100)},
        "stats": stats_sequences(),
        "http": http_against_bare_route(desk),
        "start": start_against_flask(),
        "names": names_against_fts5(desk),
    }


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
        start = time.perf_counter()
        work(one)
        times.append((time.perf_counter() - start) * 1e6)
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


def stats_sequences() -> dict[str, float]:
    """Random sequences of twelve steps: how long one takes, and that none fails."""
    dice, rulebook = random.Random(7), load_rulebook()
    requests = [read_request(random_sequence(dice)) for _ in range(SEQUENCES)]
    return {**timed(lambda r: calculate(r, rulebook.last_order), requests), "sequences": SEQUENCES}


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


def http_against_bare_route(desk: Desk) -> dict[str, float]:
    """Requests a second of `POST /api/v1/can` and of a page, beside a route that returns fixed JSON; one process.

    `uncached` forgets what was kept before each request; the others are asked again and again, as a desk is in a round.
    """
    from service.app import create_app
    from service.remembering import memory_of

    app, bare = create_app({"POSTS_PER_MINUTE": 0}), Flask("bare")  # without a limit: a refusal is quick, not an answer
    bare.add_url_rule("/", "bare", lambda: jsonify({"verdict": "no"}), methods=["POST"])
    body, page = {"card": "cid:12950", "at": "damage.before"}, "/ask?card=cid:12950&at=damage.before&lang=en"
    memory = memory_of(app)
    requests: dict[str, Callable[[], Any]] = {
        "bare": lambda: bare.test_client().post("/", json=body),
        "can": lambda: app.test_client().post("/api/v1/can", json=body),
        "can_uncached": lambda: (memory.forget(), app.test_client().post("/api/v1/can", json=body))[1],
        "page": lambda: app.test_client().get(page),
        "page_uncached": lambda: (memory.forget(), app.test_client().get(page))[1],
    }
    rounds = [{name: _rate(request) for name, request in requests.items()} for _ in range(5)]
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


def start_against_flask() -> dict[str, float]:
    """Start to first answer with the library kept, beside importing Flask alone."""
    answer = _run("-m", "service.cli", "can", "cid:12950", "--at", "damage-step", "--json")
    flask = _run("-c", "import flask")
    return {"warm_s": answer, "import_flask_s": flask, "ratio": round(answer / flask, 2)}


def _run(*args: str) -> float:
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, *args], check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return round(statistics.median(times), 3)
