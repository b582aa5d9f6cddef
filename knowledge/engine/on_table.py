"""What cards on the table are at this moment, read strictly: what neither table nor profile says does not fit."""

from typing import Any

from knowledge.engine.lying_cards import profile_of
from knowledge.model.cases import CardOnTable
from knowledge.model.profile import Filter

FIELD = ("monster-zone", "spell-zone", "field-zone", "pendulum-zone")


def zone_of(s: Any, lying: CardOnTable) -> str:
    """Where a card lies; a card of which nothing is said lies where its kind lies on the field."""
    if lying.zone:
        return lying.zone
    card = profile_of(s, lying)
    if card is None or card.type.startswith("Monster"):
        return "monster-zone"
    return "field-zone" if "Field" in card.type.split(" / ") else "spell-zone"


def words_of(s: Any, lying: CardOnTable) -> frozenset[str]:
    """The type words of a card: what is printed, and what a Gemini monster or a token counts as."""
    card = profile_of(s, lying)
    printed = {w.lower() for w in card.type.split(" / ")} if card else set()
    words = printed | set(lying.type)
    if "spell" in words or "trap" in words:
        return frozenset(words)
    words.add("monster")
    if "gemini" in words:
        words = words - {"effect", "normal"} | {"effect" if lying.summoned == "gemini" else "normal"}
    elif printed and not printed & {"effect", "token"}:
        words.add("normal")
    return frozenset(words)


def figure(s: Any, lying: CardOnTable, stat: str) -> int | None:
    """The current ATK or DEF: as stated on the table, else as printed."""
    stated: int | None = getattr(lying, stat)
    if stated is not None:
        return stated
    card = profile_of(s, lying)
    printed = getattr(card, stat) if card else None
    return printed if isinstance(printed, int) else None


def fits(s: Any, lying: CardOnTable, wanted: Filter, *, viewer: str = "own", ignoring_zone: bool = False) -> bool:
    """Whether a card is one that a text describes; `viewer` controls the effect whose text it is."""
    if wanted.side in ("own", "opponent") and (lying.side == viewer) != (wanted.side == "own"):
        return False
    if wanted.zones and not ignoring_zone and zone_of(s, lying) not in wanted.zones:
        return False
    if wanted.face and lying.face != wanted.face:
        return False
    if wanted.position and (lying.position or "attack") != wanted.position:
        return False
    if wanted.summoned and lying.summoned not in wanted.summoned:
        return False
    if wanted.counters and not any(lying.counters.get(kind) for kind in wanted.counters):
        return False
    return _described(s, lying, wanted) and _measured(s, lying, wanted)


def _described(s: Any, lying: CardOnTable, wanted: Filter) -> bool:
    card = profile_of(s, lying)
    if wanted.type and not set(wanted.type) & words_of(s, lying):
        return False
    if wanted.name and not any(card is not None and s.book.card_named(name) is card for name in wanted.name):
        return False
    if wanted.group and not set(wanted.group) & {*lying.groups, *(card.groups if card else ())}:
        return False
    if wanted.attribute and (lying.attribute or (card.attribute if card else "")) not in wanted.attribute:
        return False
    race = lying.race or (card.type.split(" / ")[1] if card and card.type.startswith("Monster") else "")
    return not wanted.race or race in wanted.race


def _measured(s: Any, lying: CardOnTable, wanted: Filter) -> bool:
    card = profile_of(s, lying)
    level = lying.level if lying.level is not None else card.level if card else None
    measures = (
        (wanted.level, level),
        (wanted.atk, figure(s, lying, "atk")),
        (wanted.defence, figure(s, lying, "defence")),
    )
    return all(bounds is None or (value is not None and bounds[0] <= value <= bounds[1]) for bounds, value in measures)
