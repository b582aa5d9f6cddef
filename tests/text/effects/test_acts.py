"""What effects do, on what, when and for how long, as read from texts of our own."""

# ruff: noqa: E501 - a card text is one line

import pytest

from knowledge.data.profile import Action, Effect, Filter, Requirement
from knowledge.text import read_card
from knowledge.text.card_reading import Language


def effect_of(text: str, lang: Language = "ja", type_: str = "Spell / Quick-Play") -> Effect:
    return next(read.effect for read in read_card(text, type_, lang).effects if read.effect.kind != "condition")


def act_of(text: str, name: str, lang: Language = "ja") -> Action:
    return next(act for act in effect_of(text, lang).does if act.act == name)


def test_all_damage_halved_is_battle_and_effect_damage() -> None:
    acts = effect_of("①：このターン、自分が受ける全てのダメージは半分になる。").does
    assert [(act.act, act.what, act.until) for act in acts] == [
        ("halve-battle-damage", "you", "end-of-turn"),
        ("change-effect-damage", "you", "end-of-turn"),
    ]


def test_a_lock_on_declaring_attacks_binds_the_player_named() -> None:
    act = act_of("①：このターン、相手は攻撃宣言できない。", "forbid-attack-declaration")
    assert (act.what, act.until) == ("opponent", "end-of-turn")


def test_a_sentence_names_its_card_and_its_time_once() -> None:
    text = (
        "①：フィールドの表側表示モンスター１体を対象として発動できる。"
        "ターン終了時まで、そのモンスターは攻撃力が４００アップし、効果では破壊されない。"
    )
    assert [(act.act, act.what, act.until) for act in effect_of(text).does] == [
        ("gain-atk-def", "target", "end-of-turn"),
        ("protect-from-effect", "target", "end-of-turn"),
    ]


def test_what_is_destroyed_is_described_with_its_archetype_and_other_than_this_card() -> None:
    text = "①：自分メインフェイズに発動できる。このカード以外の自分フィールドの「花札」カード１枚を破壊する。"
    which = act_of(text, "destroy").which
    assert which is not None
    assert (which.side, which.group, which.other) == ("own", ("花札",), True)


def test_a_destruction_in_the_end_phase_is_left_for_later() -> None:
    text = (
        "①：自分の墓地のモンスター１体を対象として発動できる。そのモンスターを特殊召喚する。"
        "この効果で特殊召喚したモンスターはエンドフェイズに破壊される。"
    )
    later = act_of(text, "apply-later")
    assert (later.what, later.to, later.until) == ("summoned", "destroy", "end-phase")


def test_a_limit_of_one_attack_target_points_at_the_target() -> None:
    text = (
        "①：自分フィールドのモンスター１体を対象として発動できる。このターン、相手は対象のモンスターしか攻撃できない。"
    )
    act = act_of(text, "restrict-attack-target")
    assert (act.what, act.to, act.until) == ("target", "only-this", "end-of-turn")


FIELD = ("monster-zone", "spell-zone", "field-zone", "pendulum-zone")


def all_effects(text: str, type_: str = "Monster / Warrior / Effect") -> list[Effect]:
    return [read.effect for read in read_card(text, type_, "ja").effects]


def one_act(text: str, name: str, type_: str = "Monster / Warrior / Effect") -> Action:
    return next(act for effect in all_effects(text, type_) for act in effect.does if act.act == name)


def test_a_target_said_again_with_its_side_is_acted_on_only_as_that_sides() -> None:
    text = (
        "①：自分メインフェイズに、相手フィールドの魔法カード１枚を対象として発動できる。その相手のカードを手札に戻す。"
    )
    assert one_act(text, "return-to-hand").which == Filter(side="opponent")


def test_a_set_target_said_again_is_acted_on_only_while_set() -> None:
    text = "①：フィールドのセットされたカード１枚を対象として発動できる。セットされたそのカードを破壊する。"
    assert one_act(text, "destroy", "Spell / Normal").which == Filter(face="down")


def test_the_attacking_monster_is_hit_only_while_it_attacks() -> None:
    text = "①：相手モンスターの攻撃宣言時、その攻撃モンスター１体を対象として発動できる。その攻撃モンスターを破壊する。"
    assert one_act(text, "destroy", "Trap / Normal").requires == (Requirement(is_="target-still-attacks"),)


def test_a_second_part_waits_for_what_its_sentence_asks_of_the_table() -> None:
    text = (
        "①：自分メインフェイズに発動できる。自分は１枚ドローする。"
        "自分フィールドに「水車」が存在する場合、さらに相手フィールドのカード１枚を選んで破壊する。"
    )
    first, second = all_effects(text)[0].does
    assert first.requires == ()
    assert second.requires == (Requirement(is_="controls", of=Filter(side="own", zones=FIELD, name=("水車",))),)


def test_a_condition_that_names_this_card_is_not_what_the_act_is_done_to() -> None:
    text = "①：自分エンドフェイズに発動する。このカードが表側表示の場合、相手フィールドのモンスターを全て破壊する。"
    act = one_act(text, "destroy")
    assert (act.what, act.which) == ("", Filter(side="opponent", zones=("monster-zone",), type=("monster",)))


def test_a_value_changed_on_many_cards_says_on_which() -> None:
    text = "①：自分メインフェイズに発動できる。相手フィールドの全てのモンスターの攻撃力は０になる。"
    act = one_act(text, "set-atk-def")
    assert (act.count, act.which) == ("all", Filter(side="opponent", zones=("monster-zone",), type=("monster",)))


def test_a_summon_with_negated_effects_is_one_act() -> None:
    text = "①：自分の墓地のモンスター１体を対象として発動できる。そのモンスターを効果を無効にして特殊召喚する。"
    acts = all_effects(text, "Spell / Normal")[0].does
    assert [(act.act, act.what, act.to) for act in acts] == [("special-summon", "target", "effects-negated")]


def test_a_change_of_position_says_into_which() -> None:
    assert (
        one_act("①：このカードが召喚した場合に発動する。このカードを守備表示にする。", "change-position").to
        == "defence"
    )


def test_what_is_left_out_is_no_part_of_what_is_meant() -> None:
    text = "①：自分メインフェイズに発動できる。「水車」カード以外のフィールドの魔法・罠カードを全て破壊する。"
    assert one_act(text, "destroy").which == Filter(zones=FIELD, type=("spell", "trap"), group=("non-水車",))
    text = "①：ドラゴン族以外のフィールドのモンスターの攻撃力は３００ダウンする。"
    which = one_act(text, "lose-atk-def", "Spell / Field").which
    assert which == Filter(zones=("monster-zone",), type=("monster",), race=("non-Dragon",))


def test_a_procedure_has_its_price_and_says_that_nothing_else_brings_the_monster() -> None:
    text = "このカードは通常召喚できない。自分の墓地の悪魔族モンスター２体を除外した場合のみ手札から特殊召喚できる。"
    procedure = all_effects(text + "①：このカードは戦闘では破壊されない。")[0]
    price = Filter(side="own", zones=("gy",), type=("monster",), race=("Fiend",))
    assert (procedure.kind, [(a.act, a.which, a.count) for a in procedure.cost]) == (
        "summoning",
        [("banish", price, 2)],
    )
    barred = [(act.what, act.to) for act in procedure.does if act.act == "forbid-summon"]
    assert barred == [("self", "no-normal-summon"), ("self", "only-by-own-procedure")]


def test_a_trap_that_holds_its_target_falls_with_it() -> None:
    text = (
        "フィールドの表側表示モンスター１体を対象としてこのカードを発動できる。"
        "①：このカードが魔法＆罠ゾーンに存在する限り、そのモンスターは攻撃できない。"
        "そのモンスターがフィールドから離れた時にこのカードは破壊される。"
    )
    acts = all_effects(text, "Trap / Continuous")[1].does
    assert [(act.act, act.what, act.until) for act in acts] == [
        ("forbid-attack", "target", ""),
        ("apply-later", "self", "target-left-field"),
    ]


def test_a_value_changed_at_damage_calculation_only_asks_for_the_attack() -> None:
    text = "①：自分の「水車」モンスターの攻撃力は、相手モンスターに攻撃するダメージ計算時のみ５００アップする。"
    effect = all_effects(text, "Spell / Field")[0]
    assert effect.requires == (Requirement(is_="own-monster-attacks", of=Filter(type=("monster",), group=("水車",))),)
    assert effect.does[0].until == "damage-calculation"


def test_instead_of_the_normal_draw_is_a_condition() -> None:
    text = "①：自分ドローフェイズに通常のドローを行う代わりに発動できる。自分の墓地のモンスター１体を手札に加える。"
    assert all_effects(text)[0].requires == (Requirement(is_="before-normal-draw", amount="instead"),)


def test_where_this_card_was_sent_from_is_part_of_the_event() -> None:
    trigger = all_effects("①：このカードが手札から墓地へ送られた場合に発動できる。自分は１枚ドローする。")[0].trigger
    assert trigger is not None
    assert trigger.of == Filter(zones=("hand",))


def test_what_is_done_in_place_of_a_destruction_is_told() -> None:
    text = "①：このカードが戦闘・効果で破壊される場合、代わりに自分フィールドの「水車」カード１枚を破壊できる。"
    replaced, instead = all_effects(text)[0].does
    assert (replaced.act, replaced.optional) == ("replace-destruction", True)
    assert (instead.act, instead.joined, instead.count) == ("destroy", "and-if-you-do", 1)
    assert instead.which == Filter(side="own", zones=FIELD, group=("水車",))


def test_counters_are_told_by_their_kind() -> None:
    act = one_act("①：自分メインフェイズに発動できる。このカードに魔力カウンターを１つ置く。", "place-counter")
    assert (act.what, act.to) == ("self", "spell-counter")


def test_a_text_that_names_its_archetype_belongs_to_it() -> None:
    text = "このカードはルール上「水車」カードとしても扱う。①：このカードは戦闘では破壊されない。"
    assert one_act(text, "treat-as").to == "水車"


def test_the_monster_fought_is_what_a_battle_text_goes_on_with() -> None:
    text = "①：このカードが相手モンスターを攻撃するダメージステップの間、そのモンスターの効果は無効化される。"
    act = one_act(text, "negate-effect")
    assert (act.what, act.until) == ("battled", "end-of-damage-step")


def test_a_tribute_is_taken_from_the_monster_zone() -> None:
    text = "①：自分フィールドの「水車」モンスター１体をリリースして発動できる。自分は１枚ドローする。"
    price = all_effects(text)[0].cost[0].which
    assert price is not None
    assert price.zones == ("monster-zone",)


def test_a_figure_that_describes_the_target_is_no_change_of_it() -> None:
    text = "①：フィールドの攻撃力１５００以下のモンスター１体を対象として発動できる。そのモンスターを破壊する。"
    assert all_effects(text, "Trap / Normal")[0].cost == ()


def test_empty_main_monster_zones_are_a_condition_and_name_no_turn() -> None:
    text = "①：自分のメインモンスターゾーンにモンスターが存在しない場合に発動できる。自分は１枚ドローする。"
    effect = all_effects(text, "Spell / Quick-Play")[0]
    assert (effect.turn, [(one.is_, one.amount) for one in effect.requires]) == (
        "either",
        [("controls-none", "main-monster-zones")],
    )


def test_what_negates_a_summon_answers_a_summon() -> None:
    text = "このカードを手札から捨てる事で、モンスターの特殊召喚を無効にし破壊する。"
    response = all_effects(text)[0].responds_to
    assert response is not None
    assert (response.to, response.of) == (("summon",), Filter(summoned=("special",)))


def test_an_effect_that_cannot_be_negated_negates_nothing() -> None:
    effect = all_effects("①：自分は「水車」モンスターしかP召喚できない。この効果は無効化されない。")[0]
    assert effect.unnegatable == ("effect",)
    assert not [act for act in effect.does if act.act == "negate-effect"]


def test_points_for_each_level_are_told_as_such() -> None:
    text = "①：このカードが召喚した場合に発動する。このカードのレベル×２００ダメージを相手に与える。"
    assert one_act(text, "inflict-damage").amount == "200-per-self-level"


def test_chinese_protections_are_no_destruction() -> None:
    text = "①：以自己场上的1只怪兽为对象可以发动。此回合，该怪兽不会因战斗被破坏。"
    acts = read_card(text, "Spell / Quick-Play", "zh").effects[0].effect.does
    assert [(act.act, act.what) for act in acts] == [("protect-from-battle", "target")]


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


def test_an_effect_used_while_its_card_lies_face_down_says_so() -> None:
    text = "①：裏側表示のこのカードを対象とする効果を相手が発動した時、このカードを表側守備表示にして発動できる。自分は１枚ドローする。"
    assert only(text, "Monster / Fiend / Effect").face == "down"


def test_once_while_it_lies_there_is_a_limit() -> None:
    text = "モンスターの効果が発動した場合、自分はデッキからカードを１枚ドローする事ができる。この効果はこのカードがフィールド上に表側表示で存在する限り１度しか使用できない。"
    limit = only(text, "Monster / Fiend / Effect").limit
    assert limit is not None
    assert limit.per == "field"


def test_whom_a_direct_attack_hits_is_not_who_may_attack() -> None:
    text = "①：自分のモンスター１体を対象として発動できる。このターン、そのモンスターは相手プレイヤーに直接攻撃できる。"
    (read,) = read_card(text, "Spell / Normal", "ja").effects
    assert [(act.act, act.what) for act in read.effect.does] == [("allow-direct-attack", "target")]


def test_a_text_that_leaves_drawing_out_does_not_wait_for_a_draw():
    trigger = all_effects(
        "①：このカードがドロー以外の方法で手札に加わった場合に発動できる。このカードを特殊召喚する。"
    )[0].trigger
    assert trigger is not None
    assert (trigger.events, trigger.not_by) == (("added-to-hand",), ("drawn",))
    plain = all_effects("①：このカードが手札に加わった場合に発動できる。このカードを特殊召喚する。")[0].trigger
    assert plain is not None
    assert plain.not_by == ()


def test_what_holds_whenever_it_attacks_is_no_part_of_the_effect_before_it() -> None:
    text = "１ターンに１度、フィールド上のカード１枚を選択して破壊する事ができる。このカードが攻撃をする場合、このカードの元々の攻撃力は半分になる。"
    effects = [read.effect for read in read_card(text, "Monster / Machine / Effect", "ja").effects]
    assert [(e.kind, [a.act for a in e.does]) for e in effects] == [
        ("ignition", ["destroy"]),
        ("continuous", ["halve-atk-def"]),
    ]
    assert [r.is_ for r in effects[1].requires] == ["self-attacks"]


def test_what_is_counted_in_the_gy_does_not_lie_there_itself() -> None:
    text = "①：このカードがＬ召喚した場合に発動する。お互いのフィールド・墓地の魔法カードの数だけこのカードに魔力カウンターを置く。"
    assert effect_of(text, type_="Monster / Spellcaster / Link / Effect").zones == ()


def test_what_a_card_does_while_it_is_worn_is_not_activated() -> None:
    text = "①：自分は１枚ドローする。②：このカードが「仮の仮面」の効果で装備されている場合、装備モンスターのコントロールを得る。"
    effects = [read.effect for read in read_card(text, "Spell", "ja").effects]
    assert [(e.number, e.kind) for e in effects] == [(1, "activate"), (2, "continuous")]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("このカードのカード名は「仮の名前」として扱う。", "condition"),
        ("①：このカードのカード名は、モンスターゾーンに存在する限り「仮の名前」として扱う。", "continuous"),
    ],
)
def test_a_name_told_of_no_place_is_the_name_everywhere(text: str, kind: str) -> None:
    effect = read_card(text, "Monster / Winged Beast / Effect", "ja").effects[0].effect
    assert (effect.kind, [(act.act, act.to) for act in effect.does]) == (kind, [("change-name", "仮の名前")])


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：自分フィールドの表側表示の「青眼の白龍」「真紅眼の黒竜」を１体ずつ墓地へ送って発動できる。自分は２枚ドローする。"),
        ("ja", "①：自分フィールドの表側表示の「青眼の白龍」「真紅眼の黒竜」をそれぞれ１体墓地へ送って発動できる。自分は２枚ドローする。"),
        ("zh", "①：把自己场上表侧表示的「青眼白龙」「真红眼黑龙」各1只送去墓地才能发动。自己从卡组抽2张。"),
    ],
)  # fmt: skip
def test_names_counted_as_monsters_lie_in_monster_zones(lang: Language, text: str) -> None:
    cost = next(act for act in effect_of(text, lang).cost if act.act == "send-to-gy")
    assert cost.which is not None
    assert cost.which.zones == ("monster-zone",)


def test_names_counted_as_cards_lie_anywhere_on_the_field() -> None:
    text = "①：自分フィールドの表側表示の「青眼の白龍」を１枚墓地へ送って発動できる。自分は２枚ドローする。"
    cost = next(act for act in effect_of(text).cost if act.act == "send-to-gy")
    assert cost.which is not None
    assert "spell-zone" in cost.which.zones


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("①：このカードがＬ召喚した場合、そのＬ素材としたモンスター１体を対象として発動できる。そのモンスターを手札に加える。", ["add-to-hand"]),
        ("①：自分フィールドのモンスター１体をリリースして発動できる。リリースしたモンスターのレベル×１００ダメージを相手に与える。", ["inflict-damage"]),
        ("①：手札のモンスター１体を相手に見せて発動できる。見せたモンスターをデッキに戻す。", ["return-to-deck"]),
        ("①：手札からモンスター１体を特殊召喚する。その特殊召喚は無効化されない。", ["special-summon"]),
    ],
)  # fmt: skip
def test_what_a_card_was_used_for_is_not_done_again(text: str, acts: list[str]) -> None:
    effect = effect_of(text, type_="Monster / Warrior / Link / Effect")
    assert [act.act for act in effect.does] == acts
    assert "attach-material" not in [act.act for act in effect.cost]


@pytest.mark.parametrize(
    ("paid", "what"),
    [
        ("自分の墓地の通常罠カード１枚を除外して発動できる。", "banished"),
        ("自分の墓地の通常罠カード１枚を対象として発動できる。", "target"),
        ("デッキから通常罠カード１枚を墓地へ送って発動できる。", "sent"),
    ],
)
def test_an_effect_that_becomes_that_of_another_card_copies_it(paid: str, what: str) -> None:
    effect = effect_of(f"①：{paid}この効果は、その通常罠カード発動時の効果と同じになる。")
    assert [(act.act, act.what) for act in effect.does] == [("copy-effect", what)]
    assert not effect.unread_deeds


@pytest.mark.parametrize(
    ("text", "zones"),
    [
        ("①：装備モンスターの攻撃宣言時に発動できる。自分は１枚ドローする。", ("spell-zone",)),
        ("①：装備モンスターが破壊された事でこのカードが墓地へ送られた時に発動できる。自分は１枚ドローする。", ()),
    ],
)
def test_what_waits_for_its_wearer_lies_behind_it(text: str, zones: tuple[str, ...]) -> None:
    effect = effect_of(text, type_="Monster / Warrior / Effect")
    assert effect.zones == zones
