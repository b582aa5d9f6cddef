"""Ready means ready: everything a first visitor would wait for is made before anybody can come."""

import sys
from collections.abc import Callable

from flask import Flask

from knowledge.desk import Desk
from knowledge.text import ready_to_read
from service.loaded_desk import data_version
from service.presentation.search import prepare_search


def get_ready(app: Flask) -> None:
    """Have patterns, graph and indexes ready, once for all workers that are forked afterwards."""
    desk: Desk = app.extensions["desk"]
    steps: dict[str, Callable[[], object]] = {
        "data": data_version,
        "patterns": ready_to_read,
        "graph": lambda: desk.book.graph,
        "index": lambda: prepare_search(desk),
    }
    for number, (name, make) in enumerate(steps.items(), 1):
        if sys.stderr.isatty():
            print(f"{number}/{len(steps)} {name} …", file=sys.stderr, flush=True)
        make()
