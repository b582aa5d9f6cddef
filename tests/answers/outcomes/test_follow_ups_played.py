"""Follow-ups that change one thing of a battle, a value or the table."""

import pytest


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("青眼白龙攻击2500攻的怪，掉多少血\n如果是守备表示2000守呢", "没有战斗伤害"),
        ("青眼白龙攻击2500攻的怪，掉多少血\n那2800的呢", "200"),
        (
            "Blue-Eyes White Dragon attacks a 2500 ATK monster, how much damage?"
            "\nand if it is in defense position with 2000 DEF?",
            "没有战斗伤害",
        ),
        ("青眼白龙吃了收缩几攻\n再吃突进呢", "2200"),
        ("突进 青眼白龙多少攻\n再来一张呢", "4400"),
    ],
)
def test_a_figure_follows_what_was_changed(asked, question, said):
    assert said in asked(question)["sentence"]["zh"]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("月之书能对里侧怪兽发动吗\n那表侧的呢", "yes"),
        ("我场上有怪能丢伽马吗\n要是没有怪呢", "yes"),
        ("对面场上有怪能发动无限泡影吗\n要是没有怪呢", "no"),
        ("I control a monster. Can I activate PSY-Framegear Gamma?\nWhat if I control no monsters?", "yes"),
        ("激流葬能在对方召唤的时候发动吗\n如果对方有人造人-念力震慑者呢", "no"),
    ],
)
def test_a_verdict_follows_what_was_changed(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        ("这回合盖的激流葬能发动吗\n下回合呢", "yes"),
        ("can i activate mirror force the turn i set it\nwhat about next turn", "yes"),
        ("このターンに伏せた神の警告は発動できますか\n次のターンなら？", "yes"),
        ("我特殊召唤了一只怪兽，这回合能转成守备表示吗\n那下回合呢", "yes"),
        ("我特殊召唤了一只怪兽，这回合能转成守备表示吗", "no"),
    ],
)
def test_a_turn_later_what_was_set_or_summoned_is_no_longer_new(asked, lines, verdict):
    assert asked(lines)["verdict"] == verdict


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        ("灵魂抽取在场 墓地的怪兽能发动效果吗\n那手卡的怪兽呢", "yes"),
        ("灵魂抽取在场 场上的怪兽能发动效果吗\n那墓地的怪兽呢", "no"),
        ("对方召唤的时候能开激流葬吗\n那盖放一只怪兽能开吗", "no"),
    ],
)
def test_another_place_or_event_stands_for_the_one_before(asked, lines, verdict):
    assert asked(lines)["verdict"] == verdict


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        ("对方在伤害计算前发动了增殖的G\n这时候我能连锁灰流丽吗", "no"),
        ("相手が増援を発動しました\nこのとき灰流うららは使えますか", "yes"),
    ],
)
def test_a_line_that_only_tells_is_kept_for_the_question_behind_it(asked, lines, verdict):
    told, _, question = lines.partition("\n")
    answer = asked(lines)
    assert told.rstrip("。") in answer["question"]["whole"]
    assert question in answer["question"]["whole"]
    assert answer["verdict"] in (verdict, "depends")


@pytest.mark.parametrize(
    "lines",
    [
        "my opponent activates mystical space typhoon, can borreload savage dragon negate it\n"
        "what if i already used it this turn",
        "对面发动旋风 枪管上膛狞猛龙能康吗\n如果我这回合已经用过了",
    ],
)
def test_a_use_told_anew_is_not_taken_for_another_player(asked, lines):
    assert asked(lines)["verdict"] == "no"


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        ("对面发动神之宣告 我能连锁旋风吗\n那连锁盗贼的七道具呢", "yes"),
        ("对面发动强欲之壶 我能连锁灰流丽吗\n那增援呢", "yes"),
        ("my opponent activates solemn judgment, can i chain mystical space typhoon\n"
         "what about chaining seven tools of the bandit", "yes"),
    ],
)  # fmt: skip
def test_another_card_that_would_be_chained_stands_for_the_one_that_was(asked, lines, verdict):
    assert asked(lines)["verdict"] == verdict
