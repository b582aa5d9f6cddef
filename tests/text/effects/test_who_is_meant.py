"""Whom an act is done to, and under which ban or bond, where a text says it beside other cards; texts of our own."""

# ruff: noqa: E501 - a card text is one line

import pytest

from knowledge.data.profile import Action, Effect
from knowledge.text import read_card
from knowledge.text.card_reading import Language

TYPE = "Monster / Machine / Effect"


def effect_of(text: str, type_: str = TYPE) -> Effect:
    return next(one.effect for one in read_card(text, type_, "ja").effects if one.effect.kind != "condition")


def act_of(text: str, name: str, type_: str = TYPE) -> Action:
    return next(act for act in effect_of(text, type_).does if act.act == name)


def test_the_monster_that_destroyed_this_card_is_not_this_card() -> None:
    text = "①：このカードが戦闘で破壊され墓地へ送られた場合に発動する。このカードを破壊したモンスターを破壊する。"
    assert act_of(text, "destroy").what == "battled"


def test_that_card_is_the_one_answered_where_nothing_is_targeted() -> None:
    text = "①：相手がフィールドの魔法・罠・モンスターの効果を発動した時に発動できる。そのカードを破壊する。"
    effect = effect_of(text)
    assert effect.responds_to is not None
    assert effect.responds_to.of is not None
    assert set(effect.responds_to.of.zones) == {"monster-zone", "spell-zone", "field-zone", "pendulum-zone"}
    assert [(act.act, act.what) for act in effect.does] == [("destroy", "answered")]


def test_monsters_kept_from_the_opponents_effects_are_those_of_one_player() -> None:
    text = "①：このターン、自分フィールドの表側表示モンスターは相手の効果では破壊されない。"
    act = act_of(text, "protect-from-effect", "Trap / Normal")
    assert act.which is not None
    assert (act.which.side, act.to) == ("own", "opponents-effects")


def test_a_monster_taken_by_this_effect_is_the_target() -> None:
    text = "①：相手フィールドのモンスター１体を対象として発動できる。そのモンスターのコントロールをエンドフェイズまで得る。この効果でコントロールを得たモンスターは攻撃宣言できない。"
    assert act_of(text, "forbid-attack-declaration", "Spell / Normal").what == "target"


def test_what_is_destroyed_after_damage_calculation_is_left_for_then() -> None:
    text = "①：このカードが相手モンスターと戦闘を行う攻撃宣言時に発動できる。その戦闘で発生するお互いの戦闘ダメージは０になり、ダメージ計算後にその相手モンスターを破壊する。"
    later = act_of(text, "apply-later")
    assert (later.what, later.to, later.until) == ("battled", "destroy", "damage.after")


def test_a_ban_on_tribute_summons_leaves_other_normal_summons() -> None:
    which = act_of(
        "①：お互いはアンデット族モンスターしかアドバンス召喚できない。", "forbid-summon", "Spell / Field"
    ).which
    assert which is not None
    assert which.summoned == ("tribute",)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (
            "このカードはＬ召喚でしか特殊召喚できず、自分は「灯籠」を１ターンに１度しか特殊召喚できない。",
            "only-link-summon",
        ),
        ("このカードはＸ召喚でしか特殊召喚できない。", "only-xyz-summon"),
    ],
)
def test_the_only_way_a_monster_may_be_summoned(text: str, word: str) -> None:
    acts = [act for read in read_card(text, TYPE, "ja").effects for act in read.effect.does]
    assert word in [act.to for act in acts]


def test_banished_until_the_opponents_next_end_phase() -> None:
    text = "①：フィールドの表側表示モンスター１体を対象として発動できる。そのモンスターを次の相手エンドフェイズまで除外する。"
    assert act_of(text, "banish").until == "next-opponent-end-phase"


def test_cards_that_can_hold_a_counter_are_told_as_unread_where_nothing_says_it() -> None:
    text = "①：自分メインフェイズに発動できる。フィールドの武士道カウンターを置く事ができるカード全てに武士道カウンターを１つ置く。"
    assert read_card(text, TYPE, "ja").unread


def test_whose_zone_it_left_is_told_behind_who_did_it() -> None:
    text = "①：「灯籠」モンスターが相手によって自分のモンスターゾーンから自分の墓地へ送られた場合に発動できる。自分は１枚ドローする。"
    trigger = effect_of(text).trigger
    assert trigger is not None
    assert trigger.of is not None
    assert (trigger.of.side, trigger.of.zones) == ("own", ("monster-zone",))


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "ja",
            "①：自分の魚族モンスターが相手モンスターと戦闘を行うダメージ計算時、８００ＬＰを払って発動できる。"
            "その戦闘を行う自分のモンスターの攻撃力はターン終了時まで８００アップする。",
        ),
        (
            "en",
            "When your Fish monster battles an opponent's monster, during damage calculation (Quick Effect): You can"
            " pay 800 LP; your battling monster gains 800 ATK until the end of this turn.",
        ),
    ],
)
def test_ones_own_battling_monster_is_not_the_one_it_fights(lang: Language, text: str) -> None:
    (act,) = read_card(text, "Monster / Fish / Effect", lang).effects[0].effect.does
    assert (act.act, act.what) == ("gain-atk-def", "own-battler")


def test_a_name_tells_no_place() -> None:
    text = "①：このカードを手札から捨てて発動できる。「フィールド・モンスター」以外の「墓石」モンスター１体をデッキから手札に加える。"
    (act,) = read_card(text, "Monster / Fish / Effect", "ja").effects[0].effect.does
    assert act.whence == ("deck",)
