"""Inputs made to hurt are answered or refused in a sentence; how long each takes is told by tests/tools/hostile.py."""

import random

import pytest
from hostile import DOORS, alias_bomb, nested, tried
from hypothesis import given
from hypothesis import strategies as st

from knowledge.data.yaml_files import Unreadable, read_yaml

QUICK = [door for door in DOORS if door not in ("card text", "question")]  # those two have tests of their own


@pytest.mark.parametrize("door", QUICK)
def test_nothing_but_answers_and_refusals(desk, door):
    became = {tried(desk, door, text) for text in DOORS[door][0](random.Random(4))}
    assert became <= {"answered", "refused"}
    assert "refused" in became


@given(st.text(alphabet="[]{}:,-?&*!|>'\"%@` \n\tab1", max_size=200))
def test_any_punctuation_is_yaml_or_refused_with_its_line(text):
    try:
        read_yaml(text)
    except Unreadable as wrong:
        line = wrong.line
    else:
        line = 1
    assert 1 <= line <= text.count("\n") + 2


@pytest.mark.parametrize("text", [nested("[", 300_000), nested("- ", 300_000), nested('["]",', 300_000)])
def test_nesting_deeper_than_any_stack_is_refused(text):
    with pytest.raises(Unreadable, match="nesting too deep"):
        read_yaml(text)


@pytest.mark.parametrize("text", [alias_bomb(30), "a: &a [*a]", "a: &x 1\nb: {<<: *x}"])
def test_aliases_are_refused(text):
    with pytest.raises(Unreadable, match="alias"):
        read_yaml(text)


def test_a_tag_is_refused():
    with pytest.raises(Unreadable, match="tag"):
        read_yaml("!!python/object/apply:os.system ['true']")
