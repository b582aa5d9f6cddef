"""Addresses made from the one that was asked for: the same with something changed, and the one to keep."""

from typing import Any
from urllib.parse import urlencode

from flask import request, url_for

from service.loaded import data_version
from service.tabled import tidy


def here(**changed: str) -> str:
    """The present address with parameters changed; an empty value takes one away. Repeated parameters stay."""
    kept = [(k, v) for k, v in request.args.items(multi=True) if k not in changed and v]
    kept += [(k, v) for k, v in changed.items() if v]
    return request.path + (f"?{urlencode(kept)}" if kept else "")


def with_fact(fact: str, value: Any) -> str:
    """The same question with one more fact stated; whose turn it is has a parameter of its own."""
    return here(**{("turn" if fact == "turn" else f"f.{fact}"): str(value)})


def question(endpoint: str = "pages.ask", *, lasting: bool = False) -> str:
    """The question of the present address, tidy, for another page; a lasting one names host and data version."""
    parts = tidy(request.args) + ([("v", data_version())] if lasting else [])
    return url_for(endpoint, _external=lasting) + f"?{urlencode(parts)}"
