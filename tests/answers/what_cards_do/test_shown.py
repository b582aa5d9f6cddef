"""Must a card that goes from the hand or the deck to where nobody sees it be shown to the other player?"""

import pytest


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("增援检索的怪兽要给对方看吗", "yes"),
        ("Do I have to show my opponent the card I added with Reinforcement of the Army?", "yes"),
        ("増援で手札に加えたカードは相手に見せる必要がありますか", "yes"),
        ("沙尘之大龙卷从手卡盖放的卡要给对面看吗", "no"),
        ("强欲之壶抽到的卡需要给对方确认吗", "no"),
    ],
)
def test_what_a_text_describes_is_shown(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize("question", ["增援发动的时候需要给对方展示吗", "死者苏生特召的怪兽要给对方确认吗"])
def test_whether_it_may_be_activated_does_not_answer_that(asked, question):
    assert asked(question)["verdict"] == "depends"
