"""What each kind of request costs beside a bare route, with ten times the knowledge too; and starting from nothing."""

import gc
import itertools
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote, urlencode

import msgspec
from flask import Flask

from knowledge.cards.plain_verdicts import PlainVerdicts
from knowledge.cards.store import VARIABLE, data_directory, open_store
from knowledge.data.library import Library
from knowledge.data.profile import Card, Names, Says
from knowledge.desk import Desk
from knowledge.rules.book import Book
from service.bench.servers import FIXED, bare_app

MOST_CARDS = 3000
WORDS = ("能发动吗", "可以发动吗", "能不能发动")
MOMENTS = ("伤害步骤", "主要阶段", "战斗阶段", "伤害计算前", "攻击宣言时", "结束阶段")
TIMES = 10
_ANSWER = ("-m", "service.cli.main", "can", "cid:12950", "--at", "damage-step", "--json")


def kinds_against_bare_route(desk: Desk, quick: bool) -> dict[str, Any]:
    """Requests a second of processor time by kind, and their ratio to the bare route."""
    from service.operations.http_caching import memory_of
    from service.operations.requests import judge_again, read_texts_again
    from service.reference.search import prepare_search
    from service.web.app import create_app

    read_texts_again()  # as `serve` does before it listens, and what follows
    judge_again(desk)
    desk.other_days()
    prepare_search(desk)
    app, bare = create_app({"POSTS_PER_MINUTE": 0, "DEADLINE": 0}), bare_app()  # a busy machine ends no measurement
    memory_of(app).forget()
    gc.collect()
    gc.freeze()
    new = new_requests(desk)
    seconds, rounds = (0.2, 3) if quick else (0.5, 7)
    send: dict[str, Callable[[], Any]] = {"bare": lambda: sent(bare, "POST", "/", FIXED)}
    for kind, requests in new.items():
        first = next(requests)
        send[f"{kind}_new"] = lambda requests=requests: sent(app, *next(requests))  # type: ignore[misc]
        send[f"{kind}_kept"] = lambda first=first: sent(app, *first)  # type: ignore[misc]
    for one in send.values():
        for _ in range(5):
            one()
    rates: dict[str, list[float]] = {kind: [] for kind in send}
    for _ in range(rounds):  # in turns: a busy machine is so to all
        for kind, one in send.items():
            rates[kind].append(rate(one, seconds / 4 if kind == "bare" else seconds))
    median = {kind: statistics.median(found) for kind, found in rates.items()}
    return {
        kind: {"per_second": round(rate, 1), "to_bare": round(rate / median["bare"], 3)}
        for kind, rate in median.items()
    }


def new_requests(desk: Desk) -> dict[str, Iterator[tuple[str, str, Any]]]:
    """Requests of each kind, each another one, over the imported cards where there are any."""
    store = open_store(data_directory())
    dice = random.Random(18)
    if store is not None:
        names = [(str(card.password), card.names.get("zh") or card.names.get("en", "")) for card in store.cards()]
        names = [(number, name) for number, name in names if number != "None" and name]
    else:
        names = [(card.id, card.names.zh) for card in desk.book.library.cards.values()]
    cards = dice.sample(names, min(MOST_CARDS, len(names)))
    windows = [(at, turn) for at in desk.book.windows for turn in ("own", "opponent")]
    dice.shuffle(windows)
    asked = [(number, at, turn) for at, turn in windows for number, _ in cards]
    spoken = [f"{name}在{moment}{word}" for word in WORDS for moment in MOMENTS for _, name in cards]
    cut = [name[:2] + other[:1] for (_, name), (_, other) in zip(cards, reversed(cards), strict=True)]
    bodies = [{"card": number, "at": at, "turn": turn} for number, at, turn in asked]
    return {
        "can": _cycled([("POST", "/api/v1/can", body) for body in bodies]),
        "ask": _cycled([("POST", "/api/v1/ask", {"question": text}) for text in spoken]),
        "page": _cycled([("GET", f"/ask?{urlencode(body)}", None) for body in bodies]),
        "card": _cycled([("GET", f"/cards/{number}", None) for number, _ in cards]),
        "search": _cycled([("GET", f"/api/v1/search?q={quote(words)}", None) for words in cut]),
    }


def _cycled(requests: list[tuple[str, str, Any]]) -> Iterator[tuple[str, str, Any]]:
    return itertools.cycle(requests)


def sent(app: Flask, method: str, path: str, body: Any) -> int:
    """Send one request; what is neither an answer nor a choice of cards ends the benchmark."""
    status = app.test_client().open(path, method=method, json=body).status_code
    if status not in (200, 404, 409):
        raise RuntimeError(f"{method} {path} was answered {status}")
    return status


def rate(one: Callable[[], Any], seconds: float) -> float:
    """How often something is done in a second of processor time."""
    start, done = time.process_time(), 0
    while time.process_time() - start < seconds:
        one()
        done += 1
    return done / (time.process_time() - start)


def ten_times_the_knowledge(desk: Desk, quick: bool, more_rules: Callable[[Library, int], Library]) -> dict[str, Any]:
    """Processor time of a new request over ten times the knowledge, divided by that over the knowledge as it is."""
    apps = {"as_it_is": _app(desk), "ten_times": _app(Desk(Book(more_cards(more_rules(desk.book.library, TIMES)))))}
    gc.collect()
    gc.freeze()
    requests = {size: new_requests(desk) for size in apps}
    seconds, rounds = (0.2, 3) if quick else (0.5, 7)
    rates: dict[str, dict[str, list[float]]] = {}
    for _ in range(rounds + 1):
        for kind in requests["as_it_is"]:
            for size, app in apps.items():  # in turns: a busy machine is so to both
                one = requests[size][kind]
                found = rate(lambda app=app, one=one: sent(app, *next(one)), seconds)  # type: ignore[misc]
                rates.setdefault(kind, {}).setdefault(size, []).append(found)
    # the first round warms up both
    median = {kind: {size: statistics.median(r[1:]) for size, r in sizes.items()} for kind, sizes in rates.items()}
    return {kind: {"costs": round(of["as_it_is"] / of["ten_times"], 2)} for kind, of in median.items()}


def _app(desk: Desk) -> Flask:
    from service.reference.search import prepare_search
    from service.web.app import create_app

    desk.plain = PlainVerdicts(desk, data_directory()).line  # the copies speak of no card there is: they hold for both
    prepare_search(desk)
    return create_app({"POSTS_PER_MINUTE": 0, "DEADLINE": 0, "DESK": desk})


def more_cards(library: Library) -> Library:
    """Nine more of every profile under names of their own; the copies of rulings get other words."""
    cards = dict(library.cards)
    for n in range(1, TIMES):
        cards |= {f"{name}-bench-{n}": _renamed(card, f"{name}-bench-{n}", n) for name, card in library.cards.items()}
    rulings = {
        name: ruling if ruling.cases else msgspec.structs.replace(ruling, says=_other_words(ruling.says, name))
        for name, ruling in library.rulings.items()
    }
    return Library(**{**vars(library), "cards": cards, "rulings": rulings})


def _renamed(card: Card, name: str, n: int) -> Card:
    names = Names(*(_moved(text, n) for text in (card.names.zh, card.names.en, card.names.ja)))
    return msgspec.structs.replace(card, id=name, names=names, aliases=(), cid=None, password=None)


def _other_words(says: Says, name: str) -> Says:
    n = int(name.rpartition("-")[2]) + 1 if name.rpartition("-")[2].isdigit() else 1
    return Says(_moved(says.zh, n), _moved(says.en, n))


def _moved(text: str, n: int) -> str:
    """A text of as many letters that says something else."""
    return "".join(chr(ord(char) + n * 37) if char.isalpha() else char for char in text)


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
