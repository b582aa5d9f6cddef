"""What a text names is held by its profile, or its clause is told as not read; the same in every language."""

import pytest

from knowledge.data.profile import Action, Effect, Filter
from knowledge.text import Language, read_card

DRAGON = "Monster / Dragon / Effect"


def effect(text: str, lang: Language) -> Effect:
    reading = read_card(text, DRAGON, lang)
    assert [one.text for one in reading.unread] == []
    (read,) = reading.effects
    return read.effect


def last_act(text: str, lang: Language) -> Action:
    return effect(text, lang).does[-1]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：発動できる。このターン、自分は岩石族の融合モンスターしかＥＸデッキから特殊召喚できない。"),
        ("zh", "①：这张卡召唤的场合才能发动。这个回合，自己不是岩石族融合怪兽不能从额外卡组特殊召唤。"),
        (
            "en",
            "If this card is Normal Summoned: You can draw 1 card, also you cannot Special Summon from the Extra Deck "
            "for the rest of this turn, except Rock Fusion Monsters.",
        ),
    ],
)  # fmt: skip
def test_nothing_but_such_monsters_bars_whatever_lacks_one_of_the_two(lang: Language, text: str) -> None:
    barred = last_act(text, lang).which
    assert barred is not None
    assert barred.zones == ("extra-deck",)
    assert set(barred.either) == {Filter(race=("non-Rock",)), Filter(type=("non-fusion",))}


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：モンスター１体を対象として発動できる。このカードの攻撃力はそのモンスターの攻撃力の半分アップする。"),
        ("zh", "①：以场上1只怪兽为对象才能发动。这张卡的攻击力上升那只怪兽的攻击力一半的数值。"),
        ("en", "You can target 1 monster on the field; this card gains ATK equal to half that monster's ATK."),
    ],
)  # fmt: skip
def test_a_rise_by_half_of_another_value_halves_nothing(lang: Language, text: str) -> None:
    act = last_act(text, lang)
    assert (act.act, act.what, act.amount) == ("gain-atk-def", "self", "half-of-target-atk")


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：自分フィールドの岩石族モンスター１体とこのカードを除外して発動できる。自分は１枚ドローする。"),
        ("zh", "①：把自己场上1只岩石族怪兽和这张卡除外才能发动。自己抽1张卡。"),
        ("en", "You can banish this card and 1 Rock monster from your GY; draw 1 card."),
    ],
)  # fmt: skip
def test_a_price_of_this_card_and_another_is_both(lang: Language, text: str) -> None:
    own, other = effect(text, lang).cost
    assert (own.what, other.joined) == ("self", "with")
    assert other.which is not None
    assert other.which.race == ("Rock",)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：自分の墓地の岩石族モンスター３体を対象として発動できる。そのモンスターをデッキに戻す。"),
        ("en", "You can target 3 Rock monsters in your GY; shuffle them into the Deck."),
    ],
)
def test_as_many_as_are_targeted_are_needed_and_none_is_asked_for_at_resolution(lang: Language, text: str) -> None:
    read = effect(text, lang)
    assert len(read.targets) == 3
    assert read.does[-1].count == ""


def test_a_level_before_a_number_of_cards_is_no_number_of_cards() -> None:
    text = "You can Special Summon 2 Level 4 or lower Rock monsters from your hand."
    read = read_card(text, DRAGON, "en").effects[0].effect
    assert [act.count for act in read.does] == [2]


def test_what_stands_behind_its_act_in_chinese_is_what_it_is_done_to() -> None:
    (paid,) = effect("①：解放自己场上的2只岩石族怪兽可以发动。自己抽1张卡。", "zh").cost
    assert (paid.act, paid.count) == ("tribute", 2)
    assert paid.which == Filter(side="own", zones=("monster-zone",), type=("monster",), race=("Rock",))


def test_a_condition_with_a_word_no_field_holds_is_told_as_not_read() -> None:
    text = "①：フィールドのカードを２枚以上破壊する魔法カードが発動した時に発動できる。その発動を無効にする。"
    reading = read_card(text, DRAGON, "ja")
    assert reading.effects[0].effect.unread
    assert reading.unread
