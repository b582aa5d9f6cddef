"""Two kinds of cards targeted at once: each is held, and each part of the resolution means one of them, or both."""

import pytest

from knowledge.data.profile import Effect, Filter
from knowledge.text import Language, read_card

MONSTER = "Monster / Rock / Effect"
OWN_ROCK = Filter(side="own", zones=("monster-zone",), type=("monster",), race=("Rock",))
THEIR_CARD = Filter(side="opponent", zones=("monster-zone", "spell-zone", "field-zone", "pendulum-zone"))


def effect(text: str, lang: Language) -> Effect:
    (read,) = read_card(text, MONSTER, lang).effects
    return read.effect


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "ja",
            "①：自分フィールドの岩石族モンスター１体と相手フィールドのカード１枚を対象として発動できる。"
            "そのカードを破壊する。",
        ),
        ("zh", "①：以自己场上1只岩石族怪兽和对方场上1张卡为对象才能发动。那些卡破坏。"),
        ("en", "You can target 1 Rock monster you control and 1 card your opponent controls; destroy them."),
    ],
)
def test_both_are_targeted_and_both_are_destroyed(lang: Language, text: str) -> None:
    assert read_card(text, MONSTER, lang).unread == ()
    read = effect(text, lang)
    assert read.targets == (OWN_ROCK, THEIR_CARD)
    assert [(act.act, act.what, act.which) for act in read.does] == [("destroy", "target", None)]


def test_what_is_done_to_one_of_them_is_not_done_to_the_other() -> None:
    text = (
        "①：自分フィールドの岩石族モンスター１体と、自分の墓地の岩石族モンスター１体を対象として発動できる。"
        "そのフィールドのモンスターを破壊し、その墓地のモンスターを特殊召喚する。"
    )
    fallen, back = effect(text, "ja").does
    assert fallen.which is not None
    assert "monster-zone" in fallen.which.zones
    assert back.which == Filter(zones=("gy",))


def test_that_monster_of_the_opponent_is_the_one_targeted_where_nobody_fights() -> None:
    text = (
        "①：自分フィールドの岩石族モンスター１体と相手フィールドのモンスター１体を対象として発動できる。"
        "その自分のモンスターを破壊し、その相手モンスターの効果をターン終了時まで無効にする。"
    )
    own, theirs = effect(text, "ja").does
    assert (own.what, own.which) == ("target", Filter(side="own"))
    assert (theirs.what, theirs.which) == ("target", Filter(side="opponent"))


def test_the_place_said_of_both_is_the_place_of_both() -> None:
    text = (
        "①：自分の除外状態の、「灯籠」モンスター１体と「提灯」モンスター１体を対象として発動できる。"
        "そのモンスターを手札に加える。"
    )
    assert [one.zones for one in effect(text, "ja").targets] == [("banished",), ("banished",)]


@pytest.mark.parametrize(
    "does",
    [
        "そのモンスター２体のコントロールを入れ替える。",
        "その岩石族モンスターに、もう１体のモンスターを装備カード扱いで装備する。",
    ],
)
def test_where_one_goes_to_the_other_the_resolution_is_told_as_not_read(does: str) -> None:
    text = "①：自分フィールドの岩石族モンスター１体と相手フィールドのモンスター１体を対象として発動できる。" + does
    read = effect(text, "ja")
    assert len(read.targets) == 2
    assert read.unread == ()
    assert read.unread_deeds


def test_cards_of_one_kind_that_share_a_value_are_not_two_kinds() -> None:
    text = (
        "①：フィールドのモンスター１体と同じ種族の自分の墓地のモンスター１体を対象として発動できる。"
        "そのモンスターを手札に加える。"
    )
    reading = read_card(text, MONSTER, "ja")
    assert len(reading.effects[0].effect.targets) == 1
