"""The JSON API under /api/v1. Each view declares what it takes and gives; `openapi` describes them from that."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from flask import Blueprint, Response, current_app, g, request, url_for

from knowledge.desk import Desk
from knowledge.explanation import answer_records as replies
from knowledge.explanation.citations import names
from knowledge.explanation.other_answers import matter_listed
from knowledge.play import Scenario, read_scenario
from knowledge.problems import BadInput
from knowledge.stats import read_request
from knowledge.text import answer_of, read_card
from service.answers.ask import answer_asked
from service.answers.ask_card import can_shown
from service.answers.law import by_law
from service.answers.matters import matter_shown, scenario_shown, stats_shown
from service.api.bodies import (
    AskBody,
    AskQuery,
    BatchBody,
    CanBody,
    CanQuery,
    GraphQuery,
    MatterBody,
    ReadBody,
    SearchQuery,
    StatsBody,
    body_taken,
    canonical,
    checked_against,
    plain_wanted,
    problem_document,
    query_taken,
)
from service.api.openapi import PREFIX, document, offered, replied
from service.loaded_desk import data_version
from service.lookup import card_by_name, checked_text, known
from service.operations.http_caching import Kept, answers_version, memory_of, state_of_data
from service.operations.requests import charge, readiness_of
from service.presentation.accuracy import accuracy_told
from service.presentation.plain_text import few_lines, language_asked_in
from service.reference import lookup_records as lookups
from service.reference.entries_told import card_told, reason_of_rule, ruling_page
from service.reference.neighbourhood import graph_answer
from service.reference.search import search_asked, searched
from service.reference.shelves import index, shelf_of, terms_told

blueprint = Blueprint("api", __name__)


def _desk() -> Desk:
    desk: Desk = current_app.extensions["desk"]
    return desk


@offered(blueprint, "POST", "/can", replies.CanAnswer, takes=CanBody, refuses=(404, 409), plain_text=True)
def can() -> Response:
    """May this be activated?"""
    return _can_answered(body_taken())


@offered(
    blueprint, "GET", "/can", replies.CanAnswer, query=CanQuery, refuses=(404, 409), plain_text=True, also=("/can.txt",)
)
def can_by_address() -> Response:
    """May this be activated? The question stands in the address."""
    asked = msgspec.to_builtins(query_taken(CanQuery))
    if asked["include"]:
        asked["include"] = asked["include"].split(",")
    return _can_answered({key: value for key, value in asked.items() if value is not None and key != "lang"})


def _can_answered(body: dict[str, Any]) -> Response:
    if not plain_wanted():
        return Response(_can_kept(body, ""), mimetype="application/json")
    plain: dict[str, Any] = {k: v for k, v in body.items() if isinstance(v, (str, int))}
    link = url_for("pages.ask", _external=True, **plain)
    return Response(_can_kept(body, g.lang) + f"{link}\n".encode(), mimetype="text/plain")


def _can_kept(body: dict[str, Any], brief_in: str) -> bytes:
    """The answer as it is sent, its verdict counted."""
    kept = _can_remembered(body, brief_in)
    g.verdict = kept.verdict
    return kept.content


def _can_remembered(body: dict[str, Any], brief_in: str) -> Kept:
    """The answer as it is sent, from memory where the same was asked on the same data."""
    memory, state = memory_of(current_app), state_of_data(_desk())
    key = ("can", brief_in, canonical(body), state)
    kept = memory.recall(key)
    if kept is None:
        answer = can_shown(_desk(), body, checked_against(CanBody, body).include)
        content = _brief(answer, brief_in).encode() if brief_in else msgspec.json.encode(answer)
        kept = Kept(content, answer["verdict"])
        if state == state_of_data(_desk()):  # else an import finished meanwhile: the answer belongs to neither state
            memory.keep(key, kept)
    return kept


@offered(blueprint, "POST", "/matter", replies.MatterReply, takes=MatterBody, refuses=(404, 409), plain_text=True)
def matter() -> Response:
    """Any other question the rules decide."""
    body = body_taken()
    checked_against(MatterBody, body)
    answer = matter_shown(_desk(), body)
    g.verdict = answer["verdict"]
    if plain_wanted():
        return Response(_brief(answer, g.lang), mimetype="text/plain")
    return replied(answer)


@offered(blueprint, "GET", "/matters", replies.MattersAnswer)
def matters() -> Response:
    """Every matter that can be asked."""
    listed = [matter_listed(_desk(), gate) for gate in _desk().matters()]
    return replied(replies.MattersAnswer(results=listed, total=len(listed)))


@offered(blueprint, "POST", "/ask", replies.AskAnswer, takes=AskBody, refuses=(404, 409), plain_text=True)
def ask() -> Response:
    """A question in plain words."""
    asked = checked_against(AskBody, body_taken())
    return _asked(asked.question, asked.lang, asked.as_of, asked.context, frozenset(asked.include))


@offered(
    blueprint, "GET", "/ask", replies.AskAnswer, query=AskQuery, refuses=(404, 409), plain_text=True, also=("/ask.txt",)
)
def ask_by_address() -> Response:
    """A question in plain words that stands in the address."""
    asked = query_taken(AskQuery)
    words = asked.include.split(",") if asked.include else []
    return _asked(asked.q, asked.lang, asked.as_of, include=msgspec.convert(words, frozenset[replies.Included]))


def _asked(
    question: str,
    lang: str | None,
    as_of: str | int | None,
    context: Sequence[str] = (),
    include: Collection[replies.Included] = (),
) -> Response:
    brief_in = (lang or language_asked_in(question) or g.lang) if plain_wanted() else ""
    content = _ask_kept(question, brief_in, as_of, context, include)
    if not brief_in:
        return Response(content, mimetype="application/json")
    link = url_for("pages.ask", _external=True, q=question)
    return Response(content + f"{link}\n".encode(), mimetype="text/plain")


def _ask_kept(
    question: str,
    brief_in: str,
    as_of: str | int | None,
    context: Sequence[str],
    include: Collection[replies.Included],
) -> bytes:
    """The answer as it is sent, from memory where the same words were asked on the same data."""
    memory, state = memory_of(current_app), state_of_data(_desk())
    key = ("ask", brief_in, question, as_of, tuple(context), include, state)
    kept = memory.recall(key)
    if kept is None:
        answer = answer_asked(_desk(), question, as_of, context, include)
        content = _brief(answer, brief_in).encode() if brief_in else msgspec.json.encode(answer)
        kept = Kept(content, answer.get("verdict") or "")
        if state == state_of_data(_desk()):
            memory.keep(key, kept)
    g.verdict = kept.verdict
    return kept.content


def _brief(answer: replies.Answered, lang: str) -> str:
    return _as_lines(few_lines(_desk().book, answer, lang))


def _as_lines(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


@offered(blueprint, "POST", "/read", replies.ReadAnswer, takes=ReadBody)
def read() -> Response:
    """The effects of one card, read from its text."""
    card = checked_against(ReadBody, body_taken())
    reading = read_card(card.text, card.type, card.lang, card.pendulum)
    return replied({"id": card.id, **answer_of(reading, card.type, _desk().damage_step, card.id)})


@offered(blueprint, "POST", "/batch", replies.BatchAnswer, takes=BatchBody)
def batch() -> Response:
    """Up to a hundred questions; one that cannot be answered does not spoil the others."""
    body = body_taken()
    checked_against(BatchBody, body)
    questions = body["questions"] if isinstance(body["questions"], list) else [body["questions"]]
    charge(len(questions) - 1)
    told: dict[bytes, dict[str, Any]] = {}
    lines = [_line(question, told) for question in questions]
    return replied({"results": lines, "total": len(lines)})


def _line(question: dict[str, Any], told: dict[bytes, dict[str, Any]]) -> dict[str, Any]:
    """The answer to one question of a batch; what was answered or refused in `told` is not asked again."""
    key = canonical(question)
    line = told.get(key)
    if line is None:
        try:
            line = {"answer": msgspec.Raw(_can_remembered(question, "").content)}
        except BadInput as wrong:
            line = {"problem": problem_document(wrong)}
        if key != request.get_data():  # else it could not be written in one spelling
            told[key] = line
    return line


@offered(blueprint, "POST", "/stats", replies.StatsAnswer, takes=StatsBody, refuses=(404, 409))
def stats() -> Response:
    """ATK and DEF after every step."""
    asked = read_request(body_taken())
    return replied(by_law(_desk(), asked.as_of, lambda by: stats_shown(by, asked)))


@offered(blueprint, "POST", "/scenario", replies.ScenarioAnswer, takes=Scenario, refuses=(404, 409))
def scenario() -> Response:
    """A scenario played step by step."""
    scenario = read_scenario(body_taken())
    return replied(by_law(_desk(), scenario.as_of, lambda by: scenario_shown(by, scenario)))


@offered(blueprint, "GET", "/search", lookups.SearchAnswer, query=SearchQuery, refuses=(404, 409))
def search() -> Response:
    """Cards, rulings and rules, with facets and pages."""
    asked = search_asked(request.args)  # first, for it says more about a wrong date
    query_taken(SearchQuery)
    return replied(searched(_desk(), asked))


@offered(blueprint, "GET", "/cards/<path:card>", lookups.CardAnswer, refuses=(404, 409))
def card(card: str) -> Response:
    """One card by cid, password or exact name."""
    return replied(card_told(_desk(), card_by_name(_desk(), checked_text(card, "card"))))


@offered(blueprint, "GET", "/rulings", lookups.RulingsAnswer)
def rulings() -> Response:
    """Every ruling, in the order of ids; written out once, for it is long and the data does not change."""
    written = current_app.extensions.get("every ruling")
    if written is None:
        found = [ruling_page(_desk(), r) for r in sorted(_desk().book.library.rulings.values(), key=lambda r: r.id)]
        written = msgspec.json.encode({"results": found, "total": len(found)})
        current_app.extensions["every ruling"] = written
    return Response(written, mimetype="application/json")


@offered(blueprint, "GET", "/rulings/<ruling>", lookups.RulingAnswer, refuses=(404,))
def ruling(ruling: str) -> Response:
    """One ruling with its cases."""
    return replied(ruling_page(_desk(), known(_desk().book.library.rulings, ruling, "ruling")))


@offered(blueprint, "GET", "/rules/<rule>", lookups.RuleAnswer, refuses=(404,))
def rule(rule: str) -> Response:
    """One rule with its exceptions."""
    return replied(reason_of_rule(_desk(), known(_desk().book.rules, rule, "rule")))


@offered(blueprint, "GET", "/timings", lookups.TimingsAnswer)
def timings() -> Response:
    """The moments of a turn."""
    listed = [
        {
            "id": t.id,
            "kind": t.kind,
            "parent": t.parent or None,
            "order": t.order or None,
            "names": names(t.names),
            "windows": _desk().book.windows_in_order(t.id),
        }
        for t in _desk().book.library.timings.values()
    ]
    return replied({"results": listed, "windows": _desk().book.windows})


@offered(blueprint, "GET", "/graph", lookups.GraphAnswer, query=GraphQuery, refuses=(404,))
def graph() -> Response:
    """The knowledge around a node."""
    asked = query_taken(GraphQuery)
    return replied(graph_answer(_desk(), checked_text(asked.node, "node"), asked.limit))


@offered(blueprint, "GET", "/accuracy", lookups.AccuracyAnswer)
def accuracy() -> Response:
    """How right the desk is."""
    return replied(accuracy_told())


@offered(blueprint, "GET", "/terms", lookups.TermsAnswer)
def terms() -> Response:
    """The glossary."""
    told = terms_told(_desk())
    return replied({"results": told, "total": len(told)})


@offered(blueprint, "GET", "/shelves", lookups.ShelvesAnswer)
def shelves() -> Response:
    """What can be looked through: documents, moments, matters, kinds of effects."""
    return replied({"results": index(_desk())})


@offered(blueprint, "GET", "/shelves/<kind>/<path:name>", lookups.ShelfAnswer, refuses=(404,))
def shelf(kind: str, name: str) -> Response:
    """Everything on one shelf."""
    return replied(shelf_of(_desk(), kind, name))


@blueprint.get(f"{PREFIX}/openapi.json")
def openapi() -> Response:
    """The description of all this."""
    return replied(document(data_version()))


@blueprint.get("/readyz")
def readyz() -> Response:
    """Whether everything is there and whole: data, imported cards, indexes; in which versions, and what is damaged."""
    told = {"version": answers_version(state_of_data(_desk())), **readiness_of(_desk())}
    return Response(msgspec.json.encode(told), 200 if told["status"] == "ready" else 503, mimetype="application/json")


@blueprint.get("/healthz")
def healthz() -> Response:
    """Alive, and over which data."""
    library = _desk().book.library
    told = replies.Health(status="ok", data=data_version(), rulings=len(library.rulings), cards=len(library.cards))
    return replied(told)
