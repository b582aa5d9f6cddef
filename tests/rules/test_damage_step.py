"""The damage step as judged by the rules alone, for cards no ruling speaks of and for tables told in part."""

import msgspec
import pytest

from knowledge.data.cases import Battle, CardOnTable, Happening, Link, Table
from knowledge.data.profile import Action, Card, Effect, Names, Trigger
from knowledge.rules.book import Book
from knowledge.rules.verdicts import judged, matter_judged
from knowledge.table.situation import Question
from service.loaded_desk import loaded_desk

DAMAGE_STEP = ("damage.start", "damage.before", "damage.calculation", "damage.after", "damage.end")


@pytest.fixture(scope="module")
def book() -> Book:
    return loaded_desk().book


def effect_of(book: Book, name: str, number: int) -> tuple[Card, Effect]:
    card = book.card_named(name)
    assert card is not None
    return card, next(e for e in card.effects if e.number == number)


def verdicts(book: Book, name: str, number: int) -> dict[str, str]:
    card, effect = effect_of(book, name, number)
    return {window: judged(book, Question(window, "opponent", card, effect)).verdict for window in DAMAGE_STEP}


def of_our_own(kind: str, type_: str, **texts: object) -> tuple[Card, Effect]:
    effect = Effect(number=1, kind=kind, part="monster" if type_.startswith("Monster") else "card", **texts)
    return Card(id="of-our-own", names=Names(zh="自拟"), type=type_, effects=(effect,)), effect


def test_ash_blossom_has_no_window_and_ghost_belle_has_them_all(book: Book) -> None:
    assert set(verdicts(book, "灰流丽", 1).values()) == {"no"}
    assert set(verdicts(book, "屋敷童", 1).values()) == {"yes"}


def test_forbidden_chalice_comes_before_damage_calculation(book: Book) -> None:
    assert list(verdicts(book, "禁忌的圣杯", 1).values()) == ["yes", "yes", "no", "no", "no"]


def test_honest_and_lily_keep_to_the_windows_they_name(book: Book) -> None:
    assert list(verdicts(book, "欧尼斯特", 2).values()) == ["yes", "yes", "no", "no", "no"]
    assert list(verdicts(book, "注射天使 莉莉", 1).values()) == ["no", "no", "yes", "no", "no"]


def test_an_old_text_on_destruction_depends_on_the_official_answer(book: Book) -> None:
    trigger = Trigger(events=("destroyed",), subject="other")
    card, effect = of_our_own("trigger", "Monster / Beast / Effect", trigger=trigger, does=(Action(act="draw"),))
    answer = judged(book, Question("damage.end", "own", card, effect))
    assert answer.verdict == "depends"
    assert {branch.fact for branch in answer.branches} == {"faq-admits-damage-step"}


def test_naming_battle_or_effect_settles_the_old_question(book: Book) -> None:
    for event, expected in (("destroyed-by-battle", "yes"), ("destroyed-by-effect", "no")):
        trigger = Trigger(events=(event,), subject="other")
        card, effect = of_our_own("trigger", "Monster / Beast / Effect", trigger=trigger, does=(Action(act="draw"),))
        assert judged(book, Question("damage.end", "own", card, effect)).verdict == expected


def test_raising_only_the_monster_it_summons_is_no_change_of_values(book: Book) -> None:
    raised = Action(act="gain-atk-def", what="summoned", stat="atk", amount=1000)
    summoning = of_our_own("activate", "Spell / Quick-Play", does=(Action(act="special-summon"), raised))
    raising = of_our_own("activate", "Spell / Quick-Play", does=(msgspec.structs.replace(raised, what="target"),))
    assert judged(book, Question("damage.before", "own", *summoning)).verdict == "no"
    assert judged(book, Question("damage.before", "own", *raising)).verdict == "yes"


def test_a_set_trap_that_does_not_stay_cannot_use_a_later_effect(book: Book) -> None:
    lying = Table(self=CardOnTable(zone="spell-zone", face="down"))
    card, effect = effect_of(book, "真龙的默示录", 1)
    assert judged(book, Question("damage.before", "own", card, effect, lying)).verdict == "yes"
    once = msgspec.structs.replace(card, id="once", type="Trap / Normal")
    assert judged(book, Question("damage.before", "own", once, effect, lying)).verdict == "no"


def test_a_battle_told_without_values_asks_for_the_comparison(book: Book) -> None:
    fighters = (CardOnTable(called="theirs", side="opponent", position="attack"),)
    told = Table(
        self=CardOnTable(zone="monster-zone"),
        cards=fighters,
        battle=Battle(attacker="self", defender="theirs", calculated=True),
    )
    card, effect = effect_of(book, "邪遗式人鱼风灵", 1)
    answer = judged(book, Question("damage.after", "own", card, effect, told))
    assert answer.verdict == "depends"
    assert {branch.fact for branch in answer.branches} == {"battle.comparison"}


def test_the_order_of_the_chain_decides_who_escapes_a_negation(book: Book) -> None:
    falco, barbaroid = Link(card="影依猎鹰", by="own", effect=1), Link(card="极战机王 战神机人", effect=2)
    beaten = (Happening(event="destroyed-by-battle", card="self", source="极战机王 战神机人"),)
    card = book.card_named("影依猎鹰")
    for chain, expected in (((barbaroid, falco), "no"), ((falco, barbaroid), "yes")):
        told = Table(self=CardOnTable(zone="monster-zone"), chain=chain, happened=beaten)
        assert (
            matter_judged(book, "effect-negated", Question("damage.after", "opponent", card, None, told)).verdict
            == expected
        )


def destroys_itself(book: Book, name: str, *cards: CardOnTable, happened: str = "flipped") -> str:
    table = Table(
        self=CardOnTable(zone="monster-zone", position="defence"),
        cards=cards,
        happened=(Happening(event=happened, card="self", by="battle"),),
    )
    return matter_judged(
        book, "self-destruction", Question("damage.after", "opponent", book.card_named(name), table=table)
    ).verdict


def test_a_monster_turned_up_by_battle_destroys_itself_only_where_its_condition_is_met(book: Book) -> None:
    foe = CardOnTable(card="青眼白龙", side="opponent", zone="monster-zone", position="attack")
    assert destroys_itself(book, "彼岸的恶鬼 斯卡尔米利奥内", foe) == "no"
    assert (
        destroys_itself(book, "彼岸的恶鬼 斯卡尔米利奥内", foe, CardOnTable(card="栗子球", zone="monster-zone"))
        == "yes"
    )
    assert destroys_itself(book, "罪 青眼白龙", foe) == "yes"
    assert (
        destroys_itself(book, "罪 青眼白龙", foe, CardOnTable(card="罪世界", zone="field-zone", face="down")) == "yes"
    )
    assert (
        destroys_itself(book, "罪 青眼白龙", foe, CardOnTable(card="罪世界", zone="field-zone", side="opponent"))
        == "no"
    )


def test_spirit_reaper_falls_to_being_targeted_and_not_to_being_turned_up(book: Book) -> None:
    foe = CardOnTable(card="青眼白龙", side="opponent", zone="monster-zone", position="attack")
    assert destroys_itself(book, "削魂的死灵", foe) == "no"
    assert destroys_itself(book, "削魂的死灵", foe, happened="targeted") == "yes"
