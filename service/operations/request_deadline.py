"""Every request has an end: long work looks at the clock and is answered 503 with a hint what to ask less of."""

import os
import time
from contextlib import ExitStack

from flask import Flask, g

from knowledge.deadline import ended_by
from knowledge.problems import bad_input, sentence

VARIABLE = "OCG_RULINGS_DEADLINE"
SECONDS = 2.0


class OverrunError(Exception):
    """The time of a request is over."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"{seconds:g} s")
        self.says = sentence("deadline", seconds=f"{seconds:g}")


def seconds_wanted(app: Flask) -> float:
    """The operator's number, 0 for no end; tests have none unless they ask for it."""
    wanted = app.config.get("DEADLINE", os.environ.get(VARIABLE))
    if wanted is None:
        return 0.0 if app.testing else SECONDS
    try:
        return max(0.0, float(wanted))
    except ValueError:
        raise bad_input("setting.seconds", field=VARIABLE, value=wanted, variable=VARIABLE) from None


def register_deadline(app: Flask) -> None:
    """Start the clock of each request."""
    seconds = seconds_wanted(app)
    if not seconds:
        return

    @app.before_request
    def _start() -> None:
        end = time.monotonic() + seconds

        def look() -> None:
            if time.monotonic() > end:
                raise OverrunError(seconds)

        g.deadline = ExitStack()
        g.deadline.enter_context(ended_by(look))

    @app.teardown_request
    def _end(_: BaseException | None) -> None:
        if "deadline" in g:
            g.pop("deadline").close()
