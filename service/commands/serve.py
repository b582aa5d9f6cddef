"""`serve`: the web service on a production server."""

import sys
import threading

import click
import waitress

from service.app import create_app
from service.loaded import loaded_desk
from service.searching import prepare_search


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option("--threads", type=click.IntRange(1, 64), default=8, show_default=True)
def command(host: str, port: int, threads: int) -> None:
    """Serve the pages and the API; data with faults is refused."""
    app = create_app()
    try:
        server = waitress.create_server(app, host=host, port=port, threads=threads, ident=None)
    except OSError as wrong:
        raise click.ClickException(
            f"cannot listen on {host}:{port}: {wrong.strerror}; choose another --port."
        ) from None
    threading.Thread(target=prepare_search, args=(loaded_desk(),), daemon=True).start()
    click.echo(f"http://{host}:{server.effective_port}/", err=True)
    try:
        server.run()
    except KeyboardInterrupt:
        sys.exit(0)
