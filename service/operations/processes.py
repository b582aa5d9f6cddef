"""The processes of a service, kept by gunicorn: loaded once, forked, watched, replaced, reloaded without a pause.

The supervisor loads everything, then forks workers, which share what was loaded. A worker that dies is started again,
at once or, where it keeps dying, after a pause that grows. One that shows no sign of life, or has been at one request
for too long, is replaced while the others serve. SIGHUP starts the whole program anew in the same process, code and
data, while the old workers go on; they end when the new ones listen. What cannot start is noticed before, and nothing
changes.
"""

import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker

from service.operations.http_server import LONGEST_STOP, HttpServer, Limits, Running

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
