"""How much a client may ask, and how long an answer may take: a bucket of tokens each, refilled evenly; a deadline."""

import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import ExitStack

from flask import Flask, Request, Response, g, request
from flask.ctx import _AppCtxGlobals

from knowledge.deadline import ended_by
from knowledge.problems import BadInput, bad_input, sentence

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
