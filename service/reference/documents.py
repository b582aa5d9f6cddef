"""The sources as pages: a document with its sections and what we took from them, and what has changed in the law."""

from typing import Any

from knowledge.data.law import Cite, Document
from knowledge.data.profile import Says
from knowledge.desk import Desk
from knowledge.explanation.citations import both, cited, names, section_at
from knowledge.phrases import phrase
from knowledge.rules.book import Change
from service.lookup import known


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
