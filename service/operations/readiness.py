"""What is there and whole, in which versions; and what is damaged, which is said wherever somebody looks."""

import atexit
import logging
import os
import subprocess
import sys
from typing import Any

from knowledge.cards.data_directory import data_directory
from knowledge.cards.database_import import read_again
from knowledge.cards.plain_verdicts import Progress, keep_plain_verdicts, plain_verdicts_are_kept
from knowledge.cards.read_profiles import read_stored, version_of_reader
from knowledge.cards.store import STORE_NAME, open_store
from knowledge.desk import Desk
from knowledge.problems import BadInput, sentence
from service.loaded_desk import data_version, loaded_desk
from service.lookup import finder_of
from service.operations.http_caching import code_version

_log = logging.getLogger("service")
_said: set[str] = set()


def damage_of(desk: Desk) -> BadInput | None:
    """Why imported cards cannot be read, where they cannot; told to the log once."""
    problem = finder_of(desk).problem
    if problem is not None and problem.says["en"] not in _said:
        _said.add(problem.says["en"])
        _log.error("%s", problem.says["en"])
    return problem


def read_texts_again() -> None:
    """Read the imported cards anew where the reader has changed since; told to the log, and never a reason to stop."""
    directory = data_directory()
    try:
        count = read_again(directory, read_stored, version_of_reader())
    except BadInput as wrong:  # nothing is lost: each card is read when it is asked about
        _log.warning("%s", wrong.says["en"])
        return
    if count:
        _log.warning("%s", sentence("store.read-again", count=count)["en"])


def judge_again(desk: Desk, progress: Progress | None = None) -> None:
    """Work out the plain verdicts on imported cards anew where rules or program have changed since."""
    try:
        store = open_store(data_directory())
    except BadInput:  # told by `damage_of`
        return
    count = keep_plain_verdicts(desk, data_directory(), store, progress) if store else 0
    if count:
        _log.warning("%s", sentence("store.judged-again", count=count)["en"])


def judge_meanwhile() -> None:
    """The same in a process of its own, which ends with this one: it saves work, and nobody waits for it."""
    directory = data_directory()
    kept = plain_verdicts_are_kept(directory) or not os.access(directory, os.W_OK)
    if kept or not (directory / STORE_NAME).is_file():
        return
    program = f"from {__name__} import judge_alone; judge_alone()"
    started = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    atexit.register(_end, started, os.getpid())


def _end(started: subprocess.Popen[bytes], starter: int) -> None:
    if os.getpid() == starter:  # what was forked since leaves it alone
        started.terminate()
        started.wait()


def judge_alone() -> None:
    """Judge the imported cards, giving way to those who answer, until nobody is there for whom it is done."""
    if hasattr(os, "nice"):
        os.nice(15)
    starter = os.getppid()

    def wanted(done: int, total: int) -> None:
        if os.getppid() != starter:
            raise SystemExit

    judge_again(loaded_desk(), wanted)


def readiness_of(desk: Desk) -> dict[str, Any]:
    """What the service has to answer with."""
    finder, library = finder_of(desk), desk.book.library
    problem = damage_of(desk)
    imported, indexed = finder.generations
    return {
        "status": "damaged" if problem else "ready",
        "damaged": [problem.says] if problem else [],
        "data": data_version(),
        "code": code_version(),
        "store": {"generation": imported or None, "cards": finder.count_imported()},
        "index": {"names": "current" if indexed == imported else "being built"},
        "rulings": len(library.rulings),
        "cards": len(library.cards),
    }
