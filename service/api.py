"""The JSON API under /api/v1."""

from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request
from werkzeug.exceptions import UnsupportedMediaType

from knowledge.answers import Desk
from knowledge.play import read_scenario
from knowledge.problems import BadInput
from knowledge.stats import read_request
from service.asking import can_shown, checked_text
from service.calculating import stats_answer
from service.finding import card_by_name
from service.loaded import data_version
from service.playing import scenario_answer
from service.presenting import card_page, names, reason_of_rule, ruling_page
from service.searching import search_asked, searched
from service.understanding import answer_asked

blueprint = Blueprint("api", __name__)


def _desk() -> Desk:
    desk: Desk = current_app.extensions["desk"]
    return desk


def _body() -> dict[str, Any]:
    if not request.is_json:
        raise UnsupportedMediaType()
    body = request.get_json(silent=True)
    if not isinstance(body, dict):
        raise BadInput("请求的内容要是一个JSON对象。", "the body must be a JSON object.", field="body")
    return body


@blueprint.post("/api/v1/can")
def can() -> Response:
    """May this be activated?"""
    return jsonify(can_shown(_desk(), _body()))


@blueprint.post("/api/v1/ask")
def ask() -> Response:
    """A question in plain words."""
    body = _body()
    unknown = sorted(set(body) - {"question", "lang"})
    if unknown:
        raise BadInput(
            f"不认识的字段「{unknown[0]}」。",
            f"unknown field `{unknown[0]}`; accepted: question, lang.",
            field=unknown[0],
            value=unknown[0],
            accepted=["question", "lang"],
        )
    return jsonify(answer_asked(_desk(), body.get("question")))


@blueprint.post("/api/v1/stats")
def stats() -> Response:
    """ATK and DEF after every step."""
    return jsonify(stats_answer(_desk(), read_request(_body())))


@blueprint.post("/api/v1/scenario")
def scenario() -> Response:
    """A scenario played step by step."""
    return jsonify(scenario_answer(_desk(), read_scenario(_body())))


@blueprint.get("/api/v1/search")
def search() -> Response:
    """Cards, rulings and rules, with facets and pages."""
    return jsonify(searched(_desk(), search_asked(request.args)))


@blueprint.get("/api/v1/cards/<path:card>")
def card(card: str) -> Response:
    """One card by cid, password or exact name."""
    return jsonify(card_page(_desk(), card_by_name(_desk(), checked_text(card, "card"))))


@blueprint.get("/api/v1/rulings")
def rulings() -> Response:
    """Every ruling, in the order of ids."""
    found = [ruling_page(_desk(), r) for r in sorted(_desk().book.library.rulings.values(), key=lambda r: r.id)]
    return jsonify({"results": found, "total": len(found)})


@blueprint.get("/api/v1/rulings/<ruling>")
def ruling(ruling: str) -> Response:
    """One ruling with its cases."""
    return jsonify(ruling_page(_desk(), known(_desk().book.library.rulings, ruling, "ruling")))


@blueprint.get("/api/v1/rules/<rule>")
def rule(rule: str) -> Response:
    """One rule with its exceptions."""
    return jsonify(reason_of_rule(_desk(), known(_desk().book.rules, rule, "rule")))


@blueprint.get("/api/v1/timings")
def timings() -> Response:
    """The moments of a turn."""
    listed = [
        {
            "id": t.id,
            "kind": t.kind,
            "parent": t.parent or None,
            "order": t.order or None,
            "names": names(t.names),
            "windows": sorted(_desk().book.windows_of(t.id), key=_desk().book.windows.index),
        }
        for t in _desk().book.library.timings.values()
    ]
    return jsonify({"results": listed, "windows": _desk().book.windows})


@blueprint.get("/healthz")
def healthz() -> Response:
    """Ready once the data is loaded."""
    library = _desk().book.library
    return jsonify(
        {"status": "ok", "data": data_version(), "rulings": len(library.rulings), "cards": len(library.cards)}
    )


def known(shelf: dict[str, Any], name: str, what: str) -> Any:
    """The record of this id, or a refusal."""
    if name not in shelf:
        raise BadInput(
            f"没有编号为「{name[:80]}」的记录。",
            f"there is no {what} `{name[:80]}`.",
            field=what,
            value=name[:80],
            status=404,
            kind=f"unknown-{what}",
        )
    return shelf[name]
