"""What a text must hold for a pattern: whatever a pattern matches holds it, and texts without it are not searched."""

import random
from re import _constants as code  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from knowledge.text.grammar import PatternsByWords, needed, wording_of

REPEATED = (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT)


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        (r"(?:level|rank) \d", [{"level ", "rank "}]),
        (r"return(?:s|ed)? it", [{"return it", "returns it", "returned it"}]),
        (r"除外[しさ]", [{"除外し", "除外さ"}]),
        (r"destroy[^.]{0,20}monsters?", [{"destroy"}, {"monster"}]),
        (r"(?:tribute|send .* to the gy)(?! this)", [{"tribute", " to the gy"}]),
        (r"(?:cards?)?\d", []),
        (r"(?i)level", []),
        (r"(?<=of )[^.]*", []),
    ],
)
def test_the_words_every_match_holds(expression: str, words: list[set[str]]) -> None:
    assert sorted(map(sorted, needed(expression))) == sorted(map(sorted, words))


def a_match(tree: Any, dice: random.Random) -> str:
    """Something the expression spells, lookarounds apart."""
    return "".join(a_piece(op, value, dice) for op, value in tree)


def a_piece(op: Any, value: Any, dice: random.Random) -> str:
    if op is code.LITERAL:
        return chr(value)
    if op is code.IN and value[0][0] is code.LITERAL:
        return chr(dice.choice([one for kind, one in value if kind is code.LITERAL]))
    if op is code.IN and value[0][0] is not code.NEGATE:
        return "7"
    if op in REPEATED:
        return "".join(a_match(value[2], dice) for _ in range(dice.randint(value[0], min(value[1], value[0] + 2))))
    if op is code.SUBPATTERN:
        return a_match(value[3], dice)
    if op is code.BRANCH:
        return a_match(dice.choice(value[1]), dice)
    if op is code.ATOMIC_GROUP:
        return a_match(value, dice)
    return "x" if op in (code.IN, code.ANY, code.NOT_LITERAL) else ""


@pytest.mark.parametrize("language", ["zh", "ja", "en"])
def test_what_a_pattern_matches_holds_the_words_it_needs(language: str) -> None:
    dice, wording = random.Random(4), wording_of(language)
    tried = 0
    for family in wording.families():
        for pattern in wording.patterns(family):
            tree = _parser.parse(pattern.regex.pattern)
            for text in {a_match(tree, dice) for _ in range(3)}:
                match = pattern.search(text)
                tried += match is not None
                for words in needed(pattern.regex.pattern) if match else ():
                    assert any(word in text[match.start() : match.end()] for word in words), pattern.regex.pattern
    assert tried > 2_000


def test_a_text_is_searched_for_the_patterns_it_can_hold_in_their_order() -> None:
    patterns = PatternsByWords({"acts": [("destroy", 1), ("draws?", 2), (r"\d", 3)], "when": [("if .* then", 4)]}, 3)
    assert patterns.in_text("draw 2 cards; if you do, stop") == {"acts": [2, 3]}
    assert patterns.in_text("if you can, then draw and destroy") == {"acts": [1, 2, 3], "when": [4]}


def test_what_is_found_does_not_depend_on_what_was_looked_through() -> None:
    text, other = "destroy 1 monster, then draw 2 cards.", "you can banish this card from your gy."
    wording = wording_of("en")
    wording.look_through(other)
    before = [wording.all(family, text) for family in wording.families()]
    wording.look_through(text, other)
    assert [wording.all(family, text) for family in wording.families()] == before
    assert [found.reveals for found in wording.all("act", text)] == ["destroy", "draw"]
