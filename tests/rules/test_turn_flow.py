"""The course of a turn as judged by the rules alone: priority, the draw, forced answers, attacks and replays."""

import msgspec
import pytest

from knowledge.data.cases import Battle, CardOnTable, Happening, Link, Table
from knowledge.data.profile import Card, Side
from knowledge.rules.book import Book
from knowledge.rules.verdicts import judged, matter_judged
from knowledge.table.situation import Question
from service.loaded_desk import loaded_desk


@pytest.fixture(scope="module")
def book() -> Book:
    return loaded_desk().book


def may(book: Book, name: str, number: int, window: str, turn: str, table: Table) -> str:
    card = book.card_named(name)
    assert card is not None
    effect = next(e for e in card.effects if e.number == number)
    return judged(book, Question(window, turn, card, effect, table)).verdict


def asked(book: Book, gate: str, window: str, table: Table, *, of: str = "", turn: str = "own") -> str:
    card = book.card_named(of)
    return matter_judged(book, gate, Question(window, turn, card, None, table, about="" if card else of)).verdict


def passes(*sides: Side) -> Table:
    return Table(
        happened=(Happening(event="phase-entered"), *(Happening(event="priority-passed", side=s) for s in sides))
    )


def test_the_other_player_waits_until_the_turn_player_has_passed(book: Book) -> None:
    assert may(book, "旋风", 1, "end", "opponent", passes()) == "no"
    assert may(book, "旋风", 1, "end", "opponent", passes("opponent")) == "yes"


def test_a_player_who_has_passed_does_not_open_a_chain_but_may_answer_one(book: Book) -> None:
    assert may(book, "旋风", 1, "end", "own", passes("own")) == "no"
    answering = Table(happened=passes("own").happened, chain=(Link(card="活死人的呼声", by="opponent"),))
    assert may(book, "旋风", 1, "end", "own", answering) == "yes"


def test_the_turn_moves_on_only_when_both_have_passed_and_the_chain_is_done(book: Book) -> None:
    assert asked(book, "may-advance", "main1", passes("own", "opponent"), of="turn-player") == "yes"
    assert asked(book, "may-advance", "main1", passes("own"), of="turn-player") == "no"
    chained = Table(happened=passes("own", "opponent").happened, chain=(Link(card="旋风", by="own"),))
    assert asked(book, "may-advance", "main1", chained, of="turn-player") == "no"


def test_whether_both_have_passed_is_asked_for_when_nobody_told(book: Book) -> None:
    judgement = matter_judged(book, "may-advance", Question("main1", "own", None, None, Table(), about="turn-player"))
    assert judgement.verdict == "depends"
    assert {(b.value, b.judgement.verdict) for b in judgement.branches} == {("yes", "yes"), ("no", "no")}


def test_an_effect_in_place_of_the_draw_is_in_time_unless_the_draw_was_made(book: Book) -> None:
    assert may(book, "罪世界", 1, "draw", "own", Table()) == "yes"
    assert may(book, "罪世界", 1, "draw", "own", Table(happened=(Happening(event="normal-draw", side="own"),))) == "no"
    assert may(book, "罪世界", 1, "draw", "opponent", Table()) == "no"


def test_a_card_for_the_start_of_the_main_phase_is_first_or_not_at_all(book: Book) -> None:
    assert may(book, "大寒波", 1, "main1", "own", Table()) == "yes"
    acted = (Happening(event="phase-entered"), Happening(event="set-on-field", side="own"))
    assert may(book, "大寒波", 1, "main1", "own", Table(earlier=acted)) == "no"
    assert may(book, "大寒波", 1, "main1", "own", Table(earlier=acted[::-1])) == "yes"


def test_effects_of_a_step_are_not_missed_because_something_else_came_between(book: Book) -> None:
    between = Table(happened=(Happening(event="destroyed-by-effect", card="旋风"),))
    assert may(book, "颉颃胜负", 1, "end-step", "opponent", between) == "yes"
    assert may(book, "颉颃胜负", 1, "battle-step", "opponent", between) == "no"


@pytest.mark.parametrize(("dragons", "expected"), [(1, "yes"), (2, "no"), (3, "no")])
def test_of_several_forced_answers_only_the_first_is_chained_directly(book: Book, dragons: int, expected: str) -> None:
    chain = (Link(card="影依刺猬", effect=2), *(Link(card="光与暗之龙", effect=2, by="own") for _ in range(dragons)))
    assert asked(book, "answer-takes-effect", "main1", Table(chain=chain), of="光与暗之龙") == expected


def test_a_trap_set_off_by_an_event_does_not_answer_a_counter_trap(book: Book) -> None:
    declared = (Happening(event="attack-declared", side="opponent"),)
    over_a_trap = Table(happened=declared, chain=(Link(card="炸裂装甲", by="own"),))
    over_a_counter_trap = Table(happened=declared, chain=(Link(card="魔宫的贿赂", by="opponent"),))
    assert may(book, "次元幽闭", 1, "attack-declaration", "opponent", over_a_trap) == "yes"
    assert may(book, "次元幽闭", 1, "attack-declaration", "opponent", over_a_counter_trap) == "no"


def lancelot(*others: CardOnTable, negated_by: str = "", defender: str = "") -> Table:
    knight = CardOnTable(
        card="No.23 冥界的灵骑士 兰斯洛特",
        called="knight",
        materials=("a",),
        zone="monster-zone",
        position="attack",
        negated_by=negated_by,
    )
    wall = CardOnTable(called="wall", side="opponent", zone="monster-zone", position="attack")
    resolved = (Happening(event="chain-resolved"),)
    return Table(battle=Battle(attacker="knight", defender=defender), cards=(knight, wall, *others), happened=resolved)


def test_a_direct_attack_past_monsters_is_replayed_once_its_effect_is_gone(book: Book) -> None:
    assert asked(book, "replay", "after-declaration", lancelot()) == "no"
    assert asked(book, "replay", "after-declaration", lancelot(negated_by="禁忌的圣杯")) == "yes"
    assert asked(book, "replay", "after-declaration", lancelot(negated_by="禁忌的圣杯", defender="wall")) == "no"


def test_an_equip_that_opens_the_way_keeps_a_direct_attack_going(book: Book) -> None:
    bow = book.library.cards["shooting-star-bow-ceal"].names.zh
    equipped = CardOnTable(card=bow, zone="spell-zone", equipped_to="knight")
    assert asked(book, "replay", "after-declaration", lancelot(equipped, negated_by="禁忌的圣杯")) == "no"


def test_a_new_battle_phase_gives_a_new_attack(book: Book) -> None:
    began, declared = Happening(event="battle-phase-began"), Happening(event="attack-declared", card="hero", to="foe")
    hero = CardOnTable(called="hero", zone="monster-zone", position="attack")

    def left(*earlier: Happening) -> str:
        table = Table(cards=(hero,), battle=Battle(attacker="hero", defender="foe"), earlier=earlier)
        return asked(book, "further-attack", "battle-step", table)

    assert left(began, declared) == "no"
    assert left(began, declared, began) == "yes"


@pytest.mark.parametrize(
    ("card", "zone", "expected"), [("鬼计之馆", "field-zone", "yes"), ("鬼计妖魔·阿鲁卡德", "monster-zone", "no")]
)
def test_a_target_that_cannot_be_attacked_is_replayed_but_not_one_that_cannot_be_chosen(
    book: Book, card: str, zone: str, expected: str
) -> None:
    attacker = CardOnTable(called="a", zone="monster-zone", position="attack")
    hidden = CardOnTable(called="b", side="opponent", zone="monster-zone", face="down", position="defence")
    limiting = CardOnTable(card=card, side="opponent", zone=zone, position="attack")
    resolved = (Happening(event="chain-resolved", source="月之书"),)
    table = Table(battle=Battle(attacker="a", defender="b"), cards=(attacker, hidden, limiting), happened=resolved)
    assert asked(book, "replay", "after-declaration", table) == expected


def test_a_summon_is_answered_before_any_chain_has_been_dealt_with(book: Book) -> None:
    coming = CardOnTable(called="x", side="opponent", zone="monster-zone", being_summoned=True)
    told = Happening(event="would-be-summoned", card="x", side="opponent")
    self_ = CardOnTable(zone="spell-zone", face="down")
    fresh = Table(self=self_, cards=(coming,), happened=(told,))
    after = Table(self=self_, cards=(coming,), happened=(told, Happening(event="chain-resolved", later=True)))
    assert may(book, "神之宣告", 1, "main1", "opponent", fresh) == "yes"
    assert may(book, "神之宣告", 1, "main1", "opponent", after) == "no"


@pytest.mark.parametrize(
    ("lying", "expected"),
    [
        ({"side": "opponent"}, "yes"),
        ({"side": "opponent", "negated_by": "技能抽取"}, "no"),
        ({"side": "opponent", "zone": "hand"}, "no"),
        ({"side": "own"}, "no"),
    ],
)
def test_a_text_that_wins_decides_the_duel_while_it_applies(book: Book, lying: dict[str, str], expected: str) -> None:
    wins = {"number": 1, "kind": "unclassified", "does": [{"act": "win-duel", "what": "you"}]}
    told = {"id": "last", "names": {"zh": "自拟终局"}, "type": "Monster / Fiend / Effect", "effects": [wins]}
    known = book.knowing((msgspec.convert(told, Card),))
    table = msgspec.convert({"cards": [{"card": "自拟终局", "zone": "monster-zone", **lying}]}, Table)
    assert asked(known, "loses-duel", "main1", table) == expected
