"""The page /matter: any other question the rules decide, asked by a form; the whole question stands in the address."""

import json
from typing import Any

import msgspec
from flask import Blueprint, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.other_answers import matter_listed
from knowledge.names.finder import Unsettled
from knowledge.problems import BadInput
from service.answers.matters import matter_shown
from service.web.browse import PHASES
from service.web.form import desk_here, here, stated, table_asked

blueprint = Blueprint("matter_page", __name__)
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
        example=_example(told["example"]),
        with_fact=lambda fact, value: here(**{("turn" if fact == "turn" else f"f.{fact}"): str(value)}),
    )
    return page, wrong.status if wrong else 200


def _example(body: dict[str, Any]) -> str:
    """A case of a ruling about the matter, as an address."""
    plain = {"of": ""} | {key: str(value) for key, value in body.items() if key != "given"}
    if given := body.get("given"):
        plain["given"] = json.dumps(msgspec.to_builtins(given), ensure_ascii=False)
    return url_for("matter_page.matter", **plain)  # type: ignore[arg-type]
