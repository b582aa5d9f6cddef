"""Facts about revival: whether a monster that must first be summoned in its own way ever was, and still counts so."""

from knowledge.data.cases import UNKNOWN
from knowledge.data.profile import Action, Card
from knowledge.table.cards import asked_card, is_meant, profile_of, zone_of
from knowledge.table.situation import Fact, Situation, account

OWN_WAYS = frozenset(("ritual", "fusion", "synchro", "xyz", "link"))  # kinds of monsters with a summon of their own
_NEVER = ("never", "other-effect")
_AWAY = ("gy", "banished", "spell-zone", "pendulum-zone", "extra-deck")
_FORGETS = frozenset(("returned-to-hand", "returned-to-deck", "added-to-hand"))
_NO_WAY_BUT_NORMAL = ("special-summon", "special", "special-summon-from-deck", "from-gy")  # it has no way of its own
_FLIP = "flip-summon-negated"


def must_come_its_own_way(card: Card) -> bool:
    """Whether a monster is one that is Special Summoned in a way of its own before anything else may bring it."""
    narrower = [a for a in _own_texts(card) if _word(a) not in _NO_WAY_BUT_NORMAL]
    return bool(narrower) or bool(set(card.type.lower().split(" / ")) & OWN_WAYS)


def _own_texts(card: Card) -> list[Action]:
    texts = (a for e in card.effects if e.kind in ("condition", "summoning") for a in e.does)
    return [a for a in texts if a.act == "forbid-summon" and a.what == "self"]


def _word(text: Action) -> str:
    """Which summons a text rules out for its own card."""
    return text.to or str(text.amount) or "-".join(text.which.summoned if text.which is not None else ())


def summon_own_text_bars(s: Situation) -> Fact:
    """Whether the monster's own text rules out that an effect brings it from where it lies."""
    lying = asked_card(s)
    card = profile_of(s, lying) if lying is not None else None
    if lying is None or card is None or (card is s.question.card and s.question.effect is not None):
        return "no"  # what its own effects may do, its own text has said
    if _is_brought_its_own_way(s, card):
        return "no"
    words = {_word(a) for a in _own_texts(card)}
    here = f"from-{zone_of(s, lying)}"
    only = [
        w for w in words if w.startswith(("only-", "except-", "special-summon-except-")) and w != "only-by-card-effects"
    ]
    return "yes" if words & {"special-summon", "special", here, f"special-summon-{here}"} or only else "no"


def summon_proper(s: Situation) -> Fact:
    """Whether the monster asked about has been summoned in its own way, and what became of that."""
    lying = asked_card(s)
    card = profile_of(s, lying) if lying is not None else None
    if lying is None or card is None or not must_come_its_own_way(card) or zone_of(s, lying) not in _AWAY:
        return "not-asked"
    if _is_brought_its_own_way(s, card):
        return "not-asked"
    status = "" if not lying.summoned else "never" if lying.summoned in _NEVER else "proper"
    for h in account(s):
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
