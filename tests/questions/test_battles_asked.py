

def test_a_battle_whose_damage_is_not_known_is_told_so(asked):
    assert asked("轰炸龙撞对面3000攻的怪 我自己掉血吗")["verdict"] in ("no", "depends", "unknown")


def test_who_falls_is_named(asked):
    answer = asked("电子龙攻击攻击表示的青眼白龙 谁会被破坏")
    assert answer["verdict"] is None
    assert "电子龙" in answer["sentence"]["zh"]
    assert "青眼白龙" not in answer["sentence"]["zh"]
