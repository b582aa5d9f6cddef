"""A card used on something that is only described: it is what would be targeted, and nothing else is there."""

import pytest


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("can i activate effect veiler on a face-down monster", "no"),
        ("效果遮蒙者能对里侧表示怪兽发动吗", "no"),
        ("裏側表示モンスターにエフェクト・ヴェーラーを発動できますか", "no"),
        ("能对对方的里侧怪兽发动无限泡影吗", "no"),
        ("can i activate book of moon on a link monster", "no"),
        ("月の書をリンクモンスターに発動できますか", "no"),
        ("can book of moon be used on a face-up monster", "yes"),
        ("can i use compulsory evacuation device on a set monster", "yes"),
        ("can i use effect veiler on my own monster", "no"),
        ("can i activate d.d. crow targeting a card in my own graveyard", "no"),
        ("D.D.乌鸦能对自己墓地的卡发动吗", "no"),
        ("D.D.乌鸦能对对方墓地的卡发动吗", "yes"),
        ("can monster reborn target a monster in my opponent's graveyard", "yes"),
        ("旋风能以自己场上的卡为对象发动吗", "yes"),
    ],
)
def test_what_the_text_does_not_name_is_no_target(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("my opponent summoned 4 monsters this turn, can i use nibiru", "no"),
        ("my opponent has summoned 5 monsters this turn, can i use nibiru", "yes"),
        ("对方这回合特殊召唤了4只怪兽，我能用尼比鲁吗", "no"),
        ("对方场上只有守备表示怪兽，我能发动反射镜力吗", "no"),
    ],
)
def test_how_many_were_summoned_and_how_they_stand_is_told(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    "question",
    [
        "does solemn strike work on a monster effect activated in the graveyard",
    ],
)
def test_what_is_told_of_others_and_reaches_nothing_is_said(asked, question):
    answer = asked(question)
    assert answer["verdict"] == "depends"
    assert answer["not_considered"]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("对方能对我的青眼白龙发动效果遮蒙者吗", "no"),
        ("对方能对我的星尘龙发动效果遮蒙者吗", "yes"),
        ("我能对自己的星尘龙发动效果遮蒙者吗", "no"),
        ("我能对对方的星尘龙发动效果遮蒙者吗", "yes"),
    ],
)
def test_what_the_opponent_would_target_is_looked_for_from_their_seat(asked, question, verdict):
    assert asked(question)["verdict"] == verdict
