"""Answers kept: the same question on the same data has the same answer, so it is worked out once."""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass

from flask import Flask, Request, Response
from flask.ctx import _AppCtxGlobals

from knowledge.desk import Desk
from service.answers.law import today
from service.loaded_desk import data_version
from service.lookup import finder_of

MOST_BYTES = 8 * 1024 * 1024  # some hundred answers: more would only let the process grow
LARGEST = 512 * 1024  # a single answer longer than this is not kept
PAGES = frozenset(
    {"pages.ask", "pages.card", "pages.cards", "pages.home", "pages.rule", "pages.ruling", "pages.rulings"}
)
CALLS = frozenset({"api.card", "api.search", "api.ruling", "api.rule", "api.graph"})  # rest on the address alone
# what an address is made of, as the server tells it: put together it would have to be decoded first
_ADDRESS = (
    "wsgi.url_scheme",
    "HTTP_HOST",
    "SERVER_NAME",
    "SERVER_PORT",
    "SCRIPT_NAME",
    "PATH_INFO",
    "QUERY_STRING",
)
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
    if asked.method != "GET" or (asked.endpoint not in PAGES and asked.endpoint not in CALLS):
        return None
    key = (*map(asked.environ.get, _ADDRESS), now.lang, state_of_data(desk))
    kept = memory_of(app).recall(key)
    if kept is None:
        now.page_key = key
        return None
    now.verdict = kept.verdict
    return Response(kept.content, mimetype=kept.kind)


def remembered(app: Flask, state: Hashable, now: _AppCtxGlobals, response: Response) -> Response:
    """Keep a page just made."""
    key = now.get("page_key")
    # a page made while an import finished belongs to neither state: it is not kept
    if key and response.status_code == 200 and key[-1] == state:
        memory_of(app).keep(key, Kept(response.get_data(), now.get("verdict", ""), response.mimetype or ""))
    return response
