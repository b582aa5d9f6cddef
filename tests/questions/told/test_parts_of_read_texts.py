"""Cards of the user's own, known by their text alone: what bears on one part of an effect leaves no sure verdict."""

import pytest

_TEXTS = {
    "双重之祈愿": "Destroy all monsters you control, and if you do, Special Summon 1 monster from your Graveyard.",
    "清澈之祈愿": "Draw 1 card.",
    "来世之约定": "During this turn, when you Fusion Summon, you can banish monsters from your Graveyard as materials.",
}


@pytest.fixture(scope="module")
def data(import_made):
    """Spells that were made up, beside the built-in cards."""
    cards = [
        {
            "konami_id": 990100 + n,
            "password": 99000100 + n,
            "name": {"en": f"Invented Prayer {n}", "ja": f"作られた祈り{n}", "zh-CN": name},
            "text": {"en": text},
            "card_type": "Spell",
            "property": "Normal",
        }
        for n, (name, text) in enumerate(_TEXTS.items())
    ]
    return import_made("parts_of_read_texts", cards)


@pytest.fixture
def imported(monkeypatch, data):
    monkeypatch.setenv("OCG_RULINGS_DATA", str(data))


def test_a_bar_on_one_part_leaves_the_whole_open(asked, imported):
    assert asked("「虚无空间」适用中，我能发动「双重之祈愿」吗")["verdict"] == "depends"
    assert asked("「虚无空间」适用中，我能发动「清澈之祈愿」吗")["verdict"] == "yes"
    assert asked("「小丑与锁鸟」的①效果适用中，我能发动「清澈之祈愿」吗")["verdict"] == "no"


def test_what_is_only_allowed_for_later_is_no_sure_thing_to_answer(asked, imported):
    assert asked("对方发动「来世之约定」，我能连锁「屋敷童」吗")["verdict"] not in ("yes", "must")


def test_what_a_card_used_before_forbids_is_not_passed_over(asked, imported):
    assert asked("发动了「强欲而谦虚之壶」的回合，我能发动「双重之祈愿」吗")["verdict"] not in ("yes", "must")
    assert asked("发动了「增援」的回合，我能发动「清澈之祈愿」吗")["verdict"] == "yes"
