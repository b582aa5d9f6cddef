"""What applies on a table is one answer, whoever asks: activation, matters, damage, scenarios and questions."""

from typing import Any

import msgspec
import pytest

from knowledge.data.cases import UNKNOWN, Table
from knowledge.play import play, read_scenario
from knowledge.play.steps import started
from knowledge.rules.book import Book
from knowledge.rules.verdicts import judged, matter_judged
from knowledge.table import in_force
from knowledge.table.cards import figure
from knowledge.table.situation import Question, Situation

DRAIN = {"card": "技能抽取", "side": "opponent", "zone": "spell-zone"}


@pytest.fixture
def book(desk: Any) -> Book:
    return desk.book


def situation(book: Book, *cards: dict[str, Any], at: str = "main1", **table: Any) -> Situation:
    given = msgspec.convert({"cards": list(cards), **table}, Table)
    return Situation(book, Question(at, "own", None, None, given), {})


def activation(book: Book, asked: str, *cards: dict[str, Any], at: str = "main1") -> str:
    name, _, number = asked.partition("/")
    card = book.card_named(name)
    assert card is not None
    effect = next(e for e in card.effects if e.number == int(number))
    table = msgspec.convert({"cards": list(cards)}, Table)
    return judged(book, Question(at, "own", card, effect, table)).verdict


def battle(book: Book, gate: str, about: str, *cards: dict[str, Any], defender: str = "") -> str:
    given = msgspec.convert({"cards": list(cards), "battle": {"attacker": "a", "defender": defender}}, Table)
    return matter_judged(book, gate, Question("damage.calculation", "own", None, None, given, about=about)).verdict


@pytest.mark.parametrize(
    ("lock", "asked"),
    [("人造人-念力震慑者", "雷破/1"), ("威光魔人", "灰流丽/1"), ("化石恐龙 肿头龙", "死者苏生/1")],
)
def test_skill_drain_stops_a_monster_from_forbidding(book: Book, lock: str, asked: str) -> None:
    monster = {"card": lock, "side": "opponent", "zone": "monster-zone"}
    assert activation(book, asked, monster) == "no"
    assert activation(book, asked, monster, DRAIN) == "yes"
    assert activation(book, asked, monster, {**DRAIN, "face": "down"}) == "no"
    assert activation(book, asked, {**monster, "face": "down"}) == "yes"


def test_a_gained_text_applies_as_if_printed_and_is_negated_with_its_card(book: Book) -> None:
    holder = {"card": "青眼白龙", "side": "opponent", "zone": "monster-zone"}
    gained = {**holder, "gained": ["人造人-念力震慑者"]}
    described = {"called": "x", "side": "opponent", "zone": "monster-zone", "gained": ["人造人-念力震慑者"]}
    assert activation(book, "雷破/1", holder) == "yes"
    assert activation(book, "雷破/1", gained) == activation(book, "雷破/1", described) == "no"
    assert activation(book, "雷破/1", gained, DRAIN) == "yes"


@pytest.mark.parametrize(("whose", "verdict"), [("own", "no"), ("opponent", "must")])
def test_who_brought_it_about_is_told_apart_from_whose_card_it_was(book: Book, whose: str, verdict: str) -> None:
    fallen = {"event": "destroyed-by-effect", "card": "self", "side": "own", "by": "effect", "caused_by": whose}
    table = {"self": {"zone": "gy"}, "happened": [{**fallen, "origin": "monster-zone"}]}
    card = book.card_named("魔偶甜点·布丁公主")
    assert card is not None
    [effect] = [e for e in card.effects if e.number == 3]
    asked = Question("main1", "own", card, effect, msgspec.convert(table, Table))
    assert judged(book, asked).verdict == verdict


def test_skill_drain_takes_battle_protection_away(book: Book) -> None:
    reaper = {"card": "削魂的死灵", "called": "r", "side": "opponent", "position": "attack"}
    attacker = {"called": "a", "atk": 2000, "position": "attack"}
    assert battle(book, "battle-destruction", "target", reaper, attacker, defender="r") == "survives"
    assert battle(book, "battle-destruction", "target", reaper, attacker, DRAIN, defender="r") == "destroyed"


def test_what_negates_may_itself_be_negated(book: Book) -> None:
    jinzo = {"card": "人造人-念力震慑者", "side": "opponent", "zone": "monster-zone"}
    decree = {"card": "王宫的通告", "zone": "spell-zone"}
    s = situation(book, jinzo, DRAIN, decree)
    assert [s.state.negated(c) for c in s.question.table.cards] == ["no", "yes", "yes"]


def test_two_cards_that_negate_each_other_are_not_settled_until_the_order_is_told(book: Book) -> None:
    mine = {"card": "王宫的通告", "called": "mine", "zone": "spell-zone"}
    theirs = {"card": "王宫的通告", "called": "theirs", "zone": "spell-zone", "side": "opponent"}
    s = situation(book, mine, theirs, {"card": "技能抽取", "zone": "spell-zone"})
    assert [s.state.negated(c) for c in s.question.table.cards[:2]] == [UNKNOWN, UNKNOWN]
    assert s.state.in_doubt


def test_a_field_spell_raises_a_monster_for_battle_scenario_and_calculator_alike(book: Book) -> None:
    magician = {"card": "黑魔术师", "called": "a", "position": "attack"}
    zone = {"card": "暗黑地带", "zone": "field-zone"}
    assert battle(book, "battle-damage-amount", "", magician, zone) == "opponent 3000"
    s = situation(book, magician, zone)
    assert [figure(s, s.question.table.cards[0], stat) for stat in ("atk", "defence")] == [3000, 1700]
    played = play(book, read_scenario({"cards": [magician, zone]}))
    assert (played.answers["atk"]["a"], played.answers["def"]["a"]) == (3000, 1700)


def test_a_scenario_may_ask_every_gate_of_a_card_without_an_effect(book: Book) -> None:
    cards = [{"card": "欧尼斯特", "called": "a"}, {"card": "青眼白龙", "called": "b", "side": "opponent"}]
    for gate in book.gates:
        played = play(book, read_scenario({"cards": cards, "ask": [{"asks": gate, "of": "a"}]}))
        assert played.asked[0].got


def test_what_only_the_record_of_the_table_knows_reaches_the_gates_of_a_scenario(book: Book) -> None:
    linked = {"card": "青眼白龙", "called": "a", "pointed_at_by": ["b"], "token_name": "x", "slot": 3}
    game = started(book, read_scenario({"cards": [linked, {"card": "黑魔术师", "called": "b"}]}))
    seen = next(c for c in game.situation().question.table.cards if c.called == "a")
    assert (seen.pointed_at_by, seen.token_name, seen.slot) == (("b",), "x", 3)


def test_copies_of_a_negator_are_asked_once_and_negate_the_same_cards(book: Book) -> None:
    monsters = [{"card": "青眼白龙", "called": f"m{n}", "zone": "monster-zone", "position": "attack"} for n in range(3)]
    one = situation(book, DRAIN, *monsters)
    many = situation(book, *[DRAIN] * 40, *monsters)
    for s in (one, many):
        lying = [c for c in s.question.table.cards if c.called]
        assert [s.state.is_negated(c) for c in lying] == [one.state.is_negated(c) for c in one.question.table.cards[1:]]


def test_more_quarrelling_negators_than_two_fields_hold_stay_unsettled(book: Book) -> None:
    decree = {"card": "王宫的通告", "zone": "spell-zone"}
    s = situation(book, *[decree] * 60)
    assert not s.state.acts("negate-effect")


def test_copies_of_a_card_ask_for_a_condition_on_the_field_once_a_side(book: Book, monkeypatch) -> None:
    asked = []
    met = in_force.met
    monkeypatch.setattr(in_force, "met", lambda s, printed, *of: asked.append(printed) or met(s, printed, *of))

    def asks(copies: int) -> int:
        asked.clear()
        sides = ("own", "opponent")
        villages = [{"card": "魔法族之里", "side": sides[n % 2], "zone": "field-zone"} for n in range(copies)]
        assert activation(book, "增援/1", *villages) == "depends"
        return len(asked)

    assert 0 < asks(40) == asks(2)


def test_a_condition_that_leaves_the_card_itself_out_is_another_for_every_copy(book: Book) -> None:
    """Sandayu is guarded by another Beast: of two that lie there each guards the other, one alone is not guarded."""

    def guarded(*cards: dict[str, Any]) -> int:
        table = situation(book, *cards)
        return len([a for a in table.state.acts("protect-from-battle") if a.sure])

    sandayu = {"card": "No.64 古狸 三太夫", "side": "own", "zone": "monster-zone"}
    assert [guarded(sandayu), guarded(sandayu, sandayu)] == [0, 2]


@pytest.mark.parametrize("told_as", ["冥界的魔王 哈·迪斯", "victor"])
def test_a_negated_victor_negates_nothing_however_it_is_called(book: Book, told_as: str) -> None:
    victor = {"card": "冥界的魔王 哈·迪斯", "called": "victor", "side": "opponent", "zone": "monster-zone"}
    fallen = {"event": "destroyed-by-battle", "card": "self", "source": told_as}
    lion = book.card_named("蒲公英狮")

    def negated(*cards: dict[str, Any]) -> str:
        given = msgspec.convert({"self": {"zone": "gy"}, "cards": list(cards), "happened": [fallen]}, Table)
        return matter_judged(book, "effect-negated", Question("damage.end", "own", lion, None, given)).verdict

    assert negated(victor) == "yes"
    assert negated(victor, DRAIN) == "no"
    assert negated({**victor, "negated_by": "禁忌的圣杯"}) == "no"
