"""The page /stats: a monster and its steps, all of it in the address; every change is one more link or form."""

import json
from typing import Any

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from knowledge.desk import Desk
from knowledge.explanation.answer_records import StatsAnswer
from knowledge.problems import BadInput
from knowledge.stats import load_rulebook, read_request
from service.answers.matters import stats_shown
from service.web.form import desk_here

blueprint = Blueprint("stats_page", __name__)
MOST_STEPS = 60


@blueprint.get("/stats")
def stats() -> ResponseReturnValue:
    """Compute the steps of the address and offer the next one."""
    desk = desk_here()
    monster = _monster()
    steps = [_step(text) for text in request.args.getlist("s")[:MOST_STEPS]]
    added, wrong, answer = _added(), None, None
    if monster:
        try:
            answer = stats_shown(desk, read_request({"monster": monster, "steps": [*steps, *added]}))
            steps = [*steps, *added]
        except BadInput as refused:
            wrong = refused.says
            answer = _without_the_last(desk, monster, steps)
    shown = {
        "monster": {key: request.args.get(key, "") for key in ("name", "atk", "def")},
        "steps": [{"text": json.dumps(s, ensure_ascii=False), "data": s} for s in steps],
        "applying": sorted({e["by"] for e in answer["values"][-1]["applies"]}) if answer else [],
    }
    page = render_template(
        "stats.html",
        answer=answer,
        shown=shown,
        wrong=wrong,
        words=load_rulebook().words,
        link=_link,
        example=_example(desk),
    )
    return page, 400 if wrong else 200


def _example(desk: Desk) -> str:
    """The first ruling about values whose monster the desk knows, as an address."""
    for ruling in sorted(desk.book.library.rulings.values(), key=lambda r: r.id):
        for case in ruling.cases:
            if case.stats and len(case.stats.get("steps", [])) >= 3 and case.stats["monster"].get("name"):
                steps = [json.dumps(step, ensure_ascii=False) for step in case.stats["steps"]]
                return url_for("stats_page.stats", **case.stats["monster"], s=steps)
    return url_for("stats_page.stats")


def _without_the_last(desk: Desk, monster: dict[str, Any], steps: list[Any]) -> StatsAnswer | None:
    try:
        return stats_shown(desk, read_request({"monster": monster, "steps": steps}))
    except BadInput:
        return None


def _monster() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key in ("name", "atk", "def"):
        text = request.args.get(key, "").strip()
        if text:
            found[key] = text if key == "name" else _number(text)
    return found


def _number(text: str) -> Any:
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 12 else text


def _step(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _added() -> list[dict[str, Any]]:
    """The step the form adds: a card's own operation, or one that is spelled out."""
    if card := request.args.get("use", "").strip():
        step: dict[str, Any] = {"use": card}
        if number := request.args.get("effect", "").strip():
            step["effect"] = _number(number)
        if request.args.get("value", "").strip():
            step["value"] = _number(request.args["value"].strip())
        return [step]
    if not request.args.get("do"):
        return []
    step = {key: request.args[key].strip() for key in ("do", "stat", "by", "kind") if request.args.get(key, "").strip()}
    if request.args.get("value", "").strip():
        step["value"] = _number(request.args["value"].strip())
    return [step]


def _speaks_of(step: dict[str, Any]) -> set[str]:
    """The effects a step ends or counts anew."""
    return {step[verb] for verb in ("end", "update") if step.get(verb)}


def _link(shown: dict[str, Any], add: dict[str, Any] | None = None, drop: int | None = None) -> str:
    """The address of the same calculation with one step more, or without one and what later speaks of it."""
    left = [s for n, s in enumerate(shown["steps"]) if n != drop]
    begun = {name for s in left for name in (s["data"].get("use"), s["data"].get("by")) if name}
    steps = [s["text"] for s in left if drop is None or _speaks_of(s["data"]) <= begun]
    if add:
        steps.append(json.dumps(add, ensure_ascii=False))
    monster = {k: v for k, v in shown["monster"].items() if v}
    return url_for("stats_page.stats", **monster, s=steps)
