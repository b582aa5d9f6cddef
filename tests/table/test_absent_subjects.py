"""A fact whose subject is missing has the value its record names, and nobody works it out."""

import pytest

from knowledge.data.cases import UNKNOWN, CardOnTable, Happening, Link, Table
from knowledge.table.situation import NOTHING_STATED, NeedsFact, NothingAsked, Question, Situation
from service.bench.benchmark import some_questions
from service.loaded_desk import loaded_desk

BOOK = loaded_desk().book


def asked(name: str, number: int, table: Table = NOTHING_STATED, window: str = "main1") -> Situation:
    card = BOOK.card_named(name)
    effect = next(e for e in card.effects if e.number == number)
    return Situation(BOOK, Question(window, "own", card, effect, table), {})


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("link-bars-answers", "no"),  # no chain is told
        ("target-exists", "yes"),  # its text targets nothing
        ("moment-missed", "no"),  # no event sets it off
        ("lock-in-force", "no"),  # nothing lies on the table
        ("place-fits", UNKNOWN),  # where the card lies is not told
        ("oath-broken", "no"),  # its text swears nothing
    ],
)
def test_what_is_missing_is_not_looked_for(fact, value, monkeypatch):
    s = asked("灰流丽", 1)
    monkeypatch.setitem(BOOK.derived, fact, lambda s: pytest.fail(f"{fact} was worked out"))
    assert s.told_or_derived(fact) == value


@pytest.mark.parametrize(
    ("fact", "table", "value"),
    [
        ("link-bars-answers", Table(chain=(Link(card="增援"),)), "no"),
        ("place-fits", Table(self=CardOnTable(card="灰流丽", zone="gy")), "no"),
        ("used-up", Table(earlier=(Happening(event="effect-activated", card="灰流丽", effect=1, side="own"),)), "yes"),
    ],
)
def test_what_is_told_is_looked_at(fact, table, value):
    assert asked("灰流丽", 1, table).told_or_derived(fact) == value


def test_a_destruction_can_be_certain_only_once_damage_may_be_calculated():
    assert asked("欧尼斯特", 1, window="main1").told_or_derived("destruction-certain") == "no"
    assert asked("欧尼斯特", 1, window="damage.after").told_or_derived("destruction-certain") is UNKNOWN


def test_a_stated_answer_comes_before_what_is_missing():
    s = asked("灰流丽", 1)
    s.stated = {"link-bars-answers": "yes"}
    assert s.value("link-bars-answers") == "yes"


def test_without_an_effect_nothing_is_taken_for_missing():
    s = Situation(BOOK, Question("main1", "own", BOOK.card_named("灰流丽")), {})
    assert s.told_or_derived("oath-broken") == BOOK.derived["oath-broken"](s)
    assert "used-up" not in BOOK.without_subject(frozenset({"account"}), BOOK.card_named("灰流丽"), None).always


def test_what_facts_are_without_their_subject_does_not_contradict_their_functions():
    wrong = set()
    for question in some_questions(BOOK, 300):
        s = Situation(BOOK, question, {})
        absent = dict(s.absent.always)
        if not s.may_be_calculated():
            absent |= s.absent.before_calculation
        for fact in absent.keys() & BOOK.derived.keys():
            try:
                found = BOOK.derived[fact](s)
            except (NothingAsked, NeedsFact):
                found = UNKNOWN
            except (AttributeError, IndexError):
                continue  # it counts on its subject being there
            if found != absent[fact] and UNKNOWN not in (found, absent[fact]):  # one may know where the other does not
                wrong.add((fact, question.card.id, found))
    assert not wrong
