"""Battles: figures, windows, flags, and what the damage step does by itself."""

import pytest


def fight(played, attacker, target, *steps, **more):
    cards = [{"called": "A", **attacker}, {"called": "B", "side": "opponent", **target}, *more.pop("cards", [])]
    return played(at="battle-step", cards=cards, steps=[{"attack": "A", "target": "B"}, *steps], **more)


@pytest.mark.parametrize(
    ("atk", "target", "own", "opponent", "fallen"),
    [
        (1800, {"atk": 1500, "defence": 0}, 0, 300, {"B": "battle"}),
        (1500, {"atk": 1800, "defence": 0}, 300, 0, {"A": "battle"}),
        (1500, {"atk": 1500, "defence": 0}, 0, 0, {"A": "battle", "B": "battle"}),
        (0, {"atk": 0, "defence": 0}, 0, 0, {}),
        (1800, {"atk": 0, "defence": 1500, "position": "defence"}, 0, 0, {"B": "battle"}),
        (1500, {"atk": 0, "defence": 1800, "position": "defence"}, 300, 0, {}),
        (1500, {"atk": 0, "defence": 1500, "position": "defence"}, 0, 0, {}),
    ],
)
def test_two_monsters_fight(played, atk, target, own, opponent, fallen):
    game = fight(played, {"atk": atk, "defence": 0}, target, {"next": "battle-step"})
    assert game.answers["damage"] == {"own": own, "opponent": opponent}
    assert game.answers["destroyed"] == fallen


def test_the_beaten_leave_at_the_end_of_the_damage_step(played):
    game = fight(played, {"atk": 1800}, {"atk": 1000}, {"next": "damage.after"}, {"next": "damage.end"})
    zone = {card["called"]: card["zone"] for card in game.steps[2].state["cards"]}
    assert zone["B"] == "monster-zone"
    assert game.answers["zone"]["B"] == "gy"
    assert game.answers["left"]["B"]["window"] == "damage.end"


def test_attacked_is_not_yet_battled(played):
    game = fight(played, {"atk": 1800}, {"atk": 1000}, {"next": "damage.before"})
    assert (game.answers["attacked"]["A"], game.answers["battled"]["A"]) == (True, False)
    assert game.answers["attacked"]["B"] is False


def test_a_face_down_monster_is_turned_up_before_calculation(played):
    game = fight(
        played, {"atk": 1800}, {"atk": 500, "defence": 2000, "face": "down"}, {"next": "damage.start"},
        {"next": "damage.before"}, {"next": "damage.end"},
    )  # fmt: skip
    faces = [{c["called"]: c["face"] for c in step.state["cards"]}["B"] for step in game.steps[2:4]]
    assert faces == ["down", "up"]
    assert game.answers["damage"]["own"] == 200


def test_amazoness_swords_woman_turns_the_damage_round(played):
    game = played(
        at="battle-step",
        cards=[{"card": "亚马逊剑士"}, {"called": "B", "side": "opponent", "atk": 2500}],
        steps=[{"attack": "亚马逊剑士", "target": "B"}, {"next": "damage.end"}],
    )
    assert game.answers["damage"] == {"own": 0, "opponent": 1000}
    assert game.answers["destroyed"] == {"亚马逊剑士": "battle"}


def test_equips_fall_with_their_monster(played):
    sword = {"card": "流星之弓-烨焰", "side": "opponent", "face": "up", "equipped_to": "B"}
    game = fight(played, {"atk": 3000}, {"atk": 1000}, {"next": "damage.end"}, cards=[sword])
    assert game.answers["zone"]["流星之弓-烨焰"] == "gy"


def test_a_stopped_battle_still_runs_its_windows(played):
    out = {"happens": {"event": "banished", "card": "B"}}
    game = fight(played, {"atk": 1800}, {"atk": 1000}, {"next": "damage.start"}, out, {"next": "damage.end"})
    assert game.answers["window"] == "damage.end"
    assert game.answers["damage"]["opponent"] == 0


def test_no_replay_for_a_change_on_ones_own_side(played):
    own = {"called": "C", "atk": 100}
    out = {"happens": {"event": "banished", "card": "C"}}
    game = fight(played, {"atk": 1800}, {"atk": 1000}, out, {"next": "damage.end"}, cards=[own])
    assert game.answers["replays"] == 0
    assert game.answers["destroyed"] == {"B": "battle"}


def test_no_replay_in_the_damage_step(played):
    other = {"called": "C", "side": "opponent", "atk": 100}
    out = {"happens": {"event": "banished", "card": "C"}}
    game = fight(played, {"atk": 1800}, {"atk": 1000}, {"next": "damage.start"}, out, cards=[other])
    assert game.answers["replays"] == 0


def test_an_attack_called_off_in_a_replay_was_declared_all_the_same(played):
    other = {"called": "C", "side": "opponent", "atk": 100}
    out = {"happens": {"event": "banished", "card": "C"}}
    ask = {"asks": "may-declare-attack", "about": "A", "expect": "no"}
    game = fight(played, {"atk": 1800}, {"atk": 1000}, out, {"replay": "stop"}, cards=[other], ask=[ask])
    assert game.right
    assert game.answers["window"] == "battle-step"
    assert (game.answers["declared"]["A"], game.answers["attacked"]["A"]) == (1, False)


def test_mutual_destruction_still_lets_the_beaten_banish(played):
    game = played(
        at="battle-step",
        cards=[{"card": "异次元的女战士"}, {"called": "B", "side": "opponent", "atk": 1500}],
        steps=[{"attack": "异次元的女战士", "target": "B"}, {"next": "damage.after"}],
    )
    assert ("异次元的女战士", "yes") in [(f["card"], f["verdict"]) for f in game.answers["may_follow"]]
