"""A card asked to do something to a card that is described by its kind, place, owner, face or figures."""

import pytest


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("死者苏生能特殊召唤额外卡组里的怪兽吗", "no"),
        ("死者蘇生で相手の墓地のモンスターを特殊召喚できますか", "yes"),
        ("can call of the haunted revive a monster from my opponent's graveyard", "no"),
        ("愚蠢的埋葬能把魔法卡送去墓地吗", "no"),
        ("羽毛扫能破坏场地魔法吗", "yes"),
    ],
)
def test_the_text_says_which_cards_and_from_where(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("黑洞会破坏自己场上的怪兽吗", "yes"),
        ("雷击会破坏我自己的怪兽吗", "no"),
        ("对方发动雷击，会破坏我的怪兽吗", "yes"),
        ("does raigeki destroy my monsters", "depends"),  # who uses it is not told
        ("ブラック・ホールは自分のモンスターも破壊しますか", "yes"),
    ],
)
def test_whose_cards_are_meant_depends_on_who_uses_it(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("神圣防护罩 -反射镜力-会破坏守备表示的怪兽吗", "no"),
        ("does torrential tribute destroy face-down monsters", "yes"),
        ("can bottomless trap hole banish a monster with 1400 atk", "no"),
        ("one for one能特殊召唤2星怪兽吗", "no"),
        ("神圣防护罩 -反射镜力-能破坏里侧守备的怪兽吗", "no"),
        ("can monster reborn revive a banished monster", "no"),
    ],
)
def test_position_face_and_figures_are_compared_with_the_text(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_place_where_something_would_go_is_not_where_it_lies(asked):
    answer = asked("can compulsory evacuation device return a monster to the extra deck")
    assert answer["verdict"] not in ("yes", "no", "must")
