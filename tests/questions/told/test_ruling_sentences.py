"""Sentences of rulings, by the class of what they tell."""

import pytest


@pytest.mark.parametrize(("question", "verdict"), [
    ("银幕之镜壁把攻击无效，能发动翻倍机会吗", "yes"),
    ("对方无效了我的攻击，我能发动翻倍机会吗", "yes"),
    ("My attack was negated. Can I activate Double or Nothing!?", "yes"),
    ("攻撃が無効になった時、ダブル・アップ・チャンスを発動できますか？", "yes"),
])  # fmt: skip
def test_an_attack_that_was_negated_is_no_link_of_the_chain(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict
    assert [h["event"] for h in answer["question"]["form"]["given"]["happened"]] == ["attack-negated"]


def test_what_was_not_done_did_not_happen(asked):
    form = asked("对方无效了我的攻击，但没有特殊召唤怪兽，我能发动翻倍机会吗")["question"]["form"]
    assert [h["event"] for h in form["given"]["happened"]] == ["attack-negated"]


@pytest.mark.parametrize(("question", "verdict"), [
    ("召唤僧的效果能连锁对方的陷阱发动吗", "no"),
    ("魔导战士 破坏者的③效果能在连锁中发动吗", "no"),
    ("对方发动旋风，我的召唤僧的效果能在连锁中发动吗", "no"),
    ("对方发动效果，欧尼斯特的①能在连锁中发动吗", "no"),
])  # fmt: skip
def test_an_ignition_effect_is_chained_to_nothing(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(("question", "verdict"), [
    ("场上没有天空的圣域，对方发动旋风，我能连锁神罚吗", "no"),
    ("对方发动旋风，场上没有「天空的圣域」，能连锁神罚吗", "no"),
    ("对方发动死者苏生，墓地没有「青眼白龙」，能连锁灰流丽吗", "no"),
])  # fmt: skip
def test_a_card_that_is_told_not_to_be_there_stands_in_no_chain(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict
    assert "chain" not in answer["question"]["form"].get("given", {})


@pytest.mark.parametrize(("question", "verdict"), [
    ("对方发动死者苏生，能用凤翼的爆风把它弹回卡组吗", "no"),
    ("对方发动增援，我能用强制脱出装置把它弹回手卡吗", "no"),
])  # fmt: skip
def test_what_would_be_done_to_the_card_answered_is_aimed_at_it(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(("question", "side"), [
    ("对方唯一的手卡「黑洞」发动，手卡变成0张，我的PSY骨架王·Ω能连锁把他手牌除外吗", "opponent"),
    ("对方发动唯一的手牌「死者苏生」，我的PSY骨架王·Ω能连锁把他手牌除外吗", "opponent"),
])  # fmt: skip
def test_whose_hand_it_was_is_whose_hand_is_empty(asked, question, side):
    answer = asked(question)
    assert answer["question"]["form"]["given"]["hand"] == {side: 0}
    assert answer["verdict"] == "no"


@pytest.mark.parametrize(("question", "called"), [
    ("对方发动「强制转移」。对方发动强制转移时能连锁神之宣告吗", ["强制转移", "强制转移"]),
    ("「元素英雄 天空侠」召唤成功。天空侠的①能发动吗", ["元素英雄 天空侠", "天空侠"]),
    ("我方有「No.39 希望皇 霍普」。No.39①能发动吗", ["No.39 希望皇 霍普", "No.39"]),
])  # fmt: skip
def test_a_card_named_between_marks_is_known_again_without_them(asked, question, called):
    named = asked(question)["question"]["named"]
    assert [one["as"] for one in named][: len(called)] == called
    assert len({one["card"]["names"]["zh"] for one in named if one["as"] in called}) == 1


def test_a_token_that_is_doomed_is_one_that_the_cost_names(asked):
    assert asked("我的一只衍生物确定被战斗破坏，伤害计算后能发动弹幕回避吗")["verdict"] == "no"


@pytest.mark.parametrize("question", [
    "抽卡阶段开始时我能发动旋风吗",
    "准备阶段一开始能发动旋风吗",
])  # fmt: skip
def test_the_beginning_of_a_phase_is_in_it(asked, question):
    assert asked(question)["verdict"] == "yes"


@pytest.mark.parametrize(("question", "verdict"), [
    ("手里两张灰流丽可以在同一连锁里都发动吗", "no"),
    ("手里2张增殖的G可以在同一连锁里都发动吗", "no"),
    ("手里两张朔夜时雨可以在同一连锁里都发动吗", "no"),
])  # fmt: skip
def test_of_two_copies_in_one_chain_the_second_is_asked_about(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict
    assert answer["question"]["form"]["given"]["chain"][0]["by"] == "own"


@pytest.mark.parametrize(("question", "attacker"), [
    ("我方有装备月镜盾的怪兽，对方打装备月镜盾的怪，我能发动神圣防护罩吗", "battled"),
    ("我方有装备月镜盾的怪兽，我方打对方怪兽，装备月镜盾的怪兽战斗，收缩能发动吗", "wearer"),
])  # fmt: skip
def test_who_attacks_the_wearer_is_not_the_wearer(asked, question, attacker):
    assert asked(question)["question"]["form"]["given"]["battle"]["attacker"] == attacker


def test_what_an_effect_does_to_an_attack_is_no_moment_of_the_damage_step(asked):
    answer = asked("对方攻击我的青眼白龙，No.38 希望魁龙 银河巨神②能把攻击对象转移到自己进行伤害计算吗")
    assert (answer["verdict"], answer["question"]["at"]) == ("yes", "attack-declaration")


@pytest.mark.parametrize("question", [
    "禁忌的圣杯能对攻守都是0的效果怪兽发动吗",
    "魔弹-交叉统治者能以攻击力已经是0的怪兽为对象发动吗",
])  # fmt: skip
def test_a_figure_before_the_word_for_an_effect_monster_is_no_number_of_an_effect(asked, question):
    answer = asked(question)
    assert answer["verdict"] == "yes"
    assert answer["question"]["form"]["given"]["cards"][0]["atk"] == 0


def test_conditions_told_to_be_met_or_not_are_not_passed_over(asked):
    assert asked("条件不满足的时候，旋风能发动吗")["verdict"] == "depends"
    assert asked("满足发动条件的时候，旋风能发动吗")["verdict"] == "yes"


def test_a_moment_told_of_what_came_before_is_not_the_one_asked_about(asked):
    assert asked("抽卡阶段我用了旋风，这个回合能发动死者苏生吗")["question"]["form"]["at"] == "turn"


@pytest.mark.parametrize(("question", "verdict"), [
    ("能丢弃青眼白龙发动闪电漩涡吗", "yes"),
    ("丢弃手卡的旋风能发动召唤僧的效果吗", "yes"),
    ("召唤僧能丢弃青眼白龙发动效果吗", "no"),
    ("能解放青眼白龙发动欧贝利斯克之巨神兵的效果吗", "depends"),
])  # fmt: skip
def test_a_card_given_for_an_activation_is_what_its_cost_is_paid_with(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(("question", "verdict"), [
    ("召唤僧这回合用过③效果，被月之书变成里侧又变成表侧，还能再发动③吗", "yes"),
    ("召唤僧这回合用过③效果，还能再发动③吗", "no"),
])  # fmt: skip
def test_a_monster_that_was_turned_down_and_up_again_has_its_uses_back(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_trigger_that_was_given_up_waits_for_the_next_event(asked):
    told = "我特殊召唤成功时放弃了炼装联合①，之后对方发动旋风，我方连锁神之宣告，炼装联合①还能在这个连锁发动吗"
    assert asked(told)["question"]["form"]["given"].get("earlier")


def test_what_a_text_says_of_its_card_may_be_said_before_its_name(asked):
    told = "场上有不能被解放的「召唤僧」，还有其他可以解放的怪兽，对方特召了5只以上，尼比鲁能发动吗"
    assert asked(told)["verdict"] == "yes"


def test_another_monster_that_attacked_is_told_to_the_table(asked):
    form = asked("别的怪兽直接攻击过，主要阶段2还能发动银河眼光波龙①吗")["question"]["form"]
    assert [one["event"] for one in form["given"]["earlier"]] == ["attacked-directly"]


@pytest.mark.parametrize(("question", "verdict"), [
    ("对方虚拟世界的效果处理中把王家长眠之谷发动，能连锁神之宣告把它无效吗", "no"),
    ("对方的「终焉之地」处理中发动了「王家长眠之谷」，这时能连锁魔宫的贿赂吗", "no"),
    ("对方发动终焉之地，能连锁魔宫的贿赂吗", "yes"),
])  # fmt: skip
def test_what_is_activated_while_an_effect_resolves_is_answered_by_nothing(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_card_is_turned_up_with_one_of_its_effects(asked):
    assert asked("翻开海造贼-大航海的同时能把①②两个效果都发动吗")["verdict"] != "yes"


def test_what_did_it_may_be_told_before_whom_it_befell(asked):
    answer = asked("因「月之书」变成里侧守备的「食人虫」。被月之书盖住的食人虫还能发动①吗")
    assert answer["not_considered"] == []
    assert answer["question"]["form"]["given"]["self"]["face"] == "down"


def test_a_monster_attacked_face_down_lies_in_defence(asked):
    form = asked("元素英雄 天空侠攻击里侧「食人虫」并战斗破坏它，欧尼斯特①能发动吗")["question"]["form"]
    assert [c["position"] for c in form["given"]["cards"] if c.get("card") == "食人虫"] == ["defence"]


@pytest.mark.parametrize("question", [
    "我用魔法筒让对方受到战斗伤害，三眼怪被战斗破坏送去墓地，三眼怪的①会发动吗",
    "三眼怪被战斗破坏送去墓地，对方因魔法筒受到伤害，三眼怪的①会发动吗",
])  # fmt: skip
def test_by_what_damage_came_about_is_accounted_for(asked, question):
    assert asked(question)["not_considered"] == []


def test_what_a_player_is_told_to_have_is_not_held_against_an_unnamed_actor(asked):
    told = "「青眼白龙」攻击，对方有「天空的圣域」。攻击宣言时发动旋风，能连锁神罚吗"
    assert asked(told)["verdict"] != "no"


def test_a_phase_that_is_skipped_is_no_moment_and_reaches_the_table(asked):
    form = asked("这回合战斗阶段会被跳过，死者苏生还能发动吗")["question"]["form"]
    assert (form["at"], form["given"]["skipped"]) == ("turn", ["battle-phase"])


def test_a_number_told_alone_is_of_the_card_that_has_it(asked):
    got = asked("「同盟格纳库」发动时，连锁「活死人的呼声」特召怪兽，处理完②能发动吗")["question"]
    assert got["card"]["names"]["zh"] == "同盟格纳库"


def test_a_second_copy_that_grants_a_further_summon_is_not_answered_for_sure(asked):
    assert asked("这回合用过「二重召唤」了，还能再发动第二张「二重召唤」吗")["verdict"] != "yes"


def test_monsters_told_beside_a_card_in_force_are_not_passed_over(asked):
    answer = asked("我方场上存在「皇帝斗技场」和2只怪兽，对方能发动死者苏生吗")
    assert answer["verdict"] == "depends"


def test_a_card_of_the_opponent_is_asked_about_from_their_seat(asked):
    form = asked("我方场上存在「虚无魔人」，对方的「召唤僧」的③效果能发动吗")["question"]["form"]
    assert [card["side"] for card in form["given"]["cards"]] == ["opponent"]
