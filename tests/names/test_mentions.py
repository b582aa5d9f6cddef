"""What a typed sentence names: cards by any form, archetypes, quoted text, back references, effects, unknown names."""

import pytest

from knowledge.questions.named.mentions import names_in

ASH, TYPHOON = "Ash Blossom & Joyous Spring", "Mystical Space Typhoon"


def _told(index, text):
    return [(m.kind, m.text, m.card.names["en"] if m.card else None) for m in names_in(text, index)]


def _cards(index, text):
    return [(text, english) for kind, text, english in _told(index, text) if kind == "card"]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("灰流丽能对旋风发动吗", [("灰流丽", ASH), ("旋风", TYPHOON)]),
        ("装欧尼斯特之后多少攻", [("欧尼斯特", "Honest")]),
        ("康旋风可以吗", [("旋风", TYPHOON)]),
        ("can ash's effect answer mystical space typhoon?", [("ash", ASH), ("mystical space typhoon", TYPHOON)]),
        ("opponent ashed my decode talker", [("ash", ASH), ("decode talker", "Decode Talker")]),
        ("神の宣告って灰流うららを止められる？", [("神の宣告", "Solemn Judgment"), ("灰流うらら", ASH)]),
        ("欧尼司特能发动吗", [("欧尼司特", "Honest")]),
    ],
)
def test_a_card_is_found_whatever_is_glued_to_its_name(index, sentence, found):
    assert _cards(index, sentence) == found


@pytest.mark.parametrize(
    "sentence",
    [
        "装备魔法处理的时候解放怪兽，控制权会转移吗",
        "反转效果什么时候发动",
        "that's my tribute, can i control it again this turn",
        "チェーン2の処理中に装備カードをリリースできますか",
        "连锁破坏之后还能攻击吗",
    ],
)
def test_ordinary_words_are_no_cards(index, sentence):
    assert [told for told in _told(index, sentence) if told[0] in ("card", "unknown", "archetype")] == []


@pytest.mark.parametrize("sentence", ["ソニックジャマーは強いですか", "デス・ウサギは相手ターンに発動できますか"])
def test_a_kana_name_of_no_known_card_is_not_taken_for_one_like_it(index, sentence):
    assert _cards(index, sentence) == []


def test_a_name_of_two_cards_gives_both(index):
    (mention,) = [m for m in names_in("对方发动黑魔导我能连锁吗", index) if m.kind == "card"]
    assert mention.card is None
    assert {c.card.names["en"] for c in mention.candidates} == {"Dark Magician", "Dark Magic Attack"}


def test_a_part_of_a_name_is_the_card_named_before(index):
    told = _cards(index, "对方的青眼究极龙攻击，究极龙能被灰流丽对应吗")
    assert told[1] == ("究极龙", "Blue-Eyes Ultimate Dragon")


def test_an_archetype_is_no_card(index):
    assert ("archetype", "青眼", None) in _told(index, "场上有「青眼」怪兽的时候")
    assert ("archetype", "Blue-Eyes", None) in _told(index, "can I tribute a Blue-Eyes monster?")


def test_quoted_card_text_is_no_name(index):
    kinds = [kind for kind, _, _ in _told(index, "灰流丽的『这个回合不能特殊召唤』还适用吗")]
    assert kinds == ["card", "quote"]


def test_a_back_reference_points_to_the_card_before(index):
    mentions = names_in("神之宣告和神之警告，前者能无效它吗", index)
    first, last = [m for m in mentions if m.kind == "pronoun"]
    assert (mentions[first.of].text, mentions[last.of].text) == ("神之宣告", "神之警告")


@pytest.mark.parametrize(
    ("sentence", "number", "part"),
    [
        ("解码语者的②效果能发动吗", 2, ""),
        ("解码语者②能发动吗", 2, ""),
        ("解码语者第二个效果能发动吗", 2, ""),
        ("can decode talker use its second effect", 2, ""),
        ("デコード・トーカーの②の効果は発動できますか", 2, ""),
        ("解码语者的P效果能发动吗", None, "pendulum"),
    ],
)
def test_an_effect_belongs_to_the_card_before_it(index, sentence, number, part):
    mentions = names_in(sentence, index)
    (effect,) = [m for m in mentions if m.kind == "effect"]
    assert (effect.number, effect.part) == (number, part)
    owner = mentions[effect.of]
    assert (mentions[owner.of] if owner.kind == "pronoun" else owner).card.names["en"] == "Decode Talker"


def test_a_name_in_no_database_is_said_to_be_unknown(index):
    assert ("unknown", "云上的守门人甲乙丙", None) in _told(index, "场上有「云上的守门人甲乙丙」时灰流丽能发动吗")


def test_a_number_is_a_card(index):
    assert _cards(index, "14558127能发动吗") == [("14558127", ASH)]
