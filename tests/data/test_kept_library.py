"""The library kept for the next start is the one that was read, and nothing foreign or broken is trusted."""

import os
import random

from knowledge.data.cache import keep_library, kept_library, state_of
from knowledge.data.yaml_files import rulings_folder


def test_what_is_kept_comes_back_equal(desk, tmp_path):
    keep_library(tmp_path, "now", desk.book.library)
    assert kept_library(tmp_path, "now") == desk.book.library
    assert kept_library(tmp_path, "later") is None


def test_a_changed_file_is_another_state(tmp_path):
    (tmp_path / "acts.yaml").write_text("acts: []\n", encoding="utf-8")
    before = state_of(tmp_path)
    (tmp_path / "acts.yaml").write_text("acts: [] # changed\n", encoding="utf-8")
    assert state_of(tmp_path) != before


def test_a_flipped_byte_anywhere_is_noticed(desk, tmp_path):
    keep_library(tmp_path, "now", desk.book.library)
    path = next(tmp_path.glob("library-*"))
    whole, dice = path.read_bytes(), random.Random(7)
    for place in [0, 31, 32, len(whole) - 1, *(dice.randrange(len(whole)) for _ in range(40))]:
        broken = bytearray(whole)
        broken[place] ^= 1 << dice.randrange(8)
        path.write_bytes(bytes(broken))
        assert kept_library(tmp_path, "now") is None


def test_a_directory_that_cannot_be_written_is_no_fault(desk, tmp_path):
    file = tmp_path / "a-file"
    file.write_text("x", encoding="utf-8")
    keep_library(file / "below", "now", desk.book.library)
    assert kept_library(file / "below", "now") is None


def test_the_built_in_data_has_one_state():
    assert state_of(rulings_folder()) == state_of(rulings_folder())


def test_what_a_stopped_process_left_is_removed_once_it_is_old(desk, tmp_path):
    stale, young, future = (tmp_path / f".library-{name}" for name in ("stale", "young", "future"))
    for path, age in ((stale, 86400), (young, 10), (future, -86400)):
        path.write_bytes(b"half")
        os.utime(path, (path.stat().st_mtime - age,) * 2)
    keep_library(tmp_path, "now", desk.book.library)
    assert [path.exists() for path in (stale, young, future)] == [False, True, False]
    assert kept_library(tmp_path, "now") == desk.book.library
