"""What can be found by its words: every ruling and rule with the shelves it is filed under."""

from collections.abc import Iterable

import msgspec

from knowledge.data.cases import Case, Ruling
from knowledge.data.law import Cite, Gate, Rule
from knowledge.rules.book import Book
from knowledge.rules.precedents import cards_of_ruling

VERDICTS = ("yes", "no", "must", "depends", "undetermined")
FACETS = ("kind", "document", "section", "timing", "gate", "category", "verdict")


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One ruling or rule: its sentences, its numbers, and the values of each facet."""

    kind: str
    id: str
    texts: tuple[str, ...]
    numbers: tuple[str, ...]  # ids it may be asked by
    cards: tuple[str, ...] = ()
    facets: dict[str, tuple[str, ...]] = {}
    date: str = ""

    @property
    def key(self) -> str:
        """The name of the entry in the index."""
        return f"{self.kind}:{self.id}"


def entries_of(book: Book) -> list[Entry]:
    """Every ruling and every rule, in the order of ids."""
    rulings = [_of_ruling(book, ruling) for _, ruling in sorted(book.library.rulings.items())]
    gates = book.library.gates
    rules = [_of_rule(book, rule, gates[book.gate_of[name]]) for name, rule in sorted(book.rules.items())]
    return [*rulings, *rules]


def _of_ruling(book: Book, ruling: Ruling) -> Entry:
    told = [case for case in ruling.cases if not case.near_miss]
    gates = {book.gate_of[case.because] for case in told if case.because in book.gate_of}
    gates |= {case.asks for case in told if case.asks}
    verdicts = {"undetermined"} if ruling.status == "undetermined" else {_verdict(case) for case in told}
    cards = cards_of_ruling(book, ruling)
    names = [card.names for name in cards if (card := book.identified(name))]
    return Entry(
        kind="ruling",
        id=ruling.id,
        texts=(ruling.says.zh, ruling.says.en, *(name for n in names for name in (n.zh, n.en, n.ja) if name)),
        numbers=_numbers(ruling.id, ruling.cites),
        cards=tuple(cards),
        date=max((cite.date for cite in ruling.cites), default=""),
        facets={
            **_places(book, ruling.cites),
            "kind": ("ruling",),
            "timing": _timings(book, [case.at for case in told if case.at]),
            "gate": tuple(sorted(gates)),
            "category": tuple(sorted({c for case in told for c in _categories(book, case)})),
            "verdict": tuple(sorted(verdicts - {""})),
        },
    )


def _verdict(case: Case) -> str:
    return case.expect if case.expect in VERDICTS else ""


def _categories(book: Book, case: Case) -> Iterable[str]:
    name, _, number = case.activate.partition("/")
    card = book.card_named(name) if name else None
    effects = [e for e in card.effects if str(e.number) == number.removeprefix("p")] if card else []
    return [c for effect in effects if card for c in book.categories_of(card, effect) if c in book.library.categories]


def _of_rule(book: Book, rule: Rule, gate: Gate) -> Entry:
    spoken = _spoken(rule.when)
    return Entry(
        kind="rule",
        id=rule.id,
        texts=(rule.says.zh, rule.says.en, gate.names.zh, gate.names.en),
        numbers=_numbers(rule.id, rule.cites),
        date=max((cite.date for cite in rule.cites), default=""),
        facets={
            **_places(book, rule.cites),
            "kind": ("rule",),
            "timing": _timings(book, [word for word in spoken if word in book.library.timings]),
            "gate": (gate.gate,),
            "category": tuple(sorted(word for word in spoken if word in book.library.categories)),
            "verdict": (rule.then,) if rule.then in VERDICTS else (),
        },
    )


def _spoken(condition: object) -> set[str]:
    """Every word a condition holds."""
    if isinstance(condition, dict):
        return {word for part in condition.values() for word in _spoken(part)}
    if isinstance(condition, list | tuple):
        return {word for part in condition for word in _spoken(part)}
    return {condition} if isinstance(condition, str) else set()


def _numbers(name: str, cites: Iterable[Cite]) -> tuple[str, ...]:
    entries = [entry for cite in cites for entry in cite.faq]
    return tuple(dict.fromkeys((name, *entries, *(entry.partition(":")[2] for entry in entries))))


def _places(book: Book, cites: Iterable[Cite]) -> dict[str, tuple[str, ...]]:
    documents, sections = [], []
    for cite in cites:
        documents.append(cite.doc)
        document = book.library.documents.get(cite.doc)
        for section in document.sections if document else ():
            if section.lines[0] <= cite.first <= section.lines[1]:
                sections.append(f"{cite.doc}/{section.id}")
    return {"document": tuple(dict.fromkeys(documents)), "section": tuple(dict.fromkeys(sections))}


def _timings(book: Book, moments: Iterable[str]) -> tuple[str, ...]:
    """Windows asked about with what contains them, so that a facet can be as wide or as narrow as wanted."""
    windows = {window for moment in moments for window in book.windows_of(moment)}
    around = {outer for window in windows for outer in book.timings_around[window]} - {"turn"}
    return tuple(sorted(windows | around))
