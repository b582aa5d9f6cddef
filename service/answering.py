"""From the parameters of an address to an answer that pages can show."""

from dataclasses import dataclass
from typing import Any

from flask import request

from knowledge.answers import Answer, Desk
from service.asking import can_asked
from service.presenting import can_answer
from service.tabled import given_by, stated

ASKED = ("card", "effect", "at", "turn", "respond_to")


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
    given = given_by(desk, request.args)
    if given:
        body["given"] = given
    answer = can_asked(desk, body)
    shown = can_answer(desk, answer)
    shown["unstated"] = _unstated(desk, answer)
    return Answered(answer, shown)


def _unstated(desk: Desk, answer: Answer) -> list[str]:
    """What the question left out and the answer therefore did not look at: keys of the page's words."""
    told = stated(request.args)
    left = {
        "unstated.force": not told["on"],
        "unstated.used": any(e.effect.limit for e in answer.effects) and "used-up" not in told["facts"],
        "unstated.state": not told["zone"] and not told["facts"],
        "unstated.chain": not told["link"] and not request.args.get("respond_to"),
    }
    return [key for key, is_left in left.items() if is_left]
