"""What an activated effect leaves in force, and on what it acts, as read from a text of our own."""

from knowledge.data.profile import Action, Effect
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
