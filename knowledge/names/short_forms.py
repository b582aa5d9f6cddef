"""What people make of a long name: the part before or after a dash, a title, an archetype; a word no other card has."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence

from knowledge.names.fold import fold, is_chinese
from knowledge.names.named_cards import NamedCard

MOST_BEARERS = 4  # a part that more cards share names none of them
_CUTS = re.compile(r"[\s・·\-－—–―:：,，/]+")
_OF = re.compile(r"[之的の]")
_KATAKANA_TAIL = re.compile(r"(?<=[^ァ-ヶー・\s])([ァ-ヶー・]{3,})$")
_LATIN_CUTS = re.compile(r"\s*(?:,| - |: | the )\s*")
_LATIN_WORD = re.compile(r"[A-Za-zÀ-ÿ'’\-]{4,}")
_FEWEST_KANA = 3


def _parts_of(name: str) -> Iterable[str]:
    """Heads and tails of a Chinese or Japanese name, at its dots and dashes, its 之 or の, its change of script."""
    cuts = [(match.start(), match.end()) for match in _CUTS.finditer(name)]
    for start, end in cuts:
        yield name[:start]
        yield name[end:]
    if len(cuts) > 1:
        yield name[cuts[0][1] : cuts[-1][0]]
    bare = name[cuts[-1][1] :] if cuts else name
    for match in _OF.finditer(bare):
        yield bare[: match.start()]
        yield bare[match.end() :]
    if tail := _KATAKANA_TAIL.search(name):
        yield tail[1]


def _latin_parts_of(name: str) -> Iterable[str]:
    """The parts of an English name between commas, dashes and articles; single words that may be telling."""
    parts = _LATIN_CUTS.split(name)
    if len(parts) > 1:
        yield from parts
    words = _LATIN_WORD.findall(name)
    if len(words) > 1 or len(parts) > 1:
        yield from (word for word in words if word[0].isupper())


def _may_stand_alone(folded: str, whole: str) -> bool:
    if not folded or folded == whole or folded.isdigit():
        return False
    if folded.isascii():
        return len(folded) >= 4
    if any(map(is_chinese, folded)):
        return len(folded) >= 2 or len(whole) > 2
    return len(folded) >= _FEWEST_KANA


def short_forms_of(card: NamedCard) -> set[str]:
    """Every part of a card's names that people may call it by, folded."""
    forms = set()
    for lang, name in card.names.items():
        plain = unicodedata.normalize("NFKC", name)
        whole = fold(plain)
        parts = _latin_parts_of(plain) if lang == "en" else _parts_of(plain)
        forms |= {form for part in parts if _may_stand_alone(form := fold(part) if part.strip() else "", whole)}
    return forms


def short_rows(cards: Sequence[NamedCard]) -> list[tuple[str, int, int]]:
    """(form, how many cards share it, card) for every form few enough cards share."""
    bearers: defaultdict[str, list[int]] = defaultdict(list)
    for number, card in enumerate(cards):
        for form in short_forms_of(card):
            bearers[form].append(number)
    return sorted(
        (form, len(numbers), number)
        for form, numbers in bearers.items()
        if len(numbers) <= MOST_BEARERS
        for number in numbers
    )
