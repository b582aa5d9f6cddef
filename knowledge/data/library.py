"""The folder `rulings/` → a library of typed records, with every fault found on the way."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from knowledge.data.cases import Ruling
from knowledge.data.law import (
    Category,
    Document,
    Edition,
    Fact,
    FaqLink,
    Gate,
    Moved,
    Note,
    ProfileWord,
    Silence,
    Subject,
    Term,
    Timing,
    Topic,
    Word,
)
from knowledge.data.profile import Card, OtherCard
from knowledge.data.records import Fault, as_record
from knowledge.data.yaml_files import Placed, Unreadable, read_yaml

T = TypeVar("T", bound=msgspec.Struct)
Where = tuple[str, int]  # file, line


@dataclass
class Library:
    """Everything that stands in `rulings/`, by id, and where it stands."""

    editions: dict[str, Edition] = field(default_factory=dict)
    documents: dict[str, Document] = field(default_factory=dict)
    faq: dict[str, FaqLink] = field(default_factory=dict)
    timings: dict[str, Timing] = field(default_factory=dict)
    categories: dict[str, Category] = field(default_factory=dict)
    acts: dict[str, Word] = field(default_factory=dict)
    events: dict[str, Word] = field(default_factory=dict)
    requirements: dict[str, Word] = field(default_factory=dict)
    continuous: dict[str, Word] = field(default_factory=dict)
    subjects: dict[str, Subject] = field(default_factory=dict)
    details: dict[str, ProfileWord] = field(default_factory=dict)
    referents: dict[str, ProfileWord] = field(default_factory=dict)
    durations: dict[str, ProfileWord] = field(default_factory=dict)
    counts: dict[str, ProfileWord] = field(default_factory=dict)
    amounts: dict[str, ProfileWord] = field(default_factory=dict)
    values: dict[str, ProfileWord] = field(default_factory=dict)
    counted: dict[str, ProfileWord] = field(default_factory=dict)
    whose: dict[str, ProfileWord] = field(default_factory=dict)
    sources: dict[str, ProfileWord] = field(default_factory=dict)
    silences: dict[str, Silence] = field(default_factory=dict)
    ways: dict[str, ProfileWord] = field(default_factory=dict)
    filters: dict[str, ProfileWord] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict)
    gates: dict[str, Gate] = field(default_factory=dict)
    topics: dict[str, Topic] = field(default_factory=dict)
    terms: dict[str, Term] = field(default_factory=dict)
    notes: dict[str, Note] = field(default_factory=dict)
    rulings: dict[str, Ruling] = field(default_factory=dict)
    cards: dict[str, Card] = field(default_factory=dict)
    other_cards: dict[str, OtherCard] = field(default_factory=dict)
    moved: dict[str, Moved] = field(default_factory=dict)
    where: dict[tuple[str, str], Where] = field(default_factory=dict)  # (kind of record, id) → place
    faults: list[Fault] = field(default_factory=list)


SHELVES: dict[str, tuple[type[msgspec.Struct], str]] = {
    "editions": (Edition, "id"),
    "documents": (Document, "id"),
    "faq": (FaqLink, "prefix"),
    "timings": (Timing, "id"),
    "categories": (Category, "id"),
    "acts": (Word, "id"),
    "events": (Word, "id"),
    "requirements": (Word, "id"),
    "continuous": (Word, "id"),
    "subjects": (Subject, "id"),
    "details": (ProfileWord, "id"),
    "referents": (ProfileWord, "id"),
    "durations": (ProfileWord, "id"),
    "counts": (ProfileWord, "id"),
    "amounts": (ProfileWord, "id"),
    "values": (ProfileWord, "id"),
    "counted": (ProfileWord, "id"),
    "whose": (ProfileWord, "id"),
    "sources": (ProfileWord, "id"),
    "silences": (Silence, "id"),
    "ways": (ProfileWord, "id"),
    "filters": (ProfileWord, "id"),
    "facts": (Fact, "id"),
    "topics": (Topic, "id"),
    "terms": (Term, "id"),
    "notes": (Note, "id"),
    "rulings": (Ruling, "id"),
    "other_cards": (OtherCard, "password"),
    "moved": (Moved, "was"),
}


_LOADED_ELSEWHERE = frozenset(
    {"wording", "stats", "scenarios", "questions", "nicknames.yaml", "readings.yaml", "printed.yaml", "measures.yaml"}
    | {"profile-phrases.yaml"}
    | {"phrases.yaml", "refusals.yaml", "archetypes.yaml", "reasons.yaml", "card-words.yaml", "community-names.yaml"}
)


def read_library(root: Path) -> Library:
    """Read every YAML file below a folder; nothing is skipped silently."""
    library = Library()
    for path in sorted(root.rglob("*.yaml")):
        file = path.relative_to(root).as_posix()
        if file.split("/")[0] in _LOADED_ELSEWHERE:
            continue  # patterns of the text reader, nicknames and connecting words have loaders of their own
        try:
            add_file(library, file, path.read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            library.faults.append(Fault(file, 1, "broken-yaml", "bytes that are not UTF-8", "UTF-8 text"))
    return library


def add_file(library: Library, file: str, text: str) -> None:
    """Put the records of one file on their shelves; `file` is its path below `rulings/`."""
    try:
        placed = read_yaml(text)
    except Unreadable as wrong:
        library.faults.append(Fault(file, wrong.line, "broken-yaml", wrong.found, wrong.expected))
        return
    _shelve_file(library, file, placed)


def _shelve_file(library: Library, file: str, placed: Placed) -> None:
    value = placed.value
    if not isinstance(value, dict):
        library.faults.append(Fault(file, 1, "broken-file", type(value).__name__, "a mapping at the top of the file"))
    elif file.startswith("cards/"):
        _shelve(library, "cards", Card, "id", placed, (), file)
    elif "gate" in value:
        _shelve(library, "gates", Gate, "gate", placed, (), file)
        _place_rules(library, placed, file)
    else:
        for shelf, entries in value.items():
            if shelf not in SHELVES or not isinstance(entries, list):
                expected = "a list under one of: " + ", ".join(SHELVES)
                library.faults.append(
                    Fault(file, placed.line_of((shelf,)), "unknown-shelf", f"the key `{shelf}`", expected)
                )
                continue
            kind, key = SHELVES[shelf]
            for n in range(len(entries)):
                _shelve(library, shelf, kind, key, placed, (shelf, n), file)


def _shelve(
    library: Library, shelf: str, kind: type[T], key: str, placed: Placed, at: tuple[Any, ...], file: str
) -> None:
    record, faults = as_record(kind, placed, at, file)
    library.faults += faults
    if record is None:
        return
    name = str(getattr(record, key))
    shelved: dict[str, Any] = getattr(library, shelf)
    if name in shelved:
        first = library.where[shelf, name]
        found = f"the id `{name}` again (first in {first[0]}:{first[1]})"
        library.faults.append(Fault(file, placed.line_of(at), "id-used-twice", found, "an id of its own"))
        return
    shelved[name] = record
    library.where[shelf, name] = (file, placed.line_of(at))


def _place_rules(library: Library, placed: Placed, file: str) -> None:
    for n, rule in enumerate(placed.value.get("rules") or []):
        if isinstance(rule, dict) and isinstance(rule.get("id"), str):
            place = (file, placed.line_of(("rules", n)))
            if ("rules", rule["id"]) in library.where:
                library.faults.append(
                    Fault(*place, "id-used-twice", f"the rule id `{rule['id']}` again", "an id of its own")
                )
            library.where["rules", rule["id"]] = place


def every_rule(library: Library) -> Iterator[tuple[Gate, Any]]:
    """Each rule with its gate, in the order of ids so that the order of files never matters."""
    for name in sorted(library.gates):
        gate = library.gates[name]
        for rule in sorted(gate.rules, key=lambda r: r.id):
            yield gate, rule


def current_id(library: Library, kind: str, name: str) -> str:
    """The id something has now: its own, or the one it was moved to."""
    moved = library.moved.get(f"{kind}:{name}")
    return moved.now.partition(":")[2] if moved else name
