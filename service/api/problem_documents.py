"""Errors as a person or a program can use them: a page, or a problem document (RFC 9457)."""

from typing import Any

import msgspec
from flask import Flask, Response, current_app, g, render_template, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from knowledge.problems import BadInput
from service.operations.rate_limit import TooMany

SAID = {
    400: ("请求有误。", "The request is malformed."),
    404: ("没有这个页面。", "There is no such page."),
    405: ("这个地址不接受这种请求方法。", "This address does not take that method."),
    413: ("内容超过64 KB。", "The body is larger than 64 KB."),
    415: ("请以application/json发送。", "Send the body as application/json."),
    422: (
        "这个请求碰到了我们的一处缺陷，已经记录下来，没有给出答案。",
        "This request met a fault of ours, which was logged; no answer was given.",
    ),
    429: ("请求太多，请稍后再试。", "Too many requests; try again later."),
}


def register_problems(app: Flask) -> None:
    """Turn refusals into answers."""

    @app.errorhandler(BadInput)
    def _bad(wrong: BadInput) -> Response:
        response = _answered(problem_document(wrong), wrong.kind)
        if isinstance(wrong, TooMany):
            response.headers["Retry-After"] = str(wrong.seconds)
        return response

    @app.errorhandler(HTTPException)
    def _http(wrong: HTTPException) -> Response:
        code = wrong.code or 400
        if 300 <= code < 400:
            return wrong.get_response()  # type: ignore[return-value]
        zh, en = SAID.get(code, ("这个请求无法处理。", "This request cannot be handled."))
        response = _answered(_document(code, {"zh": zh, "en": en}, "http"), "http")
        if isinstance(wrong, MethodNotAllowed) and wrong.valid_methods:
            response.headers["Allow"] = ", ".join(sorted(wrong.valid_methods))
        return response

    @app.errorhandler(Exception)
    def _unforeseen(wrong: Exception) -> Response:
        current_app.logger.exception("unforeseen failure")
        zh, en = SAID[422]  # the contract knows no 5xx; whose fault it is is said in words
        return _answered(_document(422, {"zh": zh, "en": en}, "unforeseen"), "unforeseen")


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
    accepted = request.accept_mimetypes.best_match(["application/json", "text/plain"], "application/json")
    return request.path.endswith(".txt") or accepted == "text/plain"


def _answered(told: dict[str, Any], kind: str) -> Response:
    if request.path.startswith("/api/"):
        if plain_wanted():
            return Response(f"{told['says'][g.get('lang', 'zh')]}\n", told["status"], mimetype="text/plain")
        return Response(msgspec.json.encode(told), told["status"], mimetype="application/problem+json")
    g.lang = g.get("lang", "zh")
    page = render_template("problem.html", says=told["says"], kind=kind, status=told["status"], more=told)
    return Response(page, told["status"])
