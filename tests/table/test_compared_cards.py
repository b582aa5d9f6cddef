"""Cards of the table measured by others: a value, a column, an arrow, the owner; unknown where nobody told."""

import pytest

from knowledge.data.cases import UNKNOWN, CardOnTable, Happening, Link, Table
from knowledge.data.profile import Compared, Filter, Requirement, Together
from knowledge.desk import Desk
from knowledge.table.cards import level_of
from knowledge.table.filters import matches
from knowledge.table.requirements import met
from knowledge.table.situation import Question, Situation

WEAKER = Filter(compared=(Compared(value=("atk",), how="below", than="self"),))
THIS = CardOnTable(called="this", atk=2000, level=4, slot=2, type=("effect",))


def on(desk: Desk, *cards: CardOnTable, **told: object) -> Situation:
    return Situation(desk.book, Question("main1", "own", table=Table(cards=cards, **told)), {})  # type: ignore[arg-type]


def monster(called: str, **told: object) -> CardOnTable:
    return CardOnTable(called=called, type=("effect",), **told)  # type: ignore[arg-type]


@pytest.mark.parametrize(("atk", "answer"), [(1900, "yes"), (2000, "no"), (2500, "no"), (None, UNKNOWN)])
def test_atk_below_this_cards(desk: Desk, atk: int | None, answer: str) -> None:
    other = monster("other", atk=atk)
    assert matches(on(desk, THIS, other), other, WEAKER, source=THIS) == answer


def test_of_a_card_nobody_showed_nothing_is_known(desk: Desk) -> None:
    other = monster("other", atk=100)
    than = Filter(compared=(Compared(value=("atk",), how="below", than="tribute"),))
    assert matches(on(desk, THIS, other), other, than, source=THIS) == UNKNOWN


def test_def_is_compared_with_the_others_atk(desk: Desk) -> None:
    other = monster("other", atk=100, defence=2100)
    which = Filter(compared=(Compared(value=("def",), how="above", than="self", their="atk"),))
    assert matches(on(desk, THIS, other), other, which, source=THIS) == "yes"


def test_life_points_are_a_measure_too(desk: Desk) -> None:
    other = monster("other", atk=1500)
    which = Filter(compared=(Compared(value=("atk",), how="at-most", than="own-lp"),))
    assert matches(on(desk, THIS, other, lp={"own": 1000}), other, which, source=THIS) == "no"
    assert matches(on(desk, THIS, other, lp={"own": 2000}), other, which, source=THIS) == "yes"


@pytest.mark.parametrize(
    ("side", "slot", "answer"),
    [("own", 2, "yes"), ("opponent", 4, "yes"), ("opponent", 2, "no"), ("own", None, UNKNOWN)],
)
def test_columns_face_each_other(desk: Desk, side: str, slot: int | None, answer: str) -> None:
    other = monster("other", side=side, slot=slot)
    assert matches(on(desk, THIS, other), other, Filter(place=("own-column",)), source=THIS) == answer


def test_a_monster_lies_where_this_card_points(desk: Desk) -> None:
    linked, elsewhere, open_ = (monster(n, pointed_at_by=by) for n, by in (("a", ("this",)), ("b", ("z",)), ("c", ())))
    s = on(desk, THIS, linked, elsewhere, open_)
    answers = [matches(s, c, Filter(place=("linked-by-this",)), source=THIS) for c in (linked, elsewhere, open_)]
    assert answers == ["yes", "no", UNKNOWN]


def test_the_owner_counts_and_not_the_controller(desk: Desk) -> None:
    taken = monster("taken", side="own", owner="opponent")
    assert matches(on(desk, taken), taken, Filter(side="own", owner="opponent")) == "yes"
    assert matches(on(desk, taken), taken, Filter(owner="own")) == "no"


def test_what_this_effect_did_is_told_by_the_account(desk: Desk) -> None:
    other = monster("other")
    by = Filter(by_this=("special-summon",))
    told = (Happening(event="special-summoned", card="other", source="this"),)
    assert matches(on(desk, THIS, other, happened=told), other, by, source=THIS) == "yes"
    assert matches(on(desk, THIS, other), other, by, source=THIS) == UNKNOWN


@pytest.mark.parametrize(("names", "answer"), [(("青眼白龙", "黑魔术师"), "yes"), (("青眼白龙", "青眼白龙"), "no")])
def test_cards_of_different_names_are_counted_once_a_name(desk: Desk, names: tuple[str, ...], answer: str) -> None:
    cards = tuple(CardOnTable(card=name, called=f"c{n}") for n, name in enumerate(names))
    two = Requirement(is_="controls", of=Filter(type=("monster",), together=Together(different=("name",))), amount=2)
    assert met(on(desk, *cards, nothing_else_in=("own-field",)), two, None, "own") == answer


def test_the_target_of_its_own_link_is_the_measure(desk: Desk) -> None:
    target, other = monster("target", atk=1500), monster("other", atk=1400)
    card = desk.book.card_named("青眼白龙")
    table = Table(cards=(target, other), chain=(Link(card="青眼白龙", targets=("target",)),))
    s = Situation(desk.book, Question("main1", "own", card, table=table), {})
    than = Filter(compared=(Compared(value=("atk",), how="at-most", than="target"),))
    assert matches(s, other, than) == "yes"


def test_a_level_that_was_raised_is_that_much_higher(desk: Desk) -> None:
    card = desk.book.card_named("F.A. Hang On Mach")
    assert card is not None
    assert card.level is not None
    effect = next(e.number for e in card.effects if any(a.amount == "plus-1" for a in e.does))
    racer = CardOnTable(card=card.names.zh, zone="monster-zone")
    raised = (Link(card=card.names.zh, by="own", effect=effect),)
    table = Table(self=racer, applied=raised)
    s = Situation(desk.book, Question("main1", "own", card, table=table), {})
    assert level_of(s, racer) == card.level + 1


def test_the_monster_a_card_is_equipped_to_is_that_one_alone(desk: Desk) -> None:
    sword = monster("sword", zone="spell-zone", equipped_to="bearer")
    bearer, other = monster("bearer"), monster("other")
    s = on(desk, sword, bearer, other)
    which = Filter(place=("equipped-by-this",))
    assert [matches(s, card, which, source=sword) for card in (bearer, other)] == ["yes", "no"]
    assert matches(s, bearer, which, source=monster("loose", zone="spell-zone")) is UNKNOWN
