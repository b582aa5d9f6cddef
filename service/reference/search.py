"""One search over cards, archetypes, rulings and rules, with the facets that narrow it, and pages."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from werkzeug.datastructures import MultiDict

from knowledge.cards.store import data_directory
from knowledge.data.cases import Ruling
from knowledge.data.law import Document, Rule
from knowledge.desk import Desk
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.citations import both, cited, ruling_line, section_of
from knowledge.names.index import Found
from knowledge.names.matches import Hit
from knowledge.phrases import phrases
from knowledge.problems import bad_input
from knowledge.rules.book import Book
from knowledge.rules.precedents import day_of
from knowledge.search import FACETS, VERDICTS, Entry, Results, Wanted, WordIndex, entries_of
from knowledge.spelling import folded
from service.lookup import card_by_name, checked_text, finder_of
from service.reference.entries_told import neighbours

MOST_SHOWN = 12  # values of one facet
MOST_ROWS = 32_768  # of results, and names of values, kept as they are shown


def facets_counted(desk: Desk, found: Results) -> dict[str, list[dict[str, Any]]]:
    """How many results lie under each value of each facet, by name."""
    return {
        facet: [
            {"value": value, "names": value_named(desk.origin, facet, value), "count": count}
            for value, count in islice(counts.items(), MOST_SHOWN)
        ]
        for facet, counts in found.facets.items()
    }


@lru_cache(MOST_ROWS)
def value_named(desk: Desk, facet: str, value: str) -> dict[str, str]:
    """What a value of a facet is called."""
    if facet == "section":
        document, _, section = value.rpartition("/")  # ids of documents may hold slashes
        found = next((s for s in desk.book.library.documents[document].sections if s.id == section), None)
        return both(found.names) if found else {"zh": value, "en": value}
    shelf = _shelf(desk, facet)
    if value in shelf:
        return both(shelf[value].names)
    if said := phrases().get(f"short.{value}") or phrases().get(f"kind.of.{value}"):
        return said  # what every question has in common, before the words one matter has for it
    words = next((g.words[value] for g in desk.book.library.gates.values() if value in g.words), None)
    return both(words or value)


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
    raise bad_input(
        "unknown-facet",
        field=facet,
        value=shown,
        accepted=known,
        facet=facet,
        listed="、".join(known),
        listed_too=", ".join(known),
    )


def _shelf(desk: Desk, facet: str) -> Mapping[str, Any]:
    library = desk.book.library
    shelves: dict[str, Mapping[str, Any]] = {
        "document": library.documents,
        "timing": library.timings,
        "gate": library.gates,
        "category": library.categories,
    }
    return shelves.get(facet, {})


def _values(desk: Desk, facet: str) -> list[str]:
    if facet == "section":
        return [f"{d.id}/{s.id}" for d in desk.book.library.documents.values() for s in d.sections]
    return list(VERDICTS) if facet == "verdict" else list(_shelf(desk, facet))


def _spellings(desk: Desk, facet: str, value: str) -> tuple[str, ...]:
    record = _shelf(desk, facet).get(value)
    named = value_named(desk, facet, value)
    japanese = record.names.ja if record is not None else ""
    return (named["zh"], named["en"], japanese, *getattr(record, "aliases", ()))


MOST_CARDS = 100
MOST_NAMED = 6  # cards a search may name; nothing concerns more
KINDS = ("card", "ruling", "rule")
SENTENCES_BELOW_NAMES = 0.6  # a sentence that fits counts less than a card called just so


_NARROWING = ("card", "from", "to", *(facet for facet in FACETS if facet != "kind"))


@dataclass(frozen=True)
class Search:
    """What a person looks for: words, a kind, cards, facets, dates, and which page of the results."""

    words: str = ""
    kind: str | None = None
    limit: int = 10
    page: int = 1
    cards: tuple[str, ...] = ()
    facets: Mapping[str, str] = field(default_factory=dict)
    since: str = ""
    until: str = ""


def search_asked(given: MultiDict[str, str], *, need_words: bool = True, limit: int = 10) -> Search:
    """A search from the parts of an address, each part checked; what is narrowed otherwise needs no words."""
    cards = given.getlist("card")
    values = given.to_dict()
    words = values.get("q", "")
    narrowed = any(values.get(name, "").strip() for name in _NARROWING)
    need_words = need_words and not narrowed
    kind = values.get("kind") or None
    if kind not in (None, *KINDS):
        raise bad_input("search.kind", field="kind", value=kind, accepted=KINDS)
    return Search(
        words=checked_text(words, "q") if need_words or words.strip() else "",
        kind=kind,
        limit=_number(values, "limit", limit, 100),
        page=_number(values, "page", 1, 1000),
        cards=tuple(name for name in cards if name.strip())[:4],
        facets={facet: values[facet] for facet in FACETS if facet != "kind" and values.get(facet)},
        since=_date(values, "from"),
        until=_date(values, "to"),
    )


def _number(values: Mapping[str, str], name: str, usual: int, most: int) -> int:
    text = values.get(name, str(usual))
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text[:9]) <= most:
        raise bad_input("search.number", field=name, value=text, accepted=(f"1-{most}",), most=most)
    return int(text)


def _date(values: Mapping[str, str], name: str) -> str:
    text = str(values.get(name, "")).strip()
    if text and not (len(text) in (4, 7, 10) and text.replace("-", "").isdigit() and text.isascii()):
        raise bad_input("search.date", field=name, value=text, accepted=("YYYY", "YYYY-MM", "YYYY-MM-DD"))
    return text + "\uffff" if name == "to" and text else text  # a year means all of it


MOST_OF_A_GROUP = 20  # cards of an archetype shown beside the results
_one_at_a_time = threading.Lock()


@cache
def _word_index(desk: Desk, directory: Path) -> WordIndex:
    return WordIndex(entries_of(desk.book), directory)


def word_index_of(desk: Desk) -> WordIndex:
    """The index over a desk's rulings and rules, opened or built at the first need."""
    with _one_at_a_time:  # a cache alone would let every thread that comes too early build the index for itself
        return _word_index(desk, data_directory())


def prepare_search(desk: Desk) -> None:
    """Open or build both indexes and make the rows of results, so that no question waits for them."""
    for entry in islice(word_index_of(desk).entries, MOST_ROWS):
        _row(desk.book, entry)
    finder_of(desk).index.find_in("-")


def sentences_found(desk: Desk, search: Search, most: int) -> Results:
    """The best rulings and rules; names of cards among the words ask for rulings that concern each of them."""
    facets = {**search.facets, **({"kind": search.kind} if search.kind else {})}
    named = finder_of(desk).index.find_in(search.words) if search.words else []
    asked = [(card_by_name(desk, name).id, name) for name in search.cards]
    spoken = {found.card.key: search.words[found.start : found.end] for found in named}
    wanted = Wanted(
        words=tuple(dict.fromkeys(_rest(search.words, named).split())),
        cards=(*asked, *list(spoken.items())[:MOST_NAMED]),
        facets=facets,
        since=search.since,
        until=search.until,
    )
    found = word_index_of(desk).search(wanted, most)
    if found.hits or not wanted.cards or not search.words:
        return found
    plain = Wanted(tuple(search.words.split()), tuple(asked), facets, search.since, search.until)
    return word_index_of(desk).search(plain, most)


def _rest(words: str, named: list[Found]) -> str:
    for found in reversed(named):
        words = f"{words[: found.start]} {words[found.end :]}"
    return words


def searched(desk: Desk, search: Search) -> dict[str, Any]:
    """Results of one kind, or of all kinds, best first; archetypes beside them; how many lie under each facet."""
    if search.facets:
        search = replace(search, facets=values_meant(desk, search.facets))
    found: list[tuple[float, Hit | Entry]] = []
    first = (search.page - 1) * search.limit
    narrowed = bool(search.facets or search.since or search.until or search.cards)
    if search.kind in (None, "card") and search.words and not narrowed:
        found += [(round(hit.score, 4), hit) for hit in finder_of(desk).index.search(search.words, MOST_CARDS)]
    total = len(found)
    facets, loosened = {}, False
    if search.kind != "card":
        sentences = sentences_found(desk, search, first + search.limit)
        total += sentences.total
        found += _leading(sentences.hits, first + search.limit)
        facets, loosened = facets_counted(desk, sentences), sentences.loosened
    found.sort(key=_order)
    return {
        "results": [_shown(desk, hit, score) for score, hit in found[first : first + search.limit]],
        "total": total,
        "page": search.page,
        "pages": -(-total // search.limit),
        "limit": search.limit,
        "loosened": loosened,
        "facets": facets,
        "chosen": [{"facet": f, "value": v, "names": value_named(desk, f, v)} for f, v in search.facets.items()],
        "groups": _groups(desk, search),
    }


def _leading(hits: list[tuple[Entry, float]], most: int) -> list[tuple[float, Hit | Entry]]:
    """The best sentences as they count beside cards, and those as good as the last of them: no other can be shown."""
    found: list[tuple[float, Hit | Entry]] = []
    for entry, score in hits:
        counts = round(score * SENTENCES_BELOW_NAMES, 4)
        if len(found) >= most and counts < found[-1][0]:
            break
        found.append((counts, entry))
    return found


def _order(scored: tuple[float, Hit | Entry]) -> tuple[float, bool, str, str]:
    """Best first; of equals, cards before rulings before rules."""
    score, hit = scored
    if isinstance(hit, Hit):
        return -score, False, "card", hit.card_key
    return -score, True, hit.kind, hit.id


def _shown(desk: Desk, hit: Hit | Entry, score: float) -> dict[str, Any]:
    if isinstance(hit, Hit):
        return {"kind": "card", **card_identity(finder_of(desk).listed_card(hit.card)), "score": score, "why": hit.why}
    row, beside = _row(desk.book, hit)
    return {**row, "score": score, **beside}


def _row(book: Book, entry: Entry) -> tuple[dict[str, Any], dict[str, Any]]:
    """A rule or ruling as it is shown, and what stands behind its score; shared: read, never changed."""
    return _rule_row(book, entry.id) if entry.kind == "rule" else _ruling_row(book, entry.id, entry.cards)


@lru_cache(MOST_ROWS)
def _rule_row(book: Book, rule: str) -> tuple[dict[str, Any], dict[str, Any]]:
    return {"kind": "rule", **rule_line(book, book.rules[rule])}, {}


@lru_cache(MOST_ROWS)
def _ruling_row(book: Book, ruling: str, cards: tuple[str, ...]) -> tuple[dict[str, Any], dict[str, Any]]:
    concerned = [card_identity(card) for name in cards if (card := book.identified(name))]
    record = book.library.rulings[ruling]
    row = {"kind": "ruling", **ruling_line(book, record), "cards": concerned}
    return row, {"neighbours": neighbours(book, record)[:2]}


def rule_line(book: Book, rule: Rule) -> dict[str, Any]:
    """A rule with its gate and first citation."""
    cite, gate = rule.cites[0], book.library.gates[book.gate_of[rule.id]]
    return {
        "id": rule.id,
        "says": both(rule.says),
        "gate": {"id": gate.gate, "names": both(gate.names)},
        "doc": cite.doc,
        "section": section_of(book, cite)["zh"],
        "section_names": section_of(book, cite),
        "cites": [cited(book, c) for c in rule.cites],
    }


def _groups(desk: Desk, search: Search) -> list[dict[str, Any]]:
    if search.kind not in (None, "card") or not search.words or search.facets:
        return []
    return [
        {"id": group.id, "names": group.names, "total": len(group.members), "cards": [card_identity(c) for c in cards]}
        for group, cards in finder_of(desk).groups(search.words, most_cards=MOST_OF_A_GROUP)
    ]


def by_section(book: Book) -> list[dict[str, Any]]:
    """Every ruling under its document and section, in the order of the document."""
    documents = []
    for document in book.library.documents.values():
        sections = []
        for section in document.sections:
            inside = [
                r
                for r in book.library.rulings.values()
                if r.cites[0].doc == document.id and section.lines[0] <= r.cites[0].first <= section.lines[1]
            ]
            if inside:
                inside.sort(key=lambda r: (r.cites[0].first, r.id))
                sections.append(
                    {"id": section.id, "names": both(section.names), "rulings": [ruling_line(book, r) for r in inside]}
                )
        sections += _by_year(book, document) if not document.sections else []
        documents.append({"id": document.id, "names": both(document.names), "sections": sections})
    return [document for document in documents if document["sections"]]


def _by_year(book: Book, document: Document) -> list[dict[str, Any]]:
    """The rulings of a source without headings, the newest first."""
    years: dict[str, list[Ruling]] = {}
    dated = [r for r in book.library.rulings.values() if r.cites[0].doc == document.id]
    for ruling in sorted(sorted(dated, key=lambda r: r.id), key=day_of, reverse=True):
        years.setdefault(day_of(ruling)[:4], []).append(ruling)
    return [
        {"id": year, "names": section_of(book, inside[0].cites[0]), "rulings": [ruling_line(book, r) for r in inside]}
        for year, inside in years.items()
    ]
