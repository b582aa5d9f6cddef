"""The law of a day: what changed holds from its day on, and an answer says where the law of another day differs."""

import pytest

from knowledge.data.dates import dates_of, day_named
from knowledge.problems import BadInput
from service.answers.ask_card import can_shown

SHIELD = {"card": "我身作盾", "effect": 1, "at": "damage.before"}  # admitted in the damage step since 2019-02-18


def asked(desk, **more):
    return can_shown(desk, {**SHIELD, **more})


def test_today_is_answered_by_the_law_of_today_and_the_older_law_is_told(desk):
    answer = asked(desk)
    assert answer["verdict"] == "yes"
    (older,) = answer["law"]["differs"]
    assert (older["until"], older["verdict"]) == ("2019-02-18", "no")
    assert any(cite.startswith("battle-phase:298") for cite in older["cites"])
    assert any(cite.startswith("ocg-rule/c03/战斗阶段流程") for cite in older["cites"])


@pytest.mark.parametrize(
    ("day", "verdict"),
    [("2017", "no"), ("2019-01", "no"), ("2019-02-17", "no"), ("2019-02-18", "yes"), ("2024", "yes")],
)
def test_another_day_is_answered_by_its_own_law(desk, day, verdict):
    answer = asked(desk, as_of=day)
    assert answer["verdict"] == verdict
    assert answer["law"]["as_of"] == day
    (other,) = answer["law"]["differs"]
    assert ("from" if verdict == "no" else "until") in other


def test_a_month_in_which_the_law_changed_shows_both(desk):
    answer = asked(desk, as_of="2019-02")
    assert answer["verdict"] == "depends"
    assert [branch["verdict"] for branch in answer["branches"]] == ["no", "yes"]
    assert all(branch["cites"] for branch in answer["branches"])


@pytest.mark.parametrize(
    "day", ["2016", "2016-12-31", "2019-13", "2019-02-30", "2099", "yesterday", "20190218", "２０１９"]
)
def test_anything_but_a_day_since_2017_is_refused_with_what_is_accepted(desk, day):
    with pytest.raises(BadInput) as wrong:
        asked(desk, as_of=day)
    assert wrong.value.field == "as_of"
    assert "from 2017 to today" in wrong.value.says["en"]


def test_no_change_takes_effect_before_the_first_edition_was_closed(desk):
    for span in dates_of(desk.book.library).spans.values():
        assert not span.start.latest or span.start.earliest >= "2019-02-01"


def test_a_day_a_month_and_a_year_end_where_today_begins():
    assert day_named("2026", "2026-11-17").last == "2026-11-17"
    assert day_named("2024-02", "2026-11-17").last == "2024-02-29"
    assert day_named("2026-11-18", "2026-11-17") is None


def test_what_was_reversed_is_kept_and_shown_as_superseded(desk):
    old = desk.book.library.rulings["my-body-as-a-shield-in-damage-step"]
    assert old.status == "superseded"
    assert not desk.book.in_force("rulings", old.id)
    assert desk.laws.of_edition("2019-01").in_force("rulings", old.id)
