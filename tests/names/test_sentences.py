"""Names inside a sentence: the longest wins, and each keeps its place."""

from itertools import pairwise

import pytest


def _names(index, text):
    return [(text[found.start : found.end], found.card.names["en"]) for found in index.find_in(text)]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("伤害步骤能发动灰流丽吗？", [("灰流丽", "Ash Blossom & Joyous Spring")]),
        ("「No.39 希望皇 霍普」攻击时", [("No.39 希望皇 霍普", "Number 39: Utopia")]),
        ("「No.39 希望皇 霍普·源望」攻击时", [("No.39 希望皇 霍普·源望", "Number 39: Utopia Roots")]),
        ("用融合把青眼白龙送去墓地", [("融合", "Polymerization"), ("青眼白龙", "Blue-Eyes White Dragon")]),
        (
            "Can Honest answer Mystical  Space Typhoon?",
            [("Honest", "Honest"), ("Mystical  Space Typhoon", "Mystical Space Typhoon")],
        ),
        ("an honestly bad hash", []),
        ("オネストの効果は？", [("オネスト", "Honest")]),
        ("小灰能连锁旋风吗", [("小灰", "Ash Blossom & Joyous Spring"), ("旋风", "Mystical Space Typhoon")]),
        ("", []),
    ],
)
def test_names_are_found_where_they_stand(index, sentence, found):
    assert _names(index, sentence) == found


def test_a_name_of_two_cards_keeps_both(index):
    (found,) = index.find_in("对方发动黑魔导")
    assert {card.names["en"] for card in found.cards} == {"Dark Magician", "Dark Magic Attack"}


def test_no_two_findings_overlap(index):
    text = "黑魔导黑魔术师青眼白龙青眼究极龙No.39 希望皇 霍普·源望灰流丽"
    spans = [(found.start, found.end) for found in index.find_in(text)]
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    assert len(spans) == 6
