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


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "ja",
            "自分は１枚ドローする。"
            "このカードの発動後、次の自分ターンの終了時まで自分は岩石族モンスターしか特殊召喚できない。",
        ),
        ("zh", "自己抽1张。这张卡的发动后，直到下次的自己回合的结束时自己不是岩石族怪兽不能特殊召唤。"),
        (
            "en",
            "Draw 1 card. Until the end of your next turn after this card resolves, you cannot Special Summon, "
            "except Rock monsters.",
        ),
    ],
)  # fmt: skip
def test_what_a_card_bars_once_it_is_activated_bars_its_player_and_not_the_card(lang: Language, text: str) -> None:
    (read,) = read_card(text, "Spell / Normal", lang).effects
    ban = read.effect.does[-1]
    assert (ban.act, ban.what, ban.until) == ("forbid-summon", "you", "end-of-next-own-turn")
    assert ban.which is not None
    assert ban.which.race == ("non-Rock",)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "ja",
            "①：自分の墓地のモンスター１体を対象として発動できる。"
            "そのモンスターを表側攻撃表示または裏側守備表示で特殊召喚する。",
        ),
        ("zh", "①：以自己墓地1只怪兽为对象才能发动。那只怪兽表侧攻击表示或者里侧守备表示特殊召唤。"),
        (
            "en",
            "You can target 1 monster in your GY; "
            "Special Summon it in face-up Attack Position or face-down Defense Position.",
        ),
    ],
)  # fmt: skip
def test_of_two_positions_neither_is_dropped(lang: Language, text: str) -> None:
    assert last_act(text, lang).to == "attack-or-face-down-defence"


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "ja",
            "①：自分フィールドの、岩石族モンスター１体と「灯籠」モンスター１体を墓地へ送って発動できる。"
            "自分は１枚ドローする。",
        ),
        ("zh", "①：把自己场上1只岩石族怪兽和1只「灯笼」怪兽送去墓地才能发动。自己抽1张。"),
        ("en", 'You can send 1 Rock monster and 1 "Lantern" monster you control to the GY; draw 1 card.'),
    ],
)  # fmt: skip
def test_a_price_of_two_kinds_is_two_cards(lang: Language, text: str) -> None:
    rock, lantern = effect(text, lang).cost
    assert rock.which is not None
    assert lantern.which is not None
    assert (rock.which.race, rock.which.group, rock.count) == (("Rock",), (), 1)
    assert (lantern.which.race, bool(lantern.which.group), lantern.joined) == ((), True, "with")


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "ja",
            "①：このカードが召喚した場合に発動できる。"
            "自分フィールドの岩石族モンスターの数だけ自分はデッキからドローする。",
        ),
        ("zh", "①：这张卡召唤的场合才能发动。自己从卡组抽出自己场上的岩石族怪兽的数量。"),
        ("en", "If this card is Normal Summoned: You can draw cards equal to the number of Rock monsters you control."),
    ],
)  # fmt: skip
def test_as_many_as_there_are_such_cards_are_drawn(lang: Language, text: str) -> None:
    act = last_act(text, lang)
    assert (act.act, act.count) == ("draw", "as-many-as-such")
    assert act.per is not None
    assert (act.per.side, act.per.race) == ("own", ("Rock",))


def test_what_a_later_part_asks_of_the_card_is_asked_of_the_target_or_of_what_was_paid() -> None:
    of_target = (
        "①：相手の墓地のモンスター１体を対象として発動できる。そのモンスターを除外する。"
        "そのモンスターが岩石族モンスターだった場合、自分は１枚ドローする。"
    )
    of_price = (
        "①：手札を１枚捨てて発動できる。自分は１枚ドローする。"
        "捨てたカードが岩石族モンスターだった場合、さらに自分は１枚ドローする。"
    )
    for text, asked in ((of_target, "target-is"), (of_price, "paid-with")):
        (condition,) = last_act(text, "ja").requires
        assert condition.is_ == asked
        assert condition.of is not None
        assert condition.of.race == ("Rock",)


def test_what_is_said_before_either_of_two_kinds_holds_for_both() -> None:
    text = (
        "①：自分の墓地のレベル４以下の、通常モンスターまたは「灯籠」モンスター１体を対象として発動できる。"
        "そのモンスターを特殊召喚する。"
    )
    (target,) = effect(text, "ja").targets
    assert target.level == (0, 4)
    assert [kind.level for kind in target.either] == [None, None]


def test_a_kind_that_is_left_out_is_not_asked_for() -> None:
    found = last_act("①：発動できる。デッキから速攻魔法カード以外の「灯籠」カード１枚を手札に加える。", "ja").which
    assert found is not None
    assert (found.type, found.group) == (("non-quick-play",), ("灯籠",))


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "ja",
            "フィールドのこのカードを素材としてＸ召喚した風属性モンスターは以下の効果を得る。"
            "●このカードは相手の効果の対象にならない。",
        ),
        (
            "en",
            "A WIND Xyz Monster that was Summoned using this card on the field as material gains this effect."
            "\n● Your opponent cannot target this card with card effects.",
        ),
    ],
)  # fmt: skip
def test_which_monster_is_given_an_effect_is_held(lang: Language, text: str) -> None:
    (read,) = read_card(text, DRAGON, lang).effects
    (given,) = read.effect.requires
    assert given.of is not None
    assert given.of.attribute == ("WIND",)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：自分の岩石族モンスターが戦闘で破壊したモンスターは除外される。"),
        ("en", "Banish any monster destroyed by battle with a Rock monster you control."),
    ],
)  # fmt: skip
def test_what_applies_only_to_cards_nobody_read_waits_for_what_was_not_read(lang: Language, text: str) -> None:
    reading = read_card(text, DRAGON, lang)
    assert reading.unread
    for act in reading.effects[0].effect.does:
        assert any(asked.is_ == "unread" for asked in act.requires)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：発動できる。自分は１枚ドローし、岩石族モンスターをもう１つ食べる。"),
        ("zh", "①：这张卡召唤的场合才能发动。自己抽1张，岩石族怪兽再吃1个。"),
    ],
)
def test_a_type_that_a_resolution_drops_makes_its_clause_unread(lang: Language, text: str) -> None:
    reading = read_card(text, DRAGON, lang)
    assert any("岩石族" in one.text for one in reading.unread)
    assert any("岩石族" in one.text for one in reading.effects[0].effect.unread_deeds)


def test_any_card_of_one_archetype_or_a_spell_of_another_is_either_of_them() -> None:
    text = "①：発動できる。自分の墓地から「灯籠」カードまたは「提灯」魔法カード１枚を手札に加える。"
    found = last_act(text, "ja").which
    assert found is not None
    assert found.either == (Filter(group=("灯籠",)), Filter(type=("spell",), group=("提灯",)))
    assert found.type == ()


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "ja",
            "①：自分メインフェイズに発動できる。"
            "手札からレベル４以下の通常モンスター１体をこのカードのリンク先となる自分フィールドに特殊召喚する。",
        ),
        ("zh", "①：自己主要阶段才能发动。从手卡把1只4星以下的通常怪兽特殊召唤到这张卡所连接区的自己场上。"),
        (
            "en",
            "You can Special Summon 1 Level 4 or lower Normal Monster from your hand "
            "to your zone this card points to.",
        ),
    ],
)  # fmt: skip
def test_what_is_summoned_to_where_this_card_points_is_not_this_card(lang: Language, text: str) -> None:
    act = last_act(text, lang)
    assert (act.act, act.what, act.to, act.whence) == ("special-summon", "", "linked-zone", ("hand",))
    assert act.which is not None
    assert act.which.place == ()
    assert act.which.level == (0, 4)


@pytest.mark.parametrize(
    ("lang", "text", "left"),
    [
        ("ja", "フィールド魔法カードが表側表示で存在する場合、このカードは手札から特殊召喚できる。", "フィールド魔法"),
        ("en", "You can Special Summon this card (from your hand) to your zone a Link Monster points to.", "points to"),
    ],
)
def test_what_a_procedure_names_and_no_word_holds_is_told_as_not_read(lang: Language, text: str, left: str) -> None:
    reading = read_card(text, DRAGON, lang)
    (procedure,) = reading.effects
    assert procedure.effect.kind == "summoning"
    assert any(left in one.text for one in reading.unread)
    assert any(left in one.text for one in procedure.effect.unread_deeds)


def test_a_card_that_returns_another_to_come_out_of_the_gy_lies_there() -> None:
    text = "①：このカードは自分フィールドの岩石族モンスター１体を持ち主の手札に戻し、墓地から特殊召喚できる。"
    assert effect(text, "ja").zones == ("gy",)


@pytest.mark.parametrize(
    "text",
    [
        "①：このカードの召喚に成功したターンのバトルステップに発動できる。このカードの攻撃力は５００アップする。",
        "①：モンスターに装備されているこのカードが墓地へ送られた場合に発動できる。自分は１枚ドローする。",
        "①：フィールドのモンスターが自身を対象としないカードの効果で破壊された場合に発動できる。自分は１枚ドローする。",
        "①：自分フィールドにモンスターが存在し、その属性が全て異なる場合に発動できる。自分は１枚ドローする。",
    ],
)
def test_a_circumstance_no_condition_holds_is_told_as_not_read(text: str) -> None:
    (read,) = read_card(text, DRAGON, "ja").effects
    assert read.effect.unread, read.effect


def test_what_cannot_be_negated_is_no_negation() -> None:
    text = "①：発動できる。このターン、自分の魔法カードの発動と効果を無効化されない。"
    (read,) = read_card(text, DRAGON, "ja").effects
    assert all(act.act != "negate-activation" for act in read.effect.does)


def test_all_different_is_not_a_number_of_cards() -> None:
    text = "①：発動できる。自分の墓地のモンスターのカード名が全て異なる場合、フィールドのカード１枚を選んで破壊する。"
    (read,) = read_card(text, DRAGON, "ja").effects
    assert read.effect.does[-1].count == 1


def test_one_of_a_kind_among_so_many_cards_leaves_the_others_open() -> None:
    among_targets = effect(
        "①：岩石族モンスターを含む自分フィールドのモンスター２体を対象として発動できる。そのモンスターを破壊する。",
        "ja",
    )
    assert [one.race for one in among_targets.targets] == [("Rock",), ()]
    among_materials = effect(
        "①：発動できる。岩石族モンスターを含む自分フィールドのモンスターを融合素材とし、融合モンスター１体を融合召喚する。",
        "ja",
    )
    used = [act for act in among_materials.does if act.act == "attach-material"]
    assert [(act.which and act.which.race, act.joined) for act in used] == [(("Rock",), ""), ((), "with")]


def test_a_summon_that_uses_this_card_tells_so() -> None:
    act = last_act("①：発動できる。このカードを含む自分フィールドのモンスターをＳ素材としてＳ召喚する。", "ja")
    assert (act.act, act.to) == ("synchro-summon", "using-this-card")


def test_this_card_and_another_summoned_at_once_are_both() -> None:
    text = "①：発動できる。手札のこのカードと自分の手札・墓地の「灯籠」１体を特殊召喚する。"
    own, other = effect(text, "ja").does
    assert (own.what, other.joined) == ("self", "with")
    assert other.which is not None
    assert other.which.name == ("灯籠",)


@pytest.mark.parametrize(
    ("how", "to"),
    [
        ("効果を無効にして守備表示で", "effects-negated-defence"),
        ("このカードのリンク先となる自分フィールドに守備表示で", "linked-zone-defence"),
        ("相手フィールドに裏側守備表示で", "opponent-field-face-down-defence"),
    ],
)
def test_where_and_how_a_monster_is_summoned_are_both_held(how: str, to: str) -> None:
    text = f"①：自分の墓地のモンスター１体を対象として発動できる。そのモンスターを{how}特殊召喚する。"
    assert last_act(text, "ja").to == to


def test_levels_between_two_and_one_or_the_other_are_held() -> None:
    between = last_act("①：発動できる。デッキからレベル３～５の岩石族モンスター１体を手札に加える。", "ja").which
    assert between is not None
    assert between.level == (3, 5)
    either = last_act("①：発動できる。デッキからレベル４・８の岩石族モンスター１体を手札に加える。", "ja").which
    assert either is not None
    assert [kind.level for kind in either.either] == [(4, 4), (8, 8)]


def test_a_level_left_out_behind_its_noun_is_told_as_not_read() -> None:
    text = "①：発動できる。デッキからレベル２モンスター以外の「灯籠」モンスター１体を手札に加える。"
    reading = read_card(text, DRAGON, "ja")
    found = reading.effects[0].effect.does[-1].which
    assert reading.unread
    assert found is not None
    assert found.level is None


def test_the_rest_of_what_was_excavated_goes_back_in_the_order_one_likes() -> None:
    text = (
        "①：発動できる。自分のデッキの上からカードを３枚めくり、その中から１枚を選んで手札に加える。"
        "残りのカードは好きな順番でデッキの下に戻す。"
    )
    act = last_act(text, "ja")
    assert (act.act, act.what, act.to) == ("return-to-deck", "excavated", "bottom-in-any-order")


def test_what_an_answered_effect_does_stands_in_quotes_and_is_no_name() -> None:
    text = "相手が発動した「フィールド上のモンスターを破壊する効果」を持つカードの発動を無効にし破壊する。"
    (read,) = read_card(text, "Spell / Quick-Play", "ja").effects
    answered = read.effect.responds_to
    assert answered is not None
    assert answered.doing == ("destroy",)
    assert answered.doing_to == Filter(zones=("monster-zone",), type=("monster",))


@pytest.mark.parametrize(
    "text",
    [
        "①：このカードが召喚した場合に発動できる。デッキから「灯籠」モンスター１体を特殊召喚する。この効果で特殊召喚したモンスターは攻撃宣言できず、効果は無効化される。",
        "①：自分の「灯籠」モンスターの召喚は無効化されず、その召喚成功時に自分は１枚ドローする。",
    ],
)  # fmt: skip
def test_a_prohibition_no_part_of_a_profile_holds_is_told_as_not_read(text: str) -> None:
    effect = read_card(text, DRAGON, "ja").effects[0].effect
    assert effect.unread_deeds


@pytest.mark.parametrize(
    "text",
    [
        "①：フィールドのモンスター１体を対象として発動できる。このカードのレベルをそのモンスターと同じにし、自分は１枚ドローする。",
        "①：１ターンに１度、発動できる。手札のドラゴン族モンスター２体を、お互いのフィールドに１体ずつ特殊召喚する。",
        "①：相手がメインフェイズにモンスターを特殊召喚する度に、自分は５００ＬＰ回復する。",
    ],
)
def test_a_level_a_field_or_a_phase_that_no_part_holds_is_told_as_not_read(text: str) -> None:
    (read,) = read_card(text, DRAGON, "ja").effects
    assert read.effect.unread_deeds


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "ja",
            "①：１ターンに１度、発動できる。デッキから戦士族モンスター１体を表側守備表示または裏側守備表示で特殊召喚する。",
        ),
        ("zh", "①：1回合1次，自己主要阶段才能发动。从卡组把1只战士族怪兽表侧守备表示或者里侧守备表示特殊召唤。"),
    ],
)
def test_of_two_positions_neither_is_lost(lang: Language, text: str) -> None:
    assert last_act(text, lang).to == "face-up-or-face-down-defence"


@pytest.mark.parametrize("whom", ["相手に", "相手ライフに", "自分に"])
def test_a_damage_told_before_its_player_is_no_less_a_damage(whom: str) -> None:
    text = f"①：１ターンに１度、発動できる。５００ダメージを{whom}与え、このカードを破壊する。"
    assert [act.act for act in effect(text, "ja").does] == ["inflict-damage", "destroy"]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "ja",
            "①：相手フィールドのモンスター１体を対象として発動できる。その相手モンスターを装備カード扱いとしてこのカードに装備する。",
        ),
        ("zh", "①：1回合1次，以对方场上1只怪兽为对象才能发动。那只对方怪兽当作装备卡使用给这张卡装备。"),
    ],
)
def test_what_is_equipped_to_this_card_is_not_this_card(lang: Language, text: str) -> None:
    act = last_act(text, lang)
    assert (act.act, act.what, act.to) == ("equip", "target", "self")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("①：このカードが戦闘で破壊したモンスターは墓地へは行かず除外される。", ("redirect-to-banish", "battled", "")),
        (
            "①：特殊召喚した表側表示のこのカードはフィールドから離れた場合にデッキの一番下に戻る。",
            ("apply-later", "self", "return-to-deck"),
        ),
    ],
)
def test_where_a_card_goes_is_said_of_that_card_and_of_that_place(text: str, expected: tuple[str, str, str]) -> None:
    act = last_act(text, "ja")
    assert (act.act, act.what, act.to) == expected


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：自分フィールドの魔法・罠カードを破壊する効果を相手が発動した時に発動できる。その発動を無効にする。"),
        ("zh", "①：对方把要把自己场上的魔法·陷阱卡破坏的效果发动时才能发动。那个发动无效。"),
    ],
)
def test_an_answer_to_a_destruction_holds_what_would_be_destroyed(lang: Language, text: str) -> None:
    response = effect(text, lang).responds_to
    assert response is not None
    assert response.doing_to is not None
    assert (response.doing_to.side, response.doing_to.type) == ("own", ("spell", "trap"))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (
            "このカードは上記のカードを融合素材にした融合召喚でのみＥＸデッキから特殊召喚できる。",
            "only-fusion-summon-from-extra-deck",
        ),
        ("このカードは上記のカードを融合素材にした融合召喚でのみ特殊召喚できる。", "only-fusion-summon"),
        ("このカードは「石の融合」の効果でのみＥＸデッキから特殊召喚できる。", "only-by-named-effect-from-extra-deck"),
    ],
)  # fmt: skip
def test_the_only_way_out_of_the_extra_deck_is_no_summon_that_is_made(text: str, word: str) -> None:
    whole = f"岩石族モンスター＋戦士族モンスター\n{text}\n①：１ターンに１度、発動できる。自分は１枚ドローする。"
    effects = read_card(whole, "Monster / Rock / Fusion / Effect", "ja").effects
    assert [(act.act, act.to) for act in effects[0].effect.does] == [("forbid-summon", word)]
