"""What the API gives: the shapes of its answers, as typed records. More fields may come; these stay."""

from typing import Any, Literal

import msgspec

Verdict = Literal["yes", "no", "must", "depends", "undetermined", "unknown"]


class Both(msgspec.Struct):
    """A sentence or a name in Chinese and English."""

    zh: str
    en: str


class Problem(msgspec.Struct, kw_only=True):
    """A refusal (RFC 9457): what is wrong, with which value, and what is accepted."""

    type: str
    title: str
    status: int
    detail: str
    says: Both
    field: str | None = None
    value: Any = None
    accepted: list[Any] = []


class CardName(msgspec.Struct, kw_only=True):
    """Who a card is."""

    id: str
    cid: int | None
    password: int | None
    names: dict[str, str]
    type: str


class Asked(msgspec.Struct, kw_only=True):
    """The question as it was understood."""

    kind: str
    card: CardName
    effect: int | None
    at: str
    turn: Literal["own", "opponent"] | None
    understood: Both


class Reason(msgspec.Struct, kw_only=True):
    """A rule that decided, was defeated or was tried, with what it looked at."""

    rule: str
    gate: str
    role: str
    outcome: str
    says: Both
    cites: list[str]
    facts: list[Both]
    children: list["Reason"]


class Faq(msgspec.Struct, kw_only=True):
    """An official FAQ entry."""

    id: str
    url: str


class RulingLine(msgspec.Struct, kw_only=True):
    """A ruling with its first citation."""

    id: str
    says: Both
    status: Literal["confirmed", "undetermined", "superseded"]
    doc: str
    section: str
    section_names: Both
    lines: list[int]
    faq: str | None
    faqs: list[Faq]
    date: str | None
    url: str | None


class Precedent(RulingLine, kw_only=True):
    """A ruling and how it bears on the question."""

    relation: str
    agrees: bool | None
    expect: Any


class LookAlike(Precedent, kw_only=True):
    """A ruling that looks alike and comes out the other way, with the rule that makes the difference."""

    rule: str


class Branch(msgspec.Struct, kw_only=True):
    """One value of a missing fact, and the verdict it leads to."""

    if_: Both = msgspec.field(name="if")
    verdict: Verdict
    fact: str
    value: Any
    question: Both
    branches: list["Branch"]


class Change(msgspec.Struct, kw_only=True):
    """One fact that would change the verdict."""

    if_: Both = msgspec.field(name="if")
    verdict: Verdict
    fact: str
    value: Any


class EffectLine(msgspec.Struct, kw_only=True):
    """One effect of the card asked about, with its own verdict."""

    number: int
    part: str
    kind: str
    mandatory: bool
    summary: Both
    verdict: Verdict
    sentence: Both
    windows: dict[str, Verdict]


class CanAnswer(msgspec.Struct, kw_only=True):
    """The verdict, what it rests on, and what was assumed."""

    verdict: Verdict
    basis: Literal["rule+ruling", "ruling", "rule"]
    profile: Literal["written", "read", "none"]
    sentence: Both
    question: Asked
    windows: dict[str, Verdict]
    because: list[Reason]
    open_gates: list[Both]
    rulings: list[Precedent]
    assumed: list[Both]
    branches: list[Branch]
    would_change: list[Change] = []
    look_alike: LookAlike | None = None
    effects: list[EffectLine] = []
    why: Both | None = None


class AskAnswer(msgspec.Struct, kw_only=True):
    """The answer to a question in plain words: of `can`, or of its own kind, or a question asked back."""

    verdict: str | None
    basis: str
    sentence: Both
    question: dict[str, Any]
    windows: dict[str, Verdict]
    because: list[Reason]
    rulings: list[RulingLine]
    assumed: list[Both]
    branches: list[dict[str, Any]]
    not_understood: list[dict[str, Any]]
    ask: dict[str, Any] | None = None


class ReadAnswer(msgspec.Struct, kw_only=True):
    """The effects a text was read into, and whether the damage step admits one."""

    id: int | str | None
    effects: list[dict[str, Any]]
    damage_step: bool
    damage_calculation: bool


class BatchLine(msgspec.Struct, kw_only=True):
    """The answer to one question of a batch, or why there is none."""

    answer: CanAnswer | None = None
    problem: Problem | None = None


class BatchAnswer(msgspec.Struct, kw_only=True):
    """One line for each question, in the same order."""

    results: list[BatchLine]
    total: int


Points = int | Literal["?"] | None  # a printed ? stays one; a Link Monster has no DEF


class StatsValues(msgspec.Struct, kw_only=True):
    """The values after one step."""

    step: int
    atk: Points
    def_: Points = msgspec.field(name="def")
    original_atk: Points
    original_def: Points
    because: list[dict[str, Any]]


class StatsAnswer(msgspec.Struct, kw_only=True):
    """The values after every step, and the last ones."""

    monster: dict[str, Any]
    values: list[StatsValues]
    final: dict[str, Points]


class ScenarioAnswer(msgspec.Struct, kw_only=True):
    """A scenario played: what each step led to, and the answers."""

    title: dict[str, str]
    says: dict[str, str] | None
    cites: list[str]
    steps: list[dict[str, Any]]
    answers: dict[str, Any]
    asked: list[dict[str, Any]]
    right: bool | None


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


class Health(msgspec.Struct, kw_only=True):
    """The service is ready, and over which data."""

    status: Literal["ok"]
    data: str
    rulings: int
    cards: int
