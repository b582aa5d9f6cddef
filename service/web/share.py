"""An answer to keep or hand on: as text, on one printed page, as a QR code of its address."""

import io

import segno
from flask import Blueprint, Response, current_app, g, render_template

from knowledge.desk import Desk
from knowledge.problems import bad_input
from service.presentation.plain_text import answer_as_text
from service.web.form import answered, question

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
    """The answer on one small page: question, verdict, reasons, citations."""
    return render_template("print.html", answer=answered(_desk()).shown)


@blueprint.get("/ask/qr.svg")
def code() -> Response:
    """The lasting address of the question as a QR code."""
    address = question(lasting=True)
    if len(address) > LONGEST_CODE:
        raise bad_input("share.too-long", field="card", kind="too-long")
    drawn = io.BytesIO()
    segno.make(address, error="l", micro=False).save(drawn, kind="svg", scale=4, border=4, dark="#000", light="#fff")
    return Response(drawn.getvalue(), mimetype="image/svg+xml")
