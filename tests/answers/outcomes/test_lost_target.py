"""An effect that resolves when what it was aimed at is no longer there."""

import pytest


@pytest.mark.parametrize(
    "question",
    [
        "旋风处理时对象卡已经不在场上了，效果还适用吗",
        "「强制脱出装置」处理时作为对象的怪兽已经不在怪兽区，会回到手卡吗",
        "破坏轮处理时对象怪兽已经离场，双方还会受到伤害吗",
        "サイクロンの処理時に対象のカードがフィールドに存在しない場合、効果は適用されますか",
    ],
)
def test_what_is_done_to_it_and_what_hangs_on_that_is_not_carried_out(asked, question):
    assert asked(question)["verdict"] == "no"


@pytest.mark.parametrize(
    "question",
    [
        "旋风处理时对象卡已经不在场上了，旋风会送去墓地吗",
        "旋风处理时对象卡已经不在场上了，对象卡的效果还能发动吗",
        "旋风处理时对象卡还在场上，效果适用吗",
    ],
)
def test_nothing_else_is_refused_for_it(asked, question):
    assert asked(question)["verdict"] != "no"
