"""What a definition is about: a term of the glossary, a moment of the turn, or a matter the rules decide."""

import re
from functools import lru_cache

from knowledge.data.profile import Names
from knowledge.names.fold import fold
from knowledge.questions.cast import Cast
from knowledge.questions.named.cut import Cut
from knowledge.rules.book import Book


def terms_in(made: Cut, cast: Cast, book: Book, turned_round: re.Pattern[str]) -> list[str]:
    """Ids of what is to be explained, in the order it is named: `term:…`, `timing:…` or `gate:…`.

    A term that the words behind it turn round is another thing, which nobody has explained yet.
    """
    blocked = _asking(made, cast)
    found: list[tuple[int, str]] = []
    for spelling, name in _spellings(book).items():
        at = made.folded.find(spelling)
        while at >= 0:
            if not any(blocked[at : at + len(spelling)]) and _starts_a_word(made, at):
                blocked[at : at + len(spelling)] = [True] * len(spelling)
                behind = made.text[made.places[at + len(spelling) - 1] + 1 :]
                found.append((at, "" if turned_round.match(behind) else name))
            at = made.folded.find(spelling, at + len(spelling))
    ordered = list(dict.fromkeys(name for _, name in sorted(found) if name))
    if "difference" in cast.marks:
        return ordered
    longest = [name for _, name in found[:1] if name]
    return longest


def _starts_a_word(made: Cut, at: int) -> bool:
    """Whether a Latin word begins here: "send" does not speak of the "DS"."""
    place = made.places[at]
    return not (place and all(c.isascii() and c.isalpha() for c in made.text[place - 1 : place + 1]))


def term_alone(made: Cut, cast: Cast, book: Book) -> list[str]:
    """The term that is all there is to the question; one that shares its name with a card is the card if an alias."""
    rest = "".join(c for c, asking in zip(made.folded, _asking(made, cast), strict=True) if not asking)
    name = _spellings(book).get(rest, "")
    if not name.startswith("term:"):
        return []
    cards = {fold(n) for i in cast.items if i.named for n in _each(i.named.card.names)}
    own = map(fold, _each(book.library.terms[name.removeprefix("term:")].names))
    return [name] if rest not in cards or ("define" in cast.marks and rest in own) else []


def _each(names: Names) -> list[str]:
    return [name for name in (names.zh, names.en, names.ja) if name]


def _asking(made: Cut, cast: Cast) -> list[bool]:
    """Letter by letter: does it belong to the words that ask for an explanation?"""
    asking = [i.token for i in cast.items if i.token and i.phrase and {"define", "difference"} & set(i.phrase.marks)]
    return [any(t.start <= at < t.end for t in asking) for at in range(len(made.folded))]


@lru_cache(8)
def _spellings(book: Book) -> dict[str, str]:
    """Every name that can be explained, the longest first; the glossary before moments, moments before matters."""
    known: dict[str, str] = {}
    library = book.library
    for gate in library.gates.values():
        _add(known, gate.names, (), f"gate:{gate.gate}")
    for timing in library.timings.values():
        _add(known, timing.names, timing.aliases, f"timing:{timing.id}")
    for term in library.terms.values():
        _add(known, term.names, term.aliases, f"term:{term.id}")
    return dict(sorted(known.items(), key=lambda pair: (-len(pair[0]), pair[0])))


def _add(known: dict[str, str], names: Names, aliases: tuple[str, ...], name: str) -> None:
    for spelling in (*_each(names), *aliases):
        folded = fold(spelling)
        if len(folded) > 1:
            known[folded] = name
