"""A yes is a proof: its first reason names something of this very card, and what it is chained to is said."""

import re

import pytest

from knowledge.data.profile import number_of
from service.answers.ask_card import can_shown
from service.loaded_desk import loaded_desk

CHINESE = re.compile(r"[一-鿿]")
QUOTED = re.compile(r"“[^”]*”")  # names of archetypes and cards as a profile has them


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


@pytest.mark.parametrize("window", ["main1", "attack-declaration", "damage.before", "damage.end", "end"])
def test_every_answer_has_a_first_reason_in_its_own_language(window):
    desk = loaded_desk()
    silent, mixed = [], []
    for card in desk.book.library.cards.values():
        for effect in card.effects:
            if effect.kind not in ("activate", "ignition", "trigger", "quick"):
                continue
            answer = asked(card=card.id, effect=number_of(effect), at=window)
            if answer["verdict"] not in ("yes", "must", "no"):
                continue
            if not answer["because"] or not answer["because"][0]["says"]["en"]:
                silent.append((card.id, effect.number))
                continue
            said = QUOTED.sub("", answer["because"][0]["says"]["en"])
            if CHINESE.search(said):
                mixed.append((card.id, said))
    assert silent == []
    assert mixed == []
