"""Whether a card on the table is what a text speaks of: yes, no, or unknown, by one matcher for all."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.data.cases import UNKNOWN, Battle, CardOnTable, Table
from knowledge.data.profile import Filter
from knowledge.desk import Desk
from knowledge.rules.verdicts import matter_judged
from knowledge.table.filters import matches, perhaps, surely
from knowledge.table.situation import Question, Situation

DRAGON = CardOnTable(card="青眼白龙", position="attack")
PENDULUM = CardOnTable(card="异色眼灵摆龙")
SPELL = CardOnTable(card="旋风")
SOMETHING = CardOnTable(called="something")
BURIED = CardOnTable(called="buried", zone="gy")
TOKEN = CardOnTable(called="token", type=("token",), race="Zombie")


def on(desk: Desk, *cards: CardOnTable) -> Situation:
    return Situation(desk.book, Question("main1", "own", table=Table(cards=cards)), {})


@pytest.mark.parametrize(
    ("lying", "which", "answer"),
    [
        (DRAGON, Filter(type=("monster", "pendulum")), "no"),
        (PENDULUM, Filter(type=("monster", "pendulum")), "yes"),
        (SOMETHING, Filter(type=("monster", "pendulum")), UNKNOWN),
        (SPELL, Filter(type=("spell", "trap")), "yes"),
        (DRAGON, Filter(type=("spell", "trap")), "no"),
        (DRAGON, Filter(type=("normal",)), "yes"),
        (PENDULUM, Filter(type=("normal",)), "no"),
        (BURIED, Filter(type=("monster",)), UNKNOWN),
        (TOKEN, Filter(type=("normal",), race=("Zombie",)), "yes"),
        (TOKEN, Filter(level=(1, 4)), UNKNOWN),
        (DRAGON, Filter(position="attack", level=(8, 8), race=("Dragon",)), "yes"),
        (SOMETHING, Filter(position="attack"), UNKNOWN),
        (SOMETHING, Filter(group=("鬼计",)), UNKNOWN),
        (DRAGON, Filter(group=("鬼计",)), "no"),
        (SOMETHING, Filter(zones=("monster-zone",)), "yes"),
        (SOMETHING, Filter(side="opponent", group=("鬼计",)), "no"),
    ],
)
def test_what_the_table_does_not_tell_is_unknown(desk: Desk, lying: CardOnTable, which: Filter, answer: object) -> None:
    assert matches(on(desk, lying), lying, which) == answer


def test_other_than_this_card_means_the_card_whose_text_it_is(desk: Desk) -> None:
    s, other = on(desk, DRAGON, PENDULUM), Filter(other=True)
    assert matches(s, DRAGON, other, source=DRAGON) == "no"
    assert matches(s, PENDULUM, other, source=DRAGON) == "yes"


SIDES = st.sampled_from(["own", "opponent", "either", None])
FILTERS = st.builds(
    Filter,
    side=SIDES,
    type=st.sampled_from([(), ("monster",), ("spell", "trap"), ("monster", "effect")]),
    group=st.sampled_from([(), ("鬼计",)]),
    face=st.sampled_from(["up", "down", None]),
    position=st.sampled_from(["attack", "defence", None]),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(which=FILTERS, lying=st.sampled_from([DRAGON, PENDULUM, SPELL, SOMETHING, BURIED, TOKEN]))
def test_what_is_sure_is_never_ruled_out(desk: Desk, which: Filter, lying: CardOnTable) -> None:
    s = on(desk, lying)
    assert perhaps(s, lying, which) or not surely(s, lying, which)
    assert (matches(s, lying, which) == UNKNOWN) == (perhaps(s, lying, which) and not surely(s, lying, which))


def test_an_undescribed_monster_is_not_taken_for_a_protected_one(desk: Desk) -> None:
    alucard = CardOnTable(card="鬼计妖魔·阿鲁卡德", side="opponent", position="attack")
    hero = CardOnTable(called="hero", position="attack")
    for groups, verdict in (((), "yes"), (("鬼计",), "no")):
        foe = CardOnTable(called="foe", side="opponent", position="attack", groups=groups)
        table = Table(cards=(hero, alucard, foe), battle=Battle(attacker="hero", defender="foe"))
        asked = Question("battle-step", "own", table=table)
        assert matter_judged(desk.book, "may-declare-attack", asked).verdict == verdict


def test_a_card_has_the_attributes_it_is_treated_as_beside_its_own(desk: Desk) -> None:
    both = CardOnTable(card="光与暗之龙", zone="monster-zone", face="up")
    s = on(desk, both)
    assert [matches(s, both, Filter(attribute=(one,))) for one in ("LIGHT", "DARK", "FIRE")] == ["yes", "yes", "no"]
    assert matches(s, both, Filter(attribute=("non-DARK",))) == "yes"
