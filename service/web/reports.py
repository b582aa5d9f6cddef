"""Rulings to be, as YAML: of a report that an answer is wrong, and of a sentence on the page /new-ruling.

A report is downloaded or lies in the operator's folder; of the page nothing is kept.
"""

import hashlib
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import yaml
from flask import Blueprint, Response, current_app, render_template, request
from flask.typing import ResponseReturnValue

from knowledge.data.profile import number_of
from knowledge.desk import Answer, Desk
from knowledge.explanation.can_answer import sentence
from knowledge.explanation.citations import both
from knowledge.explanation.reason_tree import because
from knowledge.problems import BadInput, bad_input
from knowledge.search import VERDICTS
from service.loaded_desk import data_version
from service.operations.requests import Pace
from service.ruling_draft import FIELDS, Draft, ruling_drafted, sources_of
from service.web.form import answered, desk_here

blueprint = Blueprint("reporting", __name__)
VARIABLE = "OCG_RULINGS_REPORTS"
LONGEST_WORDS, LONGEST_SOURCE = 2000, 300
MOST_KEPT = 2000  # reports in the folder
_pace = Pace(per_minute=6, at_once=6)


@blueprint.post("/ask/report")
def report() -> ResponseReturnValue:
    """Write the report of this question; keep it where the operator wants them, else give it back as a file."""
    desk = desk_here()
    found = answered(desk)
    name, text = written(desk, found.answer, request.form)
    folder = current_app.config.get("REPORTS") or os.environ.get(VARIABLE)
    as_file = Response(
        text, mimetype="application/yaml", headers={"Content-Disposition": f"attachment; filename={name}.yaml"}
    )
    if not folder or not _from_our_own_page():
        return as_file
    _pace.take(request.remote_addr or "")
    try:
        _keep(Path(folder), name, text)
    except OSError as fault:  # full, read-only, gone: the report goes back to the person instead of being lost
        current_app.logger.error("a report could not be kept: %s", fault.strerror)
        return as_file
    return render_template("reported.html", text=text, name=name), 201


def written(desk: Desk, answer: Answer, form: Mapping[str, str]) -> tuple[str, str]:
    """A name and the YAML: the scenario, our verdict, their verdict and words. Moving the file makes it a test."""
    verdict = form.get("verdict", "")
    if verdict and verdict not in VERDICTS:
        listed = ", ".join(VERDICTS)
        raise bad_input("report.verdict", field="verdict", value=verdict[:40], accepted=VERDICTS, listed=listed)
    words = _words(form.get("words"))
    source = _in_one_line(form.get("source", ""))[:LONGEST_SOURCE]
    case: dict[str, Any] = {"activate": _asked_about(answer), "at": answer.at}
    if answer.turn:
        case["turn"] = answer.turn
    if given := msgspec.to_builtins(answer.table):
        case["given"] = given
    case["expect"] = verdict or answer.verdict
    name = f"report-{answer.card.id.replace(':', '-')}-{answer.at.replace('.', '-')}"
    ruling = {
        "id": name,
        "says": sentence(desk.book, answer, answer.effect, verdict or answer.verdict),
        "cites": _nearest_source(desk, answer),
        "cases": [case],
    }
    head = (
        f"# Reported {datetime.now(UTC):%Y-%m-%d}. The desk said: {answer.verdict} (data {data_version()}).\n"
        f"# Their words: {words}\n"
        f"# Their source: {source or '-'}\n"
        "# Moved to rulings/cases/<document>/ this file is a test. The source in cites is that of the rule the desk\n"
        "# decided by: put the right one there.\n"
    )
    return name, head + yaml.safe_dump({"rulings": [ruling]}, allow_unicode=True, sort_keys=False, width=110)


def _asked_about(answer: Answer) -> str:
    return f"{answer.card.names.zh}/{number_of(answer.effect)}" if answer.effect else answer.card.names.zh


def _nearest_source(desk: Desk, answer: Answer) -> dict[str, Any]:
    """Where the deciding rule stands, for the maintainer to correct; the first document where nothing decided."""
    reasons = because(desk.book, answer.deciding.deciding) if answer.deciding else []
    cites = [cite for node in reasons for cite in desk.book.rules[node["rule"]].cites]
    if cites:
        return {"doc": cites[0].doc, "lines": list(cites[0].lines or ())}
    return {"doc": next(iter(desk.book.library.documents)), "lines": [1, 1]}


def _from_our_own_page() -> bool:
    """Whether the form was on a page of ours: the browser says where it came from."""
    fetched = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin", "")
    if fetched not in (None, "same-origin") or (origin and urlsplit(origin).netloc != request.host):
        raise bad_input("report.elsewhere", status=403, kind="other-site")
    return bool(fetched or origin)


def _keep(folder: Path, name: str, text: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if sum(1 for _ in folder.glob("*.yaml")) >= MOST_KEPT:
        raise bad_input("report.full", status=429, kind="too-many-reports")
    digest = hashlib.sha256(text.encode()).hexdigest()[:10]
    (folder / f"{name}-{digest}.yaml").write_text(text, encoding="utf-8")


def _words(text: str | None) -> str:
    """What the person wrote, lines kept together."""
    said = _in_one_line(str(text or ""))
    if not said or len(said) > LONGEST_WORDS:
        raise bad_input(
            "report.words",
            field="words",
            value=said[:40],
            accepted=[f"1-{LONGEST_WORDS}"],
            longest_words=LONGEST_WORDS,
        )
    return said


def _in_one_line(text: str) -> str:
    """Text that cannot break out of a comment or a scalar."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


drafts = Blueprint("new_ruling", __name__)


@drafts.get("/new-ruling")
def new_ruling() -> tuple[str, int]:
    """The form, and the draft of what it says; nothing is kept here."""
    desk = desk_here()
    draft, wrong = None, None
    try:
        draft = _drafted(desk)
    except BadInput as refused:
        wrong = refused
    asked = {key: request.args.get(key, "") for key in FIELDS}
    sources = [(name, both(desk.book.library.documents[name].names)) for name in sources_of(desk)]
    page = render_template("new_ruling.html", draft=draft, wrong=wrong, asked=asked, verdicts=VERDICTS, sources=sources)
    return page, wrong.status if wrong else 200


@drafts.get("/new-ruling.yaml")
def as_file() -> Response:
    """The draft alone, as a file."""
    draft = ruling_drafted(desk_here(), request.args)
    name = f"attachment; filename={draft.ruling['id']}.yaml"
    return Response(draft.text, mimetype="application/yaml", headers={"Content-Disposition": name})


def _drafted(desk: Desk) -> Draft | None:
    return ruling_drafted(desk, request.args) if any(request.args.get(key, "").strip() for key in FIELDS) else None
