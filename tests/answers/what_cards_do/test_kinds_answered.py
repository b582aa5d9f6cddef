"""An activation or a summon told without its card: where it is made, of which kind, with which figures."""

import pytest


@pytest.mark.parametrize(("question", "verdict"), [
    ("幽鬼兔能对手卡发动的怪兽效果发动吗", "no"),
    ("对方发动墓地的怪兽的效果，我能连锁幽鬼兔吗", "no"),
    ("对方在手卡发动怪兽效果，幽鬼兔能发动吗", "no"),
    ("对方发动场上的怪兽的效果，我能连锁幽鬼兔吗", "yes"),
    ("神之通告能无效手卡发动的怪兽效果吗", "yes"),
    ("无限泡影能无效墓地发动的怪兽效果吗", "no"),
    ("灰流丽能对手卡发动的怪兽效果发动吗", "depends"),
    ("屋敷童能对应墓地的怪兽效果发动吗", "depends"),
])  # fmt: skip
def test_where_a_monster_activates_decides_what_may_answer_it(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_hand_trap_lies_in_the_gy_as_it_resolves_so_called_by_the_grave_may_reach_it(asked):
    assert asked("墓穴的指名者能无效从手卡发动的怪兽效果吗")["verdict"] != "no"


@pytest.mark.parametrize(("question", "verdict"), [
    ("幽鬼兔能对永续魔法的效果发动吗", "yes"),
    ("幽鬼兔能对应永续魔法卡的发动吗", "no"),
    ("对方发动永续魔法，我能连锁幽鬼兔吗", "no"),
    ("对面发动了一张场地魔法，我能丢幽鬼兔吗", "no"),
    ("对方发动场上永续陷阱的效果，我能连锁幽鬼兔吗", "yes"),
    ("对方发动装备魔法，我能连锁神之宣告吗", "yes"),
])  # fmt: skip
def test_a_card_that_stays_is_activated_once_and_its_effect_is_another_activation(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(("question", "verdict"), [
    ("奈落的落穴能对应攻击力1400的怪兽的特殊召唤吗", "no"),
    ("奈落的落穴能对1500攻的怪兽的特召发动吗", "yes"),
    ("落穴能对应攻击力1000的怪兽的召唤发动吗", "yes"),
    ("落穴能对应攻击力900的怪兽的召唤发动吗", "no"),
    ("神之宣告能无效怪兽的盖放吗", "no"),
    ("激流葬能对应怪兽的盖放发动吗", "no"),
    ("神之通告能无效怪兽的特殊召唤吗", "yes"),
    ("对方融合召唤怪兽，我能发动神之通告吗", "depends"),
])  # fmt: skip
def test_a_summon_told_behind_the_card_that_would_answer_it_is_told_whole(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(("question", "verdict"), [
    ("闪电风暴在我场上有表侧表示的卡的时候能发动吗", "no"),
    ("闪电风暴在我场上只有里侧表示的卡的时候能发动吗", "yes"),
    ("对方场上有表侧表示的卡，我的闪电风暴能发动吗", "yes"),
    ("我场上有卡，闪电风暴能用吗", "depends"),
    ("死者苏生在双方墓地没有怪兽的时候能发动吗", "no"),
])  # fmt: skip
def test_how_the_cards_lie_is_part_of_what_lies_there(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(("question", "verdict"), [
    ("同一连锁里能发动两张旋风吗", "yes"),
    ("同一个连锁里能连续发动两张死者苏生吗", "no"),
    ("同一连锁里能发动两张灰流丽吗", "no"),
    ("一个连锁里同一张增殖的G能发两次吗", "no"),
])  # fmt: skip
def test_twice_in_one_chain_is_chained_to_the_first_or_used_up_by_it(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_the_extra_deck_is_not_the_deck(asked):
    assert asked("额外卡组只有2张，能发动强欲而贪欲之壶吗")["verdict"] == "depends"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("通常陷阱能连锁神之宣告发动吗", "no"),
        ("Can a normal trap be chained to Solemn Judgment?", "no"),
        ("神の宣告に通常罠をチェーンできますか", "no"),
        ("陷阱能连锁神之宣告吗", "yes"),
        ("速攻魔法能连锁雷击吗", "yes"),
    ],
)
def test_the_kind_that_would_be_chained_is_the_one_told(asked, question, verdict):
    assert asked(question)["verdict"] == verdict
