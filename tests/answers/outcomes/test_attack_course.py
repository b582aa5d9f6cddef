"""Whether an attack goes on after one of its monsters left, was turned or changed sides, told without names."""

import pytest


@pytest.mark.parametrize(
    ("verdict", "question"),
    [
        ("no", "月之书把攻击的怪盖了 攻击还继续吗"),
        ("no", "对面攻击我的怪 我用强制脱出装置把攻击怪弹回手牌 攻击会继续吗"),
        ("no", "攻击怪兽变成守备表示 攻击还继续吗"),
        ("no", "攻击怪被精神操作抢走 攻击还继续吗"),
        ("yes", "被攻击的怪兽变成里侧守备表示 攻击继续吗"),
        ("no", "the attacker is turned face-down by book of moon, does the attack continue"),
        ("yes", "the attack target is flipped face-down, does the attack still go through"),
        ("no", "攻撃モンスターが裏側になったら攻撃は続行されますか"),
    ],
)
def test_an_attack_hangs_on_its_attacker_and_not_on_how_its_target_lies(asked, verdict, question):
    answer = asked(question)
    assert (answer["verdict"], answer["not_considered"]) == (verdict, [])
    assert {reason["gate"] for reason in answer["because"]} == {"attack-continues"}


@pytest.mark.parametrize(
    "question",
    [
        "攻击对象离场了 攻击会怎样",
        "what happens to the attack if the attack target leaves the field",
        "攻撃対象がフィールドを離れたら攻撃はどうなりますか",
    ],
)
def test_a_target_that_left_brings_a_replay(asked, question):
    answer = asked(question)
    assert "卷回" in answer["sentence"]["zh"]
    assert {reason["gate"] for reason in answer["because"]} == {"replay"}


def test_in_the_damage_step_there_is_no_replay(asked):
    assert asked("攻击宣言后攻击对象离开场上 会卷回吗")["verdict"] == "yes"
    assert asked("伤害步骤攻击对象被除外了 会卷回吗")["verdict"] == "no"


@pytest.mark.parametrize("beside", ["对面场上有技能抽取", "我这回合发动过墓穴的指名者"])
def test_another_card_may_matter(asked, beside):
    assert asked(f"攻击怪兽变成守备表示 {beside} 攻击还继续吗")["question"]["kind"] != "outcome"


@pytest.mark.parametrize(
    ("verdict", "question"),
    [
        ("no", "速攻稻草人发动后还有战斗阶段吗"),
        ("no", "对面用了速攻稻草人 战斗阶段还继续吗"),
        ("yes", "速攻稻草人发动后战斗阶段会结束吗"),
        ("yes", "对面用了魔法筒 战斗阶段还能继续吗"),
        ("yes", "does the battle phase end after swift scarecrow"),
        ("yes", "速攻のかかしを使ったらバトルフェイズは終了しますか"),
    ],
)
def test_the_battle_phase_ends_where_the_text_of_a_card_says_so(asked, verdict, question):
    answer = asked(question)
    assert (answer["verdict"], answer["question"]["kind"]) == (verdict, "outcome")


@pytest.mark.parametrize("name", ["沙尘之大风暴", "灵魂补充", "同胞的牵绊"])
def test_a_text_that_touches_phases_another_way_leaves_the_battle_phase_open(asked, name):
    assert asked(f"{name}发动后还有战斗阶段吗")["verdict"] == "depends"
