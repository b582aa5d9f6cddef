"""What was read is printed back in the desk's own words, and reads back as the same."""

import msgspec
import pytest
import yaml

from knowledge.data.profile import Effect
from knowledge.data.yaml_files import rulings_folder
from knowledge.text import answer_of, read_card
from knowledge.text.card_reading import EffectReading, Language, Standing
from knowledge.text.printer import printed, wording
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


def without_sentences(effect: Effect) -> Effect:
    choices = tuple(msgspec.structs.replace(choice, summary=None) for choice in effect.choices)
    return msgspec.structs.replace(effect, summary=None, choices=choices)


@pytest.mark.parametrize("lang", ["zh", "en", "ja"])
def test_every_effect_of_every_profile_reads_back_as_the_same_profile(lang: Language) -> None:
    for card in loaded_desk().book.library.cards.values():
        for effect in card.effects:
            said = wording(effect, lang)
            (back,) = read_card(said, card.type, lang).effects
            assert back.effect == without_sentences(effect), said


@pytest.mark.parametrize("lang", ["zh", "en", "ja"])
def test_what_was_not_read_is_printed_and_reads_back(lang: Language) -> None:
    text = "①：月亮是蓝色的场合，从手卡把「某张（卡」丢弃才能发动。自己抽1张，给观众唱一首歌。"
    (read,) = read_card(text, MONSTER, "zh").effects
    assert read.effect.unread or read.effect.unread_deeds
    (back,) = read_card(wording(read.effect, lang), MONSTER, lang).effects
    assert back.effect == read.effect


@pytest.mark.parametrize("lang", ["zh", "en", "ja"])
def test_a_text_that_applies_reads_back_with_its_acts_and_its_words(lang: Language) -> None:
    text = "①：只要这张卡在怪兽区域存在，对方不能把这张卡作为效果的对象，这张卡不会被战斗破坏。"
    reading = read_card(text, MONSTER, "zh")
    said = printed(reading.effects[0])[lang]
    back = read_card(said, MONSTER, lang)
    assert back.continuous == reading.continuous, said
    assert back.effects[0].effect == without_sentences(reading.effects[0].effect), said
