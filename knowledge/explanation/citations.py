"""Names, sentences and citations as plain data."""

from functools import lru_cache
from typing import TypedDict

from knowledge.data.cases import Ruling
from knowledge.data.language import LANGUAGES
from knowledge.data.language import both as both
from knowledge.data.law import Cite, Document, Point, Rule, Section
from knowledge.data.profile import Names
from knowledge.explanation.answer_records import Both, Faq, RulingLine
from knowledge.phrases import phrase
from knowledge.rules.book import Book
from knowledge.rules.precedents import day_of


def names(record: Names) -> dict[str, str]:
    """The names that exist."""
    return {lang: name for lang in ("zh", "ja", "en") if (name := getattr(record, lang))}


def cited(book: Book, cite: Cite) -> str:
    """A citation as one line of text."""
    entries = "".join(f" {entry}" for entry in cite.faq)
    lines = "-".join(str(line) for line in dict.fromkeys(cite.lines or ()))
    return cite.doc + (f":{lines}" if lines else "") + entries + (f" {cite.date}" if cite.date else "")


@lru_cache(8)
def _sources_by_statement(book: Book) -> dict[str, tuple[Cite, ...]]:
    """Where each numbered statement of the law stands: the sources of the record that says the least beside it."""
    library = book.library
    points = (point for term in library.terms.values() for point in term.all_points)
    records: list[Point | Rule | Ruling] = [*points, *book.rules.values(), *library.rulings.values()]
    found: dict[str, tuple[tuple[int, int], tuple[Cite, ...]]] = {}
    for record in records:
        for statement in record.statements:
            of_this = ((len(record.statements), len(record.cites)), record.cites)
            if record.cites and (statement not in found or of_this[0] < found[statement][0]):
                found[statement] = of_this
    return {statement: cites for statement, (_, cites) in found.items()}


def sources_of_statements(book: Book, statements: tuple[str, ...]) -> list[str]:
    """The documents, lines and official entries behind numbered statements, each once."""
    known = _sources_by_statement(book)
    return list(dict.fromkeys(cited(book, cite) for one in statements for cite in known.get(one, ())))


def section_at(document: Document, line: int) -> Section | None:
    """The headed part of a document in which a line stands."""
    return next((s for s in document.sections if s.lines[0] <= line <= s.lines[1]), None)


def section_of(book: Book, cite: Cite) -> dict[str, str]:
    """The headed part of a document a citation lies in; of a source without headings the year."""
    document = book.library.documents[cite.doc]
    found = section_at(document, cite.lines[0] if cite.lines else 0)
    if found is None and cite.lines is None and cite.date:
        return phrase("year", year=cite.date[:4])
    return both(found.names) if found else both(document.names)


def faq_url(book: Book, entry: str) -> str:
    """The official page of a FAQ entry."""
    prefix, _, number = entry.partition(":")
    return book.library.faq[prefix].url.replace("{n}", number)


def ruling_line(book: Book, ruling: Ruling) -> RulingLine:
    """A ruling with its first citation."""
    return ruling_told(book, ruling.id).copy()


@lru_cache(8192)  # answers share these lines: they are read, never changed
def ruling_told(book: Book, name: str) -> RulingLine:
    """The same by the ruling's id, not to be changed."""
    ruling = book.library.rulings[name]
    cite = ruling.cites[0]
    entries = [entry for c in ruling.cites for entry in c.faq]
    return {
        "id": ruling.id,
        "says": both(ruling.says),
        "status": ruling.status,
        "doc": cite.doc,
        "section": section_of(book, cite)["zh"],
        "section_names": section_of(book, cite),
        "lines": list(cite.lines or ()),
        "faq": entries[0] if entries else None,
        "faqs": [{"id": entry, "url": faq_url(book, entry)} for entry in entries],
        "date": day_of(ruling) or None,
        "url": faq_url(book, entries[0]) if entries else None,
    }


class Source(TypedDict):
    """A citation in its parts."""

    doc: str
    document: Both
    lines: str
    section: str | None
    faq: list[Faq]
    date: str


@lru_cache(4096)  # pages share these parts: they are read, never changed
def source_told(book: Book, text: str) -> Source:
    """A citation written as one line, in its parts: the document by name, its lines, official entries, the day."""
    place, *rest = text.split(" ")
    doc, colon, lines = place.rpartition(":")
    if doc not in book.library.documents:
        doc, lines = place, ""
    document = book.library.documents.get(doc)
    first = lines.partition("-")[0]
    section = section_at(document, int(first)) if document and colon and first.isdecimal() else None
    entries = [part for part in rest if part.partition(":")[0] in book.library.faq]
    return {
        "doc": doc,
        "document": both(document.names) if document else {"zh": doc, "en": doc},
        "lines": lines if colon else "",
        "section": section.id if section else None,
        "faq": [{"id": entry, "url": faq_url(book, entry)} for entry in entries],
        "date": next((part for part in rest if part not in entries), ""),
    }


def source_in_words(book: Book, text: str) -> dict[str, str]:
    """A citation as people read it: the document by its name, the lines, official numbers, the day."""
    told = source_told(book, text)
    numbers = [entry["id"] for entry in told["faq"]]
    parts = (told["lines"], *numbers, told["date"])
    return {lang: " ".join(str(p) for p in (told["document"][lang], *parts) if p) for lang in LANGUAGES}
