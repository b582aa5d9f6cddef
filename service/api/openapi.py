"""The operations of the API, declared once where each is written; the OpenAPI 3.1 document is made from them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

import msgspec
from flask import Blueprint, Response

from knowledge.data.yaml_files import read_yaml
from knowledge.explanation.answer_records import Problem
from knowledge.problems import sentence
from service.api.bodies import CODES, NoQuery

PREFIX = "/api/v1"
Schemas = dict[type[Any], Any]
_ALWAYS = {"GET": (400, 429, 500, 503), "POST": (400, 413, 415, 429, 500, 503)}
_REF = "#/components/schemas/{name}"
_FILE = Path(__file__).resolve().parent / "examples.yaml"


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


@cache
def told() -> dict[str, Any]:
    """What each operation is for, in both languages, with questions to try."""
    operations: dict[str, Any] = read_yaml(_FILE.read_text(encoding="utf-8")).value["operations"]
    return operations


@cache
def document(version: str) -> dict[str, Any]:
    """The whole description."""
    kinds: list[type[Any]] = [Problem]
    for operation in OPERATIONS:
        kinds += [kind for kind in (operation.gives, operation.takes, operation.query) if kind]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=_REF)
    found = dict(zip(kinds, schemas, strict=True))
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        address = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", operation.path)
        described = _described(operation, found, components)
        paths.setdefault(address, {})[operation.method.lower()] = described
        for other in operation.also:
            paths[PREFIX + other] = {operation.method.lower(): _as_text(described)}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "ocg-rulings",
            "version": "1",
            "description": "Verdicts on activations in the Yu-Gi-Oh! OCG, with reasons and sources.",
            "x-data-version": version,
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": components},
    }


def _described(operation: Operation, found: Schemas, components: dict[str, Any]) -> dict[str, Any]:
    words = told()[operation.name]
    says, examples = words["says"], words.get("examples", [])
    told_here: dict[str, Any] = {
        "operationId": operation.name,
        "summary": says["en"],
        "description": says["zh"],
        "parameters": _in_path(operation, examples) + _in_query(operation, found, components, examples),
        "responses": {"200": _success(operation, found), **_refusals(operation, found)},
    }
    if operation.takes:
        body: dict[str, Any] = {"schema": found[operation.takes]}
        if examples:
            body["examples"] = {e["name"]: {"value": e["body"]} for e in examples}
        told_here["requestBody"] = {"required": True, "content": {"application/json": body}}
    return told_here


def _as_text(described: dict[str, Any]) -> dict[str, Any]:
    """The same operation at the address that always answers in lines of text."""
    text = {"content": {"text/plain": {"schema": {"type": "string"}}}}
    told_here = {status: {**reply, **text} for status, reply in described["responses"].items()}
    return {**described, "operationId": f"{described['operationId']}_as_text", "responses": told_here}


def _in_path(operation: Operation, examples: list[Any]) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        | _tried(examples, "path", name)
        for name in re.findall(r"<(?:\w+:)?(\w+)>", operation.path)
    ]


def _in_query(
    operation: Operation, found: Schemas, components: dict[str, Any], examples: list[Any]
) -> list[dict[str, Any]]:
    schema = components[found[operation.query]["$ref"].rpartition("/")[2]]
    required = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": part} | _tried(examples, "query", name)
        for name, part in schema.get("properties", {}).items()
    ]


def _tried(examples: list[Any], where: str, name: str) -> dict[str, Any]:
    values = {e["name"]: {"value": e[where][name]} for e in examples if name in e.get(where, {})}
    return {"examples": values} if values else {}


def _success(operation: Operation, found: Schemas) -> dict[str, Any]:
    content: dict[str, Any] = {"application/json": {"schema": found[operation.gives]}}
    if operation.plain_text:
        content["text/plain"] = {"schema": {"type": "string"}}
    return {"description": (operation.gives.__doc__ or "").strip(), "content": content}


def _refusals(operation: Operation, found: Schemas) -> dict[str, Any]:
    statuses = sorted({*_ALWAYS[operation.method], *operation.refuses})
    return {
        str(status): {
            "description": sentence(f"http.{status}")["en"] if status in CODES else HTTPStatus(status).phrase,
            "content": {"application/problem+json": {"schema": found[Problem]}},
        }
        for status in statuses
    }
