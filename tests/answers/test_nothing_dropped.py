"""What is told beside a question lies on its table or is shown as left out; it is never passed over."""

import json

import pytest

from service.answers.ask import answer_asked, explained

ASKED = {
    "zh": ["我能发动死者苏生吗", "对方召唤怪兽时能发动奈落的落穴吗"],
    "en": ["can i activate monster reborn", "can i activate mirror force when my opponent's monster attacks"],
    "ja": ["死者蘇生を発動できますか"],
}
BESIDE = {
    "zh": [
        "我没有手卡", "我的LP只有100", "对方场上有3只怪兽", "我场上的怪兽攻击力是0",
        "这个回合我已经特殊召唤过3次", "我的怪兽区满了",
        "我的卡比对方多", "我这个回合不能特殊召唤", "我只能特殊召唤龙族",
        "我的卡组只剩1张", "对方手卡是0张", "我是先攻第一回合",
    ],
    "en": [
        "i have no cards in hand", "i have only 100 lp", "my opponent controls three monsters", "my monster has 0 atk",
        "i already special summoned three times this turn", "i control more cards than my opponent",
        "i control fewer cards than my opponent", "i did not attack last turn", "it is the first turn of the duel",
    ],
    "ja": [
        "自分の手札は0枚です", "自分のLPは100しかありません", "このターン既に3回特殊召喚しています",
        "自分のカードの方が多いです",
    ],
}  # fmt: skip
PAUSE = {"zh": "，", "en": ", ", "ja": "。"}


def on_the_table(desk, question):
    return json.dumps(explained(desk, question)["statements"], sort_keys=True)


@pytest.mark.parametrize(
    ("question", "told"),
    [(asked, PAUSE[lang].join((told, asked))) for lang in ASKED for asked in ASKED[lang] for told in BESIDE[lang]],
)
def test_a_clause_reaches_the_table_or_is_shown(desk, question, told):
    answer = answer_asked(desk, told)
    sure = answer["verdict"] in ("yes", "no", "must") and not answer["not_considered"]
    assert not sure or on_the_table(desk, told) != on_the_table(desk, question)


@pytest.mark.parametrize("question", ["被奈落的落穴除外的怪兽效果能发动吗", "闪刀姬-零衣能和场上的连接怪兽一起存在吗"])
def test_what_did_it_or_only_is_there_is_not_asked_to_be_activated(desk, question):
    assert answer_asked(desk, question)["verdict"] == "depends"


@pytest.mark.parametrize(
    "question",
    [
        "没有2000基本分能发动神之警告吗",
        "i have less than 2000 lp can i activate solemn warning",
        "ライフが2000未満の場合、神の警告を発動できますか",
    ],
)
def test_less_than_a_figure_is_not_that_figure(desk, question):
    assert answer_asked(desk, question)["verdict"] == "no"


@pytest.mark.parametrize(
    "question",
    [
        "is jinzo destroyed by mirror force",
        "is blue-eyes banished by dimensional prison",
        "opponent attacks my face-down sangan with a 2000 atk monster, do i get the search",
    ],
)
def test_what_an_effect_or_a_battle_would_bring_is_no_refused_activation(desk, question):
    assert answer_asked(desk, question)["verdict"] == "depends"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("can I activate Raigeki Break with one card in hand", "yes"),
        ("can I activate Raigeki Break if I have one other card in hand", "yes"),
        ("can I activate Raigeki Break with no other cards in hand", "no"),
        ("can I activate Raigeki Break if I have no cards in hand", "no"),
    ],
)
def test_cards_counted_in_the_hand_are_told_of_the_hand_and_not_of_the_card_asked_about(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    "question",
    [
        "can I target a monster with Effect Veiler if it is face-down",
        "If Mystical Space Typhoon destroys my Raigeki after activation is it negated",
    ],
)
def test_a_condition_told_without_a_pause_is_not_taken_for_what_is_asked(asked, question):
    assert asked(question)["verdict"] not in ("yes", "no", "must")
