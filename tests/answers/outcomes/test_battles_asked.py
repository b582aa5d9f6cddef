"""Battles told in plain words: played, with the figure in the first line, and no figure on top of what was not read."""

import pytest


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("我1900的怪打对面守备表示的阿兹特克石像 我掉多少血", "200"),
        ("亚马逊剑士撞2300攻击表示的怪 谁掉血 掉多少", "800"),
        ("「亚马逊剑士」（1500）和「青眼白龙」（3000）攻击表示战斗。谁受到多少？", "1500"),
        ("注射天使 莉莉打攻击表示3000的怪 付2000血 对面受多少伤害", "400"),
        ("青眼白龙攻击守备表示的杀人番茄受多少伤害", "0"),
    ],
)
def test_a_battle_is_played_to_its_figure(asked, question, figure):
    answer = asked(question)
    assert answer["question"]["kind"] == "damage"
    assert figure in answer["sentence"]["zh"]


def test_a_figure_nobody_could_place_is_said(asked):
    answer = asked("青眼白龙攻击2000攻的怪 我手卡3张 对面受多少伤害")
    assert answer["verdict"] == "depends"
    assert answer["not_considered"]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("青眼白龙攻击电子龙，电子龙会被战斗破坏吗", "yes"),
        ("My Cyber Dragon attacks their Blue-Eyes White Dragon. Does Blue-Eyes White Dragon get destroyed?", "no"),
        ("青眼白龙打守备力1900的怪 能战破吗", "yes"),
        (
            "D.D. Assailant was destroyed by battle with my opponent's 2400 monster. Does that monster get banished?",
            "yes",
        ),
    ],
)
def test_who_falls_is_read_off_the_battle(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_what_else_was_done_in_the_battle_leaves_it_open(asked):
    assert asked("青眼白龙攻击电子龙，伤害计算前变成守备。电子龙会被战斗破坏吗")["verdict"] == "depends"


def test_equip_cards_and_whose_a_card_is_count(asked):
    alone = "装备「脆刃之剑」的「亚马逊剑士」（3500）攻击「青眼白龙」（3000）。谁受到多少战斗伤害？"
    assert asked(alone)["damage"] == {"attacking": 0, "defending": 1000}
    assert "－" in asked("「青眼白龙」（3000）攻击「电子龙」（2100）。谁受到多少战斗伤害？")["sentence"]["zh"]


def test_a_battle_whose_damage_is_not_known_is_told_so(asked):
    assert asked("轰炸龙撞对面3000攻的怪 我自己掉血吗")["verdict"] in ("no", "depends", "unknown")


def test_who_falls_is_named(asked):
    answer = asked("电子龙攻击攻击表示的青眼白龙 谁会被破坏")
    assert answer["verdict"] is None
    assert "电子龙" in answer["sentence"]["zh"]
    assert "青眼白龙" not in answer["sentence"]["zh"]


@pytest.mark.parametrize(
    ("question", "verdict", "told"),
    [
        ("对方青眼白龙攻击我，我发动魔法筒，会怎么样", None, "3000效果伤害"),
        ("my opponent attacks with dark magician and i activate magic cylinder, what happens", None, "2500效果伤害"),
        ("对方青眼白龙攻击我的电子龙，我发动神圣防护罩，青眼白龙会被破坏吗", "yes", "「青眼白龙」被破坏"),
        ("对方的青眼白龙直接攻击我，我丢栗子球，受到多少伤害", None, "没有战斗伤害（0）"),
        ("对方青眼白龙攻击我的电子龙，我发动次元幽闭，青眼白龙去哪里", None, "「青眼白龙」被除外"),
        ("我用青眼白龙攻击对方的电子龙，对方发动强制脱出装置弹青眼白龙，会怎么样", None, "「青眼白龙」回到手卡"),
    ],
)
def test_an_attack_is_played_with_the_card_that_answers_it(asked, question, verdict, told):
    answer = asked(question)
    assert answer["verdict"] == verdict
    assert told in answer["sentence"]["zh"]


def test_an_attack_that_is_answered_keeps_the_word_nobody_knows(asked):
    answer = asked("对方青眼白龙攻击我的电子龙，咕噜咕噜，我发动神圣防护罩，青眼白龙会被破坏吗")
    assert answer["verdict"] not in ("yes", "no")


def test_the_lp_of_the_one_who_speaks_are_not_the_opponents(asked):
    answer = asked("我有4000血，对方青眼白龙直接攻击，我发动魔法筒，对方还剩多少血")
    assert "剩下1000" not in answer["sentence"]["zh"]


@pytest.mark.parametrize(
    "question",
    [
        "my 1700 atk monster equipped with Glowing Crossbow attacks a 2000 atk monster, how much damage",
        "我的1700攻的怪兽装备炫翼弩，攻击对方2000攻的怪兽，战斗伤害多少",
    ],
)
def test_an_equip_card_counts_on_a_monster_without_a_name(asked, question):
    assert asked(question)["damage"] == {"attacking": 0, "defending": 200}


@pytest.mark.parametrize(
    ("question", "damage"),
    [
        ("水晶翼同调龙攻击青眼白龙，战斗伤害多少", {"attacking": 0, "defending": 3000}),  # it must gain 3000
        ("装备「月镜盾」的电子龙攻击青眼白龙，战斗伤害多少", {"attacking": 0, "defending": 100}),
        ("3只青眼白龙直接攻击，对方受到多少伤害", {"attacking": 0, "defending": 9000}),
        ("我用2只电子龙直接攻击，对方受到多少伤害", {"attacking": 0, "defending": 4200}),
    ],
)
def test_forced_effects_of_the_calculation_and_every_attacker_count(asked, question, damage):
    answer = asked(question)
    assert answer["damage"] == damage
    assert answer["verdict"] is None


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("is cyber dragon destroyed if dark magician attacks it", "yes"),
        ("is dark magician destroyed by battle if cyber dragon attacks it", "no"),
        ("can my opponent attack while swords of revealing light is on my field", "no"),
        ("对方青眼白龙攻击我的电子龙，我发动神圣防护罩，我会受到伤害吗", "no"),
    ],
)
def test_the_monster_spoken_of_first_is_attacked_and_the_field_is_whose_it_is_told_to_be(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_swords_of_nobody_are_told_by_player(asked):
    answer = asked("光之护封剑适用中，对方的怪兽能攻击吗")
    assert answer["verdict"] == "depends"
    assert {b["if"]["zh"]: b["verdict"] for b in answer["branches"]} == {
        "「光之护封剑」是对方的": "yes",
        "「光之护封剑」是自己的": "no",
    }


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("我用青眼白龙攻击，对方发动月之书把青眼白龙变成里侧，攻击会停止吗", "yes"),
        ("i attack with blue-eyes white dragon and my opponent uses book of moon on it, does the attack stop", "yes"),
        ("我方1500攻的怪兽攻击对方守备2000的怪兽，我的怪兽会被破坏吗", "no"),
        ("我方1500攻的怪兽攻击对方攻击力2000的怪兽，我的怪兽会被破坏吗", "yes"),
    ],
)
def test_whether_an_attack_stops_and_which_of_two_without_a_name_falls(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_who_falls_is_not_told_for_sure_on_top_of_a_card_left_out(asked):
    answer = asked("对方电子龙攻击我的栗子球，我发动收缩缩小电子龙，谁会被破坏")
    assert answer["verdict"] == "depends"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Does Blue-Eyes White Dragon survive if it attacks a 3000 ATK monster?", "no"),
        ("青眼白龙攻击2500攻的怪，活得下来吗", "yes"),
        ("青眼の白龍が攻撃力3000のモンスターに攻撃しました。生き残りますか", "no"),
    ],
)
def test_surviving_is_not_being_destroyed(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    "question",
    [
        "I have 1000 LP left and a 1200 ATK monster attacks me directly, am I dead?",
        "相手のライフが1500の時に攻撃力1600のモンスターで直接攻撃したら勝ちですか",
    ],
)
def test_whose_lp_are_told_says_nothing_of_whose_monster_comes_next(asked, question):
    assert asked(question)["verdict"] == "yes"


@pytest.mark.parametrize(
    ("figure", "question"),
    [
        ("500", "我1500的怪打对面2000守备的表侧守备怪 会怎样"),
        ("200", "对面用1000攻的怪打我1200守的怪 谁掉血"),
        ("800", "i attack a 1500 atk monster with my 2300, how much LP do they lose"),
    ],
)
def test_figures_are_told_without_their_unit(asked, figure, question):
    answer = asked(question)
    assert figure in answer["sentence"]["en"]
    assert not answer["not_considered"]


@pytest.mark.parametrize(
    ("verdict", "question"),
    [
        ("yes", "对面3000攻的怪打我2500守备的守备怪 我的怪会被破坏吗"),
        ("no", "对面3000攻的怪打我2500守备的守备怪 对面的怪会被破坏吗"),
        ("yes", "攻撃力1800同士の戦闘、両方破壊されますか"),
        ("yes", "a 2500 atk monster attacks my 2500 in attack mode, does my monster die"),
        ("yes", "我2000攻的怪直接攻击 对面剩1500血 我能赢吗"),
    ],
)
def test_whose_monster_falls_is_asked_in_one_breath(asked, verdict, question):
    assert asked(question)["verdict"] == verdict
