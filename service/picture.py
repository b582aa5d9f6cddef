"""The neighbourhood of a node as the measures of an SVG: boxes, lines and words on them."""

from typing import Any

WIDE, HIGH = 220, 46  # a box
GAP, ROW = 110, 54  # between columns; from row to row
MARGIN = 12


def drawn(graph: dict[str, Any]) -> dict[str, Any]:
    """Boxes and the curves between them, in the units of the picture."""
    left = min(node["x"] for node in graph["nodes"])
    boxes = {
        node["id"]: {
            **node,
            "left": MARGIN + (node["x"] - left) * (WIDE + GAP),
            "top": MARGIN + node["y"] * ROW,
            "middle": node["id"] == graph["node"],
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
