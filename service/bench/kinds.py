"""What each kind of request costs beside a bare Flask route, in one process and in turns, by processor time.

`new` asks something else every time, over the imported cards where there are any, so that nothing is found in memory;
`kept` asks the same again.
"""

import gc
import itertools
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote, urlencode

from flask import Flask

from knowledge.cards.data_directory import data_directory
from knowledge.cards.store import open_store
from knowledge.desk import Desk
from service.bench.servers import FIXED, bare_app

MOST_CARDS = 3000
WORDS = ("能发动吗", "可以发动吗", "能不能发动")
MOMENTS = ("伤害步骤", "主要阶段", "战斗阶段", "伤害计算前", "攻击宣言时", "结束阶段")


def kinds_against_bare_route(desk: Desk, quick: bool) -> dict[str, Any]:
    """Requests a second of processor time by kind, and their ratio to the bare route."""
    from service.operations.answer_cache import memory_of
    from service.operations.readiness import judge_again, read_texts_again
    from service.reference.search import prepare_search
    from service.web.app import create_app

    read_texts_again()  # as `serve` does before it listens, and what follows
    judge_again(desk)
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
