"""The graph answers a maintainer: what a change would touch, and how two things hang together."""

import json

from knowledge.rules.graph import impact, path
from service.cli.main import cli


def test_a_fact_touches_the_rules_that_ask_it_and_their_rulings(desk):
    touched = impact(desk.book.graph, ("fact", "monster-count-changed"))
    assert ("rule", "change-of-monsters-causes-a-replay") in touched
    rulings = {name for kind, name in touched if kind == "ruling"}
    assert any(c.because == "change-of-monsters-causes-a-replay" for r in rulings for c in _cases(desk, r))
    assert ("rule", "damage-step-is-closed") not in touched


def _cases(desk, ruling):
    return desk.book.library.rulings[ruling].cases


def test_a_card_leads_to_a_rule_over_the_ruling_between_them(desk):
    start, end = ("card", "ash-blossom-and-joyous-spring"), ("rule", "damage-step-is-closed")
    assert [kind for _, _, kind in path(desk.book.graph, start, end)] == ["about", "tests"]


def test_the_verb_takes_names_and_refuses_what_is_none(runner):
    told = json.loads(runner.invoke(cli, ["graph", "impact", "damage-step-is-closed", "--json"]).stdout)
    assert told["counts"]["ruling"] > 5
    assert runner.invoke(cli, ["graph", "path", "rule:nonsense", "灰流丽"]).exit_code != 0
