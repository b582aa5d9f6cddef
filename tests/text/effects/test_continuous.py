"""What cards do while they apply is read in every language, with whom it reaches."""

from pathlib import Path

import pytest

from knowledge.checks.vocabulary import phrase_faults
from knowledge.data.library import Library, add_file
from knowledge.data.profile import Action, Filter, Together
from knowledge.text import answer_of, read_card
from knowledge.text.card_reading import Language

MONSTER, EQUIP, FIELD = "Monster / Warrior / Effect", "Spell / Equip", "Spell / Field"


@pytest.mark.parametrize(
    ("lang", "card_type", "text", "expected"),
    [
        ("en", MONSTER, "Cannot be destroyed by battle.", {("not-destroyed-by-battle", "self")}),
        (
            "en",
            MONSTER,
            "While you control a Wyrm monster, your opponent cannot target this card with card effects, also it cannot"
            " be destroyed by card effects.",
            {("not-targeted-by-effects", "self"), ("not-destroyed-by-effects", "self")},
        ),
        ("en", FIELD, "All Rock monsters you control gain 200 DEF.", {("changes-def", "field")}),
        ("en", EQUIP, "Equip only to a Fish monster. It gains 100 ATK.", {("changes-atk", "equipped")}),
        (
            "en",
            MONSTER,
            "If this card attacks a Defense Position monster, inflict piercing battle damage.",
            {("piercing", "self")},
        ),
        ("en", MONSTER, "Neither player can Special Summon Reptiles.", {("forbids-special-summon", "field")}),
        (
            "zh",
            MONSTER,
            "①：这张卡不会被战斗·效果破坏。",
            {("not-destroyed-by-battle", "self"), ("not-destroyed-by-effects", "self")},
        ),
        (
            "zh",
            MONSTER,
            "①：只要这张卡在怪兽区域存在，自己场上的其他鱼族怪兽不会成为对方的效果的对象。",
            {("not-targeted-by-effects", "field")},
        ),
        ("zh", MONSTER, "①：这张卡可以直接攻击。", {("attacks-directly", "self")}),
        ("zh", EQUIP, "①：装备怪兽的攻击力上升100。", {("changes-atk", "equipped")}),
        ("zh", FIELD, "①：双方不能把岩石族以外的怪兽特殊召唤。", {("forbids-special-summon", "field")}),
        (
            "zh",
            MONSTER,
            "①：这张卡攻击的场合，对方直到伤害步骤结束时不能把陷阱卡发动。",
            {("forbids-activation", "field")},
        ),
        ("ja", MONSTER, "①：このカードは戦闘では破壊されない。", {("not-destroyed-by-battle", "self")}),
        ("ja", MONSTER, "①：このカードは他のカードの効果を受けない。", {("unaffected", "self")}),
        ("ja", FIELD, "①：自分フィールドの岩石族モンスターの守備力は２００アップする。", {("changes-def", "field")}),
        (
            "ja",
            EQUIP,
            "①：装備モンスターは１度のバトルフェイズ中に２回攻撃できる。",
            {("attacks-more-than-once", "equipped")},
        ),
    ],
)
def test_a_continuous_text_is_read(lang: Language, card_type: str, text: str, expected: set[tuple[str, str]]) -> None:
    assert set(read_card(text, card_type, lang).continuous) == expected


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "You can Tribute this card; this turn, monsters you control cannot be destroyed by battle."),
        ("en", "You cannot Special Summon monsters the turn you activate this effect."),
        ("zh", "①：自己主要阶段才能发动。这个回合，这张卡不会被战斗破坏。"),
        ("ja", "①：自分メインフェイズに発動できる。このターン、このカードは直接攻撃できる。"),
    ],
)
def test_what_an_activation_does_or_swears_is_not_continuous(lang: Language, text: str) -> None:
    assert read_card(text, MONSTER, lang).continuous == ()


def test_the_answer_lists_what_the_card_does_while_it_applies() -> None:
    text = "①：这张卡不会被战斗破坏。②：1回合1次，自己主要阶段才能发动。自己抽1张。"
    answer = answer_of(read_card(text, MONSTER, "zh"), MONSTER, lambda *_: (False, False))
    assert answer["continuous"] == [{"does": "not-destroyed-by-battle", "reach": "self"}]


def test_a_monster_that_says_how_it_was_summoned_names_its_own_protection() -> None:
    text = "①：只要特殊召唤的这张卡在怪兽区域存在，这张卡不受陷阱卡的效果影响，不会被战斗破坏。"
    assert set(read_card(text, MONSTER, "zh").continuous) == {
        ("unaffected", "self"),
        ("not-destroyed-by-battle", "self"),
    }


def test_a_word_without_a_phrase_and_a_phrase_without_a_word_are_faults(tmp_path: Path) -> None:
    library = Library()
    add_file(library, "words/continuous.yaml", "continuous:\n  - {id: floats, zh: 漂浮, en: float}\n")
    (tmp_path / "wording").mkdir()
    for language in ("zh", "ja"):
        pattern = "families:\n  continuous:\n    - {is: floats, find: x}\n"
        (tmp_path / "wording" / f"{language}.yaml").write_text(pattern, encoding="utf-8")
    (tmp_path / "wording" / "en.yaml").write_text(
        "families:\n  continuous:\n    - {is: float, find: x}\n", encoding="utf-8"
    )
    faults = [str(fault) for fault in phrase_faults(library, tmp_path)]
    assert any("word-without-phrase" in fault and "floats" in fault and "en" in fault for fault in faults)
    assert any("phrase-without-word" in fault and "`float`" in fault for fault in faults)


def test_what_a_gate_is_asked_about_needs_its_phrase(tmp_path, desk):
    library = desk.book.library
    (tmp_path / "wording").mkdir()
    (tmp_path / "phrases.yaml").write_text("phrases: {}\n", encoding="utf-8")
    word = next(word for gate in library.gates.values() for word in gate.about)
    faults = [str(fault) for fault in phrase_faults(library, tmp_path)]
    assert any(f"`about.{word}` in phrases.yaml" in fault for fault in faults)


def first_act(text: str, lang: Language) -> Action:
    return next(act for read in read_card(text, "Monster / Dragon / Effect", lang).effects for act in read.effect.does)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("zh", "这张卡的攻击力上升对方场上的怪兽数量×100。"),
        ("ja", "このカードの攻撃力は相手フィールドのモンスターの数×１００アップする。"),
        ("en", "Gains 100 ATK for each monster your opponent controls."),
    ],
)
def test_the_cards_counted_are_a_filter(lang: Language, text: str) -> None:
    act = first_act(text, lang)
    assert (act.act, act.what, act.amount) == ("gain-atk-def", "self", "100-per-such")
    assert act.per == Filter(side="opponent", zones=("monster-zone",), type=("monster",))


@pytest.mark.parametrize(("kinds", "of"), [("種類", "name"), ("属性の種類", "attribute"), ("種族の種類", "race")])
def test_where_kinds_are_counted_no_two_cards_of_a_kind_count(kinds: str, of: str) -> None:
    act = first_act(f"このカードの攻撃力は、自分の墓地のモンスターの{kinds}×１００アップする。", "ja")
    assert act.amount == "100-per-such"
    assert act.per == Filter(side="own", zones=("gy",), type=("monster",), together=Together(different=(of,)))


def test_what_is_described_by_its_type_lies_face_up() -> None:
    act = first_act("このカードの攻撃力は、お互いのフィールド・墓地のドラゴン族モンスターの数×５００アップする。", "ja")
    assert act.amount == "500-per-such"
    assert act.per == Filter(
        side="either", zones=("gy", "monster-zone"), type=("monster",), race=("Dragon",), face="up"
    )


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("zh", "这张卡的攻击力在自己战斗阶段内上升自己场上的卡数量×100。"),  # in one phase only
        ("ja", "このカードの攻撃力は、自分の墓地のモンスターの瞳の数×１００アップする。"),  # eyes, not cards
        ("en", "Gains 200 ATK for each Warrior monster on the field, except this card."),
    ],
)
def test_a_word_that_is_not_known_leaves_the_amount_unread(lang: Language, text: str) -> None:
    act = first_act(text, lang)
    assert act.amount == "unread"
    assert any(one.is_ == "unread" for one in act.requires)
