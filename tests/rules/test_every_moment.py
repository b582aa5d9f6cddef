"""Verdicts of one effect at many moments, of which what does not look at the moment is shared, are those one by one."""

import random

import pytest

from knowledge.checks.evaluation import effects_meant
from knowledge.data.cases import CardOnTable, Table, every_case
from knowledge.desk import ACTIVATED
from knowledge.rules.verdicts import Moments, verdict_alone
from knowledge.table.situation import NOTHING_STATED, Question
from service.loaded_desk import loaded_desk

DESK = loaded_desk()
BOOK = DESK.book
MOMENTS = [(window, turn) for window in BOOK.windows for turn in ("own", "opponent")]


def assert_the_same(card, effect, table, seed):
    shared, moments = Moments(BOOK, card, effect, table), random.Random(seed).sample(MOMENTS, len(MOMENTS))
    told = {at: shared.verdict(*at) for at in moments}  # whatever comes first, the others do not inherit its moment
    assert told == {at: verdict_alone(BOOK, Question(*at, card, effect, table)) for at in moments}, card.id


@pytest.mark.parametrize("part", range(4))
def test_with_nothing_stated(part):
    cards = sorted(BOOK.library.cards.values(), key=lambda c: c.id)
    for card in cards[part::12]:
        for effect in card.effects:
            if effect.kind in ACTIVATED:
                assert_the_same(card, effect, NOTHING_STATED, card.id)


def test_on_the_tables_of_rulings():
    cases = [(name, c) for r in BOOK.library.rulings.values() for name, c in every_case(r) if c.activate and c.given]
    asked = 0
    for name, case in sorted(cases, key=lambda pair: pair[0])[::5]:
        card_name, _, number = case.activate.partition("/")
        card = BOOK.card_named(card_name)
        for effect in effects_meant(card, number) if card else []:
            assert_the_same(card, effect, case.given, name)
            asked += 1
    assert asked > 50


def test_with_the_card_itself_on_the_table():
    card = next(c for c in BOOK.library.cards.values() if any(e.kind == "quick" for e in c.effects))
    effect = next(e for e in card.effects if e.kind == "quick")
    assert_the_same(card, effect, Table(cards=(CardOnTable(card=card.names.zh, zone="monster-zone"),)), "table")


@pytest.mark.parametrize("at", ["main1", "damage-step", "battle-step"])
def test_another_law_is_asked_wherever_a_rule_that_changed_could_matter(at):
    older, differing = DESK.under(DESK.laws.history[0][1]), 0
    for card in sorted(BOOK.library.cards.values(), key=lambda c: c.id)[::2]:
        answer = DESK.can(card, None, at, "own")
        afresh = older.can(card, None, at, "own")
        assert older.verdict_on(answer) == afresh.verdict, card.id
        differing += answer.verdict != afresh.verdict
    assert differing or at != "damage-step"  # there the law has changed


def test_another_law_on_the_tables_of_rulings():
    older = DESK.under(DESK.laws.history[0][1])
    cases = [(name, c) for r in BOOK.library.rulings.values() for name, c in every_case(r) if c.activate and c.given]
    for name, case in sorted(cases, key=lambda pair: pair[0])[::4]:
        card = BOOK.card_named(case.activate.partition("/")[0])
        if card is not None:
            answer = DESK.can(card, None, case.at, case.turn, case.given)
            assert older.verdict_on(answer) == older.can(card, None, case.at, case.turn, case.given).verdict, name
