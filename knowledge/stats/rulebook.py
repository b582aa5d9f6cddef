"""The sentences, citations and known orders of the calculation, read from `rulings/`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import yaml

from knowledge.model.profile import Says


class Citation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a sentence stands: document, first and last line, and the official entry where one is named."""

    doc: str
    lines: tuple[int, int]
    faq: str | tuple[str, ...] = ()
    date: str = ""

    def __str__(self) -> str:
        first, last = self.lines
        return f"{self.doc}:{first}" if first == last else f"{self.doc}:{first}-{last}"


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One rule of the calculation; `here` says what it does with the effects of a step."""

    id: str
    says: Says
    cites: Citation | tuple[Citation, ...]
    here: Says | None = None
    assumed: bool = False  # the documents are silent; our reading, told as such

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Every citation of the rule."""
        return self.cites if isinstance(self.cites, tuple) else (self.cites,)


class Gate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of one matter and the question they settle."""

    gate: str
    asks: Says
    rules: tuple[Rule, ...]


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


def rulings_folder() -> Path:
    """Where the data lies: beside the package in a checkout, inside it when installed."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "rulings"
    return inside if inside.is_dir() else package.parent / "rulings"


def load_rulebook(folder: Path | None = None) -> Rulebook:
    """Read the rules, the words and the known orders."""
    folder = folder or rulings_folder()
    gate = msgspec.convert(_read(folder / "rules" / "stats.yaml"), Gate)
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
        "cites": [str(citation) for citation in rule.citations],
    }
    return told | {"assumed": True} if rule.assumed else told


def _read(file: Path) -> object:
    return yaml.load(file.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
