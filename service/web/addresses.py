"""Addresses made from the one that was asked for: the same with something changed, and the one to keep."""

from typing import Any
from urllib.parse import urlencode

from flask import g, request, url_for

from service.answers.loaded import data_version
from service.web.table_form import Args, tidy


def question_args() -> Args:
    """The parameters of the question: those of the address, or of the form a plain question was understood as."""
    args: Args = g.get("question_args", request.args)
    return args


def here(**changed: str) -> str:
    """The present address with parameters changed; an empty value takes one away. Repeated parameters stay."""
    return _changed(request.script_root + request.path, list(request.args.items(multi=True)), changed)


def again(**changed: str) -> str:
    """The same question with parts changed."""
    return _changed(*_asked(), changed)


def _asked() -> tuple[str, list[tuple[str, str]]]:
    """The page of questions and the tidy parts of this one, worked out once a request: a page has dozens of links."""
    args = question_args()
    kept: tuple[Args, str, list[tuple[str, str]]] | None = g.get("asked")
    if kept is None or kept[0] is not args:
        g.asked = kept = (args, url_for("pages.ask"), tidy(args))
    return kept[1], kept[2]


def with_fact(fact: str, value: Any) -> str:
    """The same question with one more fact stated; whose turn it is has a parameter of its own."""
    return again(**{("turn" if fact == "turn" else f"f.{fact}"): str(value)})


def question(endpoint: str = "pages.ask", *, lasting: bool = False) -> str:
    """The question, tidy, for another page; a lasting one names host and data version."""
    parts = tidy(question_args()) + ([("v", data_version())] if lasting else [])
    return url_for(endpoint, _external=lasting) + f"?{urlencode(parts)}"


def _changed(path: str, parts: list[tuple[str, str]], changed: dict[str, str]) -> str:
    kept = [(k, v) for k, v in parts if k not in changed and v]
    kept += [(k, v) for k, v in changed.items() if v]
    return path + (f"?{urlencode(kept)}" if kept else "")
