"""A word of a profile that no function interprets is a clause nobody has read: no sure verdict stands on it."""

import pytest

from knowledge.data.cases import CardOnTable, Table
from knowledge.data.profile_words import acts_of, defined, said, words_of
from knowledge.desk import Desk
from knowledge.explanation.can_answer import branch
from knowledge.rules.verdicts import Judgement, judged
from knowledge.table.situation import Question
from service.loaded_desk import loaded_desk


@pytest.fixture(scope="module")
def desk() -> Desk:
    return loaded_desk()


def reborn_beside(desk: Desk, name: str) -> Judgement:
    reborn = desk.book.card_named("死者苏生")
    assert reborn is not None
    lying = (
        CardOnTable(card=name, zone="spell-zone", side="opponent"),
        CardOnTable(card="青眼白龙", zone="gy", summoned="normal"),
    )
    table = Table(self=CardOnTable(zone="hand"), cards=lying)
    return judged(desk.book, Question("main1", "own", reborn, reborn.effects[0], table))


def test_a_limit_nobody_counts_leaves_a_summon_open(desk: Desk) -> None:
    told = reborn_beside(desk, "召唤限制器")
    assert told.verdict == "depends"
    shown = [branch(desk.book, one)["if"] for one in told.branches]
    assert all("每回合第3次召唤" in words["zh"] and "a third summon in a turn" in words["en"] for words in shown)


def test_a_card_whose_words_are_interpreted_leaves_nothing_open(desk: Desk) -> None:
    assert reborn_beside(desk, "技能抽取").verdict == "yes"


def test_every_word_is_interpreted_or_carried(desk: Desk) -> None:
    library = desk.book.library
    for card in library.cards.values():
        for effect in card.effects:
            carried = {clause.word for clause in effect.unread_deeds}
            for act in acts_of(effect):
                for field, word in words_of(act):
                    found = defined(library, field, word)
                    assert found is not None, (card.id, field, word)
                    assert bool(found.about) == (f"{field}:{word}" in carried), (card.id, field, word)


def test_a_composed_word_is_said_with_its_parts(desk: Desk) -> None:
    found = defined(desk.book.library, "amount", "300-per-counter")
    assert found is not None
    assert said(found, "zh") == "每有指示物就300"
    assert said(found, "en") == "300 for each: counter"
    assert defined(desk.book.library, "amount", "300-per-snowflake") is None
