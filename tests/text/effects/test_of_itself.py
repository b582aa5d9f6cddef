"""What a text makes of its own card or of all such cards while it applies."""

import pytest

from knowledge.data.profile import Action, Effect, Filter
from knowledge.text import read_card
from knowledge.text.card_reading import Language

MONSTER = "Monster / Fish / Effect"


def only(text: str, lang: Language, card_type: str = MONSTER) -> Effect:
    reading = read_card(text, card_type, lang)
    assert not reading.unread
    return reading.effects[0].effect


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：このカードがモンスターゾーンに存在する限り、このカードの属性は「闇」としても扱う。"),
        ("zh", "①：只要此卡存在于怪兽区域，此卡的属性也视为「暗」。"),
        ("en", "While face-up on the field, this card is also DARK-Attribute."),
    ],
)
def test_an_attribute_beside_the_printed_one(lang: Language, text: str) -> None:
    assert only(text, lang).does == (Action(act="treat-as", what="self", to="DARK"),)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：フィールドの魚族モンスターは機械族になる。"),
        ("zh", "①：场上的鱼族怪兽变为机械族。"),
        ("en", "All Fish monsters on the field become Machine monsters."),
    ],
)
def test_what_all_such_monsters_become(lang: Language, text: str) -> None:
    (act,) = only(text, lang, "Spell / Field").does[-1:]
    assert (act.act, act.to, act.count) == ("change-race", "Machine", "all")
    assert act.which is not None
    assert act.which.race == ("Fish",)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：魚族モンスターをアドバンス召喚する場合、このカードは２体分のリリースにできる。"),
        ("zh", "①：鱼族怪兽上级召唤的场合，这张卡可以作为2只数量的解放。"),
    ],
)
def test_a_monster_that_stands_for_two_tributes(lang: Language, text: str) -> None:
    fish = Filter(race=("Fish",))
    assert only(text, lang).does == (Action(act="treat-as", what="self", which=fish, to="two-tributes", optional=True),)


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("①：このカードは召喚したターンには攻撃できない。", ("normal",)),
        ("①：このカードは召喚・反転召喚・特殊召喚したターンには攻撃できない。", None),
    ],
)
def test_the_turn_it_came_in_it_cannot_attack(text: str, ways: tuple[str, ...] | None) -> None:
    effect = only(text, "ja")
    (asked,) = effect.requires
    assert asked.is_ == "summoned-this-turn"
    assert (asked.of.summoned if asked.of else None) == ways
    assert effect.does == (Action(act="forbid-attack", what="self"),)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：自分フィールドにモンスターが存在しない場合、このカードはリリースなしで召喚できる。"),
        ("zh", "①：自己场上没有怪兽存在的场合，这张卡可以不用解放作召唤。"),
    ],
)
def test_a_normal_summon_without_tributes_is_a_procedure(lang: Language, text: str) -> None:
    effect = only(text, lang)
    assert effect.kind == "summoning"
    assert effect.does == (Action(act="normal-summon", what="self", to="without-tribute"),)
    assert [asked.is_ for asked in effect.requires] == ["controls-none"]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：フィールドの儀式召喚したモンスターは戦闘では破壊されない。"),
        ("zh", "①：场上的仪式召唤的怪兽不会被战斗破坏。"),
        ("en", "Ritual Summoned monsters on the field cannot be destroyed by battle."),
    ],
)
def test_how_the_monsters_came_narrows_them(lang: Language, text: str) -> None:
    (act,) = only(text, lang, "Spell / Field").does
    assert act.which is not None
    assert act.which.summoned == ("ritual",)


@pytest.mark.parametrize(
    ("lang", "text", "amount"),
    [
        ("ja", "①：このカードのレベルは４になる。", 4),
        ("ja", "①：自分フィールドの魚族モンスターのレベルは２つ上がる。", "plus-2"),
        ("zh", "①：场上的鱼族怪兽的等级上升2星。", "plus-2"),
        ("en", "The Levels of all Fish monsters on the field are increased by 2.", "plus-2"),
    ],
)
def test_the_level_it_is_given(lang: Language, text: str, amount: int | str) -> None:
    (act,) = read_card(text, MONSTER, lang).effects[0].effect.does
    assert (act.act, act.amount) == ("change-level", amount)


def test_a_value_that_rises_in_one_turn_only_is_not_told_as_lasting() -> None:
    (act,) = read_card("①：このカードの攻撃力は自分ターンの間５００アップする。", MONSTER, "ja").effects[0].effect.does
    assert [asked.is_ for asked in act.requires] == ["unread"]


def test_as_much_as_the_monster_it_wears_has() -> None:
    effect = only("①：このカードの攻撃力は、このカードの効果で装備したモンスターの攻撃力分アップする。", "ja")
    assert effect.does == (Action(act="gain-atk-def", what="self", stat="atk", amount="equipped-monster-atk"),)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("①：自分フィールドに「彼岸」モンスター以外のモンスターが存在する場合にこのカードは破壊される。", ["controls"]),
        ("①：フィールドに「海」が表側表示で存在していない場合、このカードを破壊する。", ["unread"]),
    ],
)
def test_what_a_card_that_destroys_itself_waits_for(text: str, asked: list[str]) -> None:
    effect = read_card(text, MONSTER, "ja").effects[0].effect
    assert [one.is_ for one in (*effect.requires, *effect.does[0].requires)] == asked


def test_summoned_in_one_way_or_another_is_either() -> None:
    effect = only("①：特殊召喚またはリリースなしで召喚したこのカードのレベルは４になる。", "ja")
    (asked,) = effect.requires
    assert asked.of is not None
    assert set(asked.of.summoned) == {"special", "normal-without-tribute"}


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：このカードは魔法カード扱いとして手札から魔法＆罠ゾーンにセットできる。"),
        ("zh", "①：此卡可视为魔法卡从手牌放置在魔法与陷阱区域。"),
        ("en", "You can Set this card from your hand to your Spell & Trap Zone as a Spell."),
    ],
)
def test_a_monster_that_is_set_as_a_spell(lang: Language, text: str) -> None:
    assert only(text, lang).does == (Action(act="set-card", what="self", to="spell-zone", optional=True),)


def test_a_tribute_summon_with_one_monster_is_a_procedure_with_its_price() -> None:
    effect = only("①：このカードは植物族モンスター１体をリリースして表側攻撃表示でアドバンス召喚できる。", "ja")
    assert effect.kind == "summoning"
    assert [(act.act, act.count) for act in effect.cost] == [("tribute", 1)]
    assert effect.does == (Action(act="normal-summon", what="self", to="tribute-summon-face-up"),)
