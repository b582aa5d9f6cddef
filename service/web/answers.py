"""From the parameters of an address to an answer that pages can show."""

from dataclasses import dataclass
from typing import Any

from flask import request

from knowledge.desk import Answer, Desk
from knowledge.problems import BadInput
from service.answers.ask_card import can_asked, table_stated
from service.web.addresses import question_args
from service.web.presenting import can_answer
from service.web.table_form import given_by, stated

ASKED = ("card", "effect", "at", "turn", "respond_to", "given")


@dataclass(frozen=True)
class Answered:
    """The answer, and the same as plain data."""

    answer: Answer
    shown: dict[str, Any]


def asked_in(values: Any) -> dict[str, str]:
    """What the plain fields of the form say."""
    return {key: values.get(key, "").strip() for key in ASKED}


def answered(desk: Desk) -> Answered:
    """Answer the question that stands in the address."""
    body: dict[str, Any] = {key: value for key, value in asked_in(request.args).items() if value}
    if given := table_asked(desk):
        body["given"] = given
    answer = can_asked(desk, body)
    shown = can_answer(desk, answer)
    shown["question"]["asked_as"] = body["card"]
    shown["unstated"] = unstated(answer)
    return Answered(answer, shown)


def table_asked(desk: Desk) -> dict[str, Any]:
    """The table of the address: what was typed as data, and what the fields of the form add to it."""
    typed = table_stated(request.args.get("given", "").strip())
    if not isinstance(typed, dict):
        raise BadInput(
            "场面要写成字段和值。", "the table must be fields with values.", field="given", value=str(typed)[:80]
        )
    for key, part in (given_by(desk, request.args) or {}).items():
        if isinstance(part, list) and isinstance(typed.get(key), list):
            part = [*typed[key], *part]
        elif isinstance(part, dict) and isinstance(typed.get(key), dict):
            part = {**typed[key], **part}
        typed = {**typed, key: part}
    return typed


def unstated(answer: Answer) -> list[str]:
    """What the question left out and the answer therefore did not look at: keys of the page's words."""
    args = question_args()
    told = stated(args)
    left = {
        "unstated.force": not told["on"] and not answer.table.cards,
        "unstated.used": any(e.effect.limit for e in answer.effects) and "used-up" not in told["facts"],
        "unstated.state": not told["zone"] and not told["facts"] and answer.table.self is None,
        "unstated.chain": not answer.table.chain,
    }
    return [key for key, is_left in left.items() if is_left]
