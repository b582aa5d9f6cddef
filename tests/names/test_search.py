"""A card is found by whatever people type for it, and the exact name always leads."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.problems import BadInput


def _first(index, query):
    hits = index.search(query)
    return (hits[0].names["en"], hits[0].why) if hits else None


@pytest.mark.parametrize(
    ("typed", "english", "why"),
    [
        ("灰流丽", "Ash Blossom & Joyous Spring", "name"),
        ("灰流麗", "Ash Blossom & Joyous Spring", "name"),
        ("「灰流丽」", "Ash Blossom & Joyous Spring", "name"),
        ("灰流うらら", "Ash Blossom & Joyous Spring", "name"),
        ("灰流ウララ", "Ash Blossom & Joyous Spring", "name"),
        ("ａｓｈ　ｂｌｏｓｓｏｍ ＆ JOYOUS spring", "Ash Blossom & Joyous Spring", "name"),
        ("cid:12950", "Ash Blossom & Joyous Spring", "id"),
        ("12950", "Ash Blossom & Joyous Spring", "id"),
        ("14558127", "Ash Blossom & Joyous Spring", "id"),
        ("05318639", "Mystical Space Typhoon", "id"),
        ("小灰", "Ash Blossom & Joyous Spring", "nickname"),
        ("ash", "Ash Blossom & Joyous Spring", "nickname"),
        ("解码者", "Decode Talker", "alias"),
        ("欧内斯特", "Honest", "alias"),
        ("青眼白", "Blue-Eyes White Dragon", "prefix"),
        ("究极龙", "Blue-Eyes Ultimate Dragon", "substring"),
        ("huiliuli", "Ash Blossom & Joyous Spring", "pinyin"),
        ("huī liú lì", "Ash Blossom & Joyous Spring", "pinyin"),
        ("hui'liu'li", "Ash Blossom & Joyous Spring", "pinyin"),
        ("hll", "Ash Blossom & Joyous Spring", "initials"),
        ("qingyanbai", "Blue-Eyes White Dragon", "pinyin-prefix"),
        ("灰留丽", "Ash Blossom & Joyous Spring", "one-wrong"),
        ("青眼究龙", "Blue-Eyes Ultimate Dragon", "one-missing"),
        ("青眼大白龙", "Blue-Eyes White Dragon", "one-extra"),
        ("Dark Magican", "Dark Magician", "one-missing"),
        ("Dark Magicain", "Dark Magician", "one-wrong"),
        ("dragon ultimate", "Blue-Eyes Ultimate Dragon", "words"),
        ("ash blosom and joyus sprng", "Ash Blossom & Joyous Spring", "near"),
        ("no39希望皇霍普", "Number 39: Utopia", "name"),
        ("ＮＯ．３９　希望皇ホープ", "Number 39: Utopia", "name"),
        ("青眼の白竜", "Blue-Eyes White Dragon", "name"),
    ],
)
def test_the_card_meant_is_first(index, typed, english, why):
    assert _first(index, typed) == (english, why)


def test_names_that_begin_with_the_query_follow_the_exact_one(index):
    names = [hit.names["en"] for hit in index.search("No.39 希望皇 霍普")]
    assert names == ["Number 39: Utopia", "Number 39: Utopia Roots"]


def test_a_name_of_two_cards_shows_both_first(index):
    hits = index.search("黑魔导")
    assert {hit.names["en"] for hit in hits[:2]} == {"Dark Magician", "Dark Magic Attack"}
    assert {hit.why for hit in hits[:2]} == {"name"}


def test_a_card_with_a_profile_and_an_import_is_one_card_under_the_profile_s_id(index):
    hits = [hit for hit in index.search("オネスト") if hit.card.password == 37742478]
    assert [hit.card_key for hit in hits] == ["honest"]
    assert hits[0].names["zh-CN"] == "奥尼斯特"


def test_every_hit_carries_its_numbers_and_a_falling_score(index):
    hits = index.search("青眼")
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert {hit.card.cid for hit in hits} == {4007, 4386, 12300}


def test_suggestions_correct_nothing_while_a_person_types(index):
    assert [hit.names["en"] for hit in index.suggest("青眼亚")] == ["Blue-Eyes Alternative White Dragon"]
    assert index.suggest("灰留丽") == []


def test_archetypes_are_groups(index):
    for called in ("青眼", "blue-eyes", "Blue Eyes"):
        group = index.groups(called)[0]
        assert group.id == "Blue-Eyes"
        assert {index.card(member).names["zh"] for member in group.members} == {"青眼白龙", "青眼究极龙", "青眼亚白龙"}
    assert index.groups("") == []


@pytest.mark.parametrize("nothing", ["", "   ", "\x00\x01", "\u200b"])
def test_nothing_typed_finds_nothing(index, nothing):
    assert index.search(nothing) == []


@pytest.mark.parametrize(
    "odd", ["😀", "'; DROP TABLE x; --", '"', "<script>", "%", "*", "灰流丽\x00", "🂡灰流丽", "\ud800", "٣٩", "½"]
)
def test_odd_input_is_an_ordinary_query(index, odd):
    assert isinstance(index.search(odd), list)


def test_a_query_longer_than_any_name_is_refused(index):
    assert index.search("龙" * 500) == []
    for ask in (index.search, index.suggest, index.resolve, index.groups):
        with pytest.raises(BadInput, match="at most 500") as refusal:
            ask("龙" * 10_000)
        assert len(str(refusal.value.value)) < 100


def _resolved(index, text):
    try:
        index.resolve(text)
    except BadInput as refusal:
        return refusal.kind
    return "card"


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_searched_and_scanned_without_fault(index, text):
    assert all(0 < hit.score <= 1 for hit in index.search(text))
    assert all(0 <= found.start < found.end <= len(text) for found in index.find_in(text))
    assert _resolved(index, text) in ("card", "unknown-card", "ambiguous")


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_one_wrong_character_anywhere_in_a_long_name_still_finds_the_card(index, data):
    name = "Blue-Eyes Alternative White Dragon"
    at = data.draw(st.sampled_from([place for place, letter in enumerate(name) if letter.isalpha()]))
    letter = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz"))
    assert index.search(name[:at] + letter + name[at + 1 :])[0].names["en"] == name
