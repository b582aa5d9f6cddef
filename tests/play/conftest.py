"""How the tests play: a scenario as a dict, played to the end; refusals come out as they are shown."""

import pytest

from knowledge.play import play, read_scenario
from knowledge.problems import BadInput


@pytest.fixture(scope="session")
def played(desk):
    """Play a scenario given as plain data."""
    return lambda **scenario: play(desk.book, read_scenario(scenario))


@pytest.fixture(scope="session")
def refusal(played):
    """Play a scenario that must be refused, and give back the refusal."""

    def refused(**scenario):
        with pytest.raises(BadInput) as wrong:
            played(**scenario)
        return wrong.value

    return refused


@pytest.fixture(scope="session")
def lines():
    """Everything the steps of a played scenario say, in English."""
    return lambda game: [line["en"] for step in game.steps for line in step.lines]
