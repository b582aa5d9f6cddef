"""The pages. A view asks the desk, presents the answer, renders it; nothing more."""

import json
from typing import Any

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for

from knowledge.answers import Desk
from knowledge.problems import BadInput
from service.addresses import question
from service.answering import answered, asked_in
from service.api import known
from service.asking import checked_text
from service.cards_told import card_told
from service.conditions import condition_in_words
from service.finding import card_by_name, near_names
from service.presenting import both, card_identity, effects_offered, reason_of_rule, ruling_line, ruling_page
from service.scenes import outcome_of, question_of, scene_of
from service.searching import searched
from service.tabled import is_tidy, stated
from service.turn_picture import PHASES

blueprint = Blueprint("pages", __name__)
EXAMPLES = 6


def _desk() -> Desk:
    desk: Desk = current_app.extensions["desk"]
    return desk


@blueprint.get("/")
def home() -> str:
    """Three ways in: ask, find a card, browse rulings."""
    asked = asked_in(request.args)
    return render_template("home.html", examples=_examples(), asked=asked, **_for_the_form(asked))


def _examples() -> list[dict[str, Any]]:
    """A few rulings about activations, one a card, as questions to try."""
    desk, found, seen = _desk(), [], set()
    for ruling in sorted(desk.book.library.rulings.values(), key=lambda r: r.cites[0].date, reverse=True):
        case = ruling.cases[0]
        card = desk.book.card_named(case.activate.partition("/")[0]) if case.activate and not case.given else None
        if card and case.at and card.id not in seen and case.expect in ("yes", "no"):
            seen.add(card.id)
            found.append({"card": card_identity(card), "at": case.at})
        if len(found) == EXAMPLES:
            break
    return found


@blueprint.route("/ask", methods=["GET", "POST"])
def ask() -> Any:
    """A question and its answer; the whole question stands in the address."""
    if request.method == "POST":
        asked = {k: v for k, v in asked_in(request.form).items() if v}
        return redirect(url_for("pages.ask", **asked), 303)
    asked = asked_in(request.args)
    if not any(asked.values()):
        return redirect(url_for("pages.home"))
    if request.args.get("step") or (asked["card"] and not asked["at"]):
        return _form(asked)
    if not is_tidy(request.args):
        return redirect(question())
    try:
        found = answered(_desk())
    except BadInput as wrong:
        if wrong.kind not in ("unknown-card", "ambiguous-card"):
            raise
        return _choose(wrong, asked), wrong.status
    answer = found.answer
    lines = [(e.effect, _desk().timeline(answer.card, e.effect, answer.table)) for e in answer.effects]
    return render_template("answer.html", answer=found.shown, lines=lines, asked=asked, **_for_the_form(asked))


def _form(asked: dict[str, str]) -> Any:
    """The form with the card known, so that its effects can be chosen from."""
    try:
        card = card_by_name(_desk(), checked_text(asked["card"], "card"))
    except BadInput as wrong:
        if wrong.kind not in ("unknown-card", "ambiguous-card"):
            raise
        return _choose(wrong, asked), wrong.status
    return render_template("ask.html", card=card_identity(card), asked=asked, **_for_the_form(asked))


def _for_the_form(asked: dict[str, str]) -> dict[str, Any]:
    """What the form needs beside the plain fields: the table as stated, the effects of the card."""
    cards = _desk().book.cards_named(asked["card"]) if asked["card"] else []
    return {
        "table": stated(request.args),
        "effects": effects_offered(cards[0]) if len(cards) == 1 else [],
        "phases": PHASES,
    }


@blueprint.get("/suggest/effects")
def effects() -> str:
    """The effects of a card to choose from, as a part of the form."""
    cards = _desk().book.cards_named(request.args.get("card", "").strip()[:200])
    offered = effects_offered(cards[0]) if len(cards) == 1 else []
    return render_template("parts/effects.html", effects=offered, asked=asked_in(request.args))


def _choose(wrong: BadInput, asked: dict[str, str]) -> str:
    """Offer the cards a name may mean; each leads to the same question about that card."""
    name = str(wrong.value)
    cards = _desk().book.cards_named(name) or near_names(_desk(), name)
    shown = [card_identity(c) for c in cards]
    return render_template(
        "choose.html", says=wrong.says, asked=asked, cards=shown, kind=wrong.kind, **_for_the_form(asked)
    )


@blueprint.get("/cards")
def cards() -> Any:
    """Search by name; one exact hit goes straight to the card."""
    query = request.args.get("q", "")
    if not query.strip():
        listed = sorted(_desk().book.library.cards.values(), key=lambda c: c.names.zh)
        return render_template("cards.html", query="", hits=[card_identity(c) for c in listed], near=[])
    query = checked_text(query, "q")
    exact = _desk().book.cards_named(query)
    if len(exact) == 1:
        return redirect(url_for("pages.card", card=exact[0].id))
    hits = searched(_desk(), query, "card", 50)["results"]
    near = [] if hits else [card_identity(c) for c in near_names(_desk(), query)]
    return render_template("cards.html", query=query, hits=hits, near=near)


@blueprint.get("/cards/<path:card>")
def card(card: str) -> str:
    """One card."""
    found = card_by_name(_desk(), checked_text(card, "card"))
    return render_template("card.html", card=card_told(_desk(), found), phases=PHASES)


@blueprint.get("/suggest")
def suggest() -> Response:
    """Names while typing."""
    query = request.args.get("q", "").strip()[:60]
    hits = searched(_desk(), query, "card", 8)["results"] if query else []
    return current_app.json.response([{"id": h["id"], "names": h["names"]} for h in hits])


@blueprint.get("/rulings")
def rulings() -> str:
    """All rulings by document and section."""
    book = _desk().book
    documents = []
    for document in book.library.documents.values():
        sections = []
        for section in document.sections:
            inside = [
                r
                for r in book.library.rulings.values()
                if r.cites[0].doc == document.id and section.lines[0] <= r.cites[0].lines[0] <= section.lines[1]
            ]
            if inside:
                inside.sort(key=lambda r: (r.cites[0].lines, r.id))
                sections.append(
                    {"id": section.id, "names": both(section.names), "rulings": [ruling_line(book, r) for r in inside]}
                )
        documents.append({"id": document.id, "names": both(document.names), "sections": sections})
    return render_template("rulings.html", documents=documents)


@blueprint.get("/rulings/<ruling>")
def ruling(ruling: str) -> str:
    """One ruling."""
    found = known(_desk().book.library.rulings, ruling, "ruling")
    page = ruling_page(_desk(), found)
    for case, told in zip(found.cases, page["cases"], strict=True):
        told["scene"] = scene_of(_desk().book, case)
        told["question"] = question_of(_desk().book, case)
        told["comes_out"] = outcome_of(_desk().book, case)
        if case.stats:
            steps = [json.dumps(step, ensure_ascii=False) for step in case.stats.get("steps", [])]
            told["stats"] = url_for("stats_page.stats", **case.stats["monster"], s=steps)
    return render_template("ruling.html", ruling=page)


@blueprint.get("/rules/<rule>")
def rule(rule: str) -> str:
    """One rule."""
    found = known(_desk().book.rules, rule, "rule")
    conditions = condition_in_words(_desk().book, found)
    return render_template("rule.html", rule=reason_of_rule(_desk(), found), conditions=conditions)
