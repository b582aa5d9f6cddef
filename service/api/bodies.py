"""What the API takes, as typed records, and what it says where it cannot: a page, or a problem document (RFC 9457)."""

import secrets
from contextlib import suppress
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from flask import Flask, Response, g, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException, MethodNotAllowed, SecurityError, UnsupportedMediaType

from knowledge.data.cases import CardOnTable, Table
from knowledge.data.records import as_record, fault_of
from knowledge.data.yaml_files import Placed
from knowledge.explanation.answer_records import EVERYTHING, Included
from knowledge.problems import BadInput, bad_input, refusal, sentence
from knowledge.stats.request import MOST_STEPS, Monster, Step
from knowledge.text import Language
from service.operations.requests import OverrunError, TooMany, log_fault

LONGEST = 500
MOST_BEFORE = 20
MOST_QUESTIONS = 100
MOST_NODES = 80
LONGEST_CARD = 8000
WORDS = sorted(EVERYTHING)

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)]
AsOf = Annotated[str, msgspec.Meta(max_length=40)] | int | None  # a day, month or year from 2017: by the law of then


# what is told beyond the verdict, its reasons and its rulings: only where it is asked for
Include = Annotated[list[Included], msgspec.Meta(max_length=len(EVERYTHING))]
IncludeWords = Annotated[
    str, msgspec.Meta(max_length=LONGEST, pattern=rf"^({'|'.join(WORDS)})(,({'|'.join(WORDS)}))*$")
]
T = TypeVar("T", bound=msgspec.Struct)


class CanBody(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """May this card, or one effect of it, be activated at this moment?"""

    card: Text
    at: Text
    effect: int | Annotated[str, msgspec.Meta(max_length=8)] | None = None
    turn: Literal["own", "opponent"] | None = None
    respond_to: Annotated[str, msgspec.Meta(max_length=LONGEST)] | None = None
    given: Table | None = None
    as_of: AsOf = None
    include: Include = []


class CanQuery(msgspec.Struct, kw_only=True):
    """The same question in an address."""

    card: Text
    at: Text
    effect: Annotated[str, msgspec.Meta(max_length=8)] | None = None
    turn: Literal["own", "opponent"] | None = None
    respond_to: Text | None = None
    lang: Literal["zh", "en"] | None = None
    as_of: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    include: IncludeWords | None = None


class AskQuery(msgspec.Struct, kw_only=True):
    """A question in plain words in an address."""

    q: Text
    lang: Literal["zh", "en", "ja"] | None = None
    as_of: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    include: IncludeWords | None = None


class MatterBody(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A matter by its name, of a card or effect (`CARD/N`), of a word such as attacker, or of the table as a whole."""

    matter: Text | None = None
    name: Text | None = None  # the same as `matter`
    of: Annotated[str, msgspec.Meta(max_length=LONGEST)] | None = None
    card: Annotated[str, msgspec.Meta(max_length=LONGEST)] | None = None  # the same as `of`
    effect: int | Annotated[str, msgspec.Meta(max_length=8)] | None = None
    about: Annotated[str, msgspec.Meta(max_length=LONGEST)] | None = None
    at: Annotated[str, msgspec.Meta(max_length=LONGEST)] | None = None
    turn: Literal["own", "opponent"] | None = None
    given: Table | None = None
    as_of: AsOf = None


class BatchBody(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Several questions at once; each is answered or refused by itself."""

    questions: Annotated[list[CanBody], msgspec.Meta(min_length=1, max_length=MOST_QUESTIONS)]


class StatsBody(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A monster and the steps that happen to it; `card` tells the monster as a card of the table is told."""

    monster: Monster | None = None
    card: CardOnTable | None = None
    steps: Annotated[list[Step], msgspec.Meta(max_length=MOST_STEPS)] = []
    as_of: AsOf = None


class AskBody(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A question in plain words; the answer speaks both languages whatever `lang` says.

    `context` are the questions asked before it; several lines say the same.
    """

    question: Text
    context: Annotated[list[Text], msgspec.Meta(max_length=MOST_BEFORE)] = []
    lang: Literal["zh", "en", "ja"] | None = None
    as_of: AsOf = None
    include: Include = []


class ReadBody(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One card's text; `pendulum` where the scale text is kept apart."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_CARD)]
    type: Text
    lang: Language = "zh"
    pendulum: Annotated[str, msgspec.Meta(max_length=LONGEST_CARD)] | None = None
    id: int | str | None = None


Date = Annotated[str, msgspec.Meta(pattern=r"^\d{4}(-\d{2}(-\d{2})?)?$")]


class SearchQuery(msgspec.Struct, kw_only=True):
    """Words, what to look for, and how to narrow it down; what is narrowed by a card, facet or date needs no words."""

    q: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""
    kind: Literal["card", "ruling", "rule"] | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 10
    page: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    card: Text | None = None
    document: Text | None = None
    section: Text | None = None
    timing: Text | None = None
    gate: Text | None = None
    category: Text | None = None
    verdict: Text | None = None
    from_: Date | None = msgspec.field(name="from", default=None)
    to: Date | None = None


class GraphQuery(msgspec.Struct, kw_only=True):
    """A node as `kind:id`, and how many nodes around it."""

    node: Text
    limit: Annotated[int, msgspec.Meta(ge=2, le=MOST_NODES)] = 40


class NoQuery(msgspec.Struct, kw_only=True):
    """Nothing is asked for beyond the address."""


def body_taken() -> dict[str, Any]:
    """The JSON object that was sent."""
    if not request.is_json:
        raise UnsupportedMediaType()
    try:
        body = msgspec.json.decode(request.get_data())
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise bad_input("body.no-json", field="body") from None
    if not isinstance(body, dict):
        raise bad_input("body.no-object", field="body")
    return body


def canonical(body: dict[str, Any]) -> bytes:
    """The body in one spelling whatever the order of its keys; as it was sent where it cannot be written again."""
    try:
        return msgspec.json.encode(body, order="deterministic")
    except (OverflowError, RecursionError):  # numbers beyond 64 bits, nesting without end: to be refused, or rare
        return request.get_data()


def checked_against(kind: type[T], body: dict[str, Any]) -> T:
    """The body as a record of this kind; what is wrong with it, or written shorter, is found at the second look."""
    with suppress(msgspec.ValidationError, RecursionError):
        return msgspec.convert(body, kind)
    try:
        record, faults = as_record(kind, Placed(body), (), "body")
    except RecursionError:
        raise bad_input("body.too-deep", field="body") from None
    if record is not None:
        return record
    raise refusal(faults[0], "body")


def query_taken(kind: type[T]) -> T:
    """The parameters of the address; an empty one counts as not given."""
    given = {key: value for key, value in request.args.items() if value.strip()}
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as wrong:
        raise refusal(fault_of(wrong, kind, given), "query") from None


CODES = (400, 404, 405, 413, 415, 429)  # those with a sentence of their own


def register_problems(app: Flask) -> None:
    """Turn refusals into answers."""

    @app.errorhandler(BadInput)
    def _bad(wrong: BadInput) -> Response:
        if (address := _moved_to(app, wrong)) is not None:
            return redirect(address, 308)  # type: ignore[return-value]
        response = _answered(problem_document(wrong), wrong.kind)
        if isinstance(wrong, TooMany):
            response.headers["Retry-After"] = str(wrong.seconds)
        return response

    @app.errorhandler(HTTPException)
    def _http(wrong: HTTPException) -> Response:
        code = wrong.code or 400
        if 300 <= code < 400:
            return wrong.get_response()  # type: ignore[return-value]
        told = _document(code, sentence(f"http.{code}" if code in CODES else "http.other"), "http")
        if isinstance(wrong, SecurityError):  # another host was asked for: there is no page to link from
            return Response(msgspec.json.encode(told), code, mimetype="application/problem+json")
        response = _answered(told, "http")
        if isinstance(wrong, MethodNotAllowed) and wrong.valid_methods:
            response.headers["Allow"] = ", ".join(sorted(wrong.valid_methods))
        return response

    @app.errorhandler(Exception)
    def _unforeseen(wrong: Exception) -> Response:
        number = secrets.token_hex(5)
        log_fault(number)
        told = _document(500, sentence("http.500", id=number), "unforeseen")
        return _answered({**told, "id": number}, "unforeseen")

    @app.errorhandler(OverrunError)
    def _overrun(wrong: OverrunError) -> Response:
        return _answered(_document(503, wrong.says, "deadline"), "deadline")


def _moved_to(app: Flask, wrong: BadInput) -> str | None:
    """The present address of a page or record whose id was given up; nothing where there is none."""
    if wrong.status != 404 or request.method != "GET" or request.endpoint is None:
        return None
    library, asked = app.extensions["desk"].book.library, str(wrong.value)
    kind = {"matter": "gate", "node": ""}.get(wrong.field, wrong.field)
    old = f"{kind}:{asked}" if kind else asked
    moved = library.moved.get(old)
    if moved is None:
        return None
    now = moved.now.partition(":")[2] if kind else moved.now
    place = {**(request.view_args or {}), **request.args.to_dict(flat=False)}
    changed: dict[str, Any] = {key: now if value in (asked, [asked]) else value for key, value in place.items()}
    return url_for(request.endpoint, **changed)


def problem_document(wrong: BadInput) -> dict[str, Any]:
    """A refusal in the shape of RFC 9457, with both languages and what is accepted."""
    more = {"field": wrong.field or None, "value": _shown(wrong.value), "accepted": list(map(_shown, wrong.accepted))}
    return _document(wrong.status, wrong.says, wrong.kind) | more


def _document(status: int, says: dict[str, str], kind: str) -> dict[str, Any]:
    return {"type": f"about:blank#{kind}", "title": says["en"], "status": status, "detail": says["en"], "says": says}


def _shown(value: Any) -> Any:
    """A value that can be sent back: plain data as it is, the rest as text."""
    return value if isinstance(value, (str, int, float, bool)) or value is None else str(value)[:200]


def plain_wanted() -> bool:
    """Whether lines of text are wanted: by the address, or by what the client accepts."""
    if request.path.endswith(".txt"):
        return True
    if "text/" not in request.environ.get("HTTP_ACCEPT", ""):
        return False  # nothing to choose between
    accepted = request.accept_mimetypes.best_match(["application/json", "text/plain"], "application/json")
    return accepted == "text/plain"


def _answered(told: dict[str, Any], kind: str) -> Response:
    if request.path.startswith("/api/"):
        if plain_wanted():
            return Response(f"{told['says'][g.get('lang', 'zh')]}\n", told["status"], mimetype="text/plain")
        return Response(msgspec.json.encode(told), told["status"], mimetype="application/problem+json")
    g.lang = g.get("lang", "zh")
    page = render_template("problem.html", says=told["says"], kind=kind, status=told["status"], more=told)
    return Response(page, told["status"])
