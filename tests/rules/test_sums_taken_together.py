"""Cards taken together must have the sum a text asks for; where all that lies there falls short, it cannot be used."""

import pytest

from knowledge.data.cases import CardOnTable, Table
from knowledge.desk import Desk
from knowledge.rules.verdicts import judged
from knowledge.table.situation import Question
from service.loaded_desk import loaded_desk


@pytest.fixture(scope="module")
def desk() -> Desk:
    return loaded_desk()


def verdict(desk: Desk, *levels: int, full: bool = True) -> str:
    card = next(c for c in desk.book.library.cards.values() if c.names.en == "Black Luster Ritual")
    soldier = CardOnTable(card="混沌战士", zone="hand", called="soldier", type=("monster", "ritual"))
    tributes = [
        CardOnTable(called=f"t{n}", zone="monster-zone", type=("monster",), level=x) for n, x in enumerate(levels)
    ]
    shown = ("own-hand", "own-monster-zone") if full else ()
    table = Table(self=CardOnTable(zone="hand"), cards=(soldier, *tributes), nothing_else_in=shown)
    return judged(desk.book, Question("main1", "own", card, card.effects[0], table)).verdict


def test_levels_that_make_up_the_sum(desk: Desk) -> None:
    assert verdict(desk, 4, 4) == "yes"


def test_levels_that_do_not(desk: Desk) -> None:
    assert verdict(desk, 4, 3) == "no"


def test_cards_nobody_told_of_might(desk: Desk) -> None:
    assert verdict(desk, 4, 3, full=False) != "no"
