"""The sentences, citations and known orders of the calculation, read from `rulings/`."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import yaml

from knowledge.data.folder import rulings_folder
from knowledge.data.law import Cite, Gate, Rule
from knowledge.data.nodes import read_yaml
from knowledge.data.profile import Says
from knowledge.data.records import as_record


class LastApplied(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The effects that always apply last: names by rank, the last of all at the end, and those without a known rank."""

    order: tuple[tuple[str, ...], ...]
    unranked: tuple[str, ...]


class Rulebook(NamedTuple):
    """Everything the calculation takes from `rulings/`."""

    asks: Says
    rules: Mapping[str, Rule]
    last_order: Mapping[str, int]
    words: Mapping[str, Says]
    spoken: Mapping[str, Mapping[str, Any]]  # each rule as an answer shows it, made once


@cache
def load_rulebook(folder: Path | None = None) -> Rulebook:
    """Read the rules, the words and the known orders."""
    folder = folder or rulings_folder()
    gate, _ = as_record(
        Gate, read_yaml((folder / "rules" / "stats.yaml").read_text(encoding="utf-8")), (), "rules/stats.yaml"
    )
    assert gate is not None  # the checks of the data report what is wrong
    last = msgspec.convert(_read(folder / "stats" / "last-applied.yaml"), LastApplied)
    words = msgspec.convert(_read(folder / "stats" / "words.yaml"), dict[str, Says])
    ranks = dict.fromkeys(last.unranked, -1)
    ranks |= {name: rank for rank, names in enumerate(last.order) for name in names}
    rules = {rule.id: rule for rule in gate.rules}
    return Rulebook(gate.asks, rules, ranks, words, {id_: _spoken(rule) for id_, rule in rules.items()})


def _spoken(rule: Rule) -> Mapping[str, Any]:
    told: dict[str, Any] = {
        "rule": rule.id,
        "says": {"zh": rule.says.zh, "en": rule.says.en},
        "cites": [_cited(cite) for cite in rule.cites],
    }
    return told | {"assumed": True} if rule.assumed else told


def _cited(cite: Cite) -> str:
    if cite.lines is None:
        return " ".join([cite.doc, *cite.faq, cite.date]).strip()
    first, last = cite.lines
    return f"{cite.doc}:{first}" if first == last else f"{cite.doc}:{first}-{last}"


def _read(file: Path) -> object:
    return yaml.load(file.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
