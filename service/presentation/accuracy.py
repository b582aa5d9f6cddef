"""How right the desk is, as the record tells it: the latest figures of each set, and the blind results in order."""

from typing import Any

from knowledge.data.accuracy import MeasuredSet, Measures, Row, read_measures, read_record, record_file
from knowledge.data.profile import Names
from knowledge.explanation.citations import both
from service.loaded_desk import data_version

WIDE, HIGH, LEFT, TOP, FOOT = 420, 230, 52, 12, 34  # the picture, and its margins
WIDEST_BAR = 64
ALL = "all"  # the kind of the row that sums a set up


def accuracy_told() -> dict[str, Any]:
    """Every figure with its day, what it measures and the command for it; what the desk is good and bad at."""
    measures, record = read_measures(), read_record(record_file())
    return {
        "data": data_version(),
        "frozen": {"since": measures.frozen.since, "rulings": len(measures.frozen.rulings)},
        "sets": [_set(measures, measured, record) for measured in measures.sets],
        "curve": [_row(measures, row) for row in _blind(record)],
        "good": [both(said.says) for said in measures.good],
        "bad": [both(said.says) for said in measures.bad],
        "disagreements": [{"says": both(d.says), "right": d.right, "basis": d.basis} for d in measures.disagreements],
    }


def _set(measures: Measures, measured: MeasuredSet, record: list[Row]) -> dict[str, Any]:
    rows = [row for row in record if row.set == measured.id or row.set.startswith(f"{measured.id}-")]
    last_run = {row.set: (row.date, row.note) for row in rows}
    latest = {(row.set, row.kind): row for row in rows if (row.date, row.note) == last_run[row.set]}
    told = sorted(latest.values(), key=lambda row: (_number(row.set), row.kind != ALL))
    return {
        "id": measured.id,
        "shelf": measured.shelf,
        "names": both(measured.names),
        "says": both(measured.says),
        "command": measured.command,
        "rows": [_row(measures, row) for row in told],
        "earlier": len(rows) - len(told),
    }


def _number(name: str) -> int:
    """Which batch or round a set is; 0 where it is the only one."""
    number = name.rpartition("-")[2]
    return int(number) if number.isdecimal() else 0


def _row(measures: Measures, row: Row) -> dict[str, Any]:
    kind = measures.kinds.get(row.kind, Names(zh=row.kind, en=row.kind))
    return {
        "date": row.date,
        "set": row.set,
        "kind": row.kind,
        "kind_names": both(kind),
        "total": row.total,
        "right": row.right,
        "wrong_with_confidence": row.wrong_with_confidence,
        "undecided": row.undecided,
        "share": round(row.share, 4),
        "note": row.note,
    }


def _blind(record: list[Row]) -> list[Row]:
    """The blind result of each batch: the first that was recorded, whatever was mended later."""
    first: dict[str, Row] = {}
    for row in record:
        if row.set.startswith("batch-") and row.kind == ALL:
            first.setdefault(row.set, row)
    return sorted(first.values(), key=lambda row: _number(row.set))


def curve_drawn(curve: list[dict[str, Any]]) -> dict[str, Any]:
    """The blind results as the measures of an SVG: a bar a batch, and a line through what was right."""
    high, step = HIGH - TOP - FOOT, (WIDE - LEFT) / max(len(curve), 1)
    width = min(WIDEST_BAR, step * 0.6)
    bars, points = [], []
    for n, row in enumerate(curve):
        left, top = LEFT + n * step + (step - width) / 2, float(TOP)
        parts = []
        for part in ("undecided", "wrong_with_confidence", "right"):  # from the top down
            tall = high * (row[part] or 0) / row["total"]
            parts.append({"part": part, "y": round(top, 1), "height": round(tall, 1), "count": row[part] or 0})
            top += tall
        points.append(f"{left + width / 2:.1f},{TOP + high * (1 - row['share']):.1f}")
        bars.append({"x": round(left, 1), "middle": round(left + width / 2, 1), "parts": parts, "row": row})
    lines = [{"y": round(TOP + high * (1 - share / 100), 1), "share": share} for share in (0, 25, 50, 75, 100)]
    size = {"wide": WIDE, "high": HIGH, "left": LEFT, "bar": round(width, 1), "foot": HIGH - 12}
    return {**size, "bars": bars, "points": " ".join(points), "lines": lines}
