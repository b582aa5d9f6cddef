"""Scenarios that cannot be: refused with the step and the rule, in one sentence."""

import pytest

MONSTER = {"called": "A", "atk": 1000, "defence": 1000}
OTHER = {"called": "B", "atk": 500, "defence": 500, "side": "opponent"}


def test_no_attack_in_main_phase_1(refusal):
    wrong = refusal(cards=[MONSTER], steps=[{"attack": "A"}])
    assert wrong.field == "steps[1]"
    assert wrong.kind == "the-turn-goes-on-in-its-order"
    assert wrong.says["en"].startswith("Step 1:")
    assert wrong.says["zh"].startswith("第1步")


def test_the_same_attack_is_played_where_it_is_assumed(played):
    game = played(cards=[MONSTER], steps=[{"attack": "A", "assume": True}, {"next": "damage.end"}])
    assert game.answers["damage"]["opponent"] == 1000
    assert game.steps[1].assumed


def test_two_cards_in_one_zone(refusal):
    cards = [{**MONSTER, "slot": 3}, {"called": "C", "atk": 1, "slot": 3}]
    assert "same zone" in refusal(cards=cards).says["en"]


def test_the_same_zone_of_the_other_player_is_another_zone(played):
    assert played(cards=[{**MONSTER, "slot": 3}, {**OTHER, "slot": 3}]).steps


def test_an_illegal_chain_link_names_the_rule(refusal):
    cards = [{"card": "灰流丽", "zone": "hand", "side": "opponent"}, {"card": "旋风"}, OTHER]
    steps = [{"activate": "旋风", "targets": ["旋风"]}]
    wrong = refusal(cards=cards, steps=[{"activate": "灰流丽", "by": "opponent"}, *steps])
    assert wrong.field == "steps[1]"
    assert wrong.kind not in ("illegal-step", "")


def test_an_effect_number_that_does_not_exist_lists_those_that_do(refusal):
    wrong = refusal(cards=[{"card": "欧尼斯特", "zone": "hand"}], steps=[{"activate": "欧尼斯特/7"}])
    assert wrong.accepted == ["1", "2"]


@pytest.mark.parametrize(
    ("scenario", "near"),
    [
        ({"crads": []}, "cards"),
        ({"steps": [{"atack": "A"}]}, "attack"),
        ({"cards": [{"card": "灰留丽"}]}, "灰流丽"),
        ({"steps": [{"next": "damage.ende"}]}, "damage.end"),
        ({"steps": [{"happens": {"event": "destroyd"}}]}, "destroyed"),
        ({"expect": {"lpp": 1}}, "lp"),
        ({"ask": [{"asks": "repaly"}]}, "replay"),
    ],
)
def test_a_word_that_is_not_known_gets_the_nearest_known_one(refusal, scenario, near):
    assert f"nearest: {near}" in refusal(**scenario).says["en"]


def test_a_step_has_exactly_one_verb(refusal):
    assert refusal(cards=[MONSTER], steps=[{}]).accepted
    assert "attack" in refusal(cards=[MONSTER], steps=[{"attack": "A", "next": "end"}]).says["en"]


def test_the_first_turn_has_no_battle_phase(refusal):
    wrong = refusal(turn_number=1, steps=[{"next": "start-step"}])
    assert wrong.kind in ("first-turn-has-no-battle-phase", "battle-phase-can-be-taken-away")


def test_there_is_no_way_back_from_main_phase_2(refusal):
    assert refusal(at="main2", steps=[{"next": "battle-step"}]).kind == "the-turn-goes-on-in-its-order"


def test_a_forced_effect_holds_the_start_step(refusal, played):
    cards = [{"card": "极星邪狼 芬里尔"}, MONSTER]
    assert refusal(at="start-step", cards=cards, steps=[{"next": "battle-step"}]).kind == (
        "a-step-is-not-left-with-something-to-do"
    )
    game = played(at="start-step", cards=cards, steps=[{"activate": "极星邪狼 芬里尔"}, {"next": "battle-step"}])
    assert game.answers["window"] == "battle-step"


def test_a_monster_attacks_once(refusal):
    steps = [{"attack": "A"}, {"next": "battle-step"}, {"attack": "A"}]
    wrong = refusal(at="battle-step", cards=[MONSTER], steps=steps)
    assert (wrong.field, wrong.kind) == (
        "steps[3]",
        "one-attack-each-battle-phase",
    ) or wrong.kind == "no-attack-is-left"


def test_a_defender_declares_no_attack(refusal):
    wrong = refusal(at="battle-step", cards=[{**MONSTER, "position": "defence"}], steps=[{"attack": "A"}])
    assert wrong.kind == "attackers-lie-in-face-up-attack-position"


def test_nothing_is_chosen_again_without_a_replay(refusal):
    assert refusal(cards=[MONSTER], steps=[{"replay": "stop"}]).kind == "no-change-no-replay"


def test_only_one_normal_summon_a_turn(refusal):
    cards = [{**MONSTER, "zone": "hand"}, {"called": "C", "atk": 1, "zone": "hand"}]
    wrong = refusal(cards=cards, steps=[{"summon": "A"}, {"summon": "C"}])
    assert wrong.kind == "once-a-turn-acts-do-not-come-back"


@pytest.mark.parametrize("points", [-1, 10_000_001, "many", 1.5])
def test_absurd_figures_are_refused(refusal, points):
    assert "atk" in refusal(cards=[{"called": "A", "atk": points}]).says["en"]


def test_nothing_is_played_after_the_duel_is_decided(refusal):
    steps = [{"attack": "A"}, {"next": "damage.end"}, {"next": "end"}]
    assert "decided" in refusal(at="battle-step", lp={"opponent": 500}, cards=[MONSTER], steps=steps).says["en"]


def test_accepted_keys_are_those_people_write(refusal):
    says = refusal(steps=[{"activate": "A", "cots": ["B"]}]).says["en"]
    assert "nearest: cost" in says
    assert "pays" not in says


def test_a_replacement_is_named_by_a_card_of_the_scenario(refusal):
    wrong = refusal(cards=[MONSTER], steps=[{"pass": "both", "replace": {"B": "use"}}])
    assert (wrong.field, wrong.accepted) == ("steps[1]", ["A"])


@pytest.mark.parametrize(
    ("start", "accepted"),
    [({"at": "damage.before"}, ["battle"]), ({"battle": {"attacker": "A"}}, ["attack-declaration"])],
)
def test_a_start_in_the_middle_of_an_attack_says_which(refusal, start, accepted):
    assert refusal(cards=[MONSTER], **start).accepted == accepted


def test_no_card_is_activated_on_itself(refusal):
    cards = [{"card": "旋风"}, {"card": "技能抽取", "face": "up"}]
    wrong = refusal(cards=cards, steps=[{"activate": "旋风", "targets": ["旋风"]}])
    assert "cannot be the target" in wrong.says["en"]


def test_a_trap_for_the_attacker_takes_no_other_monster(refusal):
    cards = [MONSTER, {"called": "C", "atk": 1}, {"card": "次元幽闭", "side": "opponent"}]
    steps = [{"attack": "A"}, {"activate": "次元幽闭", "by": "opponent", "targets": ["C"]}]
    assert refusal(at="battle-step", cards=cards, steps=steps).field == "steps[2]"


def test_a_pendulum_effect_that_does_not_exist_lists_those_that_do(refusal):
    cards = [{"card": "紫毒之魔术师", "zone": "pendulum-zone"}]
    assert refusal(cards=cards, steps=[{"activate": "紫毒之魔术师/P3"}]).accepted == ["p1", "0", "1"]


def test_one_event_sets_a_trigger_off_once(refusal):
    cards = [MONSTER, {"card": "No.39 希望皇 霍普", "side": "opponent", "materials": ["甲", "乙"]}]
    stop = {"activate": "No.39 希望皇 霍普/1", "by": "opponent"}
    wrong = refusal(at="battle-step", cards=cards, steps=[{"attack": "A"}, stop, stop])
    assert (wrong.field, wrong.kind) == ("steps[3]", "a-trigger-answers-its-event-once")
