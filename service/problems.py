"""Errors as a person or a program can use them: a page, or a problem document (RFC 9457)."""

from typing import Any

from flask import Flask, Response, current_app, g, json, render_template, request
from werkzeug.exceptions import HTTPException

from knowledge.problems import BadInput

_SAID = {
    400: ("请求有误。", "The request is malformed."),
    404: ("没有这个页面。", "There is no such page."),
    405: ("这个地址不接受这种请求方法。", "This address does not take that method."),
    413: ("内容超过64 KB。", "The body is larger than 64 KB."),
    415: ("请以application/json发送。", "Send the body as application/json."),
}


def register_problems(app: Flask) -> None:
    """Turn refusals into answers."""

    @app.errorhandler(BadInput)
    def _bad(wrong: BadInput) -> tuple[Any, int] | Response:
        return _answered(
            wrong.status,
            wrong.says,
            wrong.kind,
            {"field": wrong.field, "value": wrong.value, "accepted": wrong.accepted},
        )

    @app.errorhandler(HTTPException)
    def _http(wrong: HTTPException) -> tuple[Any, int] | Response:
        code = wrong.code or 400
        if 300 <= code < 400:
            return wrong.get_response()  # type: ignore[return-value]
        zh, en = _SAID.get(code, ("这个请求无法处理。", "This request cannot be handled."))
        return _answered(code, {"zh": zh, "en": en}, "http", {})

    @app.errorhandler(Exception)
    def _unforeseen(wrong: Exception) -> tuple[Any, int] | Response:
        current_app.logger.exception("unforeseen failure")
        return _answered(
            400, {"zh": "这个问题暂时无法回答。", "en": "This question cannot be answered."}, "unforeseen", {}
        )


def _answered(status: int, says: dict[str, str], kind: str, more: dict[str, Any]) -> tuple[Any, int] | Response:
    if request.path.startswith("/api/"):
        body = {
            "type": f"about:blank#{kind}",
            "title": says["en"],
            "status": status,
            "detail": says["en"],
            "says": says,
            **more,
        }
        return Response(json.dumps(body, ensure_ascii=False), status, mimetype="application/problem+json")
    g.lang = g.get("lang", "zh")
    return render_template("problem.html", says=says, kind=kind, status=status, more=more), status
