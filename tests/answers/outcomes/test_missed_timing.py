"""Whether a card can miss its timing is said by its text: optional, and "when"."""

import pytest


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("杀人番茄会错过时点吗", "yes"),
        ("does mystic tomato miss timing", "yes"),
        ("キラー・トマトはタイミングを逃しますか", "yes"),
        ("三眼怪会错过时点吗", "no"),
        ("does sangan miss the timing?", "no"),
        ("Does Dandylion miss the timing if tributed as cost?", "no"),
        ("does honest miss the timing?", "no"),
    ],
)
def test_only_an_optional_when_is_missed(asked, question, verdict):
    answer = asked(question)
    assert answer["verdict"] == verdict
    assert answer["because"][0]["cites"], "the rule is named with its source"


def test_what_was_the_last_thing_to_happen_is_left_to_the_activation(asked):
    assert asked("杀人番茄被战斗破坏会错过时点吗")["verdict"] != "yes"
