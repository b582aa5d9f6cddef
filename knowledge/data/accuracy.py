"""The record of how right the desk is, `docs/accuracy.csv`, a line for each figure; and what each set of it is."""

import csv
from pathlib import Path
from typing import Literal

import msgspec

from knowledge.data.law import Record
from knowledge.data.profile import Names, Says
from knowledge.data.yaml_files import read_yaml, rulings_folder

FILE = "measures.yaml"
COLUMNS = ("date", "set", "kind", "total", "right", "wrong_with_confidence", "undecided", "note")


class Row(msgspec.Struct, frozen=True):
    """One figure: on that day, of that set and kind, so many right; the other two where they were counted."""

    date: str
    set: str
    kind: str
    total: int
    right: int
    wrong_with_confidence: int | None
    undecided: int | None
    note: str

    @property
    def share(self) -> float:
        """The part that was right."""
        return self.right / self.total if self.total else 0.0


class Frozen(Record, frozen=True):
    """The rulings the measures are told of, and since when they stay the same."""

    since: str
    rulings: tuple[str, ...]


class MeasuredSet(Record, frozen=True):
    """One set of figures: what it is, how it is measured, and by which command."""

    id: str
    names: Names
    says: Says
    command: str
    shelf: Literal["blind", "rules", "simulator", "questions"]


class Said(Record, frozen=True):
    """A sentence of the page, such as something the desk is bad at, with the number it rests on."""

    says: Says
    count: str = ""


class Disagreement(Record, frozen=True):
    """Where the simulator and the desk differ, and who is right."""

    says: Says
    right: Literal["desk", "simulator", "open"]
    basis: str = ""  # what settles it: a rule, an official number


class Measures(Record, frozen=True):
    """Everything `measures.yaml` tells."""

    frozen: Frozen
    sets: tuple[MeasuredSet, ...] = ()
    good: tuple[Said, ...] = ()
    bad: tuple[Said, ...] = ()
    kinds: dict[str, Names] = {}  # the kinds of rows in words
    disagreements: tuple[Disagreement, ...] = ()


def read_measures(folder: Path | None = None) -> Measures:
    """What is measured, from `measures.yaml` of a folder of rulings."""
    path = (folder or rulings_folder()) / FILE
    return msgspec.convert(read_yaml(path.read_text(encoding="utf-8")).value, Measures)


def frozen_rulings(folder: Path) -> frozenset[str]:
    """The ids of the rulings the measures are told of; none where the folder does not choose."""
    return frozenset(read_measures(folder).frozen.rulings) if (folder / FILE).is_file() else frozenset()


def record_file() -> Path:
    """The running record: beside the packages in a checkout, inside them in an installed copy."""
    return rulings_folder().parent / "docs" / "accuracy.csv"


def read_record(path: Path) -> list[Row]:
    """Every line of the record, in its order; none where there is no record."""
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [msgspec.convert(_counted(line), Row, strict=False) for line in csv.DictReader(file)]


def _counted(line: dict[str, str]) -> dict[str, str | None]:
    return {name: value if value or name in ("kind", "note") else None for name, value in line.items()}


def add_to_record(path: Path, rows: list[Row]) -> None:
    """Add lines at the end of a record, which is begun where it does not exist."""
    begun = path.is_file()
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if not begun:
            writer.writerow(COLUMNS)
        for row in rows:
            writer.writerow(["" if value is None else value for value in msgspec.structs.astuple(row)])
