"""Whatever stops an import, the old cards or the new cards are there, whole."""

import os
import random
import resource
import signal
import subprocess
import sys
import time

import pytest

from knowledge.cards.database_import import import_file
from knowledge.cards.store import STORE_NAME, one_import_at_a_time, open_store
from knowledge.problems import BadInput

from .conftest import ROOT, invented_cards, write_json

KILLS = 20
CARDS = 1500


@pytest.fixture(scope="module")
def editions(tmp_path_factory):
    folder = tmp_path_factory.mktemp("editions")
    return [write_json(folder / f"{edition}.json", invented_cards(CARDS, edition)) for edition in ("old", "new")]


def _importing(file, data, **more):
    arguments = [
        sys.executable,
        "-m",
        "service.cli.main",
        "import-cards",
        str(file),
        "--data",
        str(data),
        "--lang",
        "en",
    ]
    return subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


def _leftovers(data):
    """What an import leaves half written; a whole index of names is no leftover, whichever cards it was built from."""
    whole = {STORE_NAME, "import.lock"} | {index.name for index in data.glob("names-*.index")}
    return [left.name for left in data.iterdir() if left.name not in whole]


def _forked(file, data):
    """The import in a copy of this process: the moments it is killed in lie in the import, not in a start."""
    process = os.fork()
    if process == 0:
        try:
            import_file(file, data, derive=lambda card: card["key"].encode() * 50, wait_seconds=600)
            os._exit(0)
        finally:
            os._exit(1)
    return process


forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a POSIX system")


@forks
def test_an_import_killed_at_any_moment_leaves_old_or_new_cards_whole(editions, data):
    old, new = editions
    import_file(old, data)
    kept = (data / STORE_NAME).read_bytes()
    old_generation = open_store(data).generation
    began = time.monotonic()
    assert os.waitpid(_forked(new, data), 0)[1] == 0
    lasting = time.monotonic() - began
    new_generation = open_store(data).generation
    assert new_generation != old_generation
    dice, seen = random.Random(6), set()
    for number in range(KILLS):
        (data / STORE_NAME).write_bytes(kept)
        process = _forked(new, data)
        # Half of the moments anywhere, half in the second part, where the store is written and renamed.
        time.sleep(lasting * dice.uniform(0.5 if number % 2 else 0.0, 1.05))
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        store = open_store(data)
        store.check_whole()
        cards = list(store.cards())
        edition = {old_generation: "old", new_generation: "new"}[store.generation]
        seen.add(edition)
        assert len(cards) == store.count == CARDS
        assert {card.names["en"].split()[-1] for card in cards} == {edition}
        store.close()
    assert "old" in seen
    (data / STORE_NAME).write_bytes(kept)
    import_file(new, data)
    assert _leftovers(data) == []


def test_ctrl_c_leaves_the_old_cards_and_no_leftovers(editions, data):
    old, new = editions
    import_file(old, data)
    before = (data / STORE_NAME).read_bytes()
    # A test run started in the background hands down an ignored SIGINT; a person at a terminal does not.
    process = _importing(new, data, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
    while not _leftovers(data):  # the new store is being written
        assert process.poll() is None, "the import ended before it could be interrupted"
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in said
    assert (data / STORE_NAME).read_bytes() == before
    assert _leftovers(data) == []


def test_a_full_disk_is_told_in_a_sentence_and_changes_nothing(editions, data):
    old, new = editions
    import_file(old, data)
    before = (data / STORE_NAME).read_bytes()
    small = len(before) // 3

    def no_more_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (small, small))

    process = _importing(new, data, preexec_fn=no_more_room)
    _, said = process.communicate()
    assert process.returncode == 2
    assert "the old data is untouched" in said
    assert "Traceback" not in said
    assert (data / STORE_NAME).read_bytes() == before
    assert _leftovers(data) == []


@forks
def test_a_second_import_waits_for_the_first(editions, data):
    processes = [_forked(file, data) for file in editions]
    assert [os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) for process in processes] == [0, 0]
    store = open_store(data)
    assert {file.name for file in store.files()} == {"old.json", "new.json"}
    store.check_whole()


def test_an_import_that_would_wait_too_long_is_refused(editions, data):
    with one_import_at_a_time(data, 0), pytest.raises(BadInput, match="Another import is writing") as refusal:
        import_file(editions[0], data, wait_seconds=0)
    assert (refusal.value.kind, refusal.value.status) == ("busy", 409)
    assert import_file(editions[0], data, wait_seconds=0).total == CARDS


def test_leftovers_of_a_killed_import_are_removed_by_the_next(editions, data):
    (data / "cards-unfinished-12345.tmp").write_bytes(b"half")
    import_file(editions[0], data)
    assert _leftovers(data) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_directory_that_cannot_be_written_is_told(editions, data):
    data.chmod(0o500)
    with pytest.raises(BadInput):
        import_file(editions[0], data)
