"""Cost, target and resolution marked in a text: texts of our own, written the way cards are."""

import pytest

from knowledge.text import read_card
from knowledge.text.printer import marked

MONSTER = "Monster / Zombie / Effect"
CASES = [
    (
        "zh",
        "①：以场上1只怪兽为对象，丢弃1张手卡才能发动。那只怪兽破坏。",
        {"targets": "以场上1只怪兽为对象", "cost": "丢弃1张手卡才能发动", "does": "那只怪兽破坏"},
    ),
    (
        "zh",
        "①：以自己墓地1只怪兽为对象才能发动。那只怪兽特殊召唤。",
        {"targets": "以自己墓地1只怪兽为对象", "does": "那只怪兽特殊召唤"},
    ),
    ("zh", "①：只要这张卡在怪兽区域存在，对方不能把怪兽特殊召唤。", {}),
    (
        "en",
        "When your opponent activates a card (Quick Effect): You can discard this card, then target 1 monster your "
        "opponent controls; destroy it.",
        {
            "cost": "You can discard this card, then",
            "targets": "target 1 monster your opponent controls",
            "does": "destroy it",
        },
    ),
    (
        "en",
        "You can target 1 card on the field; destroy it.",
        {"targets": "target 1 card on the field", "does": "destroy it"},
    ),
]


@pytest.mark.parametrize(("lang", "text", "expected"), CASES)
def test_cost_target_and_resolution_are_marked_where_they_stand(lang, text, expected):
    pieces = marked(text, read_card(text, MONSTER, lang), lang)
    assert "".join(piece.text for piece in pieces) == text
    assert {piece.mark: piece.text for piece in pieces if piece.mark} == expected


def test_each_effect_begins_somewhere_and_the_scale_text_has_its_own():
    text, scale = (
        "①：1回合1次才能发动。从卡组抽1张。②：这张卡不会被战斗破坏。",
        "①：1回合1次才能发动。自己回复500基本分。",
    )
    reading = read_card(text, "Monster / Dragon / Pendulum / Effect", "zh", scale)
    parts = {True: scale, False: text}
    found = {own: marked(said, reading, "zh", pendulum=own) for own, said in parts.items()}
    begun = {own: [p.begins for p in pieces if p.begins is not None] for own, pieces in found.items()}
    assert (len(begun[True]), len(begun[False])) == (1, 2)
    assert sorted(begun[True] + begun[False]) == list(range(len(reading.effects)))
    for own, pieces in found.items():
        assert "".join(piece.text for piece in pieces) == parts[own]
