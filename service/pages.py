"""The pages. A view asks the desk, presents the answer, renders it; nothing more."""

import json
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for

from knowledge.answers import Desk
from knowledge.model.profile import Card, Effect
from knowledge.names.finder import Unsettled
from knowledge.wording import phrases
from service.api import known
from service.asking import can_asked, checked_text, table_stated
from service.finding import card_by_name, finder_of
from service.presenting import can_answer, card_identity, card_page, reason_of_rule, ruling_page
from service.searching import Search, by_section, search_asked, searched
from service.understanding import answer_asked

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
ASKED = ("card", "effect", "at", "turn", "respond_to", "given")


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
    """A question and its answer, in plain words (`q`) or by the form; the whole question stands in the address."""
    if request.method == "POST":
        asked = {k: v for k, v in {**_asked(request.form), "q": request.form.get("q", "")}.items() if v}
        return redirect(url_for("pages.ask", **asked), 303)
    if request.args.get("q", "").strip():
        return _plain(request.args["q"])
    asked = _asked(request.args)
    if not any(asked.values()):
        return redirect(url_for("pages.home"))
    body: dict[str, Any] = {k: v for k, v in asked.items() if v}
    if known_facts := {k[2:]: v for k, v in request.args.items() if k.startswith("f.")}:
        given = table_stated(body.get("given"))
        body["given"] = {**given, "known": {**given.get("known", {}), **known_facts}}
    try:
        answer = can_asked(_desk(), body)
    except Unsettled as wrong:
        return _choose(wrong, asked), wrong.status
    shown = can_answer(_desk(), answer)
    shown["question"]["asked_as"] = asked["card"]
    return _answer_page(shown, asked, answer.card, [e.effect for e in answer.effects])


def _answer_page(shown: dict[str, Any], asked: dict[str, str], card: Card, effects: list[Effect]) -> str:
    lines = [(effect, _desk().timeline(card, effect)) for effect in effects]
    return render_template("answer.html", answer=shown, asked=asked, lines=lines, phases=PHASES)


def _plain(question: str) -> str:
    """The answer to a question in plain words, with what was understood as a form to edit."""
    shown = answer_asked(_desk(), question)
    form = shown["question"]["form"]
    asked = {key: _typed(form.get(key)) for key in ASKED} | {"q": shown["question"]["text"]}
    if shown["question"]["kind"] != "can":
        return render_template("free.html", answer=shown, asked=asked, phases=PHASES, ask_link=_ask_link)
    card = card_by_name(_desk(), form["card"])
    numbers = {(line["part"], line["number"]) for line in shown.get("effects", [])} or {
        (e.part, e.number) for e in card.effects if e.number == shown["question"]["effect"]
    }
    return _answer_page(shown, asked, card, [e for e in card.effects if (e.part, e.number) in numbers])


def _typed(value: Any) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)


def _ask_link(choice: dict[str, Any]) -> str:
    """The address of a choice: the form it completes, or the question asked again."""
    if choice["form"]:
        return url_for("pages.ask", **{key: _typed(value) for key, value in choice["form"].items()})
    return url_for("pages.ask", q=choice["question"])


def _choose(wrong: Unsettled, asked: dict[str, str]) -> str:
    """Offer the cards a name may mean; each leads to the same question about that card."""
    shown = [card_identity(c) for c in wrong.cards]
    field = "respond_to" if wrong.value == asked["respond_to"].rpartition("/")[0] else "card"
    if wrong.value == asked["respond_to"]:
        field = "respond_to"
    return render_template(
        "choose.html", says=wrong.says, asked=asked, cards=shown, kind=wrong.kind, phases=PHASES, field=field
    )


@blueprint.get("/cards")
def cards() -> Any:
    """Search by name; one exact hit goes straight to the card."""
    query = request.args.get("q", "")
    if not query.strip():
        listed = sorted(_desk().book.library.cards.values(), key=lambda c: c.names.zh)
        return render_template("cards.html", query="", hits=[card_identity(c) for c in listed], near=[], groups=[])
    query = checked_text(query, "q")
    near: list[dict[str, Any]] = []
    try:
        return redirect(url_for("pages.card", card=card_by_name(_desk(), query).id))
    except Unsettled as wrong:
        if wrong.kind == "unknown-card":
            near = [card_identity(c) for c in wrong.cards]
    found = searched(_desk(), Search(query, "card", 50))
    hits = [h for h in found["results"] if h["why"] != "near"]
    return render_template("cards.html", query=query, hits=hits, near=[] if hits else near, groups=found["groups"])


@blueprint.get("/cards/<path:card>")
def card(card: str) -> str:
    """One card."""
    found = card_by_name(_desk(), checked_text(card, "card"))
    return render_template("card.html", card=card_page(_desk(), found), phases=PHASES)


@blueprint.get("/suggest")
def suggest() -> Response:
    """Names while typing."""
    query = request.args.get("q", "").strip()[:60]
    hits = [card_identity(hit.card) for hit in finder_of(_desk()).suggest(query, 8)] if query else []
    return current_app.json.response([{"id": h["id"], "names": h["names"]} for h in hits])


@blueprint.get("/rulings")
def rulings() -> str:
    """All rulings by document and section; with words or facets, those found, narrowed by links."""
    search = search_asked(request.args, need_words=False, limit=20)
    narrowed = search.words or search.cards or search.facets or search.since or search.until
    found = searched(_desk(), replace(search, kind=search.kind or "ruling")) if narrowed else None
    documents = [] if found else by_section(_desk().book)
    return render_template("rulings.html", documents=documents, found=found, search=search, link=_narrowed)


def _narrowed(**changed: str) -> str:
    """The address of the same search with something changed; an empty value takes it away."""
    parts: dict[str, Any] = {**request.args.to_dict(flat=False), "page": "", **changed}
    return url_for("pages.rulings", **{k: v for k, v in parts.items() if v and k != "lang"})


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
