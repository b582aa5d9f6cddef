"""Costs, targets, lasting targets and spell speed as judged by the rules alone, on tables told in part or in full."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.data.cases import UNKNOWN, CardOnTable, Happening, Link, Table
from knowledge.data.profile import Filter
from knowledge.rules.categories import speed_of
from knowledge.rules.verdicts import judged, matter_judged
from knowledge.table.filters import is_listed_in_full, matches, something_matches
from knowledge.table.situation import Question, Situation
from service.loaded_desk import loaded_desk

BOOK = loaded_desk().book
PLAIN = sorted(c.names.zh for c in BOOK.library.cards.values() if c.type.startswith("Monster") and not c.effects)
DARK_LAW = BOOK.library.cards["masked-hero-dark-law"].names.zh
ASKED = (("神鸟攻击", 1), ("增殖的G", 1), ("升级转变", 1), ("死者苏生", 1), ("强制脱出装置", 1), ("灰流丽", 1))


def may(name: str, number: int, table: Table, turn: str = "own", window: str = "main1") -> str:
    card = BOOK.card_named(name)
    assert card is not None
    effect = next(e for e in card.effects if e.number == number)
    return judged(BOOK, Question(window, turn, card, effect, table)).verdict


def on(table: Table) -> Situation:
    return Situation(BOOK, Question("main1", "own", table=table), {})


def test_a_monster_known_by_its_zone_alone_is_a_monster_of_an_unknown_kind() -> None:
    lying = CardOnTable(zone="monster-zone")
    s = on(Table(cards=(lying,)))
    assert matches(s, lying, Filter(type=("monster",))) == "yes"
    assert matches(s, lying, Filter(type=("trap",))) == "no"
    assert matches(s, lying, Filter(type=("effect",))) is UNKNOWN
    assert matches(s, lying, Filter(race=("Aqua",))) is UNKNOWN


def test_a_side_is_read_by_the_eyes_of_the_player_whose_effect_it_is() -> None:
    lying = CardOnTable(zone="spell-zone", side="own")
    s = on(Table(cards=(lying,)))
    assert matches(s, lying, Filter(side="opponent")) == "no"
    assert matches(s, lying, Filter(side="opponent"), "opponent") == "yes"


def test_nothing_fits_only_where_the_table_lists_everything() -> None:
    wanted = Filter(side="opponent", zones=("monster-zone", "spell-zone"))
    assert something_matches(on(Table()), wanted) is UNKNOWN
    assert something_matches(on(Table(nothing_else_in=("opponent-monster-zone",))), wanted) is UNKNOWN
    assert something_matches(on(Table(nothing_else_in=("opponent-field",))), wanted) == "no"
    assert is_listed_in_full(on(Table(hand={"own": 0})), ("hand",), "own")


def test_a_cost_is_taken_as_payable_until_the_table_shows_that_it_is_not() -> None:
    fader = CardOnTable(card="消战者", zone="monster-zone", summoned="own-effect")
    assert may("升级转变", 1, Table(cards=(fader,))) == "yes"
    assert may("升级转变", 1, Table(cards=(fader,), nothing_else_in=("own-monster-zone",))) == "no"


def test_a_one_sided_replacement_of_the_gy_does_not_stop_the_costs_of_its_own_player() -> None:
    """Dark Law banishes what would go to the opponent's GY only."""
    for side, verdict in (("own", "yes"), ("opponent", "no")):
        law = CardOnTable(card=DARK_LAW, side=side, zone="monster-zone")
        assert may("增殖的G", 1, Table(self=CardOnTable(zone="hand"), cards=(law,)), "opponent") == verdict


def test_a_shield_against_monster_effects_does_not_stop_a_trap() -> None:
    dragon = CardOnTable(card="装弹枪管龙", side="opponent", zone="monster-zone")
    table = Table(cards=(dragon,), nothing_else_in=("monster-zone",))
    assert may("强制脱出装置", 1, table) == "yes"


def test_a_prohibition_for_one_card_leaves_the_others_alone() -> None:
    logos = CardOnTable(card="No.45 灭亡之预言者", side="opponent", zone="monster-zone", targeting="foe")
    foe = CardOnTable(card="瑚之龙", called="foe", zone="monster-zone")
    assert may("增援", 1, Table(cards=(logos, foe))) == "yes"
    assert may("瑚之龙", 1, Table(cards=(logos, foe))) == "no"


def test_an_answer_to_targeting_asks_for_what_is_not_told() -> None:
    """Decode Talker is taken to answer rightly as long as the targets of the activation are not stated."""
    raigeki_break = Link(card="雷破", by="opponent")
    assert may("解码语者", 2, Table(chain=(raigeki_break,)), "opponent") == "yes"
    theirs = CardOnTable(called="theirs", side="opponent", zone="monster-zone")
    aimed = Link(card="雷破", by="opponent", targets=("theirs",))
    assert may("解码语者", 2, Table(chain=(aimed,), cards=(theirs,)), "opponent") == "no"


@pytest.mark.parametrize("card", sorted(BOOK.library.cards), ids=str)
def test_the_rules_of_spell_speed_agree_with_the_engine(card: str) -> None:
    profile = BOOK.library.cards[card]
    for effect in profile.effects:
        expected = speed_of(profile, effect)
        if effect.speed is not None:
            continue  # the text itself departs from its kind
        outcome = matter_judged(BOOK, "spell-speed", Question("main1", "own", profile, effect)).verdict
        assert outcome == (f"speed-{expected}" if expected else "none"), effect.number


@settings(max_examples=60, deadline=None)
@given(
    asked=st.sampled_from(ASKED),
    name=st.sampled_from(PLAIN),
    side=st.sampled_from(["own", "opponent"]),
    face=st.sampled_from(["up", "down"]),
)
def test_a_plain_monster_more_on_a_table_told_in_part_never_flips_a_verdict(
    asked: tuple[str, int], name: str, side: str, face: str
) -> None:
    macro = CardOnTable(card="大宇宙", side="opponent", zone="spell-zone")
    more = CardOnTable(card=name, side=side, zone="monster-zone", face=face)
    assert may(*asked, Table(cards=(macro,))) == may(*asked, Table(cards=(macro, more)))


@pytest.mark.parametrize(
    ("lying", "turn", "verdict"),
    [
        (CardOnTable(zone="hand"), "own", "yes"),
        (CardOnTable(zone="hand"), "opponent", "no"),
        (CardOnTable(zone="spell-zone", face="down"), "opponent", "yes"),
        (CardOnTable(zone="spell-zone", face="down", set_this_turn=True), "own", "no"),
    ],
)
def test_a_quick_play_spell_leaves_the_hand_in_ones_own_turn_and_waits_a_turn_when_set(lying, turn, verdict) -> None:
    assert may("旋风", 1, Table(self=lying), turn) == verdict


def test_a_trap_waits_for_the_turn_after_it_was_set() -> None:
    fresh = CardOnTable(zone="spell-zone", face="down", set_this_turn=True)
    assert may("雷破", 1, Table(self=fresh), "opponent") == "no"
    assert may("雷破", 1, Table(self=CardOnTable(zone="spell-zone", face="down")), "opponent") == "yes"


def test_a_text_that_names_five_targets_needs_five() -> None:
    dead = tuple(CardOnTable(card="青眼白龙", zone="gy") for _ in range(5))
    assert may("贪欲之壶", 1, Table(cards=dead, nothing_else_in=("gy",))) == "yes"
    assert may("贪欲之壶", 1, Table(cards=dead[:4], nothing_else_in=("gy",))) == "no"


def test_cards_without_a_handle_are_told_apart_by_their_place() -> None:
    token = CardOnTable(type=("token",), side="opponent", zone="monster-zone", position="attack")
    only_tokens = Table(cards=(token, token), nothing_else_in=("monster-zone",))
    assert may("月之书", 1, only_tokens) == "no"
    dragon = CardOnTable(side="opponent", zone="monster-zone", position="attack", type=("monster", "normal"))
    assert may("月之书", 1, Table(cards=(token, dragon), nothing_else_in=("monster-zone",))) == "yes"


def test_what_must_come_from_the_field_is_not_set_off_from_the_hand() -> None:
    lying = CardOnTable(zone="gy")
    by_cost = Happening(event="sent-to-gy", card="self", by="cost", origin="hand")
    assert may("三眼怪", 1, Table(self=lying, happened=(by_cost,))) == "no"
    from_field = Happening(event="sent-to-gy", card="self", by="effect", origin="monster-zone")
    assert may("三眼怪", 1, Table(self=lying, happened=(from_field,))) == "must"


def test_a_set_card_is_not_opened_by_its_trigger_effect() -> None:
    sent = Happening(event="sent-to-gy", card="other", by="effect")
    assert may("虚无空间", 2, Table(self=CardOnTable(zone="spell-zone", face="down"), happened=(sent,))) == "no"
    assert may("虚无空间", 2, Table(self=CardOnTable(zone="spell-zone"), happened=(sent,))) == "must"


def test_a_draw_that_comes_after_something_else_still_needs_the_cards_in_the_deck() -> None:
    assert may("贪欲之壶", 1, Table(deck={"own": 1})) == "no"
    assert may("贪欲之壶", 1, Table(deck={"own": 2})) == "yes"
