"""The web application: pages and JSON API over one loaded desk."""

from typing import Any

from flask import Flask, Response, g, request

from knowledge.answers import Desk
from knowledge.wording import circled, phrase
from service import api, battle_page, pages, stats_page
from service.loaded import data_version, loaded_desk
from service.problems import register_problems
from service.speaking import COOKIE, language_of, templates_folder, words

LARGEST_BODY = 64 * 1024
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """The application; `RULINGS` in the configuration names another folder of rulings."""
    app = Flask("service", template_folder=str(templates_folder()), static_folder="static")
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_BODY, **(config or {}))
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    desk = loaded_desk(app.config.get("RULINGS"))
    app.extensions["desk"] = desk
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(stats_page.blueprint)
    app.register_blueprint(battle_page.blueprint)
    app.register_blueprint(api.blueprint)
    register_problems(app)
    _speak(app, desk)

    @app.after_request
    def _safe(response: Response) -> Response:
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        if request.args.get("lang") in ("zh", "en"):
            response.set_cookie(COOKIE, request.args["lang"], max_age=31536000, samesite="Lax", httponly=True)
        return response

    return app


def _speak(app: Flask, desk: Desk) -> None:
    @app.before_request
    def _choose_language() -> None:
        g.lang = language_of(request)

    @app.context_processor
    def _words() -> dict[str, Any]:
        lang = g.get("lang", "zh")

        def w(key: str, **parts: Any) -> str:
            return words()[key][lang].format(**parts)

        def p(key: str, **parts: Any) -> str:
            return phrase(key, **parts)[lang]

        def name(card: dict[str, Any]) -> str:
            found: str = card["names"].get(lang) or card["names"]["zh"]
            return found

        def other_names(card: dict[str, Any]) -> list[str]:
            spelled = dict.fromkeys((*card["names"].values(), *card.get("aliases", ())))
            return [n for n in spelled if n != name(card)]

        return {
            "lang": lang,
            "w": w,
            "p": p,
            "name": name,
            "other_names": other_names,
            "circled": circled,
            "timings": desk.book.library.timings,
            "windows": desk.book.windows,
            "version": data_version(),
        }
