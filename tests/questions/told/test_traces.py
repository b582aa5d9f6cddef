"""What is told and left nothing on the table takes the certainty away; what is asked goes before what is told."""

import pytest


@pytest.mark.parametrize(
    ("plain", "added", "word"),
    [
        (
            "三眼怪被破坏送去墓地，能发动效果吗？",
            "三眼怪的效果被无效的场合，三眼怪被破坏送去墓地，能发动效果吗？",
            "被无效",
        ),
        ("对方场上有怪兽的场合，能发动黑洞吗？", "自己场上有怪兽或者对方场上有怪兽的场合，能发动黑洞吗？", "或者"),
        ("墓地没有怪兽，死者苏生能发动吗？", "处理时墓地没有怪兽，死者苏生能发动吗？", "处理时"),
    ],
)
def test_a_word_that_left_no_trace_is_said_and_leaves_no_sure_verdict(asked, plain, added, word):
    assert asked(plain)["verdict"] in ("yes", "no", "must")
    answer = asked(added)
    assert answer["verdict"] == "depends"
    assert word in [left["text"] for left in answer["not_considered"]]


def test_what_comes_of_an_activation_is_not_whether_it_may_be_made(asked):
    assert asked("对方发动增援，我能连锁灰流丽吗？")["verdict"] == "yes"
    assert asked("对方发动增援，我方连锁发动灰流丽的场合，会从卡组检索吗？")["verdict"] == "depends"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("「灰流丽」能在主要阶段发动，但能在伤害计算前发动吗？", "no"),
        ("「灰流丽」在伤害计算前不能发动，但能在主要阶段发动吗？", "yes"),
    ],
)
def test_the_moment_asked_about_goes_before_one_that_is_told(asked, question, verdict):
    assert asked(question)["verdict"] == verdict
