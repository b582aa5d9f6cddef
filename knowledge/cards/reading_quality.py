"""How well cards are read: profiles beside readings of the same cards, and what is not read, by the cards it blocks.

Also the words of texts that their readings hold nowhere though nothing there is told as not read, and what the readings
of two languages say of an effect and the third does not. Each language is read by a grammar of its own, so where the
readings part one of them is wrong, and most often it is the one that holds less: a word was dropped.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from knowledge.cards.read_profiles import PREFERRED, effects_of, reading_kept_with
from knowledge.cards.record import StoredCard
from knowledge.cards.store import CardStore
from knowledge.data.language import both
from knowledge.data.profile import Card, Effect, Says
from knowledge.data.yaml_files import rulings_folder, yaml_of
from knowledge.text import LONGEST, CardReading, EffectReading, Language, read_card
from knowledge.text.card_reading import Dropped, dropped_in
from knowledge.text.effects.effect_kinds import type_of
from knowledge.text.grammar import wording_of
from knowledge.text.passages import masked, plain

MOST_EXAMPLES = 3

_NAMES = frozenset(("name", "group", "but", "mentions"))  # called otherwise in each language: their number is alike
_PASSED = frozenset(("worded", "names_itself", "when_or_if", "number", "summary", "unread", "unread_deeds"))
_UNREAD = "unread"  # a condition kept as it is printed; no difference between readings
_ALL = 3

Words = tuple[str, ...]  # of a profile: the names of the fields and what stands in the last
Found = dict[tuple[Language, str], dict[str, None]]  # words of a language → the cards that have them


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


def known_differences() -> KnownDifferences:
    """The differences that were looked at and left, from `rulings/readings.yaml`."""
    return msgspec.convert(yaml_of(rulings_folder() / "readings.yaml"), KnownDifferences)


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
    blocked: Found = defaultdict(dict)
    shares: dict[str, Share] = defaultdict(Share)
    for card in cards:
        whole, activation = [], []
        for lang in langs:
            code = _texts_of(card).get(lang, "")
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
    return _widest_first(blocked), dict(shares)


def _widest_first(found: Found) -> list[Gap]:
    gaps = [Gap(phrase, lang, len(names), tuple(names)[:MOST_EXAMPLES]) for (lang, phrase), names in found.items()]
    return sorted(gaps, key=lambda gap: (-gap.cards, gap.lang, gap.phrase))


def _texts_of(card: StoredCard) -> dict[Language, str]:
    """The text a card is read by in each language, as the code it is stored under."""
    codes: dict[Language, str] = {}
    for code, lang in PREFERRED:
        if card.texts.get(code, "").strip():
            codes.setdefault(lang, code)
    return codes


def _count(share: Share, whole: bool, activation: bool) -> None:
    share.cards += 1
    share.read += whole
    share.activation_read += activation


def dropped_words(cards: Iterable[StoredCard], langs: tuple[Language, ...]) -> list[Gap]:
    """The kinds of words that readings drop silently, those of the most cards first."""
    found: Found = defaultdict(dict)
    for card in cards:
        for lang in langs:
            code = _texts_of(card).get(lang, "")
            if not code or {"Monster", "Normal"} <= set(card.type.split(" / ")):
                continue
            text, scale = card.texts[code][:LONGEST], card.pendulum_texts.get(code)
            reading = read_card(text, card.type, lang, scale)
            for read in reading.effects:
                source = scale if scale and read.effect.part == "pendulum" else text
                for word in words_not_held(_read_of(source, read, reading), read, lang):
                    found[lang, word][card.names.get(code) or card.key] = None
    return _widest_first(found)


def words_not_held(piece: str, read: EffectReading, lang: Language) -> list[str]:
    """What a piece of text names that the effect read from it does not hold, by its kind."""
    if not read.effect.number:
        return []  # what an Equip Card is activated for, which no sentence of its text says
    wording = wording_of(lang)
    spoken = plain(piece, wording).text
    lowered = spoken.lower() if wording.lower_case else spoken
    standing = tuple(one.does for one in read.continuous)
    hidden = masked(spoken, wording)
    found = dropped_in(lowered, hidden, (0, len(hidden)), [read.effect], standing, wording)
    return list(dict.fromkeys(_kind(one) for one in found))


def _kind(one: Dropped) -> str:
    return one.sort if one.sort in ("name", "figure") else f"{one.sort} {one.word}"


def _read_of(source: str, read: EffectReading, reading: CardReading) -> str:
    """The text of an effect without the clauses that are told as not read."""
    kept = list(source)
    for one in reading.unread:
        if one.part == read.effect.part:
            kept[one.span[0] : one.span[1]] = " " * (one.span[1] - one.span[0])
    return "".join(kept[slice(*read.text_span)])


def parted_readings(cards: Iterable[StoredCard], langs: tuple[Language, ...]) -> list[Gap]:
    """What the reading of one language alone lacks, by the number of cards in which the two others have it."""
    found: Found = defaultdict(dict)
    for card in cards:
        for lang, said in lacking(_readings(card)):
            if lang in langs:
                found[lang, said][card.names.get(lang) or card.names.get("ja") or card.key] = None
    return _widest_first(found)


def lacking(readings: dict[Language, CardReading]) -> Iterator[tuple[Language, str]]:
    """What one reading lacks and both others have, effect by effect; none where the effects cannot be laid together."""
    parts = {tuple(read.effect.part for read in reading.effects) for reading in readings.values()}
    if len(readings) < _ALL or len(parts) > 1:
        return
    for together in zip(*(reading.effects for reading in readings.values()), strict=True):
        effects = {lang: read.effect for lang, read in zip(readings, together, strict=True)}
        said = {lang: set(_said(msgspec.to_builtins(effect), ())) for lang, effect in effects.items()}
        for lang, effect in effects.items():
            if not (effect.unread or effect.unread_deeds or any(_UNREAD in path for path in said[lang])):
                others = [said[other] for other in readings if other != lang]
                yield from (
                    (lang, " ".join(path))
                    for path in sorted(set.intersection(*others) - said[lang])
                    if _UNREAD not in path
                )


def _readings(card: StoredCard) -> dict[Language, CardReading]:
    return {
        lang: read_card(card.texts[code][:LONGEST], card.type, lang, card.pendulum_texts.get(code))
        for lang, code in _texts_of(card).items()
    }


def _said(value: object, path: Words) -> Iterator[Words]:
    """Every word and figure of a profile behind the names of the fields it stands in."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in _NAMES:
                yield (*path, key, str(len(inner)))
            elif key not in _PASSED:
                yield from _said(inner, (*path, key))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _said(inner, path)
    else:
        yield (*path, str(value))
