"""What was read is printed back in the desk's own words, and reads back as the same."""

import pytest
import yaml

from knowledge.data.folder import rulings_folder
from knowledge.text import answer_of, read_card
from knowledge.text.card_reading import EffectReading, Language, Standing
from knowledge.text.printer import printed
from service.loaded_desk import loaded_desk

FRAMES = yaml.safe_load((rulings_folder() / "printed.yaml").read_text(encoding="utf-8"))
# said in a way that names no card, so that it reaches what such words always reach
WITHOUT_SUBJECT = {word for word, phrase in FRAMES["zh"]["continuous"].items() if "{s}" not in phrase}
MONSTER = "Monster / Fish / Effect"


def as_printed(word: str, reach: str, lang: Language) -> str:
    effect = read_card("①：这张卡不会被战斗破坏。", MONSTER, "zh").effects[0].effect
    return printed(EffectReading(effect, None, (0, 0), {}, (Standing(word, reach, (0, 0)),)))[lang]


@pytest.mark.parametrize("lang", ["zh", "en", "ja"])
def test_every_continuous_word_is_printed_in_every_language(lang: str) -> None:
    assert set(FRAMES[lang]["continuous"]) == set(loaded_desk().book.library.continuous)


@pytest.mark.parametrize("lang", ["zh", "en", "ja"])
@pytest.mark.parametrize("word", sorted(FRAMES["zh"]["continuous"]))
def test_what_is_printed_of_a_continuous_text_reads_back_as_the_same_word(word: str, lang: Language) -> None:
    text = as_printed(word, "self", lang)
    assert word in {does for does, _ in read_card(text, MONSTER, lang).continuous}, text


@pytest.mark.parametrize("lang", ["zh", "en", "ja"])
@pytest.mark.parametrize("word", ["not-destroyed-by-battle", "unaffected", "attacks-directly", "cannot-attack"])
@pytest.mark.parametrize("reach", ["self", "equipped", "field"])
def test_whom_it_reaches_reads_back_too(word: str, reach: str, lang: Language) -> None:
    assert read_card(as_printed(word, reach, lang), MONSTER, lang).continuous == ((word, reach),)


def test_an_activated_effect_is_printed_in_three_languages() -> None:
    text = "①：1回合1次，从手卡丢弃1张卡才能发动。自己抽1张。"
    (effect,) = answer_of(read_card(text, MONSTER, "zh"), MONSTER, lambda *_: (False, False))["effects"]
    assert set(effect["printed"]) == {"zh", "en", "ja"}
    assert "抽卡" in effect["printed"]["zh"]
    assert "drawing" in effect["printed"]["en"]
    assert "ドロー" in effect["printed"]["ja"]
