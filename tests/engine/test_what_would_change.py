"""What would change a verdict is what judging the whole question again with that one fact says."""

from knowledge.engine.changes import MOST_CHANGES, changes_that_flip
from knowledge.engine.verdicts import judged, judged_with
from service.benching import some_questions


def test_each_change_leads_to_the_verdict_it_names(desk):
    seen = 0
    for question in some_questions(desk.book, 150):
        judgement = judged(desk.book, question)
        verdict = judgement.verdict
        changes = changes_that_flip(judgement, verdict)
        assert len(changes) <= MOST_CHANGES
        for change in changes:
            stated = {**question.table.known, change.fact: change.value}
            assert judged_with(desk.book, question, stated).verdict == change.verdict != verdict
            seen += 1
    assert seen > 50


def test_no_assumption_whose_failing_flips_the_verdict_is_left_out(desk):
    flipped = 0
    for question in some_questions(desk.book, 100):
        judgement = judged(desk.book, question)
        changes = changes_that_flip(judgement, judgement.verdict)
        if len(changes) == MOST_CHANGES:
            continue
        named = {(c.fact, c.value) for c in changes}
        for fact in judgement.assumed:
            if desk.book.library.facts[fact].type != "yes-no":
                continue
            for value in ("yes", "no"):
                other = judged_with(desk.book, question, {**question.table.known, fact: value}).verdict
                if other != judgement.verdict and {other, judgement.verdict} != {"yes", "must"}:
                    assert (fact, value) in named, (question.card.id, fact, value, other)
                    flipped += 1
    assert flipped > 10
