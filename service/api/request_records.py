"""Bodies, query parameters and ids → records, or a refusal that names the field, the value and what is accepted."""

from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from flask import request
from werkzeug.exceptions import UnsupportedMediaType

from knowledge.data.nodes import Placed
from knowledge.data.records import as_record, fault_of
from knowledge.problems import bad_input, refusal

T = TypeVar("T", bound=msgspec.Struct)


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
