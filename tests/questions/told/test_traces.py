"""What is told and left nothing on the table takes the certainty away; what is asked goes before what is told."""

import pytest


@pytest.mark.parametrize(
    ("plain", "added", "word"),
    [
        (
            "三眼怪被破坏送去墓地，能发动效果吗？",
            "三眼怪的效果被无效的场合，三眼怪被破坏送去墓地，能发动效果吗？",
            "被无效",
        ),
        ("对方场上有怪兽的场合，能发动黑洞吗？", "自己场上有怪兽或者对方场上有怪兽的场合，能发动黑洞吗？", "或者"),
        ("墓地没有怪兽，死者苏生能发动吗？", "处理时墓地没有怪兽，死者苏生能发动吗？", "处理时"),
    ],
)
def test_a_word_that_left_no_trace_is_said_and_leaves_no_sure_verdict(asked, plain, added, word):
    assert asked(plain)["verdict"] in ("yes", "no", "must")
    answer = asked(added)
    assert answer["verdict"] == "depends"
    assert word in [left["text"] for left in answer["not_considered"]]


def test_what_comes_of_an_activation_is_not_whether_it_may_be_made(asked):
    assert asked("对方发动增援，我能连锁灰流丽吗？")["verdict"] == "yes"
    assert asked("对方发动增援，我方连锁发动灰流丽的场合，会从卡组检索吗？")["verdict"] == "depends"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("「灰流丽」能在主要阶段发动，但能在伤害计算前发动吗？", "no"),
        ("「灰流丽」在伤害计算前不能发动，但能在主要阶段发动吗？", "yes"),
    ],
)
def test_the_moment_asked_about_goes_before_one_that_is_told(asked, question, verdict):
    assert asked(question)["verdict"] == verdict


@pytest.mark.parametrize(
    ("told", "chain"),
    [
        ("我发动怪兽效果，对方连锁「灰流丽」。我发动青眼光龙，对方连锁灰流丽，我能连锁神之宣告吗？", ["灰流丽"]),
        ("我发动增援，对方没有连锁，我能连锁旋风吗？", ["增援"]),
    ],
)
def test_the_last_telling_of_a_chain_gives_its_order(asked, told, chain):
    form = asked(told)["question"]["form"]
    links = [link["card"] for link in form.get("given", {}).get("chain", [])]
    last = [form["respond_to"]] if "respond_to" in form else []
    assert [*links, *last][-1:] == chain
    assert "lacks" not in form.get("given", {})


def test_a_numbered_effect_belongs_to_a_card_that_has_it(asked):
    answer = asked("「欧尼斯特」在手卡，场上有「青眼白龙」，伤害计算时能发动②吗？")
    assert answer["question"]["card"]["names"]["zh"] == "欧尼斯特"


def test_a_quotation_that_alone_tells_which_effect_is_meant_is_said(asked):
    answer = asked("「欧尼斯特」的『回到手卡』效果能发动吗？")
    assert answer["verdict"] not in ("yes", "no", "must") or answer["question"]["form"].get("effect")


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("can torrential tribute be activated when a monster is normal summoned or special summoned", "yes"),
        ("can i activate trap hole if my opponent normal summons or special summons a monster", "depends"),
        ("对方通常召唤或者特殊召唤怪兽的时候能发动落穴吗", "depends"),
        ("can ash blossom be activated in the main phase or the damage step", "depends"),
        ("can ash blossom be activated in the end step or the damage step", "depends"),
        ("can ash blossom or effect veiler be chained to reinforcement of the army", "yes"),
    ],
)
def test_two_things_told_with_or_are_each_looked_at(asked, question, verdict):
    assert asked(question)["verdict"] == verdict
