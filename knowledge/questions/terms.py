"""What a definition is about: a term of the glossary, a moment of the turn, or a matter the rules decide."""

from knowledge.data.profile import Names
from knowledge.names.fold import fold
from knowledge.questions.cutting import Cut
from knowledge.questions.roles import Cast
from knowledge.rules.book import Book


def terms_in(made: Cut, cast: Cast, book: Book) -> list[str]:
    """Ids of what is to be explained, in the order it is named: `term:…`, `timing:…` or `gate:…`."""
    asking = [i.token for i in cast.items if i.token and i.phrase and {"define", "difference"} & set(i.phrase.marks)]
    blocked = [any(t.start <= at < t.end for t in asking) for at in range(len(made.folded))]
    found: list[tuple[int, str]] = []
    for spelling, name in sorted(_spellings(book).items(), key=lambda pair: (-len(pair[0]), pair[0])):
        at = made.folded.find(spelling)
        while at >= 0:
            if not any(blocked[at : at + len(spelling)]):
                blocked[at : at + len(spelling)] = [True] * len(spelling)
                found.append((at, name))
            at = made.folded.find(spelling, at + len(spelling))
    ordered = list(dict.fromkeys(name for _, name in sorted(found)))
    if "difference" in cast.marks:
        return ordered
    longest = [name for _, name in found[:1]]
    return longest


def _spellings(book: Book) -> dict[str, str]:
    """Every name that can be explained; the glossary before moments, moments before matters."""
    known: dict[str, str] = {}
    library = book.library
    for gate in library.gates.values():
        _add(known, gate.names, (), f"gate:{gate.gate}")
    for timing in library.timings.values():
        _add(known, timing.names, timing.aliases, f"timing:{timing.id}")
    for term in library.terms.values():
        _add(known, term.names, term.aliases, f"term:{term.id}")
    return known


def _add(known: dict[str, str], names: Names, aliases: tuple[str, ...], name: str) -> None:
    for spelling in (names.zh, names.en, names.ja, *aliases):
        folded = fold(spelling) if spelling else ""
        if len(folded) > 1:
            known[folded] = name
