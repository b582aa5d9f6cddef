"""Which cards a phrase of our own leaves out, and whose it means."""

import pytest

from knowledge.data.profile import Filter
from knowledge.text import read_card
from knowledge.text.card_reading import Language


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
