"""Every ruling of `rulings/cases/atk-def` is a test under its own id."""

from pathlib import Path

import pytest
import yaml

from knowledge.stats import load_rulebook
from knowledge.stats.cases import run_case

FOLDER = Path(__file__).resolve().parents[2] / "rulings" / "cases" / "atk-def"
RULEBOOK = load_rulebook()


def rulings():
    for file in sorted(FOLDER.glob("*.yaml")):
        if file.name != "notes.yaml":
            yield from yaml.safe_load(file.read_text(encoding="utf-8"))["rulings"]


CASES = [
    pytest.param(case, id=f"{ruling['id']}-{number}")
    for ruling in rulings()
    for number, case in enumerate(ruling["cases"], 1)
]


@pytest.mark.parametrize("case", CASES)
def test_the_calculation_agrees_with_the_ruling(case):
    outcome = run_case(case, RULEBOOK)
    assert outcome.got == outcome.expected
    assert case["because"] in outcome.rules


@pytest.mark.parametrize("ruling", list(rulings()), ids=lambda ruling: ruling["id"])
def test_a_ruling_has_both_languages_a_citation_and_a_case(ruling):
    assert ruling["says"]["zh"].endswith("。")
    assert ruling["says"]["en"].endswith(".")
    first, last = ruling["cites"]["lines"]
    assert 1 <= first <= last
    assert ruling["status"] == "confirmed"
    assert ruling["cases"]


def test_no_id_is_used_twice():
    ids = [ruling["id"] for ruling in rulings()]
    assert len(ids) == len(set(ids))


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
