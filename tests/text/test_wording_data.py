"""The pattern files: every meaning they reveal is a word of the vocabulary, and the three languages reveal the same."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from knowledge.text.grammar import wording_of

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ["zh", "ja", "en"]
INTERNAL_EVENTS = {"maybe-battled"}


@cache
def shelf(file: Path) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return read


def ids(name: str) -> set[str]:
    files = (ROOT / "rulings" / f"{name}.yaml", *sorted((ROOT / "rulings" / "words").glob("*.yaml")))
    return {entry["id"] for file in files for entry in shelf(file).get(name, ())}


def families(language: str) -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = shelf(ROOT / "rulings" / "wording" / f"{language}.yaml")["families"]
    return found


def revealed(language: str, family: str) -> set[str]:
    return {entry.get("is", "") for entry in families(language)[family]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_act_a_text_can_reveal_is_in_the_vocabulary(language: str) -> None:
    narrower = {entry.partition(">")[2] for entry in revealed(language, "act-detail")}
    assert revealed(language, "act") | narrower <= ids("acts")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_a_text_can_reveal_is_in_the_vocabulary(language: str) -> None:
    assert revealed(language, "event") - INTERNAL_EVENTS <= ids("events")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_requirement_a_text_can_reveal_is_in_the_vocabulary(language: str) -> None:
    words = {entry.partition(" @")[0] for entry in revealed(language, "requirement")}  # a word, and perhaps its amount
    assert words <= ids("requirements")


@pytest.mark.parametrize(
    "family",
    [
        "filter-side",
        "filter-type",
        "filter-race",
        "summon-kind",
        "response-to",
        "act-detail",
        "moment",
        "turn",
        "limit",
        "zone",
    ],
)
def test_the_three_languages_reveal_the_same_meanings(family: str) -> None:
    meanings = [revealed(language, family) - {"main-phase-began"} for language in LANGUAGES]
    assert meanings[0] == meanings[1] == meanings[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pattern_never_matches_without_the_run_of_characters_it_is_looked_up_by(language: str) -> None:
    wording = wording_of(language)
    for family in families(language):
        for pattern in wording.patterns(family):
            assert not pattern.hint or pattern.hint in pattern.regex.pattern.replace("\\", "")
