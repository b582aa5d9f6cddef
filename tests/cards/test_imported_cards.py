"""Imported cards are read at import and answered like profiled ones, told as read from the text; profiles win."""

import json

import pytest

from knowledge.desk import Desk
from knowledge.explanation.can_answer import can_answer
from knowledge.play import read_scenario
from service.answers.ask_card import can_asked
from service.answers.matters import scenario_shown
from service.lookup import card_by_name, finder_of
from service.presentation.page_words import words
from service.reference.entries_told import card_page
from service.web.app import create_app

CARDS = [
    {
        "konami_id": 99901,
        "password": 99900001,
        "name": {"en": "Desk Test Knight", "ja": "机上の試験騎士", "zh-CN": "台前试验骑士"},
        "text": {
            "en": "(Quick Effect): You can discard this card, then target 1 face-up monster on the field; "
            "until the end of this turn, that target gains 500 ATK."
        },
        "card_type": "Monster",
        "monster_type_line": "Warrior / Effect",
        "attribute": "LIGHT",
        "level": 4,
        "atk": 1500,
        "def": 1000,
    },
    {
        "konami_id": 99902,
        "password": 99900002,
        "name": {"en": "Desk Test Trap", "ja": "机上の試験罠", "zh-CN": "台前试验陷阱"},
        "text": {"en": "Target 1 Spell/Trap on the field; destroy that target."},
        "card_type": "Trap",
        "property": "Normal",
    },
]


@pytest.fixture(scope="module")
def imported(tmp_path_factory, desk):
    """A data directory of its own with two invented cards in it."""
    from click.testing import CliRunner

    from service.cli.card_verbs import import_cards

    directory = tmp_path_factory.mktemp("imported")
    file = directory / "cards.json"
    file.write_text(json.dumps(CARDS), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OCG_RULINGS_DATA", str(directory))
        result = CliRunner().invoke(import_cards, [str(file), "--json"])
        assert result.exit_code == 0, result.output
        yield Desk(desk.book)


def test_an_imported_quick_effect_that_raises_atk_is_open_before_damage_calculation(imported):
    answer = can_answer(imported, can_asked(imported, {"card": "Desk Test Knight", "at": "damage-step"}))
    assert {w for w, verdict in answer["windows"].items() if verdict == "yes"} == {"damage.start", "damage.before"}
    assert (answer["basis"], answer["profile"]) == ("rule", "read")


def test_an_imported_trap_that_destroys_is_closed_there(imported):
    answer = can_answer(imported, can_asked(imported, {"card": "台前试验陷阱", "at": "damage-step"}))
    assert (answer["verdict"], answer["profile"]) == ("no", "read")


def test_its_page_shows_what_was_read(imported):
    page = card_page(imported, card_by_name(imported, "99900001"))
    (effect,) = page["effects"]
    assert (effect["kind"], effect["mandatory"], effect["targets"]) == ("quick", False, True)
    assert effect["cost"] == ["discard-self"]
    assert page["profile"] == "read"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_its_page_marks_cost_target_and_resolution_in_its_text(imported, lang):
    client = create_app({"TESTING": True}).test_client()
    pieces = client.get("/api/v1/cards/99900001").get_json()["texts"][lang]["parts"][0]["pieces"]
    assert "".join(piece["text"] for piece in pieces) == CARDS[0]["text"]["en"]
    marks = {piece["mark"]: piece["text"] for piece in pieces}
    assert marks["cost"] == "You can discard this card, then"
    assert marks["targets"] == "target 1 face-up monster on the field"
    assert marks["does"].endswith("gains 500 ATK")
    assert [(e["kind"], e["speed"]) for piece in pieces if (e := piece["effect"])] == [("quick", 2)]
    html = client.get(f"/cards/99900001?lang={lang}").text
    for mark in ("cost", "targets", "does"):
        told = f'<span class="what" lang="{ {"zh": "zh-CN"}.get(lang, lang) }">{words()[f"part.{mark}"][lang]}</span>'
        assert f'<mark class="{mark}">{told}' in html


def test_without_an_import_there_is_no_text_to_show(client):
    assert client.get("/api/v1/cards/14558127").get_json()["texts"] == {}
    assert 'id="text"' not in client.get("/cards/14558127").text


def test_a_hand_written_profile_wins(imported):
    assert can_answer(imported, can_asked(imported, {"card": "灰流丽", "at": "main1"}))["profile"] == "written"


def test_near_names_reach_imported_cards(imported):
    assert finder_of(imported).search("Desk Test Knigth", 3)[0].card.names.en == "Desk Test Knight"


def test_imported_cards_are_played_in_scenarios_and_told_as_read(imported):
    cards = [
        {"card": "台前试验陷阱", "called": "T"},
        {"card": "技能抽取", "called": "S", "side": "opponent", "face": "up"},
        {"card": "Desk Test Knight", "called": "K", "zone": "hand"},
        {"called": "A", "atk": 1000},
    ]
    steps = [
        {"activate": "T", "targets": ["S"]},
        {"activate": "K", "targets": ["A"]},
        {"pass": "both"},
    ]
    answer = scenario_shown(imported, read_scenario({"cards": cards, "steps": steps}))
    assert answer["answers"]["zone"] == {"T": "gy", "S": "gy", "K": "gy", "A": "monster-zone"}
    assert answer["answers"]["atk"]["A"] == 1500
    assert len(answer["steps"][0]["assumed"]) == 2


def test_an_imported_card_on_the_table_is_told_as_read(imported):
    asked = {"card": "旋风", "at": "main1", "given": {"cards": [{"card": "Desk Test Trap", "zone": "spell-zone"}]}}
    told = can_answer(imported, can_asked(imported, asked))["assumed"]
    assert any("Desk Test Trap" in line["en"] and "台前试验陷阱" in line["zh"] for line in told)


def test_an_imported_card_in_the_chain_is_answered_by_what_it_does(imported):
    verdicts = {
        card: can_answer(imported, can_asked(imported, {"card": card, "at": "main1", "respond_to": "Desk Test Trap"}))[
            "verdict"
        ]
        for card in ("神之宣告", "灰流丽", "神之通告")
    }
    assert verdicts == {"神之宣告": "yes", "灰流丽": "no", "神之通告": "no"}
