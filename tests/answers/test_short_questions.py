"""Short questions, in which much is left unsaid: what is meant is found, or the answer stays open."""

import pytest


@pytest.mark.parametrize("way", ["特殊召唤成功的时候", "从手卡特殊召唤成功的时候"])
def test_who_says_i_asks_to_answer_what_the_other_player_summons(asked, way):
    answer = asked(f"电子龙{way} 我能开奈落的落穴吗")
    assert answer["verdict"] == "yes"
    [told] = answer["question"]["form"]["given"]["happened"]
    assert (told["card"], told["side"]) == ("电子龙", "opponent")


def test_a_place_right_before_a_summon_is_where_the_card_came_from(asked):
    given = asked("电子龙从手卡特殊召唤成功的时候 我能开奈落的落穴吗")["question"]["form"]["given"]
    assert "hand" not in {card.get("zone") for card in given.get("cards", [])}


def test_what_waits_for_an_event_is_not_chained_at_will(asked):
    assert asked("红莲魔龙能连锁吗")["verdict"] == "depends"  # to be chained to may be meant as well
    assert asked("旋风能连锁吗")["verdict"] == "yes"


def test_a_verb_is_a_card_where_the_opponent_plays_it(asked):
    assert asked("对面开融合 我能用灰流丽康吗")["verdict"] == "no"


def test_a_card_the_opponent_does_not_have_is_on_no_field_of_theirs(asked):
    answer = asked("对面没有技能抽取 我能发动旋风吗")
    assert not answer["not_considered"]
    assert [branch["verdict"] for branch in answer["branches"]] == ["yes"]  # of texts nobody has, one may name it
