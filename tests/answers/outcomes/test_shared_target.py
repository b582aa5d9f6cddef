"""A link that is aimed at what the link before it is aimed at, and one that destroys the card it answers."""

import pytest


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("我用无限泡影点对面的怪，对面连锁月之书把它盖了，那只怪还会被无效吗", "no"),
        (
            "I use Effect Veiler on my opponent's monster and they chain Book of Moon. Is the monster still negated?",
            "no",
        ),
        ("死者蘇生にチェーンして墓穴の指名者で対象を除外されました。特殊召喚されますか", "no"),
        ("我用强制脱出装置弹对面的怪，对面连锁月之书盖放它，还会弹回手卡吗", "yes"),
    ],
)
def test_the_first_link_meets_what_the_second_left_of_its_target(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("我发动无限泡影，对面连锁旋风破坏它，还能无效怪兽效果吗", "yes"),
        ("Does Infinite Impermanence still negate if it's destroyed by Mystical Space Typhoon in response?", "yes"),
        ("If Skill Drain is destroyed by a chained Mystical Space Typhoon, does it still negate effects?", "no"),
        ("神之宣告被旋风连锁破坏，还能无效吗", "yes"),
    ],
)
def test_to_destroy_is_not_to_negate(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("我发动怪兽效果，对面连锁把那只怪兽破坏了，效果还处理吗", "yes"),
        ("If my trap is destroyed in response to its activation, does it still resolve?", "yes"),
        ("発動した永続魔法がチェーンで破壊されたら効果は適用されますか", "no"),
        ("魔法卡发动后被破坏，效果会无效吗", "no"),
    ],
)
def test_cards_without_names_resolve_though_they_are_gone(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("对面发动雷击，我连锁强制脱出装置把自己的怪弹回手卡，那只怪还会被破坏吗", "no"),
        ("对面发动了黑洞，我连锁月之书把自己的怪盖放，还会被破坏吗", "yes"),
        ("If my opponent chains Book of Moon to my Raigeki, is their monster still destroyed?", "yes"),
        ("If I chain Mystical Space Typhoon to Mirror Force, are my monsters still destroyed?", "yes"),
        ("サンダー・ボルトに月の書をチェーンしたら、そのモンスターは破壊されますか", "yes"),
    ],
)
def test_a_card_that_sweeps_the_field_meets_what_its_answer_left_there(asked, question, verdict):
    assert asked(question)["verdict"] == verdict
