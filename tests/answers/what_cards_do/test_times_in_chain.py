"""May an effect be activated several times on one chain?"""

import pytest


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("天霆号 阿宙斯①一个连锁里能发动好几次吗", "yes"),
        ("Can Divine Arsenal AA-ZEUS - Sky Thunder activate its first effect multiple times in one chain?", "yes"),
        ("天霆號アーゼウスの①は同一チェーン上で複数回発動できますか", "yes"),
        ("灰流丽在同一连锁能用两次吗", "no"),
        ("我的怪兽在1组连锁上多次被破坏，连锁处理后逆火会发动多次吗", "yes"),
        ("同一连锁上多次特召了怪兽，终末之骑士的效果只会发动1次吗", "yes"),
    ],
)
def test_by_what_the_text_says_of_its_condition_and_its_limit(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_two_copies_are_another_question(asked):
    assert asked("同一连锁能发动2张灰流丽吗")["verdict"] != "yes"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Can I chain two copies of Ash Blossom in the same chain?", "no"),
        ("I have two copies of Effect Veiler in my hand. Can I activate both of them in one chain?", "yes"),
        ("我的2只三眼怪送去墓地了，能在同一连锁里都发动吗", "depends"),  # both are set off
        ("Two copies of Sangan were sent to the GY. Can both activate in the same chain?", "depends"),
    ],
)
def test_two_copies_are_chained_to_each_other_unless_something_sets_them_off(asked, question, verdict):
    assert asked(question)["verdict"] == verdict
