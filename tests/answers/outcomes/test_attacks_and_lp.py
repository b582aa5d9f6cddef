"""How often a monster attacks, what is left of the LP, and what comes of a battle, in three languages."""

import pytest


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("奇袭的又佐一回合能打几次", "2"),
        ("how many times can Mataza the Zapper attack per turn", "2"),
        ("不意打ち又佐は1ターンに何回攻撃できますか", "2"),
        ("青眼白龙一回合最多能攻击几次", "1"),
        ("我血3000，被1800攻的怪直接攻击，还剩几点", "1200"),
        (
            "Blue-Eyes White Dragon attacks Dark Magician in attack position, how much LP does my opponent have left?",
            "7500",
        ),
        ("青眼の白龍でブラック・マジシャンを攻撃しました。相手の残りライフはいくつ？", "7500"),
        ("my 1800 atk monster attacks a 2000 def defense position monster, what happens", "200"),
        ("Mataza the Zapper hits directly with both of its attacks, total damage?", "2600"),
        ("我的黑魔术师攻击表示，对面的3000攻的青眼白龙打过来，我掉多少血", "500"),
    ],
)
def test_a_figure_stands_in_the_first_line(asked, question, figure):
    assert figure in asked(question)["sentence"]["zh"]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("电子龙直接攻击我，我LP 2000，我输了吗", "yes"),
        ("电子龙直接攻击我，我LP 2200，我输了吗", "no"),
        ("I have 2000 LP and my opponent attacks me directly with Cyber Dragon. Do I lose?", "yes"),
        ("can Mataza the Zapper attack twice?", "yes"),
        ("青眼白龙一回合能攻击两次吗", "no"),
        ("青眼白龙攻击了一次，还能再攻击吗", "no"),
        ("奇袭的又佐攻击了一次，还能再攻击吗", "yes"),
        ("双方场上都是青眼白龙攻击表示互撞，都会死吗", "yes"),
        ("黑魔术师和青眼白龙互撞，都会被破坏吗", "no"),
    ],
)
def test_attacks_and_lp_are_decided(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_whether_another_attack_is_left_needs_an_attack_that_is_told(asked):
    assert asked("青眼白龙还能攻击吗")["verdict"] == "depends"


def test_lp_that_nobody_told_lose_no_duel(asked):
    assert asked("电子龙直接攻击我，我输了吗")["verdict"] == "depends"


@pytest.mark.parametrize(
    ("question", "atk"),
    [
        ("我的青眼白龙现在4000攻，被收缩之后是多少攻", "2500"),
        ("青眼白龙3000攻吃收缩之后几攻", "1500"),
        ("収縮を使われた青眼の白龍にさらに突進を使うと攻撃力はいくつになりますか", "2200"),
        ("Blue-Eyes White Dragon with Megamorph while my LP is lower. ATK?", "6000"),
    ],
)
def test_a_value_told_is_where_the_reckoning_starts(asked, question, atk):
    assert f"攻击力{atk}" in asked(question)["sentence"]["zh"]


def test_a_value_after_something_told_that_changed_nothing_known_is_left_open(asked):
    assert asked("青眼白龙被特殊召唤之后发动了效果 攻击力多少")["verdict"] == "depends"


def test_whether_a_player_must_attack_is_no_question_of_an_activation(asked):
    assert asked("对方场上适用了「挑衅」的效果。对方必须攻击吗？")["verdict"] == "depends"
