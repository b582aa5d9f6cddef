"""Being chained to something is not stopping it: a card is asked to negate, and its text does or does not."""

import pytest


@pytest.mark.parametrize(
    "question",
    [
        "旋风能无效大风暴吗",
        "死者苏生能被旋风无效吗",
        "can mystical space typhoon stop heavy storm",
        "Can I chain Mystical Space Typhoon to Heavy Storm to destroy Heavy Storm and stop its effect?",
        "サイクロンで大嵐を無効にできますか",
    ],
)
def test_destroying_a_spell_as_it_resolves_does_not_negate_it(asked, question):
    answer = asked(question)
    assert answer["verdict"] == "no"
    assert [reason["rule"] for reason in answer["because"]] == ["effects-are-not-negated-of-themselves"]


@pytest.mark.parametrize("question", ["旋风能康王宫的敕命吗", "旋风能无效技能抽取吗"])
def test_what_works_by_lying_there_comes_to_nothing_once_it_is_gone(asked, question):
    assert asked(question)["verdict"] == "yes"


def test_a_continuous_trap_destroyed_in_its_own_chain_does_not_apply(asked):
    assert asked("对方发动王宫的敕命，我连锁旋风破坏它，它的效果还适用吗")["verdict"] == "no"


@pytest.mark.parametrize("question", ["奈落的落穴能无效召唤吗", "激流葬で召喚を無効にできますか"])
def test_what_follows_a_summon_does_not_negate_it(asked, question):
    assert asked(question)["verdict"] == "no"


@pytest.mark.parametrize(
    "question", ["神之警告能无效死者苏生的特殊召唤吗", "神の宣告で死者蘇生の特殊召喚を無効にできますか"]
)
def test_a_summon_made_by_a_resolving_effect_cannot_be_negated(asked, question):
    assert asked(question)["verdict"] == "no"


@pytest.mark.parametrize("question", ["神之宣告能无效死者苏生的发动吗", "灰流丽能康增援吗"])
def test_a_card_that_does_negate_is_judged_as_an_activation(asked, question):
    assert asked(question)["verdict"] == "yes"


def test_an_unknown_name_is_not_cut_into_two_short_names(asked):
    answer = asked("对方发动联合据点，我连锁旋风把它破坏，能检索吗")
    assert answer["verdict"] not in ("yes", "no", "must")


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("灵摆召唤能被神之警告无效吗", "yes"),
        ("can a pendulum summon be negated by solemn warning", "yes"),
        ("通常召唤会被神之通告无效吗", "no"),
        ("仪式召唤能被神之警告无效吗", "depends"),
    ],
)
def test_a_way_of_summoning_is_negated_only_where_it_starts_no_chain(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_rule_that_does_not_speak_of_the_moment_asked_about_gives_no_sure_verdict(asked):
    answer = asked("里侧守备的怪兽被攻击，变成表侧后能不能在伤害步骤发动陷阱")
    assert answer["verdict"] not in ("yes", "no", "must")


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("王宫的敕命在场 我发动死者苏生 怪兽会被特殊召唤吗", "no"),
        ("Royal Decree is up, I flip Torrential Tribute, are the monsters destroyed?", "no"),
        ("技能抽取在场 流氓佣兵部队解放自己炸怪 炸得掉吗", "yes"),
        ("スキルドレイン適用中、手札のオネストを使ったら無効になりますか", "no"),
    ],
)
def test_what_a_card_was_used_for_is_not_done_where_it_is_negated(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_whether_a_negated_card_may_be_activated_is_another_question(asked):
    assert asked("王宫的敕命在场 我能发动死者苏生吗")["verdict"] == "yes"


@pytest.mark.parametrize(
    "question",
    [
        "技能抽取在场的时候，人造人-念力震慑者的效果会被无效吗",
        "skill drain is face-up, is jinzo's effect negated",
        "スキルドレインがある時、人造人間サイコ・ショッカーの効果は無効になりますか",
    ],
)
def test_of_two_cards_that_negate_the_one_in_force_negates_the_one_asked_about(asked, question):
    answer = asked(question)
    assert (answer["verdict"], answer["question"]["card"]["names"]["en"]) == ("yes", "Jinzo")


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("场上有技能抽取和念力震慑者，我能发动陷阱吗", "yes"),
        ("with skill drain on the field can i activate traps while my opponent controls jinzo", "yes"),
        ("对方场上有念力震慑者，我能发动陷阱吗", "no"),
    ],
)
def test_what_is_itself_negated_forbids_no_activation(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "card", "told"),
    [
        ("裁决之龙在技能抽取下能发动效果吗", "Judgment Dragon", "效果处理时会被无效"),
        ("王宫的敕命在场的时候还能发动旋风吗", "Mystical Space Typhoon", "效果处理时会被无效"),
        ("can i activate raigeki under imperial order", "Raigeki", "negated as it resolves"),
    ],
)
def test_what_may_be_activated_in_vain_is_told_so_in_the_first_line(asked, question, card, told):
    answer = asked(question)
    assert (answer["verdict"], answer["question"]["card"]["names"]["en"]) == ("yes", card)
    assert told in answer["sentence"]["en" if question.isascii() else "zh"]


@pytest.mark.parametrize("question", ["技能抽取在场时能发动灰流丽吗", "can i activate raigeki under skill drain"])
def test_what_is_in_force_and_does_not_reach_the_effect_is_not_said_to_negate_it(asked, question):
    answer = asked(question)
    assert answer["verdict"] == "yes"
    assert "negated" not in answer["sentence"]["en"]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("技能抽取适用中 异次元女战士战斗过后还能除外对面吗", "no"),
        ("技能抽取在场，杀手番茄被战破能拉怪吗", "yes"),
    ],
)
def test_a_deed_of_a_monster_that_stays_is_negated_where_it_lies(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("电子龙的特招能被神之宣告无效吗", "yes"),
        ("神之宣告能无效电子龙的特殊召唤吗", "yes"),
        ("サイバー・ドラゴンの特殊召喚は神の宣告で無効にできますか", "yes"),
        ("cyber dragon's special summon, can it be negated by solemn judgment", "depends"),
    ],
)
def test_a_monster_that_comes_out_without_an_activation_is_met_in_its_summon(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("电子龙的特殊召唤能被神之宣告无效吗", "yes"),
        ("神之通告能无效星尘龙的同调召唤吗", "yes"),
        ("can solemn strike negate the special summon of cyber dragon", "yes"),
        ("サイバー・ドラゴンの特殊召喚を神の宣告で無効にできますか", "yes"),
        ("神之通告能无效青眼白龙的上级召唤吗", "no"),
        ("神之宣告能无效青眼白龙的特殊召唤吗", "depends"),  # it comes by an effect, unless that is negated
    ],
)
def test_the_summon_of_a_monster_that_is_named_is_negated_as_it_would_come(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_cost_that_was_paid_is_no_effect_that_went_through(asked):
    answer = asked("if i ash my opponents pot of desires do they still banish 10 cards")
    assert answer["verdict"] == "yes"
    assert "cost" in answer["sentence"]["en"]
    assert "does not negate" not in answer["sentence"]["en"]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("无限泡影能无效陷阱卡吗", "depends"),
        ("无限泡影能无效魔法卡吗", "depends"),
        ("无限泡影能无效怪兽效果吗", "yes"),
        ("墓穴的指名者能无效场上怪兽的效果吗", "depends"),
        ("效果遮蒙者能无效场上怪兽的效果吗", "yes"),
        ("效果遮蒙者能无效陷阱吗", "no"),
    ],
)
def test_a_kind_of_card_reached_only_under_a_condition_of_the_text_is_no_sure_verdict(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("灰流丽能康卡组特召吗", "yes"),
        ("屋敷童能康墓地特召吗", "yes"),
        ("灰流丽能康特召吗", "depends"),
        ("灰流丽能康墓地特召吗", "depends"),
    ],
)
def test_what_answers_effects_that_summon_negates_those_from_the_place_it_names(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    "question",
    [
        "墓地的怪兽效果会被技能抽取无效吗",
        "Does Skill Drain negate effects activated in the graveyard?",
        "スキルドレインは墓地で発動するモンスター効果を無効にしますか",
    ],
)
def test_what_negates_only_cards_on_the_field_reaches_no_effect_used_elsewhere(asked, question):
    answer = asked(question)
    assert answer["verdict"] == "no"
    assert answer["question"]["kind"] == "outcome"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("王家长眠之谷在场，死者苏生的效果会无效吗", "yes"),
        ("Is Monster Reborn negated by Necrovalley?", "yes"),
        ("ネクロバレー適用中、死者蘇生でモンスターを特殊召喚できますか", "no"),
        ("王家长眠之谷在场，强欲之壶会被无效吗", "no"),
    ],
)
def test_what_must_reach_a_closed_graveyard_is_negated(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_an_activation_that_comes_to_nothing_says_so(asked):
    answer = asked("王家长眠之谷在场能发动死者苏生吗")
    assert answer["verdict"] == "yes"
    assert "negated" in answer["sentence"]["en"]


@pytest.mark.parametrize(
    "question",
    [
        "对面的死者苏生已经处理完了，怪兽已经出来了，我能用神之警告无效那个召唤吗",
        "My opponent's Monster Reborn already resolved and summoned it. Can I negate that summon with Solemn Warning?",
        "相手の死者蘇生の処理が終わってモンスターが特殊召喚されました。神の警告でその特殊召喚を無効にできますか",
    ],
)
def test_a_summon_that_an_effect_has_made_is_over(asked, question):
    assert asked(question)["verdict"] == "no"


@pytest.mark.parametrize("question", ["墓穴的指名者能无效手卡发动的灰流丽吗", "灰流丽能康手卡发动的增殖的G吗"])
def test_the_card_said_to_be_activated_from_somewhere_is_the_one_answered(asked, question):
    assert asked(question)["verdict"] == "yes"
