"""Battles: figures, windows, flags, and what the damage step does by itself."""

import pytest

from knowledge.play import play, read_scenario
from knowledge.rules.book import Book


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


def test_toll_is_paid_before_the_attack_is_declared(played):
    cards = [{"called": "A", "atk": 1000}, {"card": "通行税", "side": "opponent", "face": "up"}]
    game = played(at="battle-step", cards=cards, lp={"own": 500, "opponent": 8000}, steps=[{"attack": "A"}])
    assert game.answers["lp"]["own"] == 0


def test_without_the_points_no_attack_is_declared(refusal):
    cards = [{"called": "A", "atk": 1000}, {"card": "通行税", "side": "opponent", "face": "up"}]
    wrong = refusal(at="battle-step", cards=cards, lp={"own": 400}, steps=[{"attack": "A"}])
    assert wrong.kind == "a-declaration-needs-its-procedure"


def test_panther_warrior_tributes_for_its_attack_and_a_negated_one_does_not(played):
    cards = [{"card": "漆黑的豹战士", "called": "P"}, {"called": "B", "atk": 100, "type": ["effect"]}]
    steps = [{"attack": "P", "cost": ["B"]}]
    assert played(at="battle-step", cards=cards, steps=steps).answers["zone"]["B"] == "gy"
    drain = {"card": "技能抽取", "face": "up"}
    free = played(at="battle-step", cards=[*cards, drain], steps=[{"attack": "P"}])
    assert free.answers["zone"]["B"] == "monster-zone"


def test_a_change_of_control_is_a_change_of_numbers(played):
    other = {"called": "C", "atk": 100}
    taken = {"happens": {"event": "control-changed", "card": "C"}}
    game = fight(played, {"atk": 1800}, {"atk": 1000}, taken, {"replay": "C"}, {"next": "damage.end"}, cards=[other])
    assert game.answers["replays"] == 1
    assert game.answers["destroyed"] == {"C": "battle"}


def test_an_attacker_that_changes_sides_attacks_no_more(played):
    taken = {"happens": {"event": "control-changed", "card": "A"}}
    game = fight(played, {"atk": 1800}, {"atk": 1000}, taken, {"next": "main2"})
    assert game.answers["damage"] == {"own": 0, "opponent": 0}
    assert game.answers["attacked"]["A"] is False


ARK = {"card": "No.101 寂静荣誉方舟骑士", "materials": ["素材"]}


@pytest.mark.parametrize(("choice", "fallen"), [("use", {}), ("decline", {"B": "battle"})])
def test_an_optional_replacement_is_its_players_choice(played, choice, fallen):
    step = {"next": "damage.after", "replace": {"No.101 寂静荣誉方舟骑士": choice}}
    game = fight(played, {"atk": 3000}, ARK, step, {"next": "damage.end"})
    assert game.answers["destroyed"] == fallen
    assert game.steps[2].assumed == []


def test_a_replacement_nobody_spoke_of_is_told_as_taken(played):
    game = fight(played, {"atk": 3000}, ARK, {"next": "damage.end"})
    assert "say otherwise with replace" in game.steps[2].assumed[0]["en"]


def test_a_replacement_saves_from_effects_too(played):
    cards = [{**ARK, "called": "B"}, {"card": "黑洞", "zone": "hand"}]
    use = {"pass": "both", "replace": {"B": "use"}}
    game = played(cards=cards, steps=[{"activate": "黑洞"}, use])
    assert game.answers["zone"]["B"] == "monster-zone"
    assert game.steps[-1].state["cards"][0].get("materials") is None


def test_what_falls_in_the_place_of_another_is_not_saved_in_its_turn(played):
    both = [{"card": "六武众-斩次", "called": name, "position": "attack"} for name in ("A", "B")]
    bolt = {"card": "雷击", "side": "opponent", "zone": "hand"}
    game = played(
        cards=[*both, bolt], turn="opponent", steps=[{"activate": "雷击", "by": "opponent"}, {"pass": "both"}]
    )
    assert [game.answers["zone"][name] for name in ("A", "B")] == ["gy", "gy"]  # neither can be had for the other


def test_a_part_played_alone_leaves_what_is_known_of_its_text(desk):
    book, bolt = Book(desk.book.library), {"card": "雷击", "side": "opponent", "zone": "hand"}
    cards = [{"card": "六武众-斩次", "called": name} for name in ("A", "B")]
    steps = [{"activate": "雷击", "by": "opponent"}, {"pass": "both"}]
    play(book, read_scenario({"turn": "opponent", "cards": [*cards, bolt], "steps": steps}))
    zanji = book.card_named("六武众-斩次")
    assert "replace-destruction" in book.keys_of(zanji, next(e for e in zanji.effects if e.number == 2))


def test_a_forced_replacement_is_carried_out(played):
    core = {"card": "A-突击核", "zone": "spell-zone", "face": "up", "equipped_to": "B", "side": "opponent"}
    game = fight(played, {"atk": 3000}, {"atk": 1000}, {"next": "damage.end"}, cards=[core])
    assert game.answers["zone"]["B"] == "monster-zone"
    assert game.answers["zone"]["A-突击核"] == "gy"


@pytest.mark.parametrize(("at", "damage"), [("damage.before", 0), ("damage.after", 800)])
def test_a_scenario_may_start_in_the_middle_of_an_attack(played, at, damage):
    cards = [{"called": "A", "atk": 1800}, {"called": "B", "atk": 1000, "side": "opponent"}]
    game = played(at=at, battle={"attacker": "A", "target": "B"}, cards=cards)
    assert (game.answers["window"], game.answers["damage"]["opponent"]) == (at, damage)


def test_a_face_down_target_is_up_by_then(played):
    cards = [{"called": "A", "atk": 1800}, {"card": "企鹅士兵", "side": "opponent", "face": "down"}]
    game = played(
        at="damage.after", battle={"attacker": "A", "target": "企鹅士兵"}, cards=cards,
        ask=[{"activate": "企鹅士兵/1", "by": "opponent", "expect": "yes"}],
    )  # fmt: skip
    assert game.right


@pytest.mark.parametrize(("diet", "damage"), [(True, 200), (False, 400)])
def test_damage_diet_halves_effect_damage(played, diet, damage):
    cards = [
        {"card": "伤害瘦身"},
        {"card": "黑羽-精锐之泽费洛斯", "zone": "gy"},
        {"card": "技能抽取", "face": "up", "negated_by": "某卡"},
    ]
    eat = [{"activate": "伤害瘦身/1"}, {"pass": "both"}] if diet else []
    rise = [{"activate": "黑羽-精锐之泽费洛斯", "cost": ["技能抽取"]}, {"pass": "both"}]
    game = played(cards=cards, steps=[*eat, *rise])
    assert game.answers["zone"]["黑羽-精锐之泽费洛斯"] == "monster-zone"
    assert game.answers["damage"]["own"] == damage


def test_the_hand_is_cut_to_six_when_all_is_done(played):
    hand = [{"called": f"h{n}", "zone": "hand", "atk": n} for n in range(8)]
    game = played(at="end", cards=hand, steps=[{"pass": "both", "pick": ["h3", "h5"]}, {"pass": "both"}])
    gone = {name for name, zone in game.answers["zone"].items() if zone == "gy"}
    assert gone == {"h3", "h5"}
    assert "hand-is-cut-to-six" in [r for d in game.steps[1].decided for r in d.judgement.rules_that_decided()]


def test_six_cards_stay(played):
    hand = [{"called": f"h{n}", "zone": "hand", "atk": n} for n in range(6)]
    assert "gy" not in played(at="end", cards=hand, steps=[{"pass": "both"}]).answers["zone"].values()


def test_battle_fader_sees_direct_attacks_only(played):
    fader = {"card": "消战者", "side": "opponent", "zone": "hand"}
    game = fight(played, {"atk": 1800}, {"atk": 1000}, cards=[fader])
    assert game.answers["may_follow"] == []
