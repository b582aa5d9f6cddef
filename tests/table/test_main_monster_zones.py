"""A text that asks for empty main monster zones leaves the extra monster zones out."""

import pytest

from knowledge.data.cases import CardOnTable, Table
from knowledge.desk import Desk
from knowledge.rules.verdicts import judged
from knowledge.table.situation import Question
from service.loaded_desk import loaded_desk


@pytest.fixture(scope="module")
def desk() -> Desk:
    return loaded_desk()


def engage_beside(desk: Desk, name: str, slot: int | None) -> str:
    engage = desk.book.library.cards["sky-striker-mobilize-engage"]
    lying = CardOnTable(card=name, zone="monster-zone", position="attack", slot=slot)
    table = Table(self=CardOnTable(zone="hand"), cards=(lying,), nothing_else_in=("own-monster-zone",))
    return judged(desk.book, Question("main1", "own", engage, engage.effects[0], table)).verdict


def test_a_link_monster_in_the_extra_monster_zone_is_no_bar(desk: Desk) -> None:
    assert engage_beside(desk, "解码语者", 6) == "yes"


def test_in_a_main_zone_it_is(desk: Desk) -> None:
    assert engage_beside(desk, "解码语者", 3) == "no"


def test_where_it_lies_is_not_guessed(desk: Desk) -> None:
    assert engage_beside(desk, "解码语者", None) not in ("no", "must")


def test_a_monster_of_the_main_deck_lies_in_no_extra_zone(desk: Desk) -> None:
    assert engage_beside(desk, "青眼白龙", None) == "no"
