"""`serve`: the web service on a production server, in one process or several."""

import gc
import os
import socket
import threading

import click
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from knowledge.text import ready_to_read
from service.loaded_desk import data_version, loaded_desk
from service.operations.processes import Workers, listening, serve_until_told
from service.operations.request_log import meter_of
from service.presentation.search import prepare_search
from service.web.app import create_app


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option("--threads", type=click.IntRange(1, 64), default=8, show_default=True, help="Threads of a process.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes on one socket.")
@click.option("--behind-proxy", is_flag=True, help="Believe the X-Forwarded headers of one reverse proxy in front.")
@click.option("--log/--no-log", "log", default=True, show_default=True, help="One line of JSON a request on stderr.")
def command(host: str, port: int, threads: int, workers: int, behind_proxy: bool, log: bool) -> None:
    """Serve the pages and the API; data with faults is refused. SIGTERM ends it when running requests are done."""
    if workers > 1 and not hasattr(os, "fork"):
        raise click.UsageError(
            "--workers above 1 needs a POSIX system; here run several services on ports of their own."
        )
    app = create_app({"REQUEST_LOG": log, "WORKERS": workers})
    if behind_proxy:
        trust_one_proxy(app)
    try:
        sockets = listening(host, port)
    except OSError as wrong:
        raise click.ClickException(
            f"cannot listen on {host}:{port}: {wrong.strerror}; choose another --port."
        ) from None
    data_version()  # worked out once, before the first request and before any fork
    _ = loaded_desk().book.graph
    gc.collect()
    gc.freeze()  # what is loaded stays: not looked through again, and shared by workers as long as nobody writes
    click.echo(f"http://{host}:{sockets[0].getsockname()[1]}/", err=True)
    if workers == 1:
        _serve(app, sockets, threads, 0)
    else:
        Workers(workers, lambda row, supervisor: _serve(app, sockets, threads, row, supervisor)).run()


def trust_one_proxy(app: Flask) -> None:
    """Take client, scheme, host and prefix from the headers that a single reverse proxy sets."""
    app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1, x_prefix=1)  # type: ignore[method-assign]


def _serve(app: Flask, sockets: list[socket.socket], threads: int, row: int, supervisor: int = 0) -> None:
    meter_of(app).write_in(row)
    # after the fork: a thread of the parent would not be there in the child
    threading.Thread(target=_prepare, daemon=True).start()
    serve_until_told(app, sockets, threads, supervisor)


def _prepare() -> None:
    """Have ready what the first search and the first reading of a card text would wait for."""
    ready_to_read()
    prepare_search(loaded_desk())
