"""Requests: how much a client may ask and how long an answer may take; counted and logged; what is there and whole."""

import atexit
import logging
import mmap
import os
import subprocess
import sys
import threading
import time
import traceback
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import msgspec
from flask import Flask, Request, Response, current_app, g, request
from flask.ctx import _AppCtxGlobals

from knowledge.cards.database_import import read_again
from knowledge.cards.plain_verdicts import Progress, keep_plain_verdicts, plain_verdicts_are_kept
from knowledge.cards.read_profiles import read_stored, version_of_reader
from knowledge.cards.store import STORE_NAME, data_directory, open_store
from knowledge.deadline import ended_by
from knowledge.desk import Desk
from knowledge.problems import BadInput, bad_input, sentence
from service.loaded_desk import data_version, loaded_desk
from service.lookup import finder_of
from service.operations.http_caching import code_version

PER_MINUTE = 1200  # sustained; half of it may come at once
MOST_CLIENTS = 4096
RATE_VARIABLE = "OCG_RULINGS_POSTS_PER_MINUTE"
FREE = frozenset({"static", "metrics", "api.healthz", "api.readyz", "api.openapi"})
PRICES = {
    "api.ask": 2,
    "api.read": 1,
    "api.search": 2,
    "api.card": 2,
    "api.graph": 2,
    "api.rulings": 5,
    "api.scenario": 2,
}
PRICE_OF_PAGE, PRICE_OF_CALL = 3, 1
DEADLINE_VARIABLE = "OCG_RULINGS_DEADLINE"
SECONDS = 2.0


class TooMany(BadInput):
    """Refused until some seconds have passed."""

    def __init__(self, seconds: int) -> None:
        says = sentence("too-many", seconds=seconds)
        super().__init__(says["zh"], says["en"], status=429, kind="too-many-requests")
        self.seconds = seconds


class Pace:
    """Token buckets by client; those not seen for longest are forgotten first."""

    def __init__(self, per_minute: float, at_once: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._clock = per_minute / 60, clock
        self.size = max(1.0, at_once)
        self.policy = f'"tokens";q={per_minute:g};w=60'
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, client: str, price: float = 1) -> float:
        """Take so many tokens of the client's bucket, never more than a full one holds; what is left, or a refusal."""
        price = min(price, self.size)
        with self._lock:
            now = self._clock()
            tokens, since = self._left.pop(client, (self.size, now))
            tokens = min(self.size, tokens + (now - since) * self._rate)
            left = tokens - price if tokens >= price else tokens
            self._left[client] = (left, now)
            while len(self._left) > MOST_CLIENTS:
                self._left.popitem(last=False)
        if tokens < price:
            raise TooMany(self.seconds_to(price - tokens))
        return left

    def seconds_to(self, tokens: float) -> int:
        """In how many seconds so many tokens come."""
        return max(1, round(tokens / self._rate))


def per_minute_wanted(app: Flask) -> float:
    """The operator's number, 0 for no limit; tests have none unless they ask for it."""
    found = _wanted(app, RATE_VARIABLE, PER_MINUTE)
    if isinstance(found, str):
        accepted = ["0", "1200"]
        raise bad_input("setting.number", field=RATE_VARIABLE, value=found, accepted=accepted, variable=RATE_VARIABLE)
    return found


def _wanted(app: Flask, variable: str, usual: float) -> float | str:
    """A number from the configuration or the environment, none below 0; what is no number as it stands there."""
    wanted = app.config.get(variable.removeprefix("OCG_RULINGS_"), os.environ.get(variable))
    if wanted is None:
        return 0.0 if app.testing else usual
    try:
        return max(0.0, float(wanted))
    except ValueError:
        return str(wanted)


def charge(tokens: float) -> None:
    """What a request turns out to cost beyond the price of its address; refused where the client has it not left."""
    pace: Pace | None = g.get("pace")
    if pace is not None and tokens > 0:
        g.tokens_left = pace.take(request.remote_addr or "", tokens)


def register_pace(app: Flask) -> None:
    """Limit how much a client asks; `paced` and `paced_told` do it, where there is a limit."""
    per_minute = per_minute_wanted(app)
    app.extensions["pace"] = Pace(per_minute, per_minute / 2) if per_minute else None


def paced(app: Flask, asked: Request, now: _AppCtxGlobals) -> None:
    """Take the price of a request from its client, or refuse it."""
    pace: Pace | None = app.extensions["pace"]
    if pace is None:
        return
    now.pace = pace
    if asked.endpoint is not None and asked.endpoint not in FREE:
        usual = PRICE_OF_CALL if asked.path.startswith("/api/") or asked.method == "POST" else PRICE_OF_PAGE
        charge(PRICES.get(asked.endpoint, usual))


def paced_told(app: Flask, now: _AppCtxGlobals, response: Response) -> Response:
    """Tell the client what it has left."""
    pace: Pace | None = app.extensions["pace"]
    if pace is None:
        return response
    left = now.get("tokens_left")
    if left is not None or response.status_code == 429:
        left = left or 0.0
        response.headers["RateLimit-Policy"] = pace.policy
        response.headers["RateLimit"] = f'"tokens";r={int(left)};t={pace.seconds_to(pace.size - left)}'
    return response


class OverrunError(Exception):
    """The time of a request is over."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"{seconds:g} s")
        self.says = sentence("deadline", seconds=f"{seconds:g}")


def seconds_wanted(app: Flask) -> float:
    """The operator's number, 0 for no end; tests have none unless they ask for it."""
    found = _wanted(app, DEADLINE_VARIABLE, SECONDS)
    if isinstance(found, str):
        raise bad_input("setting.seconds", field=DEADLINE_VARIABLE, value=found, variable=DEADLINE_VARIABLE)
    return found


def register_deadline(app: Flask) -> None:
    """End the requests that take too long; `started` starts their clock, where there is an end."""
    app.extensions["seconds"] = seconds = seconds_wanted(app)
    if not seconds:
        return

    @app.teardown_request
    def _end(_: BaseException | None) -> None:
        if "deadline" in g:
            g.pop("deadline").close()


def started(app: Flask, now: _AppCtxGlobals) -> None:
    """Start the clock of a request."""
    seconds: float = app.extensions["seconds"]
    if not seconds:
        return
    end = time.monotonic() + seconds

    def look() -> None:
        if time.monotonic() > end:
            raise OverrunError(seconds)

    now.deadline = ExitStack()
    now.deadline.enter_context(ended_by(look))


STATUSES = (200, 204, 302, 303, 304, 308, 400, 404, 405, 409, 413, 415, 429, 500, 503)
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
VERDICTS = ("yes", "no", "must", "depends", "undetermined", "unknown", "other")
_PER_ROUTE = len(STATUSES) + 1 + len(BUCKETS) + 1 + 1  # statuses, other; buckets, beyond; seconds


class Meter:
    """A sheet of counts with a row for each process; a process writes its own row and reads all of them.

    The sheet is memory shared by processes forked after it was made: whichever of them is asked tells the whole.
    """

    def __init__(self, routes: Sequence[str], rows: int = 1) -> None:
        self._routes = {route: n for n, route in enumerate(dict.fromkeys((*routes, "other")))}
        self._width = len(self._routes) * _PER_ROUTE + len(VERDICTS)
        self._rows, self._row = rows, 0
        self._cells = memoryview(mmap.mmap(-1, self._width * rows * 8)).cast("d")
        self._lock = threading.Lock()

    def write_in(self, row: int) -> None:
        """From now on this process writes in that row; a process started again goes on where the row stands."""
        self._row = row % self._rows
        self._lock = threading.Lock()  # the one from before a fork may have been held

    def count(self, route: str, status: int, seconds: float, verdict: str = "") -> None:
        """Count one request."""
        base = self._row * self._width
        start = base + self._routes.get(route, self._routes["other"]) * _PER_ROUTE
        cells = [
            start + (STATUSES.index(status) if status in STATUSES else len(STATUSES)),
            start + len(STATUSES) + 1 + bisect_left(BUCKETS, seconds),
        ]
        if verdict:
            known = verdict if verdict in VERDICTS else "other"
            cells.append(base + len(self._routes) * _PER_ROUTE + VERDICTS.index(known))
        with self._lock:
            for cell in cells:
                self._cells[cell] += 1
            self._cells[start + _PER_ROUTE - 1] += seconds

    def told(self) -> str:
        """All counts in the text format of Prometheus."""
        return "\n".join((*self._requests(), *self._seconds(), *self._verdicts())) + "\n"

    def _sum(self, cell: int) -> float:
        return sum(self._cells[row * self._width + cell] for row in range(self._rows))

    def _requests(self) -> Iterator[str]:
        yield "# HELP ocg_rulings_requests_total Requests answered, by route and status."
        yield "# TYPE ocg_rulings_requests_total counter"
        for route, n in self._routes.items():
            for k, status in enumerate((*STATUSES, "other")):
                if count := self._sum(n * _PER_ROUTE + k):
                    yield f'ocg_rulings_requests_total{{route="{route}",status="{status}"}} {count:.0f}'

    def _seconds(self) -> Iterator[str]:
        name = "ocg_rulings_request_seconds"
        yield f"# HELP {name} Time spent on a request inside the service, by route."
        yield f"# TYPE {name} histogram"
        for route, n in self._routes.items():
            start, running = n * _PER_ROUTE + len(STATUSES) + 1, 0.0
            counts = [self._sum(start + k) for k in range(len(BUCKETS) + 1)]
            if not any(counts):
                continue
            for limit, count in zip((*BUCKETS, "+Inf"), counts, strict=True):
                running += count
                yield f'{name}_bucket{{route="{route}",le="{limit}"}} {running:.0f}'
            yield f'{name}_sum{{route="{route}"}} {self._sum((n + 1) * _PER_ROUTE - 1):.6f}'
            yield f'{name}_count{{route="{route}"}} {running:.0f}'

    def _verdicts(self) -> Iterator[str]:
        yield "# HELP ocg_rulings_verdicts_total Verdicts given by the API and the answer pages."
        yield "# TYPE ocg_rulings_verdicts_total counter"
        for n, verdict in enumerate(VERDICTS):
            count = self._sum(len(self._routes) * _PER_ROUTE + n)
            yield f'ocg_rulings_verdicts_total{{verdict="{verdict}"}} {count:.0f}'


def register_watching(app: Flask) -> None:
    """Count requests, answer `/metrics`, and log where `REQUEST_LOG` is set.

    Neither holds an address of a client nor words of a question: the route is the pattern, never the path.
    """
    app.add_url_rule("/metrics", "metrics", _metrics)
    rows = app.config.get("WORKERS", 1)
    app.extensions["meter"] = Meter([rule.rule for rule in app.url_map.iter_rules()], rows)


def watched(app: Flask, asked: Request, now: _AppCtxGlobals, response: Response) -> Response:
    """Count an answer that leaves, and log it where that is wanted."""
    seconds = time.perf_counter() - now.get("started", time.perf_counter())
    route = asked.url_rule.rule if asked.url_rule else "other"
    verdict = now.get("verdict", "")
    meter_of(app).count(route, response.status_code, seconds, verdict)
    if app.config.get("REQUEST_LOG"):
        _log(asked.method, route, response, seconds, verdict)
    return response


def meter_of(app: Flask) -> Meter:
    """The counts of an application."""
    meter: Meter = app.extensions["meter"]
    return meter


def log_fault(number: str) -> None:
    """Write the fault being handled to the log, whether requests are logged or not: its number, route and trace."""
    route = request.url_rule.rule if request.url_rule else "other"
    _write({"time": _now(), "level": "error", "fault": number, "route": route, "trace": traceback.format_exc()})


def _metrics() -> Response:
    response = Response(meter_of(current_app).told(), content_type="text/plain; version=0.0.4; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    return response


def _log(method: str, route: str, response: Response, seconds: float, verdict: str) -> None:
    line = {
        "time": _now(),
        "method": method,
        "route": route,
        "status": response.status_code,
        "ms": round(seconds * 1000, 2),
        "bytes": response.content_length,
        "verdict": verdict or None,
    }
    _write(line)


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _write(line: dict[str, Any]) -> None:
    # one write a line, so that lines of several threads and processes do not mix
    sys.stderr.write(msgspec.json.encode(line).decode() + "\n")
    sys.stderr.flush()


_logger = logging.getLogger("service")
_said: set[str] = set()


def damage_of(desk: Desk) -> BadInput | None:
    """Why imported cards cannot be read, where they cannot; told to the log once."""
    problem = finder_of(desk).problem
    if problem is not None and problem.says["en"] not in _said:
        _said.add(problem.says["en"])
        _logger.error("%s", problem.says["en"])
    return problem


def read_texts_again() -> None:
    """Read the imported cards anew where the reader has changed since; told to the log, and never a reason to stop."""
    directory = data_directory()
    try:
        count = read_again(directory, read_stored, version_of_reader())
    except BadInput as wrong:  # nothing is lost: each card is read when it is asked about
        _logger.warning("%s", wrong.says["en"])
        return
    if count:
        _logger.warning("%s", sentence("store.read-again", count=count)["en"])


def judge_again(desk: Desk, progress: Progress | None = None) -> None:
    """Work out the plain verdicts on imported cards anew where rules or program have changed since."""
    try:
        store = open_store(data_directory())
    except BadInput:  # told by `damage_of`
        return
    count = keep_plain_verdicts(desk, data_directory(), store, progress) if store else 0
    if count:
        _logger.warning("%s", sentence("store.judged-again", count=count)["en"])


def judge_meanwhile() -> None:
    """The same in a process of its own, which ends with this one: it saves work, and nobody waits for it."""
    directory = data_directory()
    kept = plain_verdicts_are_kept(directory) or not os.access(directory, os.W_OK)
    if kept or not (directory / STORE_NAME).is_file():
        return
    program = f"from {__name__} import judge_alone; judge_alone()"
    started = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    atexit.register(_end, started, os.getpid())


def _end(started: subprocess.Popen[bytes], starter: int) -> None:
    if os.getpid() == starter:  # what was forked since leaves it alone
        started.terminate()
        started.wait()


def judge_alone() -> None:
    """Judge the imported cards, giving way to those who answer, until nobody is there for whom it is done."""
    if hasattr(os, "nice"):
        os.nice(15)
    starter = os.getppid()

    def wanted(done: int, total: int) -> None:
        if os.getppid() != starter:
            raise SystemExit

    judge_again(loaded_desk(), wanted)


def readiness_of(desk: Desk) -> dict[str, Any]:
    """What the service has to answer with."""
    finder, library = finder_of(desk), desk.book.library
    problem = damage_of(desk)
    imported, indexed = finder.generations
    return {
        "status": "damaged" if problem else "ready",
        "damaged": [problem.says] if problem else [],
        "data": data_version(),
        "code": code_version(),
        "store": {"generation": imported or None, "cards": finder.count_imported()},
        "index": {"names": "current" if indexed == imported else "being built"},
        "rulings": len(library.rulings),
        "cards": len(library.cards),
    }
