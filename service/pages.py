"""The pages. A view asks the desk, presents the answer, renders it; nothing more."""

import json
from typing import Any

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for

from knowledge.answers import Desk
from knowledge.problems import BadInput
from knowledge.wording import phrases
from service.api import known
from service.asking import can_asked, checked_text
from service.finding import card_by_name, near_names
from service.presenting import both, can_answer, card_identity, card_page, reason_of_rule, ruling_line, ruling_page
from service.searching import searched

blueprint = Blueprint("pages", __name__)
EXAMPLES = 6
PHASES = (
    ("draw", ["draw"]),
    ("standby", ["standby"]),
    ("main1", ["main1"]),
    ("battle", ["start-step", "battle-step", "attack-declaration", "after-declaration"]),
    ("damage", ["damage.start", "damage.before", "damage.calculation", "damage.after", "damage.end"]),
    ("battle", ["end-step"]),
    ("main2", ["main2"]),
    ("end", ["end"]),
)
ASKED = ("card", "effect", "at", "turn", "respond_to")


def _desk() -> Desk:
    desk: Desk = current_app.extensions["desk"]
    return desk


@blueprint.get("/")
def home() -> str:
    """Three ways in: ask, find a card, browse rulings."""
    return render_template("home.html", phases=PHASES, examples=_examples(), asked=_asked(request.args))


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


def _asked(values: Any) -> dict[str, str]:
    return {key: values.get(key, "") for key in ASKED}


@blueprint.route("/ask", methods=["GET", "POST"])
def ask() -> Any:
    """A question and its answer; the whole question stands in the address."""
    if request.method == "POST":
        asked = {k: v for k, v in _asked(request.form).items() if v}
        return redirect(url_for("pages.ask", **asked), 303)
    asked = _asked(request.args)
    if not any(asked.values()):
        return redirect(url_for("pages.home"))
    given = {"known": {k[2:]: v for k, v in request.args.items() if k.startswith("f.")}}
    body: dict[str, Any] = {k: v for k, v in asked.items() if v}
    if given["known"]:
        body["given"] = given
    try:
        answer = can_asked(_desk(), body)
    except BadInput as wrong:
        if wrong.kind not in ("unknown-card", "ambiguous-card"):
            raise
        return _choose(wrong, asked), wrong.status
    shown = can_answer(_desk(), answer)
    lines = [(e.effect, _desk().timeline(answer.card, e.effect)) for e in answer.effects]
    return render_template("answer.html", answer=shown, asked=asked, lines=lines, phases=PHASES)


def _choose(wrong: BadInput, asked: dict[str, str]) -> str:
    """Offer the cards a name may mean; each leads to the same question about that card."""
    name = str(wrong.value)
    cards = _desk().book.cards_named(name) or near_names(_desk(), name)
    shown = [card_identity(c) for c in cards]
    return render_template("choose.html", says=wrong.says, asked=asked, cards=shown, kind=wrong.kind, phases=PHASES)


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
    return render_template("card.html", card=card_page(_desk(), found), phases=PHASES)


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
    for case in page["cases"]:
        if case["stats"]:
            steps = [json.dumps(step, ensure_ascii=False) for step in case["stats"].get("steps", [])]
            case["stats"] = url_for("stats_page.stats", **case["stats"]["monster"], s=steps)
    return render_template("ruling.html", ruling=page, known_phrases=phrases())


@blueprint.get("/rules/<rule>")
def rule(rule: str) -> str:
    """One rule."""
    found = known(_desk().book.rules, rule, "rule")
    return render_template("rule.html", rule=reason_of_rule(_desk(), found))
