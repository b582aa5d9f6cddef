"""Profiles beside readings of the same text: what counts as a difference, and which differences are known."""

import re

import msgspec
import pytest

from knowledge.cards.read_profiles import PREFERRED
from knowledge.cards.reading_quality import (
    dropped_words,
    known_differences,
    lacking,
    same_choices,
    told,
    words_not_held,
)
from knowledge.cards.record import StoredCard
from knowledge.data.profile import Action, Choice, Effect
from knowledge.text import Language, read_card
from service.loaded_desk import loaded_desk

DRAW = (Action(act="draw"),)
CEILING = 0.12
LABEL = re.compile(r"^[^：:。,]{1,14}[：:]")  # of a bullet: a number, a kind, a result


def test_every_known_difference_names_a_profiled_card_and_a_reason() -> None:
    known, cards = known_differences(), loaded_desk().book.library.cards
    assert set(known.cards) <= set(cards)
    assert set(known.cards.values()) == set(known.reasons)


def test_an_activation_that_only_brings_a_card_to_the_field_is_nothing_to_tell() -> None:
    bare = Effect(number=0, kind="activate")
    assert told((bare,), stays=True) == ()
    assert told((bare,), stays=False) == ("activate",)


def test_the_branches_of_one_numbered_choice_are_one_effect() -> None:
    written = (Effect(number=1, kind="ignition", choices=(Choice(bullet=1, does=DRAW), Choice(bullet=2))),)
    branches = (Effect(number=1, kind="ignition", does=DRAW), Effect(number=1, kind="ignition"))
    assert told(written, stays=False) != told(branches, stays=False)
    assert same_choices(written, branches, stays=False)
    assert not same_choices(written, (*branches, Effect(number=2, kind="trigger")), stays=False)


def test_a_sentence_on_how_long_a_card_stays_is_no_second_activation() -> None:
    text = "此卡发动后,在第2次自己的结束阶段破坏。①:作为这张卡的发动时的效果处理,自己抽1张卡。"
    kinds = [read.effect.kind for read in read_card(text, "Spell / Continuous", "zh").effects]
    assert kinds.count("activate") == 1


def test_a_word_that_no_part_of_a_reading_holds_is_found() -> None:
    text = "①：自分メインフェイズに発動できる。デッキから水属性モンスター１体を手札に加える。"
    (read,) = read_card(text, "Monster / Fish / Effect", "ja").effects
    assert words_not_held(text, read, "ja") == []
    plainer = msgspec.structs.replace(read.effect, does=(Action(act="search", count=1),))
    assert words_not_held(text, msgspec.structs.replace(read, effect=plainer), "ja") == ["attribute WATER"]


def test_what_two_languages_say_and_the_third_does_not_is_found() -> None:
    texts: dict[Language, str] = {
        "ja": "①：自分メインフェイズに発動できる。デッキから水属性モンスター１体を手札に加える。",
        "zh": "①：自己主要阶段可以发动。从牌组将1只水属性怪兽加入手牌。",
        "en": "During your Main Phase: You can add 1 WATER monster from your Deck to your hand.",
    }
    readings = {lang: read_card(text, "Monster / Fish / Effect", lang) for lang, text in texts.items()}
    assert not [said for lang, said in lacking(readings) if "WATER" in said]
    readings["ja"] = read_card(texts["ja"].replace("水属性", ""), "Monster / Fish / Effect", "ja")
    assert ("ja", "does which attribute WATER") in lacking(readings)


def test_readings_of_different_numbers_of_effects_are_not_laid_together() -> None:
    draws = read_card("①：デッキから１枚ドローする。", "Spell / Normal", "ja")
    assert not list(lacking({"ja": draws, "zh": draws, "en": read_card("", "Spell / Normal", "en")}))


@pytest.mark.data
def test_few_readings_drop_a_word_silently(real_cards: list[StoredCard]) -> None:
    """A ceiling that only sinks: the share of cards with a property, name or place that is neither read nor told."""
    cards = real_cards[::29]
    found = dropped_words(cards, ("ja",))
    properties = {one.phrase: one.cards for one in found if one.phrase.startswith(("attribute", "race", "name"))}
    assert sum(properties.values()) <= len(cards) * CEILING


@pytest.mark.data
@pytest.mark.parametrize("lang", ["ja", "zh", "en"])
def test_nothing_before_a_resolution_is_dropped_silently(lang: Language, real_cards: list[StoredCard]) -> None:
    """Every name, property, place, face and figure of condition, price and target is held, or its clause is told."""
    code = next(code for code, spoken in PREFERRED if spoken == lang)
    for card in real_cards[::61]:
        text = card.texts.get(code, "")
        reading = read_card(text, card.type, lang)
        told = list(text)
        for one in reading.unread:
            told[slice(*one.span)] = " " * (one.span[1] - one.span[0])
        for read in reading.effects:
            if read.effect.is_activated and read.effect.part != "pendulum" and "does" in read.spans:
                before = LABEL.sub("", "".join(told[read.text_span[0] : read.spans["does"][0]]))
                assert words_not_held(before, read, lang) == [], card.key


@pytest.mark.data
@pytest.mark.parametrize("lang", ["ja", "zh", "en"])
def test_nothing_a_text_names_is_dropped_silently(lang: Language, real_cards: list[StoredCard]) -> None:
    """Names, properties, places and figures are held wherever they are said, or the clause is told or carried."""
    code = next(code for code, spoken in PREFERRED if spoken == lang)
    for card in real_cards[7::61]:
        text = card.texts.get(code, "")
        reading = read_card(text, card.type, lang)
        for read in (one for one in reading.effects if one.effect.kind != "condition"):
            told = list(text)
            carried = [text.find(deed.text) for deed in read.effect.unread_deeds]
            spans = [(at, at + len(deed.text)) for at, deed in zip(carried, read.effect.unread_deeds, strict=True)]
            for begin, end in (*(one.span for one in reading.unread), *(span for span in spans if span[0] >= 0)):
                told[begin:end] = " " * (end - begin)
            quick = msgspec.structs.replace(read.effect, requires=(*read.effect.requires, *read.quick_if))
            piece = LABEL.sub("", "".join(told[slice(*read.text_span)]))
            lost = words_not_held(piece, msgspec.structs.replace(read, effect=quick), lang)
            assert lost == [], card.key
