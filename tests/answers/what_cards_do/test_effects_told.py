"""An effect told by what it does, and from where, without a card: may this card answer it?"""

import pytest

TOLD = [
    ("灰流丽能无效从卡组送墓的效果吗", "yes"),
    ("灰流丽能无效从卡组特殊召唤的效果吗", "yes"),
    ("灰流丽能无效从墓地特召的效果吗", "no"),
    ("灰流丽能无效破坏怪兽的效果吗", "no"),
    ("灰流丽能无效除外的效果吗", "no"),
    ("屋敷童能无效从墓地特殊召唤的效果吗", "yes"),
    ("屋敷童能无效从卡组特殊召唤的效果吗", "no"),
    ("屋敷童能无效从墓地加入手卡的效果吗", "yes"),
    ("星尘龙能无效破坏怪兽的效果吗", "yes"),
    ("星尘龙能无效除外的效果吗", "no"),
    ("can ash negate an effect that sends a card from the deck to the gy", "yes"),
    ("can ash negate an effect that special summons from the gy", "no"),
    ("can ghost belle negate an effect that banishes from the gy", "yes"),
    ("can ghost belle negate an effect that adds a card from the deck", "no"),
    ("灰流うららはデッキから墓地へ送る効果を無効にできますか", "yes"),
    ("灰流うららは墓地からモンスターを特殊召喚する効果を無効にできますか", "no"),
    ("屋敷わらしは墓地からモンスターを特殊召喚する効果を無効にできますか", "yes"),
]


@pytest.mark.parametrize(("question", "verdict"), TOLD)
def test_an_effect_told_by_what_it_does_is_answered_as_its_text_says(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_kind_of_card_turned_to_is_what_is_answered(asked):
    assert asked("幽鬼兔能对通常魔法发动吗")["verdict"] == "no"
    assert asked("神之通告能对通常魔法发动吗")["verdict"] == "no"
    assert asked("神之宣告能对通常魔法发动吗")["verdict"] == "yes"


def test_an_effect_told_by_what_no_card_stands_for_leaves_no_sure_verdict(asked):
    answer = asked("灰流丽能无效从手卡送去墓地的效果吗")
    assert answer["verdict"] == "depends"
    assert [left["text"] for left in answer["not_considered"]] == ["从手卡送去墓地的"]


def test_what_a_card_would_answer_is_not_what_it_does_itself(asked):
    assert asked("奈落的落穴能对应1500攻击力的怪兽特殊召唤吗")["verdict"] != "no"


@pytest.mark.parametrize(
    "question",
    [
        "雷破可以不丢手卡发动吗",
        "神之宣告能不付LP发动吗",
        "can i activate raigeki break without discarding",
        "神の宣告はライフを払わずに発動できますか",
    ],
)
def test_a_cost_left_unpaid_closes_the_activation(asked, question):
    assert asked(question)["verdict"] == "no"


def test_a_price_the_card_does_not_ask_for_is_told_as_left_out(asked):
    assert asked("旋风可以不丢手卡发动吗")["verdict"] not in ("no", "must")


@pytest.mark.parametrize(
    "question",
    [
        "墓地没有卡，能发动死者苏生吗",
        "墓地にカードがない時、死者蘇生を発動できますか",
        "自己和对方墓地都没有怪兽，能发动死者苏生吗",
    ],
)
def test_a_graveyard_of_nobody_is_both_of_them(asked, question):
    assert asked(question)["verdict"] == "no"


def test_a_negated_card_does_not_act_on_others(asked):
    assert asked("if skill drain is active does jinzo still negate traps")["verdict"] == "no"
    assert asked("does majesty's fiend still stop special summons if skill drain is active")["verdict"] != "yes"
