"""What narrows an activation is in a filter of the profile, or stands there as not read; texts of our own."""

import pytest

from knowledge.data.profile import Effect, Filter
from knowledge.text import read_card
from knowledge.text.card_reading import Language


def effect_of(text: str, lang: Language, type_: str = "Monster / Fish / Effect") -> Effect:
    return read_card(text, type_, lang).effects[0].effect


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：このカードが「灯籠」カードの効果で破壊された場合に発動できる。自分は１枚ドローする。"),
        ("zh", "①：这张卡被「灯笼」卡的效果破坏的场合才能发动。自己抽1张。"),
        ("en", 'If this card is destroyed by the effect of a "Lantern" card: You can draw 1 card.'),
    ],
)
def test_by_whose_effect_it_was_destroyed_is_not_dropped(lang: Language, text: str) -> None:
    effect = effect_of(text, lang)
    assert effect.kind == "trigger"
    assert effect.unread


def test_how_much_damage_sets_it_off_is_not_dropped() -> None:
    effect = effect_of("①：自分が２５００以上の戦闘ダメージを受けた時に発動できる。自分は１枚ドローする。", "ja")
    assert effect.unread


def test_a_condition_that_a_filter_holds_leaves_nothing_unread() -> None:
    effect = effect_of("①：自分フィールドに「灯籠」モンスターが存在する場合に発動できる。自分は１枚ドローする。", "ja")
    assert effect.requires[0].of is not None
    assert effect.requires[0].of.group == ("灯籠",)
    assert effect.unread == ()


def test_the_monster_that_battles_is_asked_for_with_its_attribute() -> None:
    text = "①：自分の水属性モンスターが相手モンスターと戦闘を行うダメージ計算時に発動できる。自分は１枚ドローする。"
    effect = effect_of(text, "ja", "Spell / Continuous")
    asked = [one.of for one in effect.requires if one.is_ == "own-monster-battles"]
    assert [one.attribute for one in asked if one] == [("WATER",)]
    assert effect.unread == ()


def test_a_printed_ban_on_the_damage_step_is_a_printed_moment() -> None:
    text = (
        "①：自分・相手ターンに、フィールドのカード１枚を対象として発動できる（ダメージステップでは発動できない）。"
        "そのカードを破壊する。"
    )
    at = effect_of(text, "ja").at
    assert "main" in at
    assert not any(moment.startswith("damage") for moment in at)


def target_in(text: str, lang: Language) -> Filter:
    return read_card(text, "Spell / Normal", lang).effects[0].effect.targets[0]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "ja",
            "①：自分フィールドの「花車」以外の「花札」モンスター１体を対象として発動できる。そのモンスターを破壊する。",
        ),
        ("zh", "①：以自己场上的「花车」以外的「花札」怪兽1只为对象才能发动。那只怪兽破坏。"),
    ],
)
def test_a_name_that_is_left_out_is_not_among_those_asked_for(lang: Language, text: str) -> None:
    which = target_in(text, lang)
    assert len(which.but) == 1
    assert which.name == ()
    assert len(which.group) == 1


def test_a_name_left_out_in_english() -> None:
    which = target_in('Target 1 "Lantern" monster you control, except "Lantern Bearer"; destroy it.', "en")
    assert which.but == ("lantern bearer",)


def test_effect_monsters_left_out_are_not_asked_for() -> None:
    which = target_in(
        "①：効果モンスター以外の自分フィールドのモンスター１体を対象として発動できる。そのモンスターを破壊する。", "ja"
    )
    assert "non-effect" in which.type
    assert "effect" not in which.type


def test_either_players_monsters_are_meant_where_both_are_named() -> None:
    which = target_in(
        "①：自分か相手のフィールドのモンスター１体を対象として発動できる。そのモンスターを破壊する。", "ja"
    )
    assert which.side == "either"
