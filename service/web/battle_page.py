"""The page /battle: a table, a battle and a chain, step by step; the whole scenario stands in the address."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from knowledge.data.yaml_files import read_yaml, rulings_folder
from knowledge.desk import Desk
from knowledge.explanation.answer_records import ScenarioAnswer, ScenarioStep
from knowledge.phrases import effect_named
from knowledge.play import read_scenario
from knowledge.problems import BadInput, sentence
from service.answers.matters import scenario_shown
from service.web.form import desk_here

blueprint = Blueprint("battle_page", __name__)
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
    return url_for("battle_page.battle", q=_packed(scenario)) + ("#now" if scenario.get("steps") else "")


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
