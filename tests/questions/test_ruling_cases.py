"""A case told as judges write it: equips, doomed monsters, where cards went, what is told twice."""

import pytest

from knowledge.data.profile import Action, Effect
from knowledge.data.yaml_files import rulings_folder
from knowledge.questions.lexicon import lexicon_of
from knowledge.table.responses import taken_from


@pytest.mark.parametrize(("question", "verdict"), [
    ("装备月镜盾的我方怪兽和对方怪兽战斗，伤害计算时月镜盾的①会发动吗", "must"),
    ("月镜盾装备在对方怪兽上，这只怪兽和我方怪兽战斗，月镜盾的①会发动吗", "no"),
    ("元素英雄 绝对零度侠被强制脱出装置弹回额外卡组，②会发动吗", "no"),
    ("元素英雄 绝对零度侠被效果破坏，②会发动吗", "must"),
    ("三眼怪被弹回卡组最上面，①会发动吗", "no"),
    ("对方发动激流葬（通常陷阱），我能以它为对象连锁凤翼的爆风吗", "no"),
    ("我用活死人的呼声把三眼怪特殊召唤。活死人拉三眼怪，三眼怪又被效果破坏，①会发动吗", "must"),
])  # fmt: skip
def test_a_case_reaches_the_table(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_what_the_wearer_is_decides_and_not_that_it_wears_something(asked):
    form = asked("装备月镜盾的我方怪兽和对方怪兽战斗，伤害计算时月镜盾的①会发动吗")["question"]["form"]
    assert form["given"]["self"]["equipped_to"] == "wearer"
    assert [card["side"] for card in form["given"]["cards"]] == ["own", "opponent"]


def test_a_doomed_monster_lies_in_a_battle_that_was_calculated(asked):
    form = asked("我的三眼怪确定被战斗破坏，伤害计算后三眼怪的①能发动吗")["question"]["form"]
    assert form["given"]["battle"] == {"attacker": "victor", "defender": "self", "calculated": True}
    assert form["at"] == "damage.after"


def test_the_last_account_of_a_case_does_not_hide_the_one_asked_about(asked):
    answer = asked("对方攻击电子龙时神圣防护罩能发动吗")
    assert (answer["verdict"], answer["question"]["card"]["names"]["zh"]) == ("yes", "神圣防护罩 -反射镜力-")


def test_what_stands_in_for_an_activation_is_activated(desk):
    lexicon = lexicon_of(rulings_folder(), tuple(desk.book.library.timings.values()))
    for name in lexicon.stand_ins["monster-effect"]:
        card, _, number = name.partition("/")
        [found] = desk.book.cards_named(card)
        kinds = {effect.kind for effect in found.effects if effect.number == int(number)}
        assert kinds <= {"ignition", "trigger", "quick"}, name
        assert kinds, name


@pytest.mark.parametrize(("question", "verdict"), [
    ("我场上有攻击力1500以上的表侧怪兽，增援能在主要阶段发动吗", "yes"),
    ("结束阶段翻开救世主之蚁地狱，能在同一连锁块发动它的效果吗", "yes"),
    ("海造贼-大航海翻开的同时能发动②吗", "depends"),
])  # fmt: skip
def test_figures_and_openings(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_card_used_before_is_not_silently_on_the_chain(asked):
    answer = asked("天声的服从被灰流丽无效了，这回合能发动强欲而谦虚之壶吗")
    assert answer["verdict"] == "yes"
    told = {entry["event"]: entry["card"] for entry in answer["question"]["form"]["given"]["earlier"]}
    assert told["effect-negated"] == "天声的服从"
    assert "respond_to" not in answer["question"]["form"]


@pytest.mark.parametrize(("question", "verdict"), [
    ("我发动了增援的回合，还能发动强欲之壶吗", "yes"),
    ("黑洞的发动被神之宣告无效的回合，还能发动雷击吗", "yes"),
    ("发动过死者苏生的回合，能发动强欲而谦虚之壶吗", "depends"),
    ("雷击的发动被神之宣告无效了，这回合我还能发动强欲而谦虚之壶吗", "yes"),
])  # fmt: skip
def test_what_was_used_in_the_turn_is_on_no_chain(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict
    assert answer["question"]["form"]["given"]["earlier"]


@pytest.mark.parametrize(("question", "verdict"), [
    ("三眼怪被雷破破坏，①会发动吗", "must"),
    ("三眼怪攻击对方怪兽，被雷破破坏，三眼怪的①会发动吗", "must"),
    ("我怪兽区满了，能发动强夺吗", "no"),
    ("对方场上只有盲信的哥布林，能对盲信的哥布林发动精神操作吗", "no"),
    ("对方奥西里斯之天空龙④发动时，能连锁星尘龙①吗", "no"),
])  # fmt: skip
def test_by_what_and_on_what(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_card_of_the_pendulum_zone_is_said_back_there(asked):
    answer = asked("我方P区域的异色眼灵摆龙，主要阶段能发动①吗")
    assert answer["question"]["form"]["given"]["self"]["zone"] == "pendulum-zone"
    assert "灵摆区域" in answer["question"]["understood"]["zh"]


@pytest.mark.parametrize(("question", "card"), [
    ("能以三眼怪为对象发动强制脱出装置吗", "强制脱出装置"),
    ("能对三眼怪发动强制脱出装置吗", "强制脱出装置"),
    ("活死人的呼声特殊召唤的三眼怪能发动①吗", "三眼怪"),
])  # fmt: skip
def test_what_is_activated_stands_behind_its_word_or_heads_the_question(asked, question, card):
    assert asked(question)["question"]["card"]["names"]["zh"] == card


def test_what_an_answered_card_was_aimed_at_is_its_target(asked):
    form = asked("对方以我的三眼怪为对象发动强制脱出装置，能连锁星尘龙①吗")["question"]["form"]
    assert form["given"]["chain"] == [{"card": "强制脱出装置", "by": "opponent", "targets": ["三眼怪"]}]
    assert [card["side"] for card in form["given"]["cards"]] == ["own"]


def test_whom_something_befell_stands_before_the_cause_or_right_behind_the_event(asked):
    told = asked("三眼怪因凤翼的爆风的效果回到卡组的场合，①会发动吗")["question"]["form"]["given"]["happened"]
    assert [(event["card"], event["source"]) for event in told] == [("self", "凤翼的爆风")]


@pytest.mark.parametrize("clause", ["有原本持有者是对方的怪兽", "连接端有怪兽", "有卡名当作黑魔术师的怪兽"])
def test_a_bound_that_reaches_no_statement_leaves_no_sure_verdict(asked, clause):
    answer = asked(f"我场上{clause}，激流葬能发动吗")
    assert answer["verdict"] == "depends"
    assert answer["not_considered"]


def test_nothing_comes_after_a_link_that_was_negated(asked):
    form = asked("三眼怪在连锁2被神之宣告无效并破坏，①会发动吗")["question"]["form"]
    assert "effect-resolved" not in {event["event"] for event in form["given"]["happened"]}


@pytest.mark.parametrize(("question", "verdict"), [
    ("我方发动「黑洞」，我能连锁「连续魔法」吗", "yes"),
    ("对方发动「黑洞」，我能连锁「连续魔法」吗", "no"),
    ("「黑洞」发动时，能连锁「连续魔法」吗", "yes"),  # nobody says whose it is
    ("影依猎鹰因对方的效果从手卡丢弃，②能发动吗", "yes"),
])  # fmt: skip
def test_who_activated_and_what_a_discard_also_is(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_summon_that_is_only_about_to_be_made(asked):
    assert asked("对方把青眼白龙特殊召唤之际，我能发动神之宣告吗")["verdict"] == "yes"
    later = asked("对方把青眼白龙特殊召唤之际，我能发动激流葬吗")  # it waits for a summon that was made
    assert later["verdict"] == "depends"
    assert "特殊召唤之际" in [entry["text"] for entry in later["not_considered"]]


def test_what_lies_face_down_is_the_card_it_is_said_of(asked):
    form = asked("对方盖放的三眼怪被送去墓地，我场上的技能抽取能发动吗")["question"]["form"]
    assert form.get("given", {}).get("self", {}).get("face") != "down"


@pytest.mark.parametrize(("question", "verdict"), [
    ("我方发动大宇宙，对方连锁旋风。大宇宙还没处理，对方连锁了旋风，我能连锁神之宣告吗", "yes"),
    ("三眼怪因黑洞破坏送去墓地。用黑洞破坏的三眼怪，效果会发动吗", "must"),
    ("对方丢弃三眼怪作为cost发动雷破。对方丢三眼怪发动雷破，能连锁神之宣告吗", "yes"),
    ("对方丢弃旋风作为cost发动凤翼的爆风。对方丢旋风发动凤翼的爆风，能连锁魔宫的贿赂吗", "yes"),
    ("自己的三眼怪和对方的怪兽同归于尽，三眼怪的效果会发动吗", "must"),
    ("对方发动怪兽的效果，那个发动被我方的神之通告无效。怪兽效果的发动被神通无效了，三战之才能发动吗", "no"),
])  # fmt: skip
def test_what_is_told_a_second_time_needs_no_statement_of_its_own(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(("question", "verdict"), [
    ("超量素材为0的No.39 希望皇 霍普在场上，对方怪兽攻击宣言。希望皇 霍普能发动效果吗", "no"),
    ("No.39 希望皇 霍普的超量素材有1个，对方怪兽攻击宣言。希望皇 霍普能发动效果吗", "yes"),
])  # fmt: skip
def test_without_materials_nothing_is_detached(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_card_given_as_a_cost_is_not_on_the_chain(asked):
    form = asked("对方丢弃旋风作为cost发动凤翼的爆风，能连锁魔宫的贿赂吗")["question"]["form"]
    assert form["respond_to"] == "凤翼的爆风"
    assert "chain" not in form.get("given", {})


def test_a_remark_that_no_text_bears_out_stays_open(asked):
    answer = asked("对方场上的青眼白龙（不受其他卡的效果影响）。能以青眼白龙为对象发动月之书吗")
    assert answer["verdict"] == "depends"


def test_a_monster_told_by_its_attack_is_what_would_be_targeted(asked):
    form = asked("对象是攻击力0的怪兽。月之书能以攻击力0的怪兽为对象发动吗")["question"]["form"]
    assert [card["atk"] for card in form["given"]["cards"]] == [0]


@pytest.mark.parametrize(("question", "verdict"), [
    ("场上有王宫的通告，能以8星的青眼白龙为对象发动月之书吗", "yes"),
    ("场上有王宫的通告，能以4星的青眼白龙为对象发动月之书吗", "depends"),  # its level is not that
])  # fmt: skip
def test_what_is_printed_may_be_said_of_a_card(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_monster_brought_back_by_an_effect_was_not_summoned_by_a_way_of_its_own(asked):
    form = asked("黑蔷薇龙被死者苏生特殊召唤。死者苏生拉出来的黑蔷薇龙，效果能发动吗")["question"]["form"]
    assert form["given"]["self"]["summoned"] == "special"


def test_a_card_used_as_material_and_banished_was_not_sent_to_the_graveyard(asked):
    form = asked("大宇宙适用中，三眼怪当同调素材被除外，三眼怪的效果会发动吗")["question"]["form"]
    assert not [told for told in form["given"]["happened"] if told["event"].startswith("sent-to-gy")]


def test_a_passive_of_the_sentence_before_does_not_make_a_card_the_doer(asked):
    answer = asked("①效果之前发动被无效。强欲而谦虚之壶的发动被无效了，这个回合还能再发动吗")
    assert "强欲而谦虚之壶" in answer["sentence"]["zh"]
    assert answer["verdict"] == "yes"


@pytest.mark.parametrize(("question", "verdict"), [
    ("对方发动救援猫的效果，我能连锁幽鬼兔吗", "no"),
    ("对方发动捕食植物 青锁龙森蚺的效果，我能连锁幽鬼兔吗", "yes"),
    ("我有两只鲜花之女男爵，同一回合两只都能无效吗", "no"),
    ("我有两只星尘龙，同一回合两只都能无效吗", "yes"),
    ("场上没有其他卡，盖着的旋风能发动吗", "no"),
    ("我场上没有其他表侧卡，能发动月之书吗", "yes"),
    ("对方发动装备魔法「早埋」，我能连锁灰流丽吗", "no"),
    ("对方发动永续魔法「补给部队」，我能丢灰流丽吗", "no"),
])  # fmt: skip
def test_what_is_told_beside_the_question_turns_only_what_it_can(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_what_is_done_to_an_excavated_card_is_done_from_the_deck(desk):
    excavates, sends = Action(act="excavate", count=3), Action(act="send-to-gy", count="all")
    effect = Effect(number=1, kind="activate", does=(excavates, sends), part="card")
    [card] = desk.book.cards_named("增援")
    assert taken_from(card, effect, sends, ()) == {"deck"}
    assert taken_from(card, Effect(number=1, kind="activate", does=(sends,), part="card"), sends, ()) == set()


@pytest.mark.parametrize(("question", "verdict"), [
    ("我发动了增援，这回合还能发动强欲而谦虚之壶吗", "yes"),
    ("我用过强欲而谦虚之壶，这回合还能死者苏生吗", "no"),
    ("我先用了灰流丽，这回合还能用增殖的G吗", "yes"),
    ("对方开了增援，我能连锁灰流丽吗", "yes"),
])  # fmt: skip
def test_what_one_used_before_in_the_turn_is_on_no_chain(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict
    assert answer["question"]["respond_to"] is None or "对方" in question


def test_no_monsters_of_a_kind_in_the_deck_is_no_empty_deck(asked):
    form = asked("卡组没有「黑羽」怪兽，我能发动增援吗")["question"].get("form", {})
    assert "deck" not in form.get("given", {})


@pytest.mark.parametrize(("question", "verdict"), [
    ("对方发动死者苏生，以我墓地的青眼白龙为对象，我能连锁D.D.乌鸦吗", "yes"),
    ("对方用死者苏生把青眼白龙特殊召唤，我能发动激流葬吗", "yes"),
    ("对方发动死者苏生，能发动激流葬吗", "no"),
])  # fmt: skip
def test_what_a_card_answered_takes_and_does_is_told_beside_it(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_target_told_in_a_clause_of_its_own_stands_on_the_chain(asked):
    form = asked("对方发动死者苏生，以我墓地的青眼白龙为对象，我能连锁D.D.乌鸦吗")["question"]["form"]
    assert form["given"]["chain"][0]["targets"] == ["青眼白龙"]


def test_a_card_activated_by_force_was_used(asked):
    form = asked("我的强欲之壶被诱饵人偶强制发动后，这回合还能发动强欲而谦虚之壶吗")["question"]["form"]
    assert [told["card"] for told in form["given"]["earlier"]] == ["强欲之壶"]


@pytest.mark.parametrize(("question", "verdict"), [
    ("对方的青眼白龙攻击我里侧守备的食人虫，伤害计算后食人虫的效果会发动吗", "must"),
    ("我用青眼白龙攻击对方里侧守备的食人虫，伤害计算后食人虫的效果会发动吗", "must"),
    ("里侧守备的食人虫被攻击，伤害计算后会发动效果吗", "must"),
    ("对方攻击我里侧守备的食人虫，伤害步骤开始时食人虫的效果会发动吗", "no"),
    ("我攻击对方里侧守备的电子龙，伤害计算前能发动收缩吗", "yes"),
])  # fmt: skip
def test_a_monster_attacked_face_down_is_turned_up_before_the_calculation(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_how_a_monster_of_the_battle_lies_stands_on_the_table(asked):
    form = asked("我的青眼白龙攻击对方里侧守备的电子龙，伤害步骤开始时能发动收缩吗")["question"]["form"]
    lying = {card["called"]: card.get("face") for card in form["given"]["cards"]}
    assert lying == {"attacker": None, "defender": "down"}


@pytest.mark.parametrize(("question", "verdict"), [
    ("星尘龙被暂时除外又回到场上，①还能发动吗", "yes"),
    ("我的电子龙·无限这回合用过③，被暂时除外又回到场上，③还能发动吗", "yes"),
    ("我的电子龙·无限这回合用过③，③还能发动吗", "no"),
    ("我的鲜花之女男爵这回合用过②，被暂时除外又回到场上，②还能发动吗", "no"),
])  # fmt: skip
def test_what_was_banished_for_a_time_and_came_back_lies_on_the_field_anew(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize("question", [
    "我的青眼白龙攻击对方的电子龙，能发动激流葬吗",
    "我的青眼白龙攻击对方里侧守备的电子龙，能发动奈落的落穴吗",
])  # fmt: skip
def test_what_waits_for_a_summon_is_not_allowed_by_a_battle(asked, question):
    assert asked(question)["verdict"] not in ("yes", "must")


@pytest.mark.parametrize("question", [
    "天空侠从墓地特殊召唤，①能发动吗",
    "墓地的天空侠被死者苏生特召，①能发动吗",
    "E・HERO エアーマンを手札から特殊召唤した時、①の効果を発動できますか",
    "When Elemental HERO Stratos is Special Summoned from the graveyard, can its first effect be activated?",
])  # fmt: skip
def test_a_summoned_card_lies_on_the_field_and_not_where_it_came_from(asked, question):
    answer = asked(question)
    assert answer["verdict"] == "yes", (answer["sentence"], answer["not_considered"])


def test_what_would_be_paid_is_not_the_card_asked_about(asked):
    answer = asked("能把场上的青眼白龙解放来发动闪刀姬-零衣的①吗")
    assert answer["question"]["card"]["names"]["zh"] == "闪刀姬-零衣"
    assert asked("青锁龙森蚺的②，可以把融合从卡组送墓来发动吗")["verdict"] == "yes"


@pytest.mark.parametrize(("question", "verdict"), [
    ("连锁1「增援」，连锁2「灰流丽」。对方灰流丽连锁后，我能再连锁「墓穴的指名者」以那张灰流丽为对象吗？", "yes"),
    ("里侧守备的三眼怪被攻击，被战斗破坏，①会发动吗", "must"),
    ("大宇宙适用中，我方三眼怪被破坏除外。三眼怪的①能发动吗", "no"),
    ("对方场上有王宫的通告，我方激流葬盖放。对方通常召唤怪兽，激流葬能发动吗", "yes"),
    ("同一连锁里能反复发动灰流丽吗", "no"),
    ("手卡只有1张曼珠诗华，①已经在这个连锁发动。一张曼珠诗华能在同一连锁里反复发动①吗", "no"),
    ("想把超融合送去墓地发动②。青锁龙森蚺②能送超融合来发动吗", "yes"),
    ("想把闪电漩涡送去墓地发动②。青锁龙森蚺②能送闪电漩涡来发动吗", "no"),
])  # fmt: skip
def test_links_places_and_prices_told_as_judges_tell_them(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict, (answer["sentence"], answer["not_considered"])


def test_a_use_of_an_earlier_moment_is_not_answered_at_a_later_one(asked):
    form = asked("主要阶段1发动了增援，对方怪兽攻击宣言时能发动神圣防护罩吗")["question"]["form"]
    assert (form["at"], form.get("respond_to")) == ("attack-declaration", None)


def test_a_negated_summon_of_something_else_says_nothing_of_the_card_asked_about(asked):
    answer = asked("神之宣告把通常召唤无效的回合，还能发动三眼怪的①效果吗")
    assert answer["question"]["kind"] == "can"


def test_what_answers_an_activation_may_be_used_again_above_another(asked):
    assert asked("铠狱龙-电子暗冥龙的③效果同一连锁里能反复发动吗")["verdict"] not in ("yes", "no")


@pytest.mark.parametrize(("question", "verdict"), [
    ("里侧守备的三眼怪被雷破破坏送墓，①会发动吗", "must"),
    ("里侧表示的纳迦被效果弹回卡组，效果会发动吗", "no"),
    ("表侧表示的纳迦被效果弹回卡组，效果会发动吗", "must"),
])  # fmt: skip
def test_how_a_card_lay_before_it_went_is_told_to_its_text(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict, (answer["sentence"], answer["not_considered"])


@pytest.mark.parametrize(("question", "verdict"), [
    ("对方用神之宣告把我的增援无效了，这回合还能再发动增援吗", "yes"),
    ("对方用灰流丽把我的增殖的G无效了，这回合我还能再发动一张增殖的G吗", "no"),
])  # fmt: skip
def test_what_a_card_took_and_negated_is_over(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_monsters_counted_while_some_are_taken_away_leave_it_open(asked):
    answer = asked("我方场上有皇帝斗技场和青眼白龙，对方这回合特召了5次，对方能发动尼比鲁①吗")
    assert answer["verdict"] not in ("yes", "no")


def test_a_name_said_again_in_short_carries_nothing_new(asked):
    answer = asked("我方场上有青眼白龙，那只白龙能被强制脱出装置弹回吗")
    assert "白龙" not in [left["text"] for left in answer["not_considered"]]


def test_an_effect_used_by_what_a_card_brought_out_is_no_link_of_that_card(asked):
    assert asked("死者苏生特召的怪兽发动了效果，对方连锁灰流丽，会被无效吗")["verdict"] not in ("yes", "no")
