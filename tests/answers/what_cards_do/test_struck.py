"""Whether one named card falls to the effect of another, and what a card may be used for."""

import pytest


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("对面开黑洞 我的青眼白龙会死吗", "yes"),
        ("青眼白龙会被强制脱出装置弹吗", "yes"),
        ("does my blue-eyes white dragon get destroyed by dark hole", "yes"),
        ("does stardust dragon survive raigeki", "no"),
        ("ブラック・ホールで青眼の白龍は破壊されますか", "yes"),
    ],
)
def test_an_effect_is_played_on_the_card(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_what_is_told_of_a_fall_is_not_what_is_asked(asked):
    assert asked("クリッターがブラック・ホールで破壊されました。効果は発動しますか")["verdict"] == "must"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("can kuriboh be tributed", "yes"),
        ("青眼白龙可以当祭品吗", "yes"),
        ("can Decode Talker be used as synchro material", "no"),
        ("青眼の白龍はエクシーズ素材にできますか", "depends"),
    ],
)
def test_a_use_goes_by_the_text_and_the_kind_of_the_card(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize("question", ["星尘龙会被对面的雷击破坏吗", "鲜花之女男爵会被对面的雷击破坏吗"])
def test_a_card_that_could_negate_only_lies_there_until_it_is_told_to_be_activated(asked, question):
    assert asked(question)["verdict"] == "yes"
