"""An attack that is only told of is the whole battle; its declaration is a moment only where it is spoken of."""

import pytest


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("对方的怪兽攻击青眼白龙，我能用欧尼斯特吗", "yes"),
        ("my opponent attacks my blue-eyes white dragon, can i use honest", "yes"),
        ("相手モンスターが攻撃した時、クリボーを使えますか", "yes"),
        ("my opponent attacks me directly, can i use kuriboh", "yes"),
        ("my opponent attacks my face-down man-eater bug. can i activate its flip effect", "must"),
        ("对方攻击我里侧守备的食人虫，它的反转效果能发动吗", "must"),
        ("裏側守備表示の人喰い虫が攻撃されました。リバース効果は発動しますか", "must"),
        ("对方攻击宣言时能用欧尼斯特吗", "no"),
        ("can i use honest at the attack declaration", "no"),
        ("对方攻击我能发动死者苏生吗", "no"),
        ("can i flip mirror force when my own monster attacks", "no"),
    ],
)
def test_the_battle_goes_on_after_the_declaration(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    "question",
    [
        "栗子球能防效果伤害吗",
        "can i discard kuriboh against effect damage",
        "神之宣告能对盖放发动吗",
        "can i activate torrential tribute to a set",
    ],
)
def test_what_is_named_is_what_happened(asked, question):
    assert asked(question)["verdict"] == "no"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("对方的青眼白龙向我的怪兽攻击宣言时，我能发动神圣防护罩吗", "yes"),
        ("我的青眼白龙向对方的怪兽攻击宣言时，对方能发动神圣防护罩吗", "yes"),
        ("我的青眼白龙向对方的怪兽攻击宣言时，我能发动神圣防护罩吗", "no"),
        ("我的青眼白龙向对方的电子龙攻击宣言时，我能发动神圣防护罩吗", "no"),
        ("对方的青眼白龙向我的电子龙攻击宣言时，我能发动神圣防护罩吗", "yes"),
        ("我的电子龙被对方的青眼白龙攻击，我能发动神圣防护罩吗", "yes"),
        ("when my monster is attacked by my opponent's blue-eyes white dragon, can i activate mirror force", "yes"),
    ],
)
def test_who_is_named_behind_a_preposition_or_before_a_passive_is_attacked(asked, question, verdict):
    assert asked(question)["verdict"] == verdict
