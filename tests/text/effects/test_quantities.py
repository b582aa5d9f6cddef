"""Numbers that depend on what was done before, as read from texts of our own: how many, how much, which of them."""

# ruff: noqa: E501 - a card text is one line

import pytest

from knowledge.data.profile import Action, Compared, Effect
from knowledge.text import read_card
from knowledge.text.card_reading import Language

TYPE = "Monster / Machine / Xyz / Effect"


def effect_of(text: str, lang: Language = "ja", type_: str = TYPE) -> Effect:
    read = read_card(text, type_, lang)
    assert not read.unread
    return next(one.effect for one in read.effects if one.effect.kind != "condition")


def last_act(text: str, lang: Language = "ja", type_: str = TYPE) -> Action:
    return effect_of(text, lang, type_).does[-1]


def test_so_much_for_each_material_that_was_detached() -> None:
    text = "①：このカードのＸ素材を任意の数だけ取り除いて発動できる。取り除いた数×３００ダメージを相手に与える。"
    assert last_act(text).amount == "300-per-detached"


def test_so_much_for_each_material_it_holds() -> None:
    assert last_act("①：このカードの攻撃力は、このカードのＸ素材の数×５００アップする。").amount == "500-per-materials"


def test_as_many_cards_as_were_discarded() -> None:
    text = "①：手札を任意の枚数捨てて発動できる。自分は捨てた枚数分だけドローする。"
    assert last_act(text).count == "as-many-as-discarded"


@pytest.mark.parametrize(
    ("lang", "text", "amount"),
    [
        ("ja", "①：自分が戦闘ダメージを受けた場合に発動できる。受けたダメージの数値分だけ自分のＬＰを回復する。", "damage-taken"),
        ("ja", "①：このカードが相手に戦闘ダメージを与えた時に発動する。与えたダメージの数値分だけ自分のＬＰを回復する。", "damage-inflicted"),
        ("en", "When you take battle damage: You can gain LP equal to the damage you took.", "damage-taken"),
    ],
)  # fmt: skip
def test_as_much_as_the_damage_was(lang: Language, text: str, amount: str) -> None:
    assert last_act(text, lang).amount == amount


def test_the_card_itself_is_one_of_those_paid_with() -> None:
    text = "①：このカードを含む自分フィールドの表側表示カード３枚を墓地へ送って発動できる。自分は１枚ドローする。"
    itself, others = effect_of(text).cost
    assert (itself.what, others.count, others.joined) == ("self", 2, "with")


def test_a_target_that_is_the_card_itself_among_others_is_told_as_unread() -> None:
    text = "①：このカードを含む自分の墓地の「灯籠」モンスター２体を対象として発動できる。そのモンスターを特殊召喚する。"
    assert read_card(text, TYPE, "ja").unread


def test_a_card_of_which_no_namesake_lies_in_the_gy() -> None:
    text = "①：自分メインフェイズに発動できる。同名カードが自分の墓地に存在しない「灯籠」モンスター１体をデッキから手札に加える。"
    which = last_act(text).which
    assert which is not None
    assert which.zones == ("deck",)
    assert which.compared == (Compared(value=("name",), how="other", than="own-gy"),)


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("①：相手フィールドのカード１枚を破壊する。このカードは発動後２回目の自分のスタンバイフェイズに破壊される。", "second-own-standby"),
        ("①：相手フィールドのカード１枚を破壊する。このカードは発動後３回目の相手のエンドフェイズ時に破壊される。", "third-opponent-end-phase"),
    ],
)  # fmt: skip
def test_phases_that_are_counted_from_the_activation(text: str, until: str) -> None:
    acts = [act for read in read_card(text, "Trap / Continuous", "ja").effects for act in read.effect.does]
    assert until in [act.until for act in acts]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：自分メインフェイズに発動できる。自分の手札を全て相手に見せ、相手はその中からランダムに１枚選ぶ。自分は１枚ドローする。"),
        ("zh", "①：自己主要阶段才能发动。自己手卡全部给对方观看，对方从那之中随机选1张。自己抽1张。"),
    ],
)  # fmt: skip
def test_who_chooses_and_whether_at_random(lang: Language, text: str) -> None:
    chosen = next(act for act in effect_of(text, lang).does if act.act == "choose")
    assert (chosen.what, chosen.count, chosen.to) == ("opponent", 1, "random")


def test_which_cards_its_summon_used_is_a_condition() -> None:
    text = "①：このカードが「灯籠」モンスターをリリースしてアドバンス召喚した場合に発動できる。自分は１枚ドローする。"
    asked = next(one for one in effect_of(text).requires if one.is_ == "summoned-with")
    assert asked.of is not None
    assert asked.of.group == ("灯籠",)


def test_by_whose_effect_it_came_is_a_condition_of_what_applies() -> None:
    text = "①：「灯籠」モンスターの効果で特殊召喚したこのカードがモンスターゾーンに存在する限り、自分フィールドのモンスターの攻撃力は５００アップする。"
    asked = next(one for one in effect_of(text).requires if one.is_ == "summoned-by")
    assert asked.of is not None
    assert asked.of.group == ("灯籠",)


def test_of_the_monsters_that_wear_it_only_such_are_meant() -> None:
    which = last_act("①：このカードを装備した「灯籠」モンスターの攻撃力は７００アップする。").which
    assert which is not None
    assert (which.group, which.place) == (("灯籠",), ("equipped-by-this",))


def test_a_further_normal_summon_is_one_of_such_monsters() -> None:
    text = "①：自分メインフェイズに発動できる。このターン、自分は通常召喚に加えて１度だけ、自分メインフェイズに「灯籠」モンスター１体を召喚できる。"
    (allowed,) = effect_of(text).does
    assert allowed.act == "allow-normal-summon"
    assert allowed.which is not None
    assert allowed.which.group == ("灯籠",)


def test_a_kind_that_is_left_out_is_not_the_one_asked_for() -> None:
    text = "①：自分メインフェイズに発動できる。魔法使い族モンスターを除く、「灯籠」カード１枚をデッキから手札に加える。"
    which = last_act(text).which
    assert which is not None
    assert (which.race, which.type) == (("non-Spellcaster",), ())


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：相手フィールドの守備力が一番高いモンスター１体を破壊する。"),
        ("zh", "①：对方场上守备力最高的1只怪兽破坏。"),
    ],
)
def test_the_one_with_most_of_a_value(lang: Language, text: str) -> None:
    which = last_act(text, lang, "Spell / Normal").which
    assert which is not None
    assert which.extreme == ("highest-def",)


def test_one_level_higher_than_the_card_that_was_sent() -> None:
    text = "①：自分フィールドの表側表示モンスター１体を墓地へ送って発動できる。種族・属性が墓地のそのモンスターと同じでレベルが１つ高いモンスター１体をデッキから特殊召喚する。"
    summoned = last_act(text, type_="Spell / Quick-Play")
    assert summoned.whence == ("deck",)
    assert summoned.which is not None
    assert summoned.which.compared == (
        Compared(value=("race", "attribute"), how="same", than="send-to-gy"),
        Compared(value=("level",), how="same", than="send-to-gy", by=1),
    )


def test_a_player_parts_with_cards_until_both_have_as_many() -> None:
    text = "①：自分フィールドのカードの数と同じになるように、相手は自身のフィールドのカードを裏側で除外しなければならない。"
    act = last_act(text, type_="Trap / Normal")
    assert (act.act, act.what, act.count) == ("banish-face-down", "opponent", "until-equal")
    assert act.which is not None
    assert act.which.side == "opponent"


def test_what_is_summoned_and_cannot_attack_is_told_of_both() -> None:
    text = "①：自分の墓地のモンスター１体を対象として発動できる。そのモンスターを特殊召喚する。この効果で特殊召喚したモンスターは攻撃できず、エンドフェイズに破壊される。"
    acts = [(act.act, act.what) for act in effect_of(text).does]
    assert ("forbid-attack", "summoned") in acts
    assert ("apply-later", "summoned") in acts


def test_an_attack_that_destroyed_nothing_is_a_condition() -> None:
    text = "①：このカードの攻撃によって相手モンスターが破壊されなかったダメージステップ終了時に発動できる。その相手モンスターを除外する。"
    assert "attack-target-not-destroyed" in [one.is_ for one in effect_of(text).requires]


@pytest.mark.parametrize(
    ("text", "group", "other"),
    [
        ("①：自分メインフェイズに発動できる。自分は１枚ドローする。この効果を発動するターン、自分の「灯籠」モンスターは攻撃宣言できない。", ("灯籠",), False),
        ("①：自分メインフェイズに発動できる。自分は１枚ドローする。この効果を発動するターン、このカード以外のモンスターは攻撃できない。", (), True),
        ("①：自分メインフェイズに発動できる。自分は１枚ドローする。この効果を発動するターン、自分は「灯籠」モンスターでしか攻撃宣言できない。", ("non-灯籠",), False),
    ],
)  # fmt: skip
def test_an_oath_names_the_monsters_that_do_not_attack(text: str, group: tuple[str, ...], other: bool) -> None:
    (oath,) = effect_of(text).cost
    assert oath.until == "turn-of-activation"
    assert oath.which is not None
    assert (oath.which.group, oath.which.other) == (group, other)


def test_drawing_until_the_hand_has_so_many() -> None:
    assert (
        last_act("①：自分は手札が３枚になるようにデッキからドローする。", type_="Spell / Normal").count
        == "until-3-in-hand"
    )


def test_of_the_level_that_the_banished_monsters_have_together() -> None:
    text = "①：自分の墓地からモンスター２体を除外して発動できる。除外したモンスターのレベルの合計と同じレベルを持つ「灯籠」モンスター１体をデッキから特殊召喚する。"
    which = last_act(text, type_="Spell / Normal").which
    assert which is not None
    assert which.compared == (Compared(value=("level",), how="same", than="banish"),)
