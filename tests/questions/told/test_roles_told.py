"""Who acts on whom, told in the sentences of rulings: what is chained to what, what is only a target, what is asked."""

import pytest


@pytest.mark.parametrize(("question", "card", "answered"), [
    ("能对增援连锁发动灰流丽吗", "灰流丽", "增援"),
    ("能连锁增援发动灰流丽吗", "灰流丽", "增援"),
    ("增援にチェーンして灰流うららを発動できますか", "灰流丽", "增援"),
    ("Can I chain Ash Blossom & Joyous Spring to Reinforcement of the Army?", "灰流丽", "增援"),
    ("对方从手卡把欧尼斯特送去墓地发动效果时，能连锁技能抽取吗", "技能抽取", "欧尼斯特"),
])  # fmt: skip
def test_what_is_activated_answers_what_it_is_chained_to(asked, question, card, answered):
    got = asked(question)["question"]
    assert (got["card"]["names"]["zh"], got["respond_to"]["names"]["zh"]) == (card, answered)


def test_a_card_of_an_earlier_chain_is_asked_about_where_the_question_names_it_alone(asked):
    got = asked("神之宣告把对方「死者苏生」卡的发动无效，之后送去墓地的场合，这张「死者苏生」能发动吗")["question"]
    assert got["card"]["names"]["zh"] == "死者苏生"


@pytest.mark.parametrize("question", [
    "以青眼白龙为对象发动魔族之链，下个回合这只青眼白龙会被破坏吗",
    "死者苏生发动时，可以连锁发动替罪羊，结果死者苏生的效果会适用吗",
    "技能抽取的效果发动后，对方通常召唤的青眼白龙会被这个效果破坏吗",
])  # fmt: skip
def test_what_becomes_of_a_card_is_no_question_whether_one_may_be_activated(asked, question):
    assert asked(question)["question"]["kind"] != "can"


@pytest.mark.parametrize("question", [
    "能对已经被无效的怪兽发动效果遮蒙者吗",
    "能以效果已经被无效的怪兽为对象发动无限泡影吗",
])  # fmt: skip
def test_a_target_that_is_negated_already_is_not_passed_over(asked, question):
    answer = asked(question)
    assert answer["verdict"] == "depends"
    assert answer["not_considered"]


def test_how_a_card_lay_before_it_left_is_told_of_its_leaving(asked):
    form = asked("三眼怪变成里侧表示后，因对方的效果从场上离开送去墓地的场合，能发动效果吗")["question"]["form"]
    assert "face" not in form["given"].get("self", {})
    assert {told.get("was") for told in form["given"]["happened"]} == {"face-down-defence"}


def test_whom_the_effect_of_a_card_befell_is_the_one_spoken_of_before(asked):
    form = asked("三眼怪，因对方的黑洞的效果被破坏送去墓地的场合，会发动效果吗")["question"]["form"]
    assert {told["card"] for told in form["given"]["happened"]} == {"self"}


def test_an_answer_to_a_copied_effect_hangs_on_what_is_copied(asked):
    assert asked("捕食植物 青锁龙森蚺②发动的时候能连锁灰流丽吗")["verdict"] == "depends"
