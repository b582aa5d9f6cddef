"""Hand-written profiles beside readings of the same cards: where they differ, one of them is wrong."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import msgspec

from knowledge.cards.read_profiles import effects_of, reading_kept_with
from knowledge.cards.store import CardStore
from knowledge.data.folder import rulings_folder, yaml_of
from knowledge.data.profile import Card, Effect, Says
from knowledge.text.effects.effect_kinds import type_of

_ACTIVATED = ("activate", "ignition", "trigger", "quick")


class KnownDifferences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards whose profile says more than their text tells, each with the name of the reason."""

    reasons: dict[str, Says]
    cards: dict[str, str]


@dataclass(frozen=True)
class Difference:
    """A card whose profile and reading disagree: the kinds of its activated effects, each with must, may, targets."""

    card: str
    names: dict[str, str]
    written: tuple[str, ...]
    read: tuple[str, ...]
    why: dict[str, str] | None = None  # the known reason for which the profile stands


def known_differences(folder: Path | None = None) -> KnownDifferences:
    """The differences that were looked at and left, from `rulings/readings.yaml`."""
    return msgspec.convert(yaml_of((folder or rulings_folder()) / "readings.yaml"), KnownDifferences)


def differences(cards: dict[str, Card], store: CardStore) -> list[Difference]:
    """Every profiled card of the store whose reading differs, in the order of ids."""
    known = known_differences()
    found = []
    for card in sorted(cards.values(), key=lambda c: c.id):
        stored = store.by_key(str(card.password)) if card.password else None
        kept = reading_kept_with(store, stored) if stored else None
        if kept is None:
            continue
        stays = type_of(card.type).stays
        effects = effects_of(kept, {}, card.type)
        written, read = told(card.effects, stays), told(effects, stays)
        if Counter(written) != Counter(read) and not same_choices(card.effects, effects, stays):
            names = {"zh": card.names.zh, "en": card.names.en}
            reason = known.reasons.get(known.cards.get(card.id, ""))
            why = {"zh": reason.zh, "en": reason.en} if reason else None
            found.append(Difference(card.id, names, written, read, why))
    return found


def told(effects: tuple[Effect, ...], stays: bool) -> tuple[str, ...]:
    """What there is to activate on a card, each effect in a few words."""
    return tuple(sorted(_words([e]) for e in effects if e.kind in _ACTIVATED and not (stays and _bare(e))))


def same_choices(written: tuple[Effect, ...], read: tuple[Effect, ...], stays: bool) -> bool:
    """Whether both tell the same where the branches of a numbered choice count as one effect."""
    return _joined(written, stays) == _joined(read, stays)


def _joined(effects: tuple[Effect, ...], stays: bool) -> list[str]:
    by_number: dict[object, list[Effect]] = {}
    for place, effect in enumerate(effects):
        if effect.kind in _ACTIVATED and not (stays and _bare(effect)):
            key = (effect.number, effect.kind, effect.part) if effect.number else place
            by_number.setdefault(key, []).append(effect)
    return sorted(_words(same) for same in by_number.values())


def _words(branches: list[Effect]) -> str:
    targets = any(e.targets or any(choice.targets for choice in e.choices) for e in branches)
    return f"{branches[0].kind}{' must' if branches[0].mandatory else ''}{' targets' if targets else ''}"


def _bare(effect: Effect) -> bool:
    return effect.kind == "activate" and not effect.does and not effect.choices and not effect.targets
