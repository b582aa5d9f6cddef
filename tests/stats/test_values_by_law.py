"""ATK and DEF by the law of a day: the answer tells where another day's law gives other values, and why."""

from knowledge.data.dates import day_named
from knowledge.play import read_scenario
from knowledge.stats import read_request
from service.answers.matters import scenario_shown, stats_shown
from service.loaded_desk import loaded_desk

SKULL_SERVANTS = {
    "monster": {"name": "白骨王", "atk": "?", "def": 0},
    "steps": [
        {"do": "set", "stat": "original-atk", "by": "白骨王", "kind": "continuous", "value": 6000, "own": True},
        {"do": "halve", "stat": "original-atk", "by": "收缩", "kind": "activated", "until": "end-of-turn"},
        {"negate": "self"},
    ],
}


def test_a_frozen_original_value_is_told_to_have_fallen_before():
    answer = stats_shown(loaded_desk(), read_request(SKULL_SERVANTS))
    assert answer["final"]["atk"] == 3000
    [other] = answer["law"]["differs"]
    assert other["verdict"] == "0/0"
    assert "atk-def:125-126" in other["cites"]


def test_the_law_of_january_2019_lets_it_fall():
    [desk] = loaded_desk().by(day_named("2019-01-31", "2026-08-01"))
    assert stats_shown(desk, read_request(SKULL_SERVANTS))["final"]["atk"] == 0


def test_a_calculation_no_law_changed_differs_nowhere():
    plain = {"monster": {"atk": 1000, "def": 1000}, "steps": [{"do": "gain", "stat": "atk", "by": "x", "value": 500}]}
    assert stats_shown(loaded_desk(), read_request(plain))["law"]["differs"] == []


def test_a_battle_tells_what_it_came_to_by_another_law():
    battle = {
        "lp": {"own": 20000, "opponent": 20000},
        "at": "battle-step",
        "cards": [
            {"card": "青眼混沌极龙", "position": "attack"},
            {"card": "大日女之御巫", "side": "opponent", "position": "defence"},
            {"card": "脆刃之剑", "side": "opponent", "zone": "spell-zone", "equipped_to": "大日女之御巫"},
        ],
        "steps": [{"attack": "青眼混沌极龙", "target": "大日女之御巫"}, {"next": "damage.end"}],
    }
    answer = scenario_shown(loaded_desk(), read_scenario(battle))
    assert answer["answers"]["lp"] == {"own": 4000, "opponent": 20000}
    assert [d["until"] for d in answer["law"]["differs"]] == ["2022-08-20"]
