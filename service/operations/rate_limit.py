"""How often a client may post: a bucket of tokens each, refilled evenly, kept in this process only."""

import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from flask import Flask, request

from knowledge.problems import BadInput

PER_MINUTE = 1200  # sustained; half of it may come at once
MOST_CLIENTS = 4096
VARIABLE = "OCG_RULINGS_POSTS_PER_MINUTE"


class TooMany(BadInput):
    """Refused until some seconds have passed."""

    def __init__(self, seconds: int) -> None:
        super().__init__(
            f"请求太多，请{seconds}秒后再试。",
            f"too many requests; try again in {seconds} seconds.",
            status=429,
            kind="too-many-requests",
        )
        self.seconds = seconds


class Pace:
    """Token buckets by client; those not seen for longest are forgotten first."""

    def __init__(self, per_minute: float, at_once: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._size, self._clock = per_minute / 60, max(1.0, at_once), clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, client: str) -> None:
        """Take one token of the client's bucket, or refuse."""
        with self._lock:
            now = self._clock()
            tokens, since = self._left.pop(client, (self._size, now))
            tokens = min(self._size, tokens + (now - since) * self._rate)
            self._left[client] = (tokens - 1 if tokens >= 1 else tokens, now)
            while len(self._left) > MOST_CLIENTS:
                self._left.popitem(last=False)
        if tokens < 1:
            raise TooMany(max(1, round((1 - tokens) / self._rate)))


def per_minute_wanted(app: Flask) -> float:
    """The operator's number, 0 for no limit; tests have none unless they ask for it."""
    wanted = app.config.get("POSTS_PER_MINUTE", os.environ.get(VARIABLE))
    if wanted is None:
        return 0 if app.testing else PER_MINUTE
    try:
        return max(0.0, float(wanted))
    except ValueError:
        raise BadInput(
            f"{VARIABLE}要是数字。",
            f"{VARIABLE} must be a number.",
            field=VARIABLE,
            value=wanted,
            accepted=["0", "1200"],
        ) from None


def register_pace(app: Flask) -> None:
    """Limit how often a client posts."""
    per_minute = per_minute_wanted(app)
    if not per_minute:
        return
    pace = Pace(per_minute, per_minute / 2)

    @app.before_request
    def _keep_pace() -> None:
        if request.method == "POST":
            pace.take(request.remote_addr or "")
