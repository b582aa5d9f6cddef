"""The glossary as plain data: terms by topic, and what they hang together with: other terms, rules, rulings."""

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from knowledge.data.law import Cite, Term
from knowledge.desk import Desk
from knowledge.explanation.citations import both, cited, names, ruling_line
from knowledge.rules.book import Book
from knowledge.spelling import folded
from service.lookup import known

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
