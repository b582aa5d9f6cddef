"""The page /new-ruling: a sentence becomes a case with the verdict of the rules, and the YAML is there to be taken."""

from flask import Blueprint, Response, current_app, render_template, request

from knowledge.desk import Desk
from knowledge.explanation.citations import both
from knowledge.problems import BadInput
from knowledge.search.entries import VERDICTS
from service.ruling_draft import FIELDS, Draft, ruling_drafted, sources_of

blueprint = Blueprint("new_ruling", __name__)


@blueprint.get("/new-ruling")
def new_ruling() -> tuple[str, int]:
    """The form, and the draft of what it says; nothing is kept here."""
    desk = _desk()
    draft, wrong = None, None
    try:
        draft = _drafted(desk)
    except BadInput as refused:
        wrong = refused
    asked = {key: request.args.get(key, "") for key in FIELDS}
    sources = [(name, both(desk.book.library.documents[name].names)) for name in sources_of(desk)]
    page = render_template("new_ruling.html", draft=draft, wrong=wrong, asked=asked, verdicts=VERDICTS, sources=sources)
    return page, wrong.status if wrong else 200


@blueprint.get("/new-ruling.yaml")
def as_file() -> Response:
    """The draft alone, as a file."""
    draft = ruling_drafted(_desk(), request.args)
    name = f"attachment; filename={draft.ruling['id']}.yaml"
    return Response(draft.text, mimetype="application/yaml", headers={"Content-Disposition": name})


def _desk() -> Desk:
    desk: Desk = current_app.extensions["desk"]
    return desk


def _drafted(desk: Desk) -> Draft | None:
    return ruling_drafted(desk, request.args) if any(request.args.get(key, "").strip() for key in FIELDS) else None
