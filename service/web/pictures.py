"""Pictures as measures for the templates: the neighbourhood of a node, and the turn as boxes of windows."""

import re
import unicodedata
from typing import Any

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
