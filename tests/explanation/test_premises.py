"""A yes is a proof: its first reason names something of this very card, and what it is chained to is said."""

from service.answers.ask_card import can_shown
from service.loaded_desk import loaded_desk


def asked(**body):
    return can_shown(loaded_desk(), body)


def first_reason(lang, **body):
    return asked(**body)["because"][0]["says"][lang]


def test_ash_answers_reinforcement_because_that_card_searches():
    said = first_reason("en", card="灰流丽", at="main1", respond_to="增援")
    assert "Reinforcement of the Army" in said
    assert "from the deck" in said
    assert "增援" in first_reason("zh", card="灰流丽", at="main1", respond_to="增援")


def test_what_was_only_assumed_says_so():
    answer = asked(card="蒲公英狮", at="damage.end")
    premise = next(node for node in answer["because"] if node["gate"] == "trigger")
    assert premise["assumed"] is True
    told = asked(card="蒲公英狮", at="damage.end", given={"happened": [{"event": "sent-to-gy", "card": "self"}]})
    premise = next(node for node in told["because"] if node["gate"] == "trigger")
    assert premise["assumed"] is False


def test_the_target_at_hand_is_named():
    lying = {"card": "青眼白龙", "side": "opponent", "zone": "monster-zone"}
    answer = asked(card="禁忌的圣杯", at="main1", given={"cards": [lying]})
    assert any("Blue-Eyes White Dragon" in node["says"]["en"] for node in answer["because"] if node["gate"] == "target")


def test_an_exception_that_opens_the_damage_step_stands_before_what_was_open_anyway():
    assert asked(card="禁忌的圣杯", at="damage.before")["because"][0]["gate"] == "damage-step"
