"""Processes that serve: one that stops in good order, or several on one socket, each started again when it dies."""

import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

import waitress
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer

LONGEST_STOP = 20.0  # seconds a running request is given
SHORTEST_STOP = 0.3  # seconds in which a request already on its way may arrive
SHORTEST_LIFE = 1.0  # a worker that dies sooner is started again only after a pause
_LOOK_UP = 0.5  # seconds between looks at whether to stop


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


def serve_until_told(app: Any, sockets: list[socket.socket], threads: int, supervised_by: int = 0) -> None:
    """Serve until told by a signal or the supervisor is gone; then take nothing new, finish what runs, return."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a request that waits a moment is no news
    stop = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda number, frame: stop.set())
    table: dict[int, Any] = {}
    server = waitress.create_server(app, map=table, sockets=sockets, threads=threads, ident=None)
    loop = server.asyncore.loop
    while not stop.is_set() and (not supervised_by or os.getppid() == supervised_by):
        loop(timeout=_LOOK_UP, map=table, count=1)
    known = -1
    while known != len(table):  # whoever stands in the queue of the socket was let in before the stop
        known = len(table)
        loop(timeout=0.0, map=table, count=1)
    for one in [s for s in table.values() if isinstance(s, BaseWSGIServer)]:
        one.accepting = False
        one.socket.close()  # others who share the socket keep theirs
        table.pop(one._fileno, None)
    begun = time.monotonic()
    while (spent := time.monotonic() - begun) < LONGEST_STOP:
        if spent > SHORTEST_STOP and not any(_is_busy(c) for c in table.values()):
            break
        loop(timeout=0.05, map=table, count=1)
    server.task_dispatcher.shutdown(timeout=1)


def _is_busy(channel: Any) -> bool:
    """Whether a connection has a request that came in, runs, or is being sent."""
    return isinstance(channel, HTTPChannel) and bool(
        channel.requests or channel.request is not None or channel.total_outbufs_len
    )


class Workers:
    """So many processes doing the same work; one that dies is started again until all are told to stop.

    The work is told its row and the process that looks after it: a worker without one has to end by itself.
    """

    def __init__(self, count: int, work: Callable[[int, int], None]) -> None:
        self._count, self._work = count, work
        self._row_of: dict[int, tuple[int, float]] = {}  # process → its row, and when it started
        self._stopping = False

    def run(self) -> None:
        """Start all and look after them; return when told to stop and all have ended."""
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, self._stop)
        for row in range(self._count):
            self._start(row)
        while self._row_of:
            try:
                ended, _ = os.wait()
            except ChildProcessError:
                break
            row, since = self._row_of.pop(ended, (None, 0.0))
            if row is None or self._stopping:
                continue
            print(f"worker {row} ended and is started again", file=sys.stderr, flush=True)
            if time.monotonic() - since < SHORTEST_LIFE:
                time.sleep(SHORTEST_LIFE)
            if not self._stopping:
                self._start(row)

    def _start(self, row: int) -> None:
        # a stop that comes between the fork and the note of it would miss the new process
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTERM, signal.SIGINT))
        supervisor, process = os.getpid(), os.fork()
        if process == 0:
            status = 1
            try:
                for name in (signal.SIGTERM, signal.SIGINT):
                    signal.signal(name, signal.SIG_DFL)
                signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM, signal.SIGINT))
                self._work(row, supervisor)
                status = 0
            finally:
                sys.stderr.flush()
                os._exit(status)  # what the parent registered to run at its end is not the child's to run
        self._row_of[process] = (row, time.monotonic())
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM, signal.SIGINT))

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True
        for process in list(self._row_of):
            os.kill(process, signal.SIGTERM)
