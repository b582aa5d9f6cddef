"""What tests share: the desk over the built-in data, the web application and its client."""

import copy
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import settings

# a data directory of the tests' own, before anything looks for one; all processes of a run share it, so that library
# and indexes are made once, and nothing is ever imported into it
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["OCG_RULINGS_DATA"] = tempfile.mkdtemp(prefix="ocg-rulings-tests-")
if sys.dont_write_bytecode:  # dozens of processes are started: they compile no module twice
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False

from knowledge.cards import store as card_store
from knowledge.cards.database_import import import_file
from knowledge.checks.evaluation import evaluated
from knowledge.desk import Desk
from knowledge.names import index_file
from service.loaded_desk import loaded_desk

card_store.PAUSE = 0  # tests exchange a store faster than anybody can ask for it

# every import of a test builds an index over the built-in names anew: their pinyin stays what it is
index_file.pinyin_of = cache(index_file.pinyin_of)

for folder in ("browser", "tools"):
    sys.path.insert(0, str(Path(__file__).parent / folder))


# a slow machine is no fault of the code: no test is judged by the clock
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


# what starts servers and browsers, reads databases or tries hundreds of inputs: `pytest -m "not slow"` leaves it out
SLOW = (
    "browser/",
    "operations/faults/",
    "judging/",
    "answers/test_questions",
    "cards/test_interrupted_import",
    "cards/test_untrusted_files",
    "operations/test_hostile_inputs",
    "operations/test_behind_nginx",
    "operations/test_operations",
    "text/test_any_text",
    "text/test_read_command",
    "play/test_properties",
    "stats/test_properties",
    "rules/test_activation_properties",
    "checks/test_measures",
    "rules/test_every_moment",
    "rules/test_what_would_change",
    "answers/test_question_properties",
    "cards/test_profile_or_reading",
    "names/test_measure",
    "data/test_order",
    "checks/test_no_clash",
)


def pytest_unconfigure() -> None:
    if "PYTEST_XDIST_WORKER" not in os.environ:
        shutil.rmtree(os.environ["OCG_RULINGS_DATA"], ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        place = item.path.relative_to(here).as_posix()
        if place.startswith(SLOW) or item.get_closest_marker("data"):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def desk() -> Desk:
    return loaded_desk()


@pytest.fixture
def asked(desk):
    """Ask one question over the built-in cards alone."""
    from service.answers.ask import answer_asked

    return lambda text: answer_asked(desk, text)


@pytest.fixture(scope="session")
def import_made(desk, tmp_path_factory) -> Callable[[str, list[dict]], Path]:
    """Import made-up cards into a data directory of their own, with the word index in it: nobody makes that anew."""
    from service.reference.search import prepare_search

    prepare_search(desk)
    ready = Path(os.environ["OCG_RULINGS_DATA"])

    def made(name: str, cards: list[dict]) -> Path:
        place = tmp_path_factory.mktemp(name)
        file = place / "cards.json"
        file.write_text(json.dumps(cards, ensure_ascii=False), encoding="utf-8")
        (place / "data").mkdir()
        for words in ready.glob("words-*"):
            shutil.copytree(words, place / "data" / words.name)
        import_file(file, place / "data")
        return place / "data"

    return made


@pytest.fixture(scope="session")
def figures(desk):
    """Every ruling judged by the rules without it."""
    return evaluated(desk.book)


@pytest.fixture
def own_library(desk):
    """The library for a test to add to: the records are shared, the shelves its own."""
    mine = copy.copy(desk.book.library)
    for name, value in vars(mine).items():
        if isinstance(value, dict | list):
            setattr(mine, name, copy.copy(value))
    return mine


@pytest.fixture(scope="session")
def app():
    from service.web.app import create_app

    return create_app({"TESTING": True})


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def runner():
    return CliRunner()
