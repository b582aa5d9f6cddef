"""Equal texts of one card in two languages give equal profiles: kinds, mandatory, targets; over many real cards."""

import gzip
import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from knowledge.text import read_card

ROOT = Path(__file__).resolve().parents[2]
READING_AID = re.compile(r"<rt>.*?</rt>|</?ruby>")
EVERY = 7  # one card in seven is enough to notice a change and keeps the test short
ACTIVATED = ("ignition", "trigger", "quick")


def database() -> Path | None:
    named = os.environ.get("OCG_RULINGS_TEST_DATA")
    folders = [Path(named)] if named else [ROOT / "../shared/data", ROOT / "../../shared/data"]
    return next((folder / "cards.json.gz" for folder in folders if (folder / "cards.json.gz").is_file()), None)


@cache
def cards() -> list[dict[str, Any]]:
    file = database()
    assert file is not None
    with gzip.open(file) as packed:
        everything = json.load(packed)
    return [card for card in everything if card.get("text") and "Normal" not in (card.get("monster_type_line") or "")][
        ::EVERY
    ]


def texts(card: dict[str, Any], lang: str) -> tuple[str, str | None] | None:
    text = card["text"].get(lang)
    scale = (card.get("pendulum_effect") or {}).get(lang)
    return (READING_AID.sub("", text), scale and READING_AID.sub("", scale)) if text else None


@cache
def profiles(lang: str, key: str) -> list[tuple[Any, ...] | None]:
    return [profile(card, lang, key) for card in cards()]


def profile(card: dict[str, Any], lang: str, key: str) -> tuple[Any, ...] | None:
    found = texts(card, key)
    if found is None:
        return None
    words = (card["card_type"], card.get("property"), card.get("monster_type_line"))
    reading = read_card(found[0], " / ".join(word for word in words if word), lang, found[1])  # type: ignore[arg-type]
    effects = [read.effect for read in reading.effects]
    kinds = sorted((effect.kind, effect.mandatory) for effect in effects if effect.kind in ACTIVATED)
    return kinds, any(effect.kind == "activate" for effect in effects), any(effect.targets for effect in effects)


def pairs(one: tuple[str, str], other: tuple[str, str]) -> Iterator[bool]:
    for first, second in zip(profiles(*one), profiles(*other), strict=True):
        if first is not None and second is not None:
            yield first == second


@pytest.mark.data
@pytest.mark.skipif(database() is None, reason="needs the card database, which is not part of the project")
@pytest.mark.parametrize(
    ("one", "other", "least"),
    [(("ja", "ja"), ("zh", "zh-CN"), 0.95), (("ja", "ja"), ("en", "en"), 0.93), (("zh", "zh-CN"), ("en", "en"), 0.92)],
    ids=["ja-zh", "ja-en", "zh-en"],
)
def test_two_languages_give_equal_profiles(one: tuple[str, str], other: tuple[str, str], least: float) -> None:
    outcomes = list(pairs(one, other))
    assert len(outcomes) > 1000
    assert sum(outcomes) / len(outcomes) >= least
