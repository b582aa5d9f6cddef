"""One card's text read in several languages: what two readings say of an effect and the third does not.

Each language is read by a grammar of its own, so where the readings part one of them is wrong, and most often it is the
one that holds less: a word was dropped. What a reading carries as not read is no difference.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

import msgspec

from knowledge.cards.read_profiles import PREFERRED
from knowledge.cards.reading_quality import MOST_EXAMPLES, Gap
from knowledge.cards.record import StoredCard
from knowledge.data.profile import Effect
from knowledge.text import LONGEST, CardReading, Language, read_card

_NAMES = frozenset(("name", "group", "but", "mentions"))  # called otherwise in each language: their number is alike
_PASSED = frozenset(("worded", "names_itself", "when_or_if", "number", "summary", "unread", "unread_deeds"))
_UNREAD = "unread"  # a condition kept as it is printed
_ALL = 3

Path = tuple[str, ...]


def parted_readings(cards: Iterable[StoredCard], langs: tuple[Language, ...]) -> list[Gap]:
    """What the reading of one language alone lacks, by the number of cards in which the two others have it."""
    found: dict[tuple[Language, str], dict[str, None]] = defaultdict(dict)
    for card in cards:
        for lang, said in lacking(_readings(card)):
            if lang in langs:
                found[lang, said][card.names.get(lang) or card.names.get("ja") or card.key] = None
    gaps = [Gap(said, lang, len(names), tuple(names)[:MOST_EXAMPLES]) for (lang, said), names in found.items()]
    return sorted(gaps, key=lambda gap: (-gap.cards, gap.lang, gap.phrase))


def lacking(readings: dict[Language, CardReading]) -> Iterator[tuple[Language, str]]:
    """What one reading lacks and both others have, effect by effect; none where the effects cannot be laid together."""
    parts = {tuple(read.effect.part for read in reading.effects) for reading in readings.values()}
    if len(readings) < _ALL or len(parts) > 1:
        return
    for together in zip(*(reading.effects for reading in readings.values()), strict=True):
        said = {lang: set(_said_of(read.effect)) for lang, read in zip(readings, together, strict=True)}
        for lang, read in zip(readings, together, strict=True):
            if not (read.effect.unread or read.effect.unread_deeds or any(_UNREAD in path for path in said[lang])):
                others = [said[other] for other in readings if other != lang]
                yield from (
                    (lang, " ".join(path))
                    for path in sorted(set.intersection(*others) - said[lang])
                    if _UNREAD not in path
                )


def _readings(card: StoredCard) -> dict[Language, CardReading]:
    codes: dict[Language, str] = {}
    for code, lang in PREFERRED:
        if card.texts.get(code, "").strip():
            codes.setdefault(lang, code)
    return {
        lang: read_card(card.texts[code][:LONGEST], card.type, lang, card.pendulum_texts.get(code))
        for lang, code in codes.items()
    }


def _said_of(effect: Effect) -> Iterator[Path]:
    return _said(msgspec.to_builtins(effect), ())


def _said(value: object, path: Path) -> Iterator[Path]:
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
