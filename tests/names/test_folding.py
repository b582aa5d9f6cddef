"""One form for every spelling of a name."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from knowledge.names.fold import fold, fold_with_places, pinyin_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("灰流麗", "灰流丽"),
        ("ハーピィ・レディ", "はーぴぃれでぃ"),
        ("ｶﾞｰﾄﾞ", "ガード"),
        ("青眼の白竜", "青眼ノ白龍"),
        ("Ｎｏ．３９　希望皇　ホープ", "No.39希望皇ホープ"),
        ("混沌战士 -开辟的使者-", "混沌戰士－開闢的使者－"),
        ("DD 魔导贤者", "ＤＤ魔導賢者"),
        ("黑・魔・导", "黑·魔·导"),
        ("Évocation", "evocation"),
        ("心靈操著", "心灵操着"),
        ("ⅩⅩ", "xx"),
    ],
)
def test_two_spellings_of_one_name_fold_alike(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("ガード", "カード"), ("旋风", "旋涡"), ("No.39", "No.38")])
def test_different_names_stay_different(one, other):
    assert fold(one) != fold(other)


def test_a_name_of_signs_keeps_its_signs():
    assert fold("？！") == "?!"
    assert fold(" ") == ""


@given(st.text(max_size=80))
@example("´¸")
@example("麼")
def test_folding_twice_changes_nothing_and_places_point_into_the_text(text):
    assert fold(fold(text)) == fold(text)
    folded, places = fold_with_places(text)
    assert len(folded) == len(places)
    assert places == sorted(places)
    assert all(0 <= place < len(text) for place in places)


def test_a_character_read_in_two_ways_is_found_by_both():
    typed = [whole for whole, _ in pinyin_of("重装调律")]
    assert {"zhongzhuangdiaolv", "chongzhuangdiaolv", "zhongzhuangtiaolv"} <= set(typed)


def test_latin_parts_of_a_chinese_name_are_typed_as_they_are():
    assert pinyin_of("no39希望皇") == [("no39xiwanghuang", "no39xwh")]
    assert pinyin_of("decodetalker") == []
