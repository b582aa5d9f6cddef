"""What may be kept and for how long, by an ETag on every readable answer; and text sent compressed."""

import gzip
import hashlib
import time
from functools import cache, lru_cache
from pathlib import Path

from flask import Flask, Response, request
from werkzeug.http import http_date

import knowledge
import service
from knowledge.data.cache import state_of
from knowledge.desk import Desk
from service.answers.law import today
from service.loaded_desk import data_version
from service.lookup import finder_of

SMALLEST = 1024
_TEXT = ("text/", "application/json", "application/problem+json", "image/svg+xml", "application/manifest+json")
YEAR = 31536000
_READ = ("GET", "HEAD")
_CONDITIONS = frozenset(
    ("HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_UNMODIFIED_SINCE", "HTTP_IF_RANGE")
) | {"HTTP_RANGE"}  # what makes an answer anything but whole
_STATIC = Path(__file__).resolve().parents[1] / "static"


def register_squeezing(app: Flask) -> None:
    """Compress what is text, not tiny, and taken compressed."""

    @app.after_request
    def _squeeze(response: Response) -> Response:
        if not (response.mimetype or "").startswith(_TEXT) or response.status_code == 304:
            return response
        vary = response.headers.get("Vary")  # said as it is: no set need be made for it
        if not vary or "accept-encoding" not in vary.lower():
            response.headers["Vary"] = f"{vary}, Accept-Encoding" if vary else "Accept-Encoding"
        if not _is_taken(request.headers.get("Accept-Encoding", "")) or request.method == "HEAD":
            return response
        response.direct_passthrough = False
        plain = response.get_data()
        if len(plain) >= SMALLEST and "Content-Encoding" not in response.headers and response.status_code != 206:
            response.set_data(gzip.compress(plain, 6, mtime=0))
            response.headers["Content-Encoding"] = "gzip"
        return response


def _is_taken(accepted: str) -> bool:
    """Whether gzip is named and not refused: `gzip;q=0` says that it is not taken."""
    return "gzip" in accepted and ("q=" not in accepted or request.accept_encodings.quality("gzip") > 0)


@cache
def desk_version() -> str:
    """A short name for the data together with the files of the pages: a change of either makes browsers ask anew."""
    digest = hashlib.sha256(data_version().encode())
    for path in sorted(_STATIC.iterdir()):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


@cache
def code_version() -> str:
    """A short name for the program: what it answers may change with it."""
    parts = [state_of(Path(package.__file__ or "").parent, ".py") for package in (knowledge, service)]
    return hashlib.sha256("".join(parts).encode()).hexdigest()[:10]


def answers_version(desk: Desk) -> str:
    """A short name for all that an answer rests on beside its address: data, program, imports, today's law."""
    return _short((data_version(), code_version(), *finder_of(desk).generations, today()))


@lru_cache(maxsize=8)
def _short(parts: tuple[str | None, ...]) -> str:
    return hashlib.sha256("|".join(part or "" for part in parts).encode()).hexdigest()[:10]


def register_caching(app: Flask) -> None:
    """Mark answers for caches, and open the API's reading side to pages of other sites."""

    @app.after_request
    def _mark(response: Response) -> Response:
        is_api = request.path.startswith("/api/")
        if is_api and request.method in _READ:
            response.headers["Access-Control-Allow-Origin"] = "*"
            response.headers["Access-Control-Expose-Headers"] = "ETag"
        if request.method not in _READ or response.status_code != 200 or response.direct_passthrough:
            if not response.direct_passthrough:
                response.headers.setdefault("Cache-Control", "no-store")
            return _named(response)
        if not is_api and not request.path.startswith("/static/"):
            if "Vary" in response.headers:
                response.vary.update(("Accept-Language", "Cookie"))
            else:
                response.headers["Vary"] = "Accept-Language, Cookie"  # said as it is: no set need be made for it
        version = answers_version(app.extensions["desk"])
        response.headers.setdefault("Cache-Control", _how_long(is_api, version))
        content = hashlib.sha256(response.get_data()).hexdigest()[:16]
        response.set_etag(f"{version}-{content}", weak=True)  # the same whether sent compressed or not
        if request.environ.keys() & _CONDITIONS:
            return response.make_conditional(request)  # type: ignore[return-value]
        response.headers["Date"] = _date(int(time.time()))
        return response


@lru_cache(maxsize=2)
def _date(second: int) -> str:
    """The present second as a header tells it, written once."""
    return http_date(second)


def _named(response: Response) -> Response:
    """Files of the service itself: kept for a year where the address names the version."""
    if request.path.startswith("/static/") and response.status_code == 200 and request.args.get("v"):
        response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response


def _how_long(is_api: bool, version: str) -> str:
    if not is_api:
        return "private, no-cache"
    lasting = request.args.get("v") == version and (not _is_question() or request.args.get("as_of"))
    return f"public, max-age={YEAR}, immutable" if lasting else "public, max-age=300"


def _is_question() -> bool:
    """Whether today's law is asked: such an answer may be another tomorrow, unless the address names the day."""
    return request.path.rpartition("/")[2].partition(".")[0] in ("can", "ask", "matter")
