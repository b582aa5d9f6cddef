"""What narrows something is in a filter or condition of the profile, or stands there as not read; texts of our own."""

import pytest

from knowledge.data.profile import FIELD, Compared, Effect, Filter, Together
from knowledge.text import read_card
from knowledge.text.card_reading import Language
from knowledge.text.effects.filters import filter_in
from knowledge.text.grammar import wording_of
from knowledge.text.printer import wording

MONSTER = "Monster / Fish / Effect"


def effect_of(text: str, lang: Language, type_: str = MONSTER) -> Effect:
    return effects_of(text, lang, type_)[0]


def effects_of(text: str, lang: Language, type_: str = MONSTER) -> list[Effect]:
    return [read.effect for read in read_card(text, type_, lang).effects]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：このカードが「灯籠」カードの効果で破壊された場合に発動できる。自分は１枚ドローする。"),
        ("zh", "①：这张卡被「灯笼」卡的效果破坏的场合才能发动。自己抽1张。"),
        ("en", 'If this card is destroyed by the effect of a "Lantern" card: You can draw 1 card.'),
    ],
)
def test_by_whose_effect_it_was_destroyed_is_a_condition(lang: Language, text: str) -> None:
    effect = effect_of(text, lang)
    assert effect.kind == "trigger"
    assert not effect.unread
    (cause,) = [asked for asked in effect.requires if asked.is_ == "caused-by"]
    assert cause.of is not None
    assert cause.of.group


def test_one_of_two_ways_to_come_is_not_taken_for_the_only_one() -> None:
    text = "①：このカードがＳ召喚または「灯籠」カードの効果で特殊召喚した場合に発動できる。自分は１枚ドローする。"
    effect = effect_of(text, "ja")
    assert all(asked.is_ != "caused-by" for asked in effect.requires)
    assert effect.unread


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：自分が２５００以上の戦闘ダメージを受けた時に発動できる。自分は１枚ドローする。"),
        ("zh", "①：自己受到2500以上的战斗伤害的场合才能发动。自己抽1张。"),
        ("en", "When you take 2500 or more battle damage: You can draw 1 card."),
    ],
)
def test_how_much_damage_sets_it_off_is_a_condition(lang: Language, text: str) -> None:
    effect = effect_of(text, lang)
    assert [asked.amount for asked in effect.requires if asked.is_ == "damage-at-least"] == [2500]


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


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "ja",
            "①：相手フィールドにモンスターが存在し、自分フィールドにモンスターが存在しない場合、このカードは手札から特殊召喚できる。",
        ),
        ("zh", "①：对方场上有怪兽存在，自己场上没有怪兽存在的场合，这张卡可以从手卡特殊召唤。"),
        (
            "en",
            "If your opponent controls a monster and you control no monsters, "
            "you can Special Summon this card (from your hand).",
        ),
    ],
)
def test_a_procedure_keeps_what_it_waits_for(lang: Language, text: str) -> None:
    (effect,) = effects_of(text, lang)
    assert effect.kind == "summoning"
    assert {one.is_ for one in effect.requires} == {"opponent-controls", "controls-none"}


def test_a_procedure_that_is_paid_for_by_showing_a_card_is_one() -> None:
    effect, *_ = effects_of(
        "このカードは通常召喚できない。手札の「灯籠」１体を相手に見せた場合に特殊召喚できる。①：１ターンに１度、自分メインフェイズに発動できる。自分は１枚ドローする。",
        "ja",
    )
    assert (effect.kind, [act.act for act in effect.cost]) == ("summoning", ["reveal"])


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "ja",
            "①：自分フィールドにモンスターが存在しない場合、または自分の墓地に「灯籠」モンスターが存在する場合に発動できる。自分は１枚ドローする。",
        ),
        ("zh", "①：自己场上没有怪兽存在的场合，或者自己墓地有「灯笼」怪兽存在的场合才能发动。自己抽1张。"),
    ],
)
def test_one_condition_or_another_is_not_both(lang: Language, text: str) -> None:
    (effect,) = effects_of(text, lang)
    (either,) = effect.requires
    assert (either.is_, [one.is_ for one in either.among]) == ("any-of", ["controls-none", "in-gy"])


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：このカードが手札・フィールドから墓地へ送られた場合に発動できる。自分は１枚ドローする。"),
        ("zh", "①：这张卡从手卡·场上送去墓地的场合才能发动。自己抽1张。"),
        ("en", "If this card is sent from the hand or field to the GY: You can draw 1 card."),
    ],
)
def test_hand_or_field_is_either_of_them(lang: Language, text: str) -> None:
    (effect,) = effects_of(text, lang)
    assert effect.trigger is not None
    assert effect.trigger.of is not None
    assert set(effect.trigger.of.zones) == {"hand", *FIELD}
    assert effect.requires == ()


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "ja",
            "装備モンスターの攻撃力は５００アップする。装備モンスターが戦闘で相手モンスターを破壊した場合、自分は１枚ドローする。",
        ),
        ("zh", "装备怪兽的攻击力上升500。装备怪兽战斗破坏对方怪兽的场合，自己抽1张。"),
    ],
)
def test_what_the_equipped_monster_does_is_done_by_no_other(lang: Language, text: str) -> None:
    triggers = [effect.trigger for effect in effects_of(text, lang, "Spell / Equip") if effect.trigger]
    assert [trigger.of.place for trigger in triggers if trigger.of] == [("equipped-by-this",)]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：このカードが戦闘で相手モンスターを破壊し墓地へ送った時に発動できる。自分は１枚ドローする。"),
        ("zh", "①：这张卡战斗破坏对方怪兽送去墓地时才能发动。自己抽1张。"),
        ("en", "When this card destroys an opponent's monster by battle and sends it to the GY: You can draw 1 card."),
    ],
)
def test_what_was_beaten_must_reach_the_gy_where_the_text_says_so(lang: Language, text: str) -> None:
    (effect,) = effects_of(text, lang)
    assert "destroyed-went-to-gy" in {one.is_ for one in effect.requires}


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：このカードが墓地へ送られたターンのエンドフェイズに発動できる。自分は１枚ドローする。"),
        ("zh", "①：这张卡送去墓地的回合的结束阶段才能发动。自己抽1张。"),
        ("en", "During the End Phase of the turn this card was sent to the GY: You can draw 1 card."),
    ],
)
def test_the_turn_in_which_it_went_is_a_condition(lang: Language, text: str) -> None:
    (effect,) = effects_of(text, lang)
    assert "sent-to-gy-this-turn" in {one.is_ for one in effect.requires}


def test_how_often_a_card_is_summoned_and_an_effect_is_used_are_two_limits() -> None:
    text = (
        "自分は「灯籠」を１ターンに１度しか特殊召喚できず、その②の効果は１ターンに１度しか使用できない。"
        "①：自分メインフェイズに発動できる。このカードを手札から特殊召喚する。"
        "②：自分メインフェイズに発動できる。自分は１枚ドローする。"
    )
    first, second = (effect.limit for effect in effects_of(text, "ja") if effect.number)
    assert first is not None
    assert second is not None
    assert (first.of, first.counts, second.of, second.counts) == ("summon", "name", "use", "name")


def test_effects_numbered_from_one_to_another_share_their_limit() -> None:
    text = "このカード名の①～③の効果は１ターンに１度、いずれか１つしか使用できない。" + "".join(
        f"{sign}：自分メインフェイズに発動できる。自分は１枚ドローする。" for sign in "①②③"
    )
    assert [effect.limit and effect.limit.shared for effect in effects_of(text, "ja")] == [(1, 2, 3)] * 3


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：自分メインフェイズに発動できる（この効果の発動と効果は無効化されない）。自分は１枚ドローする。"),
        ("zh", "①：自己主要阶段才能发动（这个效果的发动和效果不会被无效化）。自己抽1张。"),
    ],
)
def test_what_cannot_be_negated_is_read_in_brackets_too(lang: Language, text: str) -> None:
    (effect,) = effects_of(text, lang)
    assert effect.unnegatable == ("activation", "effect")


def test_an_opponent_named_for_one_of_two_events_is_told_as_unread() -> None:
    (effect,) = effects_of(
        "①：このカードが戦闘で破壊された場合、または相手の効果でフィールドから離れた場合に発動できる。自分は１枚ドローする。",
        "ja",
    )
    assert effect.trigger is not None
    assert (effect.trigger.subject, effect.trigger.by) == ("self", None)
    assert effect.unread


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "ja",
            "①：自分メインフェイズに発動できる。デッキから「灯籠」カードか「提灯」速攻魔法カード１枚を手札に加える。",
        ),
        ("zh", "①：自己主要阶段才能发动。从卡组把1张「灯笼」卡或「提灯」速攻魔法卡加入手卡。"),
    ],
)
def test_a_kind_that_follows_or_does_not_narrow_the_first(lang: Language, text: str) -> None:
    (effect,) = effects_of(text, lang)
    which = effect.does[0].which
    assert which is not None
    assert which.type == ()
    assert [half.type for half in which.either] == [(), ("spell", "quick-play")]


def test_what_is_done_as_the_card_is_activated_is_not_done_to_it() -> None:
    effect, *_ = effects_of(
        "①：このカードの発動時の効果処理として、デッキから「灯籠」カード１枚を手札に加える事ができる。②：１ターンに１度、自分メインフェイズに発動できる。自分は１枚ドローする。",
        "ja",
        "Spell / Continuous",
    )
    assert (effect.does[0].act, effect.does[0].what) == ("search", "")
