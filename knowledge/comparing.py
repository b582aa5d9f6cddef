"""Hand-written profiles beside readings of the same cards: where they differ, one of them is wrong."""

from collections import Counter
from dataclasses import dataclass

from knowledge.cardstore.store import CardStore
from knowledge.model.profile import Card, Effect
from knowledge.reading_imports import effects_of, reading_kept_with

_ACTIVATED = ("activate", "ignition", "trigger", "quick")


@dataclass(frozen=True)
class Difference:
    """A card whose profile and reading disagree: the kinds of its activated effects, each with must, may, targets."""

    card: str
    names: dict[str, str]
    written: tuple[str, ...]
    read: tuple[str, ...]


def differences(cards: dict[str, Card], store: CardStore) -> list[Difference]:
    """Every profiled card of the store whose reading differs, in the order of ids."""
    found = []
    for card in sorted(cards.values(), key=lambda c: c.id):
        stored = store.by_key(str(card.password)) if card.password else None
        kept = reading_kept_with(store, stored) if stored else None
        if kept is None:
            continue
        written, read = _told(card.effects), _told(effects_of(kept, {}, card.type))
        if Counter(written) != Counter(read):
            found.append(Difference(card.id, {"zh": card.names.zh, "en": card.names.en}, written, read))
    return found


def _told(effects: tuple[Effect, ...]) -> tuple[str, ...]:
    activated = [e for e in effects if e.kind in _ACTIVATED and not _bare(e)]
    return tuple(
        sorted(f"{e.kind}{' must' if e.mandatory else ''}{' targets' if e.targets else ''}" for e in activated)
    )


def _bare(effect: Effect) -> bool:
    return effect.kind == "activate" and not effect.does and not effect.choices
