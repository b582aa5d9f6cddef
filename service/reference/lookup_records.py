"""What the API gives to those who look things up: cards, rulings, rules, shelves, the graph; as typed records."""

from typing import Any, Literal

import msgspec

from knowledge.explanation.answer_records import Both, CardName, RulingLine, Verdict


class SearchHit(msgspec.Struct, kw_only=True):
    """A card, a ruling or a rule that was found."""

    kind: Literal["card", "ruling", "rule"]
    id: str
    score: float
    cid: int | None = None
    password: int | None = None
    names: dict[str, str] | None = None
    says: Both | None = None


class FacetValue(msgspec.Struct, kw_only=True):
    """A value the results can be narrowed by, and how many lie under it."""

    value: str
    names: Both
    count: int


class ChosenValue(msgspec.Struct, kw_only=True):
    """A value the results are narrowed by."""

    facet: str
    value: str
    names: Both


class SearchAnswer(msgspec.Struct, kw_only=True):
    """What was found, best first: a page of it, and what lies under each facet."""

    results: list[SearchHit]
    total: int
    page: int
    pages: int
    limit: int
    loosened: bool
    facets: dict[str, list[FacetValue]]
    chosen: list[ChosenValue]


class EffectPart(msgspec.Struct, kw_only=True):
    """One part of an effect (cost, targets, does …) in words."""

    part: str
    said: list[Both]


class CardEffect(msgspec.Struct, kw_only=True):
    """One effect as profiled, in words, and where it may be activated in either player's turn."""

    number: int
    part: str
    kind: str
    mandatory: bool
    summary: Both
    speed: int | None
    zones: list[str]
    targets: bool
    cost: list[str]
    does: list[str]
    windows: dict[str, dict[str, Verdict]]
    words: list[EffectPart]


class Related(CardName, kw_only=True):
    """A card with an effect of the same pattern, and how much of it they share."""

    alike: float


class TextPiece(msgspec.Struct, kw_only=True):
    """A stretch of a card's text: cost, target or resolution; and the effect that begins here."""

    text: str
    mark: Literal["cost", "targets", "does"] | None
    effect: dict[str, Any] | None


class TextPart(msgspec.Struct, kw_only=True):
    """The scale text or the text of a card, in pieces that together are the whole."""

    part: Literal["pendulum", "text"]
    pieces: list[TextPiece]


class CardText(msgspec.Struct, kw_only=True):
    """The text of the user's own database, in this language."""

    lang: str
    parts: list[TextPart]


class CardAnswer(CardName, kw_only=True):
    """One card with its effects and rulings; its text where a database was imported."""

    effects: list[CardEffect]
    rulings: list[RulingLine]
    texts: dict[str, CardText]
    related: list[Related]


class RulingAnswer(RulingLine, kw_only=True):
    """One ruling with its cases, cards and neighbours."""

    cites: list[dict[str, Any]]
    cards: list[CardName]
    cases: list[dict[str, Any]]
    neighbours: list[dict[str, Any]]


class RulingsAnswer(msgspec.Struct, kw_only=True):
    """Every ruling."""

    results: list[RulingAnswer]
    total: int


class RuleAnswer(msgspec.Struct, kw_only=True):
    """One rule, what it excepts, its exceptions, the rulings that test it."""

    id: str
    says: Both
    then: str
    gate: dict[str, Any]
    when: dict[str, Any]
    cites: list[dict[str, Any]]
    except_: list[dict[str, Any]] = msgspec.field(name="except")
    exceptions: list[dict[str, Any]]
    rulings: list[RulingLine]


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


class TermPoint(msgspec.Struct, kw_only=True):
    """One thing to know about a term."""

    says: Both
    cites: list[str]


class TermLine(Pointer, kw_only=True):
    """A term of the glossary."""

    aliases: list[str]
    says: Both
    cites: list[str]
    points: list[TermPoint]
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


class Figure(msgspec.Struct, kw_only=True):
    """One figure of the record."""

    date: str
    set: str
    kind: str
    kind_names: Both
    total: int
    right: int
    wrong_with_confidence: int | None
    undecided: int | None
    share: float
    note: str


class FigureSet(msgspec.Struct, kw_only=True):
    """A set of figures: what it is, by which command, its latest lines and how many earlier ones there are."""

    id: str
    shelf: Literal["blind", "rules", "simulator", "questions"]
    names: Both
    says: Both
    command: str
    rows: list[Figure]
    earlier: int


class FrozenRulings(msgspec.Struct, kw_only=True):
    """The rulings strict and read are told of."""

    since: str
    rulings: int


class Disagreement(msgspec.Struct, kw_only=True):
    """Where a simulator and the desk differ, and who is right."""

    says: Both
    right: Literal["desk", "simulator", "open"]
    basis: str


class AccuracyAnswer(msgspec.Struct, kw_only=True):
    """How right the desk is: every figure, the blind results batch by batch, what it is good and bad at."""

    data: str
    frozen: FrozenRulings
    sets: list[FigureSet]
    curve: list[Figure]
    good: list[Both]
    bad: list[Both]
    disagreements: list[Disagreement]
