"""What an installed desk keeps: its manifest, its worker, and all names, rulings and timelines in a small file."""

import threading
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, current_app, g, render_template, url_for
from werkzeug.exceptions import NotFound

import knowledge
from knowledge.cards.plain_verdicts import LETTERS
from knowledge.cards.store import data_directory
from knowledge.checks.evaluation import others_of
from knowledge.data.cache import keep_bytes, kept_bytes, state_of
from knowledge.data.language import LANGUAGES
from knowledge.data.profile import Card, Effect, number_of
from knowledge.data.yaml_files import rulings_folder
from knowledge.deadline import ended_by
from knowledge.desk import Desk
from knowledge.explanation.citations import both
from knowledge.rules.categories import speed_of
from service.loaded_desk import data_version
from service.operations.http_caching import desk_version
from service.presentation.page_words import words
from service.web.browse import PHASES

blueprint = Blueprint("offline", __name__)
_one_at_a_time = threading.Lock()


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
    script = current_app.open_resource("static/worker.js", "r", encoding="utf-8").read()
    response = Response(script.replace("@VERSION@", desk_version()), mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get("/offline")
def page() -> str:
    """A page that reads what was kept."""
    return render_template("offline.html", letters=LETTERS, phases=PHASES)


@blueprint.get("/offline/<lang>.json")
def kept(lang: str) -> Response:
    """Names, timelines and rulings in one language, as small as they get; made once."""
    if lang not in LANGUAGES:
        raise NotFound()
    written = _written(current_app.extensions["desk"], current_app.extensions.setdefault("offline", {}), lang)
    response = Response(written, mimetype="application/json")
    response.headers["Cache-Control"] = "public, max-age=300"
    return response


def make_offline_files(app: Flask) -> None:
    """Make the files of all languages, so that no visitor waits for them."""
    for lang in LANGUAGES:
        _written(app.extensions["desk"], app.extensions.setdefault("offline", {}), lang)


def _written(desk: Desk, written: dict[str, bytes], lang: str) -> bytes:
    with _one_at_a_time:  # it takes seconds: a second visitor waits for the first one's
        if lang not in written:
            with ended_by(None):  # made for all, not for the one who asks first
                written[lang] = msgspec.json.encode(compact(desk, lang))
        return written[lang]


def compact(desk: Desk, lang: str) -> dict[str, Any]:
    """All cards with a letter for each window of either turn, and the rulings on them.

    Each kind of text stands in a column of its own: alike texts side by side compress best.
    """
    cards = sorted(desk.book.library.cards.values(), key=lambda c: c.names.zh)
    place = {card.id: n for n, card in enumerate(cards)}
    about: dict[str, list[int]] = {}
    for card in cards:
        for ruling in desk.precedents.of_card(card):
            about.setdefault(ruling.id, []).append(place[card.id])
    # yesterday's law is not kept, nor a ruling on cards that the file does not hold: it could not be found in it
    in_force = [r for r in desk.book.library.rulings.values() if r.status != "superseded"]
    kept_here = (r for r in in_force if not others_of(desk.book, r))
    rulings = sorted(kept_here, key=lambda r: (about.get(r.id, []), r.id))  # those on one card are worded alike
    effects = [[e for e in card.effects if speed_of(card, e)] for card in cards]
    return {
        "version": data_version(),
        "windows": desk.book.windows,
        "cards": {
            # Japanese names would be a tenth of it all, and the first load of an answer has a limit
            **{code: [getattr(card.names, code) for card in cards] for code in LANGUAGES},
            "effects": [[number_of(e) for e in own] for own in effects],
            "summaries": [[both(e.summary)[lang] if e.summary else "" for e in own] for own in effects],
            "lines": [_lines(desk)[card.id] for card in cards],
        },
        "rulings": {
            "says": [both(r.says)[lang] for r in rulings],
            "doc": [r.cites[0].doc for r in rulings],
            "date": [r.cites[0].date for r in rulings],
            "about": [about.get(r.id, []) for r in rulings],
        },
    }


@cache
def _lines(desk: Desk) -> dict[str, list[list[str]]]:
    """The timelines of every card, the same in either language; kept, for they take seconds to work out."""
    directory = data_directory()
    state = f"{state_of(rulings_folder())}-{state_of(Path(knowledge.__file__).parent, '.py')}"
    raw = kept_bytes(directory, "timelines", state)
    kept = msgspec.msgpack.decode(raw, type=dict[str, list[list[str]]]) if raw else {}
    if kept.keys() == desk.book.library.cards.keys():  # else they are of another folder of rulings
        return kept
    lines = {
        card.id: [_letters(desk, card, e) for e in card.effects if speed_of(card, e)]
        for card in desk.book.library.cards.values()
    }
    keep_bytes(directory, "timelines", state, msgspec.msgpack.encode(lines))
    return lines


def _letters(desk: Desk, card: Card, effect: Effect) -> list[str]:
    lines = desk.timeline(card, effect)
    return ["".join(LETTERS[lines[side][w]] for w in desk.book.windows) for side in ("own", "opponent")]
