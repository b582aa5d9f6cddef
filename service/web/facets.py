"""The shelves a search can be narrowed by: what each value is called, and which value a person means."""

from collections.abc import Mapping
from typing import Any

from knowledge.desk import Desk
from knowledge.problems import BadInput
from knowledge.search.entries import VERDICTS
from knowledge.search.full_text import Results
from knowledge.spelling import folded
from knowledge.wording import phrases
from service.web.citations import both

MOST_SHOWN = 12  # values of one facet


def facets_counted(desk: Desk, found: Results) -> dict[str, list[dict[str, Any]]]:
    """How many results lie under each value of each facet, by name."""
    return {
        facet: [
            {"value": value, "names": value_named(desk, facet, value), "count": count}
            for value, count in list(counts.items())[:MOST_SHOWN]
        ]
        for facet, counts in found.facets.items()
    }


def value_named(desk: Desk, facet: str, value: str) -> dict[str, str]:
    """What a value of a facet is called."""
    if facet == "section":
        document, _, section = value.partition("/")
        found = next((s for s in desk.book.library.documents[document].sections if s.id == section), None)
        return both(found.names) if found else {"zh": value, "en": value}
    shelf = _shelf(desk, facet)
    if value in shelf:
        return both(shelf[value].names)
    words = next((g.words[value] for g in desk.book.library.gates.values() if value in g.words), None)
    said = phrases().get(f"short.{value}") or phrases().get(f"kind.of.{value}")
    return both(words) if words else said or {"zh": value, "en": value}


def values_meant(desk: Desk, asked: Mapping[str, str]) -> dict[str, str]:
    """The values of facets a person gave, by id or by a name in any language; others are refused."""
    return {facet: _value_meant(desk, facet, text) for facet, text in asked.items()}


def _value_meant(desk: Desk, facet: str, text: str) -> str:
    known = _values(desk, facet)
    wanted = folded(text)
    for value in known:
        if wanted in {folded(name) for name in (value, *_spellings(desk, facet, value)) if name}:
            return value
    shown = text[:60]
    raise BadInput(
        f"{facet}没有「{shown}」；可用：{'、'.join(known)}。",
        f"`{facet}` has no `{shown}`; accepted: {', '.join(known)}.",
        field=facet,
        value=shown,
        accepted=known,
    )


def _shelf(desk: Desk, facet: str) -> Mapping[str, Any]:
    library = desk.book.library
    return {
        "document": library.documents,
        "timing": library.timings,
        "gate": library.gates,
        "category": library.categories,
    }.get(facet, {})


def _values(desk: Desk, facet: str) -> list[str]:
    if facet == "section":
        return [f"{d.id}/{s.id}" for d in desk.book.library.documents.values() for s in d.sections]
    return list(VERDICTS) if facet == "verdict" else list(_shelf(desk, facet))


def _spellings(desk: Desk, facet: str, value: str) -> tuple[str, ...]:
    record = _shelf(desk, facet).get(value)
    named = value_named(desk, facet, value)
    japanese = record.names.ja if record is not None else ""
    return (named["zh"], named["en"], japanese, *getattr(record, "aliases", ()))
