"""What tests share: the desk over the built-in data, the web application and its client."""

import os
import sys
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import settings

# a data directory of the tests' own, before anything looks for one
os.environ["OCG_RULINGS_DATA"] = tempfile.mkdtemp(prefix="ocg-rulings-tests-")

from knowledge.desk import Desk
from service.loaded_desk import loaded_desk

for folder in ("browser", "tools"):
    sys.path.insert(0, str(Path(__file__).parent / folder))


# a slow machine is no fault of the code: no test is judged by the clock
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def desk() -> Desk:
    return loaded_desk()


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
