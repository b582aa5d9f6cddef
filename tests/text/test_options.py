"""Bullets: options of which one is chosen stand apart, bullets that all apply stand in their place."""

# ruff: noqa: E501 - a card text is one line

import pytest

from knowledge.data.profile import Effect
from knowledge.text import read_card


def only(text: str, card_type: str = "Spell / Normal", lang: str = "ja") -> Effect:
    (read,) = read_card(text, card_type, lang).effects  # type: ignore[arg-type]
    return read.effect


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：以下の効果から１つを選択して発動できる。●自分は１枚ドローする。●相手フィールドのモンスター１体を対象として発動できる。そのモンスターを破壊する。"),
        ("zh", "①：可以从以下效果选择1个发动。●自己抽1张。●给与对方800伤害。"),
        ("en", "Activate 1 of these effects; ● Draw 1 card. ● Inflict 800 damage to your opponent."),
    ],
)  # fmt: skip
def test_each_option_does_its_own(lang: str, text: str) -> None:
    effects = [read.effect for read in read_card(text, "Spell / Normal", lang).effects]  # type: ignore[arg-type]
    told = [{act.act for act in choice.does} for effect in effects for choice in effect.choices] or [
        {act.act for act in effect.does} for effect in effects
    ]
    assert {"draw"} in told
    assert all("draw" not in acts or len(acts) == 1 for acts in told)


def test_an_option_has_its_own_target() -> None:
    effect = only(
        "①：以下の効果から１つを選択して発動できる。●自分は１枚ドローする。●相手フィールドの表側表示モンスター１体を対象とし、そのモンスターを破壊する。"
    )
    assert not effect.targets
    assert [bool(choice.targets) for choice in effect.choices] == [False, True]


def test_how_long_stands_before_the_bullets() -> None:
    text = "①：手札を１枚捨てて発動できる。以下の効果から１つを選び、ターン終了時まで適用する。●このカードは直接攻撃できる。●このカードは効果では破壊されない。"
    effect = only(text, "Monster / Fiend / Effect")
    assert {act.until for choice in effect.choices for act in choice.does} == {"end-of-turn"}


def test_what_an_option_opens_with_is_a_condition_of_its_own() -> None:
    effect = only(
        "①：自分の墓地の魔法カードの種類によって以下の効果を適用する。●３種類以上：自分は１枚ドローする。●５種類以上：相手に５００ダメージを与える。"
    )
    assert [requirement.amount for choice in effect.choices for requirement in choice.requires] == [
        "3種類以上",
        "5種類以上",
    ]


def test_bullets_that_all_apply_stand_where_they_are_announced() -> None:
    text = "①：発動できる。以下の効果を適用する。その後、このカードを破壊する。●自分は１枚ドローする。"
    effect = only(text, "Monster / Fiend / Effect")
    assert not effect.choices
    assert [act.act for act in effect.does] == ["draw", "destroy"]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：自分の墓地のモンスター１体を対象として発動できる（相手フィールドにモンスターが存在する場合、この効果は相手ターンでも発動できる）。そのモンスターを除外する。"),
        ("zh", "①：以自己墓地1只怪兽为对象才能发动（对方场上有怪兽存在的场合，这个效果在对方回合也能发动）。那只怪兽除外。"),
        ("en", "You can target 1 monster in your GY; banish it. This is a Quick Effect if your opponent controls a monster."),
    ],
)  # fmt: skip
def test_a_remark_makes_an_effect_quick_under_a_condition(lang: str, text: str) -> None:
    reads = read_card(text, "Monster / Fiend / Effect", lang).effects  # type: ignore[arg-type]
    assert reads[0].effect.kind == "ignition"
    assert any(read.quick_if for read in reads)


def test_a_monster_held_as_target_is_not_every_monster() -> None:
    text = (
        "フィールドのモンスター１体を対象としてこのカードを発動できる。①：対象のモンスターの攻撃力は８００アップする。"
    )
    reads = read_card(text, "Trap / Continuous", "ja").effects
    (change,) = [act for read in reads for act in read.effect.does if act.act == "gain-atk-def"]
    assert (change.what, change.which) == ("target", None)


def test_half_an_atk_as_damage_changes_no_atk() -> None:
    effect = only(
        "①：相手フィールドのモンスター１体を対象として発動できる。そのモンスターを破壊し、その攻撃力の半分のダメージを相手に与える。"
    )
    assert [act.act for act in effect.does] == ["destroy", "inflict-damage"]
