"""Serving: waitress in one process, or several kept by gunicorn: forked, watched, replaced without a pause."""

import logging
import os
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
import waitress
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker
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


HEARTBEAT = 6  # seconds without a sign of life: then SIGABRT, and SIGKILL a second later
LONGEST_REQUEST = 7.0  # seconds: deadlines end work long before; what is still at it will never end
OTHERS_FINISH = 1.0  # seconds for the other requests of a worker that hangs
RECYCLED_AFTER = 50_000  # requests, and up to a tenth more, so that workers are not renewed together
SHORTEST_LIFE = 10.0  # a worker that dies sooner makes the next one wait
LONGEST_PAUSE = 30.0
SOCKETS, FORMER = "DESK_SOCKETS", "DESK_FORMER_WORKERS"  # handed on when the program starts anew
REHEARSAL = "DESK_REHEARSAL"  # set for a start that only shows that it would succeed


class DeskWorker(Worker):  # type: ignore[misc]
    """A worker whose main thread reads and writes for all connections and gives the sign of life."""

    row = 0
    born = 0.0

    def init_signals(self) -> None:
        """As gunicorn does, but Ctrl-C reaches every process of a terminal: the supervisor is the one to act on it."""
        super().init_signals()
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def run(self) -> None:
        """Serve until told to stop, until the supervisor is gone, or until it is time to be renewed."""
        self.app.started(self.row)
        running = Running(self.wsgi)
        server = HttpServer(running, [one.sock for one in self.sockets], self.app.limits)
        while self.alive and os.getppid() == self.ppid and running.answered < self.max_requests:
            self.notify()
            server.turn()
            if running.longest() > LONGEST_REQUEST:
                self._give_up(server)
        server.finish(self.notify)
        sys.stderr.flush()
        os._exit(0)  # what the supervisor registered to run at its end is not the worker's to run

    def _give_up(self, server: HttpServer) -> None:
        """A request never ends: the others of this worker get a moment, then a new worker takes its place."""
        self.log.error("a request has been running for %s seconds; the worker is replaced", LONGEST_REQUEST)
        end = time.monotonic() + OTHERS_FINISH
        while time.monotonic() < end:
            server.turn(0.05)
        os._exit(1)


class Supervisor(Arbiter):  # type: ignore[misc]
    """gunicorn's arbiter with a pause before restarts that do not help, and a reload that changes everything."""

    def __init__(self, app: "Service") -> None:
        super().__init__(app)
        self._pause, self._not_before = 0.0, 0.0
        self._rehearsal = 0  # the process that tries out a start

    def start(self) -> None:
        """Listen, and tell the address."""
        super().start()
        self.app.tell_address(self.LISTENERS[0].getsockname())

    def spawn_workers(self) -> None:
        """Start what is missing, unless workers keep dying and the pause is not over."""
        if time.monotonic() >= self._not_before:
            super().spawn_workers()
            self._end_former()

    def spawn_worker(self) -> Any:
        """Start one worker, with a row of the shared counts of its own."""
        taken = {worker.row for worker in self.WORKERS.values()}
        self.app.next_row = next(row for row in range(len(taken) + 1) if row not in taken)
        return super().spawn_worker()

    def reap_workers(self) -> None:
        """Notice who ended: a worker asked to, one that died, or the rehearsal of a reload."""
        while True:
            try:
                process, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not process:
                return
            if process == self._rehearsal:
                self._rehearsal = 0
                self._rehearsed(status)
            elif worker := self.WORKERS.pop(process, None):
                worker.tmp.close()
                if status:
                    self._note_death(worker)

    def _note_death(self, worker: DeskWorker) -> None:
        """The next starts at once, or later and later where none lives long."""
        lived = time.monotonic() - worker.born
        self._pause = min(LONGEST_PAUSE, self._pause * 2 or 0.5) if lived < SHORTEST_LIFE else 0.0
        self._not_before = time.monotonic() + self._pause
        self.log.warning("worker %s ended and is started again in %.1f s", worker.pid, self._pause)

    def handle_int(self) -> None:
        """Ctrl-C lets running requests finish too."""
        self.handle_term()

    def handle_hup(self) -> None:
        """Rehearse a start of the program as it is on disk now; if that succeeds, become it."""
        if not self._rehearsal:
            self._rehearsal = os.posix_spawn(sys.executable, sys.orig_argv, {**os.environ, REHEARSAL: "1"})

    handle_usr2 = handle_hup

    def _rehearsed(self, status: int) -> None:
        if status:
            self.log.error("the reload was refused: the program as it is now does not start")
        else:
            self._start_anew()

    def _start_anew(self) -> None:
        numbers = [one.fileno() for one in self.LISTENERS]
        for number in numbers:
            os.set_inheritable(number, True)
        former = ",".join(map(str, self.WORKERS))
        handed_on = {SOCKETS: ",".join(map(str, numbers)), FORMER: former}
        os.execve(sys.executable, sys.orig_argv, {**os.environ, **handed_on})

    def _end_former(self) -> None:
        for process in filter(None, os.environ.pop(FORMER, "").split(",")):
            try:
                os.kill(int(process), signal.SIGTERM)
            except ProcessLookupError:
                continue


class JsonLog(Logger):  # type: ignore[misc]
    """What the supervisor has to say, as lines of JSON among those of the request log."""

    def setup(self, cfg: Any) -> None:
        """Write warnings and worse to stderr."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JsonLine())


class JsonLine(logging.Formatter):
    """One line of JSON for each message."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level and words; where there is one, the trace."""
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


class Service(BaseApplication):  # type: ignore[misc]
    """A loaded application, how many workers serve it, and what a worker does first."""

    def __init__(
        self,
        app: Any,
        sockets: list[socket.socket],
        workers: int,
        limits: Limits,
        started: Callable[[int], None],
        tell_address: Callable[[Any], None],
    ) -> None:
        self._loaded, self._sockets, self._workers = app, sockets, workers
        self.limits, self.started, self.tell_address = limits, started, tell_address
        self.next_row = 0
        super().__init__()

    def load_config(self) -> None:
        """Tell gunicorn; nothing is read from files or from its own environment variables."""
        settings = {
            "bind": [f"fd://{one.detach()}" for one in self._sockets],
            "workers": self._workers,
            "worker_class": DeskWorker,
            "logger_class": JsonLog,
            "loglevel": "warning",
            "preload_app": True,
            "timeout": HEARTBEAT,
            "graceful_timeout": int(LONGEST_STOP) + 2,
            "max_requests": RECYCLED_AFTER,
            "max_requests_jitter": RECYCLED_AFTER // 10,
            "worker_tmp_dir": "/dev/shm" if os.access("/dev/shm", os.W_OK) else None,
            "pre_fork": self._before_fork,
        }
        if "control_socket_disable" in self.cfg.settings:
            settings["control_socket_disable"] = True
        for name, value in settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """The application, which was loaded before."""
        return self._loaded

    def run(self) -> None:
        """Supervise until told to stop."""
        Supervisor(self).run()

    def _before_fork(self, supervisor: Supervisor, worker: DeskWorker) -> None:
        worker.row, worker.born = self.next_row, time.monotonic()


def sockets_handed_on() -> list[socket.socket]:
    """The sockets of the program this one takes the place of; none at a first start."""
    numbers = os.environ.pop(SOCKETS, "")
    return [socket.socket(fileno=int(number)) for number in numbers.split(",") if number]
