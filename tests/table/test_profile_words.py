"""Every word of a profile is interpreted; on a clause that no word says no sure verdict stands."""

import pytest

from knowledge.data.cases import CardOnTable, Table
from knowledge.data.profile import Zone
from knowledge.data.profile_words import acts_of, defined, said, words_of
from knowledge.desk import Desk
from knowledge.explanation.can_answer import branch
from knowledge.rules.verdicts import Judgement, judged
from knowledge.table.situation import Question
from service.loaded_desk import loaded_desk


@pytest.fixture(scope="module")
def desk() -> Desk:
    return loaded_desk()


BOARDER = "冲浪检察官"  # it counts monster effects against kinds of monsters


def judged_beside(desk: Desk, asked: str, zone: Zone, lying: CardOnTable) -> Judgement:
    card = desk.book.card_named(asked)
    assert card is not None
    there = (lying, CardOnTable(card="青眼白龙", zone="gy", summoned="normal"))
    table = Table(self=CardOnTable(zone=zone), cards=there)
    return judged(desk.book, Question("main1", "own", card, card.effects[0], table))


def test_a_limit_nobody_counts_leaves_an_activation_open(desk: Desk) -> None:
    boarder = CardOnTable(card=BOARDER, zone="monster-zone", side="opponent", position="attack")
    told = judged_beside(desk, "增殖的G", "hand", boarder)
    assert told.verdict == "depends"
    shown = [branch(desk.book, one)["if"] for one in told.branches]
    assert all("怪兽效果的发动多于怪兽的种类" in words["zh"] for words in shown)
    assert all("more monster effects than kinds of monsters" in words["en"] for words in shown)


def test_what_it_does_not_speak_of_stays_sure(desk: Desk) -> None:
    boarder = CardOnTable(card=BOARDER, zone="monster-zone", side="opponent", position="attack")
    assert judged_beside(desk, "死者苏生", "hand", boarder).verdict == "yes"
    drain = CardOnTable(card="技能抽取", zone="spell-zone", side="opponent")
    assert judged_beside(desk, "死者苏生", "hand", drain).verdict == "yes"


def test_every_word_a_profile_uses_has_an_interpreter(desk: Desk) -> None:
    library = desk.book.library
    for card in library.cards.values():
        for act in (act for effect in card.effects for act in acts_of(effect)):
            for field, word in words_of(act):
                found = defined(library, field, word)
                assert found is not None, (card.id, field, word)
                assert found.word.by or found.word.silent, (card.id, field, word)


def test_what_no_word_says_is_told_in_the_profile_as_not_read(desk: Desk) -> None:
    subjects = {*desk.book.library.subjects, *desk.book.library.gates}
    for card in desk.book.library.cards.values():
        for effect in card.effects:
            open_acts = [act for act in acts_of(effect) if act.to == "unread"]
            assert bool(open_acts) == bool(effect.unread_deeds), card.id
            assert all(c.text and c.en and c.about and {*c.about} <= subjects for c in effect.unread_deeds), card.id


def test_a_composed_word_is_said_with_its_parts(desk: Desk) -> None:
    found = defined(desk.book.library, "amount", "300-per-counter")
    assert found is not None
    assert said(found, "zh") == "每有指示物就300"
    assert said(found, "en") == "300 for each: counter"
    whose = defined(desk.book.library, "amount", "half-of-tributed-original-atk")
    assert whose is not None
    assert said(whose, "ja") == "リリースしたカードの元々の攻撃力の半分"
    assert defined(desk.book.library, "amount", "300-per-snowflake") is None
