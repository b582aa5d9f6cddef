"""Told as people tell it: one's monster is attacked, an effect destroys one's card; the table then holds both sides."""

import pytest


@pytest.mark.parametrize(
    "question",
    [
        "被攻击的时候能发动神圣防护罩吗",
        "我的怪兽被攻击的时候能发动神圣防护罩吗",
        "被攻击时可以发动炸裂装甲吗",
        "when i get attacked can i activate mirror force",
        "when my monster is attacked can i use sakuretsu armor",
    ],
)
def test_who_is_attacked_was_chosen_as_the_opponent_declared_an_attack(asked, question):
    assert asked(question)["verdict"] == "yes"


@pytest.mark.parametrize(
    "question",
    [
        "对方用雷击破坏我的三眼怪，我可以检索吗",
        "对方发动雷击破坏我的三眼怪，我能发动三眼怪的效果吗",
        "对方用雷击炸我的三眼怪，我能检索吗",
        "my opponent uses raigeki to destroy my sangan, can i search",
        "my opponent destroys my sangan with raigeki, can i search",
        "their raigeki popped my sangan, do i search",
    ],
)
def test_what_a_card_is_told_to_destroy_waits_for_it_to_resolve(asked, question):
    answer = asked(question)
    assert (answer["verdict"], answer["question"]["card"]["names"]["en"]) == ("must", "Sangan")


@pytest.mark.parametrize(
    "question",
    [
        "对方用黑洞炸掉我的青眼白龙和三眼怪，三眼怪能检索吗",
        "青眼白龙和三眼怪被雷击破坏，三眼怪的效果发动吗",
        "my opponent's dark hole destroyed my blue-eyes white dragon and sangan, does sangan activate",
    ],
)
def test_what_befell_two_cards_befell_the_one_asked_about(asked, question):
    assert asked(question)["verdict"] == "must"


def test_what_a_quick_card_answers_is_still_on_the_chain(asked):
    answer = asked("对方用雷击炸我的青眼白龙，我能发动月之书吗")
    assert (answer["verdict"], answer["question"]["respond_to"]["names"]["en"]) == ("yes", "Raigeki")
