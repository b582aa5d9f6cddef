"""The sentences, citations and known orders of the calculation, read from `rulings/`."""

from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, NotRequired, TypedDict

import msgspec

from knowledge.data.folder import rulings_folder, yaml_of
from knowledge.data.language import Both, both
from knowledge.data.law import Cite, Gate, Rule
from knowledge.data.nodes import read_yaml
from knowledge.data.profile import Says
from knowledge.data.records import as_record
from knowledge.stats.changes import UNRANKED, Place
from knowledge.stats.value_reasons import LAST_TODAY


class LastApplied(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The effects that always apply last: names by rank, the last of all at the end, and those without a known rank."""

    order: tuple[tuple[str, ...], ...]
    unranked: tuple[str, ...]
    also: tuple[tuple[str, ...], ...] = ()  # another known order, of some of them and of one that the first leaves out
    present: "LastApplied | None" = None  # as the present edition has them


class RuleOfValues(TypedDict):
    """A rule of the calculation as an answer shows it."""

    rule: str
    says: Both
    cites: list[str]
    assumed: NotRequired[bool]


class Rulebook(NamedTuple):
    """Everything the calculation takes from `rulings/`."""

    asks: Says
    rules: Mapping[str, Rule]
    last_order: Mapping[str, Place]
    words: Mapping[str, Says]
    spoken: Mapping[str, RuleOfValues]  # each rule as an answer shows it, made once
    former_order: Mapping[str, Place] = {}

    def by(self, ended: Collection[tuple[str, str]]) -> tuple[Mapping[str, Place], frozenset[str]]:
        """The order of what applies last, and the rules that do not hold, by a law."""
        gone = frozenset(name for kind, name in ended if kind == "rules")
        return (self.former_order if LAST_TODAY in gone else self.last_order), gone


@cache
def load_rulebook(folder: Path | None = None) -> Rulebook:
    """Read the rules, the words and the known orders."""
    folder = folder or rulings_folder()
    gate, _ = as_record(
        Gate, read_yaml((folder / "rules" / "stats.yaml").read_text(encoding="utf-8")), (), "rules/stats.yaml"
    )
    assert gate is not None  # the checks of the data report what is wrong
    last = msgspec.convert(yaml_of(folder / "stats" / "last-applied.yaml"), LastApplied)
    words = msgspec.convert(yaml_of(folder / "stats" / "words.yaml"), dict[str, Says])
    rules = {rule.id: rule for rule in gate.rules}
    spoken = {id_: _spoken(rule) for id_, rule in rules.items()}
    return Rulebook(gate.asks, rules, _ranks(last.present or last), words, spoken, _ranks(last))


def _ranks(last: LastApplied) -> dict[str, Place]:
    figures: dict[str, float] = {name: rank for rank, names in enumerate(last.order) for name in names}
    before = 0.0
    for names in last.also:  # one that only this order knows is sorted after what it follows there
        before = next((figures[name] for name in names if name in figures), before + 0.5)
        figures |= {name: before for name in names if name not in figures}
    places: dict[str, Place] = dict.fromkeys(last.unranked, UNRANKED)
    for name, figure in figures.items():
        known = enumerate((last.order, last.also))
        found = ((n, rank) for n, order in known for rank, names in enumerate(order) if name in names)
        places[name] = Place(figure, tuple(found))
    return places


def _spoken(rule: Rule) -> RuleOfValues:
    told: RuleOfValues = {
        "rule": rule.id,
        "says": both(rule.says),
        "cites": [_cited(cite) for cite in rule.cites],
    }
    if rule.assumed:
        told["assumed"] = True
    return told


def _cited(cite: Cite) -> str:
    if cite.lines is None:
        return " ".join([cite.doc, *cite.faq, cite.date]).strip()
    first, last = cite.lines
    return f"{cite.doc}:{first}" if first == last else f"{cite.doc}:{first}-{last}"
