"""Every case of every ruling is a test: rules alone must reach its outcome, by the rule it names."""

import pytest

from knowledge.checks.evaluation import evaluated, law_of_its_time, others_of, outcome_of
from knowledge.data.cases import every_case
from service.loaded_desk import loaded_desk

LIBRARY = loaded_desk().book.library
DERIVABLE = [r for r in sorted(LIBRARY.rulings.values(), key=lambda r: r.id) if not (r.exception or r.precedent)]
CASES = [(name, ruling, case) for ruling in DERIVABLE for name, case in every_case(ruling)]


@pytest.mark.parametrize(("name", "ruling", "case"), CASES, ids=[name for name, _, _ in CASES])
def test_ruling(desk, name, ruling, case):
    if others := others_of(desk.book, ruling):
        pytest.skip(f"no card database tells of {', '.join(card.names.zh for card in others)}")
    law = desk.laws.on(case.as_of) if case.as_of else law_of_its_time(desk.laws, ruling)
    outcome = outcome_of(law, ruling, name, case)
    assert outcome.right, str(outcome)


def test_what_the_rules_do_not_reach_is_marked_and_only_that(desk):
    assert evaluated(desk.book).failures == []


def test_the_derivation_rate_stays_high(desk):
    figures = evaluated(desk.book)
    assert figures.editions["2019-01"].rate >= 0.85
    of_lines = {d.id for d in desk.book.library.documents.values() if d.sections}  # dated rulings test the rules harder
    for document, count in figures.documents.items():
        assert document not in of_lines or count.rate >= 0.85, document
