"""Whether one of the two players takes battle damage: asked of that player, not of the battle."""

import pytest


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("对方的青眼白龙攻击我攻击表示的黑魔术师，对方会受到战斗伤害吗", "no"),
        ("对方的青眼白龙攻击我攻击表示的黑魔术师，我会受到战斗伤害吗", "yes"),
        ("相手の青眼の白龍が自分の攻撃表示のブラック・マジシャンに攻撃しました。相手は戦闘ダメージを受けますか", "no"),
        ("My Dark Magician attacks an attack position Blue-Eyes White Dragon. Do I take battle damage?", "yes"),
        (
            "They have Blue-Eyes White Dragon. I attack it with Dark Magician. Does my opponent take battle damage?",
            "no",
        ),
        ("青眼白龙攻击黑魔术师，会受到战斗伤害吗", "yes"),
    ],
)
def test_the_player_who_is_asked_about_is_looked_at(asked, question, verdict):
    assert asked(question)["verdict"] == verdict
