"""The rules of the calculation as data."""

import pytest

from knowledge.stats import load_rulebook
from knowledge.stats import value_reasons as reasons

RULEBOOK = load_rulebook()
USED = [value for name, value in vars(reasons).items() if name.isupper() and isinstance(value, str)]


@pytest.mark.parametrize("rule", USED)
def test_every_reason_is_a_rule(rule):
    assert rule in RULEBOOK.rules


@pytest.mark.parametrize("rule", list(RULEBOOK.rules.values()), ids=lambda rule: rule.id)
def test_a_rule_is_one_sentence_in_both_languages_with_a_citation(rule):
    for sentence in (rule.says, rule.here):
        if sentence is not None:
            assert sentence.zh.endswith("。")
            assert sentence.en.endswith(".")
    assert rule.says.zh.count("。") == 1
    assert all(first <= last for first, last in (citation.lines for citation in rule.cites))


def test_both_templates_of_a_rule_name_the_same_things():
    for rule in RULEBOOK.rules.values():
        if rule.here is not None:
            for blank in ("{other}", "{stat}", "{value"):
                assert (blank in rule.here.zh) == (blank in rule.here.en), rule.id
