"""What is told beside a case: a use of some card of a kind, a hand that both players see, the materials of a card."""

import pytest


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("对方场上有大将军 紫炎，我这回合已经发动过1次魔法卡，我还能发动旋风吗", "no"),
        ("对方场上有大将军 紫炎，对方这回合已经发动过1张陷阱卡，我还能发动增援吗", "yes"),
        ("我这回合已经发动过1张魔法卡，还能发动增援吗", "yes"),
    ],
)
def test_what_was_used_is_some_card_of_that_kind(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("双方手卡公开的状态，能发动旋风吗", "yes"),
        ("Both hands are revealed. Can I activate Mystical Space Typhoon?", "yes"),
        ("手札が公開されている状態でサイクロンを発動できますか", "yes"),
        ("我的手卡一直公开的状态，能发动强欲而谦虚之壶吗", "depends"),
    ],
)
def test_a_public_hand_matters_to_what_looks_at_cards(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_materials_are_those_of_the_card_named_behind_them(asked):
    answer = asked("持有X素材的「天霆号 阿宙斯」在自己场上存在时，能发动旋风吗")
    lying = answer["question"]["form"]["given"]["cards"]
    assert [card.get("materials") for card in lying] == [["m0"]]
    assert answer["not_considered"] == []


def test_the_only_copy_of_a_card_is_all_that_lies_there(asked):
    form = asked("对方场上只有1只青眼白龙，我能发动地碎吗")["question"]["form"]["given"]
    assert [card["card"] for card in form["cards"]] == ["青眼白龙"]
    assert form["nothing_else_in"] == ["opponent-field"]


def test_whose_card_it_befell_stands_behind_the_word_for_taking_it(asked):
    happened = asked("对方的效果把我的暗属性怪兽除外了，我能发动旋风吗")["question"]["form"]["given"]["happened"]
    assert [event["side"] for event in happened] == ["own"]


def test_what_a_target_went_through_is_no_part_of_a_table(asked):
    answer = asked("S怪兽被一时除外后，能对其发动「收缩」吗")
    assert answer["verdict"] == "depends"
    assert answer["not_considered"]
