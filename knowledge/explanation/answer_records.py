"""What the API answers to questions: the shapes, as typed records. More fields may come; these stay."""

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
    aliases: list[str] = []


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


class LawDiffers(msgspec.Struct, kw_only=True):
    """Another time's verdict: until a day, or from a day, or in an edition, with its sources and ours."""

    verdict: str
    says: Both
    cites: list[str]
    until: str | None = None
    from_: str | None = msgspec.field(name="from", default=None)


class Law(msgspec.Struct, kw_only=True):
    """By the law of which day an answer is given, where another day's law differs, how new its newest source is."""

    as_of: str
    differs: list[LawDiffers]
    newest: str | None = None


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
    rests_on: list[Both] = []  # the assumptions whose other value would flip the verdict
    would_change: list[Change] = []
    look_alike: LookAlike | None = None
    effects: list[EffectLine] = []
    why: Both | None = None
    law: Law | None = None


class MatterAsked(msgspec.Struct, kw_only=True):
    """The question as it was understood."""

    kind: Literal["matter"]
    matter: str
    asks: Both
    card: CardName | None
    effect: int | None
    about: str | None
    at: str | None
    turn: Literal["own", "opponent"] | None
    understood: Both


class MatterBranch(msgspec.Struct, kw_only=True):
    """One value of a missing fact, or one window, and the outcome it leads to."""

    if_: Both = msgspec.field(name="if")
    verdict: str
    fact: str
    value: Any
    question: Both
    branches: list["MatterBranch"]


class MatterReply(msgspec.Struct, kw_only=True):
    """How a matter comes out (`yes`, `destroyed`, `own 800` …, or depends, undetermined, unknown), and why."""

    verdict: str
    outcome: Both
    outcomes: dict[str, Both]  # every verdict that occurs in the answer, in words
    basis: Literal["rule+ruling", "ruling", "rule"]
    sentence: Both
    question: MatterAsked
    windows: dict[str, str]
    because: list[Reason]
    rulings: list[Precedent]
    assumed: list[Both]
    branches: list[MatterBranch]
    missing: Both | None
    law: Law | None = None


class Matter(msgspec.Struct, kw_only=True):
    """A question the rules decide: what it asks, how it can come out, what it may be asked about, a body to try."""

    matter: str
    names: Both
    asks: Both
    outcomes: dict[str, Both]
    about: dict[str, Both]
    rules: int
    rulings: int
    example: dict[str, Any]


class MattersAnswer(msgspec.Struct, kw_only=True):
    """Every matter, in the order of names."""

    results: list[Matter]
    total: int


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
    law: Law | None = None


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
    law: Law | None = None


class ScenarioAnswer(msgspec.Struct, kw_only=True):
    """A scenario played: what each step led to, and the answers."""

    title: dict[str, str]
    says: dict[str, str] | None
    cites: list[str]
    steps: list[dict[str, Any]]
    answers: dict[str, Any]
    asked: list[dict[str, Any]]
    right: bool | None
    law: Law | None = None


class Health(msgspec.Struct, kw_only=True):
    """The service is ready, and over which data."""

    status: Literal["ok"]
    data: str
    rulings: int
    cards: int
