"""What narrows something is in a filter of the profile, or stands there as not read; texts of our own."""

import pytest

from knowledge.data.profile import Compared, Effect, Filter, Together
from knowledge.text import read_card
from knowledge.text.card_reading import Language
from knowledge.text.effects.filters import filter_in
from knowledge.text.grammar import wording_of
from knowledge.text.printer import wording


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


MONSTER = "Monster / Fish / Effect"


def said(phrase: str, lang: Language) -> Filter:
    return filter_in(phrase, 0, len(phrase), wording_of(lang))


@pytest.mark.parametrize(
    ("phrases", "compared"),
    [
        (
            {"ja": "そのモンスターの攻撃力以下の攻撃力を持つモンスター", "zh": "持有那只怪兽的攻击力以下的攻击力的怪兽",
             "en": "monster whose atk is less than or equal to that target's atk"},
            Compared(value=("atk",), how="at-most", than="target"),
        ),
        (
            {"ja": "攻撃力がこのカードより低いモンスター", "zh": "攻击力比这张卡低的怪兽",
             "en": "monster with lower atk than this card"},
            Compared(value=("atk",), how="below", than="self"),
        ),
        (
            {"ja": "捨てたモンスターとカード名が異なるモンスター", "zh": "和丢弃的怪兽卡名不同的怪兽",
             "en": "monster with a different name from the discarded monster"},
            Compared(value=("name",), how="other", than="discard"),
        ),
        (
            {"ja": "破壊したモンスターと同じ種族のモンスター", "zh": "和破坏的怪兽相同种族的怪兽",
             "en": "monster with the same type as the destroyed monster"},
            Compared(value=("race",), how="same", than="destroy"),
        ),
    ],
)  # fmt: skip
def test_a_value_is_compared_with_another_cards(phrases: dict[Language, str], compared: Compared) -> None:
    for lang, phrase in phrases.items():
        assert said(phrase, lang).compared == (compared,), phrase


@pytest.mark.parametrize(
    ("phrases", "together"),
    [
        (
            {"ja": "カード名が異なるモンスター3体", "zh": "卡名不同的怪兽3只", "en": "3 monsters with different names"},
            Together(different=("name",)),
        ),
        (
            {"ja": "同じ種族のモンスター2体", "zh": "相同种族的怪兽2只", "en": "2 monsters with the same type"},
            Together(alike=("race",)),
        ),
        (
            {"ja": "レベルの合計が12以上になるように,モンスター", "zh": "等级合计12以上的怪兽",
             "en": "monsters whose total levels equal 12 or more"},
            Together(total=("level",), how="at-least", amount=12),
        ),
        (
            {"ja": "レベルの合計が儀式召喚するモンスターのレベル以上になるように,モンスター",
             "zh": "等级合计直到仪式召唤的怪兽的等级以上的怪兽",
             "en": "monsters whose total levels equal or exceed the level of the ritual monster"},
            Together(total=("level",), how="at-least", amount="ritual-summon"),
        ),
    ],
)  # fmt: skip
def test_cards_are_measured_together(phrases: dict[Language, str], together: Together) -> None:
    for lang, phrase in phrases.items():
        assert said(phrase, lang).together == together, phrase


@pytest.mark.parametrize(
    ("phrase", "lang", "place"),
    [
        ("このカードと同じ縦列の相手モンスター", "ja", "own-column"),
        ("与此卡同一纵列的对手怪兽", "zh", "own-column"),
        ("opponent's monsters in this card's column", "en", "own-column"),
        ("このカードのリンク先のモンスター", "ja", "linked-by-this"),
        ("此卡连接端的怪兽", "zh", "linked-by-this"),
        ("monsters this card points to", "en", "linked-by-this"),
    ],
)
def test_places_are_seen_from_this_card(phrase: str, lang: Language, place: str) -> None:
    assert said(phrase, lang).place == (place,)


def test_whose_card_it_is_is_not_who_controls_it() -> None:
    which = said("元々の持ち主が相手となる自分のモンスター", "ja")
    assert (which.owner, which.side) == ("opponent", "own")


def test_a_card_others_are_measured_by_is_not_what_is_acted_on() -> None:
    text = (
        "①：相手フィールドのモンスター１体を対象として発動できる。"
        "そのモンスターの攻撃力以下の攻撃力を持つモンスター１体を手札から特殊召喚する。"
    )
    (read,) = read_card(text, MONSTER, "ja").effects
    (summon,) = read.effect.does
    assert summon.what == ""
    assert summon.which is not None
    assert summon.which.compared == (Compared(value=("atk",), how="at-most", than="target"),)


def test_how_many_cards_a_condition_asks_for_is_read() -> None:
    text = (
        "①：このカードが墓地に存在し、自分フィールドに「不知火」モンスターが２種類以上存在する場合に発動できる。"
        "このカードを特殊召喚する。"
    )
    (read,) = read_card(text, MONSTER, "ja").effects
    (required,) = read.effect.requires
    assert required.amount == 2
    assert required.of is not None
    assert required.of.together == Together(different=("name",))


def test_a_comparison_no_filter_holds_is_told_as_unread() -> None:
    text = (
        "①：自分フィールドのモンスター１体を対象として発動できる。"
        "そのモンスターの攻撃力以下の攻撃力を持つモンスターの数だけドローする。"
    )
    reading = read_card(text, MONSTER, "ja")
    assert reading.effects[0].effect.unread_deeds


@pytest.mark.parametrize("lang", ["zh", "en", "ja"])
def test_what_is_measured_reads_back(lang: Language) -> None:
    which = Filter(
        type=("monster", "non-tuner"),
        compared=(Compared(value=("def", "original-level"), how="above", than="tribute", their="atk"),),
        together=Together(different=("name",), total=("level",), how="same", amount="ritual-summon"),
        place=("own-column", "extra-monster-zone"),
        owner="opponent",
        by_this=("special-summon",),
    )
    effect = Effect(number=1, kind="ignition", targets=(which,))
    (back,) = read_card(wording(effect, lang), MONSTER, lang).effects
    assert back.effect == effect


@pytest.mark.parametrize(
    ("phrase", "lang"),
    [
        ("「灯籠」モンスターか恐竜族モンスター", "ja"),
        ("「灯笼」怪兽或恐龙族怪兽", "zh"),
        ('"lantern" monster or dinosaur monster', "en"),
    ],
)
def test_one_kind_or_another_asks_for_either_and_not_for_both(phrase: str, lang: Language) -> None:
    which = said(phrase, lang)
    assert (which.group, which.race) == ((), ())
    groups, races = [one.group for one in which.either], [one.race for one in which.either]
    assert (len(groups[0]), races) == (1, [(), ("Dinosaur",)])


def test_two_archetypes_before_one_noun_are_both_archetypes() -> None:
    assert said('"lantern" or "candle" monster', "en").group == ("lantern", "candle")


@pytest.mark.parametrize(
    ("phrase", "lang", "type_"),
    [
        ("装備魔法カード1枚", "ja", "equip"),
        ("场地魔法卡", "zh", "field"),
        ("counter trap", "en", "counter"),
    ],
)
def test_the_kind_of_a_spell_or_trap_is_read(phrase: str, lang: Language, type_: str) -> None:
    assert type_ in said(phrase, lang).type


def test_a_level_that_is_left_out_is_not_asked_for() -> None:
    effect = effect_of("①：以等级10以外的自己墓地的1只怪兽为对象可以发动。将该怪兽加入手牌。", "zh")
    assert effect.targets[0].level is None
    assert effect.unread


def test_two_cards_named_together_are_acted_on_together() -> None:
    effect = effect_of("①：相手モンスター１体を対象として発動できる。そのモンスターとこのカードを破壊する。", "ja")
    assert [(act.act, act.what, act.joined) for act in effect.does] == [
        ("destroy", "self", ""),
        ("destroy", "target", "with"),
    ]


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("①：自分メインフェイズに発動できる。自分は１枚ドローする。このターン、自分は月を見上げられない。", "ja"),
        ("①：自己主要阶段才能发动。自己抽1张。这个回合，自己不能抬头看月亮。", "zh"),
    ],
)
def test_a_sentence_that_rules_out_what_nobody_reads_is_told_as_unread(text: str, lang: Language) -> None:
    assert effect_of(text, lang).unread_deeds


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("「灯籠」モンスターにのみ装備可能。①：装備モンスターの攻撃力は５００アップする。", "ja"),
        ("「灯笼」怪兽才能装备。①：装备怪兽的攻击力上升500。", "zh"),
        ('Equip only to a "Lantern" monster. It gains 500 ATK.', "en"),
    ],
)
def test_an_equip_spell_targets_only_what_it_may_be_equipped_to(text: str, lang: Language) -> None:
    (which,) = effect_of(text, lang, "Spell / Equip").targets
    assert (len(which.group), which.zones, which.face) == (1, ("monster-zone",), "up")


def test_what_may_not_be_done_is_not_done() -> None:
    effect = effect_of("①：以对方场上1只怪兽为对象才能发动。对方不能把那只怪兽解放。", "zh")
    assert all(act.act != "tribute" for act in effect.does)
