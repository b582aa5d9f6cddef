"""An effect that has resolved and goes on is the same thing in whichever way a table states it."""

import pytest

from knowledge.data.cases import Battle, CardOnTable, Happening, Link, Table
from knowledge.desk import Desk
from knowledge.rules.verdicts import matter_judged
from knowledge.table.situation import Question

HERO = CardOnTable(called="hero", position="attack", atk=2500)
FOE = CardOnTable(called="foe", side="opponent", position="attack", atk=1000)
ONE_ATTACK = Happening(event="attack-declared", card="hero", to="x")
PHOENIX = "大薰风凤凰"


@pytest.mark.parametrize(
    ("hero", "applied", "told", "left"),
    [
        (HERO, (), (), "no"),
        (HERO, (Link(card=PHOENIX, by="own", targets=("hero",)),), (), "yes"),
        (HERO, (), (Happening(event="effect-activated", card=PHOENIX, effect=1, side="own", to="hero"),), "yes"),
        (CardOnTable(called="hero", position="attack", affected_by=(PHOENIX,)), (), (), "yes"),
    ],
    ids=["not stated", "applied", "activated earlier", "marked on the card"],
)
def test_a_second_attack_given_before_is_there_however_it_is_stated(desk: Desk, hero, applied, told, left) -> None:
    table = Table(
        cards=(hero, FOE),
        battle=Battle(attacker="hero", defender="foe"),
        applied=applied,
        earlier=(*told, ONE_ATTACK, Happening(event="damage-calculation")),
    )
    assert matter_judged(desk.book, "further-attack", Question("battle-step", "own", table=table)).verdict == left


def damage(desk: Desk, *earlier: Happening, applied: tuple[Link, ...] = ()) -> str:
    battle = Battle(attacker="hero", defender="foe")
    table = Table(cards=(HERO, FOE), battle=battle, earlier=earlier, applied=applied)
    asked = Question("damage.calculation", "own", table=table)
    return matter_judged(desk.book, "battle-damage-amount", asked).verdict


def test_a_doubling_for_the_turn_counts_when_its_activation_is_told(desk: Desk) -> None:
    activated = Happening(event="card-activated", card="动作魔法-完全转弯", effect=1, side="own")
    assert damage(desk) == "opponent 1500"
    assert damage(desk, applied=(Link(card="动作魔法-完全转弯", effect=1, by="own"),)) == "opponent 3000"
    assert damage(desk, activated) == "opponent 3000"
    negated = Happening(event="activation-negated", card="动作魔法-完全转弯")
    assert damage(desk, activated, negated) == "opponent 1500"


def test_what_was_used_for_an_earlier_battle_does_not_reach_this_one(desk: Desk) -> None:
    assert (
        damage(desk, Happening(event="effect-activated", card="栗子球", effect=1, side="opponent")) == "opponent 1500"
    )


def test_a_mark_and_the_list_naming_the_same_effect_count_once(desk: Desk) -> None:
    marked = CardOnTable(called="hero", position="attack", atk=2500, affected_by=("威风妖怪音波",))
    link = Link(card="威风妖怪音波", by="own", targets=("hero",))
    for applied in ((), (link,)):
        table = Table(cards=(marked, FOE), battle=Battle(attacker="hero", defender="foe"), applied=applied)
        asked = Question("damage.calculation", "own", table=table)
        assert matter_judged(desk.book, "battle-damage-amount", asked).verdict == "opponent 750"
