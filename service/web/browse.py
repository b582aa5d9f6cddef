"""Ways to look around: documents, moments, matters, kinds of effects, the glossary; the graph drawn."""

import re
import unicodedata
from typing import Any

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from knowledge.problems import BadInput
from service.api.bodies import MOST_NODES, GraphQuery, query_taken
from service.lookup import checked_text
from service.presentation.accuracy import accuracy_told, curve_drawn
from service.reference.neighbourhood import graph_answer, listed, touched_told, way_told
from service.reference.shelves import changes_told, document_told, glossary_told, index, shelf_of, term_told
from service.web.form import desk_here

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


WIDE, HIGH = 270, 62  # a box
GAP, ROW = 110, 70  # between columns; from row to row
MARGIN = 12
LINES = 2  # of a sentence that are written into a box
ACROSS = 33  # columns of a line in a box; a Chinese character takes two


def drawn(graph: dict[str, Any]) -> dict[str, Any]:
    """Boxes and the curves between them, in the units of the picture."""
    left = min(node["x"] for node in graph["nodes"])
    boxes = {
        node["id"]: {
            **node,
            "left": MARGIN + (node["x"] - left) * (WIDE + GAP),
            "top": MARGIN + node["y"] * ROW,
            "middle": node["id"] == graph["node"],
            "lines": {lang: lines_of(said) for lang, said in node["says"].items()},
        }
        for node in graph["nodes"]
    }
    lines = [_line(boxes[node["parent"]], box, graph) for node, box in _hanging(graph, boxes)]
    return {
        "width": max(b["left"] for b in boxes.values()) + WIDE + MARGIN,
        "height": max(b["top"] for b in boxes.values()) + HIGH + MARGIN,
        "box": {"width": WIDE, "height": HIGH},
        "boxes": list(boxes.values()),
        "lines": lines,
    }


def _hanging(graph: dict[str, Any], boxes: dict[str, Any]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [(node, boxes[node["id"]]) for node in graph["nodes"] if node["parent"]]


def _line(parent: dict[str, Any], child: dict[str, Any], graph: dict[str, Any]) -> dict[str, Any]:
    """A curve from box to box; the word of the edge stands beside the outer box."""
    outward = 1 if child["left"] > parent["left"] else -1
    x1 = parent["left"] + (WIDE if outward > 0 else 0)
    x2 = child["left"] + (0 if outward > 0 else WIDE)
    y1, y2 = parent["top"] + HIGH / 2, child["top"] + HIGH / 2
    half = (x1 + x2) / 2
    ends = {parent["id"], child["id"]}
    edge = next(e for e in graph["edges"] if {e["source"], e["target"]} == ends)
    return {
        "path": f"M{x1:g} {y1:g}C{half:g} {y1:g} {half:g} {y2:g} {x2:g} {y2:g}",
        "x": x2 - outward * 6,
        "y": y2 - 5,
        "anchor": "end" if outward > 0 else "start",
        "type": edge["type"],
        "says": edge["says"],
        "points_out": edge["target"] == child["id"],
        "outer": child["id"],
    }


def lines_of(said: str, across: int = ACROSS, most: int = LINES) -> list[str]:
    """A sentence as the lines of a box, broken between words or Chinese characters; what does not fit is left off."""
    lines, line = [], ""
    for word in _WORD.findall(said):
        if line and _width(line + word.rstrip()) > across:
            lines.append(line.rstrip())
            line = word.lstrip()
        else:
            line += word
    lines.append(line.rstrip())
    if len(lines) <= most:
        return lines
    kept = lines[:most]
    while _width(kept[-1]) > across - 2:
        kept[-1] = kept[-1][:-1]
    return [*kept[:-1], kept[-1].rstrip() + "…"]


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


_WORD = re.compile(r"[⺀-鿿＀-￯]|[^\s⺀-鿿＀-￯]+\s*|\s+")


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
