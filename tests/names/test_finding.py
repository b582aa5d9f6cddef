"""Cards by any name at every door: the command line, the API, the pages."""

import pytest

from knowledge.names.finder import Unsettled
from service.lookup import card_by_name, is_read

IMPORTED = [
    {
        "konami_id": 990001,
        "password": 99000001,
        "name": {"en": "Invented Watchman of the Seventh Gate", "ja": "第七門の番人", "zh-CN": "第七门之看守"},
        "text": {"en": "Once per turn: You can draw 1 card."},
        "card_type": "Monster",
        "monster_type_line": "Warrior / Effect",
        "attribute": "LIGHT",
        "level": 4,
        "atk": 1000,
        "def": 1000,
    },
    {
        "konami_id": 990002,
        "password": 99000002,
        "name": {"en": "Invented Watchman of the Eighth Gate", "ja": "第八門の番人", "zh-CN": "第八门之看守"},
        "card_type": "Monster",
        "monster_type_line": "Warrior / Effect",
        "attribute": "LIGHT",
        "level": 4,
        "atk": 1000,
        "def": 1000,
    },
]


@pytest.fixture(scope="module")
def data(import_made):
    return import_made("finding", IMPORTED)


@pytest.fixture
def imported(monkeypatch, data):
    """Two cards of the user's own beside the built-in ones."""
    monkeypatch.setenv("OCG_RULINGS_DATA", str(data))


@pytest.mark.parametrize(
    "name",
    [
        "灰流丽",
        "灰流麗",
        "灰流うらら",
        "Ash Blossom & Joyous Spring",
        "ash",
        "小灰",
        "cid:12950",
        "14558127",
        "huiliuli",
    ],
)
def test_a_card_answers_to_all_its_names(desk, name):
    assert card_by_name(desk, name).id == "ash-blossom-and-joyous-spring"


@pytest.mark.parametrize("name", ["hll", "灰流里", "Ash Blosom & Joyous Spring", "流丽"])
def test_a_near_name_is_offered_and_not_taken(desk, name):
    with pytest.raises(Unsettled) as refused:
        card_by_name(desk, name)
    assert refused.value.status == 404
    assert "ash-blossom-and-joyous-spring" in {card.id for card in refused.value.cards}
    assert len(refused.value.accepted) <= 5


@pytest.mark.parametrize("name", ["Solemn", "圣枪", "通告"])
def test_a_name_of_several_cards_is_a_choice_even_where_the_desk_has_only_one_of_them(desk, name):
    with pytest.raises(Unsettled) as refused:
        card_by_name(desk, name)
    assert refused.value.status == 409
    assert len(refused.value.cards) > 1


def test_an_imported_card_is_answered_about_as_far_as_its_text_is_known(desk, client, imported):
    assert is_read(desk, card_by_name(desk, "第七门之看守"))
    assert not is_read(desk, card_by_name(desk, "第八门之看守"))
    read = client.post("/api/v1/can", json={"card": "第七门之看守", "at": "main", "effect": 1}).get_json()
    assert (read["verdict"], read["question"]["card"]["cid"]) == ("yes", 990001)
    unread = client.post("/api/v1/can", json={"card": "第八门之看守", "at": "main", "effect": 1}).get_json()
    assert (unread["verdict"], unread["question"]["card"]["cid"]) == ("unknown", 990002)
    assert unread["why"]["zh"]


def test_an_imported_card_breaks_no_page_and_no_question(client, imported):
    for card in ("第七门之看守", "第八门之看守"):
        for address in (f"/cards/{card}", f"/ask?card={card}&at=main", f"/ask?q={card}伤害步骤能发动吗"):
            assert client.get(f"{address}{'&' if '?' in address else '?'}lang=zh").status_code == 200, address
    asked = client.post("/api/v1/ask", json={"question": "灰流丽能连锁第八门之看守吗"}).get_json()
    assert asked["question"]["respond_to"]["cid"] == 990002
    table = {"cards": [{"card": "第八门之看守"}], "chain": [{"card": "99000001"}]}
    assert client.post("/api/v1/can", json={"card": "灰流", "at": "main", "given": table}).status_code == 200


def test_an_imported_card_is_suggested_and_searched(client, imported):
    assert client.get("/suggest?q=第七").get_json()[0]["names"]["zh"] == "第七门之看守"
    found = client.get("/api/v1/search?q=Invented Watchman&kind=card").get_json()
    assert {hit["cid"] for hit in found["results"]} == {990001, 990002}


def test_archetypes_are_groups(client):
    found = client.get("/api/v1/search?q=黑羽").get_json()
    assert {"黑羽-疾风之盖尔", "黑羽-苍炎之修罗"} <= {card["names"]["zh"] for card in found["groups"][0]["cards"]}
    assert "黑羽" in client.get("/cards?q=黑羽&lang=zh").text


def test_a_directory_that_cannot_be_written_costs_only_time(desk, monkeypatch, tmp_path):
    blocked = tmp_path / "a-file"
    blocked.write_text("not a folder", encoding="utf-8")
    monkeypatch.setenv("OCG_RULINGS_DATA", str(blocked / "below"))
    assert card_by_name(desk, "小灰").id == "ash-blossom-and-joyous-spring"


def test_the_name_asked_for_stands_beside_the_others(client):
    html = client.get("/ask?card=小灰&at=main&lang=zh").text
    assert "小灰 = 灰流丽" in html
    assert "Ash Blossom &amp; Joyous Spring" in html
    assert "奥尼斯特" in client.get("/cards/honest?lang=zh").text
