"""Conditions that count cards, or ask what this card was used or paid for, on a table that tells it."""

import pytest

from knowledge.data.cases import UNKNOWN, CardOnTable, Happening, Table
from knowledge.data.profile import Filter, Requirement
from knowledge.desk import Desk
from knowledge.table.requirements import met
from knowledge.table.situation import Question, Situation

THIS = CardOnTable(called="used", zone="gy")


def on(desk: Desk, *cards: CardOnTable, **told: object) -> Situation:
    return Situation(desk.book, Question("main1", "own", table=Table(cards=cards, **told)), {})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("amount", "held", "answer"),
    [
        (4, 4, "yes"),
        (4, 3, "no"),
        ("at-most-2", 2, "yes"),
        ("at-most-2", 3, "no"),
        ("exactly-0", 1, "no"),
        (4, None, UNKNOWN),
    ],
)
def test_cards_of_any_kind_in_hand_are_counted_by_their_number(
    desk: Desk, amount: int | str, held: int | None, answer: str
) -> None:
    hand = {} if held is None else {"opponent": held}
    asked = Requirement(is_="in-hand", of=Filter(side="opponent", zones=("hand",)), amount=amount)
    assert met(on(desk, hand=hand), asked, None, "own") == answer


def test_no_more_than_so_many_lie_there(desk: Desk) -> None:
    asked = Requirement(is_="in-gy", of=Filter(side="own", zones=("gy",), type=("monster",)), amount="at-most-1")
    one, other = (CardOnTable(card="青眼白龙", called=n, zone="gy") for n in "ab")
    assert met(on(desk, one, other), asked, None, "own") == "no"
    assert met(on(desk, one, nothing_else_in=("own-gy",)), asked, None, "own") == "yes"
    assert met(on(desk, one), asked, None, "own") == UNKNOWN


@pytest.mark.parametrize(("least", "answer"), [(2, "yes"), (3, "no")])
def test_materials_are_counted(desk: Desk, least: int, answer: str) -> None:
    holder = CardOnTable(called="self", zone="monster-zone", materials=("青眼白龙", "黑魔术师"))
    assert met(on(desk, holder), Requirement(is_="has-material", amount=least), holder, "own") == answer


@pytest.mark.parametrize(("race", "answer"), [("Dragon", "yes"), ("Rock", "no")])
def test_what_it_was_used_for_is_shown_by_the_monster_made(desk: Desk, race: str, answer: str) -> None:
    made = CardOnTable(card="星尘龙", called="made", zone="monster-zone", summoned_with=("used",))
    asked = Requirement(is_="served-a-summon", of=Filter(race=(race,)))
    assert met(on(desk, THIS, made), asked, THIS, "own") == answer
    assert met(on(desk, THIS), asked, THIS, "own") == UNKNOWN


@pytest.mark.parametrize(("by", "answer"), [("effect", "no"), ("battle", "no"), ("cost", UNKNOWN)])
def test_what_an_effect_sent_was_no_price(desk: Desk, by: str, answer: str) -> None:
    sent = Happening(event="sent-to-gy", card="self", by=by)
    asked = Requirement(is_="caused-by", amount="cost", of=Filter(type=("monster",)))
    assert met(on(desk, THIS, happened=(sent,)), asked, THIS, "own") == answer


@pytest.mark.parametrize(("event", "answer"), [("destroyed-by-battle", "no"), ("sent-to-gy", UNKNOWN)])
def test_what_was_destroyed_was_used_for_no_summon(desk: Desk, event: str, answer: str) -> None:
    asked = Requirement(is_="served-a-summon", of=Filter(type=("synchro",)))
    went = Happening(event=event, card="self")
    assert met(on(desk, happened=(went,)), asked, CardOnTable(called="self", zone="gy"), "own") == answer


@pytest.mark.parametrize(("source", "answer"), [("黑洞", "no"), ("元素英雄 天空侠", "yes"), ("", UNKNOWN)])
def test_a_cause_named_by_a_text_is_that_card(desk: Desk, source: str, answer: str) -> None:
    went = Happening(event="sent-to-gy-by-effect", card="self", by="effect", source=source)
    asked = Requirement(is_="caused-by", of=Filter(name=("元素英雄 天空侠",)))
    assert met(on(desk, happened=(went,)), asked, None, "own") == answer


@pytest.mark.parametrize(("source", "answer"), [("死者苏生", "no"), ("self", UNKNOWN), ("", UNKNOWN)])
def test_what_another_card_brought_out_did_not_come_its_own_way(desk: Desk, source: str, answer: str) -> None:
    this = CardOnTable(called="self", card="元素英雄 天空侠", zone="monster-zone", summoned="special")
    came = Happening(event="special-summoned", card="self", source=source)
    asked = Requirement(is_="summoned-so", of=Filter(summoned=("own-effect",)))
    assert met(on(desk, self=this, happened=(came,)), asked, this, "own") == answer
