"""Profiles beside readings of the same text: what counts as a difference, and which differences are known."""

from knowledge.cards.reading_quality import known_differences, same_choices, told
from knowledge.data.profile import Action, Choice, Effect
from knowledge.text import read_card
from service.loaded_desk import loaded_desk

DRAW = (Action(act="draw"),)


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
