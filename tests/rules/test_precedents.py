"""A ruling wins over the rules only where it is marked as something the rules do not reach."""

import msgspec
import pytest

from knowledge.data.cases import Table
from knowledge.rules.verdicts import verdict_alone
from knowledge.table.situation import Question


@pytest.mark.slow
def test_only_marked_rulings_overrule_the_rules(desk):
    overruled = {}
    for card in desk.book.library.cards.values():
        for effect in card.effects:
            for window in desk.book.windows:
                for turn in ("own", "opponent"):
                    question = Question(window, turn, card, effect)
                    found = desk.precedents.about(question, verdict_alone(desk.book, question))
                    overruled |= {p.ruling.id: p.ruling for p in found if p.agrees is False}
    assert [name for name, r in overruled.items() if not (r.precedent or r.exception)] == []


def test_a_ruling_about_another_situation_does_not_overrule(desk):
    """With no monster on the field Dark Hole is refused; the plain question is about a field that has some."""
    card = desk.book.card_named("黑洞")
    answer = desk.can(card, card.effects[0], "main1", "own")
    assert answer.verdict == "yes"
    assert answer.effects[0].windows[0].basis == "rule"


def test_a_precedent_the_rules_do_not_reach_decides_and_says_so(desk):
    card = desk.book.card_named("平行选择")
    answer = desk.can(card, card.effects[0], "damage.end")
    assert answer.verdict == "yes"
    assert answer.effects[0].windows[0].basis == "ruling"


def test_the_timeline_says_what_each_question_of_its_own_says(desk):
    """The timeline stops at the first closed gate; a whole answer hears all of them."""
    cards = sorted((c for c in desk.book.library.cards.values() if c.effects), key=lambda c: c.id)
    for card in [*cards[::40], desk.book.card_named("平行选择")]:
        effect = card.effects[0]
        asked = {
            turn: {window: desk.can(card, effect, window, turn).verdict for window in desk.book.windows}
            for turn in ("own", "opponent")
        }
        assert desk.timeline(card, effect) == asked, card.id


def test_a_ruling_is_on_point_where_the_question_leaves_out_only_where_the_card_lies(desk):
    card = desk.book.card_named("淘气仙星的康乃馨转生术")
    empty = msgspec.convert({"hand": {"opponent": 0}}, Table)
    told = desk.can(card, card.effects[0], "main1", "own", empty).effects[0].windows[0]
    assert told.basis == "rule+ruling"
    assert told.precedents[0].ruling.id == "trickstar-reincarnation-against-an-empty-hand"
    some = desk.can(card, card.effects[0], "main1", "own", msgspec.convert({"hand": {"opponent": 3}}, Table))
    assert some.effects[0].windows[0].basis == "rule"  # the ruling speaks of an empty hand


def test_a_dated_ruling_is_direct_where_card_moment_and_situation_are_its_own(desk):
    ruling = desk.book.library.rulings["chocolate-magician-girl-with-raregold-armor"]
    case, girl = ruling.cases[0], desk.book.card_named("巧克力魔术少女")
    effect = next(e for e in girl.effects if e.number == 2)
    told = desk.can(girl, effect, case.at, case.turn, case.given).effects[0].windows[0]
    assert (told.verdict, told.basis) == (case.expect, "rule+ruling")
    assert told.precedents[0].ruling is ruling
    later = desk.can(girl, effect, "end", case.turn, case.given).effects[0].windows[0]
    assert later.basis == "rule"  # the ruling is of another moment
