"""The states of cards: what a token counts as, which counters serve, what may be used, what the table leaves open."""

import pytest

from knowledge.data.cases import CardOnTable, Link, Table
from knowledge.data.profile import Filter
from knowledge.rules.facts.resolution_facts.targets import text_takes_it
from knowledge.table.cards import words_of, zone_of
from knowledge.table.filters import is_listed_in_full, perhaps
from knowledge.table.situation import Question, Situation

SHEEP = CardOnTable(called="sheep", type=("token",), token_name="羊衍生物", zone="monster-zone", position="defence")
EQUIPPED = CardOnTable(called="sheep", type=("token",), zone="spell-zone", equipped_to="other")


def situation(desk, table=None, card="", number=None, about=""):
    found = desk.book.card_named(card) if card else None
    effect = next((e for e in found.effects if e.number == number), None) if found else None
    return Situation(desk.book, Question("main1", "own", found, effect, table or Table(), about=about), {})


def test_a_token_is_a_normal_monster_only_in_a_monster_zone(desk):
    s = situation(desk)
    assert words_of(s, SHEEP) == {"token", "monster", "normal"}
    assert words_of(s, EQUIPPED) == {"token"}


def test_a_monster_about_to_be_summoned_lies_nowhere(desk):
    assert zone_of(situation(desk), CardOnTable(card="三眼怪", being_summoned=True)) == ""
    assert zone_of(situation(desk), CardOnTable(card="三眼怪")) == "monster-zone"


@pytest.mark.parametrize(
    ("which", "taken"),
    [
        (Filter(side="own", zones=("monster-zone",), type=("normal",)), True),
        (Filter(side="opponent", zones=("monster-zone",)), False),
        (Filter(zones=("monster-zone",), type=("effect",)), False),
        (Filter(zones=("monster-zone",), race=("Dragon",)), True),  # the table does not tell its type: no bar
        (Filter(type=("token",), name=("幻兽机衍生物",)), False),
        (Filter(type=("token",), name=("羊衍生物",)), True),
    ],
)
def test_what_a_text_perhaps(desk, taken, which):
    assert perhaps(situation(desk), SHEEP, which) is taken


def test_a_table_is_complete_only_where_it_says_so(desk):
    def complete(*said: str) -> bool:
        s = situation(desk, Table(nothing_else_in=said)) if said else situation(desk)
        return is_listed_in_full(s, ("monster-zone", "spell-zone"), "own")

    assert complete("own-field")
    assert not complete("own-monster-zone")
    assert not complete("opponent-field")
    assert not complete()


@pytest.mark.parametrize("given", [("own-field",), ()])
def test_only_a_complete_table_makes_a_cost_unpayable(desk, given):
    table = Table(self=CardOnTable(zone="spell-zone"), cards=(SHEEP,), nothing_else_in=given)
    s = situation(desk, table, card="强制终了", number=1)
    assert s.value("cost.only-refused-cards") == ("yes" if given else "no")


def test_one_more_card_pays_the_cost_a_token_cannot(desk):
    cards = (SHEEP, CardOnTable(card="三眼怪", zone="monster-zone"))
    table = Table(self=CardOnTable(zone="spell-zone"), cards=cards, nothing_else_in=("own-field",))
    assert situation(desk, table, card="强制终了", number=1).value("cost.only-refused-cards") == "no"


def test_a_shield_with_a_condition_falls_with_its_condition(desk):
    world = CardOnTable(card="失落世界", side="opponent", zone="field-zone")
    asked = CardOnTable(card="青眼白龙", side="opponent", zone="monster-zone")
    egg = CardOnTable(called="egg", type=("token",), side="own", zone="spell-zone", equipped_to="x")
    assert situation(desk, Table(self=asked, cards=(world, egg))).value("asked.shielded-for-now") == "yes"
    assert situation(desk, Table(self=asked, cards=(world,))).value("asked.shielded-for-now") == "no"
    assert situation(desk, Table(self=egg, cards=(world, egg))).value("asked.shielded-for-now") == "no"


def test_nameless_counters_are_told_apart_by_who_placed_them(desk):
    def holder(placed_by):
        return CardOnTable(zone="spell-zone", counters={"counter": 1}, counters_from={"counter": placed_by})

    own = situation(desk, Table(self=holder("古代的机械城/2")), card="古代的机械城", number=3)
    foreign = situation(desk, Table(self=holder("魔法防护器/1")), card="古代的机械城", number=3)
    assert (own.value("counter.kind-serves"), foreign.value("counter.kind-serves")) == ("yes", "no")


def test_only_a_card_whose_text_takes_the_counters_can_be_targeted_for_them(desk):
    stone = CardOnTable(card="漆黑的能量石", called="stone", zone="spell-zone")
    dragon = CardOnTable(card="青眼白龙", called="dragon", zone="monster-zone")
    named = Link(card="念动力防卫者", effect=1, declared="漆黑的能量石")

    def taken(about, *applied):
        table = Table(cards=(stone, dragon), applied=applied)
        return text_takes_it(situation(desk, table, "魔力掌握", 1, about))

    assert taken("stone") == "yes"
    assert taken("dragon") == "no"
    assert taken("stone", named) == "no"


def test_a_monster_being_flip_summoned_lies_on_the_field(desk):
    turned = CardOnTable(card="三眼怪", zone="monster-zone", being_summoned=True, summoned="flip")
    assert zone_of(situation(desk), turned) == "monster-zone"
