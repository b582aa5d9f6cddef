"""What the API gives to those who look around: moments, the graph, the glossary, the shelves."""

from typing import Literal

import msgspec

from service.replies import Both, CardName, RulingLine


class TimingLine(msgspec.Struct, kw_only=True):
    """A moment of the turn and the windows inside it."""

    id: str
    kind: str
    parent: str | None
    order: int | None
    names: dict[str, str]
    windows: list[str]


class TimingsAnswer(msgspec.Struct, kw_only=True):
    """All moments, and the windows in order."""

    results: list[TimingLine]
    windows: list[str]


class GraphNode(msgspec.Struct, kw_only=True):
    """Something the desk knows of, with a place in the picture and its page."""

    id: str
    kind: str
    says: Both
    x: float
    y: float
    url: str | None


class GraphEdge(msgspec.Struct, kw_only=True):
    """How one node bears on another."""

    source: str
    target: str
    type: str
    says: Both


class GraphAnswer(msgspec.Struct, kw_only=True):
    """The neighbourhood of a node."""

    node: str
    nodes: list[GraphNode]
    edges: list[GraphEdge]
    more: int


class Pointer(msgspec.Struct, kw_only=True):
    """Something that has a page, by its id and names."""

    id: str
    names: dict[str, str]


class TermLine(Pointer, kw_only=True):
    """A term of the glossary."""

    aliases: list[str]
    says: Both
    cites: list[str]
    see: list[Pointer]


class TermsAnswer(msgspec.Struct, kw_only=True):
    """The glossary."""

    results: list[TermLine]
    total: int


class ShelfLine(Pointer, kw_only=True):
    """A shelf and how much stands on it."""

    count: int


class ShelvesOfKind(msgspec.Struct, kw_only=True):
    """The shelves of one kind."""

    kind: Literal["document", "timing", "gate", "category"]
    entries: list[ShelfLine]


class ShelvesAnswer(msgspec.Struct, kw_only=True):
    """Every shelf, by kind."""

    results: list[ShelvesOfKind]


class RuleLine(msgspec.Struct, kw_only=True):
    """A rule by its sentence."""

    id: str
    says: Both


class ShelfSection(msgspec.Struct, kw_only=True):
    """The rulings under one heading."""

    id: str
    names: dict[str, str]
    rulings: list[RulingLine]


class ShelfAnswer(Pointer, kw_only=True):
    """The rules, rulings and cards of a document, a moment, a matter or a kind of effect."""

    kind: Literal["document", "timing", "gate", "category"]
    asks: Both | None
    inside: list[Pointer]
    rules: list[RuleLine]
    sections: list[ShelfSection]
    total: int
    cards: list[CardName]
    cards_total: int
