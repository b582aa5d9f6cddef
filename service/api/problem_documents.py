"""Errors as a person or a program can use them: a page, or a problem document (RFC 9457)."""

import secrets
from typing import Any

import msgspec
from flask import Flask, Response, g, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException, MethodNotAllowed, SecurityError

from knowledge.problems import BadInput, sentence
from service.operations.request_limits import OverrunError, TooMany
from service.operations.request_log import log_fault

CODES = (400, 404, 405, 413, 415, 429)  # those with a sentence of their own


def register_problems(app: Flask) -> None:
    """Turn refusals into answers."""

    @app.errorhandler(BadInput)
    def _bad(wrong: BadInput) -> Response:
        if (address := _moved_to(app, wrong)) is not None:
            return redirect(address, 308)  # type: ignore[return-value]
        response = _answered(problem_document(wrong), wrong.kind)
        if isinstance(wrong, TooMany):
            response.headers["Retry-After"] = str(wrong.seconds)
        return response

    @app.errorhandler(HTTPException)
    def _http(wrong: HTTPException) -> Response:
        code = wrong.code or 400
        if 300 <= code < 400:
            return wrong.get_response()  # type: ignore[return-value]
        told = _document(code, sentence(f"http.{code}" if code in CODES else "http.other"), "http")
        if isinstance(wrong, SecurityError):  # another host was asked for: there is no page to link from
            return Response(msgspec.json.encode(told), code, mimetype="application/problem+json")
        response = _answered(told, "http")
        if isinstance(wrong, MethodNotAllowed) and wrong.valid_methods:
            response.headers["Allow"] = ", ".join(sorted(wrong.valid_methods))
        return response

    @app.errorhandler(Exception)
    def _unforeseen(wrong: Exception) -> Response:
        number = secrets.token_hex(5)
        log_fault(number)
        told = _document(500, sentence("http.500", id=number), "unforeseen")
        return _answered({**told, "id": number}, "unforeseen")

    @app.errorhandler(OverrunError)
    def _overrun(wrong: OverrunError) -> Response:
        return _answered(_document(503, wrong.says, "deadline"), "deadline")


def _moved_to(app: Flask, wrong: BadInput) -> str | None:
    """The present address of a page or record whose id was given up; nothing where there is none."""
    if wrong.status != 404 or request.method != "GET" or request.endpoint is None:
        return None
    library, asked = app.extensions["desk"].book.library, str(wrong.value)
    kind = {"matter": "gate", "node": ""}.get(wrong.field, wrong.field)
    old = f"{kind}:{asked}" if kind else asked
    moved = library.moved.get(old)
    if moved is None:
        return None
    now = moved.now.partition(":")[2] if kind else moved.now
    place = {**(request.view_args or {}), **request.args.to_dict(flat=False)}
    changed: dict[str, Any] = {key: now if value in (asked, [asked]) else value for key, value in place.items()}
    return url_for(request.endpoint, **changed)


def problem_document(wrong: BadInput) -> dict[str, Any]:
    """A refusal in the shape of RFC 9457, with both languages and what is accepted."""
    more = {"field": wrong.field or None, "value": _shown(wrong.value), "accepted": list(map(_shown, wrong.accepted))}
    return _document(wrong.status, wrong.says, wrong.kind) | more


def _document(status: int, says: dict[str, str], kind: str) -> dict[str, Any]:
    return {"type": f"about:blank#{kind}", "title": says["en"], "status": status, "detail": says["en"], "says": says}


def _shown(value: Any) -> Any:
    """A value that can be sent back: plain data as it is, the rest as text."""
    return value if isinstance(value, (str, int, float, bool)) or value is None else str(value)[:200]


def plain_wanted() -> bool:
    """Whether lines of text are wanted: by the address, or by what the client accepts."""
    if request.path.endswith(".txt"):
        return True
    if "text/" not in request.environ.get("HTTP_ACCEPT", ""):
        return False  # nothing to choose between
    accepted = request.accept_mimetypes.best_match(["application/json", "text/plain"], "application/json")
    return accepted == "text/plain"


def _answered(told: dict[str, Any], kind: str) -> Response:
    if request.path.startswith("/api/"):
        if plain_wanted():
            return Response(f"{told['says'][g.get('lang', 'zh')]}\n", told["status"], mimetype="text/plain")
        return Response(msgspec.json.encode(told), told["status"], mimetype="application/problem+json")
    g.lang = g.get("lang", "zh")
    page = render_template("problem.html", says=told["says"], kind=kind, status=told["status"], more=told)
    return Response(page, told["status"])
