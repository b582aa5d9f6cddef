"""Which effects a text keeps off: whose, whether activated, and of which kinds of cards; and how often it does so."""

import pytest

from knowledge.data.profile import Effect, Limit
from knowledge.table.in_force import kept_off
from knowledge.text import read_card
from knowledge.text.card_reading import Language

MONSTER = "Monster / Fish / Effect"


def only(text: str, lang: Language) -> Effect:
    return read_card(text, MONSTER, lang).effects[0].effect


@pytest.mark.parametrize(
    ("lang", "text", "kept"),
    [
        ("ja", "①：このカードは相手が発動した効果を受けない。", "opponents-activated-effects"),
        ("ja", "①：このカードは罠カードの効果を受けない。", "trap-effects"),
        ("ja", "①：お互いはこのカードを魔法・モンスターの効果の対象にできない。", "monster-spell-effects"),
        ("ja", "①：このカードは相手の魔法・罠カードの効果では破壊されない。", "opponents-spell-trap-effects"),
        ("ja", "①：このカードは特殊召喚されたモンスターが発動した効果を受けない。", "unread"),
        ("zh", "①：此卡不受对手发动的怪兽效果影响。", "opponents-activated-monster-effects"),
        ("zh", "①：对手不可将此卡作为陷阱卡效果的对象。", "opponents-trap-effects"),
        ("en", "Unaffected by your opponent's activated effects.", "opponents-activated-effects"),
        ("en", "Your opponent cannot target this card with Spell effects.", "opponents-spell-effects"),
    ],
)
def test_whose_effects_and_of_which_cards(lang: Language, text: str, kept: str) -> None:
    assert only(text, lang).does[0].to == kept


def test_whom_it_keeps_safe_is_not_told_by_whose_effects_it_keeps_off() -> None:
    effect = only("①：自分フィールドの魚族モンスターは相手が発動したモンスターの効果を受けない。", "ja")
    assert effect.does[0].which is not None
    assert effect.does[0].which.side == "own"
    assert effect.does[0].which.race == ("Fish",)


@pytest.mark.parametrize(
    ("word", "kind", "theirs", "covered"),
    [
        ("opponents-trap-effects", "Trap", True, True),
        ("opponents-trap-effects", "Trap", False, False),
        ("opponents-trap-effects", "Monster", True, False),
        ("opponents-effects", "Spell", True, True),
        ("monster-spell-effects", "Monster", False, True),
    ],
)
def test_what_the_word_covers(word: str, kind: str, theirs: bool, covered: bool) -> None:
    told = kept_off(word)
    assert told is not None
    assert told.covers(kind, theirs=theirs, activated=True) is covered


def test_what_merely_lies_there_is_not_activated() -> None:
    told = kept_off("opponents-activated-effects")
    assert told is not None
    assert not told.covers("Trap", theirs=True, activated=False)
    assert kept_off("other-cards-effects") is None


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ja", "①：このカードは１ターンに２度まで戦闘では破壊されない。"),
        ("zh", "①：这张卡1回合最多2次不会被战斗破坏。"),
        ("en", "Up to twice per turn, this card cannot be destroyed by battle."),
    ],
)
def test_how_often_a_turn_it_is_saved(lang: Language, text: str) -> None:
    effect = only(text, lang)
    assert effect.limit == Limit(times=2)
    assert effect.does[0].act == "protect-from-battle"
    assert effect.does[0].to == ""
