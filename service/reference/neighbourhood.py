"""The knowledge around a node, ready for a picture: names in both languages, places, pages to go to."""

from typing import Any

from flask import url_for

from knowledge.data.library import Library
from knowledge.data.records import nearest
from knowledge.desk import Desk
from knowledge.explanation.citations import both
from knowledge.problems import bad_input
from knowledge.rules import graph as graphs
from service.presentation.page_words import words

MOST_TOUCHED = 40  # of a kind, on a page; the command line lists them all


def graph_answer(desk: Desk, name: str, most: int) -> dict[str, Any]:
    """The nodes nearest to the one of this name, with the edges that join them."""
    middle = node_named(desk, name)
    spots, left_out = graphs.around(desk.book.graph, middle, most)
    edges = [
        {"source": _id(a), "target": _id(b), "type": kind, "says": words()[f"edge.{kind}"]}
        for spot in spots
        if spot.parent
        for a, b, kind in graphs.edges_between(desk.book.graph, spot.node, spot.parent)
    ]
    nodes = [
        {
            "id": _id(spot.node),
            "kind": spot.node[0],
            "says": said_of(desk, spot.node),
            "x": float(spot.column),
            "y": spot.row,
            "parent": _id(spot.parent) if spot.parent else None,
            "url": page_of(spot.node),
        }
        for spot in spots
    ]
    return {"node": _id(middle), "nodes": nodes, "edges": edges, "more": left_out}


def listed(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """The same as headed lists: the neighbours by how they are joined, and below each what it brought along."""
    nodes = {node["id"]: node for node in answer["nodes"]}
    groups: dict[tuple[str, bool], dict[str, Any]] = {}
    for node in answer["nodes"]:
        if node["parent"] != answer["node"]:
            continue
        kind, inward = _joined(answer, node)
        said = words()[f"edge-from.{kind}" if inward else f"edge.{kind}"]
        below = [
            {**nodes[other["id"]], "joined": _joined(answer, other)[0]}
            for other in answer["nodes"]
            if other["parent"] == node["id"]
        ]
        groups.setdefault((kind, inward), {"says": said, "entries": []})["entries"].append({**node, "below": below})
    return [groups[key] for key in sorted(groups)]


def touched_told(desk: Desk, name: str) -> list[dict[str, Any]]:
    """What a change of this node touches, by kind: how many there are, and the first of them."""
    by_kind: dict[str, list[graphs.Node]] = {}
    for node in graphs.impact(desk.book.graph, node_named(desk, name)):
        by_kind.setdefault(node[0], []).append(node)
    return [
        {
            "kind": kind,
            "count": len(nodes),
            "entries": [{"id": _id(n), "says": said_of(desk, n), "url": page_of(n)} for n in nodes[:MOST_TOUCHED]],
        }
        for kind, nodes in by_kind.items()
    ]


def way_told(desk: Desk, start: str, end: str) -> list[dict[str, Any]]:
    """How one node leads to another, step by step; nothing where it does not."""
    here, told = node_named(desk, start), []
    for one, other, kind in graphs.path(desk.book.graph, here, meant(desk, end)):
        outward, here = one == here, other if one == here else one
        by = words()[f"edge.{kind}" if outward else f"edge-from.{kind}"]
        told.append({"id": _id(here), "kind": here[0], "says": said_of(desk, here), "url": page_of(here), "by": by})
    return told


def _joined(answer: dict[str, Any], node: dict[str, Any]) -> tuple[str, bool]:
    """The edge between a node and the one it hangs on: its type, and whether it leads inward."""
    ends = {node["id"], node["parent"]}
    edge = next(e for e in answer["edges"] if {e["source"], e["target"]} == ends)
    return edge["type"], edge["source"] == node["id"]


def node_named(desk: Desk, name: str) -> graphs.Node:
    """The node written as `kind:id`."""
    kind, _, known_as = name.partition(":")
    node = (kind, known_as)
    if node in desk.book.graph:
        return node
    kinds = sorted({k for k, _ in desk.book.graph.nodes})
    near = nearest(known_as, [n for k, n in desk.book.graph.nodes if k == kind]) if kind in kinds else ""
    key, accepted = ("node.near", [f"{kind}:{near}"]) if near else ("node.unknown", kinds)
    raise bad_input(
        key,
        field="node",
        value=name,
        accepted=accepted,
        status=404,
        kind="unknown-node",
        kinds=", ".join(kinds),
        near=f"{kind}:{near}",
    )


def meant(desk: Desk, name: str) -> graphs.Node:
    """The node of this name, written as `kind:id` or as an id that only one node has, or a card by any name."""
    kinds = {kind for kind, _ in desk.book.graph.nodes}
    if name.partition(":")[0] in kinds:
        return node_named(desk, name)
    found: list[graphs.Node] = sorted(node for node in desk.book.graph.nodes if node[1] == name)
    if len(found) == 1:
        return found[0]
    card = desk.book.card_named(name)
    return ("card", card.id) if card and not found else node_named(desk, ":".join(found[0]) if found else name)


def said_of(desk: Desk, node: graphs.Node) -> dict[str, str]:
    """What a node is called, or the sentence it stands for."""
    library, (kind, name) = desk.book.library, node
    if kind == "rule":
        return both(desk.book.rules[name].says)
    if kind == "ruling":
        return both(library.rulings[name].says)
    if kind in ("act", "event"):
        word = getattr(library, f"{kind}s").get(name)
        return both(word or name)
    if kind == "effect":
        return _effect(library, name)
    if kind == "fact":
        return both(library.facts[name].question)
    return _named(library, kind, name)


def _effect(library: Library, name: str) -> dict[str, str]:
    card, part, number = name.split("/")
    effect = next(e for e in library.cards[card].effects if e.part == part and str(e.number) == number)
    return both(effect.summary) if effect.summary else {"zh": number, "en": number}


def _named(library: Library, kind: str, name: str) -> dict[str, str]:
    if kind == "section":
        document, _, section = name.partition("#")
        record: Any = next(s for s in library.documents[document].sections if s.id == section)
    else:
        shelf = {"category": "categories"}.get(kind, f"{kind}s")
        record = getattr(library, shelf).get(name)
    if record is None:
        return {"zh": name, "en": name}
    return {"zh": record.names.zh, "en": record.names.en or record.names.zh}


def page_of(node: graphs.Node) -> str | None:
    """The page about a node, where there is one."""
    kind, name = node
    if kind in ("card", "rule", "ruling"):
        named: dict[str, Any] = {kind: name}
        return url_for(f"pages.{kind}", **named)
    if kind == "effect":
        return url_for("pages.card", card=name.split("/")[0])
    if kind in ("timing", "category", "gate", "document"):
        return url_for("browse.shelf", kind=kind, name=name)
    if kind == "section":
        document, _, section = name.partition("#")
        return url_for("browse.document", name=document, _anchor=section)
    return url_for("browse.term", name=name) if kind == "term" else None


def _id(node: graphs.Node) -> str:
    return f"{node[0]}:{node[1]}"
