"""How well cards are read: profiles beside readings of the same cards, and what is not read, by the cards it blocks."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from knowledge.cards.read_profiles import PREFERRED, effects_of, reading_kept_with
from knowledge.cards.record import StoredCard
from knowledge.cards.store import CardStore
from knowledge.data.folder import rulings_folder, yaml_of
from knowledge.data.language import both
from knowledge.data.profile import Card, Effect, Says
from knowledge.text import LONGEST, Language, read_card
from knowledge.text.effects.effect_kinds import type_of

MOST_EXAMPLES = 3


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
            names = both(card.names)
            reason = known.reasons.get(known.cards.get(card.id, ""))
            why = both(reason) if reason else None
            found.append(Difference(card.id, names, written, read, why))
    return found


def told(effects: tuple[Effect, ...], stays: bool) -> tuple[str, ...]:
    """What there is to activate on a card, each effect in a few words."""
    return tuple(sorted(_words([e]) for e in effects if e.is_activated and not (stays and _bare(e))))


def same_choices(written: tuple[Effect, ...], read: tuple[Effect, ...], stays: bool) -> bool:
    """Whether both tell the same where the branches of a numbered choice count as one effect."""
    return _joined(written, stays) == _joined(read, stays)


def _joined(effects: tuple[Effect, ...], stays: bool) -> list[str]:
    by_number: dict[object, list[Effect]] = {}
    for place, effect in enumerate(effects):
        if effect.is_activated and not (stays and _bare(effect)):
            key = (effect.number, effect.kind, effect.part) if effect.number else place
            by_number.setdefault(key, []).append(effect)
    return sorted(_words(same) for same in by_number.values())


def _words(branches: list[Effect]) -> str:
    targets = any(e.targets or any(choice.targets for choice in e.choices) for e in branches)
    return f"{branches[0].kind}{' must' if branches[0].mandatory else ''}{' targets' if targets else ''}"


def _bare(effect: Effect) -> bool:
    return effect.opens_the_card and not effect.does and not effect.choices and not effect.targets


class Gap(msgspec.Struct, frozen=True):
    """Words no pattern knows, how many cards have them, and a few of those."""

    phrase: str
    lang: Language
    cards: int
    examples: tuple[str, ...]


class Share(msgspec.Struct):
    """How many cards were read, and how many of them leave nothing unread: at all, or about an activation."""

    cards: int = 0
    read: int = 0
    activation_read: int = 0


def gaps_of(cards: Iterable[StoredCard], langs: tuple[Language, ...]) -> tuple[list[Gap], dict[str, Share]]:
    """The gaps of these cards' texts, the widest first, and what of them is read: by language, and in any language."""
    blocked: dict[tuple[Language, str], dict[str, None]] = defaultdict(dict)
    shares: dict[str, Share] = defaultdict(Share)
    for card in cards:
        whole, activation = [], []
        for lang in langs:
            code = next((code for code, spoken in PREFERRED if spoken == lang and card.texts.get(code, "").strip()), "")
            if not code:
                continue
            reading = read_card(card.texts[code][:LONGEST], card.type, lang, card.pendulum_texts.get(code))
            whole.append(not reading.unread)
            activation.append(not any(read.effect.unread for read in reading.effects))
            _count(shares[lang], whole[-1], activation[-1])
            for one in reading.unread:
                blocked[lang, one.phrase][card.names.get(code) or card.key] = None
        if whole:
            _count(shares["any"], any(whole), any(activation))
    found = [Gap(phrase, lang, len(names), tuple(names)[:MOST_EXAMPLES]) for (lang, phrase), names in blocked.items()]
    return sorted(found, key=lambda gap: (-gap.cards, gap.lang, gap.phrase)), dict(shares)


def _count(share: Share, whole: bool, activation: bool) -> None:
    share.cards += 1
    share.read += whole
    share.activation_read += activation
