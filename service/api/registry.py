"""The operations of the API: each declares its address, what it takes and what it gives, once, where it is written."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from flask import Blueprint, Response

from service.api.bodies import NoQuery

PREFIX = "/api/v1"


@dataclass(frozen=True)
class Operation:
    """One operation: the OpenAPI document is made from these."""

    name: str
    method: str
    path: str  # as Flask writes it
    gives: type[Any]  # a record: a TypedDict for answers, a Struct for what is looked up
    takes: type[msgspec.Struct] | None = None
    query: type[msgspec.Struct] = NoQuery
    refuses: tuple[int, ...] = ()  # beside those every operation of its method may give
    plain_text: bool = False
    also: tuple[str, ...] = ()  # further addresses of the same, for those who cannot say what they accept


OPERATIONS: list[Operation] = []


def offered(
    blueprint: Blueprint, method: str, path: str, gives: type[Any], **more: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add a view to the blueprint under /api/v1 and to the list of operations."""

    def add(view: Callable[..., Any]) -> Callable[..., Any]:
        operation = Operation(view.__name__, method, PREFIX + path, gives, **more)
        OPERATIONS.append(operation)
        for address in (operation.path, *(PREFIX + other for other in operation.also)):
            blueprint.add_url_rule(address, view.__name__, view, methods=[method])
        return view

    return add


def replied(answer: Any) -> Response:
    """Plain data as JSON, keys in the order they were made."""
    return Response(msgspec.json.encode(answer), mimetype="application/json")
