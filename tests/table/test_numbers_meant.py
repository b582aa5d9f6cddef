"""How much and how many a text means is worked out from the table, or left open where the table does not tell."""

import pytest

from knowledge.data.cases import CardOnTable, Happening, Table
from knowledge.data.profile import Filter
from knowledge.desk import Desk
from knowledge.table.situation import Question, Situation
from knowledge.table.values import Counting
from service.loaded_desk import loaded_desk


@pytest.fixture(scope="module")
def desk() -> Desk:
    return loaded_desk()


def counting(desk: Desk, *cards: CardOnTable, per: Filter | None = None, **table: object) -> Counting:
    this = CardOnTable(card="青眼白龙", zone="monster-zone", called="this")
    told = Table(self=this, cards=cards, **table)  # type: ignore[arg-type]
    question = Question("main1", "own", desk.book.card_named("青眼白龙"), None, told)
    return Counting(Situation(desk.book, question, {}), this, "own", per)


IN_GY = CardOnTable(card="真红眼黑龙", zone="gy")
BANISHED = Filter(side="own", zones=("banished",))


def test_so_much_for_each_such_card(desk: Desk) -> None:
    dragons = Filter(side="own", zones=("gy",), race=("Dragon",))
    assert counting(desk, IN_GY, per=dragons).points("300-per-such") == 300
    assert counting(desk, IN_GY, per=Filter(side="own", zones=("gy",), race=("Plant",))).points("300-per-such") == 0


def test_a_place_nobody_spoke_of_is_not_empty(desk: Desk) -> None:
    assert counting(desk, per=BANISHED).points("400-per-such") is None


def test_a_hand_is_counted_though_nobody_sees_it(desk: Desk) -> None:
    hand = Filter(side="own", zones=("hand",))
    assert counting(desk, per=hand, hand={"own": 4}).points("600-per-such") == 2400
    assert counting(desk, per=hand).points("600-per-such") is None


@pytest.mark.parametrize(
    ("word", "points"),
    [("tributed-original-atk", 2400), ("half-of-tributed-atk", 1200), ("double-tributed-level", 14),
     ("100-per-tributed-level", 700), ("tributed-atk-plus-300", 2700), ("banished-atk", None)],
)  # fmt: skip
def test_what_this_effect_did_something_to(desk: Desk, word: str, points: int | None) -> None:
    told = Happening(event="tributed", card="真红眼黑龙", by="cost", source="self")
    assert counting(desk, earlier=(told,)).points(word) == points


def test_another_cards_tribute_is_not_meant(desk: Desk) -> None:
    told = Happening(event="tributed", card="真红眼黑龙", by="cost", source="死者苏生")
    assert counting(desk, earlier=(told,)).points("tributed-atk") is None


def test_the_highest_of_such(desk: Desk) -> None:
    there = CardOnTable(card="真红眼黑龙", zone="monster-zone", side="opponent", position="attack")
    monsters = Filter(zones=("monster-zone",), type=("monster",), face="up")
    assert counting(desk, there, per=monsters).points("highest-such-atk") == 3000
    others = Filter(zones=("monster-zone",), type=("monster",), face="up", other=True)
    assert counting(desk, there, per=others).points("highest-such-atk-plus-100") == 2500


def test_one_of_several_is_still_to_be_chosen(desk: Desk) -> None:
    one = CardOnTable(card="真红眼黑龙", zone="monster-zone", side="opponent", position="attack")
    two = CardOnTable(card="黑魔术师", zone="monster-zone", side="opponent", position="attack")
    theirs = Filter(side="opponent", zones=("monster-zone",), type=("monster",))
    assert counting(desk, one, per=theirs).points("one-such-atk") == 2400
    assert counting(desk, one, two, per=theirs).points("one-such-atk") is None


def test_draws_up_to_a_number_in_hand(desk: Desk) -> None:
    assert counting(desk, hand={"own": 1}).how_many("until-3-in-hand") == 2
    assert counting(desk).how_many("until-3-in-hand") is None


def test_earlier_events_are_counted(desk: Desk) -> None:
    told = tuple(Happening(event="card-activated", card=name) for name in ("死者苏生", "增援", "神之宣告"))
    spells = Filter(type=("spell",))
    assert counting(desk, earlier=told, per=spells).how_many("up-to-card-activated-this-turn") == 2
