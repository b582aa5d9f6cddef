"""The web application: pages and JSON API over one loaded desk."""

import os
import re
import time
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, Response, g, request
from flask.ctx import _AppCtxGlobals
from markupsafe import Markup, escape
from werkzeug.routing import Rule

from knowledge.desk import Desk
from knowledge.explanation.citations import both, source_told
from knowledge.explanation.effect_sentences import printed
from knowledge.phrases import circled, phrase, value_in_words
from service.answers.law import today
from service.api import routes as api
from service.api.bodies import register_problems
from service.loaded_desk import data_version, loaded_desk
from service.operations.http_caching import (
    Memory,
    desk_version,
    key_of,
    marked,
    recalled,
    remembered,
    squeezed,
    state_of_data,
)
from service.operations.requests import (
    damage_of,
    paced,
    paced_told,
    register_deadline,
    register_pace,
    register_watching,
    started,
    watched,
)
from service.presentation.page_words import COOKIE, language_of, templates_folder, words
from service.presentation.plain_text import few_lines
from service.web import browse, desk_pages, offline, pages
from service.web import reports as reporting
from service.web.form import again, here, question, with_fact
from service.web.language_templates import speak_languages

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LARGEST_BODY = 64 * 1024
MOST_LINKS = 8192
MOST_TIMELINES = 2048  # kept, some kilobytes each
_LINK = "\x00"  # stands for an address, and in no page
HOSTS = "OCG_RULINGS_HOSTS"  # the names this service answers to; without it, to any
_HEADERS = [
    (
        "Content-Security-Policy",
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "same-origin"),
]


class SyncFlask(Flask):
    """Flask without a look at each function whether it is a coroutine: none is, and a request calls a dozen."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself."""
        return func


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """The application; `RULINGS` in the configuration names another folder of rulings, `DESK` is one loaded already."""
    app = SyncFlask("service", template_folder=str(templates_folder()), static_folder="static")
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_BODY, **(config or {}))
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    if hosts := os.environ.get(HOSTS):
        app.config["TRUSTED_HOSTS"] = [host.strip() for host in hosts.split(",") if host.strip()]
    words()  # faulty words stop the start, not a reader
    desk: Desk = app.config.get("DESK") or loaded_desk(app.config.get("RULINGS"))
    app.extensions["desk"] = desk
    speak_languages(app, lambda lang: _said_in(lang, desk))
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(desk_pages.blueprint)
    app.register_blueprint(api.blueprint)
    app.register_blueprint(browse.blueprint)
    app.register_blueprint(pages.sheets)
    app.register_blueprint(reporting.blueprint)
    app.register_blueprint(reporting.drafts)
    app.register_blueprint(offline.blueprint)
    register_problems(app)
    register_watching(app)
    _speak(app, desk)
    _remember_links(app)
    _remember_timelines(app)
    register_deadline(app)
    register_pace(app)
    app.extensions["memory"] = Memory()
    _receive(app, desk)
    app.wsgi_app = _safe(app.wsgi_app)  # type: ignore[assignment, method-assign]
    return app


def _receive(app: Flask, desk: Desk) -> None:
    """What is done to every request as it comes in and to every answer before it leaves, in this order.

    It is done at once: Flask's stand-ins for the request and its notes look for them anew at every use.
    """

    @app.before_request
    def _come() -> Response | None:
        asked, now = _the_request_itself()
        now.started = time.perf_counter()
        now.lang = language_of(asked)
        started(app, now)
        paced(app, asked, now)
        return recalled(app, desk, asked, now)

    @app.after_request
    def _leave(response: Response) -> Response:
        asked, now = _the_request_itself()
        _remember_language(asked, response)
        state = state_of_data(desk) if asked.method != "POST" else ()  # of what is posted no cache keeps anything
        response = remembered(app, state, now, response)  # as it was made, before the others touch it
        response = squeezed(asked, marked(state, asked, key_of(now, state), response))
        return watched(app, asked, now, paced_told(app, now, response))


def _the_request_itself() -> tuple[Request, _AppCtxGlobals]:
    return request._get_current_object(), g._get_current_object()  # type: ignore[attr-defined]


def _remember_language(asked: Request, response: Response) -> None:
    if not asked.environ.get("QUERY_STRING") or "lang" not in asked.args or asked.path.startswith("/api/"):
        return
    if (chosen := asked.args["lang"]) in ("zh", "en"):
        response.set_cookie(COOKIE, chosen, max_age=31536000, samesite="Lax", httponly=True)


def _safe(answer: "WSGIApplication") -> "WSGIApplication":
    """The same headers on every answer, put on as it leaves: they are the same for all."""

    def answered(environ: "WSGIEnvironment", start: "StartResponse") -> Iterable[bytes]:
        def begin(status: str, headers: list[tuple[str, str]], *fault: Any) -> Any:
            return start(status, [*headers, *_HEADERS], *fault)

        return answer(environ, begin)

    return answered


@cache
def _plain_word(key: str, lang: str) -> str:
    return words()[key][lang].format()


@cache
def _plain_phrase(key: str, lang: str) -> str:
    return phrase(key)[lang]


def _remember_links(app: Flask) -> None:
    """Links of pages are built once: a page has dozens, and most lead where those of the last page led."""

    @lru_cache(MOST_LINKS)
    def built(begins: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
        rules, plain = rules_of(endpoint), not any(key.startswith("_") for key, _ in values)
        made = rules[0].build(dict(values)) if plain and len(rules) == 1 else None
        return request.script_root + made[1] if made is not None else app.url_for(endpoint, **dict(values))

    @cache
    def rules_of(endpoint: str) -> list[Rule]:
        return list(app.url_map.iter_rules(endpoint))

    def link(endpoint: str, **values: Any) -> str:
        if "_external" in values or not all(isinstance(value, str) for value in values.values()):
            return app.url_for(endpoint, **values)
        return built(request.environ["SCRIPT_NAME"], endpoint, tuple(values.items()))

    app.jinja_env.globals["url_for"] = link


def _remember_timelines(app: Flask) -> None:
    """Timelines with the same verdicts in the same language differ in one address: the rest of them is made once."""
    kept: dict[tuple[Any, ...], list[str]] = {}

    def with_link(
        cells: Callable[..., str], link: str, lines: dict[str, dict[str, str]], current: list[str], *rest: Any
    ) -> Markup:
        key = (g.get("lang", "zh"), tuple(current), *(verdict for side in lines.values() for verdict in side.values()))
        parts = kept.get(key)
        if parts is None:
            parts = str(cells(_LINK, lines, current, *rest)).split(_LINK)
            if len(kept) < MOST_TIMELINES:
                kept[key] = parts
        return Markup(str(escape(link)).join(parts))

    app.jinja_env.globals["with_link"] = with_link


def _speak(app: Flask, desk: Desk) -> None:
    @app.context_processor
    def _present() -> dict[str, Any]:
        return {
            "damage": damage_of(desk),
            "version": data_version(),
            "today": today(),
            "desk_version": desk_version(),
        }


def _said_in(lang: str, desk: Desk) -> dict[str, Any]:
    """What templates of a language can say, whatever the page."""

    def w(key: str, **parts: Any) -> str:
        return words()[key][lang].format(**parts) if parts else _plain_word(key, lang)

    def p(key: str, **parts: Any) -> str:
        return phrase(key, **parts)[lang] if parts else _plain_phrase(key, lang)

    def name(card: dict[str, Any]) -> str:
        found: str = card["names"].get(lang) or card["names"]["zh"]
        return found

    def name_in(card: dict[str, Any], answer: dict[str, Any]) -> str:
        return told_in({**card["names"], lang: name(card)}, answer)

    def other_names(card: dict[str, Any], shown: str = "") -> list[str]:
        spelled = dict.fromkeys((*card["names"].values(), *card.get("aliases", ())))
        return [n for n in spelled if n != (shown or name(card))]

    def fact_said(fact: str, value: str) -> str:
        return value_in_words(desk.book, fact, value)[lang]

    def called(text: str) -> str:
        card = desk.book.card_named(text)
        return (getattr(card.names, lang) or card.names.zh) if card else text

    def type_said(printed_type: str) -> str:
        return " / ".join(printed(word)[lang] for word in printed_type.split(" / "))

    def as_sentence(says: dict[str, str]) -> str:
        text = says[lang]
        return re.sub(r"`([^`]*)`", r"“\1”", text[:1].upper() + text[1:]) if lang == "en" else text

    def description(answer: dict[str, Any]) -> str:
        return " ".join(few_lines(desk.book, answer, lang)[1:3])

    def told_in(says: dict[str, str], answer: dict[str, Any]) -> str:
        asked_in = answer["question"].get("lang")
        return says["ja"] if asked_in == "ja" and "ja" in says else says[lang]

    def rule_said(rule: str) -> str:
        return both(desk.book.rules[rule].says)[lang]

    return {
        "told_in": told_in,
        "name_in": name_in,
        "branch_if": lambda says: phrase("branch.if", **{"if": says}),
        "short_in": lambda verdict, answer: told_in(phrase(f"short.{verdict}"), answer),
        "first_line": lambda answer: told_in(answer["sentence"], answer),
        "asked_back": lambda answer: told_in(answer["ask"]["question"], answer),
        "fact_said": fact_said,
        "rule_said": rule_said,
        "description": description,
        "called": called,
        "as_sentence": as_sentence,
        "type_said": type_said,
        "w": w,
        "p": p,
        "name": name,
        "other_names": other_names,
        "circled": circled,
        "timings": desk.book.library.timings,
        "windows": desk.book.windows,
        "source": lambda text: source_told(desk.book, text),
        "here": here,
        "again": again,
        "with_fact": with_fact,
        "question": question,
    }
