"""Answers kept: worked out once by the desk, kept by the client under an ETag; and text sent compressed."""

import gzip
import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, Request, Response
from flask.ctx import _AppCtxGlobals
from werkzeug.http import http_date

import knowledge
import service
from knowledge.data.cache import state_of
from knowledge.desk import Desk
from service.answers.law import today
from service.loaded_desk import data_version
from service.lookup import finder_of
from service.presentation.page_words import templates_folder

SMALLEST = 1024
_TEXT = ("text/", "application/json", "application/problem+json", "image/svg+xml", "application/manifest+json")
YEAR = 31536000
_READ = ("GET", "HEAD")
_CONDITIONS = frozenset(
    ("HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_UNMODIFIED_SINCE", "HTTP_IF_RANGE")
) | {"HTTP_RANGE"}  # what makes an answer anything but whole
_STATIC = Path(__file__).resolve().parents[1] / "static"


def squeezed(asked: Request, response: Response) -> Response:
    """The answer, compressed where it is text, not tiny, and taken compressed; after the content has its name."""
    if not (response.mimetype or "").startswith(_TEXT) or response.status_code == 304:
        return response
    headers = response.headers
    vary = next((value for key, value in headers if key == "Vary"), "")  # said as it is: no set need be made for it
    if not vary:
        headers.add("Vary", "Accept-Encoding")
    elif "accept-encoding" not in vary.lower():
        headers["Vary"] = f"{vary}, Accept-Encoding"
    if not _is_taken(asked) or asked.method == "HEAD":
        return response
    response.direct_passthrough = False
    plain = response.get_data()
    if len(plain) >= SMALLEST and "Content-Encoding" not in headers and response.status_code != 206:
        response.set_data(gzip.compress(plain, 6, mtime=0))
        headers["Content-Encoding"] = "gzip"
    return response


def _is_taken(asked: Request) -> bool:
    """Whether gzip is named and not refused: `gzip;q=0` says that it is not taken."""
    accepted = asked.environ.get("HTTP_ACCEPT_ENCODING", "")
    return "gzip" in accepted and ("q=" not in accepted or asked.accept_encodings.quality("gzip") > 0)


@cache
def desk_version() -> str:
    """A short name for the data together with the files of the pages: a change of either makes browsers ask anew."""
    digest = hashlib.sha256(data_version().encode())
    for path in sorted((*_STATIC.iterdir(), *(p for p in templates_folder().rglob("*") if p.is_file()))):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


@cache
def code_version() -> str:
    """A short name for the program: what it answers may change with it."""
    parts = [state_of(Path(package.__file__ or "").parent, ".py") for package in (knowledge, service)]
    return hashlib.sha256("".join(parts).encode()).hexdigest()[:10]


def answers_version(state: tuple[str | None, ...]) -> str:
    """A short name for all that an answer rests on beside its address: data, day of the law, imports, program."""
    return _short((*state, code_version()))


@lru_cache(maxsize=8)
def _short(parts: tuple[str | None, ...]) -> str:
    return hashlib.sha256("|".join(part or "" for part in parts).encode()).hexdigest()[:10]


def marked(state: tuple[str | None, ...], asked: Request, key: tuple[Any, ...] | None, response: Response) -> Response:
    """The answer marked for caches, and the API's reading side opened to pages of other sites.

    `key` names all that the content rests on, where that is known; else the content names itself.
    """
    is_api, is_read = asked.path.startswith("/api/"), asked.method in _READ
    headers = response.headers
    if is_api and is_read:
        headers["Access-Control-Allow-Origin"] = "*"
        headers["Access-Control-Expose-Headers"] = "ETag"
    if not is_read or response.status_code != 200 or response.direct_passthrough:
        if not response.direct_passthrough and not any(key == "Cache-Control" for key, _ in headers):
            headers.add("Cache-Control", "no-store")
        return _named(asked, response)
    if not is_api and not asked.path.startswith("/static/"):
        if "Vary" in headers:
            response.vary.update(("Accept-Language", "Cookie"))
        else:
            headers.add("Vary", "Accept-Language, Cookie")  # said as it is: no set need be made for it
    version = answers_version(state)
    if not any(key == "Cache-Control" for key, _ in headers):
        headers.add("Cache-Control", _how_long(asked, is_api, version))
    rests_on = f"{desk_version()}{key}".encode() if key else response.get_data()
    content = hashlib.sha256(rests_on).hexdigest()[:16]
    headers["ETag"] = f'W/"{version}-{content}"'  # the same whether sent compressed or not
    if asked.environ.keys() & _CONDITIONS:
        return response.make_conditional(asked)  # type: ignore[return-value]
    headers["Date"] = _date(int(time.time()))
    return response


@lru_cache(maxsize=2)
def _date(second: int) -> str:
    """The present second as a header tells it, written once."""
    return http_date(second)


def _named(asked: Request, response: Response) -> Response:
    """Files of the service itself: kept for a year where the address names the version."""
    if asked.path.startswith("/static/") and response.status_code == 200 and asked.args.get("v"):
        response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response


def _how_long(asked: Request, is_api: bool, version: str) -> str:
    if not is_api:
        return "private, no-cache"
    if "v=" not in asked.environ.get("QUERY_STRING", ""):
        return "public, max-age=300"
    lasting = asked.args.get("v") == version and (not _is_question(asked) or asked.args.get("as_of"))
    return f"public, max-age={YEAR}, immutable" if lasting else "public, max-age=300"


def _is_question(asked: Request) -> bool:
    """Whether today's law is asked: such an answer may be another tomorrow, unless the address names the day."""
    return asked.path.rpartition("/")[2].partition(".")[0] in ("can", "ask", "matter")


MOST_BYTES = 8 * 1024 * 1024  # some hundred answers: more would only let the process grow
LARGEST = 512 * 1024  # a single answer longer than this is not kept
PAGES = frozenset(
    {"pages.ask", "pages.card", "pages.cards", "pages.home", "pages.rule", "pages.ruling", "pages.rulings"}
)
CALLS = frozenset({"api.card", "api.search", "api.ruling", "api.rule", "api.graph"})  # rest on the address alone
# what an address is made of, as the server tells it: put together it would have to be decoded first
WHEREABOUTS = ("wsgi.url_scheme", "HTTP_HOST", "SERVER_NAME", "SERVER_PORT", "SCRIPT_NAME")
_ADDRESS = (*WHEREABOUTS, "PATH_INFO", "QUERY_STRING")
_EACH = 400  # bytes of the key and of keeping itself, beside the content


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer as it is sent, and its verdict for the counts."""

    content: bytes
    verdict: str = ""
    kind: str = "text/html"


class Memory:
    """The answers used last, up to so many bytes; safe to share between threads."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most, self._bytes = most_bytes, 0
        self._kept: OrderedDict[Hashable, Kept] = OrderedDict()
        self._lock = threading.Lock()

    def recall(self, key: Hashable) -> Kept | None:
        """What is kept under a key; it counts as used."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def keep(self, key: Hashable, kept: Kept) -> None:
        """Keep an answer; those not used for longest make room."""
        if len(kept.content) > LARGEST:
            return
        with self._lock:
            old = self._kept.pop(key, None)
            self._bytes -= _weight(old) if old else 0
            self._kept[key] = kept
            self._bytes += _weight(kept)
            while self._bytes > self._most:
                self._bytes -= _weight(self._kept.popitem(last=False)[1])

    def forget(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._kept.clear()
            self._bytes = 0

    def __len__(self) -> int:
        return len(self._kept)


def _weight(kept: Kept) -> int:
    return len(kept.content) + _EACH


def state_of_data(desk: Desk) -> tuple[str | None, ...]:
    """Everything an answer rests on beside the question: built-in data, the day, the import, the index of names."""
    return data_version(), today(), *finder_of(desk).generations


def memory_of(app: Flask) -> Memory:
    """The answers this application keeps."""
    memory: Memory = app.extensions["memory"]
    return memory


def recalled(app: Flask, desk: Desk, asked: Request, now: _AppCtxGlobals) -> Response | None:
    """The page of this address where it is kept: it depends on nothing but that, the language and the data."""
    if asked.method not in _READ or (asked.endpoint not in PAGES and asked.endpoint not in CALLS):
        return None
    key = (*map(asked.environ.get, _ADDRESS), now.lang, state_of_data(desk))
    now.page_key, now.kept = key, memory_of(app).recall(key)
    if now.kept is None:
        return None
    now.verdict = now.kept.verdict
    return Response(now.kept.content, mimetype=now.kept.kind)


def key_of(now: _AppCtxGlobals, state: Hashable) -> tuple[Any, ...] | None:
    """All that a page of an address rests on; a page made while an import finished belongs to neither state."""
    key: tuple[Any, ...] | None = now.get("page_key")
    return key if key and key[-1] == state else None


def remembered(app: Flask, state: Hashable, now: _AppCtxGlobals, response: Response) -> Response:
    """Keep a page just made."""
    key = key_of(now, state)
    if key and not now.kept and response.status_code == 200:
        memory_of(app).keep(key, Kept(response.get_data(), now.get("verdict", ""), response.mimetype or ""))
    return response
