"""What a player may do in the main phase, while cards named in the question are in force."""

import pytest


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("王宫的通告在场时我可以从手卡盖放陷阱卡吗", "yes"),
        ("can i set a trap card while jinzo is face-up?", "yes"),
        ("人造人間－サイコ・ショッカーがいる時に罠カードをセットできますか", "yes"),
        ("if my opponent controls vanity's emptiness can i normal summon", "yes"),
        ("can i special summon while vanity's emptiness is on the field", "no"),
        ("虚无空间在场还能同调召唤吗", "no"),
    ],
)
def test_what_the_cards_in_force_forbid_is_not_done(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize("question", ["对方有电光－雪花－，能盖魔陷吗", "can i attack under swords of revealing light"])
def test_what_hangs_on_a_condition_or_a_side_is_no_sure_verdict(asked, question):
    assert asked(question)["verdict"] not in ("yes", "no", "must")


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("我场上没有怪兽，对方场上有怪兽，电子龙能从手卡特殊召唤吗", "yes"),
        ("I control a monster. Can I special summon Cyber Dragon from my hand?", "no"),
        ("自分の場にモンスターが0体で相手の場にモンスターがいます。サイバー・ドラゴンは特殊召喚できますか", "yes"),
    ],
)
def test_a_monster_comes_out_by_its_own_way_where_the_table_told_allows_it(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    "question",
    [
        "Can I activate Spell Cards while Imperial Order is on the field?",
        "王宮の勅命が適用中、魔法カードは発動できますか",
        "技能抽取在场怪兽能发动效果吗",
    ],
)
def test_what_only_negates_forbids_no_activation_and_says_what_comes_of_it(asked, question):
    answer = asked(question)
    assert answer["verdict"] == "yes"
    assert "negates" in answer["sentence"]["en"]


@pytest.mark.parametrize(
    "question", ["魔封的芳香在场能直接从手卡发动魔法吗", "魔封じの芳香がある時、手札から魔法を発動できますか"]
)
def test_a_kind_used_from_a_place_is_judged_from_there(asked, question):
    assert asked(question)["verdict"] == "no"


def test_a_card_told_to_lie_there_is_not_the_one_that_would_be_activated(asked):
    assert asked("技能抽取在场怪兽能发动效果吗")["question"]["kind"] == "outcome"
    assert asked("技能抽取在场上能发动吗")["question"]["kind"] == "can"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("「天岩户」的效果适用中，不受影响的怪兽能发动效果吗", "no"),
        ("「天岩户」在场，不受怪兽效果影响的怪兽能发动效果吗", "no"),
        ("技能抽取适用中，不受影响的怪兽能发动效果吗", "yes"),
    ],
)
def test_a_ban_on_activations_is_on_the_player_and_binds_unaffected_monsters_too(asked, question, verdict):
    assert asked(question)["verdict"] == verdict
