"""Battles told in plain words: played, with the figure in the first line, and no figure on top of what was not read."""

import pytest


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("我1900的怪打对面守备表示的阿兹特克石像 我掉多少血", "200"),
        ("亚马逊剑士撞2300攻击表示的怪 谁掉血 掉多少", "800"),
        ("「亚马逊剑士」（1500）和「青眼白龙」（3000）攻击表示战斗。谁受到多少？", "1500"),
        ("注射天使 莉莉打攻击表示3000的怪 付2000血 对面受多少伤害", "400"),
        ("青眼白龙攻击守备表示的杀人番茄受多少伤害", "0"),
    ],
)
def test_a_battle_is_played_to_its_figure(asked, question, figure):
    answer = asked(question)
    assert answer["question"]["kind"] == "damage"
    assert figure in answer["sentence"]["zh"]


def test_a_figure_nobody_could_place_is_said(asked):
    answer = asked("青眼白龙攻击2000攻的怪 我手卡3张 对面受多少伤害")
    assert answer["verdict"] == "depends"
    assert answer["not_considered"]
