"""Each mistake a person can make in the data gives the message that helps: file, line, found, expected, nearest."""

from pathlib import Path

import pytest

from knowledge.checks import all_faults
from knowledge.data.library import add_file

BROKEN = sorted((Path(__file__).parent / "broken").glob("*.yaml"))


def faults_with(library, file, text):
    add_file(library, file, text)
    return all_faults(library)


@pytest.mark.parametrize("path", BROKEN, ids=[p.stem for p in BROKEN])
def test_broken_file_gets_its_message(own_library, path):
    """The head of each file says where it would stand and what must be said about it."""
    text = path.read_text(encoding="utf-8")
    head = [line[1:].strip() for line in text.splitlines() if line.startswith("#")]
    file = head[0].removeprefix("file:").strip()
    said = "\n".join(str(fault) for fault in faults_with(own_library, file, text))
    for expected in head[1:]:
        assert expected.removeprefix("says:").strip() in said, said


def test_the_built_in_data_has_no_fault(desk):
    assert all_faults(desk.book.library) == []


def test_every_mistake_of_a_file_is_reported_in_one_run(own_library):
    text = (
        "rulings:\n  - {id: a, says: {zh: 一, en: A.}, cites: {doc: nowhere, lines: [1, 2]},"
        " cases: [{activate: 没有的卡, at: later, expect: maybe}]}\n"
    )
    said = "\n".join(map(str, faults_with(own_library, "cases/x.yaml", text)))
    for part in ("sentence-style", "nowhere", "没有的卡", "later", "maybe"):
        assert part in said
