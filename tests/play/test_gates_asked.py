"""Decisions of the player that the gates make: missed timing, uses of negated cards, protection from effects."""

import pytest

A = {"called": "A", "atk": 1000, "defence": 1000}
TORRENT = {"card": "激流葬", "side": "opponent"}


def test_a_when_that_is_not_the_last_thing_is_refused_by_its_rule(refusal):
    """The summon on link 2 is followed by link 1, so the trap is too late."""
    cards = [A, {"card": "突进"}, {"card": "活死人的呼声", "face": "down"}, {"card": "青眼白龙", "zone": "gy"}, TORRENT]
    steps = [
        {"activate": "突进", "targets": ["A"]},
        {"activate": "活死人的呼声/1", "targets": ["青眼白龙"]},
        {"pass": "both"},
        {"activate": "激流葬", "by": "opponent"},
    ]
    wrong = refusal(cards=cards, steps=steps)
    assert (wrong.field, wrong.kind) == ("steps[4]", "a-when-that-something-followed-is-missed")


def test_the_last_thing_is_in_time(played):
    cards = [A, {"card": "活死人的呼声", "face": "down"}, {"card": "青眼白龙", "zone": "gy"}, TORRENT]
    steps = [
        {"activate": "活死人的呼声/1", "targets": ["青眼白龙"]},
        {"pass": "both"},
        {"activate": "激流葬", "by": "opponent"},
        {"pass": "both"},
    ]
    assert played(cards=cards, steps=steps).answers["destroyed"]["青眼白龙"] == "effect"


def test_an_if_never_misses_its_time(played):
    """Mirror Force on link 2 destroys it, and link 1 still follows; its "if" comes after the whole chain."""
    cards = [
        {"card": "影依蜥蜴"},
        {**A, "position": "defence"},
        {"card": "突进"},
        {"card": "神圣防护罩 -反射镜力-", "side": "opponent"},
    ]
    steps = [
        {"attack": "影依蜥蜴", "target": "direct"},
        {"activate": "突进", "targets": ["A"]},
        {"activate": "神圣防护罩 -反射镜力-", "by": "opponent"},
        {"pass": "both", "ask": [{"activate": "影依蜥蜴/2", "expect": "yes"}]},
    ]
    game = played(at="battle-step", cards=cards, steps=steps)
    assert game.right
    assert game.answers["zone"]["影依蜥蜴"] == "gy"


BRIBE = {"card": "魔宫的贿赂", "side": "opponent"}


def test_a_negated_card_has_not_used_its_turn(played):
    cards = [A, {"card": "仁王立", "called": "一"}, {"card": "仁王立", "called": "二"}, BRIBE]
    steps = [
        {"activate": "一/1", "targets": ["A"]},
        {"activate": "魔宫的贿赂", "by": "opponent"},
        {"pass": "both"},
        {"activate": "二/1", "targets": ["A"]},
        {"pass": "both"},
    ]
    game = played(cards=cards, steps=steps)
    assert "negated-cards-were-not-activated" in game.steps[4].decided[0].judgement.rules_that_decided()
    assert game.answers["def"]["A"] == 2000


def test_a_card_that_resolved_has(refusal):
    cards = [A, {"card": "仁王立", "called": "一"}, {"card": "仁王立", "called": "二"}]
    steps = [{"activate": "一/1", "targets": ["A"]}, {"pass": "both"}, {"activate": "二/1", "targets": ["A"]}]
    assert refusal(cards=cards, steps=steps).kind == "limit-is-used-up"


def test_an_effect_whose_activation_was_negated_is_used_all_the_same(refusal):
    cards = [
        {"card": "增殖的G", "called": "一", "zone": "hand"},
        {"card": "增殖的G", "called": "二", "zone": "hand"},
        {"card": "天罚", "side": "opponent"},
    ]
    steps = [{"activate": "一"}, {"activate": "天罚", "by": "opponent"}, {"pass": "both"}, {"activate": "二"}]
    wrong = refusal(cards=cards, hand={"opponent": 2}, steps=steps)
    assert (wrong.field, wrong.kind) == ("steps[4]", "limit-is-used-up")


@pytest.mark.parametrize(("whose", "left"), [("own", "extra-deck"), ("opponent", "monster-zone")])
def test_protection_from_the_opponents_effects_lets_ones_own_through(played, whose, left):
    cards = [{"card": "威风妖怪 狸"}, {"card": "黑洞", "zone": "hand", "side": whose}]
    game = played(turn=whose, cards=cards, steps=[{"activate": "黑洞", "by": whose}, {"pass": "both"}])
    assert game.answers["zone"]["威风妖怪 狸"] == left
    told = [rule for d in game.steps[-1].decided for rule in d.judgement.rules_that_decided()]
    assert ("what-effects-cannot-destroy-is-not-destroyed" in told) == (whose == "opponent")
