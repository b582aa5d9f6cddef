"""What is answered to questions: the shapes, as typed records, and the only place where a field of an answer is named.

JSON, text and pages read these, and the description of the API is made from them. They are plain dictionaries at run
time, so that an answer is sent as it was made; the type checker holds what is built and what is read to the shapes.
More fields may come; these stay.
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict, get_args

import msgspec

from knowledge.data.language import LANGUAGES
from knowledge.data.language import Both as InWords
from knowledge.stats.value_answer import ValuesAnswer

Verdict = Literal["yes", "no", "must", "depends", "undetermined", "unknown"]
Both = Annotated[InWords, msgspec.Meta(extra_json_schema={"required": list(LANGUAGES)})]


class Problem(TypedDict):
    """A refusal (RFC 9457): what is wrong, with which value, and what is accepted."""

    type: str
    title: str
    status: int
    detail: str
    says: Both
    field: NotRequired[str | None]
    value: NotRequired[Any]
    accepted: NotRequired[list[Any]]


class CardName(TypedDict):
    """Who a card is."""

    id: str
    cid: int | None
    password: int | None
    names: dict[str, str]
    type: str
    aliases: NotRequired[list[str]]


class Asked(TypedDict):
    """The question as it was understood."""

    kind: str
    card: CardName
    effect: int | None
    at: str
    turn: str | None
    understood: Both
    asked_as: NotRequired[str]  # the name the card was asked by


class Reason(TypedDict):
    """A rule that decided, was defeated or was tried, with what it looked at."""

    rule: str
    gate: str
    role: str
    outcome: str
    says: Both
    cites: list[str]
    facts: list[Both]
    children: list["Reason"]
    assumed: NotRequired[bool]  # of a premise: nobody told it, it was taken to be so
    statements: NotRequired[list[str]]  # of a rule of the game: the numbered statements it says


class Faq(TypedDict):
    """An official FAQ entry."""

    id: str
    url: str


class RulingLine(TypedDict):
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


class Precedent(RulingLine):
    """A ruling and how it bears on the question."""

    relation: str
    agrees: bool | None
    expect: Any


class LookAlike(Precedent):
    """A ruling that looks alike and comes out the other way, with the rule that makes the difference."""

    rule: str


Condition = TypedDict("Condition", {"if": Both})


class Branch(Condition):
    """One value of a missing fact, one window or one way to understand the question, and what it leads to."""

    verdict: str | None
    fact: NotRequired[str]
    value: NotRequired[Any]
    question: NotRequired[Both]
    branches: NotRequired[list["Branch"]]
    form: NotRequired[dict[str, Any]]  # the body of `can` that states it
    cites: NotRequired[list[str]]


class Change(Condition):
    """One fact that would change the verdict."""

    verdict: str
    fact: str
    value: Any


class EffectSummary(TypedDict):
    """One effect of a card, in a line."""

    number: int
    part: str
    kind: str
    mandatory: bool
    summary: Both


class EffectLine(EffectSummary):
    """One effect of the card asked about, with its own verdict."""

    verdict: str
    sentence: Both
    windows: dict[str, str]


Since = TypedDict("Since", {"from": NotRequired[str]})


class LawDiffers(Since):
    """Another time's verdict: until a day, or from a day, or in an edition, with its sources and ours."""

    verdict: str
    says: Both
    cites: list[str]
    until: NotRequired[str]


class Law(TypedDict):
    """By the law of which day an answer is given, where another day's law differs, how new its newest source is."""

    as_of: NotRequired[str]  # every answer that is sent has it; the service knows which day it is
    differs: list[LawDiffers]
    newest: NotRequired[str | None]


class NotConsidered(TypedDict):
    """Something that was told, or a card whose text nobody has read, that the verdict does not take into account."""

    text: str
    why: str


class Beyond(TypedDict):
    """What would change a verdict, and the ruling that looks alike and comes out the other way; told where wanted."""

    rests_on: NotRequired[list[Both]]  # the assumptions whose other value would flip the verdict
    would_change: NotRequired[list[Change]]
    look_alike: NotRequired[LookAlike | None]


Included = Literal["rests_on", "would_change", "look_alike"]
EVERYTHING: frozenset[Included] = frozenset(get_args(Included))  # what an answer may tell beyond its verdict


class CanAnswer(Beyond):
    """The verdict, what it rests on, and what was assumed."""

    verdict: str
    basis: str
    profile: str
    sentence: Both
    question: Asked
    windows: dict[str, str]
    because: list[Reason]
    open_gates: list[Both]
    rulings: list[Precedent]
    assumed: list[Both]
    branches: list[Branch]
    effects: NotRequired[list[EffectLine]]
    why: NotRequired[Both]
    not_considered: NotRequired[list[NotConsidered]]
    law: NotRequired[Law]
    unstated: NotRequired[list[str]]  # on a page: what the question left out


class MatterAsked(TypedDict):
    """The question as it was understood."""

    kind: Literal["matter"]
    matter: str
    asks: Both
    card: CardName | None
    effect: int | None
    about: str | None
    at: str | None
    turn: str | None
    understood: Both


class MatterReply(TypedDict):
    """How a matter comes out (`yes`, `destroyed`, `own 800` …, or depends, undetermined, unknown), and why."""

    verdict: str
    outcome: Both
    outcomes: dict[str, Both]  # every verdict that occurs in the answer, in words
    basis: str
    sentence: Both
    question: MatterAsked
    windows: dict[str, str]
    because: list[Reason]
    rulings: list[Precedent]
    assumed: list[Both]
    branches: list[Branch]
    missing: Both | None
    why: NotRequired[Both]
    law: NotRequired[Law]


class Matter(TypedDict):
    """A question the rules decide: what it asks, how it can come out, what it may be asked about, a body to try."""

    matter: str
    names: Both
    asks: Both
    outcomes: dict[str, Both]
    about: dict[str, Both]
    rules: int
    rulings: int
    example: dict[str, Any]


class MattersAnswer(TypedDict):
    """Every matter, in the order of names."""

    results: list[Matter]
    total: int


class StatsAnswer(ValuesAnswer):
    """The values after every step, the last ones, and where another day's law gives others."""

    law: NotRequired[Law]


class SpokenRule(TypedDict):
    """A rule as it was spoken in a step of a scenario."""

    rule: str
    gate: str
    outcome: str
    says: Both
    cites: list[str]
    facts: list[Both]


class Decided(TypedDict):
    """A gate the player asked, and how it came out."""

    gate: str
    about: str | None
    asks: Both | None
    outcome: str
    in_words: Both | None
    course: bool  # told only by the window it leads to
    rules: list[SpokenRule]


class MayFollow(TypedDict):
    """An effect that may be activated next."""

    card: str
    called: str
    effect: int | str
    by: str
    verdict: str


class ScenarioAsked(TypedDict):
    """A question of a scenario, and what was found."""

    says: Both
    verdict: Any
    in_words: Both
    expect: Any
    right: bool | None
    because: str | None
    reasons: list[Decided]


class ScenarioStep(TypedDict):
    """One step played: what happened, why, what may follow, what was assumed, and the table after it."""

    step: int
    does: Both
    at: str
    moment: Both
    happened: list[Both]
    because: list[Decided]
    may_follow: list[MayFollow]
    not_simulated: list[Both]
    assumed: list[Both]
    asked: list[ScenarioAsked]
    state: dict[str, Any]


class ScenarioAnswer(TypedDict):
    """A scenario played: what each step led to, and the answers."""

    title: Both
    says: Both | None
    cites: list[str]
    steps: list[ScenarioStep]
    answers: dict[str, Any]
    asked: list[ScenarioAsked]
    right: bool | None
    law: NotRequired[Law]


NamedAs = TypedDict("NamedAs", {"as": str, "card": CardName})


class AskedInWords(TypedDict):
    """A question in plain words as it was understood; `form` is the body that asks the same."""

    kind: str
    card: CardName | None
    effect: int | None
    at: str | None
    turn: str | None
    understood: Both
    form: NotRequired[dict[str, Any]]
    asked_as: NotRequired[str]
    respond_to: NotRequired[CardName | None]
    in_force: NotRequired[list[CardName]]
    happened: NotRequired[list[str]]
    attacker: NotRequired[CardName | None]
    defender: NotRequired[CardName | None]
    cards: NotRequired[list[CardName]]
    of: NotRequired[str]  # what kind of question is incomplete
    missing: NotRequired[str]
    matter: NotRequired[str]  # the gate that decides it
    text: NotRequired[str]
    lang: NotRequired[str]
    context: NotRequired[list[str]]
    whole: NotRequired[str]  # of a follow-up: the question it makes with what was asked before
    named: NotRequired[list[NamedAs]]


class AskChoice(TypedDict):
    """One way to complete a question, and the verdict it would lead to."""

    says: Both
    question: str
    form: dict[str, Any]
    verdict: str | None
    card: NotRequired[CardName]


class AskBack(TypedDict):
    """What is asked back."""

    field: str
    question: Both
    choices: list[AskChoice]


class Span(TypedDict):
    """A stretch of the question."""

    text: str
    start: int
    end: int


class AskExtras(TypedDict, total=False):
    """What only some kinds of questions have in their answers."""

    ask: AskBack | None
    why: Both
    terms: list[dict[str, Any]]
    rules: list[dict[str, Any]]
    card: dict[str, Any]
    stats: StatsAnswer
    damage: dict[str, Any] | None
    figure: Any
    outcomes: dict[str, Both]  # of a matter: its verdicts in words
    profile: str
    open_gates: list[Both]
    effects: list[EffectLine]
    not_considered: list[NotConsidered]
    not_understood: list[Span]
    law: Law
    unstated: list[str]  # on a page: what the question left out


class AskAnswer(Beyond, AskExtras):
    """The answer to a question in plain words: of `can`, or of its own kind, or a question asked back."""

    verdict: str | None
    basis: str
    sentence: Both
    question: AskedInWords
    windows: dict[str, str]
    because: list[Reason]
    rulings: list[Any]  # precedents, or rulings that were found
    assumed: list[Both]
    branches: list[Branch]


Answered = CanAnswer | MatterReply | AskAnswer  # whatever was asked: these have the parts of a verdict in common


class ReadAnswer(TypedDict):
    """The effects a text was read into, and whether the damage step admits one."""

    id: int | str | None
    effects: list[dict[str, Any]]
    damage_step: bool
    damage_calculation: bool


class BatchLine(TypedDict):
    """The answer to one question of a batch, or why there is none."""

    answer: NotRequired[CanAnswer]
    problem: NotRequired[Problem]


class BatchAnswer(TypedDict):
    """One line for each question, in the same order."""

    results: list[BatchLine]
    total: int


class Health(TypedDict):
    """The service is ready, and over which data."""

    status: Literal["ok"]
    data: str
    rulings: int
    cards: int
