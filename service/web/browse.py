"""Ways to look around: by document, moment, matter and kind of effect; the glossary; the graph."""

from typing import Any

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from knowledge.problems import BadInput
from service.api.bodies import MOST_NODES, GraphQuery, query_taken
from service.lookup import checked_text
from service.presentation.accuracy import accuracy_told, curve_drawn
from service.reference.glossary import glossary_told, term_told
from service.reference.neighbourhood import graph_answer, listed, touched_told, way_told
from service.reference.shelves import changes_told, document_told, index, shelf_of
from service.web.form import desk_here
from service.web.pictures import drawn

blueprint = Blueprint("browse", __name__)
DRAWN = 26  # nodes of a picture one can take in at once; more on demand


@blueprint.get("/browse")
def browse() -> str:
    """Everything there is to look through, by kind."""
    return render_template("browse.html", index=index(desk_here()))


@blueprint.get("/browse/<kind>/<path:name>")
def shelf(kind: str, name: str) -> str:
    """The rules, rulings and cards of one document, moment, matter or kind of effect."""
    told, gate = shelf_of(desk_here(), kind, name), desk_here().book.library.gates.get(name)
    is_matter = kind == "gate" and gate is not None and gate.decides == "matter"
    return render_template("shelf.html", shelf=told, is_matter=is_matter)


@blueprint.get("/documents/<path:name>")
def document(name: str) -> str:
    """One source: author, edition, address, and section by section what we took from it."""
    return render_template("document.html", document=document_told(desk_here(), name))


@blueprint.get("/changes")
def changes() -> str:
    """What has changed in the law, the newest first."""
    return render_template("changes.html", changes=changes_told(desk_here()))


@blueprint.get("/changes.atom")
def feed() -> Response:
    """The same as an Atom feed, for judges who follow it."""
    told = [change for change in changes_told(desk_here()) if change["listed"]]
    updated = max((change["listed"] for change in told), default="2019-01-31")
    return Response(render_template("changes.atom", changes=told, updated=updated), mimetype="application/atom+xml")


@blueprint.get("/glossary")
def glossary() -> str:
    """Every game term the desk explains, by topic; or those in which the words asked for stand."""
    asked = request.args.get("q", "")
    words = checked_text(asked, "q") if asked.strip() else ""
    return render_template("glossary.html", glossary=glossary_told(desk_here(), words))


@blueprint.get("/glossary/<name>")
def term(name: str) -> str:
    """One term: what it is, point by point, and what it belongs with."""
    return render_template("term.html", term=term_told(desk_here(), name))


@blueprint.get("/accuracy")
def accuracy() -> str:
    """How right the desk is, what it is bad at, and how each figure is measured."""
    told = accuracy_told()
    return render_template("accuracy.html", accuracy=told, picture=curve_drawn(told["curve"]))


@blueprint.get("/graph")
def graph() -> ResponseReturnValue:
    """The knowledge around a node as a picture and as a list, what a change of it touches, and the way to another."""
    try:
        asked = query_taken(GraphQuery)
    except BadInput as wrong:
        if wrong.field == "node" and not wrong.value:
            return render_template("graph_start.html", index=index(desk_here()))
        raise
    most = asked.limit if request.args.get("limit") else DRAWN
    answer = graph_answer(desk_here(), checked_text(asked.node, "node"), most)
    to = request.args.get("to", "").strip()[:200]
    way, refused = _way(answer["node"], to) if to else (None, None)
    page = render_template(
        "graph.html",
        graph=answer,
        picture=drawn(answer),
        groups=listed(answer),
        most=MOST_NODES,
        touched=touched_told(desk_here(), answer["node"]),
        to=to,
        way=way,
        wrong=refused.says if refused else None,
    )
    return page, refused.status if refused else 200


def _way(start: str, end: str) -> tuple[list[dict[str, Any]] | None, BadInput | None]:
    try:
        return way_told(desk_here(), start, end), None
    except BadInput as wrong:
        return None, wrong
