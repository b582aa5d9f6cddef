"""What was done earlier in the turn, and what a text forbids for the turn: oaths both ways, and ways to come out."""

import pytest


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("这回合我特招过一只怪了 削命的宝札还能发吗", "no"),
        ("I already Special Summoned this turn. Can I activate Card of Demise?", "no"),
        ("通招过了 替罪羊这回合还能拍吗", "no"),
        ("削命的宝札被灰流丽康了 这回合我还能特召吗", "no"),
        ("Ash Blossom on my Branded Fusion. Can I still Synchro Summon this turn?", "no"),
    ],
)
def test_an_oath_holds_before_and_after(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


def test_a_negated_activation_swears_nothing(asked):
    assert asked("削命的宝札被神之宣告康了 这回合我还能特召吗")["verdict"] != "no"


def test_fusions_are_free_of_an_oath_that_excepts_them(asked):
    answer = asked("Ash Blossom on my Branded Fusion. Can I still Fusion Summon this turn?")
    assert answer["verdict"] != "no"


def test_a_monster_comes_out_in_its_own_way_only_on_its_table(asked):
    assert asked("我场上有怪，电子龙能从手卡特招吗")["verdict"] == "no"
    assert asked("电子龙能从手卡特招吗")["verdict"] == "depends"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("超重力网在 4星能打吗", "no"),
        ("超重力网在 3星能打吗", "yes"),
        ("Gravity Bind is active. Can my level 4 monster attack?", "no"),
        ("Gravity Bind is on the field. Can my Number 39: Utopia attack?", "yes"),
    ],
)
def test_a_level_told_decides_who_may_attack(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("这回合我已经发动过魔海城 埃该翁的①效果，②还能发动吗", "yes"),
        ("这回合我已经发动过魔海城 埃该翁的②效果，②还能发动吗", "no"),
        ("i already used ancient gear ballista's first effect this turn, can i use its second effect", "yes"),
        ("i already used ancient gear ballista's second effect this turn, can i use its second effect", "no"),
        ("このターンすでに魔海城アイガイオンの①の効果を使いました。もう一度①の効果は使えますか", "no"),
        ("このターン魔海城アイガイオンの①の効果を使いました。②の効果は使えますか", "yes"),
        ("我这回合已经用古代的机械弩士②破坏过了，②还能发动吗", "no"),
    ],
)
def test_another_effect_of_the_same_card_was_used(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(("number", "verdict"), [("①", "no"), ("②", "yes")])
def test_of_two_numbers_the_one_behind_the_use_is_asked_about(asked, number, verdict):
    assert asked(f"魔海城 埃该翁这回合①用过了 {number}还能用吗")["verdict"] == verdict


def test_a_field_told_empty_holds_nobody_who_was_just_summoned_there(asked):
    assert asked("对方场上没有怪兽 奈落的落穴能发动吗")["verdict"] == "depends"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("我盖了一张旋风，这回合能发动吗", "no"),
        ("I set a Torrential Tribute, can I use it this turn?", "no"),
        ("サイクロンをセットしました。このターンに発動できますか", "no"),
        ("我上回合盖了旋风，这回合能发动吗", "yes"),
        ("I set Mystical Space Typhoon last turn. Can I activate it this turn?", "yes"),
        ("前のターンにセットしたサイクロンをこのターンに発動できますか", "yes"),
    ],
)
def test_a_card_just_set_waits_for_the_next_turn(asked, question, verdict):
    assert asked(question)["verdict"] == verdict
