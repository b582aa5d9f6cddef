"""The pages: a view asks the desk, presents the answer, renders it; an answer is handed on as text, sheet or code."""

import io
import json
from dataclasses import replace
from typing import Any

import msgspec
import segno
from flask import Blueprint, Response, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from knowledge.data.cases import Case
from knowledge.desk import Answer
from knowledge.explanation.answer_records import AskAnswer, CanAnswer, CardName
from knowledge.explanation.can_answer import card_identity
from knowledge.names.finder import Unsettled
from knowledge.problems import BadInput, bad_input
from service.answers.ask import answer_asked
from service.answers.ask_card import can_asked
from service.answers.law import day_asked
from service.lookup import card_by_name, checked_text, finder_of, known
from service.presentation.page_words import questions_to_try
from service.presentation.plain_text import answer_as_text, reason_in_a_line
from service.reference.entries_told import (
    card_told,
    condition_in_words,
    effects_offered,
    origins_of,
    reason_of_rule,
    ruling_page,
)
from service.reference.search import Search, by_section, search_asked, searched
from service.reference.shelves import terms_beside
from service.web.browse import PHASES
from service.web.case_scenes import outcome_of, question_of, scene_of
from service.web.form import (
    answered,
    asked_in,
    desk_here,
    is_tidy,
    question,
    question_args,
    spread,
    stated,
    understand_as,
    unstated,
)

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
def home() -> str:
    """Three ways in: ask, find a card, browse rulings."""
    asked = asked_in(request.args)
    return render_template("home.html", examples=questions_to_try(), asked=asked, **_for_the_form(asked))


@blueprint.route("/ask", methods=["GET", "POST"])
def ask() -> ResponseReturnValue:
    """A question and its answer, in plain words (`q`) or by the form; the whole question stands in the address."""
    if request.method == "POST":
        form: dict[str, Any] = {**asked_in(request.form), "q": request.form.get("q", "")}
        asked = {key: value for key, value in form.items() if value}
        return redirect(url_for("pages.ask", **asked), 303)
    plain = request.args.to_dict()
    if plain.get("q", "").strip():
        return _plain(plain["q"], plain.get("as_of", "").strip())
    asked = asked_in(request.args)
    if not any(asked.values()):
        return redirect(url_for("pages.home"))
    try:
        if plain.get("step") or (asked["card"] and not asked["at"]):
            card = card_by_name(desk_here(), checked_text(asked["card"], "card"))
            return render_template("ask.html", card=card_identity(card), asked=asked, **_for_the_form(asked))
        if not is_tidy(request.args):
            return redirect(question())
        found = answered(desk_here())
        g.verdict = found.shown["verdict"]
    except BadInput as wrong:
        return _asked_back(wrong, asked), wrong.status
    return _answer_page(found.answer, found.shown, asked)


def _plain(text: str, as_of: str) -> str:
    """The answer to a question in plain words, with what was understood as a form to edit."""
    shown = answer_asked(desk_here(), text, as_of)
    g.verdict = shown.get("verdict", "")
    understood = spread(shown["question"]["form"])
    if as_of:
        understood["as_of"] = as_of
    understand_as(understood)
    asked = asked_in(understood) | {"q": shown["question"]["text"]}
    if shown["question"]["kind"] != "can":
        return render_template("free.html", answer=shown, asked=asked, ask_link=_ask_link, **_for_the_form(asked))
    answer = can_asked(desk_here().by(day_asked(as_of))[0], shown["question"]["form"])
    shown["unstated"] = unstated(answer)
    return _answer_page(answer, shown, asked)


def _answer_page(answer: Answer, shown: CanAnswer | AskAnswer, asked: dict[str, str]) -> str:
    desk = desk_here().by(day_asked(asked.get("as_of")))[0]
    told = [(e.effect, desk.timeline(answer.card, e.effect, answer.table, answer.strangers)) for e in answer.effects]
    lines = [(effect, line, len({v for side in line.values() for v in side.values()}) == 1) for effect, line in told]
    why = reason_in_a_line(shown, g.lang)
    form = {"table": stated(question_args()), "effects": effects_offered(answer.card), "phases": PHASES}
    return render_template("answer.html", answer=shown, why=why, lines=lines, asked=asked, **form)


def _ask_link(choice: dict[str, Any]) -> str:
    """The address of a choice: the form it completes, or the question asked again."""
    if choice["form"]:
        form: dict[str, Any] = spread(choice["form"]).to_dict(flat=False)
        return url_for("pages.ask", **form)
    return url_for("pages.ask", q=choice["question"])


def _for_the_form(asked: dict[str, str]) -> dict[str, Any]:
    """What the form needs beside the plain fields: the table as stated, the effects of the card."""
    return {"table": stated(question_args()), "effects": _effects_of(asked["card"]), "phases": PHASES}


def _effects_of(name: str) -> list[dict[str, Any]]:
    """The effects to choose from, once a name means one card."""
    try:
        return effects_offered(card_by_name(desk_here(), name)) if name else []
    except Unsettled:
        return []


@blueprint.get("/suggest/effects")
def effects() -> str:
    """The effects of a card to choose from, as a part of the form."""
    offered = _effects_of(request.args.get("card", "").strip()[:200])
    return render_template("parts/effects.html", effects=offered, asked=asked_in(request.args))


def _asked_back(wrong: BadInput, asked: dict[str, str]) -> str:
    """Say what is wrong above the form as it was filled; cards a name may mean lead to the same question about them."""
    cards = [card_identity(c) for c in wrong.cards] if isinstance(wrong, Unsettled) else []
    answered_card = asked["respond_to"]
    field = "respond_to" if wrong.value in (answered_card, answered_card.rpartition("/")[0]) and wrong.value else "card"
    return render_template(
        "choose.html", says=wrong.says, asked=asked, cards=cards, kind=wrong.kind, field=field, **_for_the_form(asked)
    )


@blueprint.get("/cards")
def cards() -> ResponseReturnValue:
    """Search by name; one exact hit goes straight to the card."""
    query = request.args.get("q", "")
    if not query.strip():
        listed = sorted(desk_here().book.library.cards.values(), key=lambda c: c.names.zh)
        return render_template("cards.html", query="", hits=[card_identity(c) for c in listed], near=[], groups=[])
    query = checked_text(query, "q")
    near: list[CardName] = []
    try:
        return redirect(url_for("pages.card", card=card_by_name(desk_here(), query).id))
    except Unsettled as wrong:
        if wrong.kind == "unknown-card":
            near = [card_identity(c) for c in wrong.cards]
    found = searched(desk_here(), Search(query, "card", 50))
    hits = [h for h in found["results"] if h["why"] != "near"]
    return render_template("cards.html", query=query, hits=hits, near=[] if hits else near, groups=found["groups"])


@blueprint.get("/cards/<path:card>")
def card(card: str) -> str:
    """One card."""
    found = card_by_name(desk_here(), checked_text(card, "card"))
    return render_template("card.html", card=card_told(desk_here(), found, (g.lang,)), phases=PHASES)


def _json(told: object) -> Response:
    return Response(msgspec.json.encode(told), mimetype="application/json")


@blueprint.get("/suggest")
def suggest() -> Response:
    """Names while typing."""
    query = request.args.get("q", "").strip()[:60]
    hits = [card_identity(hit.card) for hit in finder_of(desk_here()).suggest(query, 8)] if query else []
    return _json([{"id": h["id"], "names": h["names"]} for h in hits])


@blueprint.get("/rulings")
def rulings() -> ResponseReturnValue:
    """All rulings by document and section; with words or facets, those found, narrowed by links."""
    search = search_asked(request.args, need_words=False, limit=20)
    if search.kind == "card":
        return redirect(url_for("pages.cards", q=search.words or None))
    narrowed = search.words or search.cards or search.facets or search.since or search.until
    found = searched(desk_here(), replace(search, kind=search.kind or "ruling")) if narrowed else None
    documents = [] if found else by_section(desk_here().book)
    return render_template("rulings.html", documents=documents, found=found, search=search, link=_narrowed)


def _narrowed(**changed: str) -> str:
    """The address of the same search with something changed; an empty value takes it away."""
    parts: dict[str, Any] = {**request.args.to_dict(flat=False), "page": "", **changed}
    return url_for("pages.rulings", **{k: v for k, v in parts.items() if v and k != "lang"})


@blueprint.get("/rulings/<ruling>")
def ruling(ruling: str) -> str:
    """One ruling."""
    found = known(desk_here().book.library.rulings, ruling, "ruling")
    page = ruling_page(desk_here(), found)
    for case, told in zip(found.cases, page["cases"], strict=True):
        told["scene"] = scene_of(desk_here().book, case)
        told["question"] = question_of(desk_here().book, case)
        told["comes_out"] = outcome_of(desk_here().book, case)
        told["ask"] = _ask_case(case) if case.activate and case.at else None
        if case.play:
            told["ask"] = url_for("desk_pages.battle", q=json.dumps(case.play, ensure_ascii=False))
        if case.stats:
            steps = [json.dumps(step, ensure_ascii=False) for step in case.stats.get("steps", [])]
            told["stats"] = url_for("desk_pages.stats", **case.stats["monster"], s=steps)
    shelf = desk_here().book.library.rulings
    return render_template(
        "ruling.html",
        ruling=page,
        terms=terms_beside(desk_here(), found.cites),
        instead=[shelf[other] for other in (found.superseded_by,) if other in shelf],
        replaces=[shelf[other] for other in found.replaces if other in shelf],
    )


def _ask_case(case: Case) -> str:
    """The address that asks the very scenario of a case, table and all."""
    card, _, effect = case.activate.partition("/")
    given = msgspec.to_builtins(case.given) if case.given else None
    form = {"card": card, "effect": effect or None, "at": case.at, "turn": case.turn, "given": given}
    form |= {"as_of": case.as_of} if case.as_of else {}
    parameters: dict[str, Any] = spread(form).to_dict(flat=False)
    return url_for("pages.ask", **parameters)


@blueprint.get("/rules/<rule>")
def rule(rule: str) -> str:
    """One rule."""
    found = known(desk_here().book.rules, rule, "rule")
    conditions = condition_in_words(desk_here().book, found)
    return render_template(
        "rule.html",
        rule=reason_of_rule(desk_here(), found),
        conditions=conditions,
        terms=terms_beside(desk_here(), found.cites),
        origins=origins_of(desk_here(), ("rule", rule)),
    )


sheets = Blueprint("keeping", __name__)
LONGEST_CODE = 1200  # bytes; denser codes are hard to read from a phone's screen


@sheets.get("/ask.txt")
def text() -> Response:
    """The answer as lines of text, with its lasting address."""
    told = answer_as_text(answered(desk_here()).shown, g.lang)
    return Response(f"{told}\n{question(lasting=True)}\n", mimetype="text/plain")


@sheets.get("/ask/print")
def printed() -> str:
    """The answer on one sheet: question, verdict, why, rulings, the table, the turn, what was assumed."""
    desk, found = desk_here(), answered(desk_here())
    answer = found.answer
    told = msgspec.convert(
        {"activate": answer.card.id, "at": answer.at, "turn": answer.turn, "expect": answer.verdict}, Case
    )
    told = msgspec.structs.replace(told, given=answer.table)
    lines = [(e.effect, desk.timeline(answer.card, e.effect, answer.table, answer.strangers)) for e in answer.effects]
    scene = scene_of(desk.book.knowing(answer.strangers) if answer.strangers else desk.book, told)
    return render_template("print.html", answer=found.shown, lines=lines, scene=scene, phases=PHASES)


@sheets.get("/ask/qr.svg")
def code() -> Response:
    """The lasting address of the question as a QR code."""
    address = question(lasting=True)
    if len(address) > LONGEST_CODE:
        raise bad_input("share.too-long", field="card", kind="too-long")
    drawn = io.BytesIO()
    segno.make(address, error="l", micro=False).save(drawn, kind="svg", scale=4, border=4, dark="#000", light="#fff")
    return Response(drawn.getvalue(), mimetype="image/svg+xml")
