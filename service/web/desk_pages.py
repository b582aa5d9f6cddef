"""The pages /battle, /stats and /matter: a table, a calculation, a question by a form; all of it in the address."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from knowledge.data.yaml_files import read_yaml, rulings_folder
from knowledge.desk import Desk
from knowledge.explanation.answer_records import ScenarioAnswer, ScenarioStep, StatsAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.other_answers import matter_listed
from knowledge.names.finder import Unsettled
from knowledge.phrases import effect_named
from knowledge.play import read_scenario
from knowledge.problems import BadInput, sentence
from knowledge.stats import load_rulebook, read_request
from service.answers.matters import matter_shown, scenario_shown, stats_shown
from service.web.browse import PHASES
from service.web.form import desk_here, here, json_or_text, stated, table_asked

blueprint = Blueprint("desk_pages", __name__)
LONGEST = 12_000
ZONES = ("monster-zone", "spell-zone", "field-zone", "hand", "gy", "banished", "deck", "extra-deck")
FORM = ("card", "called", "side", "zone", "face", "position")


@blueprint.get("/battle")
def battle() -> ResponseReturnValue:
    """Play the scenario of the address and offer the next step."""
    desk = desk_here()
    scenario, wrong = _scenario()
    if wrong is None and request.args.get("add"):
        return redirect(_address(_with(scenario, request.args["add"])))
    answer, kept = None, scenario
    if wrong is None:
        answer, kept, wrong = _played(desk, scenario)
    last = answer["steps"][-1] if answer else None
    page = render_template(
        "battle.html",
        answer=answer,
        last=last,
        scenario=kept,
        packed=_packed(kept),
        wrong=wrong,
        zones=ZONES,
        effects=list(_effects(desk, last)) if last else [],
        link=lambda step: _address(_longer(kept, step)),
        without=lambda n: _address(_shorter(kept, n)),
        without_card=lambda n: _address(_fewer_cards(kept, n)),
        examples=_examples(),
        onward=_onward(desk, last),
    )
    return page, 400 if wrong else 200


def _scenario() -> tuple[dict[str, Any], dict[str, str] | None]:
    text = request.args.get("q", "")
    if not text.strip():
        return {}, None
    try:
        found = json.loads(text) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        found = None
    if isinstance(found, dict) and _has_its_shape(found):
        return found, None
    return {}, sentence("scenario.in-address")


def _has_its_shape(scenario: dict[str, Any]) -> bool:
    """Whether cards can be added to it and taken away, however wrong they may be."""
    cards, steps = scenario.get("cards", []), scenario.get("steps", [])
    is_list = isinstance(cards, list) and isinstance(steps, list)
    return is_list and all(isinstance(card, dict) for card in cards) and isinstance(scenario.get("lp", {}), dict)


def _played(
    desk: Desk, scenario: dict[str, Any]
) -> tuple[ScenarioAnswer | None, dict[str, Any], dict[str, str] | None]:
    """The answer; where the last step is refused, the answer without it and the refusal."""
    try:
        return scenario_shown(desk, read_scenario(json.loads(_packed(scenario)))), scenario, None
    except BadInput as refused:
        steps = scenario.get("steps")
        if not isinstance(steps, list) or not steps:
            return None, scenario, refused.says
        answer, kept, _ = _played(desk, _shorter(scenario, len(steps)))
        return answer, kept, refused.says


def _packed(scenario: dict[str, Any]) -> str:
    return json.dumps(scenario, ensure_ascii=False, separators=(",", ":"))


def _address(scenario: dict[str, Any]) -> str:
    return url_for("desk_pages.battle", q=_packed(scenario)) + ("#now" if scenario.get("steps") else "")


def _longer(scenario: dict[str, Any], step: dict[str, Any]) -> dict[str, Any]:
    return {**scenario, "steps": [*scenario.get("steps", []), step]}


def _shorter(scenario: dict[str, Any], number: int) -> dict[str, Any]:
    """Without a step and those after it: what follows was played on its result."""
    return {**scenario, "steps": scenario.get("steps", [])[: max(0, number - 1)]}


def _fewer_cards(scenario: dict[str, Any], place: int) -> dict[str, Any]:
    cards = scenario.get("cards", [])
    return {**scenario, "cards": [c for n, c in enumerate(cards) if n != place], "steps": []}


def _with(scenario: dict[str, Any], added: str) -> dict[str, Any]:
    """The scenario with what the form adds: a card, a step, or the setting."""
    args = {key: value.strip() for key, value in request.args.items() if value.strip()}
    if added == "card":
        card: dict[str, Any] = {key: args[key] for key in FORM if key in args}
        card |= {key: _number(args[key]) for key in ("atk", "defence") if key in args}
        return {**scenario, "cards": [*scenario.get("cards", []), card]}
    if added == "setting":
        lp = {side: _number(args[f"lp_{side}"]) for side in ("own", "opponent") if f"lp_{side}" in args}
        return {**scenario, **{key: args[key] for key in ("turn", "at") if key in args}, **({"lp": lp} if lp else {})}
    step: dict[str, Any] = {
        key: args[key] for key in ("activate", "attack", "target", "next", "summon", "set", "by", "how") if key in args
    }
    if "activate" in step:
        step["by"], _, step["activate"] = step["activate"].partition(":")
        step |= {
            key: found for key in ("targets", "cost", "pick") if (found := [v for v in request.args.getlist(key) if v])
        }
    return _longer(scenario, step)


def _number(text: str) -> Any:
    return int(text) if text.isdecimal() and len(text) < 12 else text


def _effects(desk: Desk, last: ScenarioStep) -> Iterator[dict[str, Any]]:
    """Everything that can be tried: the activated effects of every card that is not hidden in a deck."""
    for lying in last["state"]["cards"]:
        card = desk.book.card_named(lying["card"] or "")
        if card is None or lying["zone"] in ("deck", "material"):
            continue
        for effect in card.effects:
            if effect.is_activated:
                number = f"{'p' if effect.part == 'pendulum' else ''}{effect.number}"
                yield {
                    "value": f"{lying['side']}:{lying['called']}/{number}",
                    "called": lying["called"],
                    "effect": effect_named(effect),
                    "side": lying["side"],
                }


def _onward(desk: Desk, last: ScenarioStep | None) -> list[str]:
    """The windows that can lie ahead of the present one."""
    if last is None:
        return []
    windows = desk.book.windows
    here = windows.index(last["at"])
    ahead = [w for w in windows[here + 1 :] if w != "attack-declaration"]
    in_battle = last["state"]["battle"] is not None
    return [w for w in ahead if in_battle or not w.startswith(("damage", "after"))] + (
        ["battle-step"] if in_battle else []
    )


@cache
def _examples() -> tuple[dict[str, Any], ...]:
    """The scenarios that come with the desk, each as an address."""
    found = []
    for file in sorted((rulings_folder() / "scenarios").glob("*.yaml")):
        data = read_yaml(file.read_text(encoding="utf-8")).value
        found.append({"title": data["title"], "packed": _packed(data)})
    return tuple(found)


MOST_STEPS = 60


@blueprint.get("/stats")
def stats() -> ResponseReturnValue:
    """Compute the steps of the address and offer the next one."""
    desk = desk_here()
    monster = _monster()
    steps = [json_or_text(text) for text in request.args.getlist("s")[:MOST_STEPS]]
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
                return url_for("desk_pages.stats", **case.stats["monster"], s=steps)
    return url_for("desk_pages.stats")


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
            found[key] = text if key == "name" else _signed(text)
    return found


def _signed(text: str) -> Any:
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 12 else text


def _added() -> list[dict[str, Any]]:
    """The step the form adds: a card's own operation, or one that is spelled out."""
    if card := request.args.get("use", "").strip():
        step: dict[str, Any] = {"use": card}
        if number := request.args.get("effect", "").strip():
            step["effect"] = _signed(number)
        if request.args.get("value", "").strip():
            step["value"] = _signed(request.args["value"].strip())
        return [step]
    if not request.args.get("do"):
        return []
    step = {key: request.args[key].strip() for key in ("do", "stat", "by", "kind") if request.args.get(key, "").strip()}
    if request.args.get("value", "").strip():
        step["value"] = _signed(request.args["value"].strip())
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
    return url_for("desk_pages.stats", **monster, s=steps)


FIELDS = ("matter", "of", "effect", "about", "at", "turn", "as_of")


@blueprint.get("/matter")
def matter() -> ResponseReturnValue:
    """All matters to choose from; one with its form; or its answer, once something is asked."""
    desk = desk_here()
    asked = {key: request.args.get(key, "").strip() for key in (*FIELDS, "given")}
    if not asked["matter"]:
        return render_template("matters.html", matters=[matter_listed(desk, gate) for gate in desk.matters()])
    told = matter_listed(desk, desk.gate_named(asked["matter"][:200]))
    answer, wrong, cards = None, None, []
    if set(request.args) - {"matter", "lang"}:  # the form was sent, were it empty
        try:
            body: dict[str, Any] = {key: asked[key] for key in FIELDS if asked[key]}
            answer = matter_shown(desk, body | {"given": table_asked(desk)})
            g.verdict = answer["verdict"]
        except BadInput as refused:
            wrong = refused
            cards = [card_identity(c) for c in refused.cards] if isinstance(refused, Unsettled) else []
    page = render_template(
        "matter.html",
        told=told,
        answer=answer,
        wrong=wrong.says if wrong else None,
        meant=[(card, here(of=card["id"])) for card in cards],
        asked=asked,
        table=stated(request.args),
        phases=PHASES,
        example=_example_of_a_matter(told["example"]),
        with_fact=lambda fact, value: here(**{("turn" if fact == "turn" else f"f.{fact}"): str(value)}),
    )
    return page, wrong.status if wrong else 200


def _example_of_a_matter(body: dict[str, Any]) -> str:
    """A case of a ruling about the matter, as an address."""
    plain = {"of": ""} | {key: str(value) for key, value in body.items() if key != "given"}
    if given := body.get("given"):
        plain["given"] = json.dumps(msgspec.to_builtins(given), ensure_ascii=False)
    return url_for("desk_pages.matter", **plain)  # type: ignore[arg-type]
