"""Every scenario of `rulings/scenarios/` ends as its document says."""

from pathlib import Path

import pytest

from knowledge.data.yaml_files import rulings_folder
from knowledge.play import parse_scenario, play
from knowledge.play.board.game import words

FILES = sorted((rulings_folder() / "scenarios").glob("*.yaml"))


def test_there_are_twenty_scenarios_or_more():
    assert len(FILES) >= 20


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_the_scenario_ends_as_the_document_says(desk, file: Path):
    scenario = parse_scenario(file.read_text(encoding="utf-8"))
    assert 3 <= len(scenario.steps) <= 8
    assert scenario.cites
    assert scenario.expect
    game = play(desk.book, scenario)
    told = [*game.asked, *(a for step in game.steps for a in step.answers)]
    assert [(a.says["en"], a.got, a.expect) for a in told if a.right is False] == []


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_every_citation_lies_in_its_document(desk, file: Path):
    for cite in parse_scenario(file.read_text(encoding="utf-8")).cites:
        document = desk.book.library.documents[cite.doc]
        assert 1 <= cite.lines[0] <= cite.lines[1] <= max(s.lines[1] for s in document.sections)


def test_every_phrase_of_the_player_exists_in_both_languages():
    assert [key for key, both in words().items() if set(both) != {"zh", "en"} or not all(both.values())] == []


def test_a_scenario_plays_the_same_way_twice(desk):
    scenario = parse_scenario(FILES[0].read_text(encoding="utf-8"))
    first, second = play(desk.book, scenario), play(desk.book, scenario)
    assert [s.state for s in first.steps] == [s.state for s in second.steps]
