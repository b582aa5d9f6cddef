"""Data directories that are full, may only be read, have odd names, or come from a clock that was wrong."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from cards.conftest import GREY_CAT, invented_cards, write_cdb, write_json

from service.bench.servers import DESK, Line, request_bytes, serving

from .conftest import imported, ran, seeded

QUESTION = ("can", "灰流丽", "--at", "damage-step", "--json")


@contextmanager
def mounted(place: Path, *options: str) -> Iterator[None]:
    """A small file system in memory at a place, or the test is skipped where mounting is not allowed."""
    place.mkdir(parents=True, exist_ok=True)
    try:
        done = subprocess.run(["mount", "-t", "tmpfs", *options, "tmpfs", str(place)], capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("there is no `mount` here")
    if done.returncode:
        pytest.skip(f"mounting is not allowed here: {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", str(place)], check=True)


@pytest.fixture
def small_disk(ready: Path, tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "small"
    with mounted(place, "-o", "size=6m"):
        yield seeded(ready, place, "library")


@pytest.fixture
def read_only_disk(ready: Path, tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "fixed"
    with mounted(place, "-o", "size=64m"):
        imported(seeded(ready, place / "data"))
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        yield place / "data"


def verdict(directory: Path, **environment: str) -> str:
    done = ran(directory, *QUESTION, **environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["verdict"]


def test_a_disk_that_fills_up_during_an_import_keeps_the_old_cards(small_disk, tmp_path):
    first = write_cdb(tmp_path / "first.cdb")
    assert ran(small_disk, "import-cards", str(first)).returncode == 0
    before = (small_disk / "cards.sqlite").read_bytes()
    large = write_json(tmp_path / "large.json", invented_cards(3000, "large"))
    done = ran(small_disk, "import-cards", str(large), "--lang", "en")
    assert done.returncode == 2
    assert "the old data is untouched" in done.stderr
    assert "Traceback" not in done.stderr
    assert (small_disk / "cards.sqlite").read_bytes() == before
    assert list(small_disk.glob("*.tmp")) == []


def test_a_full_disk_does_not_keep_the_desk_from_answering(small_disk):
    with suppress(OSError), open(small_disk / "ballast", "wb", buffering=0) as ballast:
        while ballast.write(b"x" * 4096):
            pass
    assert verdict(small_disk) == "no"
    found = ran(small_disk, "search", "damage calculation", "--json")
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["results"]


def test_a_directory_that_may_only_be_read_serves_and_refuses_an_import_in_a_sentence(read_only_disk, tmp_path):
    assert verdict(read_only_disk) == "no"
    found = ran(read_only_disk, "card", "灰猫", "--json")
    assert json.loads(found.stdout)["names"]["zh"] == "灰猫"
    done = ran(read_only_disk, "import-cards", str(write_cdb(tmp_path / "more.cdb")), "--lang", "en")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    with serving(*DESK, OCG_RULINGS_DATA=str(read_only_disk)) as served:
        line = Line(served.address)
        assert line.ask(request_bytes("/api/v1/cards/1001")) == 200
        assert line.ask(request_bytes("/api/v1/search?q=dragon")) == 200
        line.close()
        assert served.stop() == 0


def test_spaces_and_chinese_characters_in_the_path_and_no_locale_at_all(ready, tmp_path):
    place = seeded(ready, tmp_path / "资料 与 my data")
    plain = {"LANG": "C", "LC_ALL": "C"}
    file = write_cdb(tmp_path / "我的 卡片.cdb")
    done = ran(place, "import-cards", str(file), "--json", **plain)
    assert done.returncode == 0, done.stderr
    assert verdict(place, **plain) == "no"
    assert json.loads(ran(place, "card", "灰猫", "--json", **plain).stdout)["names"]["zh"] == "灰猫"
    with serving(*DESK, OCG_RULINGS_DATA=str(place), **plain) as served:
        line = Line(served.address)
        assert line.ask(request_bytes("/api/v1/cards/1001")) == 200
        assert line.ask(request_bytes("/ask?card=1001&at=main1&lang=zh")) == 200
        line.close()
        assert served.stop() == 0


def test_files_from_the_future_do_no_harm_once_the_clock_is_set_back(filled, tmp_path):
    words = ("search", "damage calculation", "--json")
    before = ran(filled, *words).stdout
    future = 4102444800  # the year 2100
    for path in (filled, *filled.rglob("*")):
        os.utime(path, (future, future))
    assert verdict(filled) == "no"
    more = [{**GREY_CAT, "konami_id": 777, "password": 7777, "name": {"en": "Late Cat"}, "yugipedia_page_id": 77}]
    done = ran(filled, "import-cards", str(write_json(tmp_path / "late.json", more)), "--json")
    assert done.returncode == 0, done.stderr
    for path in filled.glob("names-*"):  # another index from the future beside the one just built
        path.with_name(f"names-{'0' * 32}.index").write_bytes(path.read_bytes())
    for path in filled.glob("names-0*"):
        os.utime(path, (future, future))
    assert json.loads(ran(filled, "card", "Late Cat", "--json").stdout)["password"] == 7777
    assert ran(filled, *words).stdout == before
