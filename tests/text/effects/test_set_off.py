"""What sets an effect off and what it asks for: whom it befell, how, by whose effect; the same in every language."""

from typing import Any

import pytest

from knowledge.data.profile import Effect, Filter
from knowledge.text import read_card

MONSTER = "Monster / Effect"


def read(text: str, lang: Any, type_: str = MONSTER) -> Effect:
    return read_card(text, type_, lang).effects[0].effect


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：相手がモンスターをＰ召喚した場合に発動できる。自分はデッキから１枚ドローする。"),
        ("zh", "①：对方把怪兽灵摆召唤的场合才能发动。自己从卡组抽1张。"),
    ],
)
def test_only_the_summons_a_text_names_set_it_off(lang: str, text: str) -> None:
    trigger = read(text, lang).trigger
    assert trigger is not None
    assert trigger.of is not None
    assert trigger.events == ("special-summoned",)
    assert trigger.of.summoned == ("pendulum",)


def test_several_ways_of_summoning_are_all_named() -> None:
    trigger = read(
        "①：自分がモンスターを融合・Ｓ・Ｘ召喚した場合に発動できる。自分はデッキから１枚ドローする。", "ja"
    ).trigger
    assert trigger is not None
    assert trigger.of is not None
    assert set(trigger.of.summoned) == {"fusion", "synchro", "xyz"}


def test_where_a_summoned_monster_comes_to_is_not_where_it_came_from() -> None:
    text = "①：自分フィールドに岩石族モンスターが特殊召喚された場合に発動できる。自分はデッキから１枚ドローする。"
    trigger = read(text, "ja").trigger
    assert trigger is not None
    assert trigger.of is not None
    assert (trigger.of.side, trigger.of.zones) == ("own", ())


def test_which_cards_go_to_the_gy_is_kept() -> None:
    text = "①：自分の岩石族モンスターが墓地へ送られた場合に発動できる。自分はデッキから１枚ドローする。"
    trigger = read(text, "ja").trigger
    assert trigger is not None
    assert trigger.of is not None
    assert (trigger.of.side, trigger.of.race) == ("own", ("Rock",))


def test_whose_effect_it_was_is_not_what_it_befell() -> None:
    text = "①：自分の罠カードの効果でモンスターがフィールドから離れた場合に発動できる。自分はデッキから１枚ドローする。"
    effect = read(text, "ja")
    assert effect.trigger is not None
    assert effect.trigger.of is not None
    assert effect.trigger.of.type == ("monster",)
    (cause,) = [asked for asked in effect.requires if asked.is_ == "caused-by"]
    assert cause.of == Filter(side="own", type=("trap",))


def test_a_card_or_others_of_a_kind_set_it_off() -> None:
    text = "①：このカードまたは自分の岩石族モンスターが攻撃対象に選択された時に発動できる。その攻撃を無効にする。"
    trigger = read(text, "ja").trigger
    assert trigger is not None
    assert (trigger.subject, trigger.names_itself) == ("any", True)


def test_the_monster_that_wears_this_card_is_not_this_card() -> None:
    text = "①：このカードを装備したモンスターが戦闘を行う攻撃宣言時に発動できる。自分はデッキから１枚ドローする。"
    trigger = read(text, "ja").trigger
    assert trigger is not None
    assert trigger.of is not None
    assert (trigger.subject, trigger.of.place) == ("other", ("equipped-by-this",))


def test_a_cause_that_is_no_event_of_its_own_is_told_as_not_read() -> None:
    text = "①：装備モンスターがリリースされた事でこのカードが墓地へ送られた場合に発動できる。１枚ドローする。"
    effect = next(one.effect for one in read_card(text, "Spell / Equip", "ja").effects if one.effect.trigger)
    assert effect.trigger is not None
    assert (effect.trigger.events, effect.trigger.subject) == (("sent-to-gy",), "self")
    assert effect.unread


def test_where_a_card_lies_that_something_befalls_is_no_condition_of_the_table() -> None:
    text = "フィールド上に表側表示で存在する岩石族モンスターが破壊された時、自分はデッキからカードを１枚ドローする。"
    effect = read(text, "ja")
    assert effect.trigger is not None
    assert effect.requires == ()


def test_one_state_of_a_place_or_another() -> None:
    text = "①：自分フィールドにモンスターが存在しない場合または「岩の守り」が存在する場合に発動できる。１枚ドローする。"
    (asked,) = read(text, "ja").requires
    assert asked.is_ == "any-of"
    assert [one.is_ for one in asked.among] == ["controls-none", "controls"]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "ja",
            "①：このカードがフィールドに表側表示で存在する限り１度だけ、発動できる。自分はデッキから１枚ドローする。",
        ),
        ("zh", "①：只要此卡在场上以表侧表示存在，仅限1次，可以发动。自己从牌组抽1张。"),
        ("en", "Once while face-up on the field: You can draw 1 card."),
    ],
)
def test_once_while_it_lies_there(lang: str, text: str) -> None:
    limit = read(text, lang).limit
    assert limit is not None
    assert limit.per == "field"


def test_a_limit_by_name_holds_for_names_with_a_full_stop() -> None:
    text = 'You can draw 1 card. You can only use this effect of "R.B. Stone Guard" once per turn.'
    limit = read(f"During your Main Phase: {text}", "en").limit
    assert limit is not None
    assert limit.counts == "name"
