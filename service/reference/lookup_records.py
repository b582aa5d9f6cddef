"""What the API gives to those who look things up: cards, rulings, rules, shelves, the graph; as typed records."""

from typing import Any, Literal, NotRequired, TypedDict

from knowledge.explanation.answer_records import Both, CardName, RulingLine, Verdict


class SearchHit(TypedDict):
    """A card, a ruling or a rule that was found."""

    kind: Literal["card", "ruling", "rule"]
    id: str
    score: float
    cid: NotRequired[int | None]
    password: NotRequired[int | None]
    names: NotRequired[dict[str, str] | None]
    says: NotRequired[Both | None]


class FacetValue(TypedDict):
    """A value the results can be narrowed by, and how many lie under it."""

    value: str
    names: Both
    count: int


class ChosenValue(TypedDict):
    """A value the results are narrowed by."""

    facet: str
    value: str
    names: Both


class SearchAnswer(TypedDict):
    """What was found, best first: a page of it, and what lies under each facet."""

    results: list[SearchHit]
    total: int
    page: int
    pages: int
    limit: int
    loosened: bool
    facets: dict[str, list[FacetValue]]
    chosen: list[ChosenValue]


class EffectPart(TypedDict):
    """One part of an effect (cost, targets, does …) in words."""

    part: str
    said: list[Both]


class CardEffect(TypedDict):
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


class Related(CardName):
    """A card with an effect of the same pattern, and how much of it they share."""

    alike: float


class TextPiece(TypedDict):
    """A stretch of a card's text: cost, target or resolution; and the effect that begins here."""

    text: str
    mark: Literal["cost", "targets", "does"] | None
    effect: dict[str, Any] | None


class TextPart(TypedDict):
    """The scale text or the text of a card, in pieces that together are the whole."""

    part: Literal["pendulum", "text"]
    pieces: list[TextPiece]


class CardText(TypedDict):
    """The text of the user's own database, in this language."""

    lang: str
    parts: list[TextPart]


class CardAnswer(CardName):
    """One card with its effects and rulings; its text where a database was imported."""

    effects: list[CardEffect]
    rulings: list[RulingLine]
    texts: dict[str, CardText]
    related: list[Related]


class RulingAnswer(RulingLine):
    """One ruling with its cases, cards and neighbours."""

    cites: list[dict[str, Any]]
    cards: list[CardName]
    cases: list[dict[str, Any]]
    neighbours: list[dict[str, Any]]


class RulingsAnswer(TypedDict):
    """Every ruling."""

    results: list[RulingAnswer]
    total: int


Exceptions = TypedDict("Exceptions", {"except": list[dict[str, Any]]})


class RuleAnswer(Exceptions):
    """One rule, what it excepts, its exceptions, the rulings that test it."""

    id: str
    says: Both
    then: str
    gate: dict[str, Any]
    when: dict[str, Any]
    cites: list[dict[str, Any]]
    exceptions: list[dict[str, Any]]
    rulings: list[RulingLine]


class TimingLine(TypedDict):
    """A moment of the turn and the windows inside it."""

    id: str
    kind: str
    parent: str | None
    order: int | None
    names: dict[str, str]
    windows: list[str]


class TimingsAnswer(TypedDict):
    """All moments, and the windows in order."""

    results: list[TimingLine]
    windows: list[str]


class GraphNode(TypedDict):
    """Something the desk knows of, with a place in the picture and its page."""

    id: str
    kind: str
    says: Both
    x: float
    y: float
    url: str | None


class GraphEdge(TypedDict):
    """How one node bears on another."""

    source: str
    target: str
    type: str
    says: Both


class GraphAnswer(TypedDict):
    """The neighbourhood of a node."""

    node: str
    nodes: list[GraphNode]
    edges: list[GraphEdge]
    more: int


class Pointer(TypedDict):
    """Something that has a page, by its id and names."""

    id: str
    names: dict[str, str]


class TermPoint(TypedDict):
    """One thing to know about a term."""

    says: Both
    cites: list[str]


class TermLine(Pointer):
    """A term of the glossary."""

    aliases: list[str]
    says: Both
    cites: list[str]
    points: list[TermPoint]
    see: list[Pointer]


class TermsAnswer(TypedDict):
    """The glossary."""

    results: list[TermLine]
    total: int


class ShelfLine(Pointer):
    """A shelf and how much stands on it."""

    count: int


class ShelvesOfKind(TypedDict):
    """The shelves of one kind."""

    kind: Literal["document", "timing", "gate", "category"]
    entries: list[ShelfLine]


class ShelvesAnswer(TypedDict):
    """Every shelf, by kind."""

    results: list[ShelvesOfKind]


class RuleLine(TypedDict):
    """A rule by its sentence."""

    id: str
    says: Both


class ShelfSection(TypedDict):
    """The rulings under one heading."""

    id: str
    names: dict[str, str]
    rulings: list[RulingLine]


class ShelfAnswer(Pointer):
    """The rules, rulings and cards of a document, a moment, a matter or a kind of effect."""

    kind: Literal["document", "timing", "gate", "category"]
    asks: Both | None
    inside: list[Pointer]
    rules: list[RuleLine]
    sections: list[ShelfSection]
    total: int
    cards: list[CardName]
    cards_total: int


class Figure(TypedDict):
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


class FigureSet(TypedDict):
    """A set of figures: what it is, by which command, its latest lines and how many earlier ones there are."""

    id: str
    shelf: Literal["blind", "rules", "simulator", "questions"]
    names: Both
    says: Both
    command: str
    rows: list[Figure]
    earlier: int


class FrozenRulings(TypedDict):
    """The rulings strict and read are told of."""

    since: str
    rulings: int


class Disagreement(TypedDict):
    """Where a simulator and the desk differ, and who is right."""

    says: Both
    right: Literal["desk", "simulator", "open"]
    basis: str


class AccuracyAnswer(TypedDict):
    """How right the desk is: every figure, the blind results batch by batch, what it is good and bad at."""

    data: str
    frozen: FrozenRulings
    sets: list[FigureSet]
    curve: list[Figure]
    good: list[Both]
    bad: list[Both]
    disagreements: list[Disagreement]
