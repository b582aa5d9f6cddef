"""A case about values that is wrong is noticed."""

from knowledge.checks.evaluation import run_case
from knowledge.stats import load_rulebook

RULEBOOK = load_rulebook()


def test_a_case_that_contradicts_its_ruling_is_noticed():
    case = {
        "stats": {"monster": {"atk": 100, "def": 0}, "steps": [{"do": "gain", "stat": "atk", "value": 50}]},
        "expect": [[100, 0], [200, 0]],
        "because": "gain-or-loss-works-on-the-current-value",
    }
    assert not run_case(case, RULEBOOK).agrees


def test_a_case_decided_by_another_rule_is_noticed():
    case = {
        "stats": {"monster": {"atk": 100, "def": 0}, "steps": [{"do": "gain", "stat": "atk", "value": 50}]},
        "expect": [[100, 0], [150, 0]],
        "because": "activated-set-fixes-the-value",
    }
    assert not run_case(case, RULEBOOK).agrees
