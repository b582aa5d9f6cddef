"""Watching the service run: every request is counted and, where wanted, written to the log as one line of JSON."""

import sys
import time
import traceback
from typing import Any

import msgspec
from flask import Flask, Response, current_app, g, request

from service.operations.metrics import Meter


def register_watching(app: Flask) -> None:
    """Count requests, answer `/metrics`, and log where `REQUEST_LOG` is set.

    Neither holds an address of a client nor words of a question: the route is the pattern, never the path.
    """
    app.add_url_rule("/metrics", "metrics", _metrics)
    rows = app.config.get("WORKERS", 1)
    app.extensions["meter"] = Meter([rule.rule for rule in app.url_map.iter_rules()], rows)

    @app.before_request
    def _start() -> None:
        g.started = time.perf_counter()

    @app.after_request
    def _count(response: Response) -> Response:
        seconds = time.perf_counter() - g.get("started", time.perf_counter())
        route = request.url_rule.rule if request.url_rule else "other"
        verdict = g.get("verdict", "")
        meter_of(app).count(route, response.status_code, seconds, verdict)
        if app.config.get("REQUEST_LOG"):
            _log(route, response, seconds, verdict)
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


def _log(route: str, response: Response, seconds: float, verdict: str) -> None:
    line = {
        "time": _now(),
        "method": request.method,
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
