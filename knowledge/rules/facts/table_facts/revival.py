"""Facts about revival: whether a monster that must first be summoned in its own way ever was, and still counts so."""

from collections.abc import Callable
from typing import Any

from knowledge.data.cases import UNKNOWN
from knowledge.data.profile import Card
from knowledge.table.cards import asked_card, is_meant, profile_of, zone_of
from knowledge.table.situation import Situation

OWN_WAYS = frozenset(("ritual", "fusion", "synchro", "xyz", "link"))  # kinds of monsters with a summon of their own
_NEVER = ("never", "other-effect")
_AWAY = ("gy", "banished", "spell-zone", "pendulum-zone", "extra-deck")
_FORGETS = frozenset(("returned-to-hand", "returned-to-deck", "added-to-hand"))
_FLIP = "flip-summon-negated"


def must_come_its_own_way(card: Card) -> bool:
    """Whether a monster is one that is Special Summoned in a way of its own before anything else may bring it."""
    texts = (a for e in card.effects if e.kind == "condition" for a in e.does)
    barred = any(a.act == "forbid-summon" and a.what == "self" for a in texts)
    return barred or bool(set(card.type.lower().split(" / ")) & OWN_WAYS)


def proper_summon(s: Situation) -> Any:
    """Whether the monster asked about has been summoned in its own way, and what became of that."""
    lying = asked_card(s)
    card = profile_of(s, lying) if lying is not None else None
    if lying is None or card is None or not must_come_its_own_way(card) or zone_of(s, lying) not in _AWAY:
        return "not-asked"
    if _is_brought_its_own_way(s, card):
        return "not-asked"
    status = "" if not lying.summoned else "never" if lying.summoned in _NEVER else "proper"
    for h in (*s.question.table.earlier, *s.question.table.happened):
        if is_meant(s, h.card, lying):
            events = s.book.wider_events((h.event,))
            if events & _FORGETS:
                status = "forgotten"
            elif h.event == _FLIP:
                status = "flip-negated" if status in ("", "proper") else status
            elif "summon-negated" in events:
                status = "negated"
    return status or UNKNOWN


def _is_brought_its_own_way(s: Situation, card: Card) -> bool:
    acts = {a.act for a in s.question.effect.does} if s.question.effect is not None else set()
    return any(f"{way}-summon" in acts for way in OWN_WAYS & set(card.type.lower().split(" / ")))


FACTS: dict[str, Callable[[Situation], Any]] = {"summon.proper": proper_summon}
