"""One search over cards, rulings and rules."""

from typing import Any

from knowledge.answers import Desk
from knowledge.spelling import folded
from service.finding import search_cards
from service.presenting import both, card_identity, ruling_line


def searched(desk: Desk, words: str, kind: str | None, limit: int) -> dict[str, Any]:
    """Results of one kind, or of all kinds, best first."""
    results: list[dict[str, Any]] = []
    if kind in (None, "card"):
        results += [
            {"kind": "card", **card_identity(c), "score": round(s, 3)} for c, s in search_cards(desk, words, 100)
        ]
    if kind in (None, "ruling"):
        results += _sentences(
            "ruling",
            words,
            [
                (r.id, [r.says.zh, r.says.en, r.id, *(f for c in r.cites for f in c.faq)], ruling_line(desk.book, r))
                for r in desk.book.library.rulings.values()
            ],
        )
    if kind in (None, "rule"):
        results += _sentences(
            "rule",
            words,
            [
                (r.id, [r.says.zh, r.says.en, r.id], {"id": r.id, "says": both(r.says)})
                for r in desk.book.rules.values()
            ],
        )
    results.sort(key=lambda r: (-r["score"], r["kind"], r["id"]))
    return {"results": results[:limit], "total": len(results)}


def _sentences(kind: str, words: str, entries: list[tuple[str, list[str], dict[str, Any]]]) -> list[dict[str, Any]]:
    wanted = [folded(w) for w in words.split() if folded(w)]
    found = []
    for _, texts, shown in entries:
        whole = folded(" ".join(texts))
        if wanted and all(w in whole for w in wanted):
            found.append({"kind": kind, **shown, "score": 0.4})
    return found
