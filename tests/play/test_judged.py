"""Well-known situations of the game, played to their end."""

from pathlib import Path

import pytest

from knowledge.data.yaml_files import read_yaml
from knowledge.play import play, read_scenario

SCENARIOS = read_yaml((Path(__file__).parent / "judged.yaml").read_text(encoding="utf-8")).value


@pytest.mark.parametrize("told", SCENARIOS, ids=lambda told: told["id"])
def test_it_ends_as_the_game_does(desk, told):
    game = play(desk.book, read_scenario({key: part for key, part in told.items() if key != "id"}))
    asked = [*game.asked, *(a for step in game.steps for a in step.answers)]
    assert asked
    assert [(a.says["en"], a.got, a.expect) for a in asked if a.right is False] == []
    assert [line["en"] for step in game.steps for line in step.not_simulated] == []
