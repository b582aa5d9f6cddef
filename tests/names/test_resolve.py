"""One card or a question back: a near name is never taken for the name."""

import pytest

from knowledge.data.profile import Card, Names
from knowledge.names.index import NameIndex
from knowledge.problems import BadInput


@pytest.mark.parametrize(
    ("typed", "english"),
    [
        ("灰流丽", "Ash Blossom & Joyous Spring"),
        (" 灰流麗 ", "Ash Blossom & Joyous Spring"),
        ("honest", "Honest"),
        ("欧内斯特", "Honest"),
        ("小灰", "Ash Blossom & Joyous Spring"),
        ("CID:4007", "Blue-Eyes White Dragon"),
        ("password:89631139", "Blue-Eyes White Dragon"),
        ("89631139", "Blue-Eyes White Dragon"),
        ("黑·魔·导", "Dark Magic Attack"),
        ("黑・魔・导", "Dark Magic Attack"),
    ],
)
def test_a_name_alias_nickname_or_number_is_one_card(index, typed, english):
    assert index.resolve(typed).names["en"] == english


@pytest.mark.parametrize(
    ("typed", "english"),
    [("黑魔导", {"Dark Magician", "Dark Magic Attack"}), ("solemn", {"Solemn Judgment", "Solemn Warning"})],
)
def test_a_word_for_several_cards_is_asked_back(index, typed, english):
    with pytest.raises(BadInput) as refusal:
        index.resolve(typed)
    assert (refusal.value.kind, refusal.value.status) == ("ambiguous", 409)
    assert {choice["names"]["en"] for choice in refusal.value.accepted} == english


@pytest.mark.parametrize(
    ("typed", "near"), [("灰留丽", "灰流丽"), ("青眼白", "青眼白龙"), ("Dark Magican", "黑魔术师")]
)
def test_a_near_name_is_offered_and_not_taken(index, typed, near):
    with pytest.raises(BadInput) as refusal:
        index.resolve(typed)
    assert (refusal.value.kind, refusal.value.status) == ("unknown-card", 404)
    assert refusal.value.accepted[0] == near
    assert len(refusal.value.accepted) <= 5


@pytest.mark.parametrize("typed", ["", "  ", "cid:", "cid:99999999", "00000000", "青眼白龙!" * 3])
def test_what_is_no_card_is_said_to_be_none(index, typed):
    with pytest.raises(BadInput) as refusal:
        index.resolve(typed)
    assert refusal.value.kind == "unknown-card"


@pytest.mark.data
def test_every_real_name_is_its_own_card_or_a_question(full_index):
    def meant(name):
        try:
            return [full_index.resolve(name).key]
        except BadInput as refusal:
            return [choice["key"] for choice in refusal.accepted] if refusal.kind == "ambiguous" else []

    cards = [full_index.card(number) for number in range(len(full_index))]
    answers = [(card.key, meant(name)) for card in cards for name in card.names.values()]
    assert [key for key, keys in answers if key not in keys] == []
    assert sum(len(keys) > 1 for _, keys in answers) < len(answers) / 500


def test_a_card_is_known_by_the_key_hits_give(index):
    assert [index.by_key(hit.card_key) for hit in index.search("青眼")] == [hit.card for hit in index.search("青眼")]
    assert index.by_key("nothing") is None


def test_the_id_of_a_profile_resolves_where_it_is_nobody_s_name():
    card = Card(id="first-of-all", names=Names(zh="万物之始"), type="Trap / Normal")
    assert NameIndex.build([card]).resolve(" first-of-all ").names == {"zh": "万物之始"}
