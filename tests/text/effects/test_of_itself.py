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
