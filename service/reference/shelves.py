"""What stands on a shelf: the rules, rulings and cards of a document, a moment, a matter or a kind of effect.

A document is also told section by section with what it bore, and the law by what has changed in it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from knowledge.data.cases import Case, Ruling
from knowledge.data.law import Cite, Document, Term, Timing
from knowledge.data.profile import Says
from knowledge.desk import Desk
from knowledge.explanation.answer_records import CardName
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.citations import both, cited, names, ruling_line, section_at
from knowledge.phrases import phrase
from knowledge.problems import BadInput, bad_input
from knowledge.rules import graph as graphs
from knowledge.rules.book import Book, Change
from knowledge.spelling import folded
from service.lookup import known

KINDS = ("document", "timing", "gate", "category")
MOST_CARDS = 60


@lru_cache(maxsize=8)
def index(desk: Desk) -> list[dict[str, Any]]:
    """Every shelf, by kind; those with nothing on them are left out. Counted once, to be read and never changed."""
    library = desk.book.library
    shelves: dict[str, Any] = {
        "document": library.documents,
        "timing": {t.id: t for t in sorted(library.timings.values(), key=_in_course(desk))},
        "gate": {g.gate: g for g in sorted(library.gates.values(), key=lambda g: (g.decides, g.order, g.gate))},
        "category": library.categories,
    }
    return [
        {
            "kind": kind,
            "entries": [
                {"id": name, "names": names(record.names), "count": count}
                for name, record in shelves[kind].items()
                if (count := len(_RULINGS[kind](desk, name)) or len(_rules(desk, kind, name)))
            ],
        }
        for kind in KINDS
    ]


def _in_course(desk: Desk) -> Callable[[Timing], tuple[int, bool, str]]:
    windows = desk.book.windows
    return lambda t: (min((windows.index(w) for w in desk.book.windows_of(t.id)), default=0), t.kind == "window", t.id)


def shelf_of(desk: Desk, kind: str, name: str) -> dict[str, Any]:
    """One shelf with all that stands on it."""
    if kind not in KINDS:
        raise _unknown_kind(kind)
    library = desk.book.library
    shelves: dict[str, dict[str, Any]] = {
        "document": library.documents,
        "timing": library.timings,
        "gate": library.gates,
        "category": library.categories,
    }
    record = known(
        shelves[kind],
        name,
        kind,
    )
    rulings = sorted(_RULINGS[kind](desk, name), key=lambda r: (r.cites[0].doc, r.cites[0].first, r.id))
    cards = _cards(desk, name) if kind == "category" else []
    return {
        "kind": kind,
        "id": name,
        "names": names(record.names),
        "asks": both(record.asks) if kind == "gate" else None,
        "inside": _inside(desk, name) if kind == "timing" else [],
        "rules": [{"id": r, "says": both(desk.book.rules[r].says)} for r in _rules(desk, kind, name)],
        "sections": _sections(desk, rulings, name if kind == "document" else None),
        "total": len(rulings),
        "cards": cards[:MOST_CARDS],
        "cards_total": len(cards),
    }


def _unknown_kind(kind: str) -> BadInput:
    return bad_input(
        "unknown-kind",
        field="kind",
        value=kind[:80],
        accepted=list(KINDS),
        status=404,
        kind="unknown-kind",
        listed=", ".join(KINDS),
    )


def _of_document(desk: Desk, name: str) -> list[Ruling]:
    return [r for r in desk.book.library.rulings.values() if r.cites[0].doc == name]


def _of_timing(desk: Desk, name: str) -> list[Ruling]:
    windows = desk.book.windows_of(name)
    return [
        r
        for r in desk.book.library.rulings.values()
        if any(at == name or at in windows for c in r.cases if not c.near_miss for at in _moments(c))
    ]


def _moments(case: Case) -> set[str]:
    """When a case is put: the moment it names, or of a scenario where it starts and where it is led."""
    if not case.play:
        return {case.at} - {""}
    led = {str(step["next"]) for step in case.play.get("steps", ()) if step.get("next")}
    return {str(case.play.get("at", "main1")), *led}


def _of_gate(desk: Desk, name: str) -> list[Ruling]:
    gate_of = desk.book.gate_of
    return [
        r
        for r in desk.book.library.rulings.values()
        if any(gate_of.get(c.because) == name and not c.near_miss for c in r.cases)
    ]


def _of_category(desk: Desk, name: str) -> list[Ruling]:
    rules = graphs.governed_by(desk.book.graph, ("category", name), "governs")
    return [r for r in desk.book.library.rulings.values() if any(c.because in rules for c in r.cases)]


_RULINGS: dict[str, Callable[[Desk, str], list[Ruling]]] = {
    "document": _of_document,
    "timing": _of_timing,
    "gate": _of_gate,
    "category": _of_category,
}


def _rules(desk: Desk, kind: str, name: str) -> list[str]:
    if kind == "gate":
        return sorted(r for r, gate in desk.book.gate_of.items() if gate == name)
    edge = {"timing": "at", "category": "governs"}.get(kind)
    return sorted(graphs.governed_by(desk.book.graph, (kind, name), edge)) if edge else []


def _inside(desk: Desk, name: str) -> list[dict[str, Any]]:
    timings, windows = desk.book.library.timings, desk.book.windows_of(name)
    inside = [timings[w] for w in desk.book.windows if w in windows and w != name]
    return [{"id": t.id, "names": names(t.names)} for t in inside]


def _sections(desk: Desk, rulings: list[Ruling], document: str | None) -> list[dict[str, Any]]:
    """Rulings under the headings of their documents, in the order of the document."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for ruling in rulings:
        cite = ruling.cites[0]
        record = desk.book.library.documents[cite.doc]
        part = section_at(record, cite.first)
        head = both(part.names) if part else both(record.names)
        if document is None:
            head = {lang: f"{both(record.names)[lang]} · {head[lang]}" for lang in head}
        entry = found.setdefault((cite.doc, part.id if part else ""), {"id": part.id if part else "", "names": head})
        entry.setdefault("rulings", []).append(ruling_line(desk.book, ruling))
    return list(found.values())


def _cards(desk: Desk, category: str) -> list[CardName]:
    cards = sorted(desk.book.library.cards.values(), key=lambda c: c.id)
    return [
        card_identity(c) for c in cards if any(category in desk.book.categories_of(c, effect) for effect in c.effects)
    ]


def document_told(desk: Desk, name: str) -> dict[str, Any]:
    """One document: who wrote it, where it is read, and section by section the rules, rulings and terms it bore."""
    library = desk.book.library
    document: Document = known(library.documents, name, "document")
    edition = library.editions.get(document.edition)
    sections: dict[str, dict[str, Any]] = {
        s.id: {"id": s.id, "names": both(s.names), "lines": list(s.lines), "entries": []} for s in document.sections
    }
    whole: dict[str, Any] = {"id": "", "names": both(document.names), "lines": [], "entries": []}
    for kind, ident, says, cites in _citing(desk):
        for cite in cites:
            if cite.doc == name:
                found = section_at(document, cite.first)
                entries = (sections[found.id] if found else whole)["entries"]
                entry = {"kind": kind, "id": ident, "says": both(says)}
                if not any(entry.items() <= other.items() for other in entries):  # once, whatever lines it rests on
                    entries.append({**entry, "first": cite.first})
    told = [*sections.values(), *([whole] if whole["entries"] else [])]
    for section in told:
        section["entries"].sort(key=lambda e: (e["first"], e["kind"], e["id"]))
    return {
        "id": name,
        "names": names(document.names),
        "author": both(document.author) if document.author else None,
        "edition": both(edition.names) if edition else None,
        "url": document.url or None,
        "sections": told,
        "total": sum(len(section["entries"]) for section in told),
    }


def _citing(desk: Desk) -> list[tuple[str, str, Says, tuple[Cite, ...]]]:
    """Kind, id, sentence and sources of all that cites; a term stands there with each of its points."""
    library = desk.book.library
    found = [("rule", r.id, r.says, r.cites) for r in desk.book.rules.values()]
    found += [("ruling", r.id, r.says, r.cites) for r in library.rulings.values()]
    return found + [("term", t.id, p.says, p.cites) for t in library.terms.values() for p in t.all_points]


def changes_told(desk: Desk) -> list[dict[str, Any]]:
    """What changed in the law, the newest first: the rule or ruling that came, and what it replaced."""
    return [_change(desk, change) for change in desk.laws.changes()]


def _change(desk: Desk, change: Change) -> dict[str, Any]:
    library = desk.book.library
    shelf: dict[str, Any] = library.rulings if change.shelf == "rulings" else desk.book.rules
    record = shelf[change.id]
    edition = library.editions.get(change.edition)
    since = {"zh": change.day, "en": change.day}
    if edition is not None:
        since = phrase("law.since.edition", day=both(edition.names))
    return {
        "kind": change.shelf[:-1],
        "id": change.id,
        "says": both(record.says),
        "day": change.day or None,
        "since": since,
        "listed": change.day or (edition.day if edition else ""),  # for a feed, where everything needs a day
        "replaces": [{"id": old, "says": both(shelf[old].says)} for old in change.replaces if old in shelf],
        "cites": [cited(desk.book, cite) for cite in record.cites],
    }


MOST_BESIDE = 12  # rules, rulings or terms shown beside another record


def terms_told(desk: Desk) -> list[dict[str, Any]]:
    """Every term with its points and the terms it belongs with."""
    terms = desk.book.library.terms
    return [_told(desk.book, t) for t in sorted(terms.values(), key=lambda t: t.names.en.casefold())]


def glossary_told(desk: Desk, words: str = "") -> dict[str, Any]:
    """The terms in which all the words stand, by topic; all terms without words."""
    library = desk.book.library
    wanted = [folded(word) for word in words.split() if folded(word)]
    by_file: dict[str, list[Term]] = defaultdict(list)
    for name, term in library.terms.items():
        if all(word in _text(desk.book, name) for word in wanted):
            by_file[library.where["terms", name][0]].append(term)
    topics = []
    for name, topic in sorted(library.topics.items(), key=lambda pair: (pair[1].order, pair[0])):
        found = by_file.get(library.where["topics", name][0], [])
        if found:
            lines = [{"id": t.id, "names": names(t.names), "says": both(t.says)} for t in found]
            topics.append({"id": name, "names": both(topic.names), "terms": lines})
    return {"topics": topics, "words": words, "total": sum(len(topic["terms"]) for topic in topics)}


def term_told(desk: Desk, name: str) -> dict[str, Any]:
    """One term with its topic, its points, and the rules and rulings that rest on the same lines."""
    library = desk.book.library
    term: Term = known(library.terms, name, "term")
    file = library.where["terms", name][0]
    topic = next(t for t in library.topics.values() if library.where["topics", t.id][0] == file)
    rules = [desk.book.rules[i] for i in _beside(desk.book, "rule", term.all_cites)]
    rulings = [library.rulings[i] for i in _beside(desk.book, "ruling", term.all_cites)]
    see_here = [t for t in library.terms.values() if name in t.see and t.id not in term.see]
    return {
        **_told(desk.book, term),
        "topic": {"id": topic.id, "names": both(topic.names)},
        "seen_from": [{"id": t.id, "names": names(t.names)} for t in see_here],
        "rules": [{"id": r.id, "says": both(r.says)} for r in rules],
        "rulings": [ruling_line(desk.book, r) for r in rulings],
    }


def terms_beside(desk: Desk, cites: Iterable[Cite]) -> list[dict[str, Any]]:
    """The terms that rest on lines a rule or ruling cites."""
    terms = desk.book.library.terms
    return [{"id": i, "names": names(terms[i].names)} for i in _beside(desk.book, "term", cites)]


def _told(book: Book, term: Term) -> dict[str, Any]:
    terms = book.library.terms
    return {
        "id": term.id,
        "names": names(term.names),
        "aliases": list(term.aliases),
        "says": both(term.says),
        "cites": [cited(book, c) for c in term.cites],
        "points": points_told(book, term),
        "see": [{"id": other, "names": names(terms[other].names)} for other in term.see],
    }


def points_told(book: Book, term: Term) -> list[dict[str, Any]]:
    """What there is to know about a term, each with its sources."""
    return [{"says": both(p.says), "cites": [cited(book, c) for c in p.cites]} for p in term.points]


@lru_cache(2048)
def _text(book: Book, name: str) -> str:
    """Everything a term can be found by."""
    term = book.library.terms[name]
    spoken = [says for point in term.all_points for says in (point.says.zh, point.says.en)]
    return folded(" ".join([*names(term.names).values(), *term.aliases, *spoken]))


def _beside(book: Book, kind: str, cites: Iterable[Cite]) -> list[str]:
    """Records of a kind that cite some of the same lines, those with the most in common first."""
    common: dict[str, int] = defaultdict(int)
    for doc, (first, last) in ((c.doc, c.lines) for c in cites if c.lines):
        for lines, name in _cited_lines(book, kind).get(doc, ()):
            shared = min(lines[1], last) - max(lines[0], first) + 1
            if shared > 0:
                common[name] += shared
    return sorted(common, key=lambda name: (-common[name], name))[:MOST_BESIDE]


@lru_cache(64)
def _cited_lines(book: Book, kind: str) -> dict[str, list[tuple[tuple[int, int], str]]]:
    """Document → the lines that records of a kind cite in it."""
    library = book.library
    cites: dict[str, Iterable[tuple[str, tuple[Cite, ...]]]] = {
        "rule": ((r.id, r.cites) for r in book.rules.values()),
        "ruling": ((r.id, r.cites) for r in library.rulings.values()),
        "term": ((t.id, t.all_cites) for t in library.terms.values()),
    }
    found: dict[str, list[tuple[tuple[int, int], str]]] = defaultdict(list)
    for name, each in cites[kind]:
        for cite in each:
            if cite.lines:
                found[cite.doc].append((cite.lines, name))
    return found
