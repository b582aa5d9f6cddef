"""An event is no condition on the table: what is destroyed need not still be controlled, nor this card be in battle."""

import pytest

from knowledge.data.profile import Effect
from knowledge.text import Language, read_card

MONSTER = "Monster / Warrior / Effect"


def effect(text: str, lang: Language = "en") -> Effect:
    return read_card(text, MONSTER, lang).effects[-1].effect


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "If a monster(s) you control is destroyed by battle: You can draw 1 card."),
        ("en", "If a monster(s) your opponent controls leaves the field: You can draw 1 card."),
        ("en", "If this card is in your GY: You can draw 1 card."),
        ("zh", "①：此卡因战斗・效果被破坏的情况下可以发动。自己抽1张。"),
        ("zh", "①：这张卡战斗破坏怪兽的场合才能发动。自己抽1张。"),
        ("zh", "①：自己场上表侧表示存在的怪兽被战斗破坏的场合才能发动。自己抽1张。"),
    ],
)
def test_an_event_asks_nothing_more_of_the_table(lang: Language, text: str) -> None:
    assert effect(text, lang).requires == ()


@pytest.mark.parametrize(
    ("lang", "text", "states"),
    [
        ("en", "If you control another monster: You can draw 1 card.", ["controls"]),
        ("en", "If all monsters you control are Fairy monsters: You can draw 1 card.", ["controls-only"]),
        ("en", "If a Spell is in your GY: You can draw 1 card.", ["in-gy"]),
        ("zh", "①：自己场上有怪兽存在的场合才能发动。自己抽1张。", ["controls"]),
        ("zh", "①：这张卡和怪兽进行战斗的伤害步骤开始时才能发动。自己抽1张。", ["self-battles"]),
    ],
)
def test_a_state_is_still_asked_for(lang: Language, text: str, states: list[str]) -> None:
    assert [one.is_ for one in effect(text, lang).requires] == states


def test_the_card_left_out_of_a_condition_is_not_asked_for() -> None:
    text = 'If you control a "Raidraptor" monster other than "Raidraptor - Fuzzy Lanius": You can draw 1 card.'
    of = effect(text).requires[0].of
    assert of is not None
    assert (of.name, of.group, of.but) == ((), ("raidraptor",), ("raidraptor - fuzzy lanius",))


@pytest.mark.parametrize(
    "text", ["这张卡被战斗破坏送去墓地时才能发动。自己抽1张。", "此卡因战斗被破坏并被送至墓地时可以发动。自己抽1张。"]
)
def test_going_to_the_gy_with_the_destruction_is_part_of_the_event(text: str) -> None:
    trigger = effect(text, "zh").trigger
    assert trigger is not None
    assert trigger.events == ("sent-to-gy-by-battle",)


def test_only_one_of_the_effects_is_shared_by_all_that_are_so_limited() -> None:
    text = 'If this card is sent to the GY: You can draw 1 card. You can banish this card from your GY; draw 1 card. You can only use 1 "T.G. Close" effect per turn, and only once that turn.'  # noqa: E501
    limits = [read.effect.limit for read in read_card(text, MONSTER, "en").effects]
    assert [limit.shared for limit in limits if limit] == [(1, 2), (1, 2)]


def test_a_limit_on_the_following_effects_is_none_of_those_before() -> None:
    text = 'Once per turn: You can draw 1 card. You can only use each of the following effects of "A" once per turn. If this card is sent to the GY: You can draw 2 cards.'  # noqa: E501
    limits = [read.effect.limit for read in read_card(text, MONSTER, "en").effects]
    assert [limit.counts for limit in limits if limit] == ["copy", "name"]


def test_what_is_done_as_the_card_is_activated_answers_nothing() -> None:
    text = 'When this card is activated: You can add 1 "A" card from your Deck to your hand. If this card is in your GY: You can draw 1 card. You can only activate 1 "B" per turn.'  # noqa: E501
    first = read_card(text, "Spell / Field", "en").effects[0].effect
    assert (first.kind, first.responds_to, first.trigger) == ("activate", None, None)
    assert first.limit is not None
    assert first.limit.of == "card"
