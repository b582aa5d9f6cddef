"""Verbs about the machine the desk runs on: serve, bench."""

import gc
import importlib.util
import os
import socket
import sys
from collections.abc import Callable
from typing import Any

import click
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from knowledge.desk import Desk
from knowledge.names.fold import pinyin_of
from knowledge.text import ready_to_read
from service.answers.ask import answer_asked
from service.bench.benchmark import PARTS, measured
from service.cli.options import json_option, print_json
from service.loaded_desk import data_version, loaded_desk
from service.operations.http_caching import code_version, desk_version
from service.operations.processes import Limits, listening, serve_alone
from service.operations.requests import damage_of, judge_meanwhile, meter_of, read_texts_again
from service.presentation.page_words import questions_to_try
from service.reference.search import prepare_search
from service.web.app import create_app
from service.web.offline import make_offline_files

_USUAL = Limits()


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option("--threads", type=click.IntRange(1, 64), default=8, show_default=True, help="Threads of a process.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes on one socket.")
@click.option(
    "--server",
    type=click.Choice(["gunicorn", "waitress"]),
    default=None,
    help="gunicorn keeps worker processes (usual on POSIX); waitress is a single process without a supervisor.",
)
@click.option(
    "--connections",
    type=click.IntRange(1, 100_000),
    default=_USUAL.connections,
    show_default=True,
    help="Open at once in a process; beyond it those that wait longest are closed.",
)
@click.option(
    "--request-timeout",
    type=click.FloatRange(0.1, 600),
    default=_USUAL.request_seconds,
    show_default=True,
    help="Seconds in which a request has to arrive whole.",
)
@click.option(
    "--idle-timeout",
    type=click.FloatRange(0.1, 3600),
    default=_USUAL.idle_seconds,
    show_default=True,
    help="Seconds a connection may stay open without asking.",
)
@click.option("--behind-proxy", is_flag=True, help="Believe the X-Forwarded headers of one reverse proxy in front.")
@click.option("--log/--no-log", "log", default=True, show_default=True, help="One line of JSON a request on stderr.")
def serve(
    host: str,
    port: int,
    threads: int,
    workers: int,
    server: str | None,
    connections: int,
    request_timeout: float,
    idle_timeout: float,
    behind_proxy: bool,
    log: bool,
) -> None:
    """Serve the pages and the API; data with faults is refused. SIGTERM ends it when running requests are done."""
    chosen = server or ("gunicorn" if _has_gunicorn() else "waitress")
    if chosen == "gunicorn" and not _has_gunicorn():
        raise click.UsageError("--server gunicorn needs a POSIX system with gunicorn installed; here use waitress.")
    if workers > 1 and chosen == "waitress":
        raise click.UsageError(
            "--workers above 1 needs gunicorn on a POSIX system; here run several services on ports of their own."
        )
    app = create_app({"REQUEST_LOG": log, "WORKERS": workers})
    if behind_proxy:
        trust_one_proxy(app)
    get_ready(app)
    limits = Limits(threads, connections, request_timeout, idle_timeout)
    if chosen == "waitress":
        sockets = _listening(host, port)
        _tell_address(host, sockets[0].getsockname())
        serve_alone(app, sockets, limits)
    else:
        _supervise(app, host, port, workers, limits)


def get_ready(app: Flask) -> None:
    """Make what a first visitor would wait for, once for all workers that are forked afterwards."""
    desk: Desk = app.extensions["desk"]
    steps: dict[str, Callable[[], object]] = {
        "versions": lambda: (data_version(), code_version(), desk_version()),
        "patterns": ready_to_read,
        "texts": read_texts_again,
        "verdicts": judge_meanwhile,
        "graph": lambda: desk.book.graph,
        "laws": desk.other_days,
        "indexes": lambda: prepare_search(desk),
        "pinyin": lambda: pinyin_of("卡"),  # its tables are long to load: the first name that is misspelt wants them
        "first answers": lambda: [answer_asked(desk, q[lang]) for q in questions_to_try() for lang in ("zh", "en")],
        "offline files": lambda: make_offline_files(app),
    }
    for number, (name, make) in enumerate(steps.items(), 1):
        if sys.stderr.isatty():
            click.echo(f"{number}/{len(steps)} {name} …", err=True)
        make()
    damage_of(desk)  # said in the log at once


def _supervise(app: Flask, host: str, port: int, workers: int, limits: Limits) -> None:
    from service.operations.processes import REHEARSAL, Service, sockets_handed_on

    if os.environ.get(REHEARSAL):
        return  # everything is there: a start would succeed
    sockets = sockets_handed_on()
    again = bool(sockets)
    sockets = sockets or _listening(host, port)
    gc.collect()
    gc.freeze()  # what is loaded stays: not looked through again, and shared by workers as long as nobody writes

    def tell(address: Any) -> None:
        if not again:
            _tell_address(host, address)

    sys.argv[1:] = []  # ours, not gunicorn's
    Service(app, sockets, workers, limits, meter_of(app).write_in, tell).run()


def _has_gunicorn() -> bool:
    return hasattr(os, "fork") and importlib.util.find_spec("gunicorn") is not None


def _listening(host: str, port: int) -> list[socket.socket]:
    try:
        return listening(host, port)
    except OSError as wrong:
        raise click.ClickException(
            f"cannot listen on {host}:{port}: {wrong.strerror}; choose another --port."
        ) from None


def _tell_address(host: str, address: Any) -> None:
    click.echo(f"http://{host}:{address[1]}/", err=True)


def trust_one_proxy(app: Flask) -> None:
    """Take client, scheme, host and prefix from the headers that a single reverse proxy sets."""
    app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1, x_prefix=1)  # type: ignore[method-assign]


@click.command()
@click.option("--part", "parts", type=click.Choice(list(PARTS)), multiple=True, help="This part alone; repeatable.")
@click.option("--quick", is_flag=True, help="Fewer repetitions: coarser figures in a fifth of the time.")
@json_option
def bench(parts: tuple[str, ...], quick: bool, as_json: bool) -> None:
    """Measure verdicts, growth, reading, requests, servers, start and memory on this machine; print ratios."""
    figures = measured(loaded_desk(), parts, quick)
    if as_json:
        print_json(figures)
    else:
        _print_figures(figures)


def _print_figures(figures: dict[str, Any], indent: str = "") -> None:
    for name, value in figures.items():
        if isinstance(value, dict):
            click.echo(f"{indent}{name}")
            _print_figures(value, indent + "  ")
        else:
            click.echo(f"{indent}{name:18} {value}")
