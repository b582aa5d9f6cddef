"""Cards as a person sees them on the table: found by handle, with what they count as, and what texts take them in."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from knowledge.model.cases import CardOnTable
from knowledge.model.profile import Action, Card, Effect, Filter, Requirement

FIELD = ("monster-zone", "spell-zone", "field-zone", "pendulum-zone")
_KINDS = frozenset(("monster", "spell", "trap"))
_CHAINLESS = ("continuous", "unclassified")


def listed(s: Any) -> list[CardOnTable]:
    """Every card the table lists, the card asked about first."""
    own = s.question.table.self
    return [*([own] if own is not None else []), *s.question.table.cards]


def called(s: Any, name: str) -> CardOnTable | None:
    """The card a handle, a name or "self" means."""
    if name == "self":
        own: CardOnTable | None = s.question.table.self
        return own
    cards = s.question.table.cards
    if name.startswith("#") and name[1:].isdecimal():
        place = int(name[1:])
        return cards[place] if place < len(cards) else None
    return next((c for c in cards if name and name in (c.called, c.card)), None)


def handle_of(s: Any, lying: CardOnTable) -> str:
    """A name that means this very card: its handle, else its name if no other has it, else its place in the list."""
    if lying is s.question.table.self:
        return "self"
    cards = s.question.table.cards
    alike = [c for c in cards if c.card == lying.card]
    by_name = lying.card if len(alike) == 1 else ""
    return lying.called or by_name or f"#{next(n for n, c in enumerate(cards) if c is lying)}"


def asked_card(s: Any) -> CardOnTable | None:
    """The card a matter is about: the handle it names, else the card asked about."""
    return called(s, s.question.about) or s.question.table.self


def profile(s: Any, lying: CardOnTable) -> Card | None:
    """The profile of a card on the table, where it has one."""
    if lying.card:
        found: Card | None = s.book.card_named(lying.card)
        return found
    plain = lying is s.question.table.self and not is_token(lying)
    asked: Card | None = s.question.card if plain else None
    return asked


def is_token(lying: CardOnTable) -> bool:
    """Whether it is a token, wherever it lies."""
    return "token" in lying.type or bool(lying.token_name or lying.made_by)


def as_equip(lying: CardOnTable) -> bool:
    """Whether it lies there as a card equipped to a monster."""
    return bool(lying.equipped_to) or lying.zone == "spell-zone"


def zone_of(s: Any, lying: CardOnTable) -> str:
    """Where it lies; nothing for a monster whose summon is still to come."""
    if lying.being_summoned:
        return ""
    if lying.zone:
        return lying.zone
    if is_token(lying):
        return "spell-zone" if lying.equipped_to else "monster-zone"
    card = profile(s, lying)
    if card is None or card.type.startswith("Monster"):
        return "monster-zone"
    return "field-zone" if "Field" in card.type.split(" / ") else "spell-zone"


def words_of(s: Any, lying: CardOnTable) -> frozenset[str]:
    """What it counts as; a token is a normal monster only while it lies in a monster zone."""
    if is_token(lying):
        return frozenset(("token", "monster", "normal") if zone_of(s, lying) == "monster-zone" else ("token",))
    card = profile(s, lying)
    printed = {w.lower() for w in card.type.split(" / ")} if card else set()
    return frozenset({*printed, *lying.type, *(("monster",) if zone_of(s, lying) == "monster-zone" else ())})


def takes_in(s: Any, which: Filter | None, lying: CardOnTable, viewer: str = "own") -> bool:
    """Whether a text speaks of this card; what the table does not tell is no bar."""
    if which is None:
        return False
    if which.side in ("own", "opponent") and (which.side == "own") != (lying.side == viewer):
        return False
    if which.zones and zone_of(s, lying) not in which.zones:
        return False
    if (which.other and lying is s.question.table.self) or (which.face and which.face != lying.face):
        return False
    words = words_of(s, lying)
    kinds, narrower = _KINDS & set(which.type), set(which.type) - _KINDS
    if kinds and not kinds & words:
        return False
    return not (narrower and words and not narrower & words) and _named_so(s, which, lying)


def _named_so(s: Any, which: Filter, lying: CardOnTable) -> bool:
    card = profile(s, lying)
    if which.name and lying.token_name:
        return lying.token_name in which.name
    if card is None:
        return True
    if which.name and not any(s.book.card_named(name) is card for name in which.name):
        return False
    if which.group and not set(which.group) & set(card.groups):
        return False
    if which.race and not set(which.race) & set(card.type.split(" / ")):
        return False
    return which.level is None or card.level is None or which.level[0] <= card.level <= which.level[1]


def listed_in_full(s: Any, which: Filter) -> bool:
    """Whether the table says that nothing lies in these places but what it lists."""
    sides = ("own", "opponent") if which.side in (None, "either") else (which.side,)
    said = s.question.table.nothing_else_in
    if not which.zones:
        return False
    return all(any(name in said for name in _names_of(zone, side)) for zone in which.zones for side in sides)


def _names_of(zone: str, side: str) -> list[str]:
    """What a scenario may call a zone of one side, wider names included."""
    return [name for wide in ((zone, "field") if zone in FIELD else (zone,)) for name in (wide, f"{side}-{wide}")]


@dataclass(frozen=True, slots=True)
class Applying:
    """One act that applies from a face-up card without being activated."""

    act: Action
    effect: Effect
    source: CardOnTable


def applying(s: Any) -> Iterator[Applying]:
    """Every such act whose card lies where its text works and whose printed conditions the table meets."""
    for lying in listed(s):
        card = profile(s, lying)
        if card is None or lying.face == "down" or lying.negated_by or lying.being_summoned:
            continue
        for effect in card.effects:
            here = zone_of(s, lying) in _works_in(effect)
            if effect.kind in _CHAINLESS and here and all(holds(s, r, lying.side) for r in effect.requires):
                yield from (Applying(act, effect, lying) for act in effect.does)


def _works_in(effect: Effect) -> tuple[str, ...]:
    """Where an effect that is never activated applies."""
    if effect.zones:
        return effect.zones
    return {"pendulum": ("pendulum-zone",), "card": ("spell-zone", "field-zone")}.get(effect.part, ("monster-zone",))


def holds(s: Any, requirement: Requirement, viewer: str = "own") -> bool:
    """Whether the table meets a printed condition about what is controlled; other conditions are taken as met."""
    if requirement.is_ not in ("controls", "controls-none", "opponent-controls") or requirement.of is None:
        return True
    found = any(takes_in(s, requirement.of, c, viewer) for c in listed(s))
    return found != (requirement.is_ == "controls-none")


def hits(s: Any, applied: Applying, lying: CardOnTable) -> bool:
    """Whether an act that applies is about this card."""
    if applied.act.what == "self":
        return applied.source is lying
    if applied.act.what == "target":
        return called(s, applied.source.targeting) is lying
    return takes_in(s, applied.act.which, lying, applied.source.side)


def effect_named(s: Any, name: str) -> tuple[Card, Effect] | None:
    """The effect a scenario writes as card/number."""
    card_name, _, number = name.partition("/")
    card = s.book.card_named(card_name)
    for effect in card.effects if card else ():
        if not number or str(effect.number) == number:
            return card, effect
    return None


def yes(claim: bool) -> str:
    """A claim as the value of a fact."""
    return "yes" if claim else "no"
