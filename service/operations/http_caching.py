"""What may be kept and for how long, by an ETag on every readable answer; and text sent compressed."""

import gzip
import hashlib
import time
from functools import cache, lru_cache
from pathlib import Path

from flask import Request, Response
from werkzeug.http import http_date

import knowledge
import service
from knowledge.data.cache import state_of
from service.loaded_desk import data_version

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
    for path in sorted(_STATIC.iterdir()):
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


def marked(state: tuple[str | None, ...], asked: Request, response: Response) -> Response:
    """The answer marked for caches, and the API's reading side opened to pages of other sites."""
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
    content = hashlib.sha256(response.get_data()).hexdigest()[:16]
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
