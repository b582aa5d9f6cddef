"""A figure told as a bound is no figure: it is tried at both its ends; what is told to be missing reaches the table."""

import pytest


@pytest.mark.parametrize(
    "question",
    [
        "攻击力不到1500的怪兽被特殊召唤时能发动奈落的落穴吗",
        "攻击力1000以下的怪兽被特殊召唤时能发动奈落的落穴吗",
        "can bottomless trap hole be activated if the summoned monster has less than 1500 atk",
        "攻撃力1500未満のモンスターが召喚された時、奈落の落とし穴は発動できますか",
    ],
)
def test_no_figure_within_the_bound_is_enough(asked, question):
    assert asked(question)["verdict"] == "no"


@pytest.mark.parametrize("bound", ["1000以上", "1500以下", "2000以下"])
def test_a_bound_that_some_figures_meet_and_others_do_not_is_told(asked, bound):
    answer = asked(f"攻击力{bound}的怪兽被特殊召唤时能发动奈落的落穴吗")
    assert answer["verdict"] == "depends"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("can i activate dark hole if neither player controls a monster", "no"),
        ("can i activate dark hole if neither of us has any monsters", "no"),
        ("手札が他に1枚もない時、ライトニング・ボルテックスは発動できますか", "no"),
        ("my opponent has no banished cards, can i activate dark hole", "yes"),
        ("相手の場に裏側守備モンスターが3体います。灰流うららで強欲で貪欲な壺を止められますか", "yes"),
        ("魔法筒能不能反弹直接攻击", "yes"),
    ],
)
def test_what_is_told_to_be_missing_is_put_where_it_is_missing(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    "question",
    [
        "对方适用着效果伤害变成0的效果，闪光No.39 希望皇 霍普·电光皇的效果能在伤害计算时发动吗",
        "my opponent has only 100 LP, does raigeki destroy my own monsters too",  # not whether it may be activated
        "对方的怪兽都睡着了，三眼怪被对面强制脱出装置弹回手了 能检索吗",  # what is done to nobody is no object
    ],
)
def test_words_that_tell_another_thing_turn_no_verdict(asked, question):
    assert asked(question)["verdict"] == "depends"
