"""What people make of a long name: the part before or after a dash, a title, an archetype; a word no other card has."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from knowledge.names.fold import fold, is_chinese
from knowledge.names.named_cards import NamedCard

MOST_BEARERS = 6  # a part that more cards share names none of them
_MOST_BY_A_WORD = 3  # the same for a part that no dash, dot or comma sets off
_CUTS = re.compile(r"[\s・·\-－—–―:：,，/]+")
_OF = re.compile(r"[之的の]")
_KATAKANA_TAIL = re.compile(r"(?<=[^ァ-ヶー・\s])([ァ-ヶー・]{3,})$")
_LATIN_CUTS = re.compile(r",| - |: | the ")
_LATIN_WORD = re.compile(r"[A-Za-zÀ-ÿ'’\-]{4,}")
_FEWEST_KANA = 3


class Forms(NamedTuple):
    """Parts of a name set off by a sign or a change of script, and other parts that may be telling."""

    set_off: set[str]
    others: set[str]


def _parts_of(name: str) -> Forms:
    """Heads and tails of a Chinese or Japanese name at its dots and dashes; what stands before and after 之 or の."""
    cuts = [(match.start(), match.end()) for match in _CUTS.finditer(name)]
    set_off = {part for start, end in cuts for part in (name[:start], name[end:])}
    if len(cuts) > 1:
        set_off.add(name[cuts[0][1] : cuts[-1][0]])
    if tail := _KATAKANA_TAIL.search(name):
        set_off.add(tail[1])
    bare = name[cuts[-1][1] :] if cuts else name
    others = {part for m in _OF.finditer(bare) for part in (bare[: m.start()], bare[m.end() :])}
    return Forms(set_off, {part for part in others if len(part) >= _FEWEST_KANA})


def _latin_parts_of(name: str) -> Forms:
    """The parts of an English name between commas, dashes and articles; single words that may be telling."""
    parts = [part.strip() for part in _LATIN_CUTS.split(name)]
    words = {word for word in _LATIN_WORD.findall(name) if word[0].isupper()}
    return Forms(set(parts) if len(parts) > 1 else set(), words if len(words) > 1 or len(parts) > 1 else set())


def _may_stand_alone(folded: str, whole: str) -> bool:
    if not folded or folded == whole or folded.isdigit():
        return False
    if folded.isascii():
        return len(folded) >= 4
    if any(map(is_chinese, folded)):
        return len(folded) >= 2 or len(whole) > 2
    return len(folded) >= _FEWEST_KANA


def short_forms_of(card: NamedCard) -> Forms:
    """Every part of a card's names that people may call it by, folded."""
    forms = Forms(set(), set())
    for lang, name in card.names.items():
        plain = unicodedata.normalize("NFKC", name)
        whole = fold(plain)
        found = _latin_parts_of(plain) if lang == "en" else _parts_of(plain)
        for kept, parts in zip(forms, found, strict=True):
            kept |= {form for part in parts if part.strip() and _may_stand_alone(form := fold(part), whole)}
    return forms


def short_rows(cards: Sequence[NamedCard]) -> list[tuple[str, int]]:
    """(form, card) for every form that few enough cards share; a part set off by a sign counts before any other."""
    set_off: defaultdict[str, list[int]] = defaultdict(list)
    others: defaultdict[str, list[int]] = defaultdict(list)
    for number, card in enumerate(cards):
        forms = short_forms_of(card)
        for form in forms.set_off:
            set_off[form].append(number)
        for form in forms.others - forms.set_off:
            others[form].append(number)
    rows = [(form, number) for form, bearers in set_off.items() if len(bearers) <= MOST_BEARERS for number in bearers]
    rows += [
        (form, number)
        for form, bearers in others.items()
        if form not in set_off and len(bearers) <= _MOST_BY_A_WORD
        for number in bearers
    ]
    return sorted(rows)
