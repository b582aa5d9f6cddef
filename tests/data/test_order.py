"""The order of the YAML means nothing: shuffled records give the same answers, byte for byte."""

import json
import random

import msgspec
import pytest

from knowledge.data.library import Library
from knowledge.desk import Desk
from knowledge.explanation.can_answer import can_answer
from knowledge.rules.book import Book

QUESTIONS = [
    ("灰流丽", "damage-step"),
    ("禁忌的圣杯", "battle-phase"),
    ("欧尼斯特", "damage.before"),
    ("除草兽", "damage.end"),
]


def shuffled(library: Library, seed: int) -> Library:
    dice = random.Random(seed)

    def mixed(shelf: dict) -> dict:
        items = list(shelf.items())
        dice.shuffle(items)
        return dict(items)

    fields = {name: mixed(value) for name, value in vars(library).items() if isinstance(value, dict)}
    for name, gate in fields["gates"].items():
        rules = list(gate.rules)
        dice.shuffle(rules)
        fields["gates"][name] = msgspec.structs.replace(gate, rules=tuple(rules))
    return Library(**fields)


def answers(desk: Desk) -> str:
    told = [can_answer(desk, desk.can(desk.book.card_named(card), None, at)) for card, at in QUESTIONS]
    return json.dumps(told, ensure_ascii=False)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_shuffled_data_gives_the_same_answer_byte_for_byte(desk, seed):
    assert answers(Desk(Book(shuffled(desk.book.library, seed)))) == answers(desk)
