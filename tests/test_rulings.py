"""Every case of every ruling is run: rules alone must reach its outcome, by the rule it names."""

import pytest

from knowledge.checks.evaluation import law_of_its_time, others_of, outcome_of
from knowledge.data.cases import every_case
from service.loaded_desk import loaded_desk

BOOK = loaded_desk().book
DERIVABLE = [
    ruling
    for ruling in sorted(BOOK.library.rulings.values(), key=lambda r: (r.cites[0].doc, r.cites[0].first, r.id))
    if not (ruling.exception or ruling.precedent)
]
TOLD = [ruling for ruling in DERIVABLE if not others_of(BOOK, ruling)]
# some dozens at a time: a test of its own for each would cost more than all the verdicts
TOGETHER = [TOLD[n : n + 40] for n in range(0, len(TOLD), 40)]


@pytest.mark.parametrize("rulings", TOGETHER, ids=[f"{some[0].id}-to-{some[-1].id}" for some in TOGETHER])
def test_rulings(desk, rulings):
    wrong = []
    for ruling in rulings:
        for name, case in every_case(ruling):
            law = desk.laws.on(case.as_of) if case.as_of else law_of_its_time(desk.laws, ruling)
            outcome = outcome_of(law, ruling, name, case)
            if not outcome.right:
                wrong.append(str(outcome))
    assert wrong == [], "\n".join(wrong)


def test_rulings_on_cards_of_which_only_a_database_tells():
    waiting = [ruling.id for ruling in DERIVABLE if others_of(BOOK, ruling)]
    if waiting:
        pytest.skip(f"no card database tells of the cards of {len(waiting)} rulings: {', '.join(waiting[:5])} …")
    assert TOLD == DERIVABLE


@pytest.mark.slow
def test_what_the_rules_do_not_reach_is_marked_and_only_that(figures):
    assert figures.failures == []


@pytest.mark.slow
def test_the_derivation_rate_stays_high(desk, figures):
    assert figures.editions["2019-01"].rate >= 0.85
    of_lines = {d.id for d in desk.book.library.documents.values() if d.sections}  # dated rulings test the rules harder
    for document, count in figures.documents.items():
        assert document not in of_lines or count.rate >= 0.85, document
