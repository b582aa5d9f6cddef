"""Finding cards for a person: exactly, or a choice, or the nearest names; never a silent pick."""

from rapidfuzz import fuzz, process

from knowledge.answers import Desk
from knowledge.engine.book import spellings
from knowledge.model.profile import Card
from knowledge.problems import BadInput
from knowledge.spelling import folded

MOST_NEAR = 5


def card_by_name(desk: Desk, name: str) -> Card:
    """The one card of this name, official id or password."""
    found = desk.book.cards_named(name)
    if len(found) == 1:
        return found[0]
    if found:
        listed = [f"{c.names.zh} / {c.names.en} (cid:{c.cid})" for c in found]
        raise BadInput(
            f"「{name}」可能是：{'；'.join(listed)}。请选一张。",
            f"`{name}` may be: {'; '.join(listed)}. Choose one.",
            field="card",
            value=name,
            accepted=listed,
            status=409,
            kind="ambiguous-card",
        )
    near = near_names(desk, name)
    zh = "，".join(c.names.zh for c in near)
    en = ", ".join(c.names.en or c.names.zh for c in near)
    raise BadInput(
        f"没有找到「{name}」。" + (f"相近的有：{zh}。" if near else ""),
        f"no card is called `{name}`." + (f" Near: {en}." if near else ""),
        field="card",
        value=name,
        accepted=[c.names.zh for c in near],
        status=404,
        kind="unknown-card",
    )


def near_names(desk: Desk, name: str) -> list[Card]:
    """Up to five cards with a name near to this one."""
    wanted = folded(name)
    known = {folded(n): card for card in desk.book.library.cards.values() for n in spellings(card)}
    best = process.extract(wanted, list(known), scorer=fuzz.WRatio, limit=20, score_cutoff=55)
    found: dict[str, Card] = {}
    for spelled, _, _ in best:
        found.setdefault(known[spelled].id, known[spelled])
    return list(found.values())[:MOST_NEAR]


def search_cards(desk: Desk, words: str, limit: int) -> list[tuple[Card, float]]:
    """Cards by name: exact first, then those that begin with it, then those that contain it."""
    wanted = folded(words)
    scored = []
    for card in desk.book.library.cards.values():
        score = max((_score(folded(n), wanted) for n in spellings(card)), default=0.0)
        if score:
            scored.append((card, score))
    return sorted(scored, key=lambda pair: (-pair[1], pair[0].id))[:limit]


def _score(name: str, wanted: str) -> float:
    if name == wanted:
        return 1.0
    if name.startswith(wanted):
        return 0.8 + 0.1 * len(wanted) / len(name)
    return 0.5 + 0.1 * len(wanted) / len(name) if wanted in name else 0.0
