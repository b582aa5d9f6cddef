"""English words typed with a slip: two letters swapped, one missing, too many or wrong, the likelier first."""

from collections.abc import Iterable
from functools import cache

from rapidfuzz.distance import OSA

from knowledge.questions.named.cut import Cut
from knowledge.questions.named.name_words import name_words

Slip = tuple[int, int, str]  # where it stands in the text as typed, and the word that is meant
_SHORTEST = {"swapped": 3, "missing": 4, "more": 5, "changed": 7}  # letters of a word in which that is a slip


def slips_in(made: Cut, terms: Iterable[str]) -> list[Slip]:
    """The words nothing accounts for that are one slip away from one ordinary word; capitals are of names.

    A word that one of the terms has is no slip.
    """
    found: list[Slip] = []
    for rest in made.rests:
        start = rest.start
        for word in [] if rest.quoted else rest.text.split(" "):
            meant = _meant(word) if word.isascii() and word.isalpha() and word.islower() else ""
            if meant:
                found.append((start, start + len(word), meant))
            start += len(word) + 1
    written = {word for term in terms for word in term.lower().split()} if found else set()
    return [slip for slip in found if made.text[slip[0] : slip[1]] not in written]


def corrected(text: str, slips: list[Slip]) -> str:
    """A text with the words that are meant."""
    for start, end, meant in reversed(slips):
        text = text[:start] + meant + text[end:]
    return text


@cache
def _ordinary_words() -> frozenset[str]:
    known = name_words().known.items()
    return frozenset(key for key, word in known if key.isascii() and key.isalpha() and word.kind == "word")


def _meant(typed: str) -> str:
    """The word of the likeliest kind of slip, where it is the only one."""
    if typed in _ordinary_words():
        return ""
    kinds: dict[str, list[str]] = {}
    for word in _ordinary_words():
        if abs(len(word) - len(typed)) <= 1 and word[0] == typed[0] and OSA.distance(word, typed, score_cutoff=1) == 1:
            kinds.setdefault(_kind_of(word, typed), []).append(word)
    likeliest = next((kinds[kind] for kind, least in _SHORTEST.items() if kind in kinds and len(typed) >= least), [])
    return likeliest[0] if len(likeliest) == 1 else ""


def _kind_of(word: str, typed: str) -> str:
    if len(word) != len(typed):
        return "missing" if len(word) > len(typed) else "more"
    return "swapped" if sorted(word) == sorted(typed) else "changed"
