"""What happened before reaches the table: who had taken a card, what a chain was about, what is aimed at."""

import pytest


@pytest.mark.parametrize(("question", "verdict"), [
    ("虚无空间翻开的同时能发动②吗", "no"),
    ("虚无空间的②效果能和卡的发动同时发动吗", "no"),
    ("我的电子龙·新星被对面抢走后被效果送去墓地，③能发动吗", "no"),
    ("传说的渔人二世被对方抢走，被战斗破坏，③能发动吗", "yes"),
    ("对方发动激流葬，我能以它为对象发动凤翼的爆风吗", "no"),
    ("对方发动技能抽取，我能以它为对象发动凤翼的爆风吗", "yes"),
    ("这回合我特招过怪了，削命的宝札还能发动吗", "no"),
    ("I already special summoned this turn. Can I activate Card of Demise?", "no"),
    ("对方怪兽攻击我的巨大老鼠，巨大老鼠被战斗破坏送去墓地，能发动效果吗", "yes"),
])  # fmt: skip
def test_what_happened_before_decides(asked, question, verdict):
    answer = asked(question)
    assert (answer["verdict"], answer["not_considered"]) == (verdict, [])


@pytest.mark.parametrize("question", [
    "场上有黑羽怪兽，灰流丽能在伤害步骤发动吗",
    "我这只怪兽装备着装备卡，灰流丽能在伤害步骤发动吗",
])  # fmt: skip
def test_a_word_that_changes_a_refusal_in_none_of_its_meanings_is_left_aside(asked, question):
    answer = asked(question)
    assert (answer["verdict"], answer["not_considered"]) == ("no", [])


def test_a_word_that_might_undo_a_permission_is_told_as_left_out(asked):
    answer = asked("我这只怪兽装备着装备卡，增援能在主要阶段发动吗")
    assert answer["verdict"] == "depends"
    assert answer["not_considered"]


def test_an_invented_name_is_no_part_of_a_known_one(asked):
    answer = asked("超银河魔神咕噜姆在对面场上，我能发动增援吗")
    assert [entry["text"] for entry in answer["not_considered"]] == ["超银河魔神咕噜姆"]
    assert [entry["card"]["names"]["zh"] for entry in answer["question"]["named"]] == ["增援"]


@pytest.mark.parametrize("question", [
    "三眼怪从手卡送去墓地，能发动效果吗",
    "クリッターが手札から墓地へ送られました。効果は発動しますか",
])  # fmt: skip
def test_where_a_card_went_and_from_where_is_told_in_any_form_of_the_verb(asked, question):
    assert asked(question)["verdict"] == "no"


@pytest.mark.parametrize(("question", "verdict"), [
    ("蒲公英狮作为闪电旋涡的cost从手卡丢掉，效果会发动吗", "must"),
    ("虚无空间在对面场上，我能发动死者苏生吗", "no"),
    ("クリッターがブラック・ホールで破壊されました。効果は発動しますか", "must"),
])  # fmt: skip
def test_what_is_told_is_not_what_is_asked(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(("question", "verdict"), [
    ("我发动了增援，对方用灰流丽无效了，主要阶段2我能再发一张增援吗", "yes"),
    ("星尘龙解放自己康了雷击 结束阶段它能回来吗", "yes"),
    ("对方用表侧的虚无空间的效果，我能发动增援吗", "no"),
])  # fmt: skip
def test_a_chain_that_is_over_is_not_answered(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(("question", "verdict"), [
    ("对方发动激流葬，我能响应吗", "yes"),
    ("对方用魔宫的贿赂 我能连锁吗", "yes"),
    ("My opponent activates Super Polymerization. Can I chain something?", "no"),
    ("相手が灰流うららを発動。チェーンできますか", "yes"),
])  # fmt: skip
def test_who_asks_to_chain_and_names_only_what_was_activated_asks_for_any_answer(asked, question, verdict):
    answer = asked(question)
    assert (answer["verdict"], answer["question"]["kind"]) == (verdict, "answerable")


def test_a_counter_trap_is_answered_by_counter_traps_alone(asked):
    assert "反击陷阱" in asked("神之宣告能被连锁吗")["sentence"]["zh"]


@pytest.mark.parametrize("name", ["死者苏王", "死者复苏生"])
def test_a_short_chinese_name_with_another_character_is_another_card(asked, name):
    answer = asked(f"「{name}」能发动吗")
    assert (answer["verdict"], answer["question"]["named"]) == ("depends", [])


def test_a_short_chinese_name_misspelt_by_its_sound_is_the_same_card(asked):
    assert asked("死者苏升能发动吗")["question"]["named"][0]["card"]["names"]["zh"] == "死者苏生"


@pytest.mark.parametrize(("question", "verdict"), [
    ("对方禁止令宣言了灰流丽 我能发动灰流丽吗", "no"),
    ("禁止令で幽鬼うさぎを宣言された。手札のうさぎは捨てて使えますか", "no"),
    ("对方禁止令宣言了灰流丽 我能发动增援吗", "yes"),
])  # fmt: skip
def test_a_declared_name_binds_that_card_alone(asked, question, verdict):
    answer = asked(question)
    assert (answer["verdict"], answer["not_considered"]) == (verdict, [])


@pytest.mark.parametrize("question", [
    "破坏者通招放了指示物多少攻",
    "Breaker the Magical Warrior right after a normal summon with its counter placed, ATK?",
])  # fmt: skip
def test_a_counter_without_a_number_is_the_one_its_text_places(asked, question):
    assert asked(question)["stats"]["final"]["atk"] == 1900


@pytest.mark.parametrize("question", [
    "用三眼怪同调召唤星尘龙 三眼怪能检索吗",
    "解放三眼怪上级召唤邪帝盖乌斯 三眼怪能检索吗",
])  # fmt: skip
def test_a_monster_given_for_a_summon_went_to_the_gy_and_summoned_nobody(asked, question):
    assert asked(question)["verdict"] == "must"


@pytest.mark.parametrize("question", [
    "对方发动神圣防护罩，我能连锁神之宣告吗",
    "My opponent activates Mirror Force. Can I chain Solemn Judgment?",
])  # fmt: skip
def test_a_chain_to_what_waits_for_an_attack_is_made_as_one_is_declared(asked, question):
    answer = asked(question)
    assert (answer["verdict"], answer["question"]["at"]) == ("yes", "attack-declaration")


def test_a_deck_without_one_card_is_not_empty(asked):
    answer = asked("我卡组没有青眼白龙 能发动强欲之壶吗")
    assert answer["verdict"] == "depends"
    assert answer["not_considered"]


@pytest.mark.parametrize(("question", "verdict"), [
    ("救世主之蚁地狱只进行卡的发动，对方连锁旋风，同一连锁里后面还能发动它的效果吗", "no"),
    ("手卡调整时丢弃未界域的大脚怪。手卡调整丢掉的未界域的大脚怪，②能发动吗", "yes"),
    ("手卡调整丢弃三眼怪发动①后，第2次手卡调整丢弃未界域的大脚怪。第二次丢掉的未界域的大脚怪，②能发动吗", "no"),
    ("手卡调整后被效果破坏的三眼怪，①会发动吗", "depends"),  # what went before that no statement tells
])  # fmt: skip
def test_what_a_chain_or_the_hand_limit_leaves_open(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(("question", "verdict"), [
    ("我方场上的怪兽只有青眼白龙，对方场上没有怪兽，月之书能发动吗", "yes"),
    ("自己墓地只有青眼白龙，对方墓地没有怪兽，死者苏生能发动吗", "yes"),
    ("自己墓地只有黑洞，对方墓地没有怪兽，死者苏生能发动吗", "no"),
])  # fmt: skip
def test_cards_named_as_all_that_lies_somewhere(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_something_without_a_name_beside_them_keeps_the_place_open(asked):
    answer = asked("对方场上只有1只怪兽和王宫的通告，月之书能发动吗")
    assert answer["verdict"] != "no"
