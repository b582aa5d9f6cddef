"""So many cards, counters or materials asked for; what this card was used for, and by whose effect it was the price."""

import pytest

from knowledge.data.profile import Effect, Filter, Requirement
from knowledge.text import read_card

MONSTER = "Monster / Rock / Effect"


def effect(condition: str) -> Effect:
    reading = read_card(f"①：{condition}発動できる。自分は１枚ドローする。", MONSTER, "ja")
    assert reading.unread == ()
    (read,) = reading.effects
    return read.effect


@pytest.mark.parametrize(
    ("condition", "asked"),
    [
        (
            "相手の墓地のカードが８枚以上の場合に",
            Requirement(is_="in-gy", of=Filter(side="opponent", zones=("gy",)), amount=8),
        ),
        (
            "自分の墓地のモンスターが３体以下の場合に",
            Requirement(is_="in-gy", of=Filter(side="own", zones=("gy",), type=("monster",)), amount="at-most-3"),
        ),
        (
            "相手の手札が４枚以上の場合に",
            Requirement(is_="in-hand", of=Filter(side="opponent", zones=("hand",)), amount=4),
        ),
        (
            "相手の手札が０枚の場合に",
            Requirement(is_="in-hand", of=Filter(side="opponent", zones=("hand",)), amount="exactly-0"),
        ),
        (
            "自分の除外状態の岩石族モンスターが３体以上の場合に",
            Requirement(
                is_="banished-there",
                of=Filter(side="own", zones=("banished",), type=("monster",), race=("Rock",)),
                amount=3,
            ),
        ),
        ("このカードのＸ素材が３つ以上の場合に", Requirement(is_="has-material", amount=3)),
        ("このカードにカウンターが２つ以上置かれている場合に", Requirement(is_="has-counter", amount=2)),
    ],
)
def test_a_number_asked_for_is_held(condition: str, asked: Requirement) -> None:
    assert effect(condition).requires == (asked,)


def test_a_card_in_either_of_two_places_is_one_condition() -> None:
    (asked,) = effect("自分のフィールドか墓地に「灯籠の番人」が存在する場合に").requires
    assert asked.is_ == "controls"
    assert asked.of is not None
    assert {"monster-zone", "gy"} <= set(asked.of.zones)
    assert asked.of.name == ("灯籠の番人",)


def test_what_this_card_was_used_for_is_asked_for() -> None:
    read = effect("このカードが地属性ＳモンスターのＳ素材として墓地へ送られた場合に")
    assert read.trigger is not None
    assert (read.trigger.subject, read.trigger.of) == ("self", None)
    such = Filter(type=("monster", "synchro"), attribute=("EARTH",))
    assert read.requires == (Requirement(is_="served-a-summon", of=such),)


def test_the_price_of_a_monsters_effect_is_no_plain_sending() -> None:
    read = effect("このカードが岩石族モンスターの効果を発動するために墓地へ送られた場合に")
    such = Filter(type=("monster",), race=("Rock",))
    assert read.requires == (Requirement(is_="caused-by", of=such, amount="cost"),)


def test_what_an_answered_activation_targets_is_told_apart_from_what_it_is() -> None:
    text = (
        "①：自分フィールドの岩石族モンスターを対象とする魔法・罠・モンスターの効果を相手が発動した時に発動できる。"
        "その発動を無効にする。"
    )
    answered = read_card(text, MONSTER, "ja").effects[0].effect.responds_to
    assert answered is not None
    assert (answered.by, answered.targeting, answered.of) == ("opponent", "own-monster", None)
    assert answered.targeted is not None
    assert answered.targeted.race == ("Rock",)
    text = "①：フィールドのこのカードを対象とするＬモンスターの効果が発動した時に発動できる。自分は１枚ドローする。"
    answered = read_card(text, MONSTER, "ja").effects[0].effect.responds_to
    assert answered is not None
    assert (answered.targeting, answered.of) == ("self", Filter(type=("link",)))
