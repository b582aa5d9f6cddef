"""What an installed desk keeps: its manifest, its worker, and all names, rulings and timelines in one small file."""

from typing import Any

import msgspec
from flask import Blueprint, Response, current_app, g, render_template, url_for

from knowledge.answers import Desk
from knowledge.engine.categories import speed_of
from service.loaded import data_version
from service.speaking import words
from service.turn_picture import PHASES

blueprint = Blueprint("offline", __name__)
LETTERS = {"yes": "y", "no": "n", "must": "m", "depends": "d", "undetermined": "u", "unknown": "k"}


def _desk() -> Desk:
    desk: Desk = current_app.extensions["desk"]
    return desk


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone needs to install the desk."""
    told = {
        "name": words()["site"][g.lang],
        "short_name": words()["site"][g.lang],
        "description": words()["tagline"][g.lang],
        "lang": "zh-CN" if g.lang == "zh" else "en",
        "start_url": url_for("pages.home"),
        "scope": url_for("pages.home"),
        "display": "standalone",
        "background_color": "#fbfaf7",
        "theme_color": "#1d3557",
        "icons": [
            {"src": url_for("static", filename="icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
        ],
    }
    return Response(msgspec.json.encode(told), mimetype="application/manifest+json")


@blueprint.get("/worker.js")
def worker() -> Response:
    """The worker; it stands at the root so that it may answer for every page, and names the version it keeps."""
    script = current_app.open_resource("static/worker.js").read().decode()
    response = Response(script.replace("@VERSION@", data_version()), mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get("/offline")
def page() -> str:
    """A page that reads what was kept."""
    return render_template("offline.html", letters=LETTERS, phases=PHASES)


@blueprint.get("/offline.json")
def kept() -> Response:
    """Names, timelines and rulings, as small as they get; made once."""
    written = current_app.extensions.get("offline")
    if written is None:
        written = msgspec.json.encode(compact(_desk()))
        current_app.extensions["offline"] = written
    response = Response(written, mimetype="application/json")
    response.headers["Cache-Control"] = "public, max-age=300"
    return response


def compact(desk: Desk) -> dict[str, Any]:
    """All cards with a letter for each window of either turn, and all rulings with their cards."""
    cards = sorted(desk.book.library.cards.values(), key=lambda c: c.names.zh)
    rulings = sorted(desk.book.library.rulings.values(), key=lambda r: r.id)
    place = {card.id: n for n, card in enumerate(cards)}
    about: dict[str, list[int]] = {}
    for card in cards:
        for ruling in desk.precedents.of_card(card):
            about.setdefault(ruling.id, []).append(place[card.id])
    return {
        "version": data_version(),
        "windows": desk.book.windows,
        "cards": [
            [
                card.names.zh,
                card.names.en,
                card.names.ja,
                [
                    [
                        ("p" if e.part == "pendulum" else "") + str(e.number),
                        e.summary.zh if e.summary else "",
                        e.summary.en if e.summary else "",
                        *_letters(desk, card, e),
                    ]
                    for e in card.effects
                    if speed_of(card, e)
                ],
            ]
            for card in cards
        ],
        "rulings": [
            [r.id, r.says.zh, r.says.en, r.cites[0].doc, r.cites[0].date, about.get(r.id, [])] for r in rulings
        ],
    }


def _letters(desk: Desk, card: Any, effect: Any) -> list[str]:
    lines = desk.timeline(card, effect)
    return ["".join(LETTERS[lines[side][w]] for w in desk.book.windows) for side in ("own", "opponent")]
