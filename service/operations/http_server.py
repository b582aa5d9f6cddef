"""HTTP in one process: waitress reads and writes without waiting for anyone, threads answer, a stop finishes what runs.

A connection costs a thread only while its request is answered. One that sends nothing, or its request drop by drop, is
closed after a while; where too many are open, those that have waited longest without asking anything go first.
"""

import logging
import os
import select
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import waitress
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer

LONGEST_STOP = 20.0  # seconds a running request is given
SHORTEST_STOP = 0.3  # seconds in which a request already on its way may arrive
LOOK_UP = 0.5  # seconds between looks at whether to stop
_TIDY = 0.5  # seconds between looks for connections that wait
_ROOM = 0.9  # of the connections allowed, once there were too many


@dataclass(frozen=True)
class Limits:
    """What one process takes; each is an option of `serve`."""

    threads: int = 8
    connections: int = 1000
    request_seconds: float = 10.0  # from the first byte of a request to its last
    idle_seconds: float = 30.0  # between two requests of one connection, or before the first


class _Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that knows when the request it is receiving began."""

    began: float = 0.0

    def received(self, data: bytes) -> bool:
        """Take what came; the first bytes of a request start its clock."""
        if self.request is None:
            self.began = time.time()
        taken: bool = super().received(data)
        return taken

    @property
    def is_answered(self) -> bool:
        """Whether a request runs or its answer is being sent."""
        return bool(self.requests or self.total_outbufs_len)

    def waits_too_long(self, now: float, limits: Limits) -> bool:
        """Whether it sends its request too slowly, takes its answer too slowly, or asks nothing for too long."""
        if self.requests:
            return False
        if self.request is not None and now - self.began > limits.request_seconds:
            return True
        return bool(now - self.last_activity > limits.idle_seconds)


class HttpServer:
    """One process's share of the listening sockets, turned round by its owner."""

    def __init__(self, app: Any, sockets: Iterable[socket.socket], limits: Limits) -> None:
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a request that waits a moment is no news
        self._limits, self._table = limits, dict[int, Any]()
        server = waitress.create_server(
            app,
            map=self._table,
            sockets=list(sockets),
            threads=limits.threads,
            ident=None,
            connection_limit=limits.connections * 2,  # beyond ours: we make room before waitress would stop listening
            channel_timeout=86_400,  # ours come first
        )
        for one in self._listening():
            one.channel_class = _Channel
        self._threads, self._loop = server.task_dispatcher, server.asyncore.loop
        self._poll, self._tidied = hasattr(select, "poll"), 0.0

    def turn(self, timeout: float = LOOK_UP) -> None:
        """Read, write and accept once, as soon as there is something to do or the time is over."""
        self._loop(timeout=timeout, map=self._table, use_poll=self._poll, count=1)
        now = time.time()
        if now - self._tidied > _TIDY or len(self._table) > self._limits.connections:
            self._tidied = now
            self._close_those_who_wait(now)

    def finish(self, beat: Callable[[], None] = lambda: None) -> None:
        """Take nothing new, finish what runs."""
        known = -1
        while known != len(self._table):  # whoever stands in the queue of the socket was let in before the stop
            known = len(self._table)
            self.turn(0.0)
        for one in self._listening():
            one.accepting = False
            one.socket.close()  # others who share the socket keep theirs
            self._table.pop(one._fileno, None)
        begun = time.monotonic()
        while (spent := time.monotonic() - begun) < LONGEST_STOP:
            if spent > SHORTEST_STOP and not any(c.is_answered or c.request is not None for c in self._channels()):
                break
            beat()
            self.turn(0.05)
        self._threads.shutdown(timeout=1)

    def _listening(self) -> list[Any]:
        return [one for one in self._table.values() if isinstance(one, BaseWSGIServer)]

    def _channels(self) -> list[_Channel]:
        return [one for one in self._table.values() if isinstance(one, _Channel)]

    def _close_those_who_wait(self, now: float) -> None:
        channels = self._channels()
        for one in channels:
            if one.waits_too_long(now, self._limits):
                one.will_close = True
        left = [one for one in channels if not one.will_close]
        if len(left) > self._limits.connections:
            waiting = sorted((one for one in left if not one.is_answered), key=lambda one: one.last_activity)
            for one in waiting[: len(left) - int(self._limits.connections * _ROOM)]:
                one.will_close = True


class Running:
    """The application, with note of since when each thread has been answering."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._since: dict[int, float] = {}
        self.answered = 0

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        """Answer, as the application does."""
        thread = threading.get_ident()
        self._since[thread] = time.monotonic()
        try:
            return self._app(environ, start_response)
        finally:
            self._since.pop(thread, None)
            self.answered += 1

    def longest(self) -> float:
        """For how many seconds the oldest running request has been answered."""
        return time.monotonic() - min(self._since.copy().values(), default=time.monotonic())


def listening(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen on every address of a host, on one port."""
    found: list[socket.socket] = []
    for family, kind, protocol, _, address in socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    ):
        if found and port == 0:
            address = (address[0], found[0].getsockname()[1], *address[2:])
        one = socket.socket(family, kind, protocol)
        if os.name == "posix":
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        one.bind(address)
        one.listen(1024)
        one.setblocking(False)  # several processes wait for one connection; those who come late must not hang
        found.append(one)
    return found


def serve_alone(app: Any, sockets: list[socket.socket], limits: Limits) -> None:
    """Serve in this process until told by a signal, then finish what runs: the simple way, and that of Windows."""
    stop = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda number, frame: stop.set())
    server = HttpServer(app, sockets, limits)
    while not stop.is_set():
        server.turn()
    server.finish()
