"""An answer to keep or hand on: as text, on one sheet, as a QR code of its address."""

import io

import segno
from flask import Blueprint, Response, current_app, g, render_template
from msgspec import convert
from msgspec.structs import replace

from knowledge.data.cases import Case
from knowledge.desk import Desk
from knowledge.problems import bad_input
from service.presentation.plain_text import answer_as_text
from service.web.case_scenes import scene_of
from service.web.form import answered, question
from service.web.pictures import PHASES

blueprint = Blueprint("keeping", __name__)
LONGEST_CODE = 1200  # bytes; denser codes are hard to read from a phone's screen


def _desk() -> Desk:
    desk: Desk = current_app.extensions["desk"]
    return desk


@blueprint.get("/ask.txt")
def text() -> Response:
    """The answer as lines of text, with its lasting address."""
    told = answer_as_text(answered(_desk()).shown, g.lang)
    return Response(f"{told}\n{question(lasting=True)}\n", mimetype="text/plain")


@blueprint.get("/ask/print")
def printed() -> str:
    """The answer on one sheet: question, verdict, why, rulings, the table, the turn, what was assumed."""
    desk, found = _desk(), answered(_desk())
    answer = found.answer
    told = convert({"activate": answer.card.id, "at": answer.at, "turn": answer.turn, "expect": answer.verdict}, Case)
    told = replace(told, given=answer.table)
    lines = [(e.effect, desk.timeline(answer.card, e.effect, answer.table, answer.strangers)) for e in answer.effects]
    scene = scene_of(desk.book.knowing(answer.strangers) if answer.strangers else desk.book, told)
    return render_template("print.html", answer=found.shown, lines=lines, scene=scene, phases=PHASES)


@blueprint.get("/ask/qr.svg")
def code() -> Response:
    """The lasting address of the question as a QR code."""
    address = question(lasting=True)
    if len(address) > LONGEST_CODE:
        raise bad_input("share.too-long", field="card", kind="too-long")
    drawn = io.BytesIO()
    segno.make(address, error="l", micro=False).save(drawn, kind="svg", scale=4, border=4, dark="#000", light="#fff")
    return Response(drawn.getvalue(), mimetype="image/svg+xml")
