"""Bodies and query parameters → typed records, or a refusal that names the field, the value and what is accepted."""

from typing import Any, TypeVar

import msgspec
from flask import request
from werkzeug.exceptions import UnsupportedMediaType

from knowledge.loading.nodes import Placed
from knowledge.loading.records import as_record
from knowledge.problems import BadInput

T = TypeVar("T", bound=msgspec.Struct)
LONGEST_SHOWN = 120


def body_taken() -> dict[str, Any]:
    """The JSON object that was sent."""
    if not request.is_json:
        raise UnsupportedMediaType()
    try:
        body = msgspec.json.decode(request.get_data())
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadInput("请求的内容不是正确的JSON。", "the body is not valid JSON.", field="body") from None
    if not isinstance(body, dict):
        raise BadInput("请求的内容要是一个JSON对象。", "the body must be a JSON object.", field="body")
    return body


def canonical(body: dict[str, Any]) -> bytes:
    """The body in one spelling whatever the order of its keys; as it was sent where it cannot be written again."""
    try:
        return msgspec.json.encode(body, order="deterministic")
    except (OverflowError, RecursionError):  # numbers beyond 64 bits, nesting without end: to be refused, or rare
        return request.get_data()


def checked_against(kind: type[T], body: dict[str, Any]) -> T:
    """The body as a record of this kind."""
    try:
        record, faults = as_record(kind, Placed(body), (), "body")
    except RecursionError:
        raise BadInput("内容嵌套太深。", "the body is nested too deeply.", field="body") from None
    if record is not None:
        return record
    first = faults[0]
    found, expected = first.found[:LONGEST_SHOWN], first.expected[:LONGEST_SHOWN]
    near = f"; nearest: {first.near}" if first.near else ""
    raise BadInput(
        f"内容有误：{found}（应为：{expected}）。",
        f"found {found}; expected {expected}{near}.",
        field="body",
        value=found,
        accepted=[expected],
    )


def query_taken(kind: type[T]) -> T:
    """The parameters of the address; an empty one counts as not given."""
    given = {key: value for key, value in request.args.items() if value.strip()}
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as wrong:
        said = str(wrong)
        field = next((f.encode_name for f in msgspec.structs.fields(kind) if f"`{f.encode_name}`" in said), "")
        field = field or next((f.encode_name for f in msgspec.structs.fields(kind) if f"$.{f.encode_name}" in said), "")
        value = given.get(field, "")[:LONGEST_SHOWN]
        raise BadInput(
            f"参数{field}有误：「{value}」。", f"`{field}` is wrong: {said}.", field=field, value=value, accepted=[said]
        ) from None
